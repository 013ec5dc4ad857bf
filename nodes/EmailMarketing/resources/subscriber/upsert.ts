import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import { bodyOf, changesBy, knownSubscriber, shownSubscriber, withChanges, type KnownSubscriber, type TagsMode } from '../../api/knownSubscriber';
import { unwrap } from '../../api/response';
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
	const known = (await readDoubted(call, name)) ?? memory.known.get(name) ?? (hasListIndex(client, contactList) ? findIn(await listIndex(client, contactList), call) : undefined);
	if (known !== undefined) return await update(call, known, name);
	const tried = await create(call).then((subscriber) => ({ subscriber }), (thrown: unknown) => ({ thrown }));
	if ('subscriber' in tried) {
		const created = knownSubscriber(tried.subscriber);
		if (created.id !== undefined) memory.known.set(name, created);
		return { action: 'created', ...tried.subscriber };
	}
	const found = saysThatItExists(tried.thrown) ? await find(call, tried.thrown) : undefined;
	if (found === undefined) throw tried.thrown;
	return await update(call, found, name);
}

async function create(call: Call): Promise<IDataObject> {
	const { tags, ...others } = call.request.body ?? {};
	const body = tags === undefined || tagsModeOf(call) === 'remove' ? others : { ...others, tags };
	// That somebody is there already is no failure.
	const [created = {}] = await sendOne({ ...call, request: { ...call.request, body, isOptional: true } });
	return created;
}

async function update(call: Call, subscriber: KnownSubscriber, name: string): Promise<IDataObject> {
	const { request, memory } = call;
	const changes = changesBy(request.body ?? {}, subscriber, tagsModeOf(call));
	if (Object.keys(changes).length === 0) return { action: 'unchanged', ...shownSubscriber(subscriber) };
	const pathValues = { ...request.pathValues, subscriber: readId(subscriber.id, 'Subscriber') };
	const [updated = {}] = await sendOne({ ...call, request: { ...request, key: 'subscriber.update', pathValues, body: bodyOf(changes) } }).catch((thrown: unknown) => {
		if (thrown instanceof UserFacingError && thrown.isOutcomeUnknown) memory.doubted.set(name, pathValues.subscriber);
		throw thrown;
	});
	memory.known.set(name, withChanges(subscriber, changes));
	return { action: 'updated', ...updated };
}

/** Somebody whose last update may have been done or not, as they are now: what rests on the state before it could undo half of it. */
async function readDoubted({ client, memory, request }: Call, name: string): Promise<KnownSubscriber | undefined> {
	const subscriber = memory.doubted.get(name);
	if (subscriber === undefined) return undefined;
	const answer = await client.send({ key: 'subscriber.get', pathValues: { ...request.pathValues, subscriber }, names: request.names });
	const read = knownSubscriber(isRecord(answer) ? unwrap(answer, 'subscriber') : {});
	readId(read.id, 'Subscriber');
	memory.doubted.delete(name);
	memory.known.set(name, read);
	return read;
}

/** Whether a create was refused because of the email; what exactly is wrong with it, services say in words of any language. */
function saysThatItExists(thrown: unknown): boolean {
	if (!(thrown instanceof UserFacingError) || thrown.isOutcomeUnknown) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => field.split('.').includes('email'));
	return status === 409 || ((status === 422 || status === 400) && isAboutEmail);
}

/** Who has the email. @throws UserFacingError when several have it, or it cannot be told whether anybody has */
async function find(call: Call, refusal: unknown): Promise<KnownSubscriber | undefined> {
	const { client, request } = call;
	const index = await listIndex(client, request.pathValues.contactList ?? '', request.names);
	const found = findIn(index, call);
	if (found !== undefined || index.doubt === undefined || !(refusal instanceof UserFacingError)) return found;
	throw new UserFacingError(refusal.message, `${refusal.description} Whether the subscriber is in the list could not be told: ${index.doubt}`, { status: refusal.status });
}

function findIn({ byEmail }: ListIndex, { request }: Call): KnownSubscriber | undefined {
	const [found, ...others] = byEmail.get(addressKey(request.body?.email)) ?? [];
	if (others.length === 0) return found;
	throw new UserFacingError(`${others.length + 1} subscribers of the contact list have this email`, "It cannot be told which of them is meant. Use 'Update', with the subscriber's ID. Nothing was changed for this item.");
}

function tagsModeOf({ settings: { options } }: Call): TagsMode {
	return isRecord(options) ? ((options.tagsMode as TagsMode | undefined) ?? 'replace') : 'replace';
}
