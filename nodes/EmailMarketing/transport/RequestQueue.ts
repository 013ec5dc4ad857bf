import { wait } from './wait';

/** The outcome of a request, as far as the load on the service is concerned. */
export type Feedback =
	/** A response, whatever it said. */
	| 'responded'
	/** The service had no capacity: 429, or 503 with Retry-After. */
	| 'rateLimited'
	/** No response in time, or none at all. */
	| 'unanswered'
	/** The service itself failed: 500 and the like. Or nothing was sent. It says nothing about the load. */
	| 'failed';

/** What a request gave, and what it says about the load on the service. */
export interface Turn<T> {
	readonly value: T;
	readonly feedback: Feedback;
}

type Start = (granted: boolean) => void;

/** Lanes in the order in which they are served: urgent requests, retries, new requests. */
export type Lane = 'urgent' | 'again' | 'first';

/** Also the fewest responses of a round: the mean of fewer says little. */
const firstLimit = 10;
/** A round whose mean time is longer by this factor, and by so many ms, than with no more than the first limit in flight is slow. */
const slow = { factor: 1.5, ms: 5 };
/** How far one round moves the usual time: it follows a service that becomes slower, and one round alone means little. */
const weight = 0.25;
/**
 * Bounds how many requests of one execution are in flight. The limit doubles with each full round until the service slows down, rate limits or does not respond;
 * from then on it grows by one a round, and drops by a fifth after a slow round and by half after a rate limit. No limit of the service is documented.
 * Waiting requests start in order, lane by lane. A pause holds all of them, and an abort of the signal ends them.
 */
export class RequestQueue {
	private limit: number;

	private inFlight = 0;

	private isDoubling = true;

	/** The times of the responses of this round, in ms. */
	private round = { count: 0, totalMs: 0 };

	/** Counts the changes of the limit: a request that left before says nothing about the present one. */
	private epoch = 0;

	/** The time of a response with no more than the first limit in flight. */
	private usualMs?: number;

	private readonly waiting: Record<Lane, Start[]> = { urgent: [], again: [], first: [] };

	private pauses = 0;

	/** @param ceiling how many requests may be in flight at most */
	constructor(
		private readonly ceiling: number,
		private readonly signal: AbortSignal,
	) {
		this.limit = Math.min(firstLimit, ceiling);
		signal.addEventListener('abort', () => this.endWaiting(), { once: true });
	}

	/** Runs a request when its turn comes. @returns what it gave, or `undefined` when the execution stopped before it could start */
	async add<T>(request: () => Promise<Turn<T>>, lane: Lane = 'first'): Promise<T | undefined> {
		if (this.signal.aborted) return undefined;
		const isGranted = await new Promise<boolean>((resolve) => {
			this.waiting[lane].push(resolve);
			this.startNext();
		});
		if (!isGranted) return undefined;
		const { epoch } = this;
		const startedMs = Date.now();
		try {
			const { value, feedback } = await request();
			if (epoch === this.epoch) this.learn(feedback, Math.max(0, Date.now() - startedMs));
			return value;
		} finally {
			this.inFlight -= 1;
			this.startNext();
		}
	}

	/** Starts nothing new for `ms`. Several pauses overlap: the longest one counts. */
	async pause(ms: number): Promise<void> {
		this.pauses += 1;
		await wait(ms, this.signal);
		this.pauses -= 1;
		this.startNext();
	}

	private learn(feedback: Feedback, ms: number): void {
		if (feedback === 'rateLimited' || feedback === 'unanswered') return this.lower(0.5);
		if (feedback === 'failed') return;
		this.round.count += 1;
		this.round.totalMs += ms;
		if (this.round.count < Math.max(firstLimit, this.limit)) return;
		const meanMs = this.round.totalMs / this.round.count;
		const { usualMs = meanMs } = this;
		const isSlow = meanMs > usualMs * slow.factor + slow.ms;
		// The first round may be slow because connections are new.
		if (this.limit <= firstLimit) this.usualMs = usualMs + (meanMs - usualMs) * weight;
		else if (this.isDoubling) this.usualMs = Math.min(meanMs, usualMs);
		// Below the first limit a service is slow for another reason.
		if (isSlow) return this.lower(0.8, Math.min(firstLimit, this.limit));
		// Only a limit that was reached has shown that the service takes as much.
		const isFull = this.inFlight >= this.limit * 0.8;
		if (isFull) this.change(this.isDoubling ? this.limit * 2 : this.limit + 1);
		else this.round = { count: 0, totalMs: 0 };
	}

	private lower(factor: number, least = 1): void {
		this.isDoubling = false;
		this.change(Math.max(least, Math.floor(this.limit * factor)));
	}

	private change(limit: number): void {
		this.limit = Math.max(1, Math.min(this.ceiling, limit));
		this.round = { count: 0, totalMs: 0 };
		this.epoch += 1;
	}

	private startNext(): void {
		while (this.pauses === 0 && this.inFlight < this.limit) {
			const { urgent, again, first } = this.waiting;
			const start = urgent.shift() ?? again.shift() ?? first.shift();
			if (start === undefined) return;
			this.inFlight += 1;
			start(true);
		}
	}

	private endWaiting(): void {
		for (const lane of Object.values(this.waiting)) lane.splice(0).forEach((start) => start(false));
	}
}
