import type { IDataObject } from 'n8n-workflow';

import { isFresh, parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { changedValues, diff, hasChanged, subscriberId, withChanges, type Changes } from '../people/changes';
import type { RowResult } from './rowOutput';
import type { RowInput, Run } from '../../../execution/Operation';
import { rowChanges, type Removal, type RowStep } from './syncPlan';
import { setSubscription } from '../toggleSubscription';
import { readAgain, updateInTurn } from '../people/updateSubscriber';
import { createSubscriber, updateRow } from '../upsert';

export async function write(step: RowStep, run: Run, onlyTag?: string): Promise<RowResult> {
	const { input, action, subscriber } = step;
	if (subscriber === undefined) return await createSubscriber(input, run, newBody(step));
	if (action === 'unsubscribed') {
		await setSubscription(input, run, subscriber, false);
		return resultOf(step);
	}
	const changesFor = (present: Subscriber): Changes => rowChanges(input, present, onlyTag);
	const rules = { addsTags: onlyTag !== undefined, resubscribes: action === 'resubscribed' };
	return await updateRow(input, run, subscriber, changesFor, rules);
}

export function newBody({ input, changes }: RowStep): IDataObject {
	return { email: input.row.body.email, ...changedValues(changes) };
}

/** The result of a step or removal once it is done. A removal has all that is known, so that it can be undone. */
export function resultOf(step: RowStep | Removal): RowResult {
	const { action, subscriber, changes, reason } = step;
	if (subscriber === undefined) return { action, subscriber: parseSubscriber(newBody(step as RowStep)) };
	const { is_subscribed: isSubscribed = subscriber.isSubscribed, ...values } = changedValues(changes);
	const after = { ...withChanges(subscriber, values), isSubscribed: isSubscribed as boolean | undefined };
	return { action, subscriber: after, changes, reason };
}

/** Removes a subscriber, or a tag of theirs, unless they changed since the list was read over a minute ago. */
export async function remove(input: RowInput, run: Run, step: Removal, tag = ''): Promise<RowResult | undefined> {
	const { action, subscriber } = step;
	if (action === 'untagged') {
		const changesFor = (present: Subscriber): Changes => diff({ tags: [tag] }, present, 'remove');
		return { ...resultOf(step), ...(await updateInTurn(input, run, subscriber, changesFor, { addsTags: true })) };
	}
	if (!isFresh(subscriber) && hasChanged(subscriber, await readAgain(input, run, subscriber))) return undefined;
	const { pathValues, names } = input.request;
	const path = { ...pathValues, subscriber: subscriberId(subscriber) };
	if (action === 'unsubscribed') await setSubscription(input, run, subscriber, false);
	else await run.client.send({ key: 'subscriber.delete', pathValues: path, names });
	return resultOf(step);
}
