import { Outage } from '../../nodes/EmailMarketing/execution/Outage';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const failure = (status = 500, outcomeUnknown = false) =>
	new UserFacingError('It failed', 'Try again later.', { status, outcomeUnknown, isGeneral: status >= 500 });

let outage: Outage;
/** The turns of so many rows that are under way. */
const begin = (count: number) => Array.from({ length: count }, () => outage.begin());
let client: { signal: AbortSignal; stop: (reason?: unknown) => void };
beforeEach(() => {
	const controller = new AbortController();
	client = { signal: controller.signal, stop: (reason) => controller.abort(reason) };
	outage = new Outage(client);
});

describe('the sending of a run', () => {
	it.each([[[1, 2, 3, 4, 5]], [[5, 3, 1, 2, 4]], [[9, 6, 8, 2, 5, 7]]])(
		'ends after five failures in a row, whichever is known first: %j',
		(turns) => {
			begin(10);
			for (const turn of turns) {
				expect(outage.stopReason).toBeUndefined();
				outage.count(failure(), turn);
			}
			expect(outage.stopReason?.message).toContain('5 failures in a row');
			expect([client.signal.aborted, new Outage(client).stopReason]).toEqual([true, outage.stopReason]);
		},
	);

	it('goes on where rows under way are between the failures, which only came first', () => {
		for (const turn of begin(40)) if (turn % 5 !== 0) outage.count(failure(), turn);
		expect(outage.stopReason).toBeUndefined();
	});

	it('goes on where the resources of single rows are not found', () => {
		for (const turn of begin(20)) outage.count(failure(404), turn);
		expect(outage.stopReason).toBeUndefined();
	});

	it('goes on where a rejected row is between the failures', () => {
		for (const turn of begin(20)) outage.count(failure(turn % 5 === 0 ? 422 : 500), turn);
		expect(outage.stopReason).toBeUndefined();
	});

	it('goes on where one failure stands for several rows', () => {
		const remembered = failure();
		for (const turn of begin(20)) outage.count(remembered, turn);
		expect(outage.stopReason).toBeUndefined();
	});

	it.each([
		['a known failure that cannot be repeated', { status: 500 }, false],
		['one that can', { status: 503, canRetry: true }, true],
		['an unknown outcome, as after a reset', { outcomeUnknown: true }, true],
		['an unknown outcome of a status', { status: 408, outcomeUnknown: true }, true],
		['a redirect, of which the outcome is unknown', { status: 302, outcomeUnknown: true }, false],
	])('that ends says whether the rest may be run again: after %s', (_, facts, canRetry) => {
		for (const turn of begin(5)) {
			outage.count(new UserFacingError('It failed', '', { ...facts, isGeneral: true }), turn);
		}
		expect(outage.stopReason).toMatchObject({ canRetry });
	});

	it('ends at once where the access token is rejected', () => {
		outage.count(new UserFacingError('No', '', { status: 401, isGeneral: true }), outage.begin());
		expect([client.signal.aborted, outage.stopReason?.message]).toEqual([
			true,
			'Not sent after a rejected access token',
		]);
	});

	it('does not end by what fails once the execution was cancelled', () => {
		client.stop();
		for (const turn of begin(9)) outage.count(failure(), turn);
		expect(outage.stopReason).toBeUndefined();
	});

	it.each([
		[false, 'It failed. Try again later.'],
		[true, 'It failed.'],
	])('that ends shows the advice only where it holds for the rest: unknown %s', (isUnknown, description) => {
		for (const turn of begin(5)) outage.count(failure(500, isUnknown), turn);
		expect(outage.stopReason?.description).toBe(description);
	});
});
