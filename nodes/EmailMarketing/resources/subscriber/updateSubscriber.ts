import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../api/response';
import {
	changedValues,
	isComplete,
	parseSubscriber,
	subscriberFields,
	subscriberId,
	subscriberOutput,
	unknownTags,
	updateBody,
	updatedSubscriber,
	withChanges,
	type Changes,
	type Subscriber,
	type TagsMode,
} from '../../api/subscriber';
import type { Call } from '../../execution/Operation';
import { textOf } from '../../shared/text';
import { UserFacingError } from '../../shared/UserFacingError';

interface Updated {
	/** As it is afterwards. */
	readonly subscriber: Subscriber;
	/** What has changed; `undefined` where nothing changes, and nothing was sent. */
	readonly changes?: Changes;
	/** What the service shows, and what was expected elsewhere. */
	readonly output: IDataObject;
}

interface UpdateOptions {
	readonly tagsMode?: TagsMode;
	/** Whether the caller subscribes them anyway, so that the response may show it. */
	readonly resubscribes?: boolean;
}

/** Why a row leaves a subscriber unsubscribed. */
export const staysUnsubscribed = 'Unsubscribed in the contact list';

/**
 * Updates a subscriber who is known: sends what is known and not empty, merged with what changes. Where not all is known, the subscriber is read first.
 * @param changesFor what changes, given the subscriber as it is
 * @throws UserFacingError also when the service shows the subscriber as subscribed afterwards, and it was not
 */
export async function updateSubscriber(
	call: Call,
	listed: Subscriber,
	changesFor: (present: Subscriber) => Changes,
	{ tagsMode = 'replace', resubscribes = false }: UpdateOptions = {},
): Promise<Updated> {
	const { cache, request } = call;
	const { contactList = '' } = request.pathValues;
	const id = subscriberId(listed);
	let subscriber = cache.subscriber(contactList, id) ?? listed;
	let changes = changesFor(subscriber);
	if (!isEmpty(changes) && !isComplete(subscriber)) {
		subscriber = updatedSubscriber(subscriber, await fetchSubscriber(call, id));
		changes = changesFor(subscriber);
		if (tagsMode !== 'replace' && subscriber.tags === undefined && 'tags' in changes) throw unknownTags;
	}
	if (isEmpty(changes)) return { subscriber, output: subscriberOutput(subscriber) };
	const values = changedValues(changes);
	cache.forgetSubscriber(contactList, subscriber);
	const shown = subscriberFields(
		await call.client.send({
			key: 'subscriber.update',
			pathValues: { ...request.pathValues, subscriber: id },
			names: request.names,
			body: updateBody(subscriber, values),
		}),
	) as IDataObject;
	if (!resubscribes && subscriber.isSubscribed === false && parseSubscriber(shown).isSubscribed === true)
		throw subscribedByUpdate(subscriber);
	const updated = updatedSubscriber(withChanges(subscriber, values), shown);
	cache.keepSubscriber(contactList, updated);
	const output = { ...subscriberOutput(updated), ...(idOf(shown) === undefined ? {} : shown) };
	return { subscriber: updated, changes, output };
}

/** The response with a subscriber. @param isOptional whether its failure must not stop the run */
export async function fetchSubscriber({ client, request }: Call, id: string, isOptional = false): Promise<unknown> {
	const pathValues = { ...request.pathValues, subscriber: id };
	return await client.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional });
}

function isEmpty(changes: Changes): boolean {
	return Object.keys(changes).length === 0;
}

function subscribedByUpdate({ id, email }: Subscriber): UserFacingError {
	return new UserFacingError(
		`The service shows ${textOf(email ?? id).slice(0, 80)} as subscribed after this update`,
		"The update did not ask for that. Unsubscribe them with 'Unsubscribe or Resubscribe', and report this to the service's support.",
		{ notRetryable: true },
	);
}
