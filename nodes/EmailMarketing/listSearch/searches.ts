import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { idOf } from '../api/listEntries';
import { UserFacingError } from '../shared/UserFacingError';
import { isRecord, type JsonRecord } from '../shared/isRecord';
import { toNodeError } from '../execution/nodeError';
import { readId } from '../shared/readId';
import { createSearchClient } from '../transport/createClient';
import { fetchPage, type PagePlace, type PageResult } from '../transport/fetchPage';

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** With a filter, pages are read until this many entries match. */
const enough = 20;
/** So many pages are read at the same time while a filter is looked for… */
const pagesAtOnce = 10;
/** …and so many at most for one search: a longer list is better asked by email or ID. */
const maxPages = 100;

const cutOffText = "(There are more, but the service does not show them here: choose 'By ID' for those.)";
/** n8n shows either the list or a message, so what is missing is said by an entry of the list. It names nothing: who chooses it is told that the field is empty. */
const cutOff: INodeListSearchItems = { name: cutOffText, value: '' };

export const searchCampaigns = searchOf('campaign.getAll', 'campaign', nameOf);
export const searchContactLists = searchOf('contactList.getAll', 'contact list', nameOf);
export const searchDomains = searchOf('domain.getAll', 'domain', nameOf);
export const searchTemplates = searchOf('template.getAll', 'template', nameOf);
/** Depends on the list chosen in 'Contact List'. */
export const searchSubscribers = searchOf('subscriber.getAll', 'subscriber', personOf, { contactList: 'Contact List' });

/**
 * A dropdown's search: one page of the list at a time, filtered here because no operation of the service is known to filter.
 * The pagination token says where the list goes on, as JSON.
 * @param thing what is searched for, as a person calls it
 * @param dependsOn parameters that have to be chosen first, with their names in the panel
 */
function searchOf(
	key: EndpointKey,
	thing: string,
	labelOf: (entry: JsonRecord) => string,
	dependsOn: Readonly<Record<string, string>> = {},
): Search {
	return async function (filter = '', paginationToken) {
		try {
			const client = await createSearchClient(this);
			const pathValues = Object.fromEntries(
				Object.entries(dependsOn).map(([name, displayName]) => [
					name,
					readId(this.getCurrentNodeParameter(name, { extractValue: true }), displayName),
				]),
			);
			const pageAt: PageAt = async (place) => await fetchPage(client, { key, pathValues }, place, pagesAtOnce);
			const resultsOf = ({ items }: PageResult): INodeListSearchItems[] => matching(items, labelOf, filter);
			const first = await pageAt(readToken(paginationToken));
			const pages = filter.trim() === '' ? [first] : await readUntilFound(thing, pageAt, first, resultsOf);
			if (
				filter.trim() === '' &&
				first.items.length === 0 &&
				first.following.length === 0 &&
				paginationToken === undefined
			)
				throw nothingThere(thing, first);
			const [next] = pages.at(-1)?.following ?? [];
			return {
				results: [...pages.flatMap(resultsOf), ...(pages.some(({ isCutOff }) => isCutOff) ? [cutOff] : [])],
				...(next === undefined ? {} : { paginationToken: JSON.stringify(next) }),
			};
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

type PageAt = (place?: PagePlace) => Promise<PageResult>;

/** The token comes back as it was given. */
function readToken(token: string | undefined): PagePlace | undefined {
	return token === undefined ? undefined : (JSON.parse(token) as PagePlace);
}

/** Reads on from a page until enough entries are found or the list ends. */
async function readUntilFound(
	thing: string,
	pageAt: PageAt,
	first: PageResult,
	resultsOf: (page: PageResult) => readonly unknown[],
): Promise<PageResult[]> {
	const pages = [first];
	let count = resultsOf(first).length;
	for (let last = first; count < enough && last.following.length > 0; last = pages.at(-1) ?? last) {
		if (pages.length + last.following.length > maxPages && count > 0) break;
		if (pages.length + last.following.length > maxPages) throw nothingFound(thing, pages.length);
		const following = await Promise.all(last.following.map(pageAt));
		count += following.flatMap(resultsOf).length;
		pages.push(...following);
	}
	return pages;
}

function nothingThere(thing: string, { unread, isMissing }: PageResult): UserFacingError {
	if (isMissing)
		return new UserFacingError(
			`The service answered without a list, so whether there is any ${thing} is not known`,
			"Try again later, or choose 'By ID'. If it stays so, check the path of this list in 'Endpoint Paths' of the credential.",
		);
	if (unread !== undefined)
		return new UserFacingError(
			`The service gave no ${thing}, and "${unread}" beside the empty list`,
			"It may have been unable to read the list. Try again later, or choose 'By ID'.",
		);
	const where = thing === 'subscriber' ? 'contact list' : 'account';
	return new UserFacingError(
		`The ${where} has no ${thing} yet`,
		`Create one first; it can then be chosen here. If there should be one, check the credential${thing === 'subscriber' ? " and 'Contact List'" : ''}.`,
	);
}

function nothingFound(thing: string, pages: number): UserFacingError {
	const others = thing === 'subscriber' ? "'By Email' or 'By ID'" : "'By ID'";
	return new UserFacingError(
		`Nothing like that is on the first ${pages} pages`,
		`The list is too long to search here. Choose ${others} instead of 'From List'.`,
	);
}

function matching(
	items: readonly unknown[],
	labelOf: (entry: JsonRecord) => string,
	filter: string,
): INodeListSearchItems[] {
	const wanted = filter.trim().toLowerCase();
	return items
		.filter(isRecord)
		.map((entry) => toResult(entry, labelOf))
		.filter(({ name }) => name.toLowerCase().includes(wanted));
}

function toResult(entry: JsonRecord, labelOf: (entry: JsonRecord) => string): INodeListSearchItems {
	const id = idOf(entry);
	// One odd entry must not take the others away.
	const value = ['string', 'number'].includes(typeof id) ? readId(id, 'ID') : '';
	return { name: labelOf(entry) || value, value };
}

function nameOf({ name }: JsonRecord): string {
	return typeof name === 'string' ? name : '';
}

/** `Nathan Doe (nathan@example.com)`, or the email alone. */
function personOf({ first_name: first, last_name: last, email }: JsonRecord): string {
	const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
	const address = typeof email === 'string' ? email : '';
	return name === '' ? address : `${name} (${address})`;
}
