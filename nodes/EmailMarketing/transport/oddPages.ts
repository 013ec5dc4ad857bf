/** Pages that are not what was asked for: what they mean, and what to say of them. */

import { repeats } from '../api/listEntries';
import type { Page } from '../api/pages';
import type { Step } from '../api/pageSteps';
import { UserFacingError } from '../shared/UserFacingError';
import type { Missing } from './fetchStep';
import type { ListAdvice } from './listAdvice';

export type Oddity = Missing | 'repeats';

/** What is wrong with the page after another one. */
export function oddityOf(page: Page | Missing | undefined, before: Page | Missing | undefined): Oddity | undefined {
	if (typeof page === 'string') return page;
	return page !== undefined && typeof before === 'object' && repeats(page.items, before.items) ? 'repeats' : undefined;
}

/** Whether it means that entries may be out of reach, and not just that the list had ended. */
export function isTelling(oddity: Oddity, { isGuess }: Step, number: number): boolean {
	if (!isGuess || oddity === 'broken') return true;
	// A service that had understood the pages before refuses this one for another reason.
	return oddity === 'notUnderstood' && number > 2;
}

/** The message for a page that was told of and is odd. */
export function failureOf(oddity: Oddity, page: number, advice: ListAdvice): UserFacingError {
	return oddity === 'repeats' ? endless(page, advice) : notAList(page, advice);
}

function notAList(page: number, { unreachable }: ListAdvice): UserFacingError {
	return new UserFacingError(
		`Page ${page} of this list came without a list`,
		`The service names this page and then answers with something else, so the entries from there on are out of reach. ${unreachable}`,
	);
}

export function endless(pages: number, { endless: toDo }: ListAdvice): UserFacingError {
	return new UserFacingError(
		`The pages of this list repeat or never end: stopped after ${pages}`,
		`${toDo} The service may count its pages in a way that is not documented.`,
	);
}
