/**
 * What a page says about the pages after it. How the service counts its pages is not documented, so every common way
 * is read: page numbers (Laravel, Fractal, Spring), links (Django, HAL, JSON:API, RFC 8288), cursors and offsets.
 */

import { isRecord, type JsonRecord } from '../shared/isRecord';

export interface PageSignals {
	/** The query that asks for the next page, as the service names it. */
	readonly next?: string;
	/** Whether the service says in so many words that more follows, or that nothing does. */
	readonly hasMore?: boolean;
	readonly lastPage?: number;
	/** Where the service counts pages from 0: the number of this one. */
	readonly number?: number;
	/** How many entries the whole list has. */
	readonly total?: number;
	/** Where the service counts entries instead of pages: the name of that parameter. */
	readonly offsetName?: string;
	readonly perPage?: number;
}

/** Objects beside the items, and inside each other, in which signals stand. Names are compared without case, `_`, `-` and the like. */
const places = new Set(['meta', 'metadata', 'links', 'pagination', 'paginator', 'paging', 'page', 'pageinfo', 'cursor', 'cursors']);

/** The names under which a signal is given, in bodies and headers. */
// prettier-ignore
const names = {
	next:     ['next', 'nextpageurl', 'nextpagelink', 'nexturl', 'nextlink', 'nextpage', 'odatanextlink'],
	hasMore:  ['hasmore', 'hasnext', 'hasnextpage', 'hasmorepages'],
	lastPage: ['lastpage', 'totalpages', 'pagecount', 'numpages', 'pages', 'xtotalpages', 'xwptotalpages'],
	number:   ['currentpage', 'pagenumber', 'pageindex', 'number', 'page'],
	total:    ['total', 'totalcount', 'totalitems', 'totalresults', 'totalrecords', 'totalelements', 'xtotalcount', 'xwptotal'],
	perPage:  ['perpage', 'pagesize', 'limit', 'size'],
	offset:   ['offset', 'skip'],
} as const;

/** A cursor, and the parameter with which it is handed back. */
const cursors: Readonly<Record<string, string>> = {
	next_cursor: 'cursor',
	nextCursor: 'cursor',
	next_page_token: 'page_token',
	nextPageToken: 'pageToken',
	next_offset: 'offset',
	nextOffset: 'offset',
};

/** Cursors that the last page has too: they count only where the service says that more follows. */
const lastingCursors: Readonly<Record<string, string>> = { after: 'after', endCursor: 'after', end_cursor: 'after' };

interface Fact {
	/** Under which of the places it stands, or nothing. */
	readonly place: string;
	readonly name: string;
	readonly value: unknown;
}

/**
 * Reads the signals of a page.
 * @param envelopes the objects in which the items stand, outermost first: what an inner one says wins
 * @param headers of the answer, their names in lower case
 */
export function readSignals(envelopes: readonly JsonRecord[], headers: JsonRecord = {}): PageSignals {
	const facts = [headers, ...envelopes].reverse().flatMap((fields) => factsOf(fields));
	const find = <T>(wanted: readonly string[], read: (value: unknown, fact: Fact) => T | undefined): T | undefined => {
		for (const fact of facts) {
			const result = wanted.includes(plain(fact.name)) ? read(fact.value, fact) : undefined;
			if (result !== undefined) return result;
		}
		return undefined;
	};
	const said = find(names.hasMore, readFlag);
	const next = find(names.next, readNext) ?? linkedNext(facts) ?? linkHeader(headers.link) ?? cursorIn(facts, said);
	const signals: PageSignals = {
		next,
		hasMore: next === undefined ? (said ?? (facts.some(saysThatNothingFollows) ? false : undefined)) : true,
		lastPage: find(names.lastPage, positive),
		number: find(names.number, whole),
		total: find(names.total, whole) ?? countBesideResults(envelopes),
		offsetName: names.offset.find((name) => find([name], whole) !== undefined),
		perPage: find(names.perPage, positive),
	};
	return Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== undefined));
}

/** The fields of an object and of the places in it, inner ones first. */
function factsOf(fields: JsonRecord, place = '', depth = 0): Fact[] {
	const entries = Object.entries(fields);
	const inner = entries.flatMap(([name, value]) => (depth < 3 && isRecord(value) && places.has(plain(name)) ? factsOf(value, plain(name), depth + 1) : []));
	return [...inner, ...entries.map(([name, value]) => ({ place, name, value }))];
}

function plain(name: string): string {
	return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** A link, a page number or a cursor: all of them are found under the same names. */
function readNext(value: unknown, { place }: Fact): string | undefined {
	const named = isRecord(value) ? (value.href ?? value.url) : value;
	if (!isText(named)) return undefined;
	const text = String(named).trim();
	if (place.startsWith('cursor')) return queryOf('cursor', text);
	if (/^\d+$/.test(text)) return queryOf('page', text);
	return /^(https?:|\/)|\?/i.test(text) ? queryIn(text) : queryOf('cursor', text);
}

/** `links: [{ rel: 'next', href }]`. */
function linkedNext(facts: readonly Fact[]): string | undefined {
	const links = facts.flatMap(({ name, value }) => (plain(name) === 'links' && Array.isArray(value) ? (value as unknown[]) : []));
	const next = links.find((link) => isRecord(link) && link.rel === 'next');
	return isRecord(next) && isText(next.href) ? queryIn(String(next.href)) : undefined;
}

/** `Link: <https://…?page=2>; rel="next"` (RFC 8288). */
function linkHeader(header: unknown): string | undefined {
	const text = Array.isArray(header) ? header.join(', ') : header;
	if (typeof text !== 'string') return undefined;
	const links = text.matchAll(/<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g);
	const next = [...links].find(([, , parameters = '']) => /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next(?=[\s;]|$))/i.test(parameters));
	return next?.[1] === undefined ? undefined : queryIn(next[1]);
}

function cursorIn(facts: readonly Fact[], hasMore: boolean | undefined): string | undefined {
	if (hasMore === false) return undefined;
	const table = hasMore === true ? { ...lastingCursors, ...cursors } : cursors;
	const found = facts.find(({ name, value }) => Object.hasOwn(table, name) && isText(value));
	return found === undefined ? undefined : queryOf(table[found.name] ?? '', String(found.value));
}

function saysThatNothingFollows({ name, value }: Fact): boolean {
	const isNext = Object.hasOwn(cursors, name) || (names.next as readonly string[]).includes(plain(name));
	return isNext && (value === null || value === '' || value === false);
}

/** Django calls the total `count`; elsewhere that is the number of entries on the page. */
function countBesideResults(envelopes: readonly JsonRecord[]): number | undefined {
	return envelopes.map((fields) => ('results' in fields ? whole(fields.count) : undefined)).find((count) => count !== undefined);
}

/** Only the query of a link is used, as it is: host and path stay the node's own, whatever a proxy has made of the link. */
function queryIn(link: string): string {
	const base = 'http://service.invalid/';
	return URL.canParse(link, base) ? new URL(link, base).search.slice(1) : '';
}

function queryOf(name: string, value: string): string {
	return `${name}=${encodeURIComponent(value)}`;
}

function isText(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

function readFlag(value: unknown): boolean | undefined {
	if ([true, 1, '1', 'true'].includes(value as string)) return true;
	return [false, 0, '0', 'false'].includes(value as string) ? false : undefined;
}

function whole(value: unknown): number | undefined {
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function positive(value: unknown): number | undefined {
	return whole(value) || undefined;
}
