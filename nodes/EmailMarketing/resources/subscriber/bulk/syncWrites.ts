import type { IDataObject } from 'n8n-workflow';

import { isFresh, parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { changedValues, diff, hasChanged, subscriberId, withChanges, type Changes } from '../people/changes';
import { pathKey } from '../../../api/response';
import type { RowResult } from './rowOutput';
import type { RowCall } from './selectRows';
import type { ApiRequest } from '../../../transport/ApiRequest';
import type { Removal, RowStep } from './syncPlan';
import * as toggleSubscription from '../toggleSubscription';
import { readAgain, updateSubscriber } from '../people/updateSubscriber';
import { createSubscriber } from '../upsert';

/** Does what a row asks for. */
export async function write(step: RowStep): Promise<RowResult> {
	const { call, action, subscriber } = step;
	if (subscriber === undefined) return await createSubscriber(call, newBody(step));
	// First, because a change that is rejected must not leave a subscriber subscribed to half of what the row asks for.
	const resubscribes = action === 'resubscribed';
	const changesFor = (present: Subscriber): Changes => diff(call.row.body, present, 'replace');
	const updated = await updateSubscriber(call, subscriber, changesFor, { resubscribes });
	if (!resubscribes)
		return { ...resultOf(step), action: updated.changes === undefined ? 'unchanged' : action, ...updated };
	await setSubscription(call, subscriber, 'subscribed');
	return { ...resultOf(step), subscriber: { ...updated.subscriber, isSubscribed: true } };
}

export function newBody({ call, changes }: RowStep): IDataObject {
	return { email: call.row.body.email, ...changedValues(changes) };
}

/** The result of a step once it is done. */
export function resultOf(step: RowStep): RowResult {
	const { action, subscriber, changes, reason } = step;
	if (subscriber === undefined) return { action, subscriber: parseSubscriber(newBody(step)) };
	const isSubscribed = action === 'resubscribed' ? true : subscriber.isSubscribed;
	const after = { ...withChanges(subscriber, changedValues(changes)), isSubscribed };
	return { action, subscriber: after, changes, reason };
}

/** All that is known of them, so that it can be undone. */
export function resultOfRemoval({ action, subscriber }: Removal): RowResult {
	if (action === 'deleted') return { action, subscriber };
	const changes = { is_subscribed: { from: true, to: false } };
	return { action, subscriber: { ...subscriber, isSubscribed: false }, changes };
}

/** @returns whether it was done: a subscriber who has changed since the list was read more than a minute ago is kept */
export async function remove(call: RowCall, { action, subscriber }: Removal): Promise<boolean> {
	if (!isFresh(subscriber) && hasChanged(subscriber, await readAgain(call, subscriber))) return false;
	if (action === 'unsubscribed') await setSubscription(call, subscriber, 'unsubscribed');
	else await call.client.send(requestFor(call, 'subscriber.delete', subscriber));
	return true;
}

/** Reads the present state first: who has changed it since the list was read must not be toggled back. */
async function setSubscription(
	call: RowCall,
	subscriber: Subscriber,
	changeTo: 'subscribed' | 'unsubscribed',
): Promise<void> {
	const request = requestFor(call, 'subscriber.toggleSubscription', subscriber);
	const toggle = { ...call, settings: { changeTo }, request };
	await call.client.inTurn(pathKey(request.pathValues), async () => await toggleSubscription.execute(toggle));
}

function requestFor({ request }: RowCall, key: ApiRequest['key'], subscriber: Subscriber): ApiRequest {
	return { key, pathValues: { ...request.pathValues, subscriber: subscriberId(subscriber) }, names: request.names };
}
