import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { inPortions } from '../shared/loops';
import { textOf } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { failedItem, type FailureMode } from './failedItem';
import { toNodeError } from './nodeError';
import { hasFailed, type BatchOutcomes, type FailedOutcome, type Outcome } from './Outcomes';
import { actions, countOfKind, countsOf, plannedWord } from './words';

export interface Circumstances {
	readonly node: INode;
	readonly mode: FailureMode;
	readonly inputs: readonly INodeExecutionData[];
	readonly doneWord: string;
	/** Removed from every message. */
	readonly secret: string;
}

/** The output: failures as n8n routes them, and of rows what 'Output' says. */
export async function itemsOf(outcomes: readonly Outcome[], batches: readonly BatchOutcomes[], run: Circumstances) {
	const placed: Array<readonly [place: number, shown: readonly INodeExecutionData[]]> = [];
	const put = (shown: readonly INodeExecutionData[], items: readonly number[], isUrgent = false): void => {
		placed.push([placeOf(items, run, isUrgent), shown]);
	};
	const showsOfBatch = new Map(batches.map(({ name, shows }) => [name, shows]));
	await inPortions(outcomes, (outcome) => {
		if (isFailedItem(outcome, run.mode)) {
			const { items, failure } = outcome;
			if (items.length === 0) return put([failedWithoutItem(outcome, run)], items);
			const error = toNodeError(run.node, failure, items[0], run.secret);
			for (const item of items) put([failedItem(run.mode, error, run.inputs[item], item, failure)], [item]);
			return;
		}
		const { items, batch = '', output = [], needsAttention = false } = outcome;
		const shows = showsOfBatch.get(batch) ?? 'rows';
		if (shows === 'summary') return;
		if (shows === 'rows') return put(paired(items, output), items, needsAttention && items.length === 0);
		const isUrgent = hasFailed(outcome) || needsAttention;
		if (isUrgent || !isOmitted(outcome, shows)) put(paired(items, output), items, isUrgent);
	});
	for (const batch of batches) {
		const shown = batch.outcomes.filter((outcome) => !isFailedItem(outcome, run.mode));
		const items = shown.flatMap((outcome) => outcome.items).sort((one, other) => one - other);
		if (items.length > 0)
			put(paired(items, itemOfBatch(batch, shown, items.length)), batch.shows === 'plan' ? [] : items);
	}
	return placed.sort(([one], [other]) => one - other).flatMap(([, shown]) => shown);
}

/**
 * The place in the output: urgent ones first, and of these the one without an item, which is the stop of a dry run; then
 * in the order of the items, and last those without an item.
 */
function placeOf([first]: readonly number[], { inputs }: Circumstances, isUrgent: boolean): number {
	if (isUrgent) return first === undefined ? -2 : -1;
	return first ?? inputs.length;
}

/** Whether a row is not output. A plan has skipped ones, which a first look at consent must show. */
function isOmitted({ word, needsAttention }: Outcome, shows: 'changes' | 'plan'): boolean {
	if (needsAttention === true) return false;
	return word === 'unchanged' || (word === 'skipped' && shows === 'changes');
}

/**
 * The item of the batch itself, in place of the rows that are not output; an empty array if it needs none.
 * @param shown its outcomes that are no failed items
 */
function itemOfBatch(batch: BatchOutcomes, shown: readonly Outcome[], rows: number): IDataObject[] {
	const { shows = 'rows', outcomes } = batch;
	if (shows === 'rows') return [];
	if (shows === 'summary') return [summaryItem(batch)];
	if (shows === 'plan') return nothingDiffers(batch, outcomes.filter(({ word }) => word === 'unchanged').length);
	// Without an item, n8n would not run the next node.
	return shown.every((outcome) => isOmitted(outcome, shows)) ? nothingDiffers(batch, rows) : [];
}

/** `2 rows: nothing differs`, in an item without an address: as input of another operation, it is skipped. */
function nothingDiffers({ emptyRow }: BatchOutcomes, rows: number): IDataObject[] {
	if (rows === 0) return [];
	const name = rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`;
	return [{ ...emptyRow, note: `${name}: nothing differs` }];
}

/** A failure of a person in no row. n8n empties an item with `error` and no input item, so words name the person. */
function failedWithoutItem({ failure, id, output = [] }: FailedOutcome, run: Circumstances): INodeExecutionData {
	const [json = {}] = output;
	const { message, description, status } = failure;
	const name = textOf(json.email || id);
	const named = new UserFacingError(name === '' ? message : `${message} (${name})`, description, { status });
	const error = toNodeError(run.node, named, undefined, run.secret);
	const mode = run.mode === 'errorOutput' ? 'words' : run.mode;
	return failedItem(mode, error, { json }, undefined, failure);
}

/** Whether an outcome is output as a failed item: rows keep their shape where n8n does not route them. */
function isFailedItem(outcome: Outcome, mode: FailureMode): outcome is FailedOutcome {
	const showsRows = mode === 'stop' || mode === 'regularOutput';
	return hasFailed(outcome) && !(showsRows && outcome.output !== undefined);
}

function paired(items: readonly number[], output: readonly IDataObject[]): INodeExecutionData[] {
	const [only] = items;
	// All entries share one object: a list may have a million of them.
	const pairedItem = only !== undefined && items.length === 1 ? { item: only } : items.map((item) => ({ item }));
	return output.map((json) => ({ json, pairedItem }));
}

/** The item of a batch of which only the counts are output: one for every word, so that all have the same keys. */
function summaryItem({ outcomes, isDryRun, summary = {} }: BatchOutcomes): IDataObject {
	const rows = outcomes.flatMap(({ items }) => items).length;
	const none = actions.map((action) => [isDryRun === true ? plannedWord(action) : action, 0] as const);
	const { contact_list, ...others } = summary;
	const apart = {
		opted_out: countOfKind(outcomes, 'opted out'),
		contradicted: countOfKind(outcomes, 'contradicted'),
		repeated: countOfKind(outcomes, 'repeated'),
	};
	return { contact_list, rows, ...Object.fromEntries([...none, ...countsOf(outcomes)]), ...apart, ...others };
}
