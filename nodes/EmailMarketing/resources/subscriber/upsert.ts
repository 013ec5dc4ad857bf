import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import { bodyOf, changesBy, knownSubscriber, shownSubscriber, tagsAfter, type KnownSubscriber, type TagsMode } from '../../api/knownSubscriber';
import { hasListIndex, listIndex, type ListIndex } from '../../execution/listIndex';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { additionalFields, dataModeField, whenDefinedBelow, whenMapped } from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { readId } from '../../shared/readId';
import { columnsField, includeUnsubscribedField, tagsModeField } from '../../shared/rowFields';
import { UserFacingError } from '../../shared/UserFacingError';
import { skippedForConsent } from './rows/consent';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['upsert'] } }, [
	contactListLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	{ ...emailField, ...whenDefinedBelow },
	additionalFields([firstNameField, lastNameField, tagsField]),
	optionsWith(includeUnsubscribedField, tagsModeField),
]);

export const endpoint = 'subscriber.create';

/** Creates, and updates who is there already. Items with the same email follow each other. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const skipped = skippedForConsent(call);
	if (skipped !== undefined) return [skipped];
	const { contactList = '' } = call.request.pathValues;
	const name = `${contactList} ${addressKey(call.request.body?.email)}`;
	return await call.client.inTurn(name, async () => [await createOrUpdate(call, name)]);
}

async function createOrUpdate(call: Call, name: string): Promise<IDataObject> {
	const { client, memory, request } = call;
	const { contactList = '' } = request.pathValues;
	// What this run has written is known without a look at the list.
	const known = memory.known.get(name) ?? (hasListIndex(client, contactList) ? findIn(await listIndex(client, contactList), call) : undefined);
	if (known !== undefined) return await update(call, known, name);
	try {
		const subscriber = await create(call);
		memory.note(name, subscriber);
		return { action: 'created', ...subscriber };
	} catch (thrown) {
		const found = saysThatItExists(thrown) ? await find(call, thrown) : undefined;
		if (found === undefined) throw thrown;
		return await update(call, found, name);
	}
}

async function create(call: Call): Promise<IDataObject> {
	const { tags, ...others } = call.request.body ?? {};
	const body = tagsModeOf(call) === 'remove' ? others : { ...others, ...(tags === undefined ? {} : { tags }) };
	// That somebody is there already is no failure.
	const [created = {}] = await sendOne({ ...call, request: { ...call.request, body, isOptional: true } });
	return created;
}
