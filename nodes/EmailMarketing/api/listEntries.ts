import { isRecord, type JsonRecord } from '../shared/isRecord';

/** The UUID of an entry of a list, or its ID where the service gives no UUID: it stays the same while counters move. */
export function idOf(entry: unknown): unknown {
	return isRecord(entry) ? [entry.uuid, entry.id].find((id) => !isNothing(id)) : undefined;
}

function isNothing(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/** Fields by which an entry is known to be a thing itself, and no JSON:API envelope of one. */
const ownFields = ['uuid', 'email', 'name'] as const;

/**
 * All fields of an entry, those under `attributes` too: JSON:API puts them there, other services their custom fields.
 * Of two with the same name, the entry's own wins where it has a name of its own, else the one under `attributes`. Inferred.
 */
export function fieldsOf(entry: unknown): JsonRecord {
	if (!isRecord(entry)) return {};
	const { attributes, ...own } = entry;
	if (!isRecord(attributes)) return entry;
	const id = idOf(own) ?? idOf(attributes);
	const fields = ownFields.some((field) => !isNothing(own[field]))
		? { ...attributes, ...entry }
		: { ...own, ...attributes };
	return id === undefined ? fields : { ...fields, uuid: id };
}

/** What tells an entry from the others: its ID, else all of it. */
export function identityOf(entry: unknown): unknown {
	return idOf(entry) ?? entry;
}

/** Whether a page shows the entries of another: then the service does not understand how it was asked for. */
export function repeats(items: readonly unknown[], before: readonly unknown[]): boolean {
	return items.length > 0 && JSON.stringify(items.map(identityOf)) === JSON.stringify(before.map(identityOf));
}
