/** What one reading of a list, and two of them, tell of whether it was all; pure. */

import { identityOf } from '../api/listEntries';
import type { ListAdvice } from './listAdvice';
import type { ListReading } from './ListReading';

/** Whether entries are missing, or may be: they move to other pages when others are deleted. */
export function mayMiss({ count, hasEnough, totals, lacksPage, hasShrunk, repeated }: ListReading): boolean {
	if (hasEnough) return false;
	return lacksPage || hasShrunk || count < totals.highest || (repeated > 0 && totals.highest === 0);
}

/** What two readings gave. Entries that have no identity are not told apart, so the longer reading counts. */
export function together(items: readonly unknown[], before: readonly unknown[]): readonly unknown[] {
	const known = new Set(items.map(identityOf));
	if (!areNamed([...items, ...before])) return before.length > items.length ? before : items;
	return [...items, ...before.filter((item) => !known.has(identityOf(item)))];
}

/**
 * Whether two readings have together who was there all the while: each has all of its pages, and as many came as the list had at the beginning, or it does not say how many.
 * Of a list in which somebody joins or changes all the time, every reading alone misses some who moved meanwhile.
 */
export function haveAllTogether(first: ListReading, second: ListReading): boolean {
	const onlyMoved = [first, second].every((reading) => !reading.lacksPage && doubtAbout(reading) === undefined);
	if (!onlyMoved || !areNamed([...first.items, ...second.items])) return false;
	return (
		together(second.items, first.items).length + second.copies >=
		(first.totals.first || Math.max(first.totals.highest, second.totals.highest))
	);
}

function areNamed(items: readonly unknown[]): boolean {
	return items.every((item) => identityOf(item) !== item);
}

/** Whether two readings fall short alike. Who joins in between is in the second alone, and counts in its total too; a list that shows nobody, or reports errors, is out of order. */
export function agree(first: ListReading, second: ListReading): boolean {
	const isWhole = ({ lacksPage, hasShrunk, totals, items, unread = '' }: ListReading): boolean =>
		!lacksPage && !hasShrunk && totals.newest === totals.highest && items.length > 0 && !/error/i.test(unread);
	const missing = ({ count, totals }: ListReading): number => (totals.newest === 0 ? 0 : totals.newest - count);
	if (!isWhole(first) || !isWhole(second) || missing(first) !== missing(second) || first.unread !== second.unread)
		return false;
	const there = new Set(second.items.map(identityOf));
	return first.items.every((item) => there.has(identityOf(item)));
}

/** Why entries may be missing of which two readings gave so many together. */
export function shortfallOf(
	count: number,
	{ totals: { newest, highest }, copies, repeated, lacksPage, hasShrunk }: ListReading,
	advice: ListAdvice,
): string {
	if (count + copies < newest)
		return `The service says that the list has ${newest} entries, but ${count} came, although it was read twice. The others may be hidden or deleted, or the service counts them differently.`;
	if (newest < highest)
		return `The list became shorter while it was read, from ${highest} entries to ${newest}, and again when it was read a second time: some may be missing among these ${count}. ${advice.quiet}`;
	if (lacksPage)
		return `The service did not give the page after these ${count} entries, although the list was read twice: there may be more. ${advice.later}`;
	if (hasShrunk)
		return `The list became shorter while it was read, and again when it was read a second time: some may be missing among these ${count}. ${advice.quiet}`;
	if (newest > 0)
		return `The list changed while it was read, and again when it was read a second time: ${count} entries came in all, but neither time all ${newest} that the service says it has. Some may be missing. ${advice.quiet}`;
	return `${repeated} ${repeated === 1 ? 'entry' : 'entries'} stood on two pages of the list, so others may stand on none: ${count} came, and the service does not say how many there are. ${advice.quiet}`;
}

/** Why a list that was read to its end may not be all. */
export function doubtAbout({ items, count, hasEnough, totals, isOpenEnded, unread }: ListReading): string | undefined {
	if (hasEnough) return undefined;
	if (isOpenEnded && count !== totals.newest)
		return `The service went on naming further pages, all of them empty: reading ended after ${items.length} entries. There may be more.`;
	if (unread !== undefined)
		return `Beside the ${items.length} entries, the answer of the service has "${unread}", which this node does not understand: entries may be missing. Compare their number with the service's own page.`;
	return undefined;
}
