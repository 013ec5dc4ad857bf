import type { NodeApiError } from 'n8n-workflow';

import { endSentence, itemNames, quoted, shortened, textOf } from '../shared/text';
import { ParameterError, UserFacingError } from '../shared/UserFacingError';
import type { FailureMode } from './failedItem';
import { toNodeError } from './nodeError';
import { hasFailed } from './Outcomes';
import type { Batch, BatchOutcomes, FailedOutcome, Hint, Outcome, Report } from './Outcomes';
import { itemsOf, type Circumstances } from './output';
import { countsOf, isKept, textOfCounts } from './words';

/** Why a node stops: a failure, of a list that was `refused` or of an item. One that is of all needs no summary. */
type Cause = FailedOutcome & { readonly refused?: Batch; readonly isOfAll: boolean };

type Batches = readonly BatchOutcomes[];

/** Turns outcomes into the output in the order of the items, the hints, and the error of a node that stops. */
export async function report(outcomes: readonly Outcome[], batches: Batches, run: Circumstances): Promise<Report> {
	const hints = notesOf(batches, run.mode);
	const error = run.mode === 'stop' ? errorOf(outcomes, batches, run) : undefined;
	return { items: error === undefined ? await itemsOf(outcomes, batches, run) : [], hints, error };
}

/** Why batches were refused, what the service reports of each, and one hint with the counts of all. */
function notesOf(batches: Batches, mode: FailureMode): Hint[] {
	const hints: Hint[] = [];
	const listOf = ({ summary }: Batch): string => quoted(textOf(summary?.contact_list));
	const isOne = batches.length === 1;
	const labelled = (batch: Batch, text: string): string => (isOne ? text : `${listOf(batch)}: ${text}`);
	// Needed if all other rows are skipped: then no row shows the refusal.
	for (const batch of mode === 'stop' ? [] : batches) {
		if (batch.refusal === undefined) continue;
		const where = isOne ? '' : ` in ${listOf(batch)}`;
		hints.push([
			`${batch.title} stopped: ${endSentence(batch.refusal.message)} Nothing was changed${where}.`,
			'warning',
		]);
	}
	for (const batch of batches) {
		if (batch.reported === undefined) continue;
		const [text, type] = batch.reported;
		hints.push([labelled(batch, text), type]);
	}
	const outcomes = batches.flatMap((batch) => batch.outcomes);
	if (outcomes.length === 0) return hints;
	const counts = textOfCounts(outcomes);
	const isDryRun = batches.every((batch) => batch.isDryRun);
	const lead = isDryRun ? `Dry run: ${counts}. Nothing was changed.` : `${batches[0]?.title}: ${counts}.`;
	const notes = batches.flatMap((batch) => (batch.note === undefined ? [] : labelled(batch, batch.note)));
	const isWarning = outcomes.some(hasFailed) || batches.some(({ needsAttention }) => needsAttention === true);
	return [...hints, [[lead, ...notes].join(' '), isWarning ? 'warning' : 'info']];
}

/** The error of a node that stops, with a summary of all items, or of all rows. */
function errorOf(outcomes: readonly Outcome[], batches: Batches, run: Circumstances): NodeApiError | undefined {
	const ofItem = outcomes.filter(hasFailed).find(({ batch }) => batch === undefined);
	const cause =
		ofItem === undefined ? causeInRows(batches) : { ...ofItem, isOfAll: ofItem.items.length === run.inputs.length };
	if (cause === undefined) return undefined;
	const { failure, items, isOfAll } = cause;
	const item = items.length === 1 ? items[0] : undefined;
	if (isOfAll) return toNodeError(run.node, failure, item, run.secret);
	const isRow = cause.batch !== undefined;
	const [message = '', ...sentences] = isRow ? summaryOfRows(cause, batches) : summaryOfItems(cause, outcomes, run);
	const { description, status } = failure;
	const details = [endSentence(description), ...sentences].filter((sentence) => sentence !== '').join(' ');
	return toNodeError(run.node, new UserFacingError(message, details, { status }), item, run.secret);
}

/** Why rows stop the node: one failed or is unknown, or every one was rejected; a refused list is named instead. */
function causeInRows(batches: Batches): Cause | undefined {
	const rows = batches.flatMap(rowsOf);
	const failures = rows.filter(hasFailed);
	const areAllRejected = rows.every(({ word }) => word === 'rejected' || word === 'skipped');
	const first = failures.find(({ word }) => word !== 'rejected') ?? (areAllRejected ? failures[0] : undefined);
	// The list of that row; any, if no row is the cause.
	const refused = batches.find(
		({ name, refusal }) => refusal !== undefined && (first === undefined || first.batch === name),
	);
	if (refused?.refusal !== undefined) {
		const { name: batch, refusal: failure } = refused;
		return { word: 'failed', items: [], batch, failure, refused, isOfAll: batches.length === 1 };
	}
	if (first === undefined) return undefined;
	const { failure, output = [] } = first;
	const isOneForAll = failures.length > 1 && failures.every((other) => other.failure === failure);
	// All rows lack an email for one reason, such as a column that was not found: the advice is for the run.
	const haveNoEmail = areAllRejected && isOneForAll && !output[0]?.email;
	if (haveNoEmail && failure instanceof ParameterError)
		return { ...first, items: [], failure: new UserFacingError(failure.message, failure.advice), isOfAll: true };
	return { ...first, isOfAll: rows.length === 1 };
}

/** How many numbers and ranges of failed items are named, at most. */
const maxNamed = 20;

/** All outcomes but those of people whom the run has kept. */
function rowsOf({ outcomes }: BatchOutcomes): readonly Outcome[] {
	return outcomes.filter(({ word }) => !isKept(word));
}

/** The message of the error, and the sentences after its advice. */
function summaryOfRows({ items, failure, refused, output = [] }: Cause, batches: Batches): string[] {
	const { message, canRetry } = failure;
	const all = batches.flatMap(({ outcomes }) => outcomes);
	const result = `Result: ${textOfCounts(all)}.`;
	if (refused !== undefined)
		return [message, `Contact list: ${quoted(textOf(refused.summary?.contact_list))}.`, result];
	const rows = batches.flatMap(rowsOf);
	const failures = rows.filter(hasFailed);
	const failedOrUnknown = failures.filter(({ word }) => word !== 'rejected').length;
	const unknown = failures.filter(({ word }) => word === 'unknown').length;
	// A person in no row may be unknown, too.
	const unknownItems = itemsOfWord(failures, 'unknown');
	const unsent = failures.filter((one) => batches.some(({ stopReason }) => stopReason === one.failure)).length;
	const sentences = [
		unknownItems.length === 0 ? '' : `May have been done: ${itemNames(unknownItems, maxNamed)}.`,
		unsent === 0 ? '' : `Not sent: ${unsent}.`,
	];
	const notes = batches.map(({ note = '' }) => note);
	// Not "0 of 3 rows failed", as none is known to have failed.
	if (failedOrUnknown > 0 && failedOrUnknown === unknown) {
		const counts = countsOf(all).map(([word, count]) => `${count} ${word}`);
		return [`${counts.join(', ')}: ${message}`, ...sentences, ...notes];
	}
	const email = shortened(textOf(output[0]?.email), 80);
	const name = email === '' && items.length > 0 ? itemNames(items) : email;
	const where = name === '' || message.includes(name) ? '' : ` (${name})`;
	const mayHelp = unknown === 0 && failedOrUnknown > unsent && canRetry;
	return [
		`${leadOfRows(rows, failedOrUnknown, unknown)}: ${message}${where}`,
		...[...sentences, result, ...notes],
		mayHelp ? 'Run it again: completed rows are not repeated.' : '',
	];
}

/** `2 of 10 rows failed, 1 may have been done`, or that all were rejected. */
function leadOfRows(rows: readonly Outcome[], failedOrUnknown: number, unknown: number): string {
	const rejected = rows.filter(({ word }) => word === 'rejected').length;
	if (failedOrUnknown === 0) return rejected === 1 ? 'The row was rejected' : `All ${rejected} rows were rejected`;
	const mayBeDone = unknown > 0 ? `, ${unknown} may have been done` : '';
	return `${failedOrUnknown - unknown} of ${rows.length} rows failed${mayBeDone}`;
}

/** The message, and `Of 10 items: 3 created, row 4 failed, row 7 may have been created, 5 not sent.` */
function summaryOfItems(cause: Cause, outcomes: readonly Outcome[], { inputs, doneWord }: Circumstances): string[] {
	const { message } = cause.failure;
	const name = shortened(cause.address ?? '', 80) || itemNames(cause.items);
	const where = cause.items.length === 1 && !message.includes(name) ? ` [${name}]` : '';
	const ofItems = outcomes.filter(({ items }) => items.length > 0);
	const failures = ofItems.filter(hasFailed);
	const failed = failures.filter(({ word }) => word !== 'unknown').flatMap(({ items }) => items);
	const open = inputs.length - ofItems.flatMap(({ items }) => items).length;
	const parts = [
		...countsOf(ofItems.filter((one) => !hasFailed(one))).map(([word, count]) => `${count} ${word}`),
		...named(failed, 'failed', maxNamed),
		// All are named: they must be checked by hand.
		...named(itemsOfWord(failures, 'unknown'), `may have been ${doneWord}`),
		...(open > 0 ? [`${open} not ${doneWord === 'read' ? 'read' : 'sent'}`] : []),
	];
	return [`${message}${where}`, `Of ${inputs.length} items: ${parts.join(', ')}.`];
}

/** `row 4 failed`, or `3 failed (rows 4, 6 and 9)` */
function named(items: readonly number[], verb: string, most?: number): string[] {
	if (items.length === 0) return [];
	const names = itemNames(items, most);
	return [items.length === 1 ? `${names} ${verb}` : `${items.length} ${verb} (${names})`];
}

function itemsOfWord(outcomes: readonly Outcome[], wanted: string): number[] {
	return outcomes.filter(({ word }) => word === wanted).flatMap(({ items }) => items);
}
