import type { RowInput, Run } from '../../../execution/Operation';
import { hasFailed } from '../../../execution/Outcomes';
import { textOf } from '../../../shared/text';
import type { SubscriberIndex } from '../people/SubscriberIndex';
import { staysUnsubscribed } from '../people/RowResult';
import type { ExcludedRow } from './selectRows';

/** The keys of people who are still subscribed, but whose rows opt out; the `wanted` rows are sent. */
export function stillSubscribed(
	excluded: readonly ExcludedRow[],
	wanted: readonly RowInput[],
	byEmail: SubscriberIndex['byEmail'],
): ReadonlySet<string> {
	const keys = new Set(excluded.filter((row) => 'isOptOut' in row).map(({ input }) => input.row.key));
	for (const { row } of wanted) keys.delete(row.key);
	return new Set([...keys].filter((key) => byEmail.get(key)?.some((one) => one.isSubscribed !== false)));
}

/** "Skipped" must not be mistaken for "gets no more emails". */
export function hintAtOptOuts({ hints }: Run, subscribed: number, unsubscribes: boolean): void {
	const people = subscribed === 1 ? '1 person who opted out is' : `${subscribed} people who opted out are`;
	const advice = unsubscribes
		? "Their rows have no clear no: check them, then use 'Unsubscribe or Resubscribe'."
		: "'Subscribers Who Opted Out' of Sync List can unsubscribe those with a clear no.";
	if (subscribed > 0) hints.add(`${people} still subscribed. ${advice}`);
}

/** Counts the people whom the rows leave unsubscribed; a later row may have resubscribed them. */
export function hintAtUnsubscribed({ outcomes, hints }: Run): void {
	const isLeft = new Map<string, boolean>();
	for (const outcome of outcomes.list()) {
		if (hasFailed(outcome)) continue;
		isLeft.set(`${outcome.batch} ${textOf(outcome.id ?? '')}`, outcome.reason?.startsWith(staysUnsubscribed) === true);
	}
	const count = [...isLeft.values()].filter(Boolean).length;
	const people = count === 1 ? '1 person is' : `${count} people are`;
	const text = `${people} still unsubscribed. Turn on 'Resubscribe' only if they asked for it.`;
	// Every list has such people, each night.
	if (count > 0) hints.add(text, 'info');
}

/** An opt-out that leaves its person subscribed: "skipped" must not be mistaken for "gets no more emails". */
export function withState(row: ExcludedRow): ExcludedRow {
	return { ...row, reason: `${row.reason}; still subscribed in the list`, needsAttention: true };
}
