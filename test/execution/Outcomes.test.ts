import { Outcomes } from '../../nodes/EmailMarketing/execution/Outcomes';
import { plannedWord, actions } from '../../nodes/EmailMarketing/execution/words';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';

const failure = new UserFacingError('Down', 'Try later.', { status: 500 });
const unknown = new UserFacingError('Lost', 'Look.', { outcomeUnknown: true, mustNotRepeat: true });

describe('the outcomes of an execution', () => {
	it('are one for each item: a second one is a fault of the node', () => {
		const outcomes = new Outcomes();
		outcomes.add({ items: [0, 1], word: 'created', output: [] });
		expect(() => outcomes.add({ items: [2, 1], word: 'deleted', output: [] })).toThrow('Item 1 has two outcomes');
		expect(() => outcomes.fail([0], failure)).toThrow('Item 0 has two outcomes');
		expect([0, 1, 2].map((item) => outcomes.has(item))).toEqual([true, true, false]);
		expect(outcomes.list()).toHaveLength(1);
	});

	it('have none of an item that was not sent because the node stopped', () => {
		const outcomes = new Outcomes();
		outcomes.fail([0], new AbortError());
		expect(outcomes.list()).toEqual([]);
	});

	it('have a failure also where each item has an outcome already', () => {
		const outcomes = new Outcomes();
		outcomes.fail([], failure);
		expect(outcomes.list()).toEqual([expect.objectContaining({ items: [], failure })]);
	});

	it('know whether an item failed, and count no row of a batch as one', () => {
		const outcomes = new Outcomes();
		outcomes.add({ items: [0], word: 'failed', batch: 'L', failure });
		expect(outcomes.hasFailedItem).toBe(false);
		outcomes.fail([1], failure);
		expect(outcomes.hasFailedItem).toBe(true);
	});
});

describe('a try of Retry On Fail', () => {
	/** Whether an outcome survives in each form: of an item, of a row in a batch, of a subscriber in no row. */
	function survives(word: string, thrown?: UserFacingError): boolean[] {
		const outcomes = new Outcomes();
		const what = { output: [{ word }], failure: thrown };
		outcomes.add({ items: [0], word, ...what });
		outcomes.add({ items: [1], word, batch: 'L', ...what });
		outcomes.add({ items: [], word, batch: 'M', ...what });
		outcomes.beginTry();
		return [outcomes.has(0), outcomes.ofBatch('L').length === 1, outcomes.ofBatch('M').length === 1];
	}

	const done = ['imported', 'created', 'updated', 'resubscribed', 'unsubscribed', 'deleted', 'untagged', 'unchanged'];

	it.each(actions.filter((action) => !['rejected', 'failed', 'unknown'].includes(action)))(
		'keeps what was done, and judges anew what was skipped or planned: %s',
		(action) => {
			const isKept = done.includes(action);
			expect(survives(action)).toEqual([isKept, isKept, isKept]);
			expect(survives(plannedWord(action))).toEqual(
				plannedWord(action) === action ? [isKept, isKept, isKept] : [false, false, false],
			);
		},
	);

	it.each(['read', 'done', 'tagged', 'created or updated'])('keeps an item that is %s', (word) => {
		expect(survives(word)).toEqual([true, true, true]);
	});

	it('does again what failed or was rejected, and not what may have been done', () => {
		expect(survives('failed', failure)).toEqual([false, false, false]);
		expect(survives('rejected', new UserFacingError('No', '', { status: 422 }))).toEqual([false, false, false]);
		expect(survives('unknown', unknown)).toEqual([true, true, true]);
		// Sent again, it does no more than once.
		const repeatable = new UserFacingError('Lost', 'Look.', { outcomeUnknown: true });
		expect(survives('unknown', repeatable)).toEqual([false, false, false]);
	});

	it('ends the batches of the try before, and knows of failures only those that it keeps', () => {
		const outcomes = new Outcomes();
		outcomes.fail([0], failure);
		outcomes.conclude({ name: 'L', title: 'Import' });
		outcomes.beginTry();
		expect([outcomes.batches(), outcomes.hasFailedItem]).toEqual([[], false]);
		outcomes.fail([1], unknown);
		outcomes.beginTry();
		expect(outcomes.hasFailedItem).toBe(true);
	});
});
