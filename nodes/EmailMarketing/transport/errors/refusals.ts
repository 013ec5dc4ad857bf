/** Reads what the service says in detail about a refusal. Its shape `{message, errors?: {field: [text]}}` is inferred, so other common shapes are read too. */

import { isRecord, type JsonRecord } from '../../shared/isRecord';
import type { FieldMessage } from '../../shared/UserFacingError';
import { dotted, joined, pathOf } from './fieldPath';
import { shortened } from './shortened';

const maxMessages = 50;
/** How much of a list or an object is looked through: an answer may be of any size, and fifty messages are shown. */
const maxEntries = 1000;
/** How deep an answer is read: no service nests further, and an endless nesting must not end the node. */
const maxDepth = 10;

/** Where services put their details; the first that says something counts. */
const places = [
	...['errors', 'error.errors', 'error.details', 'error.fields', 'data.errors', '_embedded.errors', 'meta.errors'],
	...[
		'invalid-params',
		'invalid_params',
		'violations',
		'validation_errors',
		'validationErrors',
		'fieldErrors',
		'field_errors',
		'messages',
		'details',
		'detail',
		'data.params',
	],
];

/** Where a text is a detail: elsewhere it is the service's own sentence. */
const textPlaces = new Set<string | undefined>(['errors', 'messages']);

/** Under which names an entry has its text, most telling first. */
const entryTexts = [
	'detail',
	'reason',
	'description',
	'defaultMessage',
	'errorMessage',
	'error_message',
	'error',
	'text',
	'title',
];
/** Under which names an entry has the field that it is about; `name` is a field's only in RFC 7807, beside a reason, and elsewhere may name the refusal. */
const entryFields = ['pointer', 'field', 'path', 'param', 'propertyPath', 'property', 'attribute', 'loc'];
/** Where an entry counts the rows of the body from 0, as its place in the list; by a row's or a line's number the service may mean another count. */
const entryPlaces = ['index'];
const entryRows = ['row', 'line', 'row_number', 'rowNumber', 'lineNumber'];

/** What says how the request went, and of no field what is wrong with it. */
const envelope = new Set([
	...[
		'success',
		'ok',
		'status',
		'statusCode',
		'status_code',
		'code',
		'type',
		'message',
		'msg',
		'title',
		'deleted',
		'result',
	],
	...places.map((path) => path.split('.', 1).join()),
]);

/** What is said of each field. @param most how many there are at most */
export function fieldMessages(body: unknown, most = maxMessages): FieldMessage[] {
	return refusals(body, most).filter(({ field }) => field !== '');
}

/** What is said in detail, of a field or of none: objects of texts or lists of texts, nested or not, or lists of `{field, message}`. */
export function refusals(body: unknown, most = maxMessages): FieldMessage[] {
	const found = placesOf(body)
		.map((place) => flatten(place, '', false))
		.filter((said) => said.length > 0);
	const [first = []] = found;
	// Something general may stand beside the fields.
	const others = first.some(({ field }) => field !== '')
		? []
		: (found.find((said) => said.some(({ field }) => field !== '')) ?? []);
	return [...first, ...others].slice(0, most);
}

/** Everything that an answer of an unknown shape holds. */
export function everythingIn(body: unknown): FieldMessage[] {
	return isRecord(body) ? flatten(withoutEnvelope(body), '', false).slice(0, maxMessages) : [];
}

function placesOf(body: unknown): unknown[] {
	if (Array.isArray(body)) return [body];
	if (!isRecord(body)) return [];
	const { message, error } = body;
	const own = [
		isRecord(message) ? message : undefined,
		isRecord(error) ? withoutEnvelope(error) : undefined,
		bareFields(body),
	];
	return [
		...places
			.map((path) => at(body, path))
			.filter((place, index) => typeof place !== 'string' || textPlaces.has(places[index])),
		...own,
	];
}

function at(body: JsonRecord, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), body);
}

function withoutEnvelope(record: JsonRecord): JsonRecord {
	return Object.fromEntries(
		Object.entries(record)
			.slice(0, maxEntries)
			.filter(([name]) => !envelope.has(name)),
	);
}

/** `{email: ['is taken']}` without anything around it: then each field has a list of texts. Beside `success` such lists may be of what was done. */
function bareFields(body: JsonRecord): JsonRecord | undefined {
	if ('success' in body || 'ok' in body) return undefined;
	const fields = withoutEnvelope(body);
	const isList = (value: unknown): boolean =>
		Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
	return Object.values(fields).every(isList) ? fields : undefined;
}

/** @param isEntry whether the value stands in a list: then its names are those of an entry, and not of the service's fields */
function flatten(value: unknown, field: string, isEntry: boolean, depth = 0): FieldMessage[] {
	if (depth > maxDepth) return [];
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		const text = shortened(String(value));
		const isSaid = text !== undefined && (typeof value === 'string' || field !== '');
		return isSaid ? [{ field, text }] : [];
	}
	if (Array.isArray(value))
		return value.slice(0, maxEntries).flatMap((entry: unknown) => flatten(entry, field, true, depth + 1));
	if (!isRecord(value)) return [];
	const own = isEntry ? fieldIn(value) : undefined;
	const said =
		value.messages ?? textIn(value, isEntry) ?? (own !== undefined || field !== '' ? codeIn(value) : undefined);
	if (said !== undefined)
		return flatten(said, own ?? fieldIn(value) ?? field, false, depth + 1).map((refusal) => placed(refusal, value));
	return Object.entries(value)
		.slice(0, maxEntries)
		.flatMap(([key, entry]) => flatten(entry, joined(field, dotted(key)), false, depth + 1));
}

/** The text of `{message}`; in a list also of `{detail}` and the like, which might be fields of the service elsewhere. */
export function textIn(value: unknown, isEntry: boolean): string | undefined {
	if (typeof value === 'string') return value;
	if (!isRecord(value)) return undefined;
	return ['message', 'msg', ...(isEntry ? entryTexts : [])]
		.map((name) => value[name])
		.find((text): text is string => typeof text === 'string');
}

function codeIn({ code }: JsonRecord): string | undefined {
	return typeof code === 'string' ? code : undefined;
}

/** What an entry says it is about. */
function fieldIn(entry: JsonRecord): string | undefined {
	const source = isRecord(entry.source) ? entry.source : {};
	const candidates = [
		source.pointer,
		source.parameter,
		...entryFields.map((name) => entry[name]),
		entry.reason === undefined ? undefined : entry.name,
	];
	return candidates.flatMap((candidate) => fieldNamed(candidate) ?? []).at(0);
}

function fieldNamed(value: unknown): string | undefined {
	if (typeof value === 'string' && value !== '') return dotted(value);
	return Array.isArray(value) && value.length > 0 ? pathOf(value.map(String)) : undefined;
}

/** With the row of the body that an entry is about, unless its field says it already. */
function placed({ field, text }: FieldMessage, entry: JsonRecord): FieldMessage {
	if (/(^|\.)\d+(\.|$)/.test(field)) return { field, text };
	const place = numberIn(entry, entryPlaces);
	const row = numberIn(entry, entryRows);
	return {
		field: place === undefined ? field : joined(place, field),
		text: place === undefined && row !== undefined ? `${text} (row ${row})` : text,
	};
}

function numberIn(entry: JsonRecord, names: readonly string[]): string | undefined {
	return names.map((name) => String(entry[name])).find((value) => /^\d{1,9}$/.test(value));
}
