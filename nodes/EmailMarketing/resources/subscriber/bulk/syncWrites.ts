import type { IDataObject } from 'n8n-workflow';

import { isFresh, parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { changedValues, diff, hasChanged, subscriberId, withChanges, type Changes } from '../people/changes';
import { pathKey } from '../../../api/response';
import type { RowResult } from './rowOutput';
import type { RowInput, Run } from '../../../execution/Operation';
import type { ApiRequest } from '../../../transport/ApiRequest';
import type { Removal, RowStep } from './syncPlan';
import * as toggleSubscription from '../toggleSubscription';
import { readAgain, updateInTurn } from '../people/updateSubscriber';
import { createSubscriber } from '../upsert';

export async function write(step: RowStep, run: Run): Promise<RowResult> {
	const { input, action, subscriber } = step;
	if (subscriber === undefined) return await createSubscriber(input, run, newBody(step));
	// Fields first: if they are rejected, the subscriber must not be resubscribed.
	const resubscribes = action === 'resubscribed';
	const changesFor = (present: Subscriber): Changes => diff(input.row.body, present, 'replace');
	const updated = await updateInTurn(input, run, subscriber, changesFor, { resubscribes });
	const done = updated.changes === undefined ? 'unchanged' : action;
	if (!resubscribes) return { ...resultOf(step), action: done, ...updated };
	await setSubscription(input, run, subscriber, 'subscribed');
	return { ...resultOf(step), subscriber: { ...updated.subscriber, isSubscribed: true } };
}

export function newBody({ input, changes }: RowStep): IDataObject {
	return { email: input.row.body.email, ...changedValues(changes) };
}

/** The result of a step once it is done. */
export function resultOf(step: RowStep): RowResult {
	const { action, subscriber, changes, reason } = step;
	if (subscriber === undefined) return { action, subscriber: parseSubscriber(newBody(step)) };
	const isSubscribed = action === 'resubscribed' ? true : subscriber.isSubscribed;
	const after = { ...withChanges(subscriber, changedValues(changes)), isSubscribed };
	return { action, subscriber: after, changes, reason };
}

/** Has all that is known about the subscriber, so that the removal can be undone. */
export function resultOfRemoval({ action, subscriber }: Removal): RowResult {
	if (action === 'deleted') return { action, subscriber };
	const changes = { is_subscribed: { from: true, to: false } };
	return { action, subscriber: { ...subscriber, isSubscribed: false }, changes };
}

/** Removes a subscriber and returns true, unless they changed since the list was read over a minute ago. */
export async function remove(input: RowInput, run: Run, { action, subscriber }: Removal): Promise<boolean> {
	if (!isFresh(subscriber) && hasChanged(subscriber, await readAgain(input, run, subscriber))) return false;
	if (action === 'unsubscribed') await setSubscription(input, run, subscriber, 'unsubscribed');
	else await run.client.send(requestFor(input, 'subscriber.delete', subscriber));
	return true;
}

type State = 'subscribed' | 'unsubscribed';

/** The current state is read first: people who changed it since the list was read must not be toggled back. */
async function setSubscription(input: RowInput, run: Run, subscriber: Subscriber, changeTo: State): Promise<void> {
	const request = requestFor(input, 'subscriber.toggleSubscription', subscriber);
	const toggle = { ...input, settings: { changeTo }, request };
	await run.client.inTurn(pathKey(request.pathValues), async () => await toggleSubscription.execute(toggle, run));
}

function requestFor({ request }: RowInput, key: ApiRequest['key'], subscriber: Subscriber): ApiRequest {
	return { key, pathValues: { ...request.pathValues, subscriber: subscriberId(subscriber) }, names: request.names };
}
