import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { knownSubscriber, tagsAfter, type TagsMode } from '../../api/knownSubscriber';
import { unwrap } from '../../api/response';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { dataModeField, updateFields, whenMapped } from '../../shared/collections';
import { emailField, extraFieldsField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { isRecord } from '../../shared/isRecord';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { columnsField, tagsModeField } from '../../shared/rowFields';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['update'] } }, [
	contactListLocator,
	subscriberLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	updateFields([{ ...emailField, required: false }, extraFieldsField, firstNameField, lastNameField, tagsField]),
	optionsWith(tagsModeField),
]);

/** Tags that are added or removed need those that are there; where they stay the same, they are not sent. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { client, memory, request, settings } = call;
	const mode = isRecord(settings.options) ? (settings.options.tagsMode as TagsMode | undefined) : undefined;
	const { tags, ...others } = request.body ?? {};
	if (mode === undefined || mode === 'replace' || !Array.isArray(tags)) return await sendOne(call);
	const name = JSON.stringify(request.pathValues).toLowerCase();
	const answer = await client.send({ key: 'subscriber.get', pathValues: request.pathValues, names: request.names });
	const subscriber = isRecord(answer) ? unwrap(answer, 'subscriber') : {};
	// What this run has set is known better than a cache or a replica knows it.
	const present = memory.tags.get(name) ?? knownSubscriber(subscriber).tags;
	const after = tagsAfter(present, tags as string[], mode);
	const isSame = present?.length === after.length;
	if (isSame && Object.keys(others).length === 0) return [subscriber as IDataObject];
	const updated = await sendOne({ ...call, request: { ...request, body: isSame ? others : { ...others, tags: after } } });
	memory.tags.set(name, after);
	return updated;
}
