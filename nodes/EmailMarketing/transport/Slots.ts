import { wait } from './wait';

type Start = (granted: boolean) => void;

/** So many entries of the queue may be used up before they are let go. */
const mostConsumed = 10_000;

/**
 * Bounds how many requests of one execution are in flight.
 * Waiting requests start in order; one that is sent again goes first. A pause holds all of them; when the signal is aborted, those that wait are not started at all.
 */
export class Slots {
	private inFlight = 0;

	/** Requests that are sent again; they go before `waiting`. */
	private readonly urgent: Start[] = [];

	private readonly waiting: Start[] = [];

	/** Where `waiting` begins: moving an index stays cheap with 50,000 items, shifting the array does not. */
	private head = 0;

	private pauses = 0;

	constructor(
		private readonly limit: number,
		private readonly signal: AbortSignal,
	) {
		signal.addEventListener('abort', () => this.endWaiting(), { once: true });
	}

	/** Runs `request` in a slot. @returns its result, or `undefined` when the execution stopped before it could start */
	async run<T>(request: () => Promise<T>, { first = false } = {}): Promise<T | undefined> {
		if (!(await this.acquire(first))) return undefined;
		try {
			return await request();
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

	private async acquire(first: boolean): Promise<boolean> {
		if (this.signal.aborted) return false;
		if (this.inFlight < this.limit && this.pauses === 0 && (first || this.head === this.waiting.length)) {
			this.inFlight += 1;
			return true;
		}
		return await new Promise<boolean>((resolve) => {
			(first ? this.urgent : this.waiting).push(resolve);
		});
	}

	private startNext(): void {
		if (this.head > mostConsumed) {
			this.waiting.splice(0, this.head);
			this.head = 0;
		}
		while (this.pauses === 0 && this.inFlight < this.limit) {
			const start = this.urgent.shift() ?? this.waiting[this.head++];
			if (start === undefined) {
				this.head = this.waiting.length;
				return;
			}
			this.inFlight += 1;
			start(true);
		}
	}

	private endWaiting(): void {
		[...this.urgent.splice(0), ...this.waiting.splice(0).slice(this.head)].forEach((start) => start(false));
		this.head = 0;
	}
}
