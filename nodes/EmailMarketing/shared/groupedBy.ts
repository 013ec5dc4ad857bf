/** The entries that have the same name together, in the order of their first ones. */
export function groupedBy<T>(list: readonly T[], nameOf: (entry: T) => string): Array<readonly [T, ...T[]]> {
	const groups = new Map<string, [T, ...T[]]>();
	for (const entry of list) {
		const name = nameOf(entry);
		const group = groups.get(name);
		if (group) group.push(entry);
		else groups.set(name, [entry]);
	}
	return [...groups.values()];
}
