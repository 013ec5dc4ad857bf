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
}

/** For a run of the node, which somebody can repeat, and which has 'Return All' and 'Limit'. */
export const adviceForRuns: ListAdvice = {
	quiet: 'Run it again when the list is quiet.',
	later: 'Run it again later.',
	unreachable: "Run it again; if it stays so, set 'Limit' to get the pages before.",
	endless: "Turn off 'Return All' and set 'Limit' to get the first items.",
	whole: ', so it is given whole, as one item',
};
