import type { IDataObject } from 'n8n-workflow';

import { idOfKnown, knownSubscriber, type KnownSubscriber } from '../../../api/knownSubscriber';
import { fieldsOf } from '../../../api/listEntries';
import { bodyOf, type Changes } from '../../../api/subscriberChanges';
import { isSubscribedIn } from '../../../api/subscriptionState';
import { leavesEmpty } from '../../../api/values';
import type { Call } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import { displayNameOf } from '../../../shared/names';
import { textOf } from '../../../shared/textOf';
import { userFacing, UserFacingError } from '../../../shared/UserFacingError';
import { readShown } from './readShown';
import { isRowRefusal, sentenceOf } from './serviceRefusal';

/** After so many updates that did not tell whether the service empties what is not sent, the others are not kept waiting any longer. */
export const maxUntold = 5;

export interface Updated {
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
	const { client } = call;
	const { habits } = call.memory;
	const isTold = (): boolean => habits.updateNeedsAll !== undefined || habits.untoldUpdates >= maxUntold;
	if (isTold() || othersIn(subscriber, changes).length === 0) return await send(call, subscriber, changes);
	const first = await client.inTurn('first update', async () => {
		if (isTold()) return undefined;
		habits.untoldUpdates += 1;
		return await send(call, subscriber, changes);
	});
	return first ?? (await send(call, subscriber, changes));
}

async function send(call: Call, subscriber: KnownSubscriber, changes: Changes): Promise<Updated> {
	const { habits } = call.memory;
	if (habits.updateNeedsAll === true) return told(await put(call, subscriber, allOf(subscriber, changes)));
	const tried = await put(call, subscriber, bodyOf(changes)).then(
		(answer) => ({ answer }),
		(thrown: unknown) => ({ thrown }),
	);
	if ('thrown' in tried) {
		if (!isAboutEmail(tried.thrown)) throw tried.thrown;
		const answer = await put(call, subscriber, allOf(subscriber, changes)).catch((thrown: unknown) => {
			// What was refused first is what the user has to know.
			throw isRowRefusal(thrown) ? tried.thrown : thrown;
		});
		habits.updateNeedsAll = true;
		return told(answer);
	}
	const shown = await shownAfter(call, subscriber, changes, tried.answer);
	const lost = lostIn(shown, subscriber, changes);
	if (lost.length === 0) return told(tried.answer, shown);
	// From here on, before anybody else is updated.
	habits.updateNeedsAll = true;
	return told(await putBack(call, subscriber, changes, lost), shown);
}

function told(answer: IDataObject, shown: IDataObject = {}): Updated {
	return { answer, isSubscribed: isSubscribedIn(answer) ?? isSubscribedIn(shown) };
}

/** The subscriber after an update, as its answer shows it; as long as it is not told whether the service empties what is not sent, it is read where the answer does not show all of that. */
async function shownAfter(
	call: Call,
	before: KnownSubscriber,
	changes: Changes,
	answer: IDataObject,
): Promise<IDataObject> {
	const { habits } = call.memory;
	const others = othersIn(before, changes);
	if (habits.updateNeedsAll !== undefined || others.length === 0) return answer;
	const isTold = others.every((field) => field in fieldsOf(answer)) || lostIn(answer, before, changes).length > 0;
	const shown = isTold ? answer : await readShown(call, before, changes);
	// What another update has found out meanwhile stays.
	if (shown !== undefined) habits.updateNeedsAll ||= lostIn(shown, before, changes).length > 0;
	else if (habits.untoldUpdates >= maxUntold && habits.updateNeedsAll === undefined) {
		habits.updateNeedsAll = false;
		call.hints.add(
			'Whether the service empties what an update does not name is not known: nobody who was updated is shown as they are afterwards. Look at one of them in the service.',
		);
	}
	return shown ?? answer;
}

/** Sends all that is known of somebody whom an update has emptied. */
async function putBack(
	call: Call,
	subscriber: KnownSubscriber,
	changes: Changes,
	lost: readonly string[],
): Promise<IDataObject> {
	const names = lost.map((field) => displayNameOf(field, call.request.names)).join(', ');
	call.hints.add(
		`The service empties what an update does not name (${names}). It was put back as the service had shown it before, and all that is known of a subscriber is sent with each update of this run.`,
	);
	return await put(call, subscriber, allOf(subscriber, changes)).catch((thrown: unknown) => {
		const known = knownBody(subscriber);
		const before = lost.map((field) => `${displayNameOf(field, call.request.names)}: ${textOf(known[field])}`);
		throw new UserFacingError(
			`The update was made, and the service emptied what it did not name (${names})`,
			`Putting that back was not possible: ${sentenceOf(userFacing(thrown))}. Enter it in the service again, as it was before: ${before.join(' · ').slice(0, 500)}`,
			{ notRetryable: true },
		);
	});
}

async function put(call: Call, subscriber: KnownSubscriber, body: IDataObject): Promise<IDataObject> {
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

function allOf(subscriber: KnownSubscriber, changes: Changes): IDataObject {
	return { ...knownBody(subscriber), ...bodyOf(changes) };
}

function knownBody({ email, firstName, lastName, tags }: KnownSubscriber): IDataObject {
	const known = { email, first_name: firstName, last_name: lastName, tags };
	return Object.fromEntries(Object.entries(known).filter(([, value]) => !leavesEmpty(value))) as IDataObject;
}

/** The fields that somebody has and that are not sent. */
function othersIn(subscriber: KnownSubscriber, changes: Changes): string[] {
	return Object.keys(knownBody({ ...subscriber, email: undefined })).filter((field) => !(field in changes));
}

/** Those of them that are shown empty. */
function lostIn(shown: IDataObject, before: KnownSubscriber, changes: Changes): string[] {
	const fields = fieldsOf(shown);
	const after = knownBody(knownSubscriber(shown));
	return othersIn(before, changes).filter((field) => field in fields && leavesEmpty(after[field]));
}

function isAboutEmail(thrown: unknown): boolean {
	return isRowRefusal(thrown) && thrown.fieldMessages.some(({ field }) => /e-?mail/i.test(field));
}
