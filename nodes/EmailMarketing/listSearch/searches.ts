import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { isFields, type Fields } from '../shared/isFields';
import { displayNameOf } from '../shared/names';
import { fetchPageOf, type PageOf } from '../transport/fetchPages';
import { toNodeError } from '../transport/nodeError';
import { Progress } from '../transport/Progress';
import { defaultOptions, Session, type TransportOptions } from '../transport/Session';

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;

/** Somebody is waiting before a dropdown. */
const options: TransportOptions = { ...defaultOptions, maxRetries: 1 };
/** With a filter, pages are read until this many entries match. */
const enough = 20;
/** So many pages are read at the same time while a filter is looked for… */
const pagesAtOnce = 10;
/** …and so many at most for one search: a longer list is better asked by email or ID. */
const mostPages = 400;

export const searchCampaigns = searchOf('campaign.getAll', nameOf);
export const searchContactLists = searchOf('contactList.getAll', nameOf);
export const searchDomains = searchOf('domain.getAll', nameOf);
export const searchTemplates = searchOf('template.getAll', nameOf);
/** Depends on the list chosen in 'Contact List'. */
export const searchSubscribers = searchOf('subscriber.getAll', personOf, ['contactList']);

/**
 * A dropdown's search: one page of the list at a time, filtered here because no operation of the service is known to filter.
 * The pagination token is the number of the next page.
 * @param dependsOn parameters that have to be chosen first
 */
function searchOf(key: EndpointKey, labelOf: (entry: Fields) => string, dependsOn: readonly string[] = []): Search {
	return async function (filter = '', paginationToken = '1') {
		try {
			const session = new Session(options, new Progress(1), true);
			const pathValues = Object.fromEntries(dependsOn.map((name) => [name, this.getCurrentNodeParameter(name, { extractValue: true })]));
			const fetchPage = async (page: number): Promise<PageOf> => await fetchPageOf(this, session, { key, pathValues }, page);
			const first = await fetchPage(Number(paginationToken));
			const pages = filter.trim() === '' ? [first] : await readUntilFound(fetchPage, first, (page) => resultsOf(page, labelOf, filter));
			if (filter.trim() === '' && first.items.length === 0 && paginationToken === '1') throw nothingThere(key);
			const next = pages.at(-1)?.nextPage;
			return {
				results: pages.flatMap((page) => resultsOf(page, labelOf, filter)),
				...(next === undefined ? {} : { paginationToken: String(next) }),
			};
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

/** Reads on from a page until enough entries are found or the list ends. */
async function readUntilFound(fetchPage: (page: number) => Promise<PageOf>, first: PageOf, found: (page: PageOf) => readonly unknown[]): Promise<PageOf[]> {
	const pages = [first];
	let count = found(first).length;
	for (let last = first; count < enough && last.nextPage !== undefined; last = pages.at(-1) ?? last) {
		if (pages.length >= mostPages && count > 0) break;
		if (pages.length >= mostPages) throw nothingFound(pages.length);
		const following = await Promise.all(followingPages(last).map(fetchPage));
		count += following.flatMap(found).length;
		pages.push(...following);
	}
	return pages;
}

/** The numbers of the next pages; only one where the service does not say which is the last. */
function followingPages({ nextPage = 1, lastPage = nextPage }: PageOf): number[] {
	const count = Math.min(pagesAtOnce, Math.max(1, lastPage - nextPage + 1));
	return Array.from({ length: count }, (_, index) => nextPage + index);
}

function nothingThere(key: EndpointKey): Explained {
	const thing = displayNameOf(key.split('.')[0] ?? '').toLowerCase();
	const where = thing === 'subscriber' ? 'contact list' : 'account';
	return new Explained(`The ${where} has no ${thing} yet`, `Create one first; it can then be chosen here. If there should be one, check the credential${key === 'subscriber.getAll' ? " and 'Contact List'" : ''}.`);
}

function nothingFound(pages: number): Explained {
	return new Explained(`Nothing like that is on the first ${pages} pages`, "The list is too long to search here. Choose 'By Email' or 'By ID' instead of 'From List'.");
}

function resultsOf({ items }: PageOf, labelOf: (entry: Fields) => string, filter: string): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return items.filter(isFields).map((entry) => toResult(entry, labelOf)).filter(({ name }) => name.toLowerCase().includes(wanted));
}

function toResult(entry: Fields, labelOf: (entry: Fields) => string): INodeListSearchItems {
	const value = String(entry.uuid ?? entry.id ?? '');
	return { name: labelOf(entry) || value, value };
}

function nameOf({ name }: Fields): string {
	return typeof name === 'string' ? name : '';
}

/** `Nathan Doe (nathan@example.com)`, or the email alone. */
function personOf({ first_name: first, last_name: last, email }: Fields): string {
	const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
	return name === '' ? String(email ?? '') : `${name} (${String(email ?? '')})`;
}
