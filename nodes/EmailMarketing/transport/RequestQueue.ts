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

export interface Turn<T> {
	readonly value: T;
	readonly feedback: Feedback;
}

/** Lanes in the order in which they are served: urgent requests, retries, new requests. */
export type Lane = 'urgent' | 'again' | 'first';

/** Also the fewest responses in a round. */
const firstLimit = 10;

/**
 * Limits how many requests of one execution are in flight. The service documents no limit, so this searches for it: the
 * limit doubles with each full round until the service limits the rate or does not respond. From then on it grows by one
 * per round, and drops by half after a rate limit or a missing response.
 * Waiting requests start in order, lane by lane. A pause holds all of them, and an abort of the signal ends them.
 */
export class RequestQueue {
	private limit: number;
	private inFlight = 0;
	private isDoubling = true;
	/** In the current round: as many responses as the limit. */
	private responses = 0;
	/** Number of changes of the limit: a request sent before the last one shows nothing about the current limit. */
	private epoch = 0;
	private readonly waiting: Record<Lane, Array<(granted: boolean) => void>> = { urgent: [], again: [], first: [] };
	private pauses = 0;

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
		try {
			const { value, feedback } = await request();
			if (epoch === this.epoch) this.learn(feedback);
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

	private learn(feedback: Feedback): void {
		if (feedback === 'failed') return;
		if (feedback !== 'responded') {
			this.isDoubling = false;
			return this.change(Math.floor(this.limit / 2));
		}
		this.responses += 1;
		if (this.responses < Math.max(firstLimit, this.limit)) return;
		// Only a limit that was reached shows that the service can take more.
		const isFull = this.inFlight >= this.limit * 0.8;
		if (isFull) this.change(this.isDoubling ? this.limit * 2 : this.limit + 1);
		else this.responses = 0;
	}

	private change(limit: number): void {
		this.limit = Math.max(1, Math.min(this.ceiling, limit));
		this.responses = 0;
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
		const starts = Object.values(this.waiting).flatMap((lane) => lane.splice(0));
		for (const start of starts) start(false);
	}
}
