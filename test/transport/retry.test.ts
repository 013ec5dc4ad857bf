import {
	Budget,
	decideRetry,
	leavesOutcomeUnknown,
	isRateLimited,
	maxDelayMs,
	parseRetryAfter,
	type Failure,
	type FailureKind,
	type RetryQuestion,
} from '../../nodes/EmailMarketing/transport/retry';

const statuses = [
	100, 200, 204, 300, 301, 304, 307, 308, 302, 303, 400, 401, 404, 405, 408, 409, 413, 422, 425, 429, 451, 499, 500,
	501, 502, 503, 504, 505, 507, 519, 520, 525, 529, 530, 599, 999,
];
const otherKinds: FailureKind[] = ['notSent', 'noResponse', 'unreadable', 'declined', 'incomplete', 'unsendable'];
/** Every failure by its name in the tables below. A status counts for its own kind only. */
const everyFailure = [
	...statuses.map((status) => ({ name: String(status), kind: 'status', status }) as const),
	...otherKinds.flatMap((kind) => [200, 429, 503, undefined].map((status) => ({ name: kind, kind, status }))),
];

/** What is sent again: in any case, or only where sending it twice does no harm. Nothing else is. */
const sentAgain = {
	always: ['notSent', '429'],
	idempotent: ['noResponse', 'unreadable', ...'408 500 502 503 504 520 525 529'.split(' ')],
};
/** Failures after which the service has not done the work. */
const notDone = ['notSent', 'declined', 'unsendable', '301', '307', '308'];
const isNotDone = (name: string): boolean => notDone.includes(name) || (/^4\d\d$/.test(name) && name !== '408');

const question: RetryQuestion = {
	kind: 'status',
	status: 500,
	idempotent: true,
	retries: 0,
	maxRetries: 4,
	waitedMs: 0,
	isInteractive: true,
	random: 0.5,
};
const waitsFor = (asked: Partial<RetryQuestion>) =>
	[0, 0.5, 0.999].map((random) => decideRetry({ ...question, maxRetries: 20, ...asked, random }) ?? -1);

describe.each(everyFailure)('after $name (status $status)', ({ name, kind, status }) => {
	it('a request is sent again where the table says so, or after a rate limit if others wait for it', () => {
		for (const idempotent of [true, false])
			for (const retryAfterMs of [undefined, 0, 7000]) {
				const isRefused = name === '429' || (name === '503' && retryAfterMs !== undefined);
				const expected =
					isRefused || sentAgain.always.includes(name) || (idempotent && sentAgain.idempotent.includes(name));
				const isSentAgain = (retries: number, maxRetries: number): boolean =>
					decideRetry({ ...question, kind, status, idempotent, retryAfterMs, retries, maxRetries }) !== undefined;
				expect([isSentAgain(0, 1), isSentAgain(3, 4)]).toEqual([expected, expected]);
				expect([isSentAgain(0, 0), isSentAgain(4, 4)]).toEqual([false, false]);
				expect(isRateLimited({ kind, status, retryAfterMs })).toBe(isRefused);
				const brief = decideRetry({ ...question, kind, status, idempotent, retryAfterMs, isBrief: true });
				expect(brief !== undefined).toBe(isRefused);
			}
	});

	it('it is known whether the work may have been done', () => {
		expect(leavesOutcomeUnknown({ kind, status })).toBe(!isNotDone(name));
		expect(leavesOutcomeUnknown({ kind, status, retryAfterMs: 0 })).toBe(!isNotDone(name) && name !== '503');
	});
});

describe('a 503 with Retry-After that is a web page', () => {
	const varnish = {
		kind: 'status',
		status: 503,
		retryAfterMs: 5000,
		body: ' <!DOCTYPE html><h1>Error 503</h1>',
	} as const;

	it('comes from a proxy, which does not know what the service did', () => {
		expect(isRateLimited(varnish)).toBe(false);
		expect(leavesOutcomeUnknown(varnish)).toBe(true);
		for (const body of [{ message: 'Later' }, 'Later', undefined]) {
			expect(isRateLimited({ ...varnish, body })).toBe(true);
			expect(leavesOutcomeUnknown({ ...varnish, body })).toBe(false);
		}
		expect(isRateLimited({ ...varnish, status: 429 })).toBe(true);
	});

	it('is waited out for what can be sent twice, and ends what cannot', () => {
		expect(decideRetry({ ...question, ...varnish })).toBe(5000);
		expect(decideRetry({ ...question, ...varnish, idempotent: false })).toBeUndefined();
	});
});

describe('the wait before a request is sent again', () => {
	it.each([0, 1, 5, 7, 19])(
		'after %i retries is any time between half of a bound and the bound, which doubles up to a minute',
		(retries) => {
			const bound = Math.min(60_000, 500 * 2 ** retries);
			const [shortest, middle, longest = Infinity] = waitsFor({ retries });
			expect(shortest).toBe(bound / 2);
			expect(middle).toBeCloseTo(bound * 0.75, 5);
			expect(longest).toBeCloseTo(bound * 0.9995, 5);
			expect(longest).toBeLessThan(maxDelayMs);
		},
	);

	// Four of them get beyond a minute: a service that says no time often counts by the minute.
	it.each([
		[0, 1000],
		[2, 16_000],
		[3, 60_000],
	])('after %i retries and a 429 that says no time is %i ms, less a quarter at most', (retries, longest) => {
		const waits = waitsFor({ status: 429, retries });
		expect(waits[0]).toBe(longest);
		expect(waits[1]).toBe(longest * 0.875);
	});

	it.each([
		[2, 1000, 1000],
		[3, 1000, 2000],
		[3, 30_000, 30_000],
		[0, 0, 250],
		[9, 86_400_000, 60_000],
		// Two seconds at most for one: a service that counts by the second is not kept waiting.
		[9, 1000, 2000],
		[9, 500, 60_000],
	])(
		'after %i retries and a rate limit of %i ms is %i ms: longer only after waits without success',
		(retries, retryAfterMs, ms) => {
			for (const status of [429, 503]) expect(waitsFor({ status, retries, retryAfterMs })).toEqual([ms, ms, ms]);
		},
	);

	it.each([
		[7000, 3_593_000, 7000],
		[7000, 3_593_001, undefined],
		[0, 3_599_501, undefined],
	])(
		'after a rate limit of %i ms and %i ms of waiting is %p ms, with no retry left too',
		(retryAfterMs, waitedMs, ms) => {
			const limited = { ...question, isInteractive: false, status: 429, retryAfterMs, waitedMs, retries: 1 };
			expect(decideRetry({ ...limited, maxRetries: 1 })).toBe(ms);
			expect(decideRetry({ ...limited, maxRetries: 0 })).toBeUndefined();
		},
	);

	it.each<Partial<RetryQuestion>>([{ status: 500 }, { status: 500, retryAfterMs: 2000 }, { status: 429 }])(
		'after %j uses up a retry, however long the request has waited for rate limits',
		(asked) => {
			const waited = { ...asked, isInteractive: false, waitedMs: 3_600_000 };
			expect(waitsFor(waited)).toEqual(waitsFor(asked));
			expect(decideRetry({ ...question, ...waited, retries: 4 })).toBeUndefined();
		},
	);

	it('is as long as the service asked for also after what was no rate limit', () => {
		for (const retries of [0, 3]) {
			expect(waitsFor({ retries, retryAfterMs: 2000 })).toEqual([2000, 2000, 2000]);
			expect(waitsFor({ retries, retryAfterMs: 0 })).toEqual([0, 0, 0]);
			expect(waitsFor({ retries, retryAfterMs: 86_400_000 })).toEqual([60_000, 60_000, 60_000]);
		}
	});
});

describe('what the attempts of one request use up', () => {
	const [untimed, timed, failed] = [
		{ ok: false, kind: 'status', status: 429 },
		{ ok: false, kind: 'status', status: 429, retryAfterMs: 100 },
		{ ok: false, kind: 'status', status: 500 },
	] as const;
	type Attempt = readonly [failure: Failure, accepted: number];
	/** How many of these attempts are followed by another one. */
	const sentAgainOf = (attempts: readonly Attempt[]): number => {
		const budget = new Budget({ idempotent: true, maxRetries: 2, isInteractive: false });
		const waits = attempts.map(([failure, accepted]) => budget.spend(failure, accepted));
		return waits.includes(undefined) ? waits.indexOf(undefined) : waits.length;
	};
	const times = (count: number, ...attempt: Attempt): Attempt[] => Array<Attempt>(count).fill(attempt);
	const inTurn = [failed, untimed, failed, untimed].map((failure): Attempt => [failure, 0]);

	it.each<[string, Attempt[], number]>([
		['failures: one each', times(5, failed, 0), 2],
		['rate limits that name no time: one each', times(5, untimed, 0), 2],
		['rate limits while others are accepted: none', [1, 2, 3, 4, 5].map((accepted) => [untimed, accepted]), 5],
		['rate limits while others were accepted only before: one each', times(5, untimed, 7), 3],
		['rate limits and failures: counted apart', inTurn, 4],
		['rate limits of both kinds: counted apart', [...times(6, timed, 0), ...times(2, untimed, 0), [timed, 0]], 9],
	])('is %s', (_, attempts, sent) => {
		expect(sentAgainOf(attempts)).toBe(sent);
	});

	it('is an hour of waiting in all, not counting the waits after failures', () => {
		const long = { ...timed, retryAfterMs: 1_200_000 };
		expect(sentAgainOf([[failed, 0], ...times(9, long, 0)])).toBe(4);
	});
});

describe('a Retry-After header', () => {
	const now = Date.parse('2024-05-01T12:00:00Z');

	it.each([
		[' 30 ', 30_000],
		['1.25', 1250],
		[120, 120_000],
		[' Wed, 01 May 2024 12:00:10 GMT ', 10_000],
		['Wed 01 May 2024 12:00:10 GMT', 10_000],
		['Wednesday, 01-May-24 12:00:10 GMT', 10_000],
		['Wed, 01 May 2024 11:59:00 GMT', 0],
	])('is read in seconds or as a date: %j', (header, ms) => {
		expect(parseRetryAfter(header, now)).toBe(ms);
	});

	it.each([
		...[undefined, null, {}, ['1'], true, Number.NaN, '', '  ', 'soon', '5s', '1e3', '-5', 'in 5', '10, 20', '3600;'],
		...['(soon) Wed, 01 May 2024 12:00:10 GMT', 'Wed, 01 May 2024 12:00:10 GMT (soon)', '9'.repeat(400)],
	])('is ignored where it is neither: %j', (header) => {
		expect(parseRetryAfter(header, now)).toBeUndefined();
	});
});
