/** The words for what happens to an item or a row, and their counts. */

import type { Outcome } from './Outcome';

/** Results of a row, or of a subscriber who is in no row, in the order of reports: first those that change something. */
// prettier-ignore
export const actions = [
	'imported', 'created', 'updated', 'resubscribed', 'unsubscribed', 'deleted', 'untagged', 'unchanged', 'skipped', 'rejected', 'failed', 'unknown',
] as const;

export type RowAction = (typeof actions)[number];

/** The word of an action in a dry run: `would be created`; actions that change nothing keep their own. */
export function plannedWord(action: RowAction): string {
	return actions.indexOf(action) < actions.indexOf('unchanged') ? `would be ${action}` : action;
}

/** Whether nothing was sent: it was skipped, or only planned. */
export function isUnsent(word: string): boolean {
	return word === 'skipped' || word.startsWith('would be ');
}

const order: readonly string[] = actions.flatMap((action) => [action, plannedWord(action)]);

/** How often each word occurs, in the order of `actions`. */
export function countsOf(outcomes: readonly Outcome[]): Array<[word: string, count: number]> {
	const counts = new Map<string, number>();
	for (const { word, items } of outcomes) counts.set(word, (counts.get(word) ?? 0) + Math.max(1, items.length));
	return [...counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** `3 imported, 1 rejected`, or in a dry run `3 would be created, 1 rejected` */
export function textOfCounts(outcomes: readonly Outcome[]): string {
	return countsOf(outcomes)
		.map(([word, count]) => `${count} ${word}`)
		.join(', ');
}
