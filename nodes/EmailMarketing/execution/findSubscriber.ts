import { addressKey } from '../api/emailAddress';
import { idOfKnown } from '../api/knownSubscriber';
import { UserFacingError } from '../shared/UserFacingError';
import { listIndexFor } from './listIndex';
import type { Call } from './Operation';

/**
 * The call with the subscriber's UUID in place of an email.
 * No operation of the service finds a subscriber by email, so the contact list is read, once for all items of an execution.
 * @throws UserFacingError when no subscriber of the list has the email, or more than one has it
 */
export async function resolveSubscriberEmail(call: Call): Promise<Call> {
	const { client, request } = call;
	const { contactList = '', subscriber = '' } = request.pathValues;
	const email = addressKey(subscriber);
	const { byEmail, doubt } = await listIndexFor(client, contactList, [email], request.names);
	const [found, ...others] = byEmail.get(email) ?? [];
	if (found === undefined && doubt !== undefined) {
		throw new UserFacingError(
			`The email ${email} was not found, but the contact list may be incomplete`,
			`${doubt} Choose the subscriber by its ID in 'Subscriber'. Nothing was changed for this item.`,
		);
	}
	if (found === undefined) {
		throw new UserFacingError(
			`No subscriber with the email ${email} is in the contact list`,
			"Check the email in 'Subscriber' and the list in 'Contact List'. Nothing was changed for this item.",
		);
	}
	if (others.length > 0) {
		throw new UserFacingError(
			`${others.length + 1} subscribers of the contact list have the email ${email}`,
			"Choose the one that is meant by its ID in 'Subscriber'. Nothing was changed for this item.",
		);
	}
	return {
		...call,
		isByEmail: false,
		known: found,
		request: { ...request, pathValues: { ...request.pathValues, subscriber: idOfKnown(found) } },
	};
}
