/** Name of a resource → the end of all work on it that was asked for so far. */
const ends = new Map<string, Promise<unknown>>();

/**
 * Runs `work` once all earlier work on these resources has ended, whether it succeeded or failed. It holds for all
 * executions of this process, not for other workers. If `aborted` settles first, the work begins at once: its client
 * then refuses to send. All names are taken in one step, so no two calls wait for each other.
 */
export async function inProcessTurn<T>(
	names: readonly string[],
	aborted: Promise<unknown>,
	work: () => Promise<T>,
): Promise<T> {
	const before = names.flatMap((name) => ends.get(name) ?? []);
	const result = before.length === 0 ? work() : Promise.race([Promise.all(before), aborted]).then(work);
	// Later work also waits for what this one did not wait for, if it was aborted.
	const end = Promise.allSettled([...before, result]);
	for (const name of names) ends.set(name, end);
	void end.then(() => {
		for (const name of names) if (ends.get(name) === end) ends.delete(name);
	});
	return await result;
}
