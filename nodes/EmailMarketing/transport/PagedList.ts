import { collectionOf } from '../api/endpoints';
import { queriesAfter, parsePage, repeats, withPageSize, type Page } from '../api/pagination';
import { idKey, idOf } from '../api/response';
import { judge, type Reading } from '../api/verdict';
import { inParallel, inPortions } from '../shared/loops';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from './ApiClient';
import type { ApiRequest } from './ApiRequest';
import type { ServiceResponse } from './sendOnce';
import { AbortError } from './wait';

/** Where a list continues. A dropdown passes it back, as JSON, when it is scrolled. */
export type Place = Pick<Page, 'next' | 'lastPage'> & { readonly number: number };

/** Reads a list page by page: the first alone, then all known to follow at once. Entries keep their order. */
export class PagedList implements Reading {
	hasEnded = false;
	/** Why entries may be missing although the list has ended: a sentence. */
	warning?: string;
	pagesRead = 0;
	readonly ids = new Set<string>();
	last?: Page;
	hasChanged = false;
	private number = 0;
	private readonly requested = new Set<string>();

	/** Starts at the beginning of a list, or at the place where an earlier reading stopped. */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		place?: Place,
	) {
		if (place === undefined) return;
		this.number = place.number;
		this.last = { ...place, items: [] };
	}

	/**
	 * New entries of the first page, which is read even if `most` is 0; later of `most` more pages.
	 * @throws UserFacingError also if a page has no list, or repeats the last
	 */
	async more(most = Infinity): Promise<unknown[]> {
		const queries = this.last === undefined ? [''] : queriesAfter(this.last, this.number, most);
		if (queries.some((query) => this.requested.has(query))) throw endless(this.pagesRead);
		for (const query of queries) this.requested.add(query);
		const pages = await this.fetchAll(queries);
		const fresh = (await inPortions(pages, (page) => this.take(page))).flat();
		this.hasEnded = this.last === undefined || queriesAfter(this.last, this.number, 1).length === 0;
		if (this.hasEnded) this.warning = judge(this).warning;
		return fresh;
	}

	/** Where the list continues; `undefined` after its last page. */
	get place(): Place | undefined {
		if (this.hasEnded) return undefined;
		const { next, lastPage } = this.last ?? {};
		return { number: this.number, next, lastPage };
	}

	private take(page: Page): unknown[] {
		if (this.last !== undefined && repeats(page, this.last)) throw endless(this.pagesRead);
		const { lastPage, total } = this.last ?? {};
		if (total !== undefined && page.total !== undefined && page.total !== total) this.hasChanged = true;
		// Values that only the first page reports hold for the others too.
		const known = { lastPage: page.lastPage ?? lastPage, total: page.total ?? total };
		// Only the first page can raise a doubt: what it says led to the others.
		this.last = { ...page, ...known, doubt: this.last === undefined ? page.doubt : undefined };
		this.number += 1;
		this.pagesRead += 1;
		return page.items.filter((item) => {
			// Entries without an ID cannot repeat.
			const id = idKey(idOf(item)) || `${this.ids.size} ${JSON.stringify(item)}`;
			const isNew = !this.ids.has(id);
			this.ids.add(id);
			return isNew;
		});
	}

	/** If a page fails, throws its failure, not those of requests that were aborted because of it. */
	private async fetchAll(queries: readonly string[]): Promise<Page[]> {
		const pages: Page[] = [];
		const failures: unknown[] = [];
		await inParallel([...queries.entries()], this.client.options.maxParallelRequests, async ([index, query]) => {
			if (failures.length > 0) return;
			try {
				pages[index] = await this.fetch(query);
			} catch (thrown) {
				failures.push(onPage(this.number + index + 1, thrown));
			}
		});
		if (failures.length > 0) throw failures.find((failure) => !(failure instanceof AbortError)) ?? failures[0];
		return pages;
	}

	private async fetch(query: string): Promise<Page> {
		const { key } = this.request;
		const { body, headers } = await this.exchange(query);
		const page = parsePage(body, collectionOf(key), headers);
		if (page === undefined) throw noList(key);
		return page;
	}

	/** If the service rejects `per_page` on the first page of the run, no page of the run is requested with it. */
	private async exchange(query: string): Promise<ServiceResponse> {
		const { client, request } = this;
		const plain = { ...request, query };
		const sized = { ...request, query: withPageSize(query) };
		if (client.takesPageSize !== undefined) return await client.exchange(client.takesPageSize ? sized : plain);
		const response = await client.exchange({ ...sized, sending: { isOptional: true } }).catch((thrown: unknown) => {
			const mayRefuse = thrown instanceof UserFacingError && [400, 422].includes(thrown.status ?? 0);
			if (!mayRefuse) throw thrown;
		});
		client.takesPageSize ??= response !== undefined;
		return response ?? (await client.exchange(plain));
	}
}

/** Adds the page number, which shows that path and Base URL are right: the first page could be read. */
function onPage(number: number, thrown: unknown): unknown {
	if (number === 1 || !(thrown instanceof UserFacingError)) return thrown;
	const { message, description, status, serviceMessage, canRetry, isGeneral } = thrown;
	const where = `This was page ${number}; the pages before it could be read.`;
	return new UserFacingError(message, `${where} ${description}`, { status, serviceMessage, canRetry, isGeneral });
}

function noList(key: string): UserFacingError {
	const advice = `Check the path of "${key}" in 'Endpoint Paths' of the credential.`;
	return new UserFacingError('The response contains no list', advice);
}

function endless(pages: number): UserFacingError {
	const advice = `Reading stopped after ${pages} of them. Report this to the service's support.`;
	return new UserFacingError('The pages of this list repeat or never end', advice);
}
