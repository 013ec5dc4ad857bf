import { sleep } from 'n8n-workflow';

/** Runs `work`, which must not throw, on at most `parallel` entries at a time. Starts lazily, so memory stays flat. */
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

const portionMs = 15;
/** All loops of a process pause together: ten of them, each with its own pauses, would leave n8n none. */
let until = 0;
let pause: Promise<void> | undefined;

async function paused(): Promise<void> {
	await sleep(0);
	pause = undefined;
	until = Date.now() + portionMs;
}

/** Maps a long list, with pauses in which n8n can do other work. */
export async function inPortions<T, R>(list: readonly T[], work: (entry: T) => R): Promise<R[]> {
	const results: R[] = [];
	for (const [index, entry] of list.entries()) {
		results.push(work(entry));
		if (index % 10 === 9 && Date.now() >= until) await (pause ??= paused());
	}
	return results;
}

/** Entries grouped by key, each group in the place of its first entry. */
export async function groupedBy<T>(list: readonly T[], keyOf: (entry: T) => string): Promise<Map<string, [T, ...T[]]>> {
	const groups = new Map<string, [T, ...T[]]>();
	await inPortions(list, (entry) => {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	});
	return groups;
}
