import { idOf } from '../api/listEntries';
import { isRecord } from '../shared/isRecord';
import { readId } from '../shared/readId';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import type { ApiRequest } from '../transport/Sending';
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
	const { ids: index, doubt } = await client.once(`emails of ${contactList}`, async () => await readIndex(client, listRequest));
	const ids = index.get(email) ?? [];
	if (ids.length === 0 && doubt !== undefined) {
		throw new UserFacingError(`The email ${email} was not found, but the contact list may be incomplete`, `${doubt} Choose the subscriber by its ID in 'Subscriber'. Nothing was changed for this item.`);
	}
	if (ids.length === 0) {
		throw new UserFacingError(`No subscriber with the email ${email} is in the contact list`, "Check the email in 'Subscriber' and the list in 'Contact List'. Nothing was changed for this item.");
	}
	if (ids.length > 1) {
		throw new UserFacingError(`${ids.length} subscribers of the contact list have the email ${email}`, "Choose the one that is meant by its ID in 'Subscriber'. Nothing was changed for this item.");
	}
	return { ...call, isByEmail: false, request: { ...request, pathValues: { ...request.pathValues, subscriber: readId(ids[0], 'Subscriber') } } };
}

interface Index {
	/** Email → UUIDs (or IDs, where the service gives no UUID) of the subscribers that have it. */
	readonly ids: ReadonlyMap<string, readonly unknown[]>;
	/** Why somebody may be in the list who is not in the index. */
	readonly doubt?: string;
}

async function readIndex(client: ApiClient, request: ApiRequest): Promise<Index> {
	const { items, shortfall } = await fetchPages(client, request);
	const ids = new Map<string, unknown[]>();
	for (const subscriber of items) {
		const email = emailOf(subscriber);
		// One without an ID stays in the index: it is there, but cannot be named, and whoever asks for it is told so.
		ids.set(email, [...(ids.get(email) ?? []), idOf(subscriber)]);
	}
	const withoutEmail = ids.get('')?.length ?? 0;
	return { ids, doubt: shortfall ?? (withoutEmail > 0 ? `${withoutEmail} of its ${items.length} entries came without an email.` : undefined) };
}

/** JSON:API puts an entry's fields under `attributes`. */
function emailOf(subscriber: unknown): string {
	if (!isRecord(subscriber)) return '';
	return normalized(isRecord(subscriber.attributes) ? subscriber.attributes.email : subscriber.email);
}

/** Services treat addresses alike whatever their case. */
function normalized(email: unknown): string {
	return String(email ?? '').trim().toLowerCase();
}
