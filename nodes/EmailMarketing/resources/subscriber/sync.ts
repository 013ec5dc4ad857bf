import type { INodeProperties } from 'n8n-workflow';

import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf, type Settings } from '../../execution/settings';
import { ParameterError } from '../../shared/UserFacingError';
import { contactListsOf } from './bulk/selectRows';
import { optionsField } from '../../panel/collections';
import { booleanField, choiceField, numberField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { parseTags } from '../../panel/requestBody';
import { columnsField, consentMayBeMissingField } from '../../panel/rowFields';
import { resubscribeField } from './upsert';
import { includeInputField, outputField } from './bulk/rowOutput';
import type { ListRules } from './bulk/listPlan';
import { carryOutAll, ListRun, type ListJob } from './bulk/ListRun';
import { hintAtUnsubscribed } from './bulk/RowRun';

// prettier-ignore
const removal = choiceField('Subscribers Not in Input', 'removal', 'keep', 'What to do with subscribers who are not in the input', [
	['Delete', 'delete', 'Delete them from the contact list; their opt-outs are lost'],
	['Keep', 'keep', 'Leave them as they are'],
	['Remove Tag', 'removeTag', "Remove the tag in 'Only Subscribers with Tag', and keep them"],
	['Unsubscribe', 'unsubscribe', 'Unsubscribe them, and keep them in the contact list'],
], { builderHint: { propertyHint: "Keep it, unless the rows are the whole list or all holders of the tag in 'options.onlyTag'." } });

const dryRun = booleanField('Dry Run', 'dryRun', 'Whether to show what would be done, without changing anything', {
	builderHint: {
		propertyHint: 'Set to true in a new workflow, and to false only once a person has looked at the output.',
	},
});

// prettier-ignore
const options: INodeProperties[] = [
	consentMayBeMissingField,
	booleanField('Create in Bulk', 'useImport', 'Whether to create new subscribers by import: faster, but its path and body are inferred'),
	includeInputField,
	{ displayName: 'Only Subscribers with Tag', name: 'onlyTag', type: 'string', default: '', placeholder: 'e.g. customer', description: 'Rows get this tag; only subscribers with it are removed' },
	outputField,
	booleanField('Remove Despite Rejected Rows', 'removeDespiteRejected', 'Whether to remove subscribers even if up to 5% of the rows are rejected', { displayOptions: { hide: { '/removal': ['keep'] } } }),
	resubscribeField,
	choiceField('Rows That Opt Out', 'optOuts', 'skip', 'What to do with people in the list whose row opts out', [
		['Skip', 'skip', 'Leave them as they are'],
		['Unsubscribe', 'unsubscribe', 'Unsubscribe people who clearly opted out, and skip the others'],
	]),
	numberField('Safety Limit (%)', 'maxRemovalPercent', 20, 'Nothing is changed if a larger share would be removed, or would opt out', { minValue: 0, maxValue: 100 }),
];

export const description = [contactListLocator, columnsField, removal, dryRun, optionsField(...options)];

export const endpoint = 'subscriber.getAll';
export { createDefinition as rows } from './create';

/** Without its tag, an expression that finds none would let the rows describe the whole list. */
export function parseSettings(settings: Settings): Settings {
	const options = optionsOf(settings);
	if (!('onlyTag' in options) && settings.removal !== 'removeTag') return settings;
	const [onlyTag, ...others] = parseTags(options.onlyTag ?? '', 'Only Subscribers with Tag');
	if (onlyTag !== undefined && others.length === 0) return { ...settings, options: { ...options, onlyTag } };
	const advice = "Enter it under 'Options', without a comma.";
	throw new ParameterError("'Only Subscribers with Tag' must be one tag", advice);
}

/** The lists that any execution is syncing: two syncs of one list would undo each other. */
const syncing = new Set<string>();

const job: ListJob = {
	title: 'Sync List',
	settings: [removal, dryRun, ...options],
	rulesOf: (settings) => {
		const { removal: not = 'keep' } = settings;
		const { useImport, ...given } = optionsOf(settings);
		const defaults = { maxRemovalPercent: 20, tags: 'replace', isWholeList: true, isInBulk: useImport === true };
		return { ...defaults, ...given, removal: not } as ListRules;
	},
};

/** Makes each contact list match its rows. */
export async function executeRows(rows: readonly RowInput[], run: Run): Promise<void> {
	const unreadItems = run.context.getInputData().length - rows.length;
	const lists = await contactListsOf(rows);
	const syncs = lists.map((rowsOfList) => new ListRun(job, rowsOfList, run, unreadItems));
	const locks = syncs.filter(({ isDryRun }) => !isDryRun).map(({ lock }) => lock);
	const isLocked = locks.some((lock) => syncing.has(lock));
	const locked = isLocked ? [] : locks;
	for (const lock of locked) syncing.add(lock);
	try {
		await carryOutAll(syncs, run, isLocked);
		hintAtUnsubscribed(run);
	} finally {
		for (const lock of locked) syncing.delete(lock);
	}
}
