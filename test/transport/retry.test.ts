import {
	decideRetry,
	isOutcomeUnknown,
	isRateLimited,
	maxDelayMs,
	parseRetryAfter,
	type FailureKind,
	type RetryQuestion,
} from '../../nodes/EmailMarketing/transport/retry';

const kinds: FailureKind[] = ['notSent', 'noAnswer', 'status', 'unreadable', 'declined', 'notRetryable'];
const statuses = [
	100, 200, 204, 300, 301, 304, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 425, 429, 451, 499, 500,
	501, 502, 503, 504, 505, 507, 519, 520, 525, 529, 530, 599, 600, 999,
];
/** A status counts for its own kind only. */
const everyFailure = kinds.flatMap((kind) =>
	(kind === 'status' ? statuses : [200, 429, undefined]).map((status) => [kind, status] as const),
);

/** Which failures are followed by another attempt, 'idempotent': only where sending twice does no harm. The rest never is. */
const sentAgain: Readonly<Record<string, 'always' | 'idempotent'>> = {
	notSent: 'always',
	noAnswer: 'idempotent',
	unreadable: 'idempotent',
	'status 408': 'idempotent',
	'status 429': 'always',
	'status 500': 'idempotent',
	'status 502': 'idempotent',
	'status 503': 'idempotent',
	'status 503 and Retry-After': 'always',
	'status 504': 'idempotent',
	'status 520': 'idempotent',
	'status 525': 'idempotent',
	'status 529': 'idempotent',
};

const question: RetryQuestion = {
	kind: 'status',
	status: 500,
	idempotent: true,
	retries: 0,
	maxRetries: 4,
	random: 0.5,
};

describe('a 503 with Retry-After', () => {
	const varnish = {
		kind: 'status',
		status: 503,
		retryAfterMs: 5000,
		body: ' <!DOCTYPE html><h1>Error 503 Backend fetch failed</h1>',
	} as const;

	it('has refused the request, unless it is a web page: a proxy does not know what the service did', () => {
		expect([
			isRateLimited(varnish),
			isRateLimited({ ...varnish, body: { message: 'Later' } }),
			isRateLimited({ ...varnish, body: undefined }),
		]).toEqual([false, true, true]);
		expect([isOutcomeUnknown(varnish), isOutcomeUnknown({ ...varnish, body: 'Later' })]).toEqual([true, false]);
	});

	it('as a web page is waited out for what can be sent twice, and ends what cannot', () => {
		expect(decideRetry({ ...question, ...varnish })).toEqual({ waitMs: 5000, pauseAll: false });
		expect(decideRetry({ ...question, ...varnish, idempotent: false })).toBeUndefined();
	});

	it('stays a refusal as a web page where the status is 429', () => {
		expect(isRateLimited({ ...varnish, status: 429 })).toBe(true);
	});
});

describe('decideRetry', () => {
	it.each(everyFailure)('decides for the kind %s with status %i as the table says', (kind, status) => {
		for (const idempotent of [true, false]) {
			for (const retryAfterMs of [undefined, 0, 7000, 86_400_000]) {
				const name = kind === 'status' ? `status ${status}` : kind;
				const rule = (retryAfterMs === undefined ? undefined : sentAgain[`${name} and Retry-After`]) ?? sentAgain[name];
				const expected = rule === 'always' || (rule === 'idempotent' && idempotent);
				const asked = (retries: number, maxRetries: number) =>
					decideRetry({ kind, status, idempotent, retryAfterMs, retries, maxRetries, random: 0.5 });
				const within = [asked(0, 1), asked(0, 4), asked(3, 4), asked(19, 20)];
				expect(within.map((answer) => answer !== undefined)).toEqual(within.map(() => expected));
				expect([asked(0, 0), asked(1, 1), asked(4, 4), asked(20, 20)]).toEqual([
					undefined,
					undefined,
					undefined,
					undefined,
				]);
				if (expected && retryAfterMs !== undefined)
					expect(within.slice(0, 2).map((answer) => answer?.waitMs)).toEqual(
						[0, 1].map(() =>
							Math.max(isRateLimited({ kind, status, retryAfterMs }) ? 250 : 0, Math.min(retryAfterMs, 60_000)),
						),
					);
			}
		}
	});

	it.each([
		[429, undefined, true],
		[429, 7000, true],
		[503, 7000, true],
		[503, undefined, false],
		[500, 7000, false],
		[408, undefined, false],
	])('after status %i with Retry-After %s pauses all requests: %s', (status, retryAfterMs, pauseAll) => {
		expect(decideRetry({ ...question, status, retryAfterMs })).toMatchObject({ pauseAll });
	});

	it('pauses only the one request that did not reach the service', () => {
		expect(decideRetry({ ...question, kind: 'notSent', status: undefined })).toMatchObject({ pauseAll: false });
	});

	const waitsFor = (asked: Partial<RetryQuestion>) =>
		[0, 0.5, 0.999].map((random) => decideRetry({ ...question, maxRetries: 20, ...asked, random })?.waitMs ?? -1);

	it.each([0, 1, 2, 5, 7, 19])(
		'backs off after %i retries for any time up to a bound that doubles, and never for more than a minute',
		(retries) => {
			const waits = waitsFor({ retries });
			const bound = Math.min(60_000, 500 * 2 ** retries);
			expect(waits[0]).toBe(0);
			expect(waits[1]).toBeCloseTo(bound / 2, 5);
			expect(waits[2]).toBeCloseTo(bound * 0.999, 5);
			expect(waits[2]).toBeLessThan(maxDelayMs);
		},
	);

	it.each([
		[0, 1000],
		[1, 4000],
		[2, 16_000],
		[3, 60_000],
		[19, 60_000],
	])('waits out a 429 that says no time: after %i retries, %i ms less a quarter at most', (retries, longest) => {
		const waits = waitsFor({ status: 429, retries });
		expect(waits[0]).toBe(longest);
		for (const waitMs of waits) {
			expect(waitMs).toBeLessThanOrEqual(longest);
			expect(waitMs).toBeGreaterThanOrEqual(longest * 0.75);
		}
	});

	it.each([
		[0, 1000, 1000],
		[1, 1000, 1000],
		[2, 1000, 1000],
		[3, 1000, 2000],
		[4, 1000, 4000],
		[3, 30_000, 30_000],
		[0, 0, 250],
		[2, 0, 1000],
		[3, 0, 2000],
		[9, 86_400_000, 60_000],
	])(
		'waits as long as it was told, and longer only when that was in vain: after %i retries, told %i ms, for %i ms',
		(retries, retryAfterMs, longest) => {
			for (const status of [429, 503]) {
				const waits = waitsFor({ status, retries, retryAfterMs });
				expect(waits[0]).toBe(longest);
				for (const waitMs of waits) expect(waitMs).toBeGreaterThanOrEqual(Math.min(retryAfterMs, 60_000));
			}
		},
	);

	it.each([0, 3])(
		'waits as long as it was told after what was no refusal, and no longer: after %i retries',
		(retries) => {
			expect(waitsFor({ status: 500, retries, retryAfterMs: 2000 })).toEqual([2000, 2000, 2000]);
			expect(waitsFor({ status: 500, retries, retryAfterMs: 0 })).toEqual([0, 0, 0]);
		},
	);

	it('gets beyond a minute in four waits, since a service that says no time often counts by the minute', () => {
		const shortest = [0, 1, 2, 3].map(
			(retries) => decideRetry({ ...question, status: 429, retries, random: 0.999 })?.waitMs ?? 0,
		);
		expect(shortest.reduce((sum, waitMs) => sum + waitMs, 0)).toBeGreaterThan(60_000);
	});
});

describe('isRateLimited', () => {
	it.each(everyFailure)(
		'tells whether the service has refused for lack of capacity: %s with status %i',
		(kind, status) => {
			expect(isRateLimited({ kind, status })).toBe(kind === 'status' && status === 429);
			expect(isRateLimited({ kind, status, retryAfterMs: 0 })).toBe(
				kind === 'status' && (status === 429 || status === 503),
			);
		},
	);
});

describe('isOutcomeUnknown', () => {
	it.each(everyFailure)('knows whether the work may have been done after %s with status %i', (kind, status = 0) => {
		const isClear = [301, 307, 308].includes(status) || (status >= 400 && status < 500 && status !== 408);
		const mayBeDone = kind === 'noAnswer' || kind === 'unreadable' || (kind === 'status' && !isClear);
		expect(isOutcomeUnknown({ kind, status })).toBe(mayBeDone);
		expect(isOutcomeUnknown({ kind, status, retryAfterMs: 1000 })).toBe(
			mayBeDone && !(kind === 'status' && status === 503),
		);
	});
});

describe('parseRetryAfter', () => {
	const now = Date.parse('2024-05-01T12:00:00Z');

	it.each([
		['0', 0],
		['1', 1000],
		[' 30 ', 30_000],
		['1.5', 1500],
		['1.25', 1250],
		[' Wed, 01 May 2024 12:00:10 GMT ', 10_000],
		['Wed 01 May 2024 12:00:10 GMT', 10_000],
		[120, 120_000],
		['86400', 86_400_000],
		['Wed, 01 May 2024 12:00:10 GMT', 10_000],
		['Thu, 02 May 2024 12:00:00 GMT', 86_400_000],
		['Wednesday, 01-May-24 12:00:10 GMT', 10_000],
		['Wed, 01 May 2024 11:59:00 GMT', 0],
		['Wed, 01 May 2024 12:00:00 GMT', 0],
	])('reads %j as %i ms', (header, ms) => {
		expect(parseRetryAfter(header, now)).toBe(ms);
	});

	it.each([
		undefined,
		null,
		'',
		'  ',
		'soon',
		'5s',
		'1e3',
		{},
		['1'],
		true,
		Number.NaN,
		'-5',
		'in 5',
		'10, 20',
		'3600;',
		'(soon) Wed, 01 May 2024 12:00:10 GMT',
		'Wed, 01 May 2024 12:00:10 GMT (soon)',
	])('takes %j for nothing', (header) => {
		expect(parseRetryAfter(header, now)).toBeUndefined();
	});

	it('takes a number that no clock can count for nothing', () => {
		expect(parseRetryAfter('9'.repeat(400), now)).toBeUndefined();
	});
});
