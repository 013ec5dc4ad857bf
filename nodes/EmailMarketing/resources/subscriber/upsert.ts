import { updateDisplayOptions, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { addressKey } from '../../api/emailAddress';
import { idOfKnown, knownSubscriber, nobody, shownSubscriber, type KnownSubscriber } from '../../api/knownSubscriber';
import { changesBy, withChanges } from '../../api/subscriberChanges';
import { asTold, showsAnother } from '../../api/toldSubscriber';
import { isOlder, saysThatItExists, showsOtherNames } from '../../api/foundByCreate';
import { leavesEmpty } from '../../api/values';
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
import { leading } from '../../shared/leading';
import { contactListLocator } from '../../shared/locators';
import { optionsWith } from '../../shared/options';
import {
	columnsField,
	includeUnsubscribedField,
	readListFirstField as importReadListFirst,
	tagsModeField,
} from '../../shared/rowFields';
import { textOf } from '../../shared/textOf';
import { isOutcomeUnknown, userFacing, UserFacingError } from '../../shared/UserFacingError';
import { changesNow } from './rows/changesNow';
import { existingAfterRefusal, existingSubscriber } from './rows/existingSubscriber';
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
	const known = await existingSubscriber(call, name);
	if (known !== undefined) return await update(call, known, name);
	// A create for another item that may still take place must not be followed by a second one.
	memory.throwIfUnknown(name);
	const tried = await create(call, name).then(
		(created) => ({ created }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('created' in tried) return await asAsked(call, tried.created, name);
	const found = await existingAfterRefusal(call, tried.thrown);
	if (found === undefined) {
		memory.remember(name, tried.thrown);
		throw tried.thrown;
	}
	return await update(call, found, name);
}

interface Created {
	/** As the answer shows it, and as it was sent where that leaves something out; `undefined` where it does not show who it is. */
	readonly shown?: KnownSubscriber;
	/** Whether the answer shows that it was there before. */
	readonly wasThere: boolean;
	readonly output: IDataObject;
}

async function create(call: Call, name: string): Promise<Created> {
	const { tags, ...others } = call.request.body ?? {};
	// Nobody new has anything to clear.
	const filled = Object.fromEntries(Object.entries(others).filter(([, value]) => !leavesEmpty(value)));
	const body = leavesEmpty(tags) || tagsModeOf(call) === 'remove' ? filled : { ...filled, tags };
	// That somebody is there already is no failure.
	const [answer = {}] = await sendOne({ ...call, request: { ...call.request, body, isOptional: true } });
	const output = leading({ action: 'created' }, { ...body, ...answer });
	const { id, email } = knownSubscriber(answer);
	const isThere = saysThatItExists(answer);
	if (id === undefined && isThere) throw exists(answer);
	if (id === undefined || showsAnother(answer, [], body.email) !== undefined) return { wasThere: false, output };
	const sent = { firstName: body.first_name, lastName: body.last_name, tags: body.tags as string[] | undefined };
	// Of somebody who was there, what the answer leaves out is as it was.
	const shown = asTold({ ...nobody, id, email, ...(isThere ? {} : sent) }, answer);
	call.memory.known.set(name, shown);
	return { shown, wasThere: isThere || (isOlder(answer) ?? showsOtherNames(shown, sent)), output };
}

/** As a refusal: then they are looked for in the contact list. */
function exists({ message }: IDataObject): UserFacingError {
	return new UserFacingError(
		'The service says that the subscriber exists already',
		`It did not say who it is: "${textOf(message).slice(0, 200)}". Nothing was changed for this item.`,
		{ status: 409 },
	);
}

/** A service that gives whoever is there already, as they were, has not created anybody: then they are updated. */
async function asAsked(call: Call, { shown, wasThere, output }: Created, name: string): Promise<IDataObject> {
	if (shown === undefined || !wasThere || !differs(shown, call)) return output;
	return await update(call, shown, name).catch((thrown: unknown) => {
		const { message, description, ...facts } = userFacing(thrown);
		throw new UserFacingError(
			'The service has answered the create with somebody who was there, and the update that follows was not done',
			`${message}. ${description}`.trim(),
			facts,
		);
	});
}

/** Whether somebody is shown otherwise than is asked for. Tags that were not sent may come from the service. */
function differs(shown: KnownSubscriber, call: Call): boolean {
	const { body = {} } = call.request;
	const mode = tagsModeOf(call);
	const { tags = [] } = shown;
	const changes = changesBy(body, { ...shown, tags }, mode === 'replace' && !leavesEmpty(body.tags) ? 'add' : mode);
	return Object.keys(changes).length > 0;
}

async function update(call: Call, subscriber: KnownSubscriber, name: string): Promise<IDataObject> {
	const { request, memory } = call;
	const known = changesBy(request.body ?? {}, subscriber, tagsModeOf(call));
	// What this run has set is known better than a cache or a replica knows it.
	const { present, changes } = memory.known.has(name)
		? { present: subscriber, changes: known }
		: await changesNow(call, subscriber, known);
	if (Object.keys(changes).length === 0) return { action: 'unchanged', ...shownSubscriber(present) };
	const answer = await updateSubscriber(call, present, changes).catch((thrown: unknown) => {
		if (isOutcomeUnknown(thrown)) memory.doubted.set(name, idOfKnown(subscriber));
		throw thrown;
	});
	const updated = asTold(withChanges(present, changes), answer);
	memory.known.set(name, updated);
	return leading({ action: 'updated' }, { ...shownSubscriber(updated), ...answer });
}
