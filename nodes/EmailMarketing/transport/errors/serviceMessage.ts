/** Reads what the service says about a refusal. Its shape `{message, errors?: {field: [text]}}` is inferred, so other common shapes are read too (RFC 7807, JSON:API). */

import { isRecord, type JsonRecord } from '../../shared/isRecord';

const maxLength = 300;
const maxMessages = 50;
/** How deep `errors` is read: no service nests further, and an endless nesting must not end the node. */
const maxDepth = 10;

interface FieldMessage {
	/** Dotted: `subscribers.3.email`. */
	readonly field: string;
	readonly text: string;
}

/** The service's own sentences, shortened, or `undefined`. Markup is no sentence. */
export function serviceMessage(body: unknown): string | undefined {
	if (typeof body === 'string') return /^\s*[<{[]/.test(body) ? undefined : shortened(body);
	if (!isRecord(body)) return undefined;
	const headline = [body.message, body.error, body.detail, body.title, body.msg, body.reason].flatMap((candidate) => sentence(candidate) ?? []).slice(0, 1);
	const others = refusals(body).flatMap(({ field, text }) => (field === '' ? text : []));
	return shortened([...new Set([...headline, ...others])].join(' · '));
}

function sentence(value: unknown): string | undefined {
	if (typeof value === 'string') return shortened(value);
	if (Array.isArray(value)) return shortened(value.flatMap((entry) => textIn(entry, true) ?? []).join(' · '));
	return shortened(textIn(value, false) ?? '');
}

/** What is said of each field. */
export function fieldMessages(body: unknown): FieldMessage[] {
	return isRecord(body) ? refusals(body).filter(({ field }) => field !== '') : [];
}

/** What is said in detail, of a field or of none: objects of texts or lists of texts, nested or not, or lists of `{field, message}`. */
function refusals(body: JsonRecord): FieldMessage[] {
	const error = isRecord(body.error) ? body.error : {};
	const lists = [error.details, body['invalid-params'], body.invalid_params, body.violations, body.details, body.detail].filter(Array.isArray);
	const places: unknown[] = [body.errors, error.errors, ...lists, isRecord(body.message) ? body.message : undefined];
	for (const place of places) {
		const found = flatten(place, '', false);
		if (found.length > 0) return found.slice(0, maxMessages);
	}
	return [];
}

/** @param isEntry whether the value stands in a list: then its names are those of an entry, and not of the service's fields */
function flatten(value: unknown, field: string, isEntry: boolean, depth = 0): FieldMessage[] {
	if (depth > maxDepth) return [];
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		const text = shortened(String(value));
		const isSaid = text !== undefined && (typeof value === 'string' || field !== '');
		return isSaid ? [{ field, text }] : [];
	}
	if (Array.isArray(value)) return value.flatMap((entry: unknown) => flatten(entry, field, true, depth + 1));
	if (!isRecord(value)) return [];
	const said = value.messages ?? textIn(value, isEntry);
	if (said !== undefined) return flatten(said, fieldIn(value) ?? field, false, depth + 1);
	return Object.entries(value).flatMap(([key, entry]) => flatten(entry, field === '' ? dotted(key) : `${field}.${dotted(key)}`, false, depth + 1));
}

/** The text of `{message}`; in a list also of `{detail}` and the like, which might be fields of the service elsewhere. */
function textIn(value: unknown, isEntry: boolean): string | undefined {
	if (typeof value === 'string') return value;
	if (!isRecord(value)) return undefined;
	const candidates = [value.message, value.msg, ...(isEntry ? [value.detail, value.reason, value.description, value.title] : [])];
	return candidates.find((candidate): candidate is string => typeof candidate === 'string');
}

/** What an entry says it is about. */
function fieldIn(entry: JsonRecord): string | undefined {
	const source = isRecord(entry.source) ? entry.source : {};
	// `name` is a field's only in RFC 7807; elsewhere it may name the refusal.
	const candidates = [source.pointer, source.parameter, entry.pointer, entry.field, entry.path, entry.param, entry.propertyPath, entry.property, entry.loc, entry.reason === undefined ? undefined : entry.name];
	return candidates.flatMap((candidate) => fieldNamed(candidate) ?? []).at(0);
}

function fieldNamed(value: unknown): string | undefined {
	if (typeof value === 'string' && value !== '') return dotted(value);
	return Array.isArray(value) && value.length > 0 ? pathOf(value.map(String)) : undefined;
}

/** `subscribers[5].email` and the JSON pointer `/subscribers/5/email` as `subscribers.5.email`. */
function dotted(field: string): string {
	const pointer = /^#?\/(.+)$/.exec(field)?.[1];
	if (pointer !== undefined) return pathOf(pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')));
	return field.replace(/\[["']?([^\]"']+)["']?\]/g, '.$1').replace(/^\./, '');
}

/** Where a path begins in an envelope, the envelope is no field. */
function pathOf(parts: readonly string[]): string {
	const begin = parts.findIndex((part) => !['body', 'data', 'attributes'].includes(part));
	return parts.slice(Math.max(0, begin)).join('.');
}

function shortened(text: string): string | undefined {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return undefined;
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
