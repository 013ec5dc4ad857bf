import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber } from '../../../nodes/EmailMarketing/api/subscriber';
import { leavesEmpty } from '../../../nodes/EmailMarketing/shared/values';
import { answers, architecture, confirms, question, refutes } from '../Question';
import { Unseen } from '../Unseen';
import { tag, type Session } from '../Session';

const names = { first_name: 'bob', last_name: 'Probe' };

export const updateQuestions = [
	question({
		key: 'subscriber.update',
		asks: 'Does an update (PUT) keep the fields that it omits?',
		line: architecture('whether an update replaces a subscriber or merges fields'),
		answers: {
			merges: answers(
				'It keeps them: it merges.',
				'Updates can send only what differs, and need no complete reading (isComplete in api/subscriber.ts).',
			),
			replaces: answers('It empties them: it replaces.', 'Keep the complete reading; an Update by ID must warn of it.'),
			mixed: answers('It empties some of them.', 'Keep the complete reading.'),
			'does nothing': answers(
				'It changes nothing, although it succeeds.',
				'Look for the right body, then probe again.',
			),
		},
		find: async (session) => {
			const bob = await session.join('bob');
			const { email } = bob;
			const first = await session.ask('subscriber.update', { id: bob.id, body: { first_name: 'Robert' } });
			if (first.refusal !== undefined) await update(session, { email, first_name: 'Robert' });
			const detail = first.refusal === undefined ? 'The email can be omitted.' : 'The email cannot be omitted.';
			const shown = parseSubscriber(await session.show(bob));
			if (shown.firstName !== 'Robert') return ['does nothing', detail];
			const emptied = [shown.lastName, shown.tags].filter(leavesEmpty);
			return [(['merges', 'mixed', 'replaces'] as const)[emptied.length] ?? 'mixed', detail];
		},
	}),

	question({
		key: 'subscriber.update.noTags',
		asks: 'Does an empty array clear the tags?',
		line: architecture('an update that removes the last tag and shows it again has failed'),
		answers: {
			clears: refutes('It does.', 'assertNoTags (people/updateSubscriber.ts) can go.'),
			keeps: confirms(
				'The tags stay.',
				'Keep assertNoTags (people/updateSubscriber.ts); ask the service how the last tag is removed.',
			),
			refused: confirms('An empty array is refused.', 'Ask the service how the last tag is removed.'),
		},
		find: async (session) => {
			const bob = await session.join('bob');
			const body = { ...names, email: bob.email };
			if (leavesEmpty(await tagsOf(session))) await update(session, { ...body, tags: [tag] });
			if (leavesEmpty(await tagsOf(session))) throw new Unseen('no tags are shown');
			const reply = await session.ask('subscriber.update', { id: bob.id, body: { ...body, tags: [] } });
			if (reply.refusal !== undefined) return 'refused';
			return leavesEmpty(await tagsOf(session)) ? 'clears' : 'keeps';
		},
	}),
];

async function tagsOf(session: Session) {
	return parseSubscriber(await session.show(await session.join('bob'))).tags;
}

async function update(session: Session, body: IDataObject): Promise<void> {
	const { id } = await session.join('bob');
	await session.need('subscriber.update', 'an update', { id, body });
}
