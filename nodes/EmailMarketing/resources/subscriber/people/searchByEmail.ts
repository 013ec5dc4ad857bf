import { addressKey } from '../../../api/emailAddress';
import { parsePage, queriesAfter, type Page } from '../../../api/pagination';
import { parseSubscriber, type Subscriber } from '../../../api/subscriber';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { ApiClient } from '../../../transport/ApiClient';

/**
 * Asks for an email with one GET. A service may ignore a query that it does not know, so the response has to show that
 * it did not.
 * @param path with `{contactList}` and `{email}`
 * @returns the holders of the email; `undefined` where the response does not tell
 * @throws UserFacingError for any failure but a 404
 */
export async function searchByEmail(
	client: ApiClient,
	path: string,
	contactList: string,
	email: string,
): Promise<readonly Subscriber[] | undefined> {
	const readAt = Date.now();
	const { body, headers } = await client
		.exchange({ key: 'subscriber.getAll', path, pathValues: { contactList, email }, isOptional: true })
		.catch((thrown: unknown) => {
			if (thrown instanceof UserFacingError && thrown.status === 404) return { body: [], headers: {} };
			throw thrown;
		});
	// In place of a list, a service may return the subscriber alone.
	const page: Page = parsePage(body, 'subscribers', headers) ?? { items: [body] };
	const shown = page.items.map((entry) => ({ ...parseSubscriber(entry), readAt }));
	const key = addressKey(email);
	const holders = shown.filter((subscriber) => addressKey(subscriber.email) === key);
	if (holders.length > 0) return holders;
	// A search for `ann@…` may find `joann@…` too.
	const isFiltered = shown.every((subscriber) => addressKey(subscriber.email).includes(key));
	return isFiltered && isWhole(page) ? [] : undefined;
}

function isWhole(page: Page): boolean {
	const { items, total = 0, doubt } = page;
	if (total > items.length || queriesAfter(page, 1, 1).length > 0) return false;
	return items.length === 0 || doubt === undefined;
}

/** A subscriber whom a search has to find: an unsubscribed one if possible, because a search may hide those. */
export function sampleOf(subscribers: readonly Subscriber[]): Subscriber | undefined {
	const withEmail = subscribers.filter(({ email }) => addressKey(email) !== '');
	return withEmail.find(({ isSubscribed }) => isSubscribed === false) ?? withEmail[0];
}

/** The same address in uppercase, or in lowercase if it is in uppercase already. */
export function otherCase(email: string): string {
	const upper = email.toUpperCase();
	return upper === email ? email.toLowerCase() : upper;
}
