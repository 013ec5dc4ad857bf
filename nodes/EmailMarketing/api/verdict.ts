import type { Page } from './pagination';

/** A list is broken if less than this share of its total came; a smaller gap is a change during the reading. */
const minShare = 0.95;

/** A list that was read to its end, once. */
export interface Reading {
	readonly ids: ReadonlySet<string>;
	/** The last page, plus what earlier ones report about the whole list. */
	readonly last?: Page;
	/** Whether two pages had different totals: entries may have moved between pages. */
	readonly hasChanged: boolean;
}

export interface Verdict {
	/**
	 * `short` lacks few entries, `broken` too many; `miscounted` is a broken one whose two readings are equal, so the
	 * total must be wrong; `unclear` may continue in a way that this node does not understand.
	 */
	readonly state: 'complete' | 'changed' | 'short' | 'broken' | 'miscounted' | 'unclear';
	/** Why entries may be missing: a sentence. */
	readonly warning?: string;
	/** Whether a second reading shows nearly the same: an entry in neither of them is not in the list. */
	readonly isConfirmed?: boolean;
}

export function judge({ ids, last, hasChanged }: Reading): Verdict {
	const { total = 0, doubt } = last ?? {};
	const gap = `The service counts ${total} entries in this list, but returned ${ids.size}: some may be missing.`;
	if (ids.size < total) return { state: ids.size < minShare * total ? 'broken' : 'short', warning: gap };
	if (doubt !== undefined) return { state: 'unclear', warning: `Entries of this list may be missing: ${doubt}.` };
	if (!hasChanged) return { state: 'complete' };
	return { state: 'changed', warning: 'The list changed while it was read: some entries may be missing.' };
}

/** Judges two readings of a list. After a broken first one, the second must be equal or complete. */
export function judgeBoth(first: Reading, second: Reading): Verdict {
	const verdict = judge(second);
	const isBroken = verdict.state === 'broken';
	const added = [...second.ids].filter((id) => !first.ids.has(id)).length;
	const { lastPage, next } = second.last ?? {};
	const isEqual = added === 0 && (lastPage !== undefined || next === '');
	const isConfirmed = second.ids.size > minShare * (first.ids.size + added) && (!isBroken || isEqual);
	if (isConfirmed) return { ...verdict, state: isBroken ? 'miscounted' : verdict.state, isConfirmed };
	return judge(first).state === 'broken' ? judge(first) : verdict;
}
