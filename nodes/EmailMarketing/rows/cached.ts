const maxEntries = 2000;
const maxLength = 100;

/** The same function with a cache: most headers and cells of a sheet repeat. Long texts are not kept. */
export function cached<T>(find: (text: string) => T): (text: string) => T {
	const results = new Map<string, T>();
	return (text) => {
		if (results.has(text)) return results.get(text) as T;
		const result = find(text);
		if (results.size >= maxEntries) results.clear();
		if (text.length <= maxLength) results.set(text, result);
		return result;
	};
}
