import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { definitionOf } from '../../execution/definition';
import type { Call } from '../../execution/Operation';
import type { Outcomes } from '../../execution/Outcomes';
import { Tally } from '../../execution/Tally';
import { additionalFields } from '../../shared/collections';
import { extraFieldsField } from '../../shared/fields';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import {
	chunkSizeField,
	columnsField,
	includeUnsubscribedField,
	readListFirstField,
	tagsModeField,
} from '../../shared/rowFields';
import { description as createDescription } from './create';
import { batchesOf } from './rows/batchesOf';
import { ImportBatch } from './rows/ImportBatch';
import type { ImportOutput } from './rows/ImportOutput';

const outputField: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	options: [
		{ name: 'Rows', value: 'rows', description: 'One item for each row, with what became of it' },
		{
			name: 'Summary',
			value: 'summary',
			description: 'One item for each contact list, with the number of rows by status',
		},
	],
	default: 'rows',
	description: 'What the node gives',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['import'] } }, [
	contactListLocator,
	columnsField,
	additionalFields([extraFieldsField]),
	optionsWith(chunkSizeField, includeUnsubscribedField, outputField, readListFirstField, tagsModeField),
]);

/** A row is what Create sends for one subscriber. */
export const row = definitionOf('subscriber.create', createDescription);

/** Takes all input items at once, for each contact list that they name. */
export async function executeBulk(calls: readonly Call[], outcomes: Outcomes): Promise<void> {
	const batches = batchesOf(calls).map((batch) => new ImportBatch(batch, outcomes));
	for (const batch of batches) if (!calls[0]?.client.signal.aborted) await batch.run();
	const total = new Tally();
	const outputs = batches.map(({ output }) => output);
	for (const { tally } of outputs) total.addAll(tally);
	const isInVain = outcomes.stopsAtFailure && !outcomes.mustStop && !outputs.some(({ hasAny }) => hasAny);
	for (const output of outputs)
		output.conclude(
			isInVain,
			outputs.some(({ hasSent }) => hasSent),
		);
	calls[0]?.hints.add(told(total, outputs), total.has('rejected', 'skipped', 'unknown', 'failed') ? 'warning' : 'info');
}

/** What became of the rows, and the first things that the service said of it. */
function told(total: Tally, outputs: readonly ImportOutput[]): string | undefined {
	const counts = total.text();
	const said = [...new Set(outputs.flatMap(({ sentences }) => [...sentences]))].slice(0, 3);
	return counts === undefined
		? undefined
		: [
				`Rows: ${counts}.`,
				...(said.length === 0 ? [] : [`The service says: ${said.map((sentence) => `"${sentence}"`).join(' · ')}`]),
			].join(' ');
}
