import type { IDataObject } from 'n8n-workflow';

import { idOf, pathKey } from '../../../api/response';
import { parseSubscriber, subscriberFields, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { defined, withFieldsFirst } from '../../../shared/values';
import type { ApiRequest, Sending } from '../../../transport/ApiRequest';
import { AbortError, wait } from '../../../transport/wait';
import { withinTwoSeconds } from './age';
import { subscriberId } from './changes';
import { peopleOf, type People } from './People';
import { fetchSubscriber, notShown } from './readSubscriber';

/** 10 s in all: read replicas rarely lag by more. */
const waitsForReplicaMs = [0, 500, 1000, 2000, 3000, 3500];

/** At a rate limit all toggles share one turn, see `toggle`: the others wait. */
const inSharedTurn: Sending = { isUrgent: true, isBrief: true };
/** At a rate limit, other requests of this n8n may be faster than a toggle: each time, the person is read again. */
const readingsInTurn = 20;

/** A toggle that was sent, or was not needed: then nothing is `shown`. */
interface Toggled {
	/** As read before it. */
	readonly present: IDataObject;
	readonly wanted: boolean;
	/** The subscriber in the response; `{}` if it has none. */
	readonly shown?: IDataObject;
}

/**
 * Changes the subscription: reads the state, toggles it within two seconds unless it is right, and checks the result.
 * The API has only a toggle, which would subscribe somebody who has just unsubscribed.
 * @param changeTo `subscribed`, `unsubscribed`, or `toggle` for the opposite state
 */
export async function toggle(input: ItemInput, run: Run, changeTo: unknown): Promise<IDataObject> {
	/** `undefined` if each reading was too old before the toggle could be sent. */
	const readAndToggle = async (maxReadings: number, sending: Sending): Promise<Toggled | undefined> => {
		const read = async () => await fetchState(input, run, sending);
		return await withinTwoSeconds(maxReadings, read, async (present, expiresAt) => {
			const wanted = changeTo === 'toggle' ? !present.is_subscribed : changeTo === 'subscribed';
			if (present.is_subscribed === wanted) return { present, wanted };
			const toggling = { ...input.request, sending: { ...sending, isUrgent: true, expiresAt } };
			return await send(toggling, peopleOf(input, run), run, { present, wanted });
		});
	};
	const readAndToggleInTurn = async () => await readAndToggle(readingsInTurn, inSharedTurn);
	// After a toggle that must not be repeated, a second item for this person fails with the same error and sends
	// nothing: the toggle may still be done, so the state cannot be trusted.
	return await peopleOf(input, run).changeUnlessInDoubt(pathKey(input.request.pathValues), async () => {
		const doneAtOnce = await readAndToggle(1, {});
		// At a rate limit, the readings of all would use up what their toggles need, so there is one at a time.
		// Nothing in this turn takes another one, or two could wait for each other.
		const done = doneAtOnce ?? (await run.client.inTurn(['toggles'], readAndToggleInTurn));
		if (done === undefined) throw tookTooLong;
		return await resultAfter(input, run, done);
	});
}

/** Toggles a known subscriber to this state, unless they have changed it since. */
export async function setSubscription(input: ItemInput, run: Run, person: Subscriber, isSubscribed: boolean) {
	const pathValues = { ...input.request.pathValues, subscriber: subscriberId(person) };
	const request: ApiRequest = { key: 'subscriber.toggleSubscription', pathValues, names: input.request.names };
	return await toggle({ ...input, request }, run, isSubscribed ? 'subscribed' : 'unsubscribed');
}

/** Sends the toggle. It is remembered before it is checked: a replica that lags must not have another run toggle back. */
async function send(
	request: ApiRequest,
	people: People,
	{ client }: Run,
	{ present, wanted }: Toggled,
): Promise<Toggled> {
	const uuid = request.pathValues.subscriber;
	const response = await client.exchange(request).catch((thrown: unknown) => {
		// It may still be done.
		if (hasUnknownOutcome(thrown)) people.keepToggled(uuid, wanted, [present]);
		throw thrown;
	});
	const shown = subscriberIn(response.body);
	people.keepToggled(uuid, wanted, [present, shown], response.headers.date);
	return { present, wanted, shown };
}

/** The fields of a subscriber with the state, read again while it may be older than what this process has set. */
async function fetchState(input: ItemInput, run: Run, sending: Sending): Promise<IDataObject> {
	const { subscriber: uuid = '' } = input.request.pathValues;
	for (const waitMs of waitsForReplicaMs) {
		if (!(await wait(waitMs, run.client.signal))) throw new AbortError();
		const present = subscriberIn(await fetchSubscriber(input, run, uuid, sending));
		if (present.is_subscribed === undefined) throw notShown('whether the subscriber is subscribed', 'is_subscribed');
		if (!peopleOf(input, run).mayBeOutdated(uuid, present)) return { uuid, ...present };
	}
	const details =
		'A change within the last minute may not be shown yet. Nothing was sent for this item: run it again in a minute.';
	throw new UserFacingError('The service still shows the old state', details, { canRetry: true });
}

/** The subscriber afterwards, after the `action`. Throws if the service shows the opposite of what was wanted. */
async function resultAfter(input: ItemInput, run: Run, { present, wanted, shown }: Toggled): Promise<IDataObject> {
	if (shown === undefined) return withFieldsFirst({ action: 'unchanged' }, present);
	if (isOpposite(shown, wanted)) throw otherState(wanted);
	if (shown.is_subscribed === undefined) await assertDone(input, run, wanted);
	const action = wanted ? 'resubscribed' : 'unsubscribed';
	return withFieldsFirst({ action }, { ...withoutTimes(present), ...shown, is_subscribed: wanted });
}

/**
 * For a response without the state: another process may have toggled at the same time, so the state is read afterwards.
 * @throws UserFacingError if it stays the opposite
 */
async function assertDone(input: ItemInput, run: Run, wanted: boolean): Promise<void> {
	const { subscriber: uuid = '' } = input.request.pathValues;
	for (const waitMs of waitsForReplicaMs) {
		if (!(await wait(waitMs, run.client.signal))) return;
		// A reading that fails shows nothing.
		const after = await fetchSubscriber(input, run, uuid, { isUrgent: true, isOptional: true }).catch(() => undefined);
		if (after === undefined || !isOpposite(subscriberIn(after), wanted)) return;
	}
	throw otherState(wanted);
}

/** Whether the state is shown, and is not the wanted one. */
function isOpposite({ is_subscribed: state }: IDataObject, wanted: boolean): boolean {
	return state === !wanted;
}

/** The subscriber in a response, with the state as a boolean; `{}` if the response has none. */
function subscriberIn(response: unknown): IDataObject {
	const fields = subscriberFields(response);
	const { isSubscribed } = parseSubscriber(fields);
	if (idOf(fields) === undefined && isSubscribed === undefined) return {};
	const others = Object.entries(fields).filter(([name]) => name !== 'mails' && name !== 'message');
	return { ...Object.fromEntries(others), ...defined({ is_subscribed: isSubscribed }) };
}

/** The same fields, but no times from before the toggle. */
function withoutTimes(present: IDataObject): IDataObject {
	const isTime = (name: string): boolean => name === 'unsubscribed_at' || name === 'updated_at';
	return Object.fromEntries(Object.entries(present).map(([name, value]) => [name, isTime(name) ? null : value]));
}

const tookTooLong = new UserFacingError(
	'Not sent: it took too long',
	'Each time, the state was older than 2 seconds before it could be changed. Run it again later.',
	{ canRetry: true },
);

function otherState(wanted: boolean): UserFacingError {
	const what = `The service reports the subscriber as ${wanted ? 'not subscribed' : 'subscribed'}`;
	const advice = "Check the subscriber with 'Get' before you run this item again.";
	const details = `Another run may have changed it at the same time, to the opposite of what you asked for. ${advice}`;
	return new UserFacingError(what, details, { outcomeUnknown: true, mustNotRepeat: true });
}
