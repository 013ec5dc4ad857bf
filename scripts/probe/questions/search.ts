import { addressKey } from '../../../nodes/EmailMarketing/api/emailAddress';
import { parsePage } from '../../../nodes/EmailMarketing/api/pagination';
import { isNewestFirst, parseSubscriber, parseTime } from '../../../nodes/EmailMarketing/api/subscriber';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { answers, architecture, question } from '../Question';
import { Unseen } from '../Unseen';
import type { Session } from '../Session';
import { wait } from '../../../nodes/EmailMarketing/transport/wait';

/** Usual queries: of Spatie's query builder, then by plain names. */
const searches = ['filter[email]={email}', 'email={email}', 'search={email}', 'query={email}'];
const orders = [
	'sort=-updated_at',
	'sort=updated_at&order=desc',
	'sort_by=updated_at&sort_order=desc',
	'order_by=updated_at&direction=desc',
];

export const searchQuestions = [
	question({
		key: 'search.email',
		asks: 'Can a person be searched by email?',
		line: architecture('which searches and orders it has'),
		answers: {
			yes: answers('Yes.', "Name the path in docs/credentials.md; users enter it in 'Endpoint Paths'."),
			'as typed': answers('Yes, but not in another case.', 'Do not recommend it: a person may not be found.'),
			no: answers('No usual query finds one.', 'Ask the service; without a search, lists are read.'),
		},
		find: async (session) => {
			const { email } = await session.join('ann');
			if ((await session.everyone()).entries.length < 2) throw new Unseen('the list has too few people');
			const tried: string[] = [];
			for (const search of searches) {
				const found = await resultOf(session, search, email);
				const other = found === 'found' ? await resultOf(session, search, `no-${email}`) : undefined;
				if (found === 'found' && other === 'finds nobody') {
					const inCapitals = await resultOf(session, search, email.toUpperCase());
					const path = `${session.pathOf('subscriber.getAll')}?${search}`;
					return [inCapitals === 'found' ? 'yes' : 'as typed', `Path: ${path}`];
				}
				tried.push(`${search.split('=')[0]} ${found === 'found' ? 'finds others, too' : found}`);
			}
			return ['no', `${tried.join(', ')}.`];
		},
	}),

	question({
		key: 'search.order',
		asks: 'Can a list be read with the latest change first?',
		line: architecture('which searches and orders it has'),
		answers: {
			'by itself': answers('It comes in this order without any query.', 'Name the path in docs/credentials.md.'),
			yes: answers('Yes.', "Name the path in docs/credentials.md; users enter it in 'Endpoint Paths'."),
			no: answers('No usual query orders it.', 'Ask the service; without an order, each poll reads the list.'),
		},
		find: async (session) => {
			await touchFirst(session);
			const path = session.pathOf('subscriber.getAll');
			const plain = await timesOf(session, '');
			if (plain === undefined || new Set(plain).size < 2) throw new Unseen('the list does not show different times');
			if (isNewestFirst(plain)) return ['by itself', `Path: ${path}`];
			const tried: string[] = [];
			for (const order of orders) {
				const times = await timesOf(session, order);
				if (times !== undefined && isNewestFirst(times)) return ['yes', `Path: ${path}?${order}`];
				tried.push(`${order} is ${times === undefined ? 'refused' : 'ignored'}`);
			}
			return ['no', `${tried.join(', ')}.`];
		},
	}),
];

/** Others than the holder of the email show that the query is ignored. */
async function resultOf(session: Session, search: string, email: string) {
	const query = search.replace('{email}', encodeURIComponent(email));
	const reply = await session.ask('subscriber.getAll', { query });
	if (reply.refusal !== undefined) return 'is refused';
	const entries = parsePage(reply.body, 'subscribers')?.items ?? [];
	if (entries.length === 0) return 'finds nobody';
	const isHolder = (entry: unknown): boolean => addressKey(parseSubscriber(entry).email) === addressKey(email);
	return entries.every(isHolder) ? 'found' : 'is ignored';
}

/** Changes the person who came first, so that the order of changes is neither that of creation nor its reverse. */
async function touchFirst(session: Session): Promise<void> {
	const { id, email } = await session.join('ann');
	await wait(session.setup.waitsMs[0] ?? 0);
	const body = { email, first_name: 'ann', last_name: 'Touched', tags: ['probe'] };
	await session.need('subscriber.update', 'an update', { id, body });
}

async function timesOf(session: Session, order: string): Promise<number[] | undefined> {
	const reply = await session.ask('subscriber.getAll', { query: [order, 'per_page=100'].filter(Boolean).join('&') });
	const again = reply.refusal === undefined ? reply : await session.ask('subscriber.getAll', { query: order });
	if (again.refusal !== undefined) return undefined;
	const entries = parsePage(again.body, 'subscribers')?.items ?? [];
	return entries.map((entry) => parseTime(textOf(parseSubscriber(entry).updatedAt ?? '')));
}
