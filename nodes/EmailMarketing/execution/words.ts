/** The words for what happens to an item or a row, and their counts. */

import type { Outcome } from './Outcome';

/** Results of a row, or of a subscriber who is in no row, in the order of reports. */
// prettier-ignore
export const actions = [
	'imported', 'created', 'updated', 'resubscribed', 'unsubscribed', 'deleted', 'untagged', 'unchanged', 'skipped', 'rejected', 'failed', 'unknown',
] as const;

export type RowAction = (typeof actions)[number];

/** Verbs of the actions that a dry run only plans. */
// prettier-ignore
const verbs: Readonly<Record<string, string>> = {
	created: 'create', updated: 'update', resubscribed: 'resubscribe', unsubscribed: 'unsubscribe', deleted: 'delete', untagged: 'remove tag',
};

const would = 'would ';

/** The word of an action in a dry run: `would create`; actions that change nothing keep their own. */
export function plannedWord(action: RowAction): string {
	const verb = verbs[action];
	return verb === undefined ? action : `${would}${verb}`;
}

/** Whether nothing was sent: it was skipped, or only planned. */
export function isUnsent(word: string): boolean {
	return word === 'skipped' || word.startsWith(would);
}

/** How often each word occurs, in the order of `actions`. */
export type Counts = ReadonlyArray<readonly [word: string, count: number]>;

const order: readonly string[] = actions.flatMap((action) => [action, plannedWord(action)]);

export function countsOf(outcomes: readonly Outcome[]): Counts {
	const counts = new Map<string, number>();
	for (const { word, items } of outcomes) counts.set(word, (counts.get(word) ?? 0) + Math.max(1, items.length));
	return [...counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

export function countOf(counts: Counts, ...words: readonly string[]): number {
	return counts.reduce((sum, [word, count]) => (words.includes(word) ? sum + count : sum), 0);
}

/** `3 imported, 1 rejected` */
export function textOfCounts(counts: Counts): string {
	return counts.map(([word, count]) => `${count} ${word}`).join(', ');
}

/** The counts of a dry run: `would create 13, skip 5; 2 failed`. */
export function textOfPlan(counts: Counts): string {
	const isPlanned = (word: string): boolean => word.startsWith(would) || word === 'skipped';
	const verbOf = (word: string): string => (word === 'skipped' ? 'skip' : word.slice(would.length));
	const planned = counts.filter(([word]) => isPlanned(word)).map(([word, count]) => `${verbOf(word)} ${count}`);
	const others = counts.filter(([word]) => !isPlanned(word));
	const parts = [planned.length > 0 ? `${would}${planned.join(', ')}` : '', textOfCounts(others)];
	return parts.filter((part) => part !== '').join('; ');
}
