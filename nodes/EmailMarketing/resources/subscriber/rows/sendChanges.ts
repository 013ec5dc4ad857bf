import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { fieldsOf } from '../../../api/listEntries';
import { bodyOf, type Changes } from '../../../api/subscriberChanges';
import { isSubscribedIn } from '../../../api/subscriptionState';
import { subscriberIn } from '../../../api/toldSubscriber';
import { leavesEmpty } from '../../../api/values';
import type { Call } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import { isRowRefusal } from './serviceRefusal';

interface Updated {
	readonly answer: IDataObject;
	/** What the service has told last. */
	readonly isSubscribed?: boolean;
}

/**
 * Sends what changes in somebody, and only that. Where the service then refuses it for the email that was not sent,
 * or has emptied what was not sent, all that is known is sent, and is from there on.
 * The first update of a run is made alone: it tells whether the service does so, before that can befall anybody else.
 */
export async function sendChanges(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Updated> {
	const { memory, client } = call;
	if (memory.updateNeedsAll !== undefined || othersIn(subscriber, changes).length === 0)
		return await updateNext(call, subscriber, changes);
	const first = await client.inTurn('first update', async () =>
		memory.updateNeedsAll === undefined ? await updateNext(call, subscriber, changes) : undefined,
	);
	return first ?? (await updateNext(call, subscriber, changes));
}

async function updateNext(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Updated> {
	const { memory } = call;
	const all = { ...knownBody(subscriber), ...bodyOf(changes) };
	if (memory.updateNeedsAll === true) return told(await send(call, subscriber, all));
	const tried = await send(call, subscriber, bodyOf(changes)).then(
		(answer) => ({ answer }),
		(thrown: unknown) => ({ thrown }),
	);
	let shown: IDataObject = {};
	if ('answer' in tried) {
		shown = await shownAfter(call, subscriber, changes, tried.answer);
		if (!hasLost(shown, subscriber, changes)) return told(tried.answer, shown);
	} else if (!isAboutEmail(tried.thrown)) throw tried.thrown;
	const answer = await send(call, subscriber, all).catch((thrown: unknown) => {
		// What was refused first is what the user has to know.
		throw 'thrown' in tried && isRowRefusal(thrown) ? tried.thrown : thrown;
	});
	memory.updateNeedsAll = true;
	return told(answer, shown);
}

function told(answer: IDataObject, shown: IDataObject = {}): Updated {
	return { answer, isSubscribed: isSubscribedIn(answer) ?? isSubscribedIn(shown) };
}

/** The subscriber after an update, as its answer shows it; where the first answer of a run does not show what was not sent, it is read. That this fails undoes nothing. */
async function shownAfter(
	call: Call,
	before: KnownSubscriber,
	changes: Changes,
	answer: IDataObject,
): Promise<IDataObject> {
	const { client, memory, request } = call;
	const others = othersIn(before, changes);
	if (memory.updateNeedsAll !== undefined || others.length === 0) return answer;
	const pathValues = { ...request.pathValues, subscriber: idOfKnown(before) };
	const shown = others.some((field) => field in fieldsOf(answer))
		? answer
		: await client
				.send({ key: 'subscriber.get', pathValues, names: request.names, isOptional: true })
				.then(subscriberIn, () => ({}));
	// Only now, because the others wait for it.
	memory.updateNeedsAll = false;
	return shown;
}

/** Whether a field that was not sent was there before, and is empty now. */
function hasLost(shown: IDataObject, before: KnownSubscriber, changes: Changes): boolean {
	const fields = fieldsOf(shown);
	const after = knownBody(knownSubscriber(shown));
	return othersIn(before, changes).some((field) => field in fields && leavesEmpty(after[field]));
}

async function send(call: Call, subscriber: KnownSubscriber, body: IDataObject): Promise<IDataObject> {
	const { request } = call;
	const pathValues = { ...request.pathValues, subscriber: idOfKnown(subscriber) };
	// That one is refused must not stop the others.
	const [answer = {}] = await sendOne({
		...call,
		known: subscriber,
		request: { key: 'subscriber.update', pathValues, names: request.names, body, isOptional: true },
	});
	return answer;
}

function knownBody({ email, firstName, lastName, tags }: KnownSubscriber): IDataObject {
	const known = { email, first_name: firstName, last_name: lastName, tags };
	return Object.fromEntries(Object.entries(known).filter(([, value]) => !leavesEmpty(value))) as IDataObject;
}

/** The fields that somebody has and that are not sent. */
function othersIn(subscriber: KnownSubscriber, changes: Changes): string[] {
	return Object.keys(knownBody({ ...subscriber, email: undefined })).filter((field) => !(field in changes));
}

function isAboutEmail(thrown: unknown): boolean {
	return isRowRefusal(thrown) && thrown.fieldMessages.some(({ field }) => /e-?mail/i.test(field));
}
