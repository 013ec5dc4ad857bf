/**
 * Reads one page of a list.
 * The shape `{data, links, meta}` is inferred, so these are read alike: a bare array, `data` nested once more, a named array (`subscribers: [...]`),
 * and a list that PHP has made an object of (`{"3": {...}, "4": {...}}`).
 */

import { isRecord, type JsonRecord } from '../shared/isRecord';
import { idOf } from './listEntries';
import { readSignals, type PageSignals } from './pageSignals';

export interface Page extends PageSignals {
	readonly items: readonly unknown[];
}

/** Keys that hold no items, even where they are lists: Laravel's `links` is a list of page buttons. */
const notItems = new Set(['data', 'links', '_links', 'meta', 'errors', 'warnings', 'notices', 'message', 'included']);

/**
 * @param name what the service calls the list: `subscribers`
 * @param headers of the answer, their names in lower case
 * @returns the page, or `undefined` when the answer holds no list
 */
export function readPage(body: unknown, name = 'data', headers?: JsonRecord): Page | undefined {
	const items = listIn(body);
	if (items !== undefined) return { items, ...readSignals([], items.length, headers) };
	// A thing may have lists of its own: tags, say.
	if (!isRecord(body) || idOf(body) !== undefined) return undefined;
	// These are the list's own names; another one counts only when it holds things, as a single thing may have a list of tags.
	const found =
		itemsIn(body, ['data', name], listIn) ??
		itemsIn(body, named(body), listOfThings) ??
		itemsIn(body, ['data', ...named(body)], emptyList);
	return found === undefined
		? undefined
		: { items: found.items, ...readSignals(found.envelopes, found.items.length, headers) };
}

interface Found {
	readonly items: readonly unknown[];
	/** What the items stand in, outermost first. */
	readonly envelopes: readonly JsonRecord[];
}

type ListReader = (value: unknown) => readonly unknown[] | undefined;

/** The items that stand under one of these keys, or inside what stands there. */
function itemsIn(body: JsonRecord, keys: readonly string[], read: ListReader): Found | undefined {
	const own = firstOf(body, keys, read);
	if (own !== undefined) return { items: own, envelopes: [body] };
	for (const inner of keys.map((key) => body[key]).filter(isRecord)) {
		if (idOf(inner) !== undefined) continue;
		const items =
			firstOf(inner, ['data', ...keys], listIn) ?? firstOf(inner, named(inner), read === listIn ? listOfThings : read);
		if (items !== undefined) return { items, envelopes: [body, inner] };
	}
	return undefined;
}

function firstOf(fields: JsonRecord, keys: readonly string[], read: ListReader): readonly unknown[] | undefined {
	return keys.map((key) => read(fields[key])).find((items) => items !== undefined);
}

function named(fields: JsonRecord): string[] {
	return Object.keys(fields).filter((key) => !notItems.has(key));
}

/** A list, also one whose keys PHP has kept. */
function listIn(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (!isRecord(value)) return undefined;
	const entries = Object.entries(value);
	return entries.length > 0 && entries.every(([key, entry]) => /^\d+$/.test(key) && isRecord(entry))
		? entries.map(([, entry]) => entry)
		: undefined;
}

function listOfThings(value: unknown): readonly unknown[] | undefined {
	const items = listIn(value);
	return items?.some(isRecord) ? items : undefined;
}

function emptyList(value: unknown): readonly unknown[] | undefined {
	return Array.isArray(value) && value.length === 0 ? value : undefined;
}
