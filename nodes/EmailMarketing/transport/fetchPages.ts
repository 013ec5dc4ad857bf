import type { IDataObject } from 'n8n-workflow';

import { readPage, type Page } from '../api/pages';
import { Explained } from '../shared/Explained';
import { isFields } from '../shared/isFields';
import type { Caller } from './attempt';
import { send, type ApiRequest } from './request';
import type { Session } from './Session';

/** More pages than any account has; a service whose `next` never ends is stopped here. */
const mostPages = 100_000;

interface PagesWanted {
	/** Stop as soon as this many items are there; `undefined` for all of them. */
	readonly limit?: number;
	/** More items than this cannot be handed on; the list is not read then. */
	readonly mostItems?: number;
	/** How the list is read out of an answer, where it is not the answer itself. */
	readonly listOf?: (body: unknown) => unknown;
	readonly mostPages?: number;
}

/**
 * Fetches the items of a list, page after page, in the service's order.
 * When the first page tells the number of the last one, the others are fetched at the same time, within the slots.
 * @returns the items; an answer that holds no list is handed on whole, as the only item
 * @throws Explained when pages repeat, never end, or lead to another host
 */
export async function fetchPages(caller: Caller, session: Session, request: ApiRequest, wanted: PagesWanted = {}): Promise<unknown[]> {
	const { limit = Infinity, listOf = (body: unknown) => body, mostItems = Infinity } = wanted;
	const most = wanted.mostPages ?? mostPages;
	const fetchPage: FetchPage = async (qs) => {
		const body = listOf(await send(caller, session, { ...request, qs: { ...request.qs, ...qs } }));
		return readPage(body) ?? { items: body === undefined || body === null ? [] : [body] };
	};

	const first = await fetchPage({});
	const size = first.items.length;
	if (size >= limit || size === 0) return first.items.slice(0, limit);

	const lastPage = Math.min(first.lastPage ?? 1, Math.ceil(limit / size));
	if (lastPage > most) throw endless(lastPage);
	if ((lastPage - 1) * size >= mostItems) throw tooMany(mostItems);
	const pages = first.lastPage === undefined
		? await followNext(fetchPage, first, Math.min(limit, mostItems + 1), (await session.connection(caller)).baseUrl, most)
		: await fetchNumbered(fetchPage, first, lastPage, session.options.maxParallelRequests);
	// Pages may be smaller than the first one, or an item may have moved to the next page.
	for (let page = lastPage + 1; page <= (first.lastPage ?? 1) && itemsOf(pages).length < limit; page += 1) pages.push(await fetchPage({ page }));
	if (limit > mostItems && pages.reduce((count, { items }) => count + items.length, 0) > mostItems) throw tooMany(mostItems);
	return itemsOf(pages).slice(0, limit);
}

/** One page, for those who look at one at a time. */
export interface PageOf {
	readonly items: readonly unknown[];
	/** The number of the next page, if there is one. */
	readonly nextPage?: number;
	/** The number of the last page, if the service tells it. */
	readonly lastPage?: number;
}

/** Fetches the page of a list that has this number. */
export async function fetchPageOf(caller: Caller, session: Session, request: ApiRequest, page: number): Promise<PageOf> {
	const { items, lastPage, next } = readPage(await send(caller, session, page === 1 ? request : { ...request, qs: { page } })) ?? { items: [] };
	const more = items.length > 0 && (lastPage === undefined ? typeof next === 'string' : page < lastPage);
	return { items, lastPage, ...(more ? { nextPage: page + 1 } : {}) };
}

type FetchPage = (qs: IDataObject) => Promise<Page>;

async function fetchNumbered(fetchPage: FetchPage, first: Page, lastPage: number, parallel: number): Promise<Page[]> {
	const pages = [first];
	let next = 2;
	const failures: unknown[] = [];
	const reader = async (): Promise<void> => {
		for (let page = next++; page <= lastPage && failures.length === 0; page = next++) {
			await fetchPage({ page }).then((fetched) => (pages[page - 1] = fetched), (failure: unknown) => failures.push(failure));
			if (repeats(pages[page - 1], pages[page - 2])) failures.push(endless(page));
		}
	};
	// All readers end before the item does: nothing is read for an item that has failed.
	await Promise.all(Array.from({ length: parallel }, reader));
	for (const failure of failures) throw failure;
	if (pages.some((page, index) => repeats(page, pages[index - 1]))) throw endless(pages.length);
	return pages;
}

async function followNext(fetchPage: FetchPage, first: Page, limit: number, baseUrl: string, most: number): Promise<Page[]> {
	const pages = [first];
	const asked = new Set<string>();
	let count = first.items.length;
	for (let page = first; count < limit && typeof page.next === 'string'; ) {
		const qs = nextQuery(page.next, baseUrl);
		const question = JSON.stringify(qs);
		if (asked.has(question) || pages.length >= most) throw endless(pages.length);
		asked.add(question);
		const following = await fetchPage(qs);
		if (repeats(following, page)) throw endless(pages.length);
		if (following.items.length === 0) break;
		pages.push(following);
		count += following.items.length;
		page = following;
	}
	return pages;
}

/** Whether a page shows the items of the one before: the service does not understand the page number. */
function repeats(page: Page | undefined, before: Page | undefined): boolean {
	return page !== undefined && before !== undefined && page.items.length > 0 && JSON.stringify(page.items.map(identityOf)) === JSON.stringify(before.items.map(identityOf));
}

/** What stays the same of an item while its counters move. */
function identityOf(item: unknown): unknown {
	return isFields(item) ? (item.uuid ?? item.id ?? item) : item;
}

/** The query of the next page. Only the query is taken from the service's link: host and path stay the node's own. */
function nextQuery(next: string, baseUrl: string): IDataObject {
	const url = URL.canParse(next, `${baseUrl}/`) ? new URL(next, `${baseUrl}/`) : undefined;
	if (url === undefined || url.host !== new URL(baseUrl).host) {
		throw new Explained(
			`The service's link to the next page leads to another host${url === undefined ? '' : ` (${url.host})`}`,
			"Requests go only to the host in 'Base URL' of the credential. If the service is reached by another name, use that name in 'Base URL'. No page was fetched from the other host.",
		);
	}
	return Object.fromEntries(url.searchParams);
}

function endless(pages: number): Explained {
	return new Explained(
		`The pages of this list repeat or never end: stopped after ${pages}`,
		"Turn off 'Return All' and set 'Limit' to get the first items. The service may count its pages in a way that is not documented.",
	);
}

function itemsOf(pages: readonly Page[]): unknown[] {
	return withoutRepeats(pages.flatMap(({ items }) => items));
}

function tooMany(most: number): Explained {
	return new Explained(
		`This list has more than ${most.toLocaleString('en')} items, which is more than n8n can take from one item`,
		"Turn off 'Return All' and set 'Limit' to get the first of them. No more than needed to know this was read.",
	);
}

/** A list that changes while it is read can show one item on two pages. Items without a uuid are all kept. */
function withoutRepeats(items: unknown[]): unknown[] {
	const seen = new Set<unknown>();
	return items.filter((item) => {
		const uuid = isFields(item) ? item.uuid : undefined;
		if (uuid === undefined) return true;
		if (seen.has(uuid)) return false;
		seen.add(uuid);
		return true;
	});
}
