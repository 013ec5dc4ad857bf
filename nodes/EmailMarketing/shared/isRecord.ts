export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields: neither a list nor null. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
