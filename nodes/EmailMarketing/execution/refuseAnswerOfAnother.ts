import { endpointOf } from '../api/endpoints';
import { fieldsOf, idOf } from '../api/listEntries';
import { showsAnother } from '../api/toldSubscriber';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiRequest } from '../transport/Sending';

/**
 * What became of one must not be told of another.
 * @param answer to a write of what the path names @param email of the subscriber, where it is known and not changed
 * @throws UserFacingError where the answer is about another: whose the change was is not known then
 */
export function refuseAnswerOfAnother(answer: unknown, { key, pathValues }: ApiRequest, email?: unknown): void {
	const { responseKey = 'thing' } = endpointOf(key);
	// Where an ID is shown, the email may have changed.
	const shown = showsAnother(
		answer,
		[Object.values(pathValues).at(-1)],
		idOf(fieldsOf(answer)) === undefined ? email : undefined,
	);
	if (shown !== undefined) throw answeredWithAnother(responseKey, shown);
}

/** @param thing as the API calls it */
export function answeredWithAnother(thing: string, shown: string): UserFacingError {
	const name = thing.replaceAll('_', ' ');
	return new UserFacingError(
		`The service answered with another ${name} (${shown.slice(0, 60)})`,
		`The change was sent, and to which ${name} it was made is not known. Look at both in the service before running this item again.`,
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}
