import { sleep } from 'n8n-workflow';

const sliceMs = 200;

/** Thrown for what was not sent, because the execution had stopped before. */
export class AbortError extends Error {
	constructor() {
		super('The run had ended before this was sent');
	}
}

/** Thrown for a request that was not sent, because it had waited past its `expiresAt`. */
export class ExpiredError extends Error {}

/** Waits, and stops waiting as soon as the execution is cancelled. Counts slices instead of reading the clock, so a clock that jumps neither shortens nor prolongs it. @returns whether the whole time passed */
export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	for (let left = ms; left > 0; left -= sliceMs) {
		if (signal?.aborted) return false;
		await sleep(Math.min(left, sliceMs));
	}
	return !signal?.aborted;
}
