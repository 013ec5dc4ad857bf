import { parsePage, type Page } from '../../../nodes/EmailMarketing/api/pagination';
import { idOf } from '../../../nodes/EmailMarketing/api/response';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { isRecord, valueAt } from '../../../nodes/EmailMarketing/shared/values';
import { architecture, confirms, question, refutes } from '../Question';
import { Unseen } from '../Unseen';
import { reasonOf, type Session } from '../Session';

const key = 'subscriber.getAll';

/** How a list is cut into pages. */
export const pageQuestions = [
	question({
		key: 'list.shape',
		asks: 'What does a page of a list look like?',
		line: architecture('pages as `{data, links, meta}`'),
		answers: {
			'data, links, meta': confirms('As from Laravel: {data, links, meta}.'),
			'another one': refutes('Another shape, which the node can read.', 'Other shapes in api/pagination.ts can go.'),
		},
		find: async (session) => {
			const { body } = await session.need(key, 'to show the list', {});
			const fields = isRecord(body) ? body : {};
			const isLaravel = Array.isArray(fields.data) && isRecord(fields.links) && isRecord(fields.meta);
			const keys = Array.isArray(body) ? 'an array' : Object.keys(fields).join(', ');
			return [isLaravel ? 'data, links, meta' : 'another one', `It has: ${keys}.`];
		},
	}),

	question({
		key: 'list.perPage',
		asks: 'Is `per_page` followed, and up to what?',
		line: architecture('`?page=N` and `per_page`'),
		answers: {
			followed: confirms('It is followed.'),
			ignored: refutes('It is ignored.', 'The page size need not be sent (withPageSize in api/pagination.ts).'),
			refused: refutes('It is refused.', 'The page size must not be sent (withPageSize in api/pagination.ts).'),
		},
		find: async (session) => {
			const { refusal, page } = await twoOf(session);
			if (refusal !== undefined) return ['refused', `The service says: ${reasonOf(refusal)}.`];
			return page?.items.length === 2 ? ['followed', await mostPerPage(session)] : 'ignored';
		},
	}),

	question({
		key: 'list.pages',
		asks: 'Does `page=2` return the second page?',
		line: architecture('Page 1 is read alone, then all known pages in parallel'),
		answers: {
			followed: confirms('It does, and the first page says how many there are.'),
			'without a count': refutes(
				'It does, but no page says how many there are.',
				'Lists are read one page after another.',
			),
			ignored: refutes(
				'It returns the first page again.',
				'api/pagination.ts must follow what leads to the next page.',
			),
		},
		find: async (session) => {
			const sized = await twoOf(session);
			const size = sized.page?.items.length === 2 ? '&per_page=2' : '';
			const first = size === '' ? (await pageOf(session)).page : sized.page;
			const second = (await pageOf(session, `page=2${size}`)).page;
			const { entries } = await session.wholeList();
			if (first === undefined || first.items.length >= entries.length) throw new Unseen('the list has only one page');
			if (second === undefined || idsOf(second)[0] === idsOf(first)[0]) return 'ignored';
			return first.lastPage === undefined ? 'without a count' : 'followed';
		},
	}),
];

async function twoOf(session: Session) {
	return await session.once('two of a list', async () => await pageOf(session, 'per_page=2'));
}

async function pageOf(session: Session, query?: string) {
	const reply = await session.ask(key, { query });
	const page: Page | undefined = parsePage(reply.refusal === undefined ? reply.body : undefined, 'subscribers');
	return { ...reply, page };
}

function idsOf({ items }: Page): unknown[] {
	return items.map(idOf);
}

/** The page size that a page reports after a thousand were asked for. */
async function mostPerPage(session: Session): Promise<string> {
	const reply = await session.ask(key, { query: 'per_page=1000' });
	if (reply.refusal !== undefined) {
		const accepted = session.client.takesPageSize === true ? 'A hundred are accepted, a' : 'A';
		return `${accepted} thousand are refused: ${reasonOf(reply.refusal)}.`;
	}
	const sizes = [valueAt(reply.body, ['meta', 'per_page']), valueAt(reply.body, ['per_page'])];
	const size = sizes.find((value) => value !== undefined);
	return size === undefined
		? 'The most could not be seen: a page does not report its size.'
		: `Asked for 1000, a page has ${textOf(size)}.`;
}
