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
import type { JsonRecord } from '../../shared/values';

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
	if (Object.keys(changes).length > 0 && !isComplete(subscriber)) {
		subscriber = updatedSubscriber(subscriber, await fetchSubscriber(call, id));
		changes = changesFor(subscriber);
		if (tagsMode !== 'replace' && subscriber.tags === undefined && 'tags' in changes) throw unknownTags;
	}
	if (Object.keys(changes).length === 0) return { subscriber, output: subscriberOutput(subscriber) };
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
		throw new UserFacingError(
			`The service shows ${textOf(subscriber.email ?? id).slice(0, 80)} as subscribed after this update`,
			"The update did not ask for that. Unsubscribe them with 'Unsubscribe or Resubscribe', and report this to the service's support.",
			{ notRetryable: true },
		);
	const updated = updatedSubscriber(withChanges(subscriber, values), shown);
	cache.keepSubscriber(contactList, updated);
	const output = { ...subscriberOutput(updated), ...(idOf(shown) === undefined ? {} : shown) };
	return { subscriber: updated, changes, output };
}

/** The fields of a subscriber. @param isOptional whether its failure must not stop the run @throws UserFacingError also where the response shows none */
export async function fetchSubscriber({ client, request }: Call, id: string, isOptional = false): Promise<JsonRecord> {
	const pathValues = { ...request.pathValues, subscriber: id };
	const response = await client.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional });
	const fields = subscriberFields(response);
	if (idOf(fields) === undefined) throw notShown('the subscriber', 'uuid');
	return fields;
}

/** Where a response lacks that on which a change would rest. */
export function notShown(what: string, field: string): UserFacingError {
	return new UserFacingError(
		`The service does not show ${what}`,
		`The response has no '${field}'. Nothing was changed without it. Check the path of "subscriber.get" in 'Endpoint Paths' of the credential.`,
	);
}
