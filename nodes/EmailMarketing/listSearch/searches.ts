import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import type { EndpointKey } from '../api/endpoints';
import { idByName } from '../api/resourceName';
import { campaignState, idOf } from '../api/response';
import { listsOfNames } from '../panel/locators';
import { UserFacingError } from '../shared/UserFacingError';
import { foldedText, textOf } from '../shared/text';
import { isByName, isRecord, locatorValue, parseFlag, type JsonRecord } from '../shared/values';
import { toNodeError } from '../execution/nodeError';
import { parseId } from '../shared/parseId';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/ApiRequest';
import { createClient } from '../transport/createClient';
import { PagedList, type Place } from '../transport/PagedList';
import { defaultOptions } from '../transport/requestOptions';
import { readAll } from '../transport/readAll';

type LabelOf = (entry: JsonRecord) => string;

type Search = (this: ILoadOptionsFunctions, filter?: string, token?: string) => Promise<INodeListSearchResult>;

/** Lists that are short in most accounts: they are read to their end, up to `maxPages`, and sorted. */
function isSorted(key: EndpointKey): boolean {
	return ['contactList.getAll', 'domain.getAll', 'template.getAll'].includes(key);
}

const collator = new Intl.Collator('en', { numeric: true });
function byName(a: INodeListSearchItems, b: INodeListSearchItems): number {
	return collator.compare(a.name, b.name);
}

/** A search reads pages until this many entries match, up to `maxPages`; n8n requests more on scrolling. */
const enough = 20;
const maxPages = 10;

/** A hint in the form of an entry, because n8n shows either entries or a message. Choosing it is rejected on use. */
function notAll(key: EndpointKey): INodeListSearchItems {
	const hasNames = Object.values<EndpointKey>(listsOfNames).includes(key);
	return { name: `(Not All Shown: Choose by ${hasNames ? 'Name' : 'ID'})`, value: '' };
}

const createFirst = 'Create one first; it can then be chosen here. If there should be one, check the credential.';

export const searchCampaigns = searchOf('campaign.getAll', 'campaign', labelWith(campaignState));
export const searchContactLists = searchOf('contactList.getAll', 'contact list', labelWith());
export const searchDomains = searchOf('domain.getAll', 'domain', labelWith());
export const searchTemplates = searchOf('template.getAll', 'template', labelWith(templateState));
export const searchSubscribers = searchOf('subscriber.getAll', 'subscriber', subscriberLabel);

/** A dropdown's search. Filters here: no operation is known to filter. n8n's token is the list's `Place`, as JSON. */
function searchOf(key: EndpointKey, resourceName: string, labelOf: LabelOf): Search {
	return async function (filter = '', paginationToken) {
		try {
			// A user is waiting for the dropdown.
			const options = { ...defaultOptions, maxRetries: 1, isInteractive: true };
			const client = await createClient(this, this.getCurrentNodeParameter('requestOptions'), { options });
			const pathValues = await pathValuesOf(this, key, client);
			const place = paginationToken === undefined ? undefined : (JSON.parse(paginationToken) as Place);
			const list = new PagedList(client, { key, pathValues }, place);
			const results: INodeListSearchItems[] = [];
			const isSearch = filter.trim() !== '';
			let isBroken = false;
			const wanted = wantedOf(key, isSearch);
			do {
				// Doubles the pages each time, so that most searches read few.
				const most = Math.min(Math.max(1, list.pagesRead), maxPages - list.pagesRead);
				const entries = await list.more(most).catch((thrown: unknown) => {
					// Entries of earlier pages are shown anyway.
					if (results.length === 0) throw thrown;
					return undefined;
				});
				isBroken = entries === undefined;
				results.push(...matching(entries ?? [], labelOf, filter));
			} while (!isBroken && !list.hasEnded && results.length < wanted && list.pagesRead < maxPages);
			if (isSorted(key) && list.hasEnded && place === undefined) results.sort(byName);
			const isEmptyList = results.length === 0 && list.hasEnded && !isSearch && place === undefined;
			if (isEmptyList) throw new UserFacingError(`There is no ${resourceName} yet`, createFirst);
			// n8n requests more of a search only when its list is scrolled, and a short list cannot be scrolled.
			const isCut = isBroken || (isSearch && !list.hasEnded && results.length < enough);
			const isIncomplete = place === undefined && list.warning !== undefined;
			if (isCut || isIncomplete) results.push(notAll(key));
			return list.place === undefined ? { results } : { results, paginationToken: JSON.stringify(list.place) };
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

/** How many entries the dropdown needs before it is shown. */
function wantedOf(key: EndpointKey, isSearch: boolean): number {
	if (isSorted(key)) return Infinity;
	return isSearch ? enough : 1;
}

/** Subscribers are searched in the list chosen in 'Contact List'. */
async function pathValuesOf(
	context: ILoadOptionsFunctions,
	key: EndpointKey,
	client: ApiClient,
): Promise<ApiRequest['pathValues']> {
	if (key !== 'subscriber.getAll') return {};
	const locator = context.getCurrentNodeParameter('contactList');
	const chosen = locatorValue(locator);
	if (!isByName(locator)) return { contactList: parseId(chosen, 'Contact List') };
	const { entries } = await readAll(client, listsOfNames.contactList);
	return { contactList: idByName(entries, chosen, 'Contact List') };
}

function matching(items: readonly unknown[], labelOf: LabelOf, filter: string): INodeListSearchItems[] {
	const results = items.filter(isRecord).map((entry) => {
		const id = idOf(entry);
		// One unusable entry must not hide the others.
		const value = typeof id === 'string' || Number.isSafeInteger(id) ? textOf(id).trim() : '';
		return { name: labelOf(entry) || value, value };
	});
	const words = foldedText(filter).split(/\s+/);
	return results.filter(({ name }) => words.every((word) => foldedText(name).includes(word)));
}

/** The name of an entry, with its state if the service shows one: `Spring Offer (sent)`. */
function labelWith(stateOf: LabelOf = () => ''): LabelOf {
	return (entry) => {
		const name = typeof entry.name === 'string' ? entry.name : '';
		const state = stateOf(entry);
		return name === '' || state === '' ? name : `${name} (${state})`;
	};
}

function templateState(template: JsonRecord): string {
	return parseFlag(template.is_published) === false ? 'draft' : '';
}

/** `Nathan Doe (nathan@example.com)`, or the email alone. */
function subscriberLabel({ first_name: first, last_name: last, email }: JsonRecord): string {
	const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
	const address = typeof email === 'string' ? email : '';
	return name === '' ? address : `${name} (${address})`;
}
