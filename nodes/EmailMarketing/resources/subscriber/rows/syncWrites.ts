import type { IDataObject } from 'n8n-workflow';

import { bodyOf, type KnownSubscriber } from '../../../api/knownSubscriber';
import type { Call } from '../../../execution/Operation';
import { sendOne } from '../../../execution/standard';
import { readId } from '../../../shared/readId';
import type { EndpointKey } from '../../../api/endpoints';
import type { ApiRequest } from '../../../transport/Sending';
import * as toggleSubscription from '../toggleSubscription';
import { bodyOfNew, type Removal, type RowStep } from './planSync';

/** Does what a row asks for. @returns the service's answer, as far as it was asked */
export async function write(step: RowStep): Promise<IDataObject> {
	const { call, action, subscriber, changes } = step;
	if (subscriber === undefined) return await create(call, bodyOfNew(step));
	const { is_subscribed: toSubscribed, ...others } = changes;
	// First, because a change that is refused must not leave somebody subscribed to half of what the row says.
	const answer = Object.keys(others).length === 0 ? {} : await send(call, requestFor(call, 'subscriber.update', subscriber, bodyOf(others)));
	if (action === 'resubscribed' && toSubscribed !== undefined) await setSubscription(call, subscriber, 'subscribed');
	return answer;
}

/** Unsubscribes or deletes somebody. @param call of any item of the same list */
export async function remove(call: Call, { action, subscriber }: Removal): Promise<void> {
	if (action === 'deleted') await send(call, requestFor(call, 'subscriber.delete', subscriber));
	else await setSubscription(call, subscriber, 'unsubscribed');
}

async function create(call: Call, body: IDataObject): Promise<IDataObject> {
	const { memory, request } = call;
	const name = `create ${JSON.stringify([request.pathValues, body.email])}`.toLowerCase();
	memory.throwIfUnknown(name);
	return await send(call, { ...request, key: 'subscriber.create', body, isOptional: true }).catch((thrown: unknown) => {
		memory.remember(name, thrown);
		throw thrown;
	});
}

/** Reads the present state first: whoever has left since the list was read must not be toggled back. */
async function setSubscription(call: Call, subscriber: KnownSubscriber, changeTo: 'subscribed' | 'unsubscribed'): Promise<void> {
	await toggleSubscription.execute({ ...call, settings: { changeTo }, request: requestFor(call, 'subscriber.toggleSubscription', subscriber) });
}

/** That one is refused must not stop the others. */
function requestFor({ request }: Call, key: EndpointKey, { id }: KnownSubscriber, body?: IDataObject): ApiRequest {
	return { key, pathValues: { ...request.pathValues, subscriber: readId(id, 'Subscriber') }, names: request.names, body, isOptional: true };
}

async function send(call: Call, request: ApiRequest): Promise<IDataObject> {
	const [answer = {}] = await sendOne({ ...call, request });
	return answer;
}
