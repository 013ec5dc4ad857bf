/** Name → settles when the latest work of that name has ended. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work of the same name, of any execution in this n8n process. Workers of queue mode share
 * nothing. `aborted` ends the wait early, because nothing more can be sent.
 */
export async function inProcessTurn<T>(name: string, aborted: Promise<unknown>, work: () => Promise<T>): Promise<T> {
	const before = turns.get(name);
	const result = before === undefined ? work() : Promise.race([before, aborted]).then(work);
	// Later work also waits for `before` if this wait was aborted.
	const ended = Promise.allSettled([before, result]);
	turns.set(name, ended);
	void ended.then(() => {
		if (turns.get(name) === ended) turns.delete(name);
	});
	return await result;
}
