/** What the user should know of the answer to a write that is no refusal. */

import type { IDataObject } from 'n8n-workflow';

import { holdsOnly, words } from '../api/declined';
import { isDoneAnswer, saysNo, saysOfSomeDone } from '../api/doneAnswer';
import { stillFilled } from '../api/emptiedFields';
import { endpointOf, isReading } from '../api/endpoints';
import { isOlder } from '../api/foundByCreate';
import { fieldsOf, idOf } from '../api/listEntries';
import { shownOtherwise } from '../api/shownOtherwise';
import { isOnlyAccepted } from '../api/singleAnswer';
import { isSubscribedIn } from '../api/subscriptionState';
import { showsAnother } from '../api/toldSubscriber';
import { isRecord } from '../shared/isRecord';
import { displayNameOf } from '../shared/names';
import type { Answer } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/Sending';
import type { Hints } from './Hints';

/** Of a service that has not done it yet, or does not say so. @param body of the answer */
export function hintOnAccepted(hints: Hints, { key }: ApiRequest, body: unknown, status: number | undefined): void {
	if (!isReading(key) && isOnlyAccepted(body, status))
		hints.add('The service has accepted this, and may not have done it yet.', 'info');
}

/** Of an import, which answers for many. */
export function hintOnImported(hints: Hints, request: ApiRequest, { status, body }: Answer): void {
	hintOnAccepted(hints, request, body, status);
	hintOnMessage(hints, body);
	if (
		isRecord(body) &&
		holdsOnly(body, words) &&
		typeof body.message === 'string' &&
		!saysThatRowsAreTaken(body.message)
	)
		hints.add(
			`The service has answered an import without a count, and says: "${body.message.slice(0, 200)}". See whether the rows are in the contact list.`,
		);
}

function saysThatRowsAreTaken(message: string): boolean {
	return saysOfSomeDone(message) && !/\b(nothing|none)\b/i.test(message);
}

/** Of what a write is answered with. @param thing the thing in the answer */
export function hintOnWritten(hints: Hints, request: ApiRequest, answer: unknown, thing: IDataObject): void {
	const { key, body = {}, names } = request;
	if (isReading(key)) return;
	hintOnMessage(hints, answer);
	if (key === 'subscriber.create') hintOnCreated(hints, body, thing);
	if (endpointOf(key).method === 'PUT')
		for (const field of shownOtherwise(body, thing))
			hints.add(
				`'${displayNameOf(field, names)}' was sent, and the service shows another value in it: it may not have taken it. Look at it in the service.`,
			);
	for (const field of stillFilled(body, thing))
		hints.add(
			`'${displayNameOf(field, names)}' was to be emptied, and the service still shows a value in it. How it empties a field is not documented: empty it in the service itself.`,
		);
}

function hintOnMessage(hints: Hints, answer: unknown): void {
	const message = isRecord(answer) && typeof answer.message === 'string' ? answer.message.slice(0, 200) : '';
	if (saysNo(message)) hints.add(`The service took this, and says: "${message}". Look at it in the service.`);
}

function hintOnCreated(hints: Hints, body: IDataObject, created: IDataObject): void {
	const { message } = created;
	if (isSubscribedIn(created) === false)
		hints.add(
			'The service shows somebody who was created as not subscribed: they may have to confirm first, or were in the contact list before and have opted out.',
		);
	if (isOlder(created) === true)
		hints.add(
			'A create was answered with somebody whom the service has known for longer: they may have opted out of this contact list before, which a list need not show. See how they are in the service.',
		);
	const other = showsAnother(created, [], body.email);
	if (other !== undefined)
		hints.add(
			`A create was answered with the email ${other.slice(0, 60)}, which was not sent: the service may write addresses in its own way. See whether who was to be created is in the contact list.`,
		);
	if (typeof message === 'string' && idOf(fieldsOf(created)) === undefined && !isDoneAnswer(message))
		hints.add(
			`The service has answered a create without the subscriber, and says: "${message.slice(0, 200)}". See whether they are in the contact list.`,
		);
}
