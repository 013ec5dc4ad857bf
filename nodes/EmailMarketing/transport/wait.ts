import { sleep } from 'n8n-workflow';

const sliceMs = 200;

/** Thrown for a request that was not sent because the execution had stopped before. */
export class AbortError extends Error {
	constructor() {
		super('The run had ended before this was sent');
	}
}

/** Thrown for a request that was not sent because it had waited past its `expiresAt`. */
export class ExpiredError extends Error {}

/** For the `catch` of a request with an `expiresAt`. */
export function undefinedIfExpired(thrown: unknown): undefined {
	if (!(thrown instanceof ExpiredError)) throw thrown;
}

/** Waits, and returns whether the whole time passed without an abort. Counts slices, because a clock may jump. */
export async function wait(ms: number, signal?: AbortSignal): Promise<boolean> {
	for (let remaining = ms; remaining > 0; remaining -= sliceMs) {
		if (signal?.aborted) return false;
		await sleep(Math.min(remaining, sliceMs));
	}
	return !signal?.aborted;
}
