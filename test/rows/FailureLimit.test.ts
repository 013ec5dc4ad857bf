import { FailureLimit } from '../../nodes/EmailMarketing/rows/FailureLimit';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const failure = (status = 500, isOutcomeUnknown = false) =>
	new UserFacingError('It failed', 'Try again later.', { status, isOutcomeUnknown });

let limit: FailureLimit;
/** The turns of so many rows that are under way. */
const begin = (count: number) => Array.from({ length: count }, () => limit.begin());
beforeEach(() => (limit = new FailureLimit()));

describe('the sending of rows', () => {
	it.each([[[1, 2, 3, 4, 5]], [[5, 3, 1, 2, 4]], [[9, 6, 8, 2, 5, 7]]])(
		'ends after five failures in a row, whichever is known first: %j',
		(turns) => {
			begin(10);
			for (const turn of turns) {
				expect(limit.stopReason).toBeUndefined();
				limit.count(failure(), turn);
			}
			expect(limit.stopReason?.message).toContain('5 failures in a row');
		},
	);

	it('goes on where rows under way are between the failures, which only came first', () => {
		for (const turn of begin(40)) if (turn % 5 !== 0) limit.count(failure(), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it('goes on where one failure stands for several rows', () => {
		const remembered = failure();
		for (const turn of begin(20)) limit.count(remembered, turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it('ends after ten rejections, unless something was accepted', () => {
		for (const turn of begin(9)) expect(limit.count(failure(422), turn)).toBe('rejected');
		expect(limit.stopReason).toBeUndefined();
		limit.count(failure(422), limit.begin());
		expect(limit.stopReason?.message).toContain('10 rejections');

		limit = new FailureLimit();
		limit.accept();
		for (const turn of begin(20)) limit.count(failure(422), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it.each([
		[false, 'failed', 'It failed. Try again later.'],
		[true, 'unknown', 'It failed.'],
	])('that ends shows the advice only where it holds for the rest: unknown %s', (isUnknown, action, description) => {
		for (const turn of begin(5)) expect(limit.count(failure(500, isUnknown), turn)).toBe(action);
		expect(limit.stopReason?.description).toBe(description);
	});
});
