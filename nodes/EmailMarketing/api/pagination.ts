/** Reads a page of a list and finds those after it: by number or `next` link. Inferred from Laravel's paginators. */

import { isRecord, valueAt, type JsonRecord } from '../shared/values';
import { idOf } from './response';

export interface Page {
	readonly items: readonly unknown[];
	readonly lastPage?: number;
	readonly total?: number;
	/** Query of the link to the next page; '' if the service reports that there is none. */
	readonly next?: string;
	/** Why more entries may follow than the page reports: the end of a sentence. */
	readonly doubt?: string;
}

/** Entries requested per page. A service that ignores `per_page` returns its own number. */
const pageSize = 100;

/** Reads a page of the list `name` (`subscribers`); `undefined` if there is no list. Header names are lowercase. */
export function parsePage(body: unknown, name: string, headers: JsonRecord = {}): Page | undefined {
	const found = findItems(body, name);
	if (found === undefined) return undefined;
	const { items, envelopes } = found;
	const places = envelopes.flatMap((fields) => [fields.meta, fields]).filter(isRecord);
	const numberOf = (field: string): number | undefined =>
		places.map((place) => wholeNumber(place[field])).find((value) => value !== undefined);
	const page: Page = {
		items,
		lastPage: numberOf('last_page'),
		total: numberOf('total'),
		next: nextQuery(envelopes, headers),
	};
	return { ...page, doubt: doubtAbout(page, envelopes, headers, numberOf('per_page')) };
}

/** The envelopes are the objects around the items, innermost first. */
type Found = Pick<Page, 'items'> & { readonly envelopes: readonly JsonRecord[] };

/** Finds a bare array, `{data: [...]}`, `{subscribers: [...]}`, or one of these under `data` or the list's name. */
function findItems(body: unknown, name: string, outer: readonly JsonRecord[] = []): Found | undefined {
	if (Array.isArray(body)) return { items: body, envelopes: outer };
	// A resource may have arrays of its own, such as tags.
	if (!isRecord(body) || idOf(body) !== undefined || outer.length > 1) return undefined;
	const inner = [body.data, body[name]];
	const list = inner.find((value) => Array.isArray(value));
	return findItems(list ?? inner.find(isRecord), name, [body, ...outer]);
}

/** The query of the link to the next page. Its host and path are ignored. */
function nextQuery(envelopes: readonly JsonRecord[], { link }: JsonRecord): string | undefined {
	const linksIn = (fields: JsonRecord) => [valueAt(fields, ['links', 'next']), fields.next_page_url, fields.next];
	const candidates = envelopes.flatMap(linksIn);
	const found = candidates.find((value) => typeof value === 'string') ?? nextInHeader(link);
	// A link without a query identifies no page.
	if (typeof found === 'string' && found !== '') return queryIn(found) || undefined;
	return candidates.some((value) => value === null || value === '') ? '' : undefined;
}

/** `Link: <https://…?page=2>; rel="next"` (RFC 8288). */
function nextInHeader(header: unknown): string | undefined {
	return /<([^<>]*)>\s*;[^,<]*\brel="?next\b/i.exec([header].flat().join())?.[1];
}

function queryIn(link: string): string {
	// To parse a long host takes quadratic time.
	const [, query = ''] = /^[^?#]*(\?[^#]*)/.exec(link) ?? [];
	return new URL(query, 'http://service.invalid/').search.slice(1);
}

const mayMeanMore = /next|more|cursor|offset|pages|total|(?<!ac|dis)count|continu/i;
const headerMayMeanMore = /^(x-total|x-next-|content-range)/;

/** Why a list without known fields about its pages may continue in an unknown way. */
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

function namesIn(fields: JsonRecord, depth = 0): string[] {
	return Object.entries(fields).flatMap(([name, value]) =>
		isRecord(value) && depth < 3 ? [name, ...namesIn(value, depth + 1)] : [name],
	);
}

/** Queries of the pages after page `number`: `most` at most if the last page is known, else only the next one. */
export function queriesAfter({ lastPage, next = '' }: Page, number: number, most: number): string[] {
	if (lastPage === undefined) return next === '' ? [] : [next];
	const count = Math.max(0, Math.min(most, lastPage - number));
	return Array.from({ length: count }, (_, index) => `page=${number + 1 + index}`);
}

/** Adds the page size to a query. A link without it would lead to shorter, overlapping pages. */
export function withPageSize(query: string): string {
	if (/(^|&)per_page=/.test(query)) return query;
	return [query, `per_page=${pageSize}`].filter((part) => part !== '').join('&');
}

/** Whether a page shows the entries of the page before, because the service did not understand the query. */
export function repeats(page: Page, before: Page): boolean {
	const idsOf = ({ items }: Page): string => JSON.stringify(items.map((item) => idOf(item) ?? item));
	return page.items.length > 0 && idsOf(page) === idsOf(before);
}

function wholeNumber(value: unknown): number | undefined {
	const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
