import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../api/subscriber';
import { changedValues, diff, tagsAfter, unknownTags, updateBody, withChanges } from './people/changes';
import type { RowInput, Run } from '../../execution/Operation';
import { assertSameSettings, optionsOf } from '../../execution/settings';
import { peopleOf } from './people/People';
import { onlyOne, subscriberIndex } from './people/SubscriberIndex';
import { includeInputField, outputField, staysUnsubscribed } from './bulk/rowOutput';
import { countOptOuts, hintAtOptOuts, RowRun } from './bulk/RowRun';
import { cannotBeSent, contactListsOf, type ExcludedRow } from './bulk/selectRows';
import { additionalFields, optionsField } from '../../panel/collections';
import { booleanField, extraFieldsField } from '../../panel/fields';
import { contactListLocator } from '../../panel/locators';
import { groupedBy, inPortions } from '../../shared/loops';
import { columnsField, consentMayBeMissingField } from '../../panel/rowFields';
import { userFacing } from '../../shared/UserFacingError';
import { RowImport, type ImportRow } from './bulk/importRows';

const skipUnsubscribed = booleanField(
	'Skip Unsubscribed People',
	'skipUnsubscribed',
	'Whether to read the list first and skip unsubscribed people. If off, they may be resubscribed.',
	{ default: true },
);

export const description = [
	contactListLocator,
	columnsField,
	additionalFields([extraFieldsField]),
	optionsField(consentMayBeMissingField, includeInputField, outputField, skipUnsubscribed),
];

export { createDefinition as rows } from './create';

export async function executeRows(rows: readonly RowInput[], run: Run): Promise<void> {
	const counts: number[] = [];
	for (const rowsOfList of await contactListsOf(rows)) counts.push(await importIntoList(rowsOfList, run));
	hintAtOptOuts(run, counts);
}

/** Returns how many people whose rows opt out are still subscribed, as far as that is known. */
async function importIntoList(rows: readonly [RowInput, ...RowInput[]], run: Run): Promise<number> {
	const [first] = rows;
	const rowRun = new RowRun(run, rows, { title: 'Import' });
	const messages: string[] = [];
	let stillSubscribed = 0;
	try {
		assertSameSettings(rows, [includeInputField, outputField, skipUnsubscribed]);
		const { open, byKey, excluded, wanted } = await rowRun.select();
		// The contact list is read only to skip people who are unsubscribed in it.
		const isRead = open.length > 0 && optionsOf(first.settings).skipUnsubscribed !== false;
		const index = isRead ? await (await subscriberIndex(first, run)).wholeForImport() : undefined;
		stillSubscribed = index === undefined ? 0 : countOptOuts(excluded, wanted, index);
		const people = peopleOf(first, run);
		const prepareNow = (input: RowInput): ImportRow | ExcludedRow => {
			// Other executions may have changed them while the list was read, or since then.
			const present = (index?.byEmail.get(input.row.key) ?? []).map((one) => people.latest(one));
			const row = prepare(input, byKey.get(input.row.key) ?? [], present);
			return present.length > 0 && 'body' in row ? { ...row, again: () => prepareNow(input) } : row;
		};
		const prepared = await inPortions(open, prepareNow);
		await rowRun.exclude(prepared.filter((row) => 'action' in row));
		// Rows with the same extra fields share a request.
		const sendable = prepared.filter((row) => 'body' in row);
		const groups = await groupedBy(sendable, ({ input }) => JSON.stringify(input.request.body));
		for (const group of groups.values()) {
			await new RowImport(run, group[0].input.request, rowRun, messages).send(group);
		}
	} catch (thrown) {
		rowRun.refuse(thrown);
	}
	// The message of one request among several would look like that of the whole import.
	const texts = [...new Set(messages)].filter((text) => text !== '');
	const note = messages.length === 1 && texts.length === 1 ? `The service says: "${texts[0]}"` : undefined;
	rowRun.conclude({ note, summary: { message: texts.join(' · ') } });
	return stillSubscribed;
}

const unknownState = 'The list does not show whether this person is subscribed';

/** What is sent for a row, with the tags of the list and of all rows of this address; or why nothing is sent. */
function prepare(input: RowInput, same: readonly RowInput[], present: readonly Subscriber[]): ImportRow | ExcludedRow {
	const tags = same.flatMap(({ row: { body } }) => (body.tags as string[] | undefined) ?? []);
	const given = tagsAfter([], tags, 'add');
	const body: IDataObject = given.length === 0 ? input.row.body : { ...input.row.body, tags: given };
	try {
		const unsubscribed = present.find(({ isSubscribed }) => isSubscribed === false);
		if (unsubscribed !== undefined)
			return { input, action: 'skipped', reason: staysUnsubscribed, subscriber: unsubscribed };
		const subscriber = onlyOne(input.row.key, present);
		if (subscriber === undefined)
			return { input, body, result: { action: 'imported', subscriber: parseSubscriber(body) } };
		if (subscriber.isSubscribed === undefined) return { input, action: 'skipped', reason: unknownState, subscriber };
		if (given.length > 0 && subscriber.tags === undefined) throw unknownTags;
		const changes = diff(body, subscriber, 'add');
		if (Object.keys(changes).length === 0) return { input, action: 'unchanged', subscriber };
		// Known fields are sent too, as in an update: an import may replace the subscriber.
		const values = changedValues(changes);
		const result = { action: 'imported', subscriber: withChanges(subscriber, values), changes } as const;
		return { input, body: updateBody(subscriber, values), result };
	} catch (thrown) {
		return cannotBeSent(input, userFacing(thrown));
	}
}
