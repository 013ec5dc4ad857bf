import type { IDataObject } from 'n8n-workflow';

import { idKey, idOf, simplifySubscriber } from '../../api/response';
import { parseSubscriber, subscriberFields } from '../../api/subscriber';
import type { Call } from '../../execution/Operation';
import { simplified } from '../../execution/standard';
import { choiceField } from '../../shared/fields';
import { simplifyField } from '../../shared/getMany';
import { contactListLocator, subscriberLocator } from '../../shared/locators';
import { UserFacingError } from '../../shared/UserFacingError';
import { fetchSubscriber, notShown } from './updateSubscriber';

/** In the order of what is asked for most, and does least harm: a toggle undoes itself when it is run twice. */
// prettier-ignore
const changeTo = choiceField('Change To', 'changeTo', 'unsubscribed', 'The state that the subscription should have afterwards', [
	['Unsubscribed', 'unsubscribed', 'Unsubscribe, unless they are unsubscribed already'],
	['Subscribed', 'subscribed', 'Subscribe again, unless they are subscribed already'],
	['Opposite State (Toggle)', 'toggle', 'Switch to the opposite state; running it twice undoes the change'],
]);

export const description = [contactListLocator, subscriberLocator, changeTo, simplifyField];

/** Returns the subscriber as it is afterwards, with `changed`. */
export async function execute(call: Call): Promise<IDataObject[]> {
	const { cache, request, settings } = call;
	const name = `toggle ${JSON.stringify(Object.values(request.pathValues).map(idKey))}`;
	// A toggle of unknown outcome may still take place, so the state that is read now says nothing.
	cache.recall(name);
	const change =
		settings.changeTo === 'toggle' ? toggleState(call, name) : setState(call, name, settings.changeTo === 'subscribed');
	const subscriber = await change.catch((thrown: unknown) => {
		cache.remember(name, thrown);
		throw thrown;
	});
	return simplified([subscriber], settings, simplifySubscriber);
}

/** The service can only toggle: the state is read and compared first. What this run has set is not read again, for a replica may lag behind. */
async function setState(call: Call, name: string, wanted: boolean): Promise<IDataObject> {
	const { cache } = call;
	const set = cache.toggled.get(name);
	if (set !== undefined && set.is_subscribed === undefined) throw unknownState;
	const present = set ?? (await fetchState(call));
	if (present.is_subscribed === wanted) return { ...present, changed: false };
	const shown = await toggle(call);
	if (shown.is_subscribed === !wanted) throw otherState(wanted);
	// The times are of before the toggle.
	const subscriber = { ...without(present, ['unsubscribed_at', 'updated_at']), ...shown, is_subscribed: wanted };
	cache.toggled.set(name, subscriber);
	return { ...subscriber, changed: true };
}

/** Sent without a look at the present state. Where the response does not show the new one, the subscriber is read: that this fails undoes nothing. */
async function toggleState(call: Call, name: string): Promise<IDataObject> {
	const { cache, request } = call;
	const before = cache.toggled.get(name)?.is_subscribed;
	const shown = await toggle(call);
	// What is read afterwards may come from a replica that lags behind, so the run does not rest on it.
	const state = shown.is_subscribed ?? (typeof before === 'boolean' ? !before : undefined);
	cache.toggled.set(name, { ...shown, ...(state === undefined ? {} : { is_subscribed: state }) });
	const uuid = request.pathValues.subscriber ?? '';
	const read = state === undefined ? await fetchSubscriber(call, uuid, true).then(subscriberIn, () => ({})) : {};
	return { uuid, ...read, ...cache.toggled.get(name), changed: true };
}

async function toggle({ client, request }: Call): Promise<IDataObject> {
	return subscriberIn(await client.send(request));
}

async function fetchState(call: Call): Promise<IDataObject> {
	const id = call.request.pathValues.subscriber ?? '';
	const subscriber = subscriberIn(await fetchSubscriber(call, id));
	if (subscriber.is_subscribed === undefined) throw notShown('whether the subscriber is subscribed', 'is_subscribed');
	return { uuid: id, ...subscriber };
}

/** The subscriber in a response, its state as true or false; nothing where the response shows none. */
function subscriberIn(response: unknown): IDataObject {
	const fields = subscriberFields(response);
	const { isSubscribed } = parseSubscriber(fields);
	if (idOf(fields) === undefined && isSubscribed === undefined) return {};
	const state = isSubscribed === undefined ? {} : { is_subscribed: isSubscribed };
	return { ...without(fields as IDataObject, ['mails', 'message']), ...state };
}

function without(fields: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const unknownState = new UserFacingError(
	'The current state of the subscription is unknown',
	'It was toggled in this run, and the service did not show the new state. Nothing was sent for this item: run it again.',
);

function otherState(wanted: boolean): UserFacingError {
	return new UserFacingError(
		`The service reports the subscriber as ${wanted ? 'not subscribed' : 'still subscribed'}`,
		"The subscription may now be the opposite of what you asked for. Check the subscriber with 'Get' before you run this item again.",
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}
