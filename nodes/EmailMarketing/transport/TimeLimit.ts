import { sleep } from 'n8n-workflow';

const sliceMs = 200;

/** An exchange that is on its way. */
interface Exchange {
	readonly controller: AbortController;
	/** Counted in slices, so it begins with one more: an exchange may end late by that much, and never early. */
	leftMs: number;
}

/**
 * Bounds how long each exchange may take, from its first byte to the last of its answer. n8n's own timeout bounds only the silence,
 * and an answer that drips a byte now and then would never end. Timers are not to be had in a community node, so one loop watches all exchanges.
 */
export class TimeLimit {
	private readonly open = new Set<Exchange>();

	private isWatching = false;

	/** @param cancelled ends every exchange at once */
	constructor(
		readonly ms: number,
		private readonly cancelled?: AbortSignal,
	) {}

	private readonly abortAll = (): void => this.open.forEach(({ controller }) => controller.abort());

	/**
	 * Runs an exchange with a signal that ends it.
	 * @param timedOut the result when the time was over first
	 */
	async run<T>(exchange: (signal: AbortSignal) => Promise<T>, timedOut: T): Promise<T> {
		const entry: Exchange = { controller: new AbortController(), leftMs: this.ms + sliceMs };
		if (this.cancelled?.aborted) entry.controller.abort();
		// The same listener for all, and only while something is open: the signal is the execution's, and may outlive thousands of these.
		this.cancelled?.addEventListener('abort', this.abortAll);
		this.open.add(entry);
		void this.watch();
		try {
			const result = await exchange(entry.controller.signal);
			return entry.leftMs <= 0 ? timedOut : result;
		} finally {
			this.open.delete(entry);
			if (this.open.size === 0) this.cancelled?.removeEventListener('abort', this.abortAll);
		}
	}

	private async watch(): Promise<void> {
		if (this.isWatching) return;
		this.isWatching = true;
		for (let before = Date.now(); this.open.size > 0; before = Date.now()) {
			await sleep(sliceMs);
			// A clock that is set back or forward must not end what has just begun.
			const passedMs = Math.min(Math.max(Date.now() - before, sliceMs), 2 * sliceMs);
			for (const entry of this.open) {
				entry.leftMs -= passedMs;
				if (entry.leftMs <= 0) entry.controller.abort();
			}
		}
		this.isWatching = false;
	}
}
