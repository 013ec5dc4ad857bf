/** Reads a refusal of any shape as a flat list of fields and texts. Its shape `{field: [text]}` is inferred, so other common shapes are read too. */

import { isRecord, type JsonRecord } from '../../shared/isRecord';
import type { FieldMessage } from '../../shared/UserFacingError';
import { dotted, joined, pathOf } from './fieldPath';
import { shortened } from './shortened';

/** How much of a list or an object is looked through: an answer may be of any size, and fifty messages are shown. */
export const maxEntries = 1000;
/** How deep an answer is read: no service nests further, and an endless nesting must not end the node. */
const maxDepth = 10;

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

/** What is said in a text, in an object of texts or lists of texts, nested or not, or in a list of `{field, message}`. */
export function flattened(value: unknown): FieldMessage[] {
	return flatten(value, '', false);
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
