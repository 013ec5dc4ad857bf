import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { idOf } from '../api/response';
import { UserFacingError } from '../shared/UserFacingError';
import { textOf } from '../shared/text';
import { isRecord, type JsonRecord } from '../shared/values';
import { toNodeError } from '../execution/nodeError';
import { parseId } from '../shared/parseId';
import { createClient } from '../transport/createClient';
import { PagedList, type Place } from '../transport/PagedList';
import { defaultOptions } from '../transport/requestOptions';

type LabelOf = (entry: JsonRecord) => string;

type Search = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** With a filter, pages are read until this many entries match, and no more than so many pages; n8n asks for the next ones when the list is scrolled. */
const enough = 20;
const maxPages = 10;

/** n8n shows either entries or a message. An empty value is refused where it is used. */
const notAll: INodeListSearchItems = { name: '(Not All Shown: Choose by ID)', value: '' };

export const searchCampaigns = searchOf('campaign.getAll', 'campaign', campaignLabel);
export const searchContactLists = searchOf('contactList.getAll', 'contact list', entryName);
export const searchDomains = searchOf('domain.getAll', 'domain', entryName);
export const searchTemplates = searchOf('template.getAll', 'template', entryName);
/** Depends on the list chosen in 'Contact List'. */
export const searchSubscribers = searchOf('subscriber.getAll', 'subscriber', personOf, { contactList: 'Contact List' });

/**
 * A dropdown's search: one page of the list at a time, filtered here because no operation of the service is known to filter.
 * The pagination token says where the list continues, as JSON.
 * @param dependsOn parameters that have to be chosen first, with their names in the panel
 */
function searchOf(
	key: EndpointKey,
	thing: string,
	labelOf: LabelOf,
	dependsOn: Readonly<Record<string, string>> = {},
): Search {
	return async function (filter = '', paginationToken) {
		try {
			// A person is waiting for the dropdown.
			const options = { ...defaultOptions, maxRetries: 1, isInteractive: true };
			const client = await createClient(this, this.getCurrentNodeParameter('requestOptions'), { options });
			const chosen = Object.entries(dependsOn).map(([name, displayName]) => {
				const value = this.getCurrentNodeParameter(name, { extractValue: true });
				return [name, parseId(value, displayName)] as const;
			});
			const pathValues = Object.fromEntries(chosen);
			const place = paginationToken === undefined ? undefined : (JSON.parse(paginationToken) as Place);
			const list = new PagedList(client, { key, pathValues }, place);
			const results: INodeListSearchItems[] = [];
			const isSearch = filter.trim() !== '';
			do {
				// Twice as far each time, so that most searches read few pages.
				const most = Math.min(Math.max(1, list.pages), maxPages - list.pages);
				results.push(...matching(await list.more(most), labelOf, filter));
			} while (isSearch && !list.hasEnded && results.length < enough && list.pages < maxPages);
			if (results.length === 0 && list.hasEnded && !isSearch && place === undefined) throw nothingThere(thing);
			// n8n asks for more of a search only when its list is scrolled, which a short one cannot be.
			const isCut = isSearch && !list.hasEnded && results.length < enough;
			const mayMiss = isCut || (place === undefined ? list.warning !== undefined : list.hasDoubt);
			if (mayMiss) results.push(notAll);
			return { results, ...(list.place && { paginationToken: JSON.stringify(list.place) }) };
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

function nothingThere(thing: string): UserFacingError {
	const advice = 'Create one first; it can then be chosen here. If there should be one, check the credential.';
	return new UserFacingError(`There is no ${thing} yet`, advice);
}

function matching(items: readonly unknown[], labelOf: LabelOf, filter: string): INodeListSearchItems[] {
	const results = items.filter(isRecord).map((entry) => {
		const id = idOf(entry);
		// One unusable entry must not hide the others.
		const value = typeof id === 'string' || Number.isSafeInteger(id) ? textOf(id).trim() : '';
		return { name: labelOf(entry) || value, value };
	});
	return results.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()));
}

function entryName({ name }: JsonRecord): string {
	return typeof name === 'string' ? name : '';
}

/** `Spring Offer (sent)` or `(draft)`, where the service shows it. */
function campaignLabel(campaign: JsonRecord): string {
	const name = entryName(campaign);
	if (typeof campaign.is_sent !== 'boolean' || name === '') return name;
	return `${name} (${campaign.is_sent ? 'sent' : campaign.is_sending === true ? 'sending' : 'draft'})`;
}

/** `Nathan Doe (nathan@example.com)`, or the email alone. */
function personOf({ first_name: first, last_name: last, email }: JsonRecord): string {
	const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
	const address = typeof email === 'string' ? email : '';
	return name === '' ? address : `${name} (${address})`;
}
