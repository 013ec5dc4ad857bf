import { collectionOf } from '../api/endpoints';
import { queriesAfter, parsePage, repeats, withPageSize, type Page } from '../api/pagination';
import { idKey, idOf } from '../api/response';
import { inParallel, inPortions } from '../shared/loops';
import { UserFacingError } from '../shared/UserFacingError';
import type { ServiceResponse, ApiClient } from './ApiClient';
import type { ApiRequest } from './ApiRequest';
import { AbortError } from './wait';

/** More pages than any account has. */
const maxPages = 100_000;

/** A list of which less than this share came is broken; one of which a little less came has changed while it was read. */
const minShare = 0.95;

/** Where a list continues, as JSON: a dropdown hands it back when it is scrolled. */
export interface Place {
	readonly number: number;
	readonly next?: string;
	readonly lastPage?: number;
}

/** Reads a list page by page: the first one alone, then all that are known to follow at once, in order. Get Many, By Email, Sync, dropdowns and the trigger all use it. */
export class PagedList {
	hasEnded = false;

	pages = 0;

	/** Whether the total differed between two pages: entries may have shifted between pages while the list was read. */
	private hasChanged = false;

	private count = 0;

	/** The page read last, with what earlier ones say of the whole list. */
	private last?: Page;

	private number = 0;

	private readonly seen = new Set<string>();

	private readonly asked = new Set<string>();

	/** @param place where a list that was read before continues */
	constructor(
		private readonly client: ApiClient,
		private readonly request: ApiRequest,
		place?: Place,
	) {
		if (place === undefined) return;
		this.number = place.number;
		this.last = { ...place, items: [] };
	}

	/** Reads the first page, then up to so many of the pages after it. @returns the entries that no page had before @throws UserFacingError when a page cannot be read, is no list, or repeats the page before */
	async more(most = Infinity): Promise<unknown[]> {
		const queries = this.last === undefined ? [''] : queriesAfter(this.last, this.number, Math.min(most, maxPages));
		if (Math.max(this.pages + queries.length, this.last?.lastPage ?? 0) > maxPages) throw endless(this.pages);
		for (const query of queries) {
			if (this.asked.has(query)) throw endless(this.pages);
			this.asked.add(query);
		}
		const pages = await this.fetchAll(queries);
		const fresh = (await inPortions(pages, (page) => this.take(page))).flat();
		this.hasEnded = this.last === undefined || queriesAfter(this.last, this.number, 1).length === 0;
		return fresh;
	}

	/** Where the list continues; `undefined` after its last page. */
	get place(): Place | undefined {
		const { number, last: { next, lastPage } = {} } = this;
		return this.hasEnded ? undefined : { number, next, lastPage };
	}

	/** Whether so many entries are missing that nothing may rest on the list. */
	get isBroken(): boolean {
		return this.hasEnded && this.count < minShare * (this.last?.total ?? 0);
	}

	/**
	 * Whether this second reading of a short list may be used: it is complete, or both readings show the same entries,
	 * so that the total is wrong.
	 * @param first number of entries in the first reading
	 * @param both number of entries in both readings together
	 */
	settles(first: number, both: number): boolean {
		const { lastPage, next } = this.last ?? {};
		const isSame = first === both && (lastPage !== undefined || next === '');
		return this.count > minShare * both && (!this.isBroken || isSame);
	}

	/** Whether entries may be missing from a list that was read to its end. */
	get mayBeShort(): boolean {
		return this.hasChanged || this.count < (this.last?.total ?? 0);
	}

	/** Whether the list may go on in a way that this node does not understand. */
	get hasDoubt(): boolean {
		return this.last?.doubt !== undefined;
	}

	/** Why entries may be missing from a list that was read to its end: a sentence. */
	get warning(): string | undefined {
		const { total = 0, doubt } = this.last ?? {};
		if (!this.hasEnded) return undefined;
		if (this.count < total)
			return `The service counts ${total} entries in this list, but returned ${this.count}: some may be missing.`;
		if (doubt !== undefined) return `Entries of this list may be missing: ${doubt}.`;
		return this.hasChanged ? 'The list changed while it was read: some entries may be missing.' : undefined;
	}

	private take(page: Page): unknown[] {
		if (this.last !== undefined && repeats(page, this.last)) throw endless(this.pages);
		const { lastPage, total } = this.last ?? {};
		this.hasChanged ||= total !== undefined && page.total !== undefined && page.total !== total;
		// What only the first page says holds for the others too.
		const known = { lastPage: page.lastPage ?? lastPage, total: page.total ?? total };
		// A page that a link led to is read in a known way.
		const isKnown = known.lastPage !== undefined || known.total !== undefined || this.last !== undefined;
		this.last = { ...page, ...known, doubt: isKnown ? undefined : page.doubt };
		this.number = page.number ?? this.number + 1;
		this.pages += 1;
		const fresh = page.items.filter((item) => {
			const id = idKey(idOf(item));
			if (id === '') return true;
			return !this.seen.has(id) && this.seen.add(id);
		});
		this.count += fresh.length;
		return fresh;
	}

	/** Where a page fails, its own failure counts, not the requests that were aborted because of it. */
	private async fetchAll(queries: readonly string[]): Promise<Page[]> {
		const pages: Page[] = [];
		const failures: unknown[] = [];
		await inParallel([...queries.entries()], this.client.options.maxParallelRequests, async ([index, query]) => {
			if (failures.length > 0) return;
			await this.fetch(query).then(
				(page) => (pages[index] = page),
				(thrown: unknown) => failures.push(onPage(this.number + index + 1, thrown)),
			);
		});
		if (failures.length > 0) throw failures.find((failure) => !(failure instanceof AbortError)) ?? failures[0];
		return pages;
	}

	private async fetch(query: string): Promise<Page> {
		const { key } = this.request;
		const { body, headers } = await this.exchange(query);
		const page = parsePage(body, collectionOf(key), headers);
		if (page === undefined) throw new NotAList(key, body);
		return page;
	}

	/** A service that rejects `per_page` is asked without it, once per run: only the first page that a run reads may be rejected for it. */
	private async exchange(query: string): Promise<ServiceResponse> {
		const { client, request } = this;
		const plain = { ...request, query };
		const sized = { ...request, query: withPageSize(query) };
		if (client.takesPageSize !== undefined) return await client.exchange(client.takesPageSize ? sized : plain);
		const response = await client.exchange({ ...sized, isOptional: true }).catch((thrown: unknown) => {
			if (!mayRefusePageSize(thrown)) throw thrown;
		});
		const taken = response ?? (await client.exchange(plain));
		client.takesPageSize ??= response !== undefined;
		return taken;
	}
}

function mayRefusePageSize(thrown: unknown): boolean {
	return thrown instanceof UserFacingError && (thrown.status === 400 || thrown.status === 422);
}

/** After a first page, path and Base URL are known to be right. */
function onPage(number: number, thrown: unknown): unknown {
	if (number === 1 || !(thrown instanceof UserFacingError)) return thrown;
	const { message, description, status, serviceMessage } = thrown;
	const where = `This was page ${number}; the pages before it could be read.`;
	return new UserFacingError(message, `${where} ${description}`, { status, serviceMessage });
}

/** A body that holds no list where one should be. */
export class NotAList extends UserFacingError {
	constructor(
		key: string,
		readonly body: unknown,
	) {
		super('The response contains no list', `Check the path of "${key}" in 'Endpoint Paths' of the credential.`);
	}
}

function endless(pages: number): UserFacingError {
	return new UserFacingError(
		'The pages of this list repeat or never end',
		`Reading stopped after ${pages} of them. Report this to the service's support.`,
	);
}
