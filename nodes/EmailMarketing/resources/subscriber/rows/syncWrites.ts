import type { IDataObject } from 'n8n-workflow';

import { changedValues, diff, subscriberId, type Subscriber, type TagsMode } from '../../../api/subscriber';
import type { Call } from '../../../execution/Operation';
import { optionsOf } from '../../../execution/settings';
import { sendOne } from '../../../execution/standard';
import type { EndpointKey } from '../../../api/endpoints';
import type { ApiRequest } from '../../../transport/Sending';
import * as toggleSubscription from '../toggleSubscription';
import { adviceIfUnknown } from '../upsert';
import type { Removal, RowStep } from './planSync';
import { updateSubscriber } from './updateSubscriber';
import type { RowCall } from './selectRows';

/** Does what a row asks for. @returns what the service shows; `undefined` where a subscriber who was read is as the row says already */
export async function write({ call, action, subscriber, changes }: RowStep): Promise<IDataObject | undefined> {
	if (subscriber === undefined)
		return await send(call, {
			...call.request,
			key: 'subscriber.create',
			body: newBody({ call, changes }),
			isOptional: true,
			adviceIfUnknown,
		});
	const tagsMode = tagsModeOf(call);
	// First, because a change that is rejected must not leave a subscriber subscribed to half of what the row says.
	const { output } = await updateSubscriber(
		{ ...call, request: { ...call.request, isOptional: true } },
		subscriber,
		(present) => changedValues(diff(call.row.body, present, tagsMode)),
		{ tagsMode, resubscribes: action === 'resubscribed' },
	);
	if (action !== 'resubscribed') return output;
	await setSubscription(call, subscriber, 'subscribed');
	return output ?? {};
}

/** What is chosen in 'Tags Mode'. */
export function tagsModeOf({ settings }: Call): TagsMode {
	return (optionsOf(settings).tagsMode as TagsMode | undefined) ?? 'replace';
}

/** Somebody new, as the service gets to know them. */
export function newBody({ call, changes }: Pick<RowStep, 'call' | 'changes'>): IDataObject {
	return { email: call.row.body.email, ...changedValues(changes) };
}

/** By which another try knows what became of a create: the list that it reads may lag behind. */
export function nameOfCreate({ request, row }: RowCall): string {
	return `create ${JSON.stringify([request.pathValues, row.key])}`;
}

/** Unsubscribes or deletes somebody. @param call of any item of the same list */
export async function remove(call: Call, { action, subscriber }: Removal): Promise<void> {
	if (action === 'unsubscribed') return await setSubscription(call, subscriber, 'unsubscribed');
	const request = requestFor(call, 'subscriber.delete', subscriber);
	await call.memory.runOnce(`delete ${JSON.stringify(request.pathValues)}`, async () => [await send(call, request)]);
}

/** Reads the present state first: whoever has left since the list was read must not be toggled back. */
async function setSubscription(
	call: Call,
	subscriber: Subscriber,
	changeTo: 'subscribed' | 'unsubscribed',
): Promise<void> {
	await toggleSubscription.execute({
		...call,
		settings: { changeTo },
		request: requestFor(call, 'subscriber.toggleSubscription', subscriber),
	});
}

/** That one is refused must not stop the others. */
function requestFor({ request }: Call, key: EndpointKey, subscriber: Subscriber): ApiRequest {
	return {
		key,
		pathValues: { ...request.pathValues, subscriber: subscriberId(subscriber) },
		names: request.names,
		isOptional: true,
	};
}

async function send(call: Call, request: ApiRequest): Promise<IDataObject> {
	const [answer = {}] = await sendOne({ ...call, request });
	return answer;
}
