import type { IDataObject } from 'n8n-workflow';

import type { KnownSubscriber } from '../../../api/knownSubscriber';
import type { Changes } from '../../../api/subscriberChanges';
import type { Call } from '../../../execution/Operation';
import { textOf } from '../../../shared/textOf';
import { UserFacingError } from '../../../shared/UserFacingError';
import { sendChanges } from './sendChanges';

/**
 * Changes somebody who is in the list. Whoever is unsubscribed has to stay so.
 * @returns the service's answer
 * @throws UserFacingError also where the answer shows somebody as subscribed who was not, and from there on for all who are not
 */
export async function updateSubscriber(
	call: Call,
	subscriber: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject> {
	if (subscriber.isSubscribed !== false) return (await sendChanges(call, subscriber, changes)).answer;
	const { memory } = call;
	if (memory.subscribedByUpdate !== undefined) throw notUpdated(subscriber, memory.subscribedByUpdate);
	const { answer, isSubscribed } = await sendChanges(call, subscriber, changes);
	if (isSubscribed !== true) return answer;
	const thrown = subscribed(subscriber);
	memory.subscribedByUpdate = nameOf(subscriber);
	memory.remember(nameOfSubscribed(call, subscriber), thrown);
	throw thrown;
}

/** @throws UserFacingError where an earlier try has subscribed somebody by an update: the list, read again, shows nothing amiss */
export function throwIfSubscribed(call: Call, subscriber?: KnownSubscriber): void {
	if (subscriber !== undefined) call.memory.throwIfUnknown(nameOfSubscribed(call, subscriber));
}

function nameOfSubscribed({ request }: Call, { id }: KnownSubscriber): string {
	return `subscribed by an update ${JSON.stringify([request.pathValues.contactList, id])}`.toLowerCase();
}

function nameOf({ id, email }: KnownSubscriber): string {
	return textOf(email ?? id).slice(0, 80);
}

function subscribed(subscriber: KnownSubscriber): UserFacingError {
	return new UserFacingError(
		`After this update the service shows ${nameOf(subscriber)} as subscribed, who was unsubscribed before`,
		"The update was made, and did not ask for that: the service may subscribe whomever it updates. Unless they have come back themselves in the meantime, unsubscribe them with 'Toggle Subscription', and tell the support of the service.",
		{ notRetryable: true },
	);
}

function notUpdated(subscriber: KnownSubscriber, before: string): UserFacingError {
	return new UserFacingError(
		`${nameOf(subscriber)} is unsubscribed, and an update might subscribe them again`,
		`The service shows ${before} as subscribed after an update of this run, who was unsubscribed before. Nothing was sent for this item. See to that first; then run this item again, or leave out who is unsubscribed.`,
	);
}
