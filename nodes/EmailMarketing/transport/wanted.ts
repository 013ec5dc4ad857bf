import type { Position } from '../api/pageSteps';

/** What is wanted of a list. */
export interface Wanted {
	/** How many entries are enough; of those that are wanted, where not all are. */
	readonly limit: number;
	/** Which entries are wanted; all of them where it is left out. */
	readonly isWanted?: (entry: unknown) => boolean;
	readonly parallel: number;
	/** Whether what is odd about a page ends the reading with a message; else it ends it early, and `lacksPage` tells. */
	readonly isStrict: boolean;
}

/**
 * How many pages more may have what is missing.
 * @param found how many wanted entries the pages so far have
 */
export function pagesNeeded(
	{ limit, isWanted, parallel }: Wanted,
	found: number,
	{ pages, pageSize }: Pick<Position, 'pages' | 'pageSize'>,
): number {
	const missing = Math.max(0, limit - found);
	const least = Math.ceil(missing / Math.max(1, pageSize));
	if (isWanted === undefined || missing === 0) return least;
	// As many to a page as so far, as if one more had been found; and by half as many pages as were read, so that a long way without any takes few steps.
	const likely = Math.max((missing * pages) / (found + 1), pages / 2);
	return Math.max(least, Math.min(parallel, Math.ceil(likely)));
}

/** The wanted ones of all entries, up to the limit, and those that were passed over on the way there. */
export function choose(
	entries: readonly unknown[],
	{ limit, isWanted = () => true }: Pick<Wanted, 'limit' | 'isWanted'>,
): { items: unknown[]; leftOut: unknown[] } {
	const items: unknown[] = [];
	const leftOut: unknown[] = [];
	for (const entry of entries) {
		if (items.length >= limit) break;
		(isWanted(entry) ? items : leftOut).push(entry);
	}
	return { items, leftOut };
}
