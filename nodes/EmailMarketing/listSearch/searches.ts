import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';

import { isFields } from '../shared/isFields';
import type { EndpointKey } from '../api/endpoints';
import { fetchPageOf } from '../transport/fetchPages';
import { toNodeError } from '../transport/nodeError';
import { Progress } from '../transport/Progress';
import type { ApiRequest } from '../transport/request';
import { defaultOptions, Session } from '../transport/Session';

type Search = (this: ILoadOptionsFunctions, filter?: string, paginationToken?: string) => Promise<INodeListSearchResult>;
type Named = Readonly<Record<string, unknown>>;

/** With a filter, pages are read until this many entries match… */
const enough = 20;
/** …or until this many pages were read; the next scroll goes on from there. */
const pagesAtOnce = 40;

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
function searchOf(key: EndpointKey, labelOf: (entry: Named) => string, dependsOn: readonly string[] = []): Search {
	return async function (filter = '', paginationToken = '1') {
		try {
			const session = new Session(defaultOptions, new Progress(1, false), true);
			const pathValues = Object.fromEntries(dependsOn.map((name) => [name, this.getCurrentNodeParameter(name, { extractValue: true })]));
			const request: ApiRequest = { key, pathValues };
			const wanted = filter.trim().toLowerCase();

			const results: INodeListSearchItems[] = [];
			let page: number | undefined = Number(paginationToken);
			for (let read = 0; page !== undefined && (read === 0 || (wanted !== '' && results.length < enough && read < pagesAtOnce)); read += 1) {
				const { items, nextPage }: Awaited<ReturnType<typeof fetchPageOf>> = await fetchPageOf(this, session, request, page);
				results.push(...items.filter(isFields).map((entry) => toResult(entry, labelOf)).filter(({ name }) => name.toLowerCase().includes(wanted)));
				page = nextPage;
			}
			return { results, ...(page === undefined ? {} : { paginationToken: String(page) }) };
		} catch (thrown) {
			throw toNodeError(this.getNode(), thrown);
		}
	};
}

function toResult(entry: Named, labelOf: (entry: Named) => string): INodeListSearchItems {
	const value = String(entry.uuid ?? entry.id ?? '');
	return { name: labelOf(entry) || value, value };
}

function nameOf({ name }: Named): string {
	return typeof name === 'string' ? name : '';
}

/** `Nathan Doe (nathan@example.com)`, or the email alone. */
function personOf({ first_name: first, last_name: last, email }: Named): string {
	const name = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ');
	return name === '' ? String(email ?? '') : `${name} (${String(email ?? '')})`;
}
