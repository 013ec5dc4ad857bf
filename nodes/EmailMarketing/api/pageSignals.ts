/**
 * What a page says about the pages after it. How the service counts its pages is not documented, so every common way
 * is read: page numbers (Laravel, Fractal, Spring), links (Django, HAL, JSON:API, Hydra, RFC 8288), cursors and offsets.
 */

import type { JsonRecord } from '../shared/isRecord';
import { atLeast, isEndMark, isSaid, isText, onlyTrue, positive, rangeTotal, readFlag, whole } from './looseValues';
import { nextOfHeader, nextOfLinks, queryOf, readNext } from './nextPage';
import { factsOf, headerFacts, headersPlace, type Fact } from './pageFacts';

export interface PageSignals {
	/** The query that asks for the next page, as the service names it. */
	readonly next?: string;
	/** Whether the service says in so many words that more follows, or that nothing does. */
	readonly hasMore?: boolean;
	readonly lastPage?: number;
	/** The number of this page. */
	readonly number?: number;
	/** How many entries the whole list has. */
	readonly total?: number;
	/** Where the service counts entries instead of pages: the name of that parameter. */
	readonly offsetName?: string;
	readonly perPage?: number;
	/** What stands beside the list and may mean that entries are missing, though it is not understood. */
	readonly unread?: string;
}

/** The names under which a signal is given; in headers with `X-` before them. */
// prettier-ignore
const names = {
	next:     ['next', 'nextpageurl', 'nextpagelink', 'nexturl', 'nexturi', 'nextlink', 'nextpage', 'odatanextlink', 'hydranext'],
	hasMore:  ['hasmore', 'hasnext', 'hasnextpage', 'hasmorepages', 'more', 'moreavailable', 'moreitemsincollection', 'truncated', 'istruncated'],
	isLast:   ['last', 'islast', 'islastpage'],
	lastPage: ['lastpage', 'totalpages', 'pagecount', 'numpages', 'pages', 'wptotalpages'],
	number:   ['currentpage', 'pagenumber', 'pageindex', 'number', 'page'],
	total:    ['total', 'totalcount', 'totalitems', 'totalresults', 'totalrecords', 'totalelements', 'totalentries', 'hydratotalitems', 'odatacount', 'recordstotal', 'wptotal'],
	perPage:  ['perpage', 'pagesize', 'limit', 'size'],
	offset:   ['offset', 'skip'],
	count:    ['count'],
} as const;

/** A cursor, and the parameter with which it is handed back. */
const cursors: Readonly<Record<string, string>> = {
	next_cursor: 'cursor',
	nextCursor: 'cursor',
	next_page_token: 'page_token',
	nextPageToken: 'pageToken',
	continuation_token: 'continuation_token',
	continuationToken: 'continuationToken',
	next_token: 'next_token',
	nextToken: 'nextToken',
	next_offset: 'offset',
	nextOffset: 'offset',
	// Of headers only these: a token in any other may be one of another kind.
	'x-next-cursor': 'cursor',
	'x-next-page-token': 'page_token',
	'x-continuation-token': 'continuation_token',
};

/** Cursors that the last page has too: they count only where the service says that more follows. */
const lastingCursors: Readonly<Record<string, string>> = {
	after: 'after',
	endCursor: 'after',
	end_cursor: 'after',
	cursor: 'cursor',
};

/** What may speak of further pages under a name that is not known here. */
const mayMeanMore = /next|more|cursor|continu|scroll|remaining|pagetoken|^(?:warning|notice)s?$/;

/** The same for a header, of which nearly every answer has some that are about other things: `X-RateLimit-Remaining`, `X-NextJS-Cache`. */
const headerMayMeanMore = /cursor|continuation|scroll|pagetoken/;

/**
 * Reads the signals of a page.
 * @param envelopes the objects in which the items stand, outermost first: what an inner one says wins
 * @param count how many items the page has
 * @param headers of the answer, their names in lower case
 */
export function readSignals(envelopes: readonly JsonRecord[], count: number, headers: JsonRecord = {}): PageSignals {
	const facts = [...envelopes]
		.reverse()
		.flatMap((fields) => factsOf(fields))
		.concat(headerFacts(headers));
	const find = <T>(wanted: readonly string[], read: (value: unknown, fact: Fact) => T | undefined): T | undefined => {
		for (const fact of facts) {
			const result = wanted.includes(fact.plain) ? read(fact.value, fact) : undefined;
			if (result !== undefined) return result;
		}
		return undefined;
	};
	const isLast = find(names.isLast, readFlag);
	const said =
		find(names.hasMore, readFlag) ?? find(names.next, onlyTrue) ?? (isLast === undefined ? undefined : !isLast);
	const links = facts.flatMap(({ plain, value }) =>
		plain === 'links' && Array.isArray(value) ? (value as unknown[]) : [],
	);
	const next =
		find(names.next, (value, { place }) => readNext(value, place)) ??
		nextOfLinks(links) ??
		nextOfHeader(headers.link) ??
		cursorIn(facts, said);
	const number = find(names.number, whole);
	const signals: PageSignals = {
		next,
		hasMore: next === undefined ? (said ?? (facts.some(saysThatNothingFollows) ? false : undefined)) : true,
		lastPage: find(names.lastPage, positive),
		number,
		// Some call the total `count`; for others that is the number of entries on the page.
		total:
			find(names.total, whole) ??
			rangeTotal(headers['content-range']) ??
			find(names.count, (value) => atLeast(count + 1, whole(value))),
		offsetName: number === undefined ? names.offset.find((name) => find([name], whole) !== undefined) : undefined,
		perPage: find(names.perPage, positive),
	};
	const isUnderstood = signals.hasMore !== undefined || signals.lastPage !== undefined || signals.total !== undefined;
	const unread = facts.find(
		(fact) => isSaid(fact.value) && (/^errors?$/.test(fact.plain) || (!isUnderstood && isSuspicious(fact))),
	);
	return Object.fromEntries(
		Object.entries({ ...signals, unread: unread?.name }).filter(([, value]) => value !== undefined),
	);
}

function cursorIn(facts: readonly Fact[], hasMore: boolean | undefined): string | undefined {
	if (hasMore === false) return undefined;
	const table = hasMore === true ? { ...lastingCursors, ...cursors } : cursors;
	const found = facts.find(
		({ name, value }) => Object.hasOwn(table, name) && isText(value) && !isEndMark(String(value)),
	);
	return found === undefined ? undefined : queryOf(table[found.name] ?? '', String(found.value));
}

function saysThatNothingFollows({ name, plain, value }: Fact): boolean {
	const isNext = Object.hasOwn(cursors, name) || (names.next as readonly string[]).includes(plain);
	return isNext && (value === null || value === '' || value === false || (isText(value) && isEndMark(String(value))));
}

function isSuspicious({ place, plain }: Fact): boolean {
	return (place === headersPlace ? headerMayMeanMore : mayMeanMore).test(plain);
}
