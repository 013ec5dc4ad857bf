import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../../api/response';
import {
	isComplete,
	parseSubscriber,
	subscriberFields,
	subscriberId,
	subscriberOutput,
	unknownTags,
	updateBody,
	updatedSubscriber,
	withChanges,
	type Subscriber,
	type TagsMode,
} from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import { textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';

interface Updated {
	/** As it is afterwards. */
	readonly subscriber: Subscriber;
	/** What the service shows, and what was expected elsewhere; `undefined` where nothing changes, and nothing was sent. */
	readonly output?: IDataObject;
}

interface UpdateOptions {
	readonly tagsMode?: TagsMode;
	/** Whether the caller subscribes them anyway, so that the response may show it. */
	readonly resubscribes?: boolean;
}

/**
 * Updates a subscriber who is known: sends what is known and not empty, merged with what changes. Where not all is known, the subscriber is read first.
 * @param valuesFor what changes, as a body sends it, given the subscriber as it is
 * @throws UserFacingError also when the service shows the subscriber as subscribed afterwards, and it was not
 */
export async function updateSubscriber(
	call: Call,
	listed: Subscriber,
	valuesFor: (present: Subscriber) => IDataObject,
	{ tagsMode = 'replace', resubscribes = false }: UpdateOptions = {},
): Promise<Updated> {
	const { memory, request } = call;
	const { contactList = '' } = request.pathValues;
	const id = subscriberId(listed);
	const pathValues = { ...request.pathValues, subscriber: id };
	let subscriber = memory.subscriber(contactList, id) ?? listed;
	let values = valuesFor(subscriber);
	if (changesNothing(values)) return { subscriber };
	if (!isComplete(subscriber)) {
		subscriber = updatedSubscriber(subscriber, await fetchSubscriber(call, id));
		values = valuesFor(subscriber);
		if (changesNothing(values)) return { subscriber };
		if (tagsMode !== 'replace' && subscriber.tags === undefined && 'tags' in values) throw unknownTags();
	}
	memory.forgetSubscriber(contactList, subscriber);
	const body = updateBody(subscriber, values);
	const response = await call.client.send({
		key: 'subscriber.update',
		pathValues,
		names: request.names,
		body,
		isOptional: request.isOptional,
	});
	const shown = subscriberFields(response) as IDataObject;
	if (!resubscribes && subscriber.isSubscribed === false && parseSubscriber(shown).isSubscribed === true)
		throw subscribedByUpdate(subscriber);
	const updated = updatedSubscriber(withChanges(subscriber, values), shown);
	memory.keepSubscriber(contactList, updated);
	return { subscriber: updated, output: { ...subscriberOutput(updated), ...(idOf(shown) === undefined ? {} : shown) } };
}

/** The response with a subscriber. @param isOptional whether a failure must not stop the others */
export async function fetchSubscriber(
	{ client, request }: Call,
	subscriber: string,
	isOptional = request.isOptional,
): Promise<unknown> {
	const { pathValues, names } = request;
	return await client.send({
		key: 'subscriber.get',
		pathValues: { ...pathValues, subscriber },
		names,
		isOptional,
	});
}

function changesNothing(values: IDataObject): boolean {
	return Object.keys(values).length === 0;
}

function subscribedByUpdate({ id, email }: Subscriber): UserFacingError {
	return new UserFacingError(
		`The service shows ${textOf(email ?? id).slice(0, 80)} as subscribed after this update`,
		"The subscriber was unsubscribed before, and the update did not ask for that. Unsubscribe them with 'Toggle Subscription', and tell the support of the service.",
		{ notRetryable: true },
	);
}
