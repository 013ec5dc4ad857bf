import { idOf } from '../../../nodes/EmailMarketing/api/response';
import { parseSubscriber } from '../../../nodes/EmailMarketing/api/subscriber';
import { answers, architecture, confirms, question, refutes } from '../Question';
import { Unseen } from '../Unseen';

/** What a list shows. */
export const listQuestions = [
	question({
		key: 'list.total',
		asks: 'Does the total of a list count those whom the list shows?',
		line: architecture('a list that is twice equally short is used'),
		answers: {
			holds: refutes(
				'It does, also after a delete.',
				'The second reading of short lists can go (api/verdict.ts), if other totals hold, too.',
			),
			'too high': confirms('It counts more people than the list shows.', 'Keep the second reading (api/verdict.ts).'),
			'too low': refutes(
				'It counts fewer people than the list shows.',
				'Totals say nothing about what is missing (api/verdict.ts).',
			),
			none: refutes('There is no total.', 'A list that is cut short cannot be noticed (api/verdict.ts).'),
		},
		find: async (session) => {
			const { entries, total } = await session.wholeList();
			if (total === undefined) return 'none';
			const detail = `It is ${total}, and ${entries.length} are shown.`;
			if (total === entries.length) return ['holds', detail];
			return [total > entries.length ? 'too high' : 'too low', detail];
		},
	}),

	question({
		key: 'list.tags',
		asks: 'Does a list show tags?',
		line: architecture('whether a list shows tags and unsubscribed people'),
		answers: {
			shown: answers(
				'It does, with email and names.',
				'Nobody is read one by one for it; isComplete can go if PUT merges.',
			),
			hidden: answers('It does not show all of email, names and tags.', 'Keep isComplete (api/subscriber.ts).'),
		},
		find: async (session) => {
			const { id } = await session.join('ann');
			const { entries } = await session.wholeList();
			const entry = entries.find((one) => String(idOf(one)) === id);
			if (entry === undefined) throw new Unseen('the list does not show a person who was created');
			const { firstName, lastName, tags } = parseSubscriber(entry);
			return [firstName, lastName, tags].includes(undefined) ? 'hidden' : 'shown';
		},
	}),

	question({
		key: 'list.unsubscribed',
		asks: 'Does a list show unsubscribed people?',
		line: architecture('whether a list shows tags and unsubscribed people'),
		answers: {
			shown: answers(
				'It does, with their state.',
				'Import sees who opted out: what docs/lists.md says of such lists can go.',
			),
			'without a state': answers('It does, but not that they are unsubscribed.', 'Import must read each person.'),
			hidden: answers('It does not.', 'Import cannot see who opted out: warn of it.'),
		},
		find: async (session) => {
			const cem = await session.join('cem');
			const { isSubscribed } = await session.toggled();
			if (isSubscribed !== false) throw new Unseen('nobody could be unsubscribed');
			const { entries } = await session.wholeList();
			const entry = entries.find((one) => String(idOf(one)) === cem.id);
			if (entry === undefined) return 'hidden';
			return parseSubscriber(entry).isSubscribed === false ? 'shown' : 'without a state';
		},
	}),
];
