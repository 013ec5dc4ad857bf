import type { IDataObject } from 'n8n-workflow';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields: neither a list nor null. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a value is, for a message that does not show it. */
export function kindOf(value: unknown): string {
	if (isEmpty(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'string') return `"${value.slice(0, 50)}"`;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

/** What is chosen in a resource locator; any other value is itself. */
export function locatorValue(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}

/** Whether a value is nothing to send: not there, or text of blanks. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value leaves a field empty: nothing to send, or a list without entries. */
export function leavesEmpty(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** A JSON object, as text or as it is: `{}` for an empty value, `undefined` for anything else. */
export function parseJsonObject(value: unknown): JsonRecord | undefined {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	return isRecord(parsed) ? parsed : undefined;
}

/** What a text holds as JSON; `undefined` where it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** n8n's items hold objects; anything else is put under `value`. */
export function asItem(value: unknown): IDataObject {
	return (isRecord(value) ? value : { value }) as IDataObject;
}

/** What the node reports itself, before all other fields: none of them may take its place, such as an "action" of the service's. */
export function withFieldsFirst(report: IDataObject, others: IDataObject): IDataObject {
	return { ...report, ...others, ...report };
}

/** The fields that have a value. */
export function defined<T extends object>(fields: T): Partial<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
