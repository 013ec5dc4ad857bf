import { pastTense, resultWord, summarizeRun } from '../../nodes/EmailMarketing/execution/summarizeRun';
import { Tally } from '../../nodes/EmailMarketing/execution/Tally';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

interface Results {
	created?: number;
	skipped?: number;
	failed?: number[];
	unknown?: number[];
	doneWord?: string;
}

function summaryOf(
	total: number,
	{ created = 0, skipped = 0, failed = [], unknown = [], doneWord = 'created' }: Results,
) {
	const done = new Tally();
	done.add('skipped', skipped);
	done.add(doneWord, created);
	const failures = [
		{ items: failed, thrown: new Error('No') },
		{ items: unknown, thrown: new UserFacingError('Lost', 'Look.', { outcomeUnknown: true }) },
	];
	return summarizeRun({ total, done, failures, doneWord });
}

const even = Array.from({ length: 30 }, (_, index) => 2 * index);

describe('the summary of a run', () => {
	it.each<[number, Results, string]>([
		[1, { failed: [0] }, ''],
		[3, { failed: [0, 1, 2] }, 'Of 3 items: 3 failed (items 0 to 2).'],
		[5, { created: 1, failed: [1] }, 'Of 5 items: 1 created, item 1 failed, 3 not sent.'],
		[5, { failed: [4] }, 'Of 5 items: item 4 failed, 4 not sent.'],
		[
			6,
			{ created: 1, failed: [2, 3], unknown: [5, 1] },
			'Of 6 items: 1 created, 2 failed (items 2 and 3), 2 may have been created (items 1 and 5), 1 not sent.',
		],
		[2, { created: 1, unknown: [0] }, 'Of 2 items: 1 created, item 0 may have been created.'],
		[4, { created: 1, skipped: 1, failed: [2] }, 'Of 4 items: 1 created, 1 skipped, item 2 failed, 1 not sent.'],
		[4, { created: 1, failed: [1], doneWord: 'read' }, 'Of 4 items: 1 read, item 1 failed, 2 not read.'],
	])('of %i items counts all of them: %j', (total, results, text) => {
		expect(summaryOf(total, results)).toBe(text);
	});

	it('names twenty that failed at most, and all that may have been done', () => {
		expect(summaryOf(99, { failed: even })).toContain(`30 failed (items ${even.slice(0, 20).join(', ')} and others)`);
		expect(summaryOf(99, { unknown: even })).toContain(`(items ${even.slice(0, -1).join(', ')} and 58)`);
	});
});

describe('the word for what an operation has done', () => {
	it.each(Object.keys(operations))('is there for %s', (key) => {
		const word = key === 'subscriber.toggleSubscription' ? /^done$/ : /^(?!done$)[a-z ]+$/;
		expect(pastTense(key.split('.')[1])).toMatch(word);
	});

	it.each([undefined, 'constructor'])('is "done" where the operation is %s', (operation) => {
		expect(pastTense(operation)).toBe('done');
	});

	it.each([
		['create', 'skipped', 'skipped'],
		['create', 'deleted', 'created'],
		['get', 'skipped', 'read'],
	])('is that of %s, of whose output %s is a field of the service: %s', (operation, action, word) => {
		expect(resultWord(operation, { action })).toBe(word);
	});
});
