import type { ApiClient } from './ApiClient';
import { fetchStep, pageIn } from './fetchStep';
import { adviceForRuns, refusalOfList, type ListAdvice } from './listAdvice';
import { ListReader, type FetchPage } from './ListReader';
import type { ListReading } from './ListReading';
import type { ApiRequest } from './Sending';
import { agree, doubtAbout, haveAllTogether, mayMiss, shortfallOf, together } from './twoReadings';
import { choose } from './wanted';

/** The entries of a list, in the service's order. */
export interface List {
	readonly items: readonly unknown[];
	/** Entries that were passed over because they are not wanted; what stands behind the limit is not among them. */
	readonly leftOut?: readonly unknown[];
	/** Why entries may be missing, in words for the user. Who finds nothing in such a list does not know that it is not there. */
	readonly shortfall?: string;
	/** Whether two readings agree in spite of the shortfall: every page came, as many were missing, and nobody of the first is gone in the second. */
	readonly isConfirmed?: boolean;
	/** Whether somebody may have moved from a page that was still to be read to one that had been: where one leaves and another joins meanwhile, the numbers fit all the same. */
	readonly mayHaveMoved?: boolean;
	/** Whether the limit was reached, and the service is known to have more. */
	readonly goesOn?: boolean;
}

interface PagesWanted {
	/** Stop as soon as this many entries are there that are wanted; `undefined` for all of them. */
	readonly limit?: number;
	/** Which entries are wanted, where not all are: the service itself is not known to filter. */
	readonly isWanted?: (entry: unknown) => boolean;
	/** How the list is read out of an answer, where it is not the answer itself. */
	readonly listOf?: (body: unknown) => unknown;
	/** Whether what two readings agree on, or have together, may pass for the list; it is then read twice also where only something beside it was not understood. */
	readonly confirms?: boolean;
	/** What to do, for messages. */
	readonly advice?: ListAdvice;
}

/**
 * Fetches the entries of a list, page after page.
 * When the first page tells the number of the last one, the others are fetched at the same time, within the parallel requests.
 * A list that gives fewer entries than it says is read a second time: while it shrinks, entries move to pages that were read already.
 * An answer that holds no list is handed on whole, as the only entry.
 * @throws UserFacingError when pages repeat, never end, or one of them is no list
 */
export async function fetchPages(
	client: ApiClient,
	request: ApiRequest,
	{ limit = Infinity, isWanted, listOf, confirms = false, advice = adviceForRuns }: PagesWanted = {},
): Promise<List> {
	const wanted = { limit, isWanted };
	let whole: unknown;
	const readOnce = async (isStrict: boolean): Promise<ListReading | undefined> => {
		const fetch: FetchPage = async (step) => {
			// A part of an answer is not asked for again without a word that it goes on.
			if (step?.isGuess && listOf !== undefined) return 'noSuchPage';
			// Where it is a page's own answer that it is not there, the second reading decides what that means.
			const answer = await fetchStep(client, request, step, isStrict).catch((thrown: unknown) => {
				throw step === undefined ? refusalOfList(thrown, advice) : thrown;
			});
			const part =
				typeof answer === 'string' || listOf === undefined ? answer : { ...answer, body: listOf(answer.body) };
			if (step === undefined && typeof part === 'object') whole = part.body;
			return pageIn(part, request.key);
		};
		const reader = new ListReader(fetch, { ...wanted, parallel: client.options.maxParallelRequests, isStrict, advice });
		return await reader.read();
	};
	const isDoubtful = (reading: ListReading): boolean =>
		mayMiss(reading) || (confirms && doubtAbout(reading) !== undefined);
	const first = await readOnce(false);
	if (first === undefined) return noList(whole, listOf !== undefined, advice);
	const listOfReading = (reading: ListReading): List => ({
		...choose(reading.items, wanted),
		shortfall: doubtAbout(reading),
		mayHaveMoved: reading.pages > 1,
		goesOn: reading.goesOn,
	});
	if (!isDoubtful(first)) return listOfReading(first);
	const second = await readOnce(true);
	if (second !== undefined && !isDoubtful(second)) return listOfReading(second);
	const all = together(second?.items ?? [], first.items);
	const chosen = choose(all, wanted);
	// Entries that only moved are no doubt: two readings have them together.
	if (confirms && second !== undefined && haveAllTogether(first, second)) return chosen;
	const last = second ?? first;
	// What the service says of the number of entries holds for all of them, wanted or not.
	const shortfall = mayMiss(last)
		? shortfallOf(isWanted === undefined ? chosen.items.length : all.length, last, advice)
		: doubtAbout(last);
	return { ...chosen, shortfall, isConfirmed: second !== undefined && agree(first, second) };
}

/** @param isPart whether the list is one part of the answer, which is then without it */
function noList(answer: unknown, isPart: boolean, advice: ListAdvice): List {
	if (answer !== undefined && answer !== null)
		return {
			items: [answer],
			shortfall: `The answer of the service holds no list${advice.whole}. Check the path of this operation in 'Endpoint Paths' of the credential.`,
		};
	return isPart
		? { items: [] }
		: {
				items: [],
				shortfall:
					"The service answered with nothing instead of a list. Check the path of this operation in 'Endpoint Paths' of the credential.",
			};
}
