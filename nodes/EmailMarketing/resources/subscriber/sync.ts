import type { RowInput, Run } from '../../execution/Operation';
import { contactListsOf } from './bulk/selectRows';
import { optionsField } from '../../panel/collections';
import { booleanField, choiceField, numberField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { columnsField } from '../../panel/rowFields';
import { SyncRun } from './bulk/SyncRun';

// prettier-ignore
const removal = choiceField('Subscribers Not in Input', 'removal', 'keep', 'What to do with subscribers who are not in the input', [
	['Delete', 'delete', 'Delete them from the contact list, with all their data'],
	['Keep', 'keep', 'Leave them as they are'],
	['Unsubscribe', 'unsubscribe', 'Unsubscribe them, and keep them in the contact list'],
]);

const dryRun = booleanField('Dry Run', 'dryRun', 'Whether to show what would be done, without changing anything');

// prettier-ignore
const options = [
	booleanField('Create in Bulk', 'useImport', 'Whether to create new subscribers by import: faster, but its path and body are inferred'),
	booleanField('Resubscribe', 'resubscribe', 'Whether to resubscribe people who are unsubscribed in the list. Only with their consent.'),
	numberField('Safety Limit (%)', 'maxRemovalPercent', 20, 'Nothing is changed if more than this share of the list would be removed', { minValue: 0, maxValue: 100 }, { displayOptions: { hide: { '/removal': ['keep'] } } }),
];

export const description = [contactListLocator, columnsField, removal, dryRun, optionsField(...options)];

export const endpoint = 'subscriber.getAll';
export { createDefinition as rows } from './create';

/** The lists that any execution is syncing: two syncs of one list would undo each other. */
const syncing = new Set<string>();

/** Makes each contact list match its rows. All lists are read before the first is changed. */
export async function executeRows(rows: readonly RowInput[], run: Run): Promise<void> {
	const unreadItems = run.context.getInputData().length - rows.length;
	const lists = await contactListsOf(rows);
	const listSettings = [removal, dryRun, ...options];
	const syncs = lists.map((rowsOfList) => new SyncRun(rowsOfList, run, unreadItems, listSettings));
	const names = syncs.filter(({ isDryRun }) => !isDryRun).map(({ name }) => name);
	const isLocked = names.some((name) => syncing.has(name));
	const locked = isLocked ? [] : names;
	for (const name of locked) syncing.add(name);
	try {
		const refused: SyncRun[] = [];
		for (const sync of syncs) if (!(await sync.prepare(isLocked))) refused.push(sync);
		// Under 'Stop Workflow', a refused list stops the others too.
		const carriedOut = run.mode === 'stop' && refused.length > 0 ? refused : syncs;
		for (const sync of carriedOut) await sync.carryOut();
	} finally {
		for (const name of locked) syncing.delete(name);
	}
}
