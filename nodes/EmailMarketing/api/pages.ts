/**
 * Reads one page of a list, and says how to ask for the pages after it.
 * The shape `{data, links, meta}` is inferred, so these are read alike: a bare array, `data` nested once more, a named array (`subscribers: [...]`),
 * and a list that PHP has made an object of (`{"3": {...}, "4": {...}}`).
 */

import { isRecord, type JsonRecord } from '../shared/isRecord';
import { readSignals, type PageSignals } from './pageSignals';

export interface Page extends PageSignals {
	readonly items: readonly unknown[];
}

/** Keys that hold no items, even where they are lists: Laravel's `links` is a list of page buttons. */
const notItems = new Set(['data', 'links', '_links', 'meta', 'errors', 'warnings', 'notices', 'message', 'included']);

/**
 * @param headers of the answer, their names in lower case
 * @returns the page, or `undefined` when the answer holds no list
 */
export function readPage(body: unknown, headers?: JsonRecord): Page | undefined {
	const items = listIn(body);
	if (items !== undefined) return { items, ...readSignals([], headers) };
	if (!isRecord(body)) return undefined;
	// `data` is the list's own name; another name counts only when it holds things, as a single thing may have a list of tags.
	const found = itemsIn(body, [body.data], listIn) ?? itemsIn(body, named(body), listOfThings) ?? itemsIn(body, named(body), emptyList);
	return found === undefined ? undefined : { items: found.items, ...readSignals(found.envelopes, headers) };
}

interface Found {
	readonly items: readonly unknown[];
	/** What the items stand in, outermost first. */
	readonly envelopes: readonly JsonRecord[];
}

type ListReader = (value: unknown) => readonly unknown[] | undefined;

/** The items that one of `candidates` is, or that are inside one of them. */
function itemsIn(body: JsonRecord, candidates: readonly unknown[], read: ListReader): Found | undefined {
	const own = firstOf(candidates, read);
	if (own !== undefined) return { items: own, envelopes: [body] };
	for (const inner of candidates.filter(isRecord)) {
		const items = listIn(inner.data) ?? firstOf(named(inner), read);
		if (items !== undefined) return { items, envelopes: [body, inner] };
	}
	return undefined;
}

function firstOf(candidates: readonly unknown[], read: ListReader): readonly unknown[] | undefined {
	return candidates.map(read).find((items) => items !== undefined);
}

function named(fields: JsonRecord): unknown[] {
	return Object.entries(fields).filter(([key]) => !notItems.has(key)).map(([, value]) => value);
}

/** A list, also one whose keys PHP has kept. */
function listIn(value: unknown): readonly unknown[] | undefined {
	if (Array.isArray(value)) return value;
	if (!isRecord(value)) return undefined;
	const entries = Object.entries(value);
	return entries.length > 0 && entries.every(([key, entry]) => /^\d+$/.test(key) && isRecord(entry)) ? entries.map(([, entry]) => entry) : undefined;
}

function listOfThings(value: unknown): readonly unknown[] | undefined {
	const items = listIn(value);
	return items?.some(isRecord) ? items : undefined;
}

function emptyList(value: unknown): readonly unknown[] | undefined {
	return Array.isArray(value) && value.length === 0 ? value : undefined;
}

/** How far a list has been read. */
export interface Position {
	/** How many pages. */
	readonly pages: number;
	/** How many entries, with those that came twice. */
	readonly entries: number;
	/** How many entries the first page has. */
	readonly pageSize: number;
	/** The number of the first page. */
	readonly firstNumber: 0 | 1;
}

/** Where the first page leaves off. */
export function startingWith(first: Page): Position {
	return { pages: 1, entries: first.items.length, pageSize: first.items.length, firstNumber: first.number === 0 ? 0 : 1 };
}

/** A page that can be asked for. */
export interface Step {
	readonly query: string;
	/** Whether nothing told that there is such a page: that it is missing, or shows again what was there, is no surprise. */
	readonly isGuess: boolean;
}

/** A shorter list is hardly the first page of a longer one. */
const minPageSize = 10;

/**
 * The pages that are known to follow, in order: all of them where they have numbers and the last one is told, else the next one.
 * Any word of the service that there is more is believed, whatever else it says.
 * @param page the page read last
 * @param most no more than this
 */
export function stepsAfter(page: Page, at: Position, most = 1): Step[] {
	const queryOf = numberedQuery(page, at);
	const lastPage = lastPageOf(page, at);
	if (queryOf !== undefined && lastPage !== undefined && at.pages < lastPage) {
		// Only reckoned, while the service itself says that this is the end.
		const isGuess = page.lastPage === undefined && page.hasMore === false;
		return Array.from({ length: Math.min(most, lastPage - at.pages) }, (_, index) => ({ query: queryOf(index + 1), isGuess }));
	}
	if (page.next !== undefined) return [{ query: page.next, isGuess: false }];
	if (queryOf === undefined) return [];
	if (page.hasMore) return [{ query: queryOf(1), isGuess: false }];
	return mayGoOn(page, at) ? [{ query: queryOf(1), isGuess: true }] : [];
}

/** Whether one more request has to tell if this was all: the service counts more entries, or says nothing of its pages. */
function mayGoOn({ items, total, hasMore, lastPage }: Page, { entries, pageSize }: Position): boolean {
	if (total !== undefined) return items.length > 0 && total > entries;
	return hasMore === undefined && lastPage === undefined && items.length >= Math.max(minPageSize, pageSize);
}

/** The number of the last page, counted from 1; reckoned where the service tells only how many entries there are. */
function lastPageOf({ lastPage, total, perPage }: Page, { pageSize }: Position): number | undefined {
	if (lastPage !== undefined || total === undefined) return lastPage;
	const size = perPage ?? pageSize;
	return size === 0 ? undefined : Math.ceil(total / size);
}

/** The query of the page that is so many further, where pages can be asked for by number or offset. */
function numberedQuery({ next, offsetName, perPage }: Page, { pages, entries, pageSize, firstNumber }: Position): ((further: number) => string) | undefined {
	const number = pages + firstNumber - 1;
	if (next !== undefined) return numberedLink(next, number + 1);
	if (offsetName === undefined) return (further) => `page=${number + further}`;
	const limit = perPage === undefined ? '' : `&limit=${perPage}`;
	return (further) => `${offsetName}=${entries + (further - 1) * (perPage ?? pageSize)}${limit}`;
}

/** `page=2`, `page_number=2`, `page[number]=2`. */
const pageParameter = /^page(?:_?number|%5bnumber%5d|\[number\])?=(\d+)$/i;

/** A link to the next page that names it by its number leads to all others, too. */
function numberedLink(link: string, nextNumber: number): ((further: number) => string) | undefined {
	const parameters = link.split('&');
	const index = parameters.findIndex((parameter) => pageParameter.exec(parameter)?.[1] === String(nextNumber));
	if (index < 0) return undefined;
	const [name] = parameters[index]?.split('=') ?? [];
	return (further) => parameters.with(index, `${name}=${nextNumber + further - 1}`).join('&');
}
