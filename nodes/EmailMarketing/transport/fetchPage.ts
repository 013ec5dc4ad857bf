import { identityOf } from '../api/listEntries';
import type { Page } from '../api/pages';
import { isNumberOpen, pageOne, startingWith, stepsAfter, type Position, type Step } from '../api/pageSteps';
import type { ApiClient } from './ApiClient';
import { fetchStep, pageIn } from './fetchStep';
import type { ApiRequest } from './Sending';

/** A page of a list, for those who look at one at a time. */
export interface PageResult {
	readonly items: readonly unknown[];
	/** Where the list goes on: all pages that can be asked for at once, but the next one only where the last is not known. */
	readonly following: readonly PagePlace[];
	/** Whether the list goes on, but the service does not show how. */
	readonly isCutOff: boolean;
	/** What stands beside the entries and is not understood. */
	readonly unread?: string;
	/** Whether the answer has no list in it. */
	readonly isMissing: boolean;
}

/** What it takes to ask for a page later on. JSON. */
export interface PagePlace {
	readonly step: Step;
	/** What to ask instead, where the step finds out that the service does not count its pages from 0. */
	readonly otherwise?: Step;
	/** Where the page before it left off. */
	readonly at: Position;
	/** What the pages before it began with. */
	readonly trail: readonly string[];
}

/** Nobody scrolls further. */
const maxTrail = 200;

/**
 * Fetches one page of a list: the first, or the one at a place that an earlier page gave.
 * @param most how many of the following pages are wanted
 */
export async function fetchPage(
	client: ApiClient,
	request: ApiRequest,
	place?: PagePlace,
	most = 1,
): Promise<PageResult> {
	const page = pageIn(await fetchStep(client, request, place?.step), request.key);
	const isMissing =
		typeof page === 'string' || (page.items.length > 0 && place?.trail.includes(startOf(page)) === true);
	// It was asked whether the service counts from 0, and gave the first page again.
	if (isMissing && place?.otherwise !== undefined)
		return await fetchPage(
			client,
			request,
			{ ...place, step: place.otherwise, otherwise: undefined, at: { ...place.at, firstNumber: 1 } },
			most,
		);
	// A service that does not understand how it was asked shows the same pages for ever.
	if (isMissing) return { items: [], following: [], isCutOff: place?.step.isGuess === false, isMissing };
	const at = place === undefined ? startingWith(page) : arrivedAt(place, page);
	const trail = [...(place?.trail ?? []), startOf(page)].slice(-maxTrail);
	const steps = stepsAfter(page, at, most);
	const following = isNumberOpen(steps[0], at)
		? [{ step: pageOne, otherwise: steps[0], at, trail }]
		: steps.map((step, index) => ({ step, at: further(at, index), trail }));
	return { items: page.items, following, isCutOff: false, unread: page.unread, isMissing };
}

function arrivedAt({ at, step, otherwise }: PagePlace, { items }: Page): Position {
	return { ...further(at, 1, items.length), query: step.query, ...(otherwise === undefined ? {} : { firstNumber: 0 }) };
}

function further(at: Position, pages: number, size = at.pageSize): Position {
	return { ...at, pages: at.pages + pages, entries: at.entries + pages * size };
}

function startOf({ items }: Page): string {
	return JSON.stringify(identityOf(items[0])) ?? '';
}
