import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pathKey } from '../../api/response';
import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf, type Settings } from '../../execution/settings';
import { isBrokenTag } from '../../shared/brokenCells';
import { isEmpty } from '../../shared/values';
import { textOf } from '../../shared/text';
import { ParameterError, UserFacingError } from '../../shared/UserFacingError';
import { locatorValue } from '../../shared/values';
import { optionsField } from '../../panel/collections';
import { consentFields, consentMayBeMissingField, yesAnswersField } from '../../panel/consentFields';
import { booleanField, choiceField, numberField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { parseTags } from '../../panel/requestBody';
import { batchSizeField, columnsField, dryRunField } from '../../panel/rowFields';
import { resubscribeField } from './upsert';
import { includeDetailsField, includeInputField, outputField } from './bulk/rowOutput';
import type { ListJob, ListRules } from './bulk/listRules';
import { listRunsOf, runLists } from './bulk/runLists';
import { maxNameChangeField } from './bulk/limits';
import { hintAtUnsubscribed } from './bulk/optOutHints';

// prettier-ignore
const removal = choiceField('Subscribers Not in Input', 'removal', 'keep', 'What to do with subscribers who are in no row, skipped rows included', [
	['Delete', 'delete', 'Delete them from the contact list; their opt-outs are lost'],
	['Keep', 'keep', 'Leave them as they are'],
	['Remove Tag', 'removeTag', "Remove the tag in 'Tag of This Sheet', and keep them"],
	['Unsubscribe', 'unsubscribe', 'Unsubscribe them, and keep them in the contact list'],
], { builderHint: { propertyHint: "Keep it, unless the rows are the whole list or all holders of the tag in 'onlyTag'." } });

const onlyTag: INodeProperties = {
	displayName: 'Tag of This Sheet',
	name: 'onlyTag',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer',
	description: 'All rows get this tag, and only people who have it are removed. Empty: anybody may be.',
};

// prettier-ignore
const options: INodeProperties[] = [
	includeDetailsField,
	booleanField('Add People in Bulk', 'useImport', 'Whether to add new people many at a time: faster, but not documented. If off, one by one.'),
	yesAnswersField,
	batchSizeField,
	consentMayBeMissingField,
	choiceField('If a Row Opts Out', 'optOuts', 'skip', 'What to do with people of the list whose row says no to emails', [
		['Leave Subscribed', 'skip', 'Skip their rows'],
		['Unsubscribe', 'unsubscribe', 'Unsubscribe those with a clear no, and skip the others'],
	]),
	includeInputField,
	numberField('Keep New (Hours)', 'keepNewHours', 24, 'Subscribers who joined within this many hours are not removed; 0 turns this off', { minValue: 0, maxValue: 8760 }),
	outputField,
	booleanField('Remove Anyway', 'removeDespiteRejected', 'Whether to remove people although up to 5% of the rows were rejected. If off, one keeps everybody.', { displayOptions: { hide: { '/removal': ['keep'] } } }),
	maxNameChangeField,
	booleanField('Replace Tags', 'replaceTags', "Whether the tags of a row replace those in the list; an empty cell removes all"),
	resubscribeField,
	numberField('Safety Limit (%)', 'maxRemovalPercent', 20, 'Nothing is changed if a larger share of the list would be removed or unsubscribed', { minValue: 0, maxValue: 100 }),
];

/** Stands below the field in the panel. It has no value. */
const removalNotice: INodeProperties = {
	displayName: "This run removes people who are not in the input. Turn on 'Dry Run' to see whom.",
	name: 'removalNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { removal: ['delete', 'unsubscribe'], dryRun: [false] } },
};

export const description = [
	contactListLocator,
	...consentFields,
	columnsField,
	removal,
	removalNotice,
	onlyTag,
	dryRunField,
	optionsField(...options),
];

export const endpoint = 'subscriber.getAll';
export { createDefinition as rows } from './create';

/** Without its tag, an expression that finds none would let the rows describe the whole list. */
export function parseSettings(settings: Settings, isFixed: (name: string) => boolean): Settings {
	const [tag, ...others] = parseTags(settings.onlyTag, onlyTag.displayName);
	const advice = 'Enter one tag, without a comma.';
	if (others.length > 0) throw new ParameterError(`'${onlyTag.displayName}' must be one tag`, advice);
	const isGiven = !isEmpty(settings.onlyTag);
	const isNeeded = isGiven || settings.removal === 'removeTag' || !isFixed('onlyTag');
	if (tag === undefined ? isNeeded : isBrokenTag(tag))
		throw new ParameterError(`Choose a tag under '${onlyTag.displayName}'`, advice);
	if (tag === undefined || optionsOf(settings).replaceTags !== true) return { ...settings, onlyTag: tag };
	const why = 'Several sheets may share these people: tags are only added. Turn it off.';
	throw new ParameterError(`'Replace Tags' cannot be on with '${onlyTag.displayName}'`, why);
}

const byName = new ParameterError(
	"'Contact List' cannot be 'By Name' in this sync",
	"It removes or unsubscribes people. Choose 'From List' or 'By ID': a name may come to mean another list.",
);

const inBatches = new UserFacingError(
	'Each batch would remove the people of the others',
	"Put 'Sync List' after the loop, or choose 'Keep' under 'Subscribers Not in Input'. Nothing was sent.",
);

/** @throws UserFacingError if a 'Loop Over Items' node hands over the rows of a list in batches */
function assertWholeLists(locks: readonly string[], { context, outcomes }: Run): void {
	const { name, parameters } = context.getNode();
	const isAround = ({ name: other, type }: { name: string; type: string }) =>
		type === 'n8n-nodes-base.splitInBatches' && context.getChildNodes(name).some((child) => child.name === other);
	if (!context.getParentNodes(name).some(isAround)) return;
	const isFixed = !textOf(locatorValue(parameters.contactList)).startsWith('=');
	// n8n keeps it with the execution, also while a loop waits.
	const state = context.getContext('node');
	const synced = (state.syncedInLoop ?? []) as string[];
	// 'Retry On Fail' may sync the lists of this batch again.
	const ownLists = outcomes.shared('lists of this batch', () => new Set<string>());
	if (isFixed || locks.some((lock) => synced.includes(lock) && !ownLists.has(lock))) throw inBatches;
	for (const lock of locks) ownLists.add(lock);
	state.syncedInLoop = [...new Set([...synced, ...locks])];
}

/** The lists that any execution is syncing: two syncs of one list would undo each other. */
const syncing = new Set<string>();

const job: ListJob = {
	title: 'Sync List',
	settings: [removal, onlyTag, dryRunField, ...options],
	rulesOf: ({ removal: then = 'keep', onlyTag: tag, dryRun, options: given = {} }, { context }) => {
		const { useImport, replaceTags, keepNewHours: hours = 24, ...limits } = given as IDataObject;
		return {
			...{ maxRemovalPercent: 20, maxNameChangePercent: 20, ...limits },
			...{ removal: then, onlyTag: tag, isWholeList: true, isInBulk: useImport === true },
			...{ skipsUnsubscribed: false, includesKnown: false, isAsGiven: false, isDryRun: dryRun === true },
			tags: replaceTags === true ? 'replace' : 'add',
			keepNew: { hours, startedAt: Date.now(), timeZone: context.getTimezone() },
		} as ListRules;
	},
};

export async function executeRows(rows: readonly RowInput[], run: Run): Promise<void> {
	const removes = ({ settings }: RowInput): boolean =>
		settings.removal !== 'keep' || optionsOf(settings).optOuts === 'unsubscribe';
	if (rows.some((row) => row.locatorMode === 'name' && removes(row))) throw byName;
	const unreadItems = run.context.getInputData().length - rows.length;
	const syncs = await listRunsOf(job, rows, run, unreadItems);
	const real = syncs.filter(({ rules }) => !rules.isDryRun);
	const locks = real.map(
		({ rows: [first] }) => `${run.client.connection.baseUrl} ${pathKey(first.request.pathValues)}`,
	);
	if (rows.some(({ settings }) => settings.removal !== 'keep')) assertWholeLists(locks, run);
	const isLocked = locks.some((lock) => syncing.has(lock));
	const locked = isLocked ? [] : locks;
	for (const lock of locked) syncing.add(lock);
	try {
		await runLists(syncs, run, isLocked);
		hintAtUnsubscribed(run);
	} finally {
		for (const lock of locked) syncing.delete(lock);
	}
}
