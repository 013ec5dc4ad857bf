import { UserFacingError } from '../shared/UserFacingError';

/** What to do about a list that cannot be read as a whole: sentences for messages, for the reader has no parameters of its own. */
export interface ListAdvice {
	/** While the list changes as it is read. */
	readonly quiet: string;
	/** While a page is not given. */
	readonly later: string;
	/** Where a page is no list. */
	readonly unreachable: string;
	/** Where the pages never end. */
	readonly endless: string;
	/** What becomes of an answer that holds no list: the end of a sentence about it. */
	readonly whole: string;
	/** Where the service has no such list: what is likely, before the words about the path. */
	readonly absent?: { readonly message: string; readonly description: string };
}

/** For a run of the node, which somebody can repeat, and which has 'Return All' and 'Limit'. */
export const adviceForRuns: ListAdvice = {
	quiet: 'Run it again when the list is quiet.',
	later: 'Run it again later.',
	unreachable: "Run it again; if it stays so, set 'Limit' to get the pages before.",
	endless: "Turn off 'Return All' and set 'Limit' to get the first items.",
	whole: ', so it is given whole, as one item',
};

/** Why a list could not be asked for, with what is likely first where there is no such list. */
export function refusalOfList(thrown: unknown, { absent }: ListAdvice): unknown {
	if (absent === undefined || !(thrown instanceof UserFacingError) || thrown.status !== 404) return thrown;
	return new UserFacingError(absent.message, `${absent.description} ${thrown.message}. ${thrown.description}`, {
		status: thrown.status,
		said: thrown.said,
	});
}
