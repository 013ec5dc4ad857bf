import { isFailure } from '../../../execution/failedItem';
import type { RowInput } from '../../../execution/Operation';
import type { FailedOutcome } from '../../../execution/Outcomes';
import { isResult } from '../../../rows/results';
import { itemName, quoted, textOf } from '../../../shared/text';
import type { Removal } from './listRules';
import { detailKeys, rowKeys } from './rowOutput';

/** More rejected rows point to a renamed column, and hold all removals. */
const maxRejectedPercent = 5;

interface RowsSoFar {
	readonly rows: readonly RowInput[];
	/** Those of `rows` that were rejected, failed, or have an unknown outcome. */
	readonly failures: readonly FailedOutcome[];
	/** How many items could not be read, and may be rows of this list. */
	readonly unreadItems: number;
	/** How many imported people the list does not show; `unread` if it could not be read again. */
	readonly missing: number | 'unread';
	readonly removeDespiteRejected?: boolean;
}

/** Why nobody is removed, if so: a row that failed may be the new address of somebody in the list. */
export function heldBecause({
	rows,
	failures,
	unreadItems,
	missing,
	removeDespiteRejected,
}: RowsSoFar): string | undefined {
	// Failed rows that are sent again must not pass for the whole list.
	if (areWrittenBack(rows)) return `the rows are results of an earlier run. ${adviceIfWrittenBack}`;
	if (areOfEarlierRun(rows)) return 'the rows are results of an earlier run. Sync the whole sheet to remove any.';
	const others = failures.filter(({ word }) => word !== 'rejected');
	const rejected = failures.length - others.length;
	const filled = rows.filter(({ row }) => !row.isBlank).length;
	const isOverWith = (more: number): boolean => (rejected + more) * 100 > maxRejectedPercent * filled;
	const isIgnored = removeDespiteRejected === true && missing !== 'unread' && !isOverWith(missing);
	const holding = isIgnored ? others : failures;
	const count = holding.length + unreadItems;
	if (count === 0) return missing === 0 || isIgnored ? undefined : notShown(missing);
	const isOver = removeDespiteRejected === true && isOverWith(0) && count === rejected;
	const limit = isOver ? `, over ${maxRejectedPercent}%` : '';
	const verb = count === rejected && !isIgnored ? 'rejected' : 'not done';
	const what = `${count === 1 ? '1 row was' : `${count} rows were`} ${verb}${limit}${nameOf(holding[0], rows)}`;
	return `${what}. Correct it and run the sheet again.`;
}

function notShown(missing: number | 'unread'): string {
	if (missing === 'unread') return 'the list could not be read again after the import. Run it again later.';
	const people = missing === 1 ? '1 imported person' : `${missing} imported people`;
	return `the list does not show ${people} yet. Run it again later.`;
}

/** Why somebody is kept whose `created_at` cannot be read. */
export const joinedUnknown = 'it is not known when they joined';

/** They would be held every night, so the way out is in the note. */
export function noteOnUndated(held: readonly Removal[]): string | undefined {
	const count = held.filter(({ reason }) => reason?.endsWith(joinedUnknown)).length;
	const who = count === 1 ? '1 person is' : `${count} people are`;
	const advice = "Set 'Keep New Subscribers (Hours)' to 0 to remove them.";
	return count === 0 ? undefined : `${who} held: ${joinedUnknown}. ${advice}`;
}

const adviceIfWrittenBack = 'Delete the columns "action", "note" and "is_subscribed" from your sheet.';

/** The columns of results, with 'Add Details' and 'Include Input Fields'. */
const ownColumns: readonly string[] = [...rowKeys, ...detailKeys, 'input'];

/** Whether results stand in the sheet, next to its own columns: it is the whole sheet all the same. */
export function areWrittenBack(rows: readonly RowInput[]): boolean {
	return rows.some(({ json }) => isResult(json) && Object.keys(json).some((column) => !ownColumns.includes(column)));
}

/** Whether rows have been in a run before, as in a loop. */
export function areOfEarlierRun(rows: readonly RowInput[]): boolean {
	return rows.some(({ json }) => isResult(json) || isFailure(json));
}

/** ` (first: "ann@example")` */
function nameOf(first: FailedOutcome | undefined, rows: readonly RowInput[]): string {
	const item = first?.items[0];
	if (item === undefined) return '';
	const email = textOf(rows.find((row) => row.item === item)?.row.email ?? '').trim();
	return ` (first: ${email === '' ? itemName(item) : quoted(email)})`;
}
