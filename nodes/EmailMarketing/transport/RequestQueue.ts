import { sleep } from 'n8n-workflow';

import { ConcurrencyLimit, type Feedback } from './ConcurrencyLimit';
import { wait } from './wait';

type Start = (granted: boolean) => void;

/** What a request gave, and what it says about the load on the service. */
export interface Turn<T> {
	readonly value: T;
	readonly feedback: Feedback;
}

/** What is closer together cannot be told apart by a timer. */
const minPaceMs = 1;

/** So many entries of the queue may be used up before they are let go. */
const maxConsumed = 10_000;

/**
 * Bounds how many requests of one execution are in flight.
 * Waiting requests start in order; one that is sent again goes first. A pause holds all of them; when the signal is aborted, those that wait are not started at all.
 */
export class RequestQueue {
	private readonly limit: ConcurrencyLimit;

	private inFlight = 0;

	/** Requests that are sent again; they go before `waiting`. */
	private readonly urgent: Start[] = [];

	private readonly waiting: Start[] = [];

	/** Where `waiting` begins: moving an index stays cheap with 50,000 items, shifting the array does not. */
	private head = 0;

	private pauses = 0;

	private isPacing = false;

	/** @param ceiling how many requests may be in flight at most */
	constructor(
		ceiling: number,
		private readonly signal: AbortSignal,
	) {
		this.limit = new ConcurrencyLimit(ceiling);
		signal.addEventListener('abort', () => this.endWaiting());
	}

	/** Runs a request when its turn comes. @returns what it gave, or `undefined` when the execution stopped before it could start */
	async add<T>(request: () => Promise<Turn<T>>, { first = false } = {}): Promise<T | undefined> {
		if (!(await this.acquire(first))) return undefined;
		const { epoch } = this.limit;
		const startedMs = Date.now();
		try {
			const { value, feedback } = await request();
			const isFull = this.inFlight >= this.limit.current * 0.8;
			this.limit.learn(feedback, Math.max(0, Date.now() - startedMs), epoch, isFull);
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

	private async acquire(first: boolean): Promise<boolean> {
		if (this.signal.aborted) return false;
		return await new Promise<boolean>((resolve) => {
			(first ? this.urgent : this.waiting).push(resolve);
			this.startNext();
		});
	}

	private startNext(): void {
		while (!this.isPacing && this.startOne()) if (this.limit.paceMs >= minPaceMs) void this.pace();
	}

	/** Lets requests leave at the pace of the answers: those that leave in a burst come back as one, and n8n and the service have nothing to do in between. */
	private async pace(): Promise<void> {
		this.isPacing = true;
		for (let started = 1; started > 0;) {
			const paceMs = Math.max(minPaceMs, this.limit.paceMs);
			const before = Date.now();
			await sleep(paceMs);
			// n8n may have been busy meanwhile: those that would have left by now leave together.
			const due = Math.max(1, Math.floor((Date.now() - before) / paceMs));
			for (started = 0; started < due && this.startOne();) started += 1;
		}
		this.isPacing = false;
	}

	private get hasRoom(): boolean {
		return this.pauses === 0 && this.inFlight < this.limit.current;
	}

	/** @returns whether a request was waiting and there was room for it */
	private startOne(): boolean {
		if (!this.hasRoom) return false;
		const start = this.urgent.shift() ?? this.waiting[this.head];
		if (start === undefined) return false;
		if (start === this.waiting[this.head]) this.head += 1;
		if (this.head > maxConsumed) {
			this.waiting.splice(0, this.head);
			this.head = 0;
		}
		this.inFlight += 1;
		start(true);
		return true;
	}

	private endWaiting(): void {
		// Those that have started before are not changed by it.
		[...this.urgent.splice(0), ...this.waiting.splice(0)].forEach((start) => start(false));
		this.head = 0;
	}
}
