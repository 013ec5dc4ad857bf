import { sleep } from 'n8n-workflow';

/** Works through a list in its order, with so many at a time at most; what comes late is not begun early, so a long list needs little memory. @param work must not throw */
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

/** How long n8n has to wait meanwhile, in ms. */
const portionMs = 15;

/** Does something with each entry of a long list, with pauses in which n8n can do other work. @returns what it gave, in order */
export async function inPortions<T, R>(list: readonly T[], work: (entry: T) => R): Promise<R[]> {
	const results: R[] = [];
	// The first pause comes early: the work before this list counts too.
	let until = 0;
	for (const [index, entry] of list.entries()) {
		results.push(work(entry));
		if (index % 10 !== 9 || Date.now() < until) continue;
		await sleep(0);
		until = Date.now() + portionMs;
	}
	return results;
}

/** The entries by name, in the order of their first ones. */
export async function groupedBy<T>(list: readonly T[], keyOf: (entry: T) => string): Promise<Map<string, [T, ...T[]]>> {
	const groups = new Map<string, [T, ...T[]]>();
	await inPortions(list, (entry) => {
		const name = keyOf(entry);
		const group = groups.get(name);
		if (group) group.push(entry);
		else groups.set(name, [entry]);
	});
	return groups;
}
