import type { IDataObject } from 'n8n-workflow';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with named fields: neither an array nor null. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; any other value has none. */
export function fieldsOf(value: unknown): JsonRecord {
	return isRecord(value) ? value : {};
}

export function kindOf(value: unknown): string {
	if (isEmpty(value)) return 'empty';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') return 'an object';
	if (typeof value === 'string') return `"${value.slice(0, 50)}"`;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : typeof value;
}

/** The value chosen in a resource locator; any other value unchanged. */
export function locatorValue(value: unknown): unknown {
	return isRecord(value) && value.__rl === true ? value.value : value;
}

/** Whether a resource locator is set to By Name. */
export function isByName(locator: unknown): locator is JsonRecord {
	return isRecord(locator) && locator.__rl === true && locator.mode === 'name';
}

/** Whether there is nothing to send: no value, or only white space. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A flag of the service, which may be 0 or 1, as stored in a database; `undefined` for anything else. */
export function parseFlag(value: unknown): boolean | undefined {
	return [true, false, 1, 0].some((flag) => flag === value) ? Boolean(value) : undefined;
}

/** Whether a value leaves a field empty: nothing to send, or an empty array. */
export function leavesEmpty(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/** A JSON object, from text or unchanged: `{}` for an empty value, `undefined` for anything else. */
export function parseJsonObject(value: unknown): JsonRecord | undefined {
	if (isEmpty(value)) return {};
	const parsed = typeof value === 'string' ? parseJson(value) : value;
	return isRecord(parsed) ? parsed : undefined;
}

/** Parses JSON; `undefined` where it is not valid. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The tags of a cell: text, or the entries of a list or its JSON. Other nodes output objects, which have a `name`. */
export function tagsInCell(cell: unknown): string | unknown[] {
	// Parsing what is not JSON is slow.
	const parsed = typeof cell === 'string' && /^\s*\[/.test(cell) ? parseJson(cell) : cell;
	if (typeof cell === 'string' && !Array.isArray(parsed)) return cell;
	return [parsed].flat().map((tag: unknown) => (isRecord(tag) && typeof tag.name === 'string' ? tag.name : tag));
}

/** A value as the json of an item: anything but an object is put under `value`. */
export function asItem(value: unknown): IDataObject {
	return (isRecord(value) ? value : { value }) as IDataObject;
}

/** The node's own fields first. They win over others of the same name, such as an "action" of the service. */
export function withFieldsFirst(report: IDataObject, others: IDataObject): IDataObject {
	return { ...report, ...others, ...report };
}

/** The value at the end of a path through objects and arrays; `undefined` where there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
	const stepInto = (inner: unknown, name: string): unknown =>
		typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined;
	return path.reduce(stepInto, value);
}

export function defined<T extends object>(fields: T): Partial<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
