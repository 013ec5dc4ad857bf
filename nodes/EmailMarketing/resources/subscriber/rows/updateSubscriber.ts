import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { fieldsOf } from '../../../api/listEntries';
import { bodyOf, type Changes } from '../../../api/subscriberChanges';
import { isSubscribedIn } from '../../../api/subscriptionState';
import { leavesEmpty } from '../../../api/values';
import type { Call } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import { textOf } from '../../../shared/textOf';
import { UserFacingError } from '../../../shared/UserFacingError';
import { isRowRefusal } from './serviceRefusal';

/**
 * Changes somebody who is in the list. Only what changes is sent; where the service then refuses it for the email that was not sent,
 * or its answer shows that it has emptied what was not sent, all that is known is sent, and is from there on.
 * Whoever is unsubscribed has to stay so.
 * @returns the service's answer
 * @throws UserFacingError also where the answer shows somebody as subscribed who was not, and from there on for all who are not
 */
export async function updateSubscriber(
	call: Call,
	subscriber: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject> {
	if (subscriber.isSubscribed !== false) return (await update(call, subscriber, changes)).answer;
	const { memory } = call;
	if (memory.subscribedByUpdate !== undefined) throw notUpdated(subscriber, memory.subscribedByUpdate);
	const { answer, isSubscribed } = await update(call, subscriber, changes);
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

interface Updated {
	readonly answer: IDataObject;
	/** What the service has told last. */
	readonly isSubscribed?: boolean;
}

async function update(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Updated> {
	const { memory } = call;
	const all = { ...knownBody(subscriber), ...bodyOf(changes) };
	if (memory.updateNeedsAll) return told(await send(call, subscriber, all));
	const tried = await send(call, subscriber, bodyOf(changes)).then(
		(answer) => ({ answer }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('answer' in tried && !hasLost(tried.answer, subscriber, changes)) return told(tried.answer);
	if ('thrown' in tried && !isAboutEmail(tried.thrown)) throw tried.thrown;
	const answer = await send(call, subscriber, all).catch((thrown: unknown) => {
		// What was refused first is what the user has to know.
		throw 'thrown' in tried && isRowRefusal(thrown) ? tried.thrown : thrown;
	});
	memory.updateNeedsAll = true;
	return told(answer, 'answer' in tried ? tried.answer : {});
}

function told(answer: IDataObject, before: IDataObject = {}): Updated {
	return { answer, isSubscribed: isSubscribedIn(answer) ?? isSubscribedIn(before) };
}

async function send(call: Call, subscriber: KnownSubscriber, body: IDataObject): Promise<IDataObject> {
	const { request } = call;
	const pathValues = { ...request.pathValues, subscriber: idOfKnown(subscriber) };
	// That one is refused must not stop the others.
	const [answer = {}] = await sendOne({
		...call,
		request: { key: 'subscriber.update', pathValues, names: request.names, body, isOptional: true },
	});
	return answer;
}

function knownBody({ email, firstName, lastName, tags }: KnownSubscriber): IDataObject {
	const known = { email, first_name: firstName, last_name: lastName, tags };
	return Object.fromEntries(Object.entries(known).filter(([, value]) => !leavesEmpty(value))) as IDataObject;
}

/** Whether a field that was not sent was there before, and is empty now. */
function hasLost(answer: IDataObject, before: KnownSubscriber, changes: Changes): boolean {
	const fields = fieldsOf(answer);
	const after = knownSubscriber(answer);
	const lost = (field: string, was: unknown, is: unknown): boolean =>
		field in fields && !(field in changes) && !leavesEmpty(was) && leavesEmpty(is);
	return (
		lost('first_name', before.firstName, after.firstName) ||
		lost('last_name', before.lastName, after.lastName) ||
		lost('tags', before.tags, after.tags)
	);
}

function isAboutEmail(thrown: unknown): boolean {
	return isRowRefusal(thrown) && thrown.fieldMessages.some(({ field }) => /e-?mail/i.test(field));
}
