import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { bodyOf, type Changes } from '../../../api/subscriberChanges';
import { fieldsOf } from '../../../api/listEntries';
import { leavesEmpty } from '../../../api/values';
import type { Call } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import { isRowRefusal } from './serviceRefusal';

/**
 * Changes somebody who is in the list. Only what changes is sent; where the service then refuses it for the email that was not sent,
 * or its answer shows that it has emptied what was not sent, all that is known is sent, and is from there on.
 * @returns the service's answer
 */
export async function updateSubscriber(
	call: Call,
	subscriber: KnownSubscriber,
	changes: Changes,
): Promise<IDataObject> {
	const { memory } = call;
	const all = { ...knownBody(subscriber), ...bodyOf(changes) };
	if (memory.updateNeedsAll) return await send(call, subscriber, all);
	const tried = await send(call, subscriber, bodyOf(changes)).then(
		(answer) => ({ answer }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('answer' in tried && !hasLost(tried.answer, subscriber, changes)) return tried.answer;
	if ('thrown' in tried && !isAboutEmail(tried.thrown)) throw tried.thrown;
	const answer = await send(call, subscriber, all).catch((thrown: unknown) => {
		// What was refused first is what the user has to know.
		throw 'thrown' in tried && isRowRefusal(thrown) ? tried.thrown : thrown;
	});
	memory.updateNeedsAll = true;
	return answer;
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
