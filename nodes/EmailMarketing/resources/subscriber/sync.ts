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
		{ name: 'Delete', value: 'delete', description: 'Delete them from the contact list, with what the service knows of them' },
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
	description: 'Nothing at all is done where more than this share of the contact list would be removed, as when a sheet has come in half',
};

const resubscribe: INodeProperties = {
	displayName: 'Resubscribe',
	name: 'resubscribe',
	type: 'boolean',
	default: false,
	description: 'Whether to subscribe those again who are in the input and have unsubscribed in the contact list. Do so only with their consent.',
};

const useImport: INodeProperties = {
	displayName: 'Use Import',
	name: 'useImport',
	type: 'boolean',
	default: false,
	description: 'Whether to create new subscribers by import, many in one request, instead of one by one. It is much faster; the service does not document the path of its import.',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['sync'] } }, [
	contactListLocator,
	columnsField,
	removal,
	dryRun,
	optionsWith(chunkSizeField, includeUnsubscribedField, maxRemovalPercent, resubscribe, tagsModeField, useImport),
]);

export const endpoint = 'subscriber.getAll';

/** A row is what Create sends for one subscriber. */
export const row = definitionOf('subscriber.create', createDescription);

/** Brings each contact list that the items name to the state that they describe. */
export async function executeBulk(calls: readonly Call[], outcomes: Outcomes): Promise<void> {
	for (const batch of batchesOf(calls)) {
		await new SyncRun(batch, outcomes).run();
		if (outcomes.mustStop || batch[0].client.signal.aborted) return;
	}
}
