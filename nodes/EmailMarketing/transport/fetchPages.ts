import { identityOf } from '../api/listEntries';
import { readPage, startingWith, stepsAfter, type Position, type Step } from '../api/pages';
import { UserFacingError } from '../shared/UserFacingError';
import type { Answer, ApiClient } from './ApiClient';
import type { ApiRequest } from './Sending';
import { ListReader, type FetchPage } from './ListReader';

/** The entries of a list, in the service's order. */
export interface List {
	readonly items: readonly unknown[];
	/** Why entries may be missing, in words for the user. Who finds nothing in such a list does not know that it is not there. */
	readonly shortfall?: string;
}

interface PagesWanted {
	/** Stop as soon as this many entries are there; `undefined` for all of them. */
	readonly limit?: number;
	/** How the list is read out of an answer, where it is not the answer itself. */
	readonly listOf?: (body: unknown) => unknown;
}

/**
 * Fetches the entries of a list, page after page.
 * When the first page tells the number of the last one, the others are fetched at the same time, within the parallel requests.
 * A list that gives fewer entries than it says is read a second time: while it shrinks, entries move to pages that were read already.
 * An answer that holds no list is handed on whole, as the only entry.
 * @throws UserFacingError when pages repeat, never end, or one of them is no list
 */
export async function fetchPages(client: ApiClient, request: ApiRequest, { limit = Infinity, listOf }: PagesWanted = {}): Promise<List> {
	let whole: unknown;
	const fetch: FetchPage = async (step) => {
		const answer = await fetchStep(client, request, step);
		if (step === undefined) whole = answer?.body;
		return answer && (listOf === undefined ? readPage(answer.body, answer.headers) : readPage(listOf(answer.body)));
	};
	const reader = (): ListReader => new ListReader(fetch, limit, client.options.maxParallelRequests);
	const first = reader();
	if (!(await first.read())) return noList(listOf === undefined ? whole : listOf(whole));
	if (!mayMiss(first, limit)) return { items: first.items.slice(0, limit), shortfall: openEnd(first, limit) };
	const second = reader();
	if ((await second.read()) && !mayMiss(second, limit)) return { items: second.items.slice(0, limit), shortfall: openEnd(second, limit) };
	const items = together(second.items, first.items).slice(0, limit);
	return { items, shortfall: shortfallOf(items.length, Math.min(limit, second.total ?? first.total ?? 0)) };
}

/** A page of a list, for those who look at one at a time. */
export interface PageResult {
	readonly items: readonly unknown[];
	/** Where the list goes on: all pages that can be asked for at once, but the next one only where the last is not known. */
	readonly following: readonly PagePlace[];
	/** Whether the list goes on, but the service does not show how. */
	readonly isCutOff: boolean;
}

/** What it takes to ask for a page later on. JSON. */
export interface PagePlace {
	readonly step: Step;
	/** Where the page before it left off. */
	readonly at: Position;
	/** What the page before it began with. */
	readonly before: string;
}

/**
 * Fetches one page of a list: the first, or the one at a place that an earlier page gave.
 * @param most how many of the following pages are wanted
 */
export async function fetchPage(client: ApiClient, request: ApiRequest, place?: PagePlace, most = 1): Promise<PageResult> {
	const answer = await fetchStep(client, request, place?.step);
	const page = answer && readPage(answer.body, answer.headers);
	const start = JSON.stringify(page?.items.slice(0, 3).map(identityOf)) ?? '';
	// A service that does not understand how it was asked shows the same page for ever.
	if (page === undefined || start === place?.before) return { items: [], following: [], isCutOff: place?.step.isGuess === false };
	const at = place === undefined ? startingWith(page) : further(place.at, 1, page.items.length);
	const steps = stepsAfter(page, at, most);
	return { items: page.items, following: steps.map((step, index) => ({ step, at: further(at, index), before: start })), isCutOff: false };
}

function further(at: Position, pages: number, size = at.pageSize): Position {
	return { ...at, pages: at.pages + pages, entries: at.entries + pages * size };
}

/** Statuses with which a service says that there is no such page; 200, where the answer itself says that it failed. */
const noSuchPage: readonly unknown[] = [200, 400, 404, 410, 416, 422];

/** The answer to one step; `undefined` where it had only been guessed that there is such a page. */
async function fetchStep(client: ApiClient, request: ApiRequest, step?: Step): Promise<Answer | undefined> {
	return await client.exchange({ ...request, ...step }).catch((thrown: unknown) => {
		if (step?.isGuess && thrown instanceof UserFacingError && noSuchPage.includes(thrown.status)) return undefined;
		throw thrown;
	});
}

/** Whether entries are missing, or may be: they move to other pages when others are deleted. */
function mayMiss({ items, total = 0, hasShrunk }: ListReader, limit: number): boolean {
	return items.length < limit && (items.length < total || hasShrunk);
}

/** What two readings gave. Entries that have no identity are not told apart, so the longer reading counts. */
function together(items: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
	const known = new Set(items.map(identityOf));
	const isNamed = [...items, ...before].every((item) => identityOf(item) !== item);
	if (!isNamed) return before.length > items.length ? before : items;
	return [...items, ...before.filter((item) => !known.has(identityOf(item)))];
}

function shortfallOf(count: number, total: number): string {
	if (count >= total) return `The list became shorter while it was read, and again when it was read a second time: some of its entries may be missing among these ${count}.`;
	return `The service says that the list has ${total} entries, but ${count} came, although it was read twice. The others may be hidden or deleted, or the service counts them differently.`;
}

function openEnd({ items, total = Infinity, isOpenEnded }: ListReader, limit: number): string | undefined {
	if (!isOpenEnded || items.length >= Math.min(limit, total)) return undefined;
	return `The service went on naming further pages, all of them empty: reading ended after ${items.length} entries. There may be more.`;
}

function noList(answer: unknown): List {
	if (answer === undefined || answer === null) return { items: [], shortfall: 'The service answered with nothing instead of a list.' };
	return { items: [answer], shortfall: 'The answer of the service holds no list, so it is given whole, as one item.' };
}
