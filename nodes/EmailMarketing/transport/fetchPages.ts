import type { IDataObject } from 'n8n-workflow';

import { readPage, type Page } from '../api/pages';
import { UserFacingError } from '../shared/UserFacingError';
import { isRecord } from '../shared/isRecord';
import type { ApiClient, ApiRequest } from './ApiClient';

/** More pages than any account has; a service whose `next` never ends is stopped here. */
const maxPages = 100_000;

interface PagesWanted {
	/** Stop as soon as this many items are there; `undefined` for all of them. */
	readonly limit?: number;
	/** How the list is read out of an answer, where it is not the answer itself. */
	readonly listOf?: (body: unknown) => unknown;
	readonly maxPages?: number;
}

/**
 * Fetches the items of a list, page after page, in the service's order.
 * When the first page tells the number of the last one, the others are fetched at the same time, within the parallel requests.
 * @returns the items; an answer that holds no list is handed on whole, as the only item
 * @throws UserFacingError when pages repeat, never end, or lead to another host
 */
export async function fetchPages(client: ApiClient, request: ApiRequest, wanted: PagesWanted = {}): Promise<unknown[]> {
	const { limit = Infinity, listOf = (body: unknown) => body } = wanted;
	const most = wanted.maxPages ?? maxPages;
	const pageAt: FetchPage = async (qs) => {
		const body = listOf(await client.send({ ...request, qs: { ...request.qs, ...qs } }));
		return readPage(body) ?? { items: body === undefined || body === null ? [] : [body] };
	};

	const first = await pageAt({});
	const size = first.items.length;
	if (size >= limit || size === 0) return first.items.slice(0, limit);

	const lastPage = Math.min(first.lastPage ?? 1, Math.ceil(limit / size));
	if (lastPage > most) throw endless(lastPage);
	const pages = first.lastPage === undefined
		? await followNext(pageAt, first, limit, client.baseUrl, most)
		: await fetchNumbered(pageAt, first, lastPage, client.options.maxParallelRequests);
	// Pages may be smaller than the first one, or an item may have moved to the next page.
	for (let page = lastPage + 1; page <= (first.lastPage ?? 1) && itemsOf(pages).length < limit; page += 1) pages.push(await pageAt({ page }));
	return itemsOf(pages).slice(0, limit);
}

/** One page, for those who look at one at a time. */
export interface PageResult {
	readonly items: readonly unknown[];
	/** The number of the next page, if there is one. */
	readonly nextPage?: number;
	/** The number of the last page, if the service tells it. */
	readonly lastPage?: number;
}

/** Fetches the page of a list that has this number. */
export async function fetchPage(client: ApiClient, request: ApiRequest, page: number): Promise<PageResult> {
	const { items, lastPage, next } = readPage(await client.send(page === 1 ? request : { ...request, qs: { page } })) ?? { items: [] };
	const more = items.length > 0 && (lastPage === undefined ? typeof next === 'string' : page < lastPage);
	return { items, lastPage, ...(more ? { nextPage: page + 1 } : {}) };
}

type FetchPage = (qs: IDataObject) => Promise<Page>;

async function fetchNumbered(pageAt: FetchPage, first: Page, lastPage: number, parallel: number): Promise<Page[]> {
	const pages = [first];
	let next = 2;
	const failures: unknown[] = [];
	const reader = async (): Promise<void> => {
		for (let page = next++; page <= lastPage && failures.length === 0; page = next++) {
			await pageAt({ page }).then((fetched) => (pages[page - 1] = fetched), (failure: unknown) => failures.push(failure));
			if (repeats(pages[page - 1], pages[page - 2])) failures.push(endless(page));
		}
	};
	// All readers end before the item does: nothing is read for an item that has failed.
	await Promise.all(Array.from({ length: parallel }, reader));
	for (const failure of failures) throw failure;
	if (pages.some((page, index) => repeats(page, pages[index - 1]))) throw endless(pages.length);
	return pages;
}

async function followNext(pageAt: FetchPage, first: Page, limit: number, baseUrl: string, most: number): Promise<Page[]> {
	const pages = [first];
	const asked = new Set<string>();
	let count = first.items.length;
	for (let page = first; count < limit && typeof page.next === 'string'; ) {
		const qs = nextQuery(page.next, baseUrl);
		const question = JSON.stringify(qs);
		if (asked.has(question) || pages.length >= most) throw endless(pages.length);
		asked.add(question);
		const following = await pageAt(qs);
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
	return isRecord(item) ? (item.uuid ?? item.id ?? item) : item;
}

/** The query of the next page. Only the query is taken from the service's link: host and path stay the node's own. */
function nextQuery(next: string, baseUrl: string): IDataObject {
	const url = URL.canParse(next, `${baseUrl}/`) ? new URL(next, `${baseUrl}/`) : undefined;
	if (url === undefined || url.host !== new URL(baseUrl).host) {
		throw new UserFacingError(
			`The service's link to the next page leads to another host${url === undefined ? '' : ` (${url.host})`}`,
			"Requests go only to the host in 'Base URL' of the credential. If the service is reached by another name, use that name in 'Base URL'. No page was fetched from the other host.",
		);
	}
	return Object.fromEntries(url.searchParams);
}

function endless(pages: number): UserFacingError {
	return new UserFacingError(
		`The pages of this list repeat or never end: stopped after ${pages}`,
		"Turn off 'Return All' and set 'Limit' to get the first items. The service may count its pages in a way that is not documented.",
	);
}

function itemsOf(pages: readonly Page[]): unknown[] {
	return withoutRepeats(pages.flatMap(({ items }) => items));
}

/** A list that changes while it is read can show one item on two pages. Items without a uuid are all kept. */
function withoutRepeats(items: unknown[]): unknown[] {
	const seen = new Set<unknown>();
	return items.filter((item) => {
		const uuid = isRecord(item) ? item.uuid : undefined;
		if (uuid === undefined) return true;
		if (seen.has(uuid)) return false;
		seen.add(uuid);
		return true;
	});
}
