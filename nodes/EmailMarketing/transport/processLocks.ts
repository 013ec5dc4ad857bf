/** Work that must not overlap in one n8n process, also between executions. Workers of queue mode share none of it. */

/** The end of the last work of each name. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work of the same name, of this and of other executions.
 * @param aborted ends the wait, once nothing more can be sent anyway
 */
export async function inProcessTurn<T>(name: string, aborted: Promise<unknown>, work: () => Promise<T>): Promise<T> {
	const before = turns.get(name);
	const result = before === undefined ? work() : Promise.race([before, aborted]).then(work);
	// Later work also waits for `before` if this wait was aborted.
	const ended = Promise.allSettled([before, result]);
	turns.set(name, ended);
	void ended.then(() => turns.get(name) === ended && turns.delete(name));
	return await result;
}
