/**
 * Reads one page of a list.
 * The shape `{data, links, meta}` is inferred, so these are read alike: a bare array, `data` nested once more,
 * a named array (`subscribers: [...]`), page numbers at the top level, and no page numbers at all.
 */

import { isRecord, type JsonRecord } from '../shared/isRecord';

export interface Page {
	readonly items: readonly unknown[];
	/** The number of the last page, when the service tells it. */
	readonly lastPage?: number;
	/** The address of the next page; `null` when the service says that there is none, `undefined` when it says nothing. */
	readonly next?: string | null;
}

/** Keys that hold no items, even where they are lists: Laravel's `links` is a list of page buttons. */
const notItems = new Set(['data', 'links', 'meta', 'errors', 'message']);

/** @returns the page, or `undefined` when the answer holds no list */
export function readPage(body: unknown): Page | undefined {
	if (Array.isArray(body)) return { items: body };
	if (!isRecord(body)) return undefined;
	// `data` is the list's own name; another name counts only when it holds things, as a single thing may have a list of tags.
	return pageIn(body, [body.data], Array.isArray) ?? pageIn(body, named(body), isListOfThings) ?? pageIn(body, named(body), isEmptyList);
}

/** The page whose items are one of `candidates`, or are inside one of them. */
function pageIn(body: JsonRecord, candidates: unknown[], isItems: (value: unknown) => boolean): Page | undefined {
	const own = candidates.find(isItems);
	if (own !== undefined) return { items: own as unknown[], ...pageNumbers(body) };
	for (const inner of candidates.filter(isRecord)) {
		const items = [inner.data, ...named(inner)].find((value) => (value === inner.data ? Array.isArray(value) : isItems(value)));
		if (items !== undefined) return { items: items as unknown[], ...pageNumbers(body), ...pageNumbers(inner) };
	}
	return undefined;
}

function named(fields: JsonRecord): unknown[] {
	return Object.entries(fields).filter(([key]) => !notItems.has(key)).map(([, value]) => value);
}

function isListOfThings(value: unknown): boolean {
	return Array.isArray(value) && value.some(isRecord);
}

function isEmptyList(value: unknown): boolean {
	return Array.isArray(value) && value.length === 0;
}

function pageNumbers(fields: JsonRecord): Omit<Page, 'items'> {
	const meta = isRecord(fields.meta) ? fields.meta : {};
	const links = isRecord(fields.links) ? fields.links : {};
	const number = (name: string): number | undefined => positive(meta[name]) ?? positive(fields[name]);
	const [total, perPage] = [number('total'), number('per_page')];
	const lastPage = number('last_page') ?? (total === undefined || perPage === undefined ? undefined : Math.ceil(total / perPage));
	const said = [links.next, links.next_page_url, fields.next_page_url].filter((value) => value !== undefined);
	const next = said.find((value) => typeof value === 'string' && value !== '');
	return {
		...(lastPage === undefined ? {} : { lastPage }),
		...(typeof next === 'string' ? { next } : said.length > 0 ? { next: null } : {}),
	};
}

function positive(value: unknown): number | undefined {
	const number = typeof value === 'string' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) && number > 0 ? number : undefined;
}
