import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { knownSubscriber } from '../../api/knownSubscriber';
import { unwrap } from '../../api/response';
import { changesBy } from '../../api/subscriberChanges';
import { subscriberIn } from '../../api/toldSubscriber';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { clearFieldsField, dataModeField, updateFields, whenMapped } from '../../shared/collections';
import {
	emailField,
	extraFieldsField,
	firstNameField,
	lastNameField,
	tagsField,
	tagsInPlaceField,
} from '../../shared/fields';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { columnsOfUpdateField, tagsModeField } from '../../shared/rowFields';
import { refuseAnother } from './rows/refuseAnother';
import { tagsModeOf } from './rows/tagsModeOf';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['update'] } }, [
	contactListLocator,
	subscriberLocator,
	dataModeField,
	{ ...columnsOfUpdateField, ...whenMapped },
	updateFields([{ ...emailField, required: false }, extraFieldsField, firstNameField, lastNameField, tagsInPlaceField]),
	clearFieldsField([firstNameField, lastNameField, tagsField]),
	optionsWith(tagsModeField),
]);

/** Tags that are added or removed need those that are there; where they stay the same, they are not sent. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { tags, ...others } = call.request.body ?? {};
	const mode = tagsModeOf(call);
	if (!Array.isArray(tags)) return await sendOne(call);
	if (mode === 'replace') return await sendTags(call, tags as string[]);
	const { client, memory, request } = call;
	const answer = await client.send({ key: 'subscriber.get', pathValues: request.pathValues, names: request.names });
	refuseAnother(answer, request.pathValues.subscriber, call);
	const subscriber = isRecord(answer) ? unwrap(answer, 'subscriber') : {};
	const shown = knownSubscriber(subscriber);
	// What this run has set is known better than a cache or a replica knows it.
	const present = { ...shown, tags: memory.tags.get(nameOf(call)) ?? shown.tags };
	const after = changesBy({ tags }, present, mode).tags?.to;
	if (after !== undefined)
		return await sendTags(
			{ ...call, request: { ...request, body: { ...others, tags: after as string[] } } },
			after as string[],
		);
	return Object.keys(others).length === 0
		? [subscriberIn(answer)]
		: await sendOne({ ...call, request: { ...request, body: others } });
}

/** Sends what sets these tags. What nobody knows to be set is not remembered. */
async function sendTags(call: Call, tags: readonly string[]): Promise<IDataObject[]> {
	const { memory } = call;
	memory.tags.delete(nameOf(call));
	const updated = await sendOne(call);
	memory.tags.set(nameOf(call), knownSubscriber(updated[0]).tags ?? tags);
	return updated;
}

function nameOf({ request }: Call): string {
	return JSON.stringify(request.pathValues).toLowerCase();
}
