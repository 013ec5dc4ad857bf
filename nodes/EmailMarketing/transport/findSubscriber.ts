import { isFields } from '../shared/isFields';
import { Explained } from '../shared/Explained';
import { idText } from './fillPath';
import { fetchPages } from './fetchPages';
import type { ApiRequest } from './request';
import type { Caller } from './attempt';
import type { Session } from './Session';

/**
 * The request with the subscriber's UUID in place of an email.
 * No operation of the service finds a subscriber by email, so the contact list is read, once for all items of an execution.
 * @param locator the raw value of 'Subscriber': an object with the mode it was chosen in
 * @throws Explained when no subscriber of the list has the email, or more than one has it
 */
export async function withSubscriberFound(caller: Caller, session: Session, request: ApiRequest, locator: unknown): Promise<ApiRequest> {
	if (!isFields(locator) || locator.mode !== 'email') return request;
	const { contactList, subscriber } = request.pathValues;
	const email = normalized(subscriber);
	const listRequest: ApiRequest = { key: 'subscriber.getAll', pathValues: { contactList }, platform: request.platform };
	const index = await session.once(`emails of ${idText('contactList', contactList)}`, async () => await readIndex(caller, session, listRequest));
	const [uuid, ...others] = index.get(email) ?? [];
	if (uuid === undefined) {
		throw new Explained(`No subscriber with the email ${email} is in the contact list`, "Check the email in 'Subscriber' and the list in 'Contact List'. Nothing was changed for this item.");
	}
	if (others.length > 0) {
		throw new Explained(`${others.length + 1} subscribers of the contact list have the email ${email}`, "Choose the one that is meant by its ID in 'Subscriber'. Nothing was changed for this item.");
	}
	return { ...request, pathValues: { ...request.pathValues, subscriber: uuid } };
}

/** Email → UUIDs (or IDs, where the service gives no UUID) of the subscribers that have it. */
async function readIndex(caller: Caller, session: Session, request: ApiRequest): Promise<Map<string, string[]>> {
	const index = new Map<string, string[]>();
	for (const subscriber of await fetchPages(caller, session, request)) {
		const id = isFields(subscriber) ? (subscriber.uuid ?? subscriber.id) : undefined;
		if (!isFields(subscriber) || id === undefined || id === null) continue;
		const email = normalized(subscriber.email);
		index.set(email, [...(index.get(email) ?? []), String(id)]);
	}
	return index;
}

/** Services treat addresses alike whatever their case. */
function normalized(email: unknown): string {
	return String(email ?? '').trim().toLowerCase();
}
