import { Outage } from '../../nodes/EmailMarketing/execution/Outage';
import { inParallel } from '../../nodes/EmailMarketing/shared/loops';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { defined } from '../defined';

const failure = (status = 500, outcomeUnknown = false) =>
	new UserFacingError('It failed', 'Try again later.', { status, outcomeUnknown, isGeneral: status >= 500 });

let outage: Outage;
let client: { signal: AbortSignal; stop: (reason?: unknown) => void };
beforeEach(() => {
	const controller = new AbortController();
	client = { signal: controller.signal, stop: (reason) => controller.abort(reason) };
	outage = new Outage(client);
});

/** Those that have begun: each ends with a result or a failure. */
let begun: Array<(result: string | UserFacingError) => void>;

/** Lets so many wait for their turns. @returns how those ended that have ended */
const want = (count: number): unknown[] => {
	const ends: unknown[] = [];
	begun = [];
	const work = async () =>
		await new Promise<string>((resolve, reject) => {
			begun.push((result) => (typeof result === 'string' ? resolve(result) : reject(result)));
		});
	const note = (end: unknown): void => void ends.push(end);
	const isUnsent = (result: string): boolean => result === 'unsent';
	for (let left = count; left > 0; left -= 1) void outage.attempt(work, isUnsent).then(note, note);
	return ends;
};
const settled = async () => await new Promise<void>((resolve) => setImmediate(resolve));
const end = async (index: number, result: string | UserFacingError): Promise<void> => {
	await settled();
	defined(begun[index])(result);
	await settled();
};

/** Lets so many turns begin after one that succeeded, and lets some of them fail. */
const failIn = async (count: number, turns: readonly number[], failureOf: (turn: number) => UserFacingError) => {
	want(1 + count);
	await end(0, 'done');
	for (const turn of turns) await end(turn, failureOf(turn));
};
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the sending of a run', () => {
	it.each([[[1, 2, 3, 4, 5]], [[5, 3, 1, 2, 4]], [[9, 6, 8, 2, 5, 7]]])(
		'ends after five failures in a row, whichever is known first: %j',
		async (turns) => {
			await failIn(10, turns.slice(0, -1), () => failure());
			expect(outage.stopReason).toBeUndefined();
			await end(turns.at(-1) ?? 0, failure());
			expect(outage.stopReason?.message).toContain('5 failures in a row');
			expect([client.signal.aborted, new Outage(client).stopReason]).toEqual([true, outage.stopReason]);
		},
	);

	it('goes on where rows under way are between the failures, which only came first', async () => {
		const turns = upTo(40).filter((turn) => turn % 5 !== 0);
		await failIn(40, turns, () => failure());
		expect(outage.stopReason).toBeUndefined();
	});

	it.each<[string, (turn: number) => number]>([
		['the resources of single rows are not found', () => 404],
		['a rejected row is between the failures', (turn) => (turn % 5 === 0 ? 422 : 500)],
	])('goes on where %s', async (_, statusOf) => {
		await failIn(20, upTo(20), (turn) => failure(statusOf(turn)));
		expect(outage.stopReason).toBeUndefined();
	});

	it('goes on where one failure stands for several rows', async () => {
		const remembered = failure();
		await failIn(20, upTo(20), () => remembered);
		expect(outage.stopReason).toBeUndefined();
	});

	it('counts no turn for which nothing is sent, which does not end a row of failures either', async () => {
		await failIn(10, [], () => failure());
		for (const turn of upTo(8)) await end(turn, turn % 2 === 0 ? 'unsent' : failure());
		expect(outage.stopReason).toBeUndefined();
		await end(9, failure());
		expect(outage.stopReason?.message).toContain('5 failures in a row');
	});

	it.each([
		['a known failure that cannot be repeated', { status: 500 }, false],
		['one that can', { status: 503, canRetry: true }, true],
		['an unknown outcome, as after a reset', { outcomeUnknown: true }, true],
		['an unknown outcome of a status', { status: 408, outcomeUnknown: true }, true],
		['a redirect, of which the outcome is unknown', { status: 302, outcomeUnknown: true }, false],
	])('that ends says whether the rest may be run again: after %s', async (_, facts, canRetry) => {
		await failIn(5, upTo(5), () => new UserFacingError('It failed', '', { ...facts, isGeneral: true }));
		expect(outage.stopReason).toMatchObject({ canRetry });
	});

	it.each([
		[false, 'It failed. Try again later.'],
		[true, 'It failed.'],
	])('that ends shows the advice only where it holds for the rest: unknown %s', async (isUnknown, description) => {
		await failIn(5, upTo(5), () => failure(500, isUnknown));
		expect(outage.stopReason?.description).toBe(description);
	});
});

describe('the turns of a run', () => {
	it('begin in the order of the items, also those that come while others wait', async () => {
		const order: number[] = [];
		const items = [...Array(60).keys()];
		await inParallel(items, 20, async (item) => {
			await outage.attempt(async () => await Promise.resolve(order.push(item)));
		});
		expect(order).toEqual(items);
	});

	it('wait after five failures without a success in between, until one of those under way succeeds', async () => {
		want(100);
		for (const index of [1, 3, 5, 7, 9]) await end(index, failure());
		expect(begun).toHaveLength(14);
		await end(11, failure());
		expect(begun).toHaveLength(14);
		await end(0, 'done');
		expect(begun).toHaveLength(100);
		expect(outage.stopReason).toBeUndefined();
	});

	it('are more than ten after a rejection, which shows that the service works', async () => {
		want(100);
		await end(0, failure(422));
		expect(begun).toHaveLength(100);
	});

	it('end where all of those under way fail', async () => {
		const ends = want(100);
		for (const index of [1, 3, 5, 7, 9, 0, 2, 4]) await end(index, failure());
		expect(begun).toHaveLength(14);
		expect(outage.stopReason?.message).toContain('5 failures in a row');
		for (const index of [6, 8, 10, 11, 12, 13]) await end(index, failure());
		expect(ends.filter((one) => one instanceof AbortError)).toHaveLength(86);
	});
});
