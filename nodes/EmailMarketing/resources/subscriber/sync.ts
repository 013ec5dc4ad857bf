import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { definitionOf } from '../../execution/definition';
import type { Call } from '../../execution/Operation';
import type { RunResults } from '../../execution/RunResults';
import { contactListsOf, rowsOf } from '../../rows/selectRows';
import { contactListLocator } from '../../shared/locators';
import { optionsField } from '../../shared/options';
import { columnsField } from '../../shared/rowFields';
import { description as createDescription } from './create';
import { SyncRun } from './SyncRun';

const removal: INodeProperties = {
	displayName: 'Subscribers Not in Input',
	name: 'removal',
	type: 'options',
	options: [
		{ name: 'Delete', value: 'delete', description: 'Delete them from the contact list, with all their data' },
		{ name: 'Keep', value: 'keep', description: 'Leave them as they are' },
		{ name: 'Unsubscribe', value: 'unsubscribe', description: 'Unsubscribe them, and keep them in the contact list' },
	],
	default: 'keep',
	description: 'What to do with subscribers of the list who are in no input item',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to show what would be done, without changing anything',
};

const maxRemovalPercent: INodeProperties = {
	displayName: 'Safety Limit (%)',
	name: 'maxRemovalPercent',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 20,
	displayOptions: { hide: { '/removal': ['keep'] } },
	description: 'Nothing is changed if more than this share of the list would be removed',
};

const resubscribe: INodeProperties = {
	displayName: 'Resubscribe',
	name: 'resubscribe',
	type: 'boolean',
	default: false,
	description: 'Whether to resubscribe rows who are unsubscribed in the list. Only with their consent.',
};

const useImport: INodeProperties = {
	displayName: 'Create in Bulk',
	name: 'useImport',
	type: 'boolean',
	default: false,
	description: 'Whether to create new subscribers by import: faster, but an inferred operation',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['sync'] } }, [
	contactListLocator,
	columnsField,
	removal,
	dryRun,
	optionsField(useImport, resubscribe, maxRemovalPercent),
]);

export const endpoint = 'subscriber.getAll';

/** A row is what Create sends for one subscriber. */
export const row = definitionOf('subscriber.create', createDescription);

/** Brings each contact list that the items name to the state that they describe. All lists are read before the first is changed. */
export async function executeBulk(calls: readonly Call[], runResults: RunResults): Promise<void> {
	const [first] = calls;
	if (first === undefined) return;
	const unreadItems = first.context.getInputData().length - calls.length;
	const runs = contactListsOf(rowsOf(calls)).map((rows) => new SyncRun(rows, runResults, unreadItems));
	const refused: SyncRun[] = [];
	for (const run of runs) if (!(await run.prepare())) refused.push(run);
	// A list that must not be changed stops a node that stops.
	const carriedOut = runResults.stopsAtFailure && refused.length > 0 ? refused : runs;
	for (const run of carriedOut) await run.carryOut();
}
