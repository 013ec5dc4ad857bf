/**
 * Result of a row, or of a subscriber who is in no row → its word in a dry run. First those that change something;
 * `stopped` is that of a list.
 */
const plannedWords = {
	stopped: 'would stop',
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

/** Those of rows and people. */
export const actions = (Object.keys(plannedWords) as RowAction[]).filter((action) => action !== 'stopped');
const needAttention: readonly string[] = ['rejected', 'failed', 'unknown'];

export function plannedWord(action: RowAction): string {
	return plannedWords[action];
}

const planned: readonly string[] = Object.values(plannedWords).filter((word) => word.startsWith('would '));

/** Whether a word is that of a row of a dry run, which was not done. */
export function isPlanned(word: string): boolean {
	return planned.includes(word);
}

const kept: readonly string[] = ['held'] satisfies RowAction[];
const onlyInNoRow = [...kept, 'untagged', plannedWord('untagged'), plannedWord('stopped')];

/** Whether a word is that of a person in no row whom the run keeps; the next try or run judges them again. */
export function isKept(word: string): boolean {
	return kept.includes(word);
}

/** Whether a word is never that of a row, but of a person in no row, or of a list. */
export function isOnlyInNoRow(word: string): boolean {
	return onlyInNoRow.includes(word);
}

/** Why a row is skipped, as far as somebody should know it apart. */
export const skipKinds = ['opted out', 'contradicted', 'repeated', 'unsubscribed in the list', 'empty'] as const;
export type SkipKind = (typeof skipKinds)[number];

/** What is counted of an outcome. */
interface Counted {
	readonly word: string;
	readonly items: readonly number[];
	readonly people?: number;
	readonly kind?: SkipKind;
}

const order = actions.flatMap((action): string[] => [action, plannedWord(action)]);

/** How often each word occurs, in the order of `plannedWords`. */
export function countsOf(outcomes: readonly Counted[]): Array<[word: string, count: number]> {
	const counts = new Map<string, number>();
	for (const { word, items, people = Math.max(1, items.length) } of outcomes)
		if (people > 0) counts.set(word, (counts.get(word) ?? 0) + people);
	return [...counts].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** `1 rejected, 3 imported`, or in a dry run `1 rejected, 3 would import`: first what needs attention. */
export function textOfCounts(outcomes: readonly Counted[]): string {
	const urgency = (word: string): number => needAttention.indexOf(word);
	const counts = countsOf(outcomes).sort(([one], [other]) => urgency(other) - urgency(one));
	const textOf = ([word, count]: [string, number]) => {
		if (word === 'skipped') return textOfSkipped(outcomes);
		return word.startsWith('would ') ? `${word} ${count}` : `${count} ${word}`;
	};
	return counts.map(textOf).join(', ');
}

/** How many outcomes are skipped for this reason. */
export function countOfKind(outcomes: readonly Counted[], wanted?: SkipKind): number {
	return outcomes.filter(({ word, kind }) => word === 'skipped' && kind === wanted).length;
}

/** `3 opted out, 2 repeated` */
function textOfSkipped(outcomes: readonly Counted[]): string {
	const counts = [...skipKinds, undefined].map((kind) => [countOfKind(outcomes, kind), kind ?? 'skipped'] as const);
	return counts.flatMap(([count, kind]) => (count === 0 ? [] : [`${count} ${kind}`])).join(', ');
}
