import { wait } from './wait';

/** What the outcome of a request shows about the load on the service. */
export type Feedback =
	/** A response, whatever its content. */
	| 'responded'
	/** The service had no capacity: 429, or 503 with Retry-After. */
	| 'rateLimited'
	/** No response, or none in time. */
	| 'noResponse'
	/** The service itself failed (500 and the like), or nothing was sent: unrelated to the load. */
	| 'failed';

/** The result of a request, with its feedback. */
export interface Turn<T> {
	readonly value: T;
	readonly feedback: Feedback;
}

type Start = (granted: boolean) => void;

/** Lanes in the order in which they are served: urgent requests, retries, new requests. */
export type Lane = 'urgent' | 'again' | 'first';

/** Also the fewest responses in a round: the mean of fewer is unreliable. */
const firstLimit = 10;
/** A round is slow if its mean time exceeds the usual time by this factor plus this many ms. */
const slow = { factor: 1.5, ms: 5 };
/** Weight of a new round in the usual time, which follows a service that slows down but not a single round. */
const weight = 0.25;

/**
 * Limits how many requests of one execution are in flight. The service documents no limit, so this searches for it: the
 * limit doubles with each full round until the service slows down, rate limits or does not respond. From then on it
 * grows by one per round, and drops by a fifth after a slow round and by half after a rate limit or a missing response.
 * Waiting requests start in order, lane by lane. A pause holds all of them, and an abort of the signal ends them.
 */
export class RequestQueue {
	private limit: number;
	private inFlight = 0;
	private isDoubling = true;
	private round = { count: 0, totalMs: 0 };
	/** Number of changes of the limit: a request sent before the last one shows nothing about the current limit. */
	private epoch = 0;
	/** Response time with no more than the first limit in flight. */
	private usualMs?: number;
	private readonly waiting: Record<Lane, Start[]> = { urgent: [], again: [], first: [] };
	private pauses = 0;

	/** @param ceiling the highest limit */
	constructor(
		private readonly ceiling: number,
		private readonly signal: AbortSignal,
	) {
		this.limit = Math.min(firstLimit, ceiling);
		signal.addEventListener('abort', () => this.endWaiting(), { once: true });
	}

	/** Runs a request when its turn comes. Returns `undefined` if the execution stopped before that. */
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

	/** Starts nothing new for `ms`. Pauses may overlap: the one that ends last counts. */
	async pause(ms: number): Promise<void> {
		this.pauses += 1;
		await wait(ms, this.signal);
		this.pauses -= 1;
		this.startNext();
	}

	private learn(feedback: Feedback, ms: number): void {
		if (feedback === 'rateLimited' || feedback === 'noResponse') this.lower(0.5);
		else if (feedback === 'responded') this.measure(ms);
	}

	/** Adds a response to the round. A complete round may change the limit. */
	private measure(ms: number): void {
		this.round.count += 1;
		this.round.totalMs += ms;
		if (this.round.count < Math.max(firstLimit, this.limit)) return;
		const meanMs = this.round.totalMs / this.round.count;
		const { usualMs = meanMs } = this;
		const isSlow = meanMs > usualMs * slow.factor + slow.ms;
		// The first round may be slow because connections are new: a faster one replaces its time.
		if (this.limit <= firstLimit) this.usualMs = usualMs + (meanMs - usualMs) * weight;
		else if (this.isDoubling) this.usualMs = Math.min(meanMs, usualMs);
		// Only a limit that was reached shows that the service can take more.
		const isFull = this.inFlight >= this.limit * 0.8;
		// Below the first limit, a service is slow for other reasons.
		if (isSlow) this.lower(0.8, Math.min(firstLimit, this.limit));
		else if (isFull) this.change(this.isDoubling ? this.limit * 2 : this.limit + 1);
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
		for (const lane of Object.values(this.waiting)) {
			for (const start of lane.splice(0)) start(false);
		}
	}
}
