import { addressKey } from '../../../nodes/EmailMarketing/api/emailAddress';
import { parseSubscriber, type Subscriber } from '../../../nodes/EmailMarketing/api/subscriber';
import { wait } from '../../../nodes/EmailMarketing/transport/wait';
import { answers, architecture, question } from '../Question';
import { Unseen } from '../Unseen';
import { tag, type Session } from '../Session';

const known = architecture('what an import does with people whom it knows, and when');
const newTag = 'probe-import';

export const importQuestions = [
	question({
		key: 'subscriber.import',
		asks: 'Does an import add people, and at once?',
		line: known,
		answers: {
			'at once': answers(
				'It adds them before it responds.',
				'What is said about status 202 can go (bulk/RowImport.ts).',
			),
			later: answers('It adds them a little later.', 'Keep what is said about status 202 (bulk/RowImport.ts).'),
			'not seen': answers(
				'Nobody was added in the time that the probe waited.',
				'Look at the list later, then probe again.',
			),
		},
		find: async (session) => {
			const { status, waits, isAdded } = await importOnce(session);
			const detail = `The status was ${status}.`;
			if (!isAdded) return ['not seen', detail];
			return [waits === 0 ? 'at once' : 'later', detail];
		},
	}),

	question({
		key: 'subscriber.import.names',
		asks: 'Does an import update names of people in the list?',
		line: known,
		answers: {
			updates: answers('It does.', "Document it: 'Include in Import' of Import is safe for names."),
			keeps: answers('It does not.', "'Include in Import' of Import can go."),
		},
		find: async (session) => {
			const { before, after } = await importOnce(session);
			if (after.firstName === undefined) throw new Unseen('no names are shown');
			return after.firstName === before.firstName ? 'keeps' : 'updates';
		},
	}),

	question({
		key: 'subscriber.import.tags',
		asks: 'Does an import replace the tags of people in the list?',
		line: known,
		answers: {
			replaces: answers('It replaces them.', "Keep: 'Include in Import' sends all tags of a person."),
			adds: answers('It adds those in the row.', "'Include in Import' may send new tags alone."),
			keeps: answers('It changes no tags.', "'Include in Import' must not be used for tags."),
		},
		find: async (session) => {
			const { before, after } = await importOnce(session);
			if (before.tags?.includes(tag) !== true || after.tags === undefined) throw new Unseen('no tags are shown');
			if (!after.tags.includes(newTag)) return 'keeps';
			return after.tags.includes(tag) ? 'adds' : 'replaces';
		},
	}),

	question({
		key: 'subscriber.import.resubscribes',
		asks: 'Does an import subscribe people again who have unsubscribed?',
		line: known,
		answers: {
			yes: answers('It does.', 'Import must read the list first, and keep those who left out of it.'),
			no: answers(
				'It does not.',
				"'Skip Unsubscribed People' of Import need not read the list for it (bulk/runLists.ts).",
			),
		},
		find: async (session) => {
			const { wasUnsubscribed, isSubscribed } = await importOnce(session);
			if (!wasUnsubscribed) throw new Unseen('nobody could be unsubscribed');
			if (isSubscribed === undefined) throw new Unseen('the state of a person is not shown');
			return isSubscribed ? 'yes' : 'no';
		},
	}),
];

interface Imported {
	readonly status?: number;
	/** How often the list was read again. */
	readonly waits: number;
	readonly isAdded: boolean;
	readonly before: Subscriber;
	readonly after: Subscriber;
	readonly wasUnsubscribed: boolean;
	readonly isSubscribed?: boolean;
}

/** Imports somebody new, somebody known with another name and tag, and somebody who has unsubscribed. */
async function importOnce(session: Session): Promise<Imported> {
	return await session.once('import', async () => {
		const { dora } = session.emails;
		const [ann, cem] = [await session.join('ann'), await session.join('cem')];
		const before = parseSubscriber(await session.show(ann));
		const wasUnsubscribed = (await session.toggled()).isSubscribed === false;
		const subscribers = [
			{ email: dora, first_name: 'dora', last_name: 'Probe', tags: [tag] },
			{ email: ann.email, first_name: 'Imported', last_name: 'Probe', tags: [newTag] },
			{ email: cem.email, first_name: 'cem', last_name: 'Probe', tags: [tag] },
		];
		const { status } = await importRows(session, dora, subscribers);
		const { isAdded, waits } = await untilAdded(session, dora);
		const after = parseSubscriber(await session.show(ann));
		const { isSubscribed } = parseSubscriber(await session.show(cem));
		return { status, waits, isAdded, before, after, wasUnsubscribed, isSubscribed };
	});
}

async function importRows(session: Session, dora: string, subscribers: Array<{ email: string }>) {
	session.written.add(dora);
	session.unsure.add(dora);
	const reply = await session.ask('subscriber.import', { body: { subscribers } });
	if (reply.refusal === undefined) return reply;
	if (!reply.refusal.outcomeUnknown) {
		session.written.delete(dora);
		session.unsure.delete(dora);
	}
	throw new Unseen(`the import was refused: ${reply.refusal.message}`);
}

async function untilAdded(session: Session, email: string): Promise<{ isAdded: boolean; waits: number }> {
	const { waitsMs } = session.setup;
	for (let waits = 0; ; waits += 1) {
		const { entries } = await session.everyone();
		const isAdded = entries.some((entry) => addressKey(entry.email) === addressKey(email));
		if (isAdded || waits >= waitsMs.length) return { isAdded, waits };
		await wait(waitsMs[waits] ?? 0, session.client.signal);
	}
}
