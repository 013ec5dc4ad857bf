/** A subscriber as a contact list shows it. */

import type { IDataObject } from 'n8n-workflow';

import { readId } from '../shared/readId';
import { userFacing, UserFacingError } from '../shared/UserFacingError';
import { fieldsOf, idOf } from './listEntries';
import { shownTags } from './shownTags';
import { isSubscribedIn } from './subscriptionState';
import { legible } from './values';

/** What Create or Update and Sync List compare; a list of 100,000 has to fit into memory, so it is no more than that. */
export interface KnownSubscriber {
	/** Its UUID, or its ID where the service gives no UUID. */
	readonly id: unknown;
	readonly email: unknown;
	readonly firstName: unknown;
	readonly lastName: unknown;
	/** `undefined` where the service does not show any, or not legibly. */
	readonly tags?: readonly string[];
	/** `undefined` where the service does not say. */
	readonly isSubscribed?: boolean;
}

/** Of whom nothing is known. */
export const nobody: KnownSubscriber = { id: undefined, email: undefined, firstName: undefined, lastName: undefined };

/** Reads an entry of a list or an answer. What is not legible counts as not shown. */
export function knownSubscriber(entry: unknown): KnownSubscriber {
	const fields = fieldsOf(entry);
	return {
		id: idOf(fields),
		email: legible(fields.email),
		firstName: legible(fields.first_name),
		lastName: legible(fields.last_name),
		tags: shownTags(fields.tags),
		isSubscribed: isSubscribedIn(entry),
	};
}

/**
 * The ID by which the service can be asked for somebody whom it has shown.
 * @throws UserFacingError when it gives none that can stand in a path
 */
export function idOfKnown({ id, email }: KnownSubscriber): string {
	const read = idOrReason(id);
	if (typeof read === 'string') return read;
	const who = typeof email === 'string' && email !== '' ? email : 'the subscriber';
	throw new UserFacingError(
		`The service gives no usable ID for ${who}`,
		`${read.reason}. Without an ID nobody can be named to the service. See what it shows of them with 'Subscriber' → 'Get Many', with 'Simplify' off. Nothing was changed for this item.`,
	);
}

function idOrReason(id: unknown): string | { readonly reason: string } {
	try {
		return readId(id, 'ID');
	} catch (thrown) {
		return { reason: userFacing(thrown).message };
	}
}

/** How an output shows a subscriber that was not sent anywhere. */
export function shownSubscriber({ id, email, firstName, lastName, tags, isSubscribed }: KnownSubscriber): IDataObject {
	const shown = { uuid: id, email, first_name: firstName, last_name: lastName, tags, is_subscribed: isSubscribed };
	return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as IDataObject;
}
