import { parseTime } from '../../../api/subscriber';
import { isFailure } from '../../../execution/failedItem';
import type { RowInput } from '../../../execution/Operation';
import { hasFailed, type FailedOutcome, type Outcome } from '../../../execution/Outcomes';
import { adviceIfWrittenBack, hasSheetColumns, isResult } from '../../../rows/results';
import { counted, itemName, quoted, shortTime, textOf } from '../../../shared/text';
import type { Held, HoldDecision, ListRules, Removal } from './listRules';

/** More rejected rows point to a renamed column, and hold all removals. */
const maxRejectedPercent = 5;

/** The rows, and how they ended so far: a row that failed may keep people in the list. */
export interface RowsSoFar {
	readonly rows: readonly RowInput[];
	/** Those of rows, and of people whom an earlier try has removed. */
	readonly outcomes: readonly Outcome[];
	/** How many items could not be read, and may be rows of this list. */
	readonly unreadItems: number;
}

/** How many imported people the list does not show; `unread` if it could not be read again. */
type Missing = number | 'unread';

/** Decides whether people may be removed: when the list is planned, and once more after the writes. */
export function holdIfNeeded(absent: HoldDecision, soFar: RowsSoFar, rules: ListRules, missing: Missing = 0) {
	const { removals, held } = absent;
	const { rows, outcomes } = soFar;
	// Rows of an earlier run are not the sheet: the others may be in it.
	const isNotTheSheet = areOfEarlierRun(rows) && !areWrittenBack(rows);
	const kept = isNotTheSheet ? [] : held;
	const why = removals.length === 0 ? undefined : heldBecause(soFar, rules, missing);
	if (why === undefined) return { removals, held: kept, ...noteOnUndated(kept) };
	const hasRemoved = outcomes.some(({ items, failure }) => items.length === 0 && failure === undefined);
	const nobody = hasRemoved ? 'No more subscribers' : 'No subscribers';
	const note = `${nobody} ${rules.isDryRun ? 'would be' : 'were'} removed: ${why}`;
	const needsAttention = missing !== 0 || areWrittenBack(rows);
	const others = isNotTheSheet ? [] : removals.map((one) => holding(one, why));
	return { removals: [], held: [...others, ...kept], note, needsAttention };
}

/** Why nobody is removed, if so: a row that failed may be the new address of somebody in the list. */
function heldBecause(soFar: RowsSoFar, { removeDespiteRejected }: ListRules, missing: Missing): string | undefined {
	const { rows, outcomes, unreadItems } = soFar;
	// Failed rows that are sent again must not pass for the whole list.
	if (areWrittenBack(rows)) return `the rows are results of an earlier run. ${adviceIfWrittenBack}`;
	if (areOfEarlierRun(rows)) return 'the rows are results of an earlier run. Sync the whole sheet to remove any.';
	// Rows that were rejected, failed, or have an unknown outcome.
	const failures = outcomes.filter(hasFailed).filter(({ items }) => items.length > 0);
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
	const what = `${counted(count, 'row was', 'rows were')} ${verb}${limit}${nameOf(holding[0], rows)}`;
	const first = count === others.length ? 'Run' : `Correct ${count === 1 ? 'it' : 'them'} and run`;
	return `${what}. ${first} the sheet again.`;
}

function notShown(missing: Missing): string {
	if (missing === 'unread') return 'the list could not be read again after the import. Run it again later.';
	const people = counted(missing, 'imported person', 'imported people');
	return `the list does not show ${people} yet. Run it again later.`;
}

export const notInInput = 'not in the input';

/** A removal that is not carried out. */
export function holding({ subscriber }: Removal, reason: string): Held {
	return { action: 'held', subscriber, changes: {}, reason: `${notInInput}; ${reason}` };
}

const joinedUnknown = 'it is not known when they joined';

/**
 * Holds a person who has just joined, or may have: their time cannot be read, or is ahead of any clock.
 * Remove Tag holds nobody: it is not known when a tag came.
 */
export function heldAsNew(planned: Removal, { keepNew, removal }: ListRules): Held | undefined {
	if (keepNew === undefined || keepNew.hours === 0 || removal === 'removeTag') return undefined;
	const joinedAt = parseTime(planned.subscriber.createdAt);
	const ms = keepNew.hours * 3_600_000;
	const age = keepNew.startedAt - joinedAt;
	if (joinedAt === 0 || age <= -ms) return { ...holding(planned, joinedUnknown), isUndated: true };
	if (age >= ms) return undefined;
	const shown = (time: number): string => shortTime(time, keepNew.timeZone);
	return holding(planned, `joined ${shown(joinedAt)}, kept until ${shown(joinedAt + ms)}`);
}

/** They would be held every night, so the way out is in the note. */
function noteOnUndated(held: readonly Held[]): Pick<HoldDecision, 'note' | 'needsAttention'> {
	const count = held.filter(({ isUndated }) => isUndated).length;
	if (count === 0) return {};
	const who = counted(count, 'person is', 'people are');
	const advice = "Set 'Keep New (Hours)' to 0 to remove them.";
	return { note: `${who} held: ${joinedUnknown}. ${advice}`, needsAttention: true };
}

/** Whether results stand in the sheet, next to its own columns: it is the whole sheet all the same. */
function areWrittenBack(rows: readonly RowInput[]): boolean {
	return rows.some(({ json }) => isResult(json) && !isFailure(json) && hasSheetColumns(json));
}

/** Whether rows have been in a run before, as in a loop. */
function areOfEarlierRun(rows: readonly RowInput[]): boolean {
	return rows.some(({ json }) => isResult(json) || isFailure(json));
}

/** ` (first: "ann@example")` */
function nameOf(first: FailedOutcome | undefined, rows: readonly RowInput[]): string {
	const item = first?.items[0];
	if (item === undefined) return '';
	const email = textOf(rows.find((row) => row.item === item)?.row.email).trim();
	return ` (first: ${email === '' ? itemName(item) : quoted(email)})`;
}
