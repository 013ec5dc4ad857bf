import type { IDataObject } from 'n8n-workflow';

import { idOf } from '../../../api/response';
import { isComplete, subscriberFields, subscriberOutput, updatedSubscriber } from '../../../api/subscriber';
import type { Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { quoted, textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import { leavesEmpty } from '../../../shared/values';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { withinMinute } from './age';
import { changedValues, subscriberId, unknownTags, updateBody, withChanges, type Changes } from './changes';
import { isInDoubt, peopleOf, type People } from './People';
import { readAgain } from './readSubscriber';

/** Decides the changes of a subscriber as they are. With `is_subscribed`, the subscription is set, too. */
export type Want = (present: Subscriber) => Changes;

/**
 * Decides by `want` what differs, and sends it; nothing if nothing does. If a field is unknown, or the reading is older
 * than a minute when the update can be sent, the subscriber is read again first, once, and decided again.
 * @param addsTags whether the present tags must be known
 * @returns the changes that were sent; `state`, that of the subscription, which is wanted and not sent yet; and the
 * subscriber afterwards: `output` as the service shows it, other fields as expected
 * @throws UserFacingError also if the subscription differs afterwards, unless it is to change
 */
export async function updateSubscriber(input: ItemInput, run: Run, listed: Subscriber, want: Want, addsTags = false) {
	const pathValues = { ...input.request.pathValues, subscriber: subscriberId(listed) };
	const request: ApiRequest = { key: 'subscriber.update', pathValues, names: input.request.names };
	const update: Update = { request, people: peopleOf(input, run), run, want, addsTags };
	const known = update.people.latest(listed);
	// After an update whose outcome is unknown, even 'nothing differs' may be wrong.
	const needsNoUpdate = !isInDoubt(known) && Object.keys(want(known)).every((field) => field === 'is_subscribed');
	if (needsNoUpdate) return await decideAndSend(update, known);
	const read = async () => await readAgain(input, run, known);
	const write = async (present: Subscriber, expiresAt?: number) => await decideAndSend(update, present, expiresAt);
	return await withinMinute(isComplete(known) ? known : undefined, read, write);
}

interface Update {
	/** Without a body. */
	readonly request: ApiRequest;
	readonly people: People;
	readonly run: Run;
	readonly want: Want;
	readonly addsTags: boolean;
}

/** Sends what `want` decides for the subscriber as they are, if anything. */
async function decideAndSend(update: Update, present: Subscriber, expiresAt?: number) {
	const { request, people, run, want, addsTags } = update;
	const { is_subscribed: state, ...changes } = want(present);
	if (Object.keys(changes).length === 0)
		return { subscriber: present, changes, state, output: subscriberOutput(present) };
	if (addsTags && present.tags === undefined && 'tags' in changes) throw unknownTags;
	const values = changedValues(changes);
	const body = updateBody(present, values);
	people.forget(present);
	const response = await run.client.exchange({ ...request, body, sending: { expiresAt } });
	const shown = subscriberFields(response.body) as IDataObject;
	const subscriber = updatedSubscriber(withChanges(present, values), shown);
	if (state === undefined) assertSameState(present, subscriber);
	if ('tags' in values && leavesEmpty(values.tags)) assertNoTags(subscriber);
	people.keep(subscriber, present, response.headers.date);
	const output = { ...subscriberOutput(subscriber), ...(idOf(shown) === undefined ? {} : shown) };
	return { subscriber, changes, state, output };
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
