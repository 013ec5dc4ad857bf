import type { IDataObject } from 'n8n-workflow';

import { idOf, pathKey, simplifySubscriber } from '../../api/response';
import { parseSubscriber, subscriberFields, type Subscriber } from '../../api/subscriber';
import type { ItemInput, Run } from '../../execution/Operation';
import { simplified } from '../../execution/standard';
import { choiceField } from '../../panel/fields';
import { simplifyField } from '../../panel/getMany';
import { contactListLocator, subscriberLocator } from '../../panel/locators';
import { withFieldsFirst } from '../../shared/values';
import { hasUnknownOutcome, UserFacingError } from '../../shared/UserFacingError';
import type { ApiRequest } from '../../transport/ApiRequest';
import { AbortError, undefinedIfExpired, wait } from '../../transport/wait';
import { subscriberId } from './people/changes';
import { peopleOf } from './people/People';
import { fetchSubscriber, notShown } from './people/updateSubscriber';

/** Ordered by use and safety: a toggle that runs twice undoes itself. */
// prettier-ignore
const changeTo = choiceField('Change To', 'changeTo', 'unsubscribed', 'The state that the subscription should have afterwards', [
	['Unsubscribed', 'unsubscribed', 'Unsubscribe, unless they are unsubscribed already'],
	['Subscribed', 'subscribed', 'Subscribe again, unless they are subscribed already'],
	['Toggle', 'toggle', 'Switch to the opposite state; running it twice undoes the change'],
]);

export const description = [contactListLocator, subscriberLocator, changeTo, simplifyField];

export { resolveEmail as resolve } from './people/SubscriberIndex';

/** An older reading may be outdated when the toggle is sent. */
const maxAgeMs = 2000;
const maxReadings = 3;

/** 10 s in all: read replicas rarely lag by more. */
const waitsForReplicaMs = [500, 1000, 2000, 3000, 3500];

/** Outputs the subscriber afterwards, after its `action`. Called in turn, or two would read the same state. */
export async function execute(input: ItemInput, run: Run): Promise<IDataObject[]> {
	const { request, settings } = input;
	// A toggle of unknown outcome may still be done, so the state cannot be trusted.
	const toggling = pathKey(request.pathValues);
	const subscriber = await peopleOf(input, run).changeOnce(toggling, async () => await change(input, run));
	return simplified([subscriber], settings, simplifySubscriber);
}

/** Sets the state of a known subscriber. It is read first: people who changed it since must not be toggled back. */
export async function setSubscription(input: ItemInput, run: Run, subscriber: Subscriber, isSubscribed: boolean) {
	const { request } = input;
	const pathValues = { ...request.pathValues, subscriber: subscriberId(subscriber) };
	const toggle: ApiRequest = { key: 'subscriber.toggleSubscription', pathValues, names: request.names };
	const settings = { changeTo: isSubscribed ? 'subscribed' : 'unsubscribed' };
	const work = async () => await execute({ ...input, request: toggle, settings }, run);
	await run.client.inTurn([pathKey(pathValues)], work);
	peopleOf(input, run).keep({ ...subscriber, isSubscribed });
}

/** The API has only a toggle, so the state is read first, and again if the toggle had to wait for its turn. */
async function change(input: ItemInput, run: Run): Promise<IDataObject> {
	const { changeTo } = input.settings;
	for (let readings = 0; readings < maxReadings; readings += 1) {
		const present = await fetchState(input, run, readings > 0);
		const expiresAt = Date.now() + maxAgeMs;
		const wanted = changeTo === 'toggle' ? !present.is_subscribed : changeTo === 'subscribed';
		if (present.is_subscribed === wanted) return withFieldsFirst({ action: 'unchanged' }, present);
		const subscriber = await toggle(input, run, present, expiresAt).catch(undefinedIfExpired);
		if (subscriber !== undefined) return subscriber;
	}
	const details = 'Each time, the state was older than 2 seconds before it could be changed. Run it again later.';
	throw new UserFacingError('Not sent: it took too long', details, { canRetry: true });
}

/** The subscriber with its current state, read again while it may be older than what this process has set. */
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

/** @throws ExpiredError if it could not be sent before `expiresAt` */
async function toggle(input: ItemInput, run: Run, present: IDataObject, expiresAt: number): Promise<IDataObject> {
	const { request } = input;
	const people = peopleOf(input, run);
	const { subscriber } = request.pathValues;
	const wanted = !present.is_subscribed;
	const response = await run.client.exchange({ ...request, isUrgent: true, expiresAt }).catch((thrown: unknown) => {
		// It may still be done.
		if (hasUnknownOutcome(thrown)) people.keepToggled(subscriber, wanted, [present]);
		throw thrown;
	});
	const shown = subscriberIn(response.body);
	people.keepToggled(subscriber, wanted, [present, shown], response.headers.date);
	if (shown.is_subscribed === !wanted) {
		const what = `The service reports the subscriber as ${wanted ? 'not subscribed' : 'subscribed'}`;
		const advice = "Check the subscriber with 'Get' before you run this item again.";
		const details = `The subscription may now be the opposite of what you asked for. ${advice}`;
		throw new UserFacingError(what, details, { outcomeUnknown: true, mustNotRepeat: true });
	}
	const action = wanted ? 'resubscribed' : 'unsubscribed';
	return withFieldsFirst({ action }, { ...withoutTimes(present), ...shown, is_subscribed: wanted });
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
