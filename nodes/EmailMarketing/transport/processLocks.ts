/** Work that must not overlap in one n8n process, also between executions. Workers of queue mode share none of it. */

import { AbortError } from './wait';

/** The last of those that wait for each other, by name. */
const turns = new Map<string, Promise<void>>();

/**
 * Runs `work` after all earlier work of the same name, of this and of other executions.
 * @param signal ends the wait
 * @throws AbortError if the signal aborts before the turn comes
 */
export async function inProcessTurn<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	const before = turns.get(name) ?? Promise.resolve();
	let end = (): void => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	// Also if this one gives up waiting, the next one waits for those before.
	const turn = before.then(async () => await ended);
	turns.set(name, turn);
	try {
		await Promise.race([before, aborted(signal)]);
		if (signal.aborted) throw new AbortError();
		return await work();
	} finally {
		end();
		if (turns.get(name) === turn) turns.delete(name);
	}
}

async function aborted(signal: AbortSignal): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

const claimed = new Set<string>();

/**
 * Claims all of these names, or none.
 * @returns a function that frees them; `undefined` if another execution has claimed one of them
 */
export function claim(names: readonly string[]): (() => void) | undefined {
	if (names.some((name) => claimed.has(name))) return undefined;
	for (const name of names) claimed.add(name);
	return () => {
		for (const name of names) claimed.delete(name);
	};
}
