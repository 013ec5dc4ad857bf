import type { IDataObject } from 'n8n-workflow';

import { idOf, pathKey } from '../../../api/response';
import { parseSubscriber, subscriberFields, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { withFieldsFirst } from '../../../shared/values';
import type { ApiRequest } from '../../../transport/ApiRequest';
import { AbortError, wait } from '../../../transport/wait';
import { twoSeconds, whileTrue } from './age';
import { subscriberId } from './changes';
import { peopleOf } from './People';
import { fetchSubscriber, notShown } from './readSubscriber';

/** Sets the state of a known subscriber, unless they have changed it since. */
export async function setSubscription(input: ItemInput, run: Run, person: Subscriber, isSubscribed: boolean) {
	const pathValues = { ...input.request.pathValues, subscriber: subscriberId(person) };
	const request: ApiRequest = { key: 'subscriber.toggleSubscription', pathValues, names: input.request.names };
	return await toggle({ ...input, request }, run, isSubscribed ? 'subscribed' : 'unsubscribed');
}

/** 10 s in all: read replicas rarely lag by more. */
const waitsForReplicaMs = [500, 1000, 2000, 3000, 3500];

/** Changes the subscription. The API has only a toggle, so the state is always read first. */
export async function toggle(input: ItemInput, run: Run, changeTo: unknown): Promise<IDataObject> {
	const { request } = input;
	const { subscriber: uuid = '' } = request.pathValues;
	const people = peopleOf(input, run);
	const read = async (isUrgent: boolean) => ({ fields: await fetchState(input, run, isUrgent), readAt: Date.now() });
	const write = async ({ fields: present }: Awaited<ReturnType<typeof read>>, expiresAt?: number) => {
		const wanted = changeTo === 'toggle' ? !present.is_subscribed : changeTo === 'subscribed';
		if (present.is_subscribed === wanted) return withFieldsFirst({ action: 'unchanged' }, present);
		const sending = { isUrgent: true, expiresAt };
		const response = await run.client.exchange({ ...request, sending }).catch((thrown: unknown) => {
			// It may still be done.
			if (hasUnknownOutcome(thrown)) people.keepToggled(uuid, wanted, [present]);
			throw thrown;
		});
		const shown = subscriberIn(response.body);
		if (shown.is_subscribed === !wanted) throw otherState(wanted);
		if (shown.is_subscribed === undefined) await assertDone(input, run, wanted);
		people.keepToggled(uuid, wanted, [present, shown], response.headers.date);
		const action = wanted ? 'resubscribed' : 'unsubscribed';
		return withFieldsFirst({ action }, { ...withoutTimes(present), ...shown, is_subscribed: wanted });
	};
	// A toggle of unknown outcome may still be done, so the state cannot be trusted.
	const change = async () => await whileTrue(twoSeconds, undefined, read, write);
	const done = await people.changeOnce(pathKey({ ...request.pathValues, subscriber: uuid }), change);
	if (done !== undefined) return done;
	const details = 'Each time, the state was older than 2 seconds before it could be changed. Run it again later.';
	throw new UserFacingError('Not sent: it took too long', details, { canRetry: true });
}

/**
 * For a response without the state: another process may have toggled at the same time, so the state is read afterwards.
 * @throws UserFacingError if it stays the opposite
 */
async function assertDone(input: ItemInput, run: Run, wanted: boolean): Promise<void> {
	const uuid = input.request.pathValues.subscriber ?? '';
	for (const waitMs of [0, ...waitsForReplicaMs]) {
		if (!(await wait(waitMs, run.client.signal))) return;
		// A reading that fails shows nothing.
		const after = await fetchSubscriber(input, run, uuid, { isUrgent: true, isOptional: true }).catch(() => undefined);
		if (after === undefined || subscriberIn(after).is_subscribed !== !wanted) return;
	}
	throw otherState(wanted);
}

/** The fields of a subscriber with the state, read again while it may be older than what this process has set. */
async function fetchState(input: ItemInput, run: Run, isUrgent: boolean): Promise<IDataObject> {
	const uuid = input.request.pathValues.subscriber ?? '';
	for (const waitMs of [0, ...waitsForReplicaMs]) {
		if (!(await wait(waitMs, run.client.signal))) throw new AbortError();
		const present = subscriberIn(await fetchSubscriber(input, run, uuid, { isUrgent }));
		if (present.is_subscribed === undefined) throw notShown('whether the subscriber is subscribed', 'is_subscribed');
		if (!peopleOf(input, run).mayBeOutdated(uuid, present)) return { uuid, ...present };
	}
	const advice = 'Nothing was sent for this item: run it again in a minute.';
	const details = `A change within the last minute may not be shown yet. ${advice}`;
	throw new UserFacingError('The service still shows the old state', details, { canRetry: true });
}

/** The subscriber in a response, with the state as a boolean; `{}` if the response has none. */
function subscriberIn(response: unknown): IDataObject {
	const fields = subscriberFields(response);
	const { isSubscribed } = parseSubscriber(fields);
	if (idOf(fields) === undefined && isSubscribed === undefined) return {};
	const state = isSubscribed === undefined ? {} : { is_subscribed: isSubscribed };
	const others = Object.entries(fields).filter(([name]) => name !== 'mails' && name !== 'message');
	return { ...Object.fromEntries(others), ...state };
}

/** The same fields, but no times from before the toggle. */
function withoutTimes(present: IDataObject): IDataObject {
	const isTime = (name: string): boolean => name === 'unsubscribed_at' || name === 'updated_at';
	return Object.fromEntries(Object.entries(present).map(([name, value]) => [name, isTime(name) ? null : value]));
}

function otherState(wanted: boolean): UserFacingError {
	const what = `The service reports the subscriber as ${wanted ? 'not subscribed' : 'subscribed'}`;
	const advice = "Check the subscriber with 'Get' before you run this item again.";
	const details = `Another run may have changed it at the same time, to the opposite of what you asked for. ${advice}`;
	return new UserFacingError(what, details, { outcomeUnknown: true, mustNotRepeat: true });
}
