import type { IDataObject } from 'n8n-workflow';

import { idOf, pathKey } from '../../../api/response';
import {
	freshUntil,
	isComplete,
	isFresh,
	subscriberFields,
	subscriberOutput,
	updatedSubscriber,
	type Subscriber,
} from '../../../api/subscriber';
import { changedValues, subscriberId, unknownTags, updateBody, withChanges, type Changes } from './changes';
import type { ItemInput, Run } from '../../../execution/Operation';
import { quoted, textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { leavesEmpty, type JsonRecord } from '../../../shared/values';
import { undefinedIfExpired } from '../../../transport/wait';
import { peopleOf } from './People';

interface Updated {
	readonly subscriber: Subscriber;
	/** `undefined` if nothing changes, and nothing was sent. */
	readonly changes?: Changes;
	/** The subscriber afterwards, as the service shows it; other fields as expected. */
	readonly output: IDataObject;
}

const notReadAgain = `Later changes may be overwritten: subscribers could not be read again. Check "subscriber.get" in 'Endpoint Paths'.`;

/** Why a row leaves a subscriber unsubscribed. */
export const staysUnsubscribed = 'Unsubscribed in the list';

/**
 * Updates a known subscriber: sends all known, non-empty fields, merged with the changes. If a field is unknown, or the
 * reading is older than a minute when the update can be sent, the subscriber is read again first, once.
 * @param options `resubscribes` is set by callers about to resubscribe
 * @throws UserFacingError also if the subscription state differs afterwards
 */
export async function updateSubscriber(
	input: ItemInput,
	run: Run,
	listed: Subscriber,
	changesFor: (present: Subscriber) => Changes,
	options: { readonly addsTags?: boolean; readonly resubscribes?: boolean } = {},
): Promise<Updated> {
	const { names } = input.request;
	const pathValues = { ...input.request.pathValues, subscriber: subscriberId(listed) };
	const people = peopleOf(input, run);
	const send = async (subscriber: Subscriber, changes: Changes, expiresAt?: number): Promise<Updated> => {
		if (Object.keys(changes).length === 0) return { subscriber, output: subscriberOutput(subscriber) };
		const values = changedValues(changes);
		people.forget(subscriber);
		const body = updateBody(subscriber, values);
		const response = await run.client.send({ key: 'subscriber.update', pathValues, names, body, expiresAt });
		const shown = subscriberFields(response) as IDataObject;
		const updated = updatedSubscriber(withChanges(subscriber, values), shown);
		if (options.resubscribes !== true) assertSameState(subscriber, updated);
		if ('tags' in values && leavesEmpty(values.tags)) assertNoTags(updated);
		people.keepUpdated(updated);
		const output = { ...subscriberOutput(updated), ...(idOf(shown) === undefined ? {} : shown) };
		return { subscriber: updated, changes, output };
	};
	const known = people.latest(listed);
	const changes = changesFor(known);
	const isUsable = Object.keys(changes).length === 0 || (isComplete(known) && isFresh(known));
	const updated = isUsable ? await send(known, changes, freshUntil(known)).catch(undefinedIfExpired) : undefined;
	if (updated !== undefined) return updated;
	const present = await readAgain(input, run, known);
	const changesNow = changesFor(present);
	if (options.addsTags === true && present.tags === undefined && 'tags' in changesNow) throw unknownTags;
	return await send(present, changesNow);
}

/** The same for a row, in turn with other updates of the subscriber: an item has its turn before it begins. */
export async function updateInTurn(...[input, run, listed, ...more]: Parameters<typeof updateSubscriber>) {
	const name = pathKey({ ...input.request.pathValues, subscriber: subscriberId(listed) });
	return await run.client.inTurn([name], async () => await updateSubscriber(input, run, listed, ...more));
}

/** A service may ignore an empty array: PHP counts it as empty. */
function assertNoTags({ email, id, tags = [] }: Subscriber): void {
	if (tags.length === 0) return;
	const advice = `It still has ${tags.map(quoted).join(', ')}. Remove the last tag in the service itself.`;
	throw new UserFacingError(`The service keeps the last tag of ${textOf(email ?? id).slice(0, 80)}`, advice);
}

/** An update never sets the state, but the service or the person may have changed it at the same time. */
function assertSameState({ isSubscribed: before }: Subscriber, { email, id, isSubscribed: after }: Subscriber): void {
	if (before === undefined || after === before) return;
	const name = textOf(email ?? id).slice(0, 80);
	const [state, reason] = after === true ? ['subscribed', 'signed up again'] : ['unsubscribed', 'opted out'];
	const advice = `They may have ${reason}. Check with 'Get'.`;
	throw new UserFacingError(`${name} is ${state} after this update`, advice, { mustNotRepeat: true });
}

/**
 * Reads a subscriber again before an update or removal. If the inferred path is wrong, a complete `known` is used.
 * @throws UserFacingError if it cannot be read for another reason, or `known` is incomplete
 */
export async function readAgain(input: ItemInput, run: Run, known: Subscriber): Promise<Subscriber> {
	const isOptional = isComplete(known);
	const fields = await fetchSubscriber(input, run, subscriberId(known), { isOptional }).catch((thrown: unknown) => {
		const isNotFound = thrown instanceof UserFacingError && [404, 405].includes(thrown.status ?? 0);
		if (!isOptional || !isNotFound || run.client.succeeded.has('subscriber.get')) throw thrown;
		run.hints.add(notReadAgain);
	});
	return fields ? updatedSubscriber(known, fields) : known;
}

/** @throws UserFacingError also if the response has no subscriber */
export async function fetchSubscriber(
	{ request }: ItemInput,
	{ client }: Run,
	id: string,
	more: Pick<ApiRequest, 'isOptional' | 'isUrgent'> = {},
): Promise<JsonRecord> {
	const pathValues = { ...request.pathValues, subscriber: id };
	const response = await client.send({ key: 'subscriber.get', pathValues, names: request.names, ...more });
	const fields = subscriberFields(response);
	if (idOf(fields) === undefined) throw notShown('the subscriber', 'uuid');
	return fields;
}

/** For a response without a field on which a change depends. */
export function notShown(what: string, field: string): UserFacingError {
	const advice = `Check the path of "subscriber.get" in 'Endpoint Paths' of the credential.`;
	const details = `The response has no '${field}'. Nothing was changed without it. ${advice}`;
	return new UserFacingError(`The service does not show ${what}`, details);
}
