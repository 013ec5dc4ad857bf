/** The tags of a subscriber as a contact list shows them. They are written back, so what is not surely a tag is not taken for one. */

import { isRecord, type JsonRecord } from '../shared/isRecord';
import { splitTags } from './tagText';
import { legible, parseJson } from './values';

/** Where a tag that is a thing has its name, the best first; `attributes` is where JSON:API has it. */
const nameKeys = ['name', 'title', 'tag', 'label', 'text', 'slug', 'attributes'] as const;

/**
 * Tags as a list of texts or of things with a name, as a list that PHP has made an object of, under `data`, or as text.
 * @returns none for `null`; `undefined` where they are missing or not to be read, such as by their IDs alone
 */
export function shownTags(value: unknown): string[] | undefined {
	if (value === null) return [];
	if (typeof value === 'string') return legible(value) === undefined ? undefined : tagsInText(value.trim());
	if (Array.isArray(value)) return tagsInList(value);
	return isRecord(value) ? tagsInObject(value) : undefined;
}

/** A text in brackets is a list in some notation: in JSON it is read, in another, such as PostgreSQL's, it is not known where a tag ends. */
function tagsInText(text: string): string[] | undefined {
	if (!/^(?:\[.*\]|\{.*\})$/su.test(text)) return splitTags(text);
	return shownTags(parseJson(text));
}

function tagsInObject(object: JsonRecord): string[] | undefined {
	const keys = Object.keys(object);
	if (keys.every((key) => /^\d+$/u.test(key))) return tagsInList(Object.values(object));
	// Beside other keys it may be but the first page of them.
	return keys.length === 1 && 'data' in object ? shownTags(object.data) : undefined;
}

/** Numbers alone are IDs; beside texts, PHP has made them of texts. */
function tagsInList(list: readonly unknown[]): string[] | undefined {
	if (list.length > 0 && list.every((tag) => typeof tag === 'number')) return undefined;
	const names = list.filter((tag) => tag !== null).map((tag) => (isRecord(tag) ? nameOf(tag) : textOf(tag)));
	return names.includes(undefined)
		? undefined
		: (names.filter((name) => name !== undefined && name !== '') as string[]);
}

/** The name of a tag, also of one inside another thing, such as `{tag: {name}}`. */
function nameOf(tag: JsonRecord): string | undefined {
	for (const key of nameKeys) {
		// Another of its names would take its place.
		if (tag[key] !== undefined && legible(tag[key]) === undefined) return undefined;
		const name = isRecord(tag[key]) ? nameOf(tag[key]) : textOf(tag[key]);
		if (name !== undefined && name !== '') return name;
	}
	return undefined;
}

function textOf(given: unknown): string | undefined {
	const value = legible(given);
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
}
