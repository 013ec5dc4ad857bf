import { ContactList } from './contact-list';

/** A deep copy of a store or a part of it, in which everything happened `by` milliseconds later. */
export function copyLater<Value>(value: Value, by: number, name = ''): Value {
	if (typeof value === 'number') return (/At$|Since$/.test(name) ? value + by : value) as Value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((entry: unknown) => copyLater(entry, by)) as Value;
	if (!(value instanceof ContactList)) {
		const copy: Record<string, unknown> = {};
		for (const [key, entry] of Object.entries(value)) copy[key] = copyLater(entry as unknown, by, key);
		return copy as Value;
	}
	const list = new ContactList(value.id, value.uuid, value.name, value.createdAt + by);
	for (const subscriber of value.subscribers) list.add(copyLater(subscriber, by));
	return list as Value;
}
