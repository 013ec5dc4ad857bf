/**
 * Works through a list in its order, with so many at a time at most; what comes late is not begun early, so a long list needs little memory.
 * @param work must not throw
 */
export async function inParallel<T>(
	list: readonly T[],
	parallel: number,
	work: (entry: T) => Promise<void>,
): Promise<void> {
	const entries = list.values();
	const worker = async (): Promise<void> => {
		for (const entry of entries) await work(entry);
	};
	await Promise.all(Array.from({ length: Math.min(parallel, list.length) }, worker));
}
