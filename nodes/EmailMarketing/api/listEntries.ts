import { isRecord } from '../shared/isRecord';

/** The UUID of an entry of a list, or its ID where the service gives no UUID: it stays the same while counters move. */
export function idOf(entry: unknown): unknown {
	return isRecord(entry) ? [entry.uuid, entry.id].find((id) => id !== undefined && id !== null && id !== '') : undefined;
}

/** What tells an entry from the others: its ID, else all of it. */
export function identityOf(entry: unknown): unknown {
	return idOf(entry) ?? entry;
}

/** Whether a page shows the entries of another: then the service does not understand how it was asked for. */
export function repeats(items: readonly unknown[], before: readonly unknown[]): boolean {
	return items.length > 0 && JSON.stringify(items.map(identityOf)) === JSON.stringify(before.map(identityOf));
}
