/** Reads one page of a list, and says which pages follow. Inferred from Laravel's paginators: page numbers where the last one is known, else the `next` link. */

import { isRecord, type JsonRecord } from '../shared/values';
import { idOf } from './response';

export interface Page {
	readonly items: readonly unknown[];
	readonly number?: number;
	readonly lastPage?: number;
	/** How many entries the whole list has. */
	readonly total?: number;
	/** The query of the link to the next page; '' where the service says that there is none. */
	readonly next?: string;
	/** Why more entries may follow than the page says: the end of a sentence. */
	readonly doubt?: string;
}

/** How many entries of a page are asked for. A service that ignores `per_page` returns its own number. */
export const pageSize = 100;

/** @param name what the service calls the list: `subscribers` @param headers of the response, their names in lowercase @returns the page, or `undefined` when the body holds no list */
export function parsePage(body: unknown, name: string, headers: JsonRecord = {}): Page | undefined {
	const envelopes: JsonRecord[] = [];
	const items = itemsIn(body, name, envelopes);
	if (items === undefined) return undefined;
	const places = envelopes.flatMap((fields) => [fields.meta, fields]).filter(isRecord);
	const numberOf = (field: string): number | undefined =>
		places.map((place) => wholeNumber(place[field])).find((value) => value !== undefined);
	const page: Page = {
		items,
		number: numberOf('current_page'),
		lastPage: numberOf('last_page'),
		total: numberOf('total'),
		next: nextQuery(envelopes, headers),
	};
	return { ...page, doubt: doubtAbout(page, envelopes, headers, numberOf('per_page')) };
}

/** A bare array, `{data: [...]}`, `{subscribers: [...]}`, or one of these under `data` or the list's name. */
function itemsIn(body: unknown, name: string, envelopes: JsonRecord[]): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body as unknown[];
	// A resource may have arrays of its own, such as tags.
	if (!isRecord(body) || idOf(body) !== undefined || envelopes.length > 1) return undefined;
	envelopes.unshift(body);
	const inner = [body.data, body[name]];
	return (
		inner.find((value): value is unknown[] => Array.isArray(value)) ?? itemsIn(inner.find(isRecord), name, envelopes)
	);
}

/** Only the query of a link is used: host and path stay the node's own. */
function nextQuery(envelopes: readonly JsonRecord[], { link }: JsonRecord): string | undefined {
	const candidates = envelopes.flatMap((fields) => [
		isRecord(fields.links) ? fields.links.next : undefined,
		fields.next_page_url,
		fields.next,
	]);
	const found = candidates.find((value) => typeof value === 'string') ?? nextInHeader(link);
	// A link without a query leads nowhere that is known.
	if (typeof found === 'string' && found !== '') return queryIn(found) || undefined;
	return candidates.some((value) => value === null || value === '') ? '' : undefined;
}

/** `Link: <https://…?page=2>; rel="next"` (RFC 8288). */
function nextInHeader(header: unknown): string | undefined {
	return /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec([header].flat().join())?.[1];
}

function queryIn(link: string): string {
	const base = 'http://service.invalid/';
	return URL.canParse(link, base) ? new URL(link, base).search.slice(1) : '';
}

const mayMeanMore = /next|more|cursor|offset|pages|total|(?<!ac|dis)count|continu/i;
const headerMayMeanMore = /^(x-total|x-next-|content-range)/;

/** A list that says nothing of its pages in a known way may go on in another one. */
function doubtAbout(
	{ items, lastPage, total, next }: Page,
	envelopes: readonly JsonRecord[],
	headers: JsonRecord,
	perPage = pageSize,
): string | undefined {
	if (lastPage !== undefined || total !== undefined || next !== undefined) return undefined;
	const names = envelopes.flatMap((fields) => namesIn(fields)).filter((name) => mayMeanMore.test(name));
	const [name] = [...names, ...Object.keys(headers).filter((header) => headerMayMeanMore.test(header))];
	if (name !== undefined) return `the service returned "${name}" with it, which this node does not understand`;
	return items.length === perPage ? `exactly ${perPage} came, as many as a page has` : undefined;
}

/** The names of fields, also of those inside of others. */
function namesIn(fields: JsonRecord, depth = 0): string[] {
	return Object.entries(fields).flatMap(([name, value]) =>
		isRecord(value) && depth < 3 ? [name, ...namesIn(value, depth + 1)] : [name],
	);
}

/** The queries of the pages after one that was read: all of them where the last page is known, else the next one. @param number of the page read last @param most no more than this */
export function queriesAfter({ lastPage, next = '' }: Page, number: number, most: number): string[] {
	if (lastPage === undefined) return next === '' ? [] : [next];
	const count = Math.max(0, Math.min(most, lastPage - number));
	return Array.from({ length: count }, (_, index) => `page=${number + 1 + index}`);
}

/** A query that asks for the page size too. A link that leaves it out would lead to shorter, overlapping pages. */
export function withPageSize(query: string): string {
	if (/(^|&)per_page=/.test(query)) return query;
	return [query, `per_page=${pageSize}`].filter((part) => part !== '').join('&');
}

/** Whether a page shows the entries of the page before: then the service does not understand how it was asked. */
export function repeats(page: Page, before: Page): boolean {
	const [one, other] = [page, before].map(({ items }) => JSON.stringify(items.map((item) => idOf(item) ?? item)));
	return page.items.length > 0 && one === other;
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
