import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import {
	changedValues,
	diff,
	subscriberOutput,
	updatedSubscriber,
	withChanges,
	emptySubscriber,
	type Subscriber,
} from '../../api/subscriber';
import { leavesEmpty } from '../../shared/values';
import type { Call } from '../../execution/Operation';
import { sendOne } from '../../execution/standard';
import { onlyOne, subscriberIndex } from '../../execution/SubscriberIndex';
import { additionalFields, dataModeField, whenDefinedBelow, whenMapped } from '../../shared/collections';
import { emailField, firstNameField, lastNameField, tagsField } from '../../shared/fields';
import { leading } from '../../shared/besideRow';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import { columnsField, includeUnsubscribedField } from '../../shared/rowFields';
import { UserFacingError } from '../../shared/UserFacingError';
import { skippedItem } from './rows/skippedItem';
import { updateSubscriber } from './rows/updateSubscriber';

export const description = updateDisplayOptions({ show: { resource: ['subscriber'], operation: ['upsert'] } }, [
	contactListLocator,
	dataModeField,
	{ ...columnsField, ...whenMapped },
	{ ...emailField, ...whenDefinedBelow },
	additionalFields([
		firstNameField,
		lastNameField,
		{ ...tagsField, description: 'Tags separated by commas, or a list. They are added to the existing tags.' },
	]),
	optionsWith(includeUnsubscribedField),
]);

export const endpoint = 'subscriber.create';

export const summary = 'Create or Update';

/** Creates the subscriber; where the address is taken, looks it up in the list and updates it. Items with the same email follow each other. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const name = JSON.stringify([call.request.pathValues.contactList, addressKey(call.request.body?.email)]);
	return [skippedItem(call) ?? (await call.client.inTurn(name, async () => await createOrUpdate(call, name)))];
}

async function createOrUpdate(call: Call, name: string): Promise<IDataObject> {
	const { memory } = call;
	const known = await knownSubscriber(call);
	if (known !== undefined) return await update(call, known);
	// A create for another item that may still take place must not be followed by a second one.
	memory.throwIfUnknown(name);
	const tried = await create(call).then(
		(output) => ({ output }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('output' in tried) return tried.output;
	const found = isTaken(tried.thrown) ? await find(call, tried.thrown) : undefined;
	if (found !== undefined) return await update(call, found);
	memory.remember(name, tried.thrown);
	throw isTaken(tried.thrown) ? await notShown(call, tried.thrown) : tried.thrown;
}

/** Who has the email, as far as it is known without a request. */
async function knownSubscriber(call: Call): Promise<Subscriber | undefined> {
	const { memory, request } = call;
	const { contactList = '' } = request.pathValues;
	const email = addressKey(request.body?.email);
	return memory.subscriber(contactList, email) ?? onlyOne(email, await (await subscriberIndex(call)).known(email));
}

/** A create that was done is then found by its email. */
export const adviceIfUnknown =
	'Run it again: a subscriber who was created is then found, as long as the service rejects taken addresses.';

async function create(call: Call): Promise<IDataObject> {
	const body = Object.fromEntries(Object.entries(call.request.body ?? {}).filter(([, value]) => !leavesEmpty(value)));
	const [response = {}] = await sendOne({
		...call,
		request: { ...call.request, body, isOptional: true, adviceIfUnknown },
	});
	const created = updatedSubscriber(withChanges({ ...emptySubscriber, tags: [] }, body), response);
	if (created.id !== undefined) call.memory.keepSubscriber(call.request.pathValues.contactList ?? '', created);
	return leading({ action: 'created' }, { ...body, ...response });
}

/** Whether a create was rejected because of its email. The reason is only in the service's own words. */
function isTaken(thrown: unknown): thrown is UserFacingError {
	if (!(thrown instanceof UserFacingError) || thrown.isOutcomeUnknown) return false;
	const { status, fieldMessages } = thrown;
	return (
		status === 409 ||
		(status === 422 && (fieldMessages.length === 0 || fieldMessages.some(({ field }) => field === 'email')))
	);
}

async function find(call: Call, rejection: UserFacingError): Promise<Subscriber | undefined> {
	const email = addressKey(call.request.body?.email);
	const index = await subscriberIndex(call);
	const found = await index.findTaken(email).catch((thrown: unknown) => {
		if (!(thrown instanceof UserFacingError)) throw thrown;
		const { message, description, status } = thrown;
		throw new UserFacingError(
			message,
			`${description} The create was rejected (${rejection.fieldMessages[0]?.text ?? rejection.message}), and the subscriber could not be looked up in the list.`,
			{ status },
		);
	});
	return onlyOne(email, found);
}

/** Of an address that the service rejects, and that the list does not show. */
async function notShown(call: Call, rejection: UserFacingError): Promise<UserFacingError> {
	const { warning = 'If it is taken, it may be in another list, or deleted.' } = await subscriberIndex(call);
	const { message, description, status, fieldMessages, said } = rejection;
	const shown = `${description} The contact list does not show this address. ${warning}`;
	return new UserFacingError(message, shown, { status, fieldMessages, said });
}

async function update(call: Call, known: Subscriber): Promise<IDataObject> {
	const { body = {} } = call.request;
	const valuesFor = (present: Subscriber): IDataObject => changedValues(diff(body, present, 'add'));
	const { subscriber, output } = await updateSubscriber(call, known, valuesFor, { tagsMode: 'add' });
	const action = output === undefined ? 'unchanged' : 'updated';
	return leading({ action }, output ?? subscriberOutput(subscriber));
}
