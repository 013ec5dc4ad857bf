import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import { idOfKnown, knownSubscriber, shownSubscriber, type KnownSubscriber } from '../../api/knownSubscriber';
import { changesBy, withChanges } from '../../api/subscriberChanges';
import { unwrap } from '../../api/response';
import { asTold } from '../../api/toldSubscriber';
import { leavesEmpty } from '../../api/values';
import { completeListIndex, hasListIndex, listIndex, severalHave, type ListIndex } from '../../execution/listIndex';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import {
	additionalFields,
	clearFieldsField,
	dataModeField,
	whenDefinedBelow,
	whenMapped,
} from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField, tagsInPlaceField } from '../../shared/fields';
import { isRecord } from '../../shared/isRecord';
import { leading } from '../../shared/leading';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import {
	columnsField,
	includeUnsubscribedField,
	readListFirstField as importReadListFirst,
	tagsModeField,
} from '../../shared/rowFields';
import { isOutcomeUnknown, UserFacingError } from '../../shared/UserFacingError';
import { skippedItem } from './rows/skippedItem';
import { tagsModeOf } from './rows/tagsModeOf';
import { updateSubscriber } from './rows/updateSubscriber';

const readListFirstField: INodeProperties = {
	...importReadListFirst,
	description: 'Whether to read the list first: a create might subscribe again those who are unsubscribed in it',
};

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['upsert'] } }, [
	contactListLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	{ ...emailField, ...whenDefinedBelow },
	additionalFields([firstNameField, lastNameField, tagsInPlaceField]),
	{
		...clearFieldsField([firstNameField, lastNameField, tagsField]),
		description: 'Fields to empty for those who are there; they must not be set as well',
	},
	optionsWith(includeUnsubscribedField, readListFirstField, tagsModeField),
]);

export const endpoint = 'subscriber.create';

export const summary = 'Create or Update';

/** Creates, and updates who is there already. Items with the same email follow each other. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const name = JSON.stringify([call.request.pathValues.contactList, addressKey(call.request.body?.email)]);
	return [(await skippedItem(call)) ?? (await call.client.inTurn(name, async () => await createOrUpdate(call, name)))];
}

async function createOrUpdate(call: Call, name: string): Promise<IDataObject> {
	const { memory } = call;
	const known = (await readDoubted(call, name)) ?? memory.known.get(name) ?? (await findAtHand(call));
	if (known !== undefined) return await update(call, known, name);
	// A create for another item that may still take place must not be followed by a second one.
	memory.throwIfUnknown(name);
	const tried = await create(call, name).then(
		(created) => ({ created }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('created' in tried) return tried.created;
	const found = saysThatItExists(tried.thrown) ? await find(call, tried.thrown) : undefined;
	if (found === undefined) {
		memory.remember(name, tried.thrown);
		throw tried.thrown;
	}
	return await update(call, found, name);
}

async function create(call: Call, name: string): Promise<IDataObject> {
	const { tags, ...others } = call.request.body ?? {};
	// Nobody new has anything to clear.
	const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => !leavesEmpty(value)));
	const body = leavesEmpty(tags) || tagsModeOf(call) === 'remove' ? filled : { ...filled, tags };
	// That somebody is there already is no failure.
	const [answer = {}] = await sendOne({ ...call, request: { ...call.request, body, isOptional: true } });
	const created = knownSubscriber(answer);
	// What the answer leaves out is as it was sent.
	if (created.id !== undefined)
		call.memory.known.set(name, {
			...created,
			firstName: created.firstName ?? body.first_name,
			lastName: created.lastName ?? body.last_name,
			tags: created.tags ?? (body.tags as string[] | undefined),
		});
	return leading({ action: 'created' }, { ...body, ...answer });
}

async function update(call: Call, subscriber: KnownSubscriber, name: string): Promise<IDataObject> {
	const { request, memory } = call;
	const changes = changesBy(request.body ?? {}, subscriber, tagsModeOf(call));
	if (Object.keys(changes).length === 0) return { action: 'unchanged', ...shownSubscriber(subscriber) };
	const answer = await updateSubscriber(call, subscriber, changes).catch((thrown: unknown) => {
		if (isOutcomeUnknown(thrown)) memory.doubted.set(name, idOfKnown(subscriber));
		throw thrown;
	});
	const updated = asTold(withChanges(subscriber, changes), answer);
	memory.known.set(name, updated);
	return leading({ action: 'updated' }, { ...shownSubscriber(updated), ...answer });
}

/** Somebody whose last update may have been done or not, as they are now: what rests on the state before it could undo half of it. */
async function readDoubted({ client, memory, request }: Call, name: string): Promise<KnownSubscriber | undefined> {
	const subscriber = memory.doubted.get(name);
	if (subscriber === undefined) return undefined;
	const answer = await client.send({
		key: 'subscriber.get',
		pathValues: { ...request.pathValues, subscriber },
		names: request.names,
	});
	const read = knownSubscriber(isRecord(answer) ? unwrap(answer, 'subscriber') : {});
	idOfKnown(read);
	memory.doubted.delete(name);
	memory.known.set(name, read);
	return read;
}

/** Whether a create was refused because of the email; what exactly is wrong with it, services say in words of any language. */
function saysThatItExists(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError) || thrown.isOutcomeUnknown) return false;
	const { status, fieldMessages } = thrown;
	const isAboutEmail = fieldMessages.length === 0 || fieldMessages.some(({ field }) => /e-?mail/i.test(field));
	return status === 409 || ((status === 422 || status === 400) && isAboutEmail);
}

/** Who has the email, where the list is read already. Where it cannot be read, a create tells whether somebody is there. */
async function findAtHand(call: Call): Promise<KnownSubscriber | undefined> {
	const { client, request } = call;
	const { contactList = '' } = request.pathValues;
	// Tags that are added rest on those that are there, and not every service refuses an address that is.
	if (mustRead(call)) return findIn(await completeListIndex(call), call);
	const index = hasListIndex(client, contactList)
		? await listIndex(client, contactList, request.names).catch(() => undefined)
		: undefined;
	return index && findIn(index, call);
}

function mustRead(call: Call): boolean {
	const { options } = call.settings;
	return (
		(isRecord(options) && options.readListFirst === true) ||
		(tagsModeOf(call) !== 'replace' && call.request.body?.tags !== undefined)
	);
}

/** Who has the email. @throws UserFacingError when several have it, or it cannot be told whether anybody has */
async function find(call: Call, refusal: UserFacingError): Promise<KnownSubscriber | undefined> {
	const { client, request } = call;
	const index = await listIndex(client, request.pathValues.contactList ?? '', request.names).catch(
		(thrown: unknown) => {
			// What was refused is what the user has to know; the list was read only to find out why.
			throw thrown instanceof UserFacingError ? untold(refusal, `${thrown.message}. ${thrown.description}`) : thrown;
		},
	);
	const found = findIn(index, call);
	if (found !== undefined || index.doubt === undefined) return found;
	throw untold(refusal, index.doubt);
}

function untold(refusal: UserFacingError, doubt: string): UserFacingError {
	return new UserFacingError(
		refusal.message,
		`${refusal.description} Whether the subscriber is in the list could not be told: ${doubt}`,
		{ status: refusal.status },
	);
}

function findIn({ byEmail }: ListIndex, { request }: Call): KnownSubscriber | undefined {
	const [found, ...others] = byEmail.get(addressKey(request.body?.email)) ?? [];
	if (others.length === 0) return found;
	throw severalHave(others.length + 1, "Use 'Update', with the subscriber's ID.");
}
