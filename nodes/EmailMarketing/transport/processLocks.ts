/** Name → settles when the latest work of that name has ended. */
const turns = new Map<string, Promise<unknown>>();

/** Runs `work` after earlier work of these names in this process, not in other workers. `aborted` ends the wait. */
export async function inProcessTurn<T>(
	names: readonly string[],
	aborted: Promise<unknown>,
	work: () => Promise<T>,
): Promise<T> {
	const before = names.flatMap((name) => turns.get(name) ?? []);
	const result = before.length === 0 ? work() : Promise.race([Promise.all(before), aborted]).then(work);
	// Later work also waits for `before` if this wait was aborted.
	const ended = Promise.allSettled([...before, result]);
	for (const name of names) turns.set(name, ended);
	void ended.then(() => {
		for (const name of names) if (turns.get(name) === ended) turns.delete(name);
	});
	return await result;
}
