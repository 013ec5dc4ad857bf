import { ConcurrencyLimit, type Feedback } from '../../nodes/EmailMarketing/transport/ConcurrencyLimit';
import { randomNumbers } from '../random';

/** A service in simulated time: no clock is read and no timer waits, so every run is the same. */
interface Service {
	begin(request: number, nowMs: number): void;
	/** Takes the request that ends next. */
	end(): { request: number; atMs: number; feedback?: Feedback };
}

/** A service that knows when an answer will be ready as soon as the request arrives. */
function answering(
	readyAtMs: (nowMs: number, request: number) => number,
	feedbackOf: (nowMs: number) => Feedback = () => 'answered',
): Service {
	const open: Array<{ request: number; atMs: number; feedback: Feedback }> = [];
	return {
		begin(request, nowMs) {
			open.push({ request, atMs: readyAtMs(nowMs, request), feedback: feedbackOf(nowMs) });
		},
		end() {
			const atMs = Math.min(...open.map((entry) => entry.atMs));
			const [next] = open.splice(
				open.findIndex((entry) => entry.atMs === atMs),
				1,
			);
			if (next === undefined) throw new Error('Nothing is in flight');
			return next;
		},
	};
}

/** So many workers behind a queue: what is beyond them only waits. */
function workers(count: number, workMs: (request: number) => number): Service {
	const freeAtMs = Array.from({ length: count }, () => 0);
	return answering((nowMs, request) => {
		const worker = freeAtMs.indexOf(Math.min(...freeAtMs));
		return (freeAtMs[worker] = Math.max(nowMs, freeAtMs[worker] ?? 0) + workMs(request));
	});
}

/** A processor that all requests share: so many get its full speed, more of them slow each other down. */
function sharing(knee: number, workMs: (request: number) => number): Service {
	const leftMs = new Map<number, number>();
	let now = 0;
	const pass = (ms: number): void => {
		const speed = Math.min(1, knee / leftMs.size);
		for (const [request, left] of leftMs) leftMs.set(request, left - ms * speed);
		now += ms;
	};
	return {
		begin(request, nowMs) {
			if (nowMs > now && leftMs.size > 0) pass(nowMs - now);
			now = nowMs;
			leftMs.set(request, workMs(request));
		},
		end() {
			const [request, left] = [...leftMs].reduce((least, entry) => (entry[1] < least[1] ? entry : least));
			pass(left / Math.min(1, knee / leftMs.size));
			leftMs.delete(request);
			return { request, atMs: now };
		},
	};
}

interface Simulated {
	/** The limit after each answer. */
	readonly limits: number[];
	/** Answers a second, of the second half of the run: by then it has settled. */
	readonly throughput: number;
}

/** Sends so many requests, as many at a time as the limit allows. */
function simulate(
	service: Service,
	limit: Pick<ConcurrencyLimit, 'current' | 'epoch' | 'learn'>,
	total = 20_000,
): Simulated {
	const begun = new Map<number, { atMs: number; epoch: number }>();
	const limits: number[] = [];
	const endedMs: number[] = [];
	let [next, now, inFlight] = [0, 0, 0];
	while (limits.length < total) {
		for (; inFlight < limit.current && next < total; inFlight += 1, next += 1) {
			begun.set(next, { atMs: now, epoch: limit.epoch });
			service.begin(next, now);
		}
		const { request, atMs, feedback = 'answered' } = service.end();
		now = atMs;
		const { atMs: begunMs = now, epoch = 0 } = begun.get(request) ?? {};
		begun.delete(request);
		limit.learn(feedback, now - begunMs, epoch, inFlight >= limit.current);
		inFlight -= 1;
		limits.push(limit.current);
		endedMs.push(now);
	}
	const half = endedMs[total / 2] ?? 0;
	return { limits, throughput: (total / 2 / (now - half)) * 1000 };
}

const ceiling = 40;
const adaptive = (service: Service, total?: number) => simulate(service, new ConcurrencyLimit(ceiling), total);

/** What the best limit that stays the same would reach. */
function bestFixed(service: () => Service): number {
	const candidates = [4, 8, 12, 16, 20, 24, 32, 40];
	return Math.max(
		...candidates.map((current) => simulate(service(), { current, epoch: 0, learn: () => undefined }, 4000).throughput),
	);
}

/** Where the limit was most of the time, once it had settled. */
function settledAt({ limits }: Simulated): number {
	const late = limits.slice(limits.length / 2).sort((a, b) => a - b);
	return late[Math.floor(late.length / 2)] ?? 0;
}

/** Times of answers as a busy network gives them: mostly short, sometimes very long. */
function exponential(meanMs: number, seed: number): () => number {
	const random = randomNumbers(seed);
	return () => -meanMs * Math.log(1 - random());
}

describe('with a service that answers in the same time, however many ask', () => {
	it.each([1, 20, 50, 500])('grows to the ceiling and stays there: %i ms', (ms) => {
		const { limits } = adaptive(
			answering((now) => now + ms),
			2000,
		);
		expect(limits.findIndex((limit) => limit === ceiling)).toBeLessThan(100);
		expect(Math.min(...limits.slice(-1000))).toBe(ceiling);
	});

	it('is changed by nothing when one answer is slow', () => {
		const steady = adaptive(
			answering((now) => now + 50),
			4000,
		);
		const oneSlow = adaptive(
			answering((now, request) => now + (request === 1500 ? 2000 : 50)),
			4000,
		);
		expect(Math.min(...oneSlow.limits.slice(1000))).toBe(Math.min(...steady.limits.slice(1000)));
	});
});

describe('with sixteen workers behind a queue', () => {
	const service = () => workers(16, () => 50);

	it('settles between 12 and 24, where it is nearly as quick as the best limit that stays the same', () => {
		const run = adaptive(service());
		expect(settledAt(run)).toBeGreaterThanOrEqual(12);
		expect(settledAt(run)).toBeLessThanOrEqual(24);
		expect(run.throughput).toBeGreaterThan(0.85 * bestFixed(service));
	});

	it('does so also when the work takes one time and another', () => {
		const scattered = (): Service => {
			const random = randomNumbers(3);
			return workers(16, () => 25 + 50 * random());
		};
		const run = adaptive(scattered());
		expect(settledAt(run)).toBeGreaterThanOrEqual(12);
		expect(settledAt(run)).toBeLessThanOrEqual(24);
		expect(run.throughput).toBeGreaterThan(0.85 * bestFixed(scattered));
	});
});

describe('with a processor that is full with sixteen', () => {
	it('settles between 12 and 24, where it is nearly as quick as the best limit that stays the same', () => {
		const service = () => sharing(16, () => 50);
		const run = adaptive(service());
		expect(settledAt(run)).toBeGreaterThanOrEqual(12);
		expect(settledAt(run)).toBeLessThanOrEqual(24);
		expect(run.throughput).toBeGreaterThan(0.85 * bestFixed(service));
	});
});

describe('with a service that refuses', () => {
	it('halves the limit at each refusal, and grows again when it takes requests', () => {
		const isClosed = (now: number): boolean => now > 5000 && now < 5100;
		const { limits } = adaptive(
			answering(
				(now) => now + 50,
				(now) => (isClosed(now) ? 'refused' : 'answered'),
			),
			20_000,
		);
		const grown = limits.slice(limits.indexOf(ceiling));
		const steps = grown.filter((limit, index) => limit !== grown[index - 1]);
		expect(steps.slice(0, 3)).toEqual([40, 20, 10]);
		expect(limits.at(-1)).toBeGreaterThanOrEqual(20);
	});
});

describe('with a service that becomes slower for good', () => {
	it.each([2, 4])('is not starved when it takes %i times as long', (factor) => {
		const turn = 20_000;
		const run = adaptive(
			answering((now) => now + (now > turn ? 50 * factor : 50)),
			60_000,
		);
		expect(settledAt(run)).toBeGreaterThanOrEqual(20);
		const slower = (ceiling / (50 * factor)) * 1000;
		expect(run.throughput).toBeGreaterThan(0.6 * slower);
	});

	it('finds the new knee when half of its workers are gone', () => {
		let working = 16;
		const freeAtMs = Array.from({ length: 16 }, () => 0);
		const service = answering((now) => {
			working = now > 30_000 ? 8 : 16;
			const present = freeAtMs.slice(0, working);
			const worker = present.indexOf(Math.min(...present));
			return (freeAtMs[worker] = Math.max(now, freeAtMs[worker] ?? 0) + 50);
		});
		const run = adaptive(service, 40_000);
		expect(settledAt(run)).toBeGreaterThanOrEqual(6);
		expect(settledAt(run)).toBeLessThanOrEqual(16);
		expect(run.throughput).toBeGreaterThan(0.85 * 160);
	});
});

describe('with answers whose times scatter widely', () => {
	it('is not starved by the noise alone', () => {
		const most = (ceiling / 50) * 1000;
		const shares = Array.from({ length: 20 }, (_, seed) => {
			const times = exponential(50, seed + 1);
			return adaptive(answering((now) => now + times())).throughput / most;
		}).sort((a, b) => a - b);
		expect(shares[10]).toBeGreaterThan(0.6);
		// Less than the first limit would mean that looking for a better one did harm.
		expect(shares[0]).toBeGreaterThan(10 / ceiling);
	});
});
