/** What a person may meet in a message (a field of the API, a placeholder of a path) → the name of its parameter in the node's panel. */
export type DisplayNames = ReadonlyMap<string, string>;

/**
 * The parameter's display name for a field of the API or a placeholder of a path; the field itself where the panel has no such parameter.
 * Dotted fields keep their place: `subscribers.3.email` gives `Email (subscribers.3.email)`.
 */
export function displayNameOf(field: string, names: DisplayNames = new Map()): string {
	const own = names.get(field);
	if (own !== undefined) return own;
	const part = field.split('.').find((candidate) => names.has(candidate));
	return part === undefined ? field : `${names.get(part)} (${field})`;
}
