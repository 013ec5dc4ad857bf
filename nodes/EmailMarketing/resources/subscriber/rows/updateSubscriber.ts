import type { IDataObject } from 'n8n-workflow';

import type { KnownSubscriber } from '../../../api/knownSubscriber';
import type { Changes } from '../../../api/subscriberChanges';
import type { Call } from '../../../execution/Operation';
import { isSubscribedIn } from '../../../api/subscriptionState';
import { textOf } from '../../../shared/textOf';
import { isOutcomeUnknown, UserFacingError } from '../../../shared/UserFacingError';
import { readShown } from './readShown';
import { maxUntold, sendChanges } from './sendChanges';

/**
 * Changes somebody who is in the list. Whoever is unsubscribed has to stay so.
 * @returns the service's answer
 * @throws UserFacingError also where somebody is shown as subscribed afterwards who was not, and from there on for all who are not
 */
export async function updateSubscriber(
	call: Call,
	subscriber: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject> {
	return await updateAsIs(call, subscriber, changes).catch((thrown: unknown) => {
		// Of an unknown outcome, the one who asked has to decide.
		if (!isOutcomeUnknown(thrown)) call.memory.remember(nameOfHarmed(call, subscriber), thrown);
		throw thrown;
	});
}

async function updateAsIs(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<IDataObject> {
	return subscriber.isSubscribed === false
		? await updateUnsubscribed(call, subscriber, changes)
		: (await sendChanges(call, subscriber, changes)).answer;
}

/** @throws UserFacingError where an update of an earlier try has subscribed or emptied somebody: the list, read again, shows nothing amiss */
export function throwIfHarmed(call: Call, subscriber?: KnownSubscriber): void {
	if (subscriber !== undefined) call.memory.throwIfUnknown(nameOfHarmed(call, subscriber));
}

function nameOfHarmed({ request }: Call, { id }: KnownSubscriber): string {
	return `harmed by an update ${JSON.stringify([request.pathValues.contactList, id])}`.toLowerCase();
}

/** The first of a run is updated alone: it tells whether the service subscribes whom it updates, before that can befall anybody else. */
async function updateUnsubscribed(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<IDataObject> {
	const { client } = call;
	const { habits } = call.memory;
	if (habits.leavesUnsubscribed) return await updateGuarded(call, subscriber, changes);
	const first = await client.inTurn('first update of somebody unsubscribed', async () =>
		habits.leavesUnsubscribed ? undefined : await updateGuarded(call, subscriber, changes),
	);
	return first ?? (await updateGuarded(call, subscriber, changes));
}

async function updateGuarded(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<IDataObject> {
	const { habits } = call.memory;
	if (habits.subscribedByUpdate !== undefined) throw notUpdated(subscriber, habits.subscribedByUpdate);
	const { answer, isSubscribed } = await sendChanges(call, subscriber, changes);
	const isNow =
		isSubscribed ??
		(habits.leavesUnsubscribed ? undefined : isSubscribedIn(await readShown(call, subscriber, changes)));
	if (isNow === undefined) noteUntold(call);
	else habits.leavesUnsubscribed = !isNow;
	if (isNow !== true) return answer;
	habits.subscribedByUpdate = nameOf(subscriber);
	throw subscribed(subscriber);
}

/** After so many, the others are not kept waiting any longer. */
function noteUntold({ memory: { habits }, hints }: Call): void {
	habits.untoldStates += 1;
	if (habits.leavesUnsubscribed || habits.untoldStates < maxUntold) return;
	habits.leavesUnsubscribed = true;
	hints.add(
		'Whether the service subscribes those whom it updates is not known: of nobody who was unsubscribed and updated it shows the state afterwards. Look at one of them in the service.',
	);
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
		`The service shows ${before} as subscribed after an update of this run, who was unsubscribed before. No update was sent for this item. See to that first; then run this item again, or leave out who is unsubscribed.`,
	);
}
