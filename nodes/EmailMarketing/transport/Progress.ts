import { wait } from './wait';

/** How late the next batch may be before n8n is taken to have broken off. */
const graceMs = 2000;
const drainSliceMs = 20;

/** Follows the items of one execution: how many have begun, were sent and ended. */
export class Progress {
	private begun = 0;

	private ended = 0;

	private overdue = false;

	private readonly begunItems = new Set<number>();

	private readonly whenEnded: Array<() => void> = [];

	/**
	 * @param total how many items the node was given
	 * @param batchIntervalMs the pause between the batches in which n8n starts the items; 0 when it starts all at once
	 * @param sentItems the items that have reached the service, in tries before this one too
	 */
	constructor(
		readonly total: number,
		private readonly batchIntervalMs = 0,
		private readonly sentItems = new Set<number>(),
	) {}

	/** How many items have reached the service. */
	get sent(): number {
		return this.sentItems.size;
	}

	/** Whether every item that n8n has started, and will start, has ended. */
	get everythingEnded(): boolean {
		return this.ended === this.begun && (this.batchIntervalMs === 0 || this.begun >= this.total || this.overdue);
	}

	/** Whether n8n stopped starting items, because it could not read a parameter of one of them. It has failed the node already, and looks at no result. */
	get brokenOff(): boolean {
		return this.begun < this.total && (this.batchIntervalMs === 0 || this.overdue);
	}

	/** Whether an item has begun already: then n8n runs the node once more. */
	hasBegun(item: number): boolean {
		return this.begunItems.has(item);
	}

	begin(item: number): void {
		this.begun += 1;
		this.begunItems.add(item);
	}

	markSent(item: number): void {
		this.sentItems.add(item);
	}

	end(): void {
		this.ended += 1;
		this.tellWhenEnded();
	}

	/**
	 * Waits until n8n has started every item; it does so in one go.
	 * @returns false when n8n broke off: a parameter of a later item could not be read, and the node has failed already
	 */
	async everyItemBegun(): Promise<boolean> {
		await Promise.resolve();
		return !this.brokenOff;
	}

	/**
	 * Tells, under n8n's batching, that it broke off: the next batch is overdue.
	 * Only for a node that stops at a failure; one that goes on is never broken off, but may skip items for long.
	 * @returns false when all items have begun, or the signal ended the wait
	 */
	async breaksOff(signal?: AbortSignal): Promise<boolean> {
		while (this.begun < this.total) {
			const before = this.begun;
			if (!(await wait(this.batchIntervalMs + graceMs, signal))) return false;
			if (this.begun === before && this.begun < this.total) {
				this.overdue = true;
				this.tellWhenEnded();
				return true;
			}
		}
		return false;
	}

	/** Waits until what has begun has ended. */
	async drained(): Promise<void> {
		while (this.ended < this.begun) await wait(drainSliceMs);
	}

	/** Waits until every item that begun has ended. n8n looks at the results only then, and a rejection that it does not look at would end its process. */
	async everyItemEnded(): Promise<void> {
		if (!this.everythingEnded) await new Promise<void>((resolve) => this.whenEnded.push(resolve));
	}

	private tellWhenEnded(): void {
		if (this.everythingEnded) this.whenEnded.splice(0).forEach((resolve) => resolve());
	}
}
