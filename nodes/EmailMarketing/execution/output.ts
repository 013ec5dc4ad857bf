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
	/** The word for an item that is done: `created`. */
	readonly doneWord: string;
	/** Removed from every message. */
	readonly secret: string;
}

/** The output: failures as n8n routes them, and of rows what 'Output' says. */
export async function itemsOf(
	outcomes: readonly Outcome[],
	batches: readonly BatchOutcomes[],
	run: Circumstances,
): Promise<INodeExecutionData[]> {
	const placed: Array<readonly [place: number, shown: INodeExecutionData[]]> = [];
	const put = (shown: INodeExecutionData[], [first]: readonly number[], isUrgent = false): void => {
		// What belongs to no item comes last; if it is urgent, as in a dry run that would stop, before all others.
		const [urgent, other] = first === undefined ? [-2, run.inputs.length] : [-1, first];
		placed.push([isUrgent ? urgent : other, shown]);
	};
	const outputOfBatch = new Map(batches.map(({ name, output }) => [name, output]));
	await inPortions(outcomes, (outcome) => {
		const { items, word, batch = '', output = [] } = outcome;
		if (isFailedItem(outcome, run.mode)) {
			const { failure } = outcome;
			if (items.length === 0) put([failedWithoutItem(outcome, run)], items);
			const error = toNodeError(run.node, failure, items[0], run.secret);
			for (const item of items) put([failedItem(run.mode, error, run.inputs[item], item, failure)], [item]);
			return;
		}
		const shows = outputOfBatch.get(batch) ?? 'rows';
		const needsAttention = outcome.needsAttention === true;
		const isUrgent = isShortened(shows) && (hasFailed(outcome) || needsAttention);
		if (shows === 'rows' || isUrgent || (isShortened(shows) && !isQuiet(word, shows)))
			put(paired(items, output), items, isUrgent || (needsAttention && items.length === 0));
	});
	for (const batch of batches) {
		const shown = batch.outcomes.filter((outcome) => !isFailedItem(outcome, run.mode));
		const items = shown.flatMap((outcome) => outcome.items).sort((one, other) => one - other);
		if (items.length > 0) put(paired(items, insteadOfRows(batch, items.length)), batch.output === 'plan' ? [] : items);
	}
	return placed.sort(([one], [other]) => one - other).flatMap(([, shown]) => shown);
}

type Shows = NonNullable<BatchOutcomes['output']>;

/** Whether some rows are omitted, and those that need attention come first. */
function isShortened(shows: Shows): boolean {
	return shows === 'changes' || shows === 'plan';
}

/** Whether a row is omitted. A plan keeps skipped ones, which a first look at consent must show. */
function isQuiet(word: string, shows: Shows): boolean {
	return word === 'unchanged' || (word === 'skipped' && shows === 'changes');
}

/** The counts of a batch, or that nothing differs: n8n runs no next node without an item. Else none. */
function insteadOfRows(batch: BatchOutcomes, rows: number): IDataObject[] {
	if (batch.output === 'summary') return [summaryItem(batch)];
	const { output = 'rows', outcomes } = batch;
	const unchanged = outcomes.filter(({ word }) => word === 'unchanged').length;
	if (output === 'plan') return unchanged === 0 ? [] : [{ ...batch.emptyRow, note: differsIn(unchanged) }];
	const hasChanges = outcomes.some(({ word, needsAttention }) => !isQuiet(word, output) || needsAttention === true);
	if (output !== 'changes' || hasChanges) return [];
	// It has no address, so it is skipped as a row.
	return [{ ...batch.emptyRow, note: differsIn(rows) }];
}

function differsIn(rows: number): string {
	const count = rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`;
	return `${count}: nothing differs`;
}

/** A failure of a person in no row. n8n empties an item with `error` and no input item, so words name the person. */
function failedWithoutItem({ failure, id, output = [] }: FailedOutcome, run: Circumstances): INodeExecutionData {
	const [json = {}] = output;
	const { message, description, status } = failure;
	const name = textOf(json.email || (id ?? ''));
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
