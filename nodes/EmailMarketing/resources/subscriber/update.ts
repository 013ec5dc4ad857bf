import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { knownSubscriber, nobody, type KnownSubscriber } from '../../api/knownSubscriber';
import { changesBy, changesTo, withChanges } from '../../api/subscriberChanges';
import { asTold, subscriberIn } from '../../api/toldSubscriber';
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
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { columnsOfUpdateField, tagsModeField } from '../../shared/rowFields';
import { readSubscriber } from './rows/readSubscriber';
import { tagsModeOf } from './rows/tagsModeOf';
import { updateSubscriber } from './rows/updateSubscriber';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['update'] } }, [
	contactListLocator,
	subscriberLocator,
	dataModeField,
	{ ...columnsOfUpdateField, ...whenMapped },
	updateFields([{ ...emailField, required: false }, extraFieldsField, firstNameField, lastNameField, tagsInPlaceField]),
	clearFieldsField([firstNameField, lastNameField, tagsField]),
	optionsWith(tagsModeField),
]);

/** Tags that are added or removed need those that are there; where they stay the same, they are not sent. Items for the same subscriber follow each other. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { memory, request } = call;
	const { tags, ...others } = request.body ?? {};
	const mode = tagsModeOf(call);
	if (!Array.isArray(tags) || mode === 'replace') return await send(call, knownOf(call));
	const read = await readSubscriber(call, request.pathValues.subscriber ?? '', call.known);
	const shown = knownSubscriber(read);
	// What this run has set is known better than a cache or a replica knows it.
	const present = { ...shown, tags: memory.tags.get(nameOf(call)) ?? shown.tags };
	const after = changesBy({ tags }, present, mode).tags?.to as string[] | undefined;
	if (after === undefined && Object.keys(others).length === 0) return [subscriberIn(read)];
	const body = after === undefined ? others : { ...others, tags: after };
	return await send({ ...call, request: { ...request, body } }, present.id === undefined ? undefined : present);
}

/** The subscriber as this run has left it, or as the contact list shows it; `undefined` where it was given by its ID. */
function knownOf(call: Call): KnownSubscriber | undefined {
	const { memory, known } = call;
	return memory.known.get(nameOf(call)) ?? (known?.id === undefined ? undefined : { ...nobody, ...known });
}

/** Sends the body. Of whom more is known, nothing else may be lost by it, and nobody subscribed. */
async function send(call: Call, known: KnownSubscriber | undefined): Promise<IDataObject[]> {
	const { memory, request } = call;
	const { body = {} } = request;
	const name = nameOf(call);
	memory.tags.delete(name);
	if (known === undefined) return withTags(call, await sendOne(call));
	const changes = changesTo(body, known);
	const answer = await updateSubscriber(call, known, changes);
	const { email = known.email } = body;
	memory.known.set(name, asTold({ ...withChanges(known, changes), email }, answer));
	return withTags(call, [answer]);
}

/** Remembers the tags that were set. What nobody knows to be set is not remembered. */
function withTags(call: Call, updated: IDataObject[]): IDataObject[] {
	const tags = call.request.body?.tags;
	if (Array.isArray(tags)) call.memory.tags.set(nameOf(call), knownSubscriber(updated[0]).tags ?? (tags as string[]));
	return updated;
}

function nameOf({ request }: Call): string {
	return JSON.stringify(request.pathValues).toLowerCase();
}
