import type { Outcome } from './Outcomes';

/** Result of a row, or of a subscriber who is in no row → its word in a dry run. First those that change something. */
const plannedWords = {
	imported: 'would import',
	created: 'would create',
	updated: 'would update',
	resubscribed: 'would resubscribe',
	unsubscribed: 'would unsubscribe',
	deleted: 'would delete',
	untagged: 'would remove tag',
	held: 'held',
	unchanged: 'unchanged',
	skipped: 'skipped',
	rejected: 'rejected',
	failed: 'failed',
	unknown: 'unknown',
} as const;

export type RowAction = keyof typeof plannedWords;

export const actions = Object.keys(plannedWords) as RowAction[];
const needAttention: readonly string[] = ['rejected', 'failed', 'unknown'];

export function plannedWord(action: RowAction): string {
	return plannedWords[action];
}

const order = actions.flatMap((action): string[] => [action, plannedWord(action)]);

/** How often each word occurs, in the order of `plannedWords`. */
export function countsOf(outcomes: readonly Outcome[]): Array<[word: string, count: number]> {
	const counts = new Map<string, number>();
	for (const { word, items, people } of outcomes)
		counts.set(word, (counts.get(word) ?? 0) + (people ?? Math.max(1, items.length)));
	return [...counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** `1 rejected, 3 imported`, or in a dry run `1 rejected, 3 would import`: first what needs attention. */
export function textOfCounts(outcomes: readonly Outcome[]): string {
	const urgency = (word: string): number => needAttention.indexOf(word);
	const counts = countsOf(outcomes).sort(([one], [other]) => urgency(other) - urgency(one));
	const textOf = (word: string, count: number) => (word.startsWith('would ') ? `${word} ${count}` : `${count} ${word}`);
	return counts.map(([word, count]) => textOf(word, count)).join(', ');
}
