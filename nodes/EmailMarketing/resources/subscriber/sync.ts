import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { definitionOf } from '../../execution/definition';
import type { Call } from '../../execution/Operation';
import type { Outcomes } from '../../execution/Outcomes';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { chunkSizeField, columnsField, includeUnsubscribedField, tagsModeField } from '../../shared/rowFields';
import { batchesOf } from './rows/batchesOf';
import { description as createDescription } from './create';
import { SyncRun } from './rows/SyncRun';

const removal: INodeProperties = {
	displayName: 'Removal',
	name: 'removal',
	type: 'options',
	options: [
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete them from the contact list, with what the service knows of them',
		},
		{ name: 'Keep', value: 'keep', description: 'Leave them as they are' },
		{ name: 'Unsubscribe', value: 'unsubscribe', description: 'Unsubscribe them, and keep them in the contact list' },
	],
	default: 'keep',
	description: 'What happens to subscribers of the contact list who are in no input item',
};

const dryRun: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description: 'Whether to show what would be done, and to change nothing',
};

const maxRemovalPercent: INodeProperties = {
	displayName: 'Max Removal Percent',
	name: 'maxRemovalPercent',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 100 },
	default: 20,
	description: 'Nothing is done where more would go than this share of the list, or of the subscribed to unsubscribe',
};

const resubscribe: INodeProperties = {
	displayName: 'Resubscribe',
	name: 'resubscribe',
	type: 'boolean',
	default: false,
	description: 'Whether to subscribe those again who have unsubscribed. Do so only with their consent.',
};

const useImport: INodeProperties = {
	displayName: 'Use Import',
	name: 'useImport',
	type: 'boolean',
	default: false,
	description: 'Whether to create new subscribers by import, many in one request: faster, but not documented in full',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['sync'] } }, [
	contactListLocator,
	columnsField,
	removal,
	dryRun,
	optionsWith(
		{ ...chunkSizeField, description: "With 'Use Import': how many rows travel in one request at most" },
		includeUnsubscribedField,
		maxRemovalPercent,
		resubscribe,
		tagsModeField,
		useImport,
	),
]);

export const endpoint = 'subscriber.getAll';

/** A row is what Create sends for one subscriber. */
export const row = definitionOf('subscriber.create', createDescription);

/** Brings each contact list that the items name to the state that they describe. */
export async function executeBulk(calls: readonly Call[], outcomes: Outcomes): Promise<void> {
	const [first] = calls;
	if (first === undefined) return;
	const unreadItems = first.context.getInputData().length - calls.length;
	const runs = batchesOf(calls).map((batch) => new SyncRun(batch, outcomes, unreadItems));
	// All lists are read before the first is changed: what stops one of them stops a node that stops.
	await each(runs, first.client, outcomes, async (run) => await run.prepare());
	await each(runs, first.client, outcomes, async (run) => await run.carryOut());
}

async function each(
	runs: readonly SyncRun[],
	{ signal }: Call['client'],
	outcomes: Outcomes,
	work: (run: SyncRun) => Promise<void>,
): Promise<void> {
	for (const run of runs) {
		if (outcomes.mustStop || signal.aborted) return;
		await work(run);
	}
}
