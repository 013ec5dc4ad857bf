import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { pathKey } from '../../api/response';
import type { RowInput, Run } from '../../execution/Operation';
import { optionsOf, type Settings } from '../../execution/settings';
import { isBrokenPart } from '../../shared/brokenCells';
import { ParameterError } from '../../shared/UserFacingError';
import { contactListsOf } from './bulk/selectRows';
import { optionsField } from '../../panel/collections';
import { consentFields, consentMayBeMissingField, yesAnswersField } from '../../panel/consentFields';
import { booleanField, choiceField, numberField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { parseTags } from '../../panel/requestBody';
import { batchSizeField, columnsField, dryRunField } from '../../panel/rowFields';
import { resubscribeField } from './upsert';
import { includeDetailsField, includeInputField, outputField } from './bulk/rowOutput';
import type { ListJob, ListRules } from './bulk/listRules';
import { carryOutAll } from './bulk/carryOutAll';
import { ListRun } from './bulk/ListRun';
import { hintAtUnsubscribed } from './bulk/optOutHints';

// prettier-ignore
const removal = choiceField('Subscribers Not in Input', 'removal', 'keep', 'What to do with subscribers who are not in the input', [
	['Delete', 'delete', 'Delete them from the contact list; their opt-outs are lost'],
	['Keep', 'keep', 'Leave them as they are'],
	['Remove Tag', 'removeTag', "Remove the tag in 'Only Subscribers with Tag', and keep them"],
	['Unsubscribe', 'unsubscribe', 'Unsubscribe them, and keep them in the contact list'],
], { builderHint: { propertyHint: "Keep it, unless the rows are the whole list or all holders of the tag in 'onlyTag'." } });

const onlyTag: INodeProperties = {
	displayName: 'Only Subscribers with Tag',
	name: 'onlyTag',
	type: 'string',
	default: '',
	placeholder: 'e.g. customer',
	description: 'If set, rows get this tag, and only subscribers with it are removed',
};

// prettier-ignore
const options: INodeProperties[] = [
	yesAnswersField,
	{ ...batchSizeField, displayOptions: { show: { '/options.useImport': [true] } } },
	consentMayBeMissingField,
	booleanField('Create in Bulk', 'useImport', 'Whether to create new subscribers by import: faster, but its request is not documented'),
	includeDetailsField,
	includeInputField,
	numberField('Keep New Subscribers (Hours)', 'keepNewHours', 24, 'Subscribers who joined within this many hours are not removed; 0 turns this off', { minValue: 0, maxValue: 8760 }),
	numberField('Name Change Limit (%)', 'maxNameChangePercent', 20, 'Nothing is changed if a larger share would get the name of somebody else', { minValue: 0, maxValue: 100 }),
	outputField,
	booleanField('Remove Despite Rejected Rows', 'removeDespiteRejected', 'Whether to remove subscribers even if up to 5% of the rows are rejected', { displayOptions: { hide: { '/removal': ['keep'] } } }),
	booleanField('Replace Tags', 'replaceTags', "Whether the tags of a row replace those in the list; an empty cell removes all"),
	resubscribeField,
	choiceField('Rows That Opt Out', 'optOuts', 'skip', 'What to do with people in the list whose row opts out', [
		['Skip', 'skip', 'Leave them as they are'],
		['Unsubscribe', 'unsubscribe', 'Unsubscribe people who clearly opted out, and skip the others'],
	]),
	numberField('Safety Limit (%)', 'maxRemovalPercent', 20, 'Nothing is changed if a larger share would be removed, or would opt out', { minValue: 0, maxValue: 100 }),
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
	const [tag, ...others] = parseTags(settings.onlyTag ?? '', onlyTag.displayName);
	const advice = 'Enter one tag, without a comma.';
	if (others.length > 0) throw new ParameterError(`'${onlyTag.displayName}' must be one tag`, advice);
	const isNeeded = settings.removal === 'removeTag' || !isFixed('onlyTag');
	if (tag === undefined ? isNeeded : isBrokenPart(tag))
		throw new ParameterError(`Choose a tag under '${onlyTag.displayName}'`, advice);
	if (tag === undefined || optionsOf(settings).replaceTags !== true) return { ...settings, onlyTag: tag };
	const why = 'Several sheets may share these people: tags are only added. Turn it off.';
	throw new ParameterError(`'Replace Tags' cannot be on with '${onlyTag.displayName}'`, why);
}

const byName = new ParameterError(
	"'Contact List' cannot be 'By Name' in this sync",
	"It removes or unsubscribes people. Choose 'From List' or 'By ID': a name may come to mean another list.",
);

/** The lists that any execution is syncing: two syncs of one list would undo each other. */
const syncing = new Set<string>();

const job: ListJob = {
	title: 'Sync List',
	settings: [removal, onlyTag, dryRunField, ...options],
	rulesOf: ({ removal: then = 'keep', onlyTag: tag, options: given = {} }, { context }) => {
		const { useImport, replaceTags, keepNewHours: hours = 24, ...limits } = given as IDataObject;
		return {
			...{ maxRemovalPercent: 20, maxNameChangePercent: 20, ...limits },
			...{ removal: then, onlyTag: tag, isWholeList: true, isInBulk: useImport === true },
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
	const lists = await contactListsOf(rows);
	const syncs = lists.map((rowsOfList) => new ListRun(job, rowsOfList, run, unreadItems));
	const real = lists.filter((_, index) => syncs[index]?.isDryRun === false);
	const locks = real.map(([first]) => `${run.client.connection.baseUrl} ${pathKey(first.request.pathValues)}`);
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
