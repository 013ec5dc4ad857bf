import { FailureLimit } from '../../nodes/EmailMarketing/execution/FailureLimit';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

const failure = (status = 500, outcomeUnknown = false) =>
	new UserFacingError('It failed', 'Try again later.', { status, outcomeUnknown, isGeneral: status >= 500 });

let limit: FailureLimit;
/** The turns of so many rows that are under way. */
const begin = (count: number) => Array.from({ length: count }, () => limit.begin());
let client: { signal: AbortSignal; stop: (reason?: unknown) => void };
beforeEach(() => {
	const controller = new AbortController();
	client = { signal: controller.signal, stop: (reason) => controller.abort(reason) };
	limit = new FailureLimit(client);
});

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
			expect([client.signal.aborted, new FailureLimit(client).stopReason]).toEqual([true, limit.stopReason]);
		},
	);

	it('goes on where rows under way are between the failures, which only came first', () => {
		for (const turn of begin(40)) if (turn % 5 !== 0) limit.count(failure(), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it('goes on where the resources of single rows are not found', () => {
		for (const turn of begin(20)) limit.countRow(failure(404), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it('goes on where a rejected row is between the failures', () => {
		for (const turn of begin(20)) limit.countRow(failure(turn % 5 === 0 ? 422 : 500), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it('goes on where one failure stands for several rows', () => {
		const remembered = failure();
		for (const turn of begin(20)) limit.count(remembered, turn);
		expect(limit.stopReason).toBeUndefined();
	});

	/** Sends 30 rows, of which those given are accepted. @returns the rows that were sent, in the order of sending */
	const sentOf = async (accepted: readonly number[], parallel = 1) => {
		const sent: number[] = [];
		await limit.inOrder([...Array(30).keys()], parallel, async (row) => {
			if (limit.stopReason !== undefined) return;
			sent.push(row);
			await Promise.resolve();
			if (accepted.includes(row)) limit.accept();
			else limit.countRow(failure(422), limit.begin());
		});
		return sent;
	};
	const first = (count: number) => [...Array(count).keys()];

	it('ends after ten rejections and that of the last row, unless something was accepted', async () => {
		expect(await sentOf([])).toEqual([...first(10), 29]);
		expect(limit.stopReason?.message).toContain('10 rejections');
		// Other lists may accept their rows.
		expect([client.signal.aborted, new FailureLimit(client).stopReason]).toEqual([false, undefined]);

		limit = new FailureLimit(client);
		expect(await sentOf([3])).toEqual(first(30));
		expect(limit.stopReason).toBeUndefined();
	});

	it.each([1, 5])('goes on where the last row is accepted, which is not sent twice: %i at a time', async (parallel) => {
		const sent = await sentOf([29], parallel);
		expect(sent.indexOf(29)).toBeLessThan(10 + parallel);
		expect(sent.toSorted((one, other) => one - other)).toEqual(first(30));
	});

	it('does not try the last row a second time, when it was one of the ten', async () => {
		await limit.inOrder(first(10), 10, async (row) => {
			await Promise.resolve();
			limit.countRow(failure(422), row);
		});
		expect(limit.stopReason).toBeUndefined();
	});

	it.each([
		['a known failure that cannot be repeated', { status: 500 }, false],
		['one that can', { status: 503, canRetry: true }, true],
		['an unknown outcome, as after a reset', { outcomeUnknown: true }, true],
		['an unknown outcome of a status', { status: 408, outcomeUnknown: true }, true],
		['a redirect, of which the outcome is unknown', { status: 302, outcomeUnknown: true }, false],
	])('that ends says whether the rest may be run again: after %s', (_, facts, canRetry) => {
		for (const turn of begin(5)) limit.count(new UserFacingError('It failed', '', { ...facts, isGeneral: true }), turn);
		expect(limit.stopReason).toMatchObject({ canRetry });
	});

	it('ends at once where the access token is rejected', () => {
		limit.count(new UserFacingError('No', '', { status: 401, isGeneral: true }), limit.begin());
		expect([client.signal.aborted, limit.stopReason?.message]).toEqual([
			true,
			'Not sent after a rejected access token',
		]);
	});

	it('does not end by what fails once the execution was cancelled', () => {
		client.stop();
		for (const turn of begin(9)) limit.count(failure(), turn);
		expect(limit.stopReason).toBeUndefined();
	});

	it.each([
		[false, 'failed', 'It failed. Try again later.'],
		[true, 'unknown', 'It failed.'],
	])('that ends shows the advice only where it holds for the rest: unknown %s', (isUnknown, action, description) => {
		for (const turn of begin(5)) expect(limit.countRow(failure(500, isUnknown), turn)).toBe(action);
		expect(limit.stopReason?.description).toBe(description);
	});
});
