import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber } from '../../api/subscriber';
import { changedValues, diff, tagsAfter, unknownTags, updateBody, withChanges } from './people/changes';
import type { Call } from '../../execution/Operation';
import type { RunResults } from '../../execution/RunResults';
import { assertSameSettings, optionsOf } from '../../execution/settings';
import { onlyOne, subscriberIndex, type SubscriberIndex } from './people/SubscriberIndex';
import { RowResults } from './bulk/RowResults';
import { contactListsOf, selectRows, type ExcludedRow, type RowCall } from './bulk/selectRows';
import { additionalFields, optionsField } from '../../panel/collections';
import { booleanField, choiceField, extraFieldsField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { groupedBy, inPortions } from '../../shared/loops';
import { columnsField } from '../../panel/rowFields';
import { userFacing } from '../../shared/UserFacingError';
import { isRecord } from '../../shared/values';
import { RowImport, type ImportRow } from './bulk/importRows';
import { staysUnsubscribed } from './people/updateSubscriber';

// prettier-ignore
const outputField = choiceField('Output', 'output', 'rows', 'What the node outputs', [
	['Rows', 'rows', 'One item for each row, with its result'],
	['Summary', 'summary', 'One item for each contact list, with the counts'],
]);

const skipUnsubscribed = booleanField(
	'Skip People Unsubscribed in List',
	'skipUnsubscribed',
	'Whether to read the list first and skip unsubscribed people. If off, they may be resubscribed.',
	{ default: true },
);

export const description = [
	contactListLocator,
	columnsField,
	additionalFields([extraFieldsField]),
	optionsField(outputField, skipUnsubscribed),
];

export { createDefinition as row } from './create';

/** Takes all input items at once, for each contact list that they name. */
export async function executeBulk(calls: readonly Call[], runResults: RunResults): Promise<void> {
	for (const rows of await contactListsOf(calls)) await importIntoList(rows, runResults);
}

async function importIntoList(rows: readonly [RowCall, ...RowCall[]], runResults: RunResults): Promise<void> {
	const [first] = rows;
	const { client, settings, hints } = first;
	const { skipUnsubscribed: readsList = true } = optionsOf(settings);
	const isSummary = rows.every((call) => optionsOf(call.settings).output === 'summary');
	const sentences = new Set<string>();
	const results = new RowResults(first, runResults, {
		title: 'Import',
		...(isSummary && { summary: () => ({ ...listOf(first), rows: rows.length, messages: [...sentences] }) }),
	});
	let open: readonly RowCall[] = rows;
	try {
		assertSameSettings(rows, [outputField, skipUnsubscribed]);
		const { wanted, excluded, byKey } = await selectRows(rows);
		await results.exclude(excluded);
		open = wanted.filter((call) => !results.isSettled(call));
		const index =
			readsList === true && open.length > 0 ? await (await subscriberIndex(first)).wholeForImport() : undefined;
		hints.add(index?.warning);
		const prepared = await inPortions(open, (call) => prepare(call, byKey.get(call.row.key) ?? [], index));
		await results.exclude(prepared.filter((row) => 'action' in row || 'thrown' in row));
		// Rows with the same extra fields travel together.
		const sendable = prepared.filter((row) => 'body' in row);
		const groups = await groupedBy(sendable, ({ call }) => JSON.stringify(call.request.body));
		for (const group of groups.values()) {
			const importing = new RowImport(client, group[0].call.request, results, (response) => {
				if (isRecord(response) && typeof response.message === 'string') sentences.add(response.message.slice(0, 200));
			});
			await importing.run(group);
		}
	} catch (thrown) {
		results.refuse(open, thrown);
	}
	const [sentence] = sentences;
	results.conclude(sentence && `The service says: "${sentence}"`);
}

const unknownState = 'The contact list does not show whether this person is subscribed';

/** What is sent for a row, with the tags of all rows of the address and of the list; or why nothing is. */
function prepare(call: RowCall, same: readonly RowCall[], index?: SubscriberIndex): ImportRow | ExcludedRow {
	const tags = same.flatMap(({ row: { body } }) => (body.tags as string[] | undefined) ?? []);
	const given = tagsAfter([], tags, 'add');
	const body: IDataObject = given.length === 0 ? call.row.body : { ...call.row.body, tags: given };
	const present = index?.byEmail.get(call.row.key) ?? [];
	try {
		const unsubscribed = present.find(({ isSubscribed }) => isSubscribed === false);
		if (unsubscribed !== undefined)
			return { call, action: 'skipped', reason: staysUnsubscribed, subscriber: unsubscribed };
		const subscriber = onlyOne(call.row.key, present);
		if (subscriber === undefined)
			return { call, body, result: { action: 'imported', subscriber: parseSubscriber(body) } };
		if (subscriber.isSubscribed === undefined) return { call, action: 'skipped', reason: unknownState, subscriber };
		if (given.length > 0 && subscriber.tags === undefined) throw unknownTags;
		const changes = diff(body, subscriber, 'add');
		if (Object.keys(changes).length === 0) return { call, action: 'unchanged', subscriber };
		// All that is known goes with it, as in an update: an import may replace the subscriber.
		const values = changedValues(changes);
		const result = { action: 'imported', subscriber: withChanges(subscriber, values), changes } as const;
		return { call, body: updateBody(subscriber, values), result };
	} catch (thrown) {
		return { call, thrown: userFacing(thrown) };
	}
}

/** The contact list by its ID and, where it was chosen from the dropdown, by its name. */
function listOf({ request, context, item }: RowCall): IDataObject {
	const locator: unknown = context.getNodeParameter('contactList', item, null);
	const name =
		isRecord(locator) && typeof locator.cachedResultName === 'string' ? { name: locator.cachedResultName } : {};
	return { contactList: request.pathValues.contactList, ...name };
}
