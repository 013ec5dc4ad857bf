import type { Run } from '../../../execution/Operation';
import { hasFailed } from '../../../execution/Outcomes';
import { counted, textOf } from '../../../shared/text';
import type { SubscriberIndex } from '../people/SubscriberIndex';
import { staysUnsubscribed } from '../people/RowResult';
import type { ExcludedRow, SelectedRows } from './selectRows';

/** Marks opt-outs whose people are still subscribed, and counts these: a skipped person may still get emails. */
export function withStates({ excluded, wanted }: SelectedRows, byEmail: SubscriberIndex['byEmail']) {
	const sent = new Set(wanted.map(({ row }) => row.key));
	const isLeft = ({ isOptOut, input: { row } }: ExcludedRow): boolean =>
		isOptOut === true &&
		!sent.has(row.key) &&
		(byEmail.get(row.key) ?? []).some(({ isSubscribed }) => isSubscribed !== false);
	const left = new Set(excluded.filter(isLeft));
	const withState = (one: ExcludedRow): ExcludedRow => {
		const reason = `${one.reason}; still subscribed in the list`;
		return left.has(one) ? { ...one, reason, needsAttention: true } : one;
	};
	const people = new Set([...left].map(({ input }) => input.row.key));
	return { excluded: excluded.map(withState), stillSubscribed: people.size };
}

export function hintAtOptOuts({ hints }: Run, subscribed: number, unsubscribes: boolean): void {
	const people = counted(subscribed, 'person who opted out is', 'people who opted out are');
	const advice = unsubscribes
		? "Their rows have no clear no: check them, then use 'Unsubscribe or Resubscribe'."
		: "'If a Row Opts Out' of Sync List can unsubscribe those with a clear no.";
	if (subscribed > 0) hints.add(`${people} still subscribed. ${advice}`);
}

/** Counts the people whom the rows leave unsubscribed; a later row may have resubscribed them. */
export function hintAtUnsubscribed({ outcomes, hints }: Run): void {
	const isLeft = new Map<string, boolean>();
	for (const outcome of outcomes.list()) {
		if (hasFailed(outcome)) continue;
		isLeft.set(`${outcome.batch} ${textOf(outcome.id)}`, outcome.reason?.startsWith(staysUnsubscribed) === true);
	}
	const count = [...isLeft.values()].filter(Boolean).length;
	const people = counted(count, 'person is', 'people are');
	const text = `${people} still unsubscribed. Turn on 'Resubscribe' only if they asked for it.`;
	// Every list has such people, each night.
	if (count > 0) hints.add(text, 'info');
}
