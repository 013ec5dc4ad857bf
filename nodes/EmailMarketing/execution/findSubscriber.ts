import { isRecord } from '../shared/isRecord';
import { readId } from '../shared/readId';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient, ApiRequest } from '../transport/ApiClient';
import { fetchPages } from '../transport/fetchPages';
import type { Call } from './Operation';

/**
 * The call with the subscriber's UUID in place of an email.
 * No operation of the service finds a subscriber by email, so the contact list is read, once for all items of an execution.
 * @throws UserFacingError when no subscriber of the list has the email, or more than one has it
 */
export async function resolveSubscriberEmail(call: Call): Promise<Call> {
	const { client, request } = call;
	const { contactList = '', subscriber = '' } = request.pathValues;
	const email = normalized(subscriber);
	const listRequest: ApiRequest = { key: 'subscriber.getAll', pathValues: { contactList }, names: request.names };
	const index = await client.once(`emails of ${contactList}`, async () => await readIndex(client, listRequest));
	const ids = index.get(email) ?? [];
	if (ids.length === 0) {
		throw new UserFacingError(`No subscriber with the email ${email} is in the contact list`, "Check the email in 'Subscriber' and the list in 'Contact List'. Nothing was changed for this item.");
	}
	if (ids.length > 1) {
		throw new UserFacingError(`${ids.length} subscribers of the contact list have the email ${email}`, "Choose the one that is meant by its ID in 'Subscriber'. Nothing was changed for this item.");
	}
	return { ...call, isByEmail: false, request: { ...request, pathValues: { ...request.pathValues, subscriber: readId(ids[0], 'Subscriber') } } };
}

/** Email → UUIDs (or IDs, where the service gives no UUID) of the subscribers that have it. */
async function readIndex(client: ApiClient, request: ApiRequest): Promise<Map<string, unknown[]>> {
	const index = new Map<string, unknown[]>();
	for (const subscriber of await fetchPages(client, request)) {
		if (!isRecord(subscriber)) continue;
		// One without an ID stays in the index: it is there, but cannot be named, and whoever asks for it is told so.
		const id = [subscriber.uuid, subscriber.id].find((value) => value !== undefined && value !== null && value !== '');
		const email = normalized(subscriber.email);
		index.set(email, [...(index.get(email) ?? []), id]);
	}
	return index;
}

/** Services treat addresses alike whatever their case. */
function normalized(email: unknown): string {
	return String(email ?? '').trim().toLowerCase();
}
