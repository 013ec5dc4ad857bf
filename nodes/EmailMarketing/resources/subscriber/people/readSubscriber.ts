import { idOf } from '../../../api/response';
import { isComplete, subscriberFields, updatedSubscriber, type Subscriber } from '../../../api/subscriber';
import type { ItemInput, Run } from '../../../execution/Operation';
import { UserFacingError } from '../../../shared/UserFacingError';
import type { Sending } from '../../../transport/ApiRequest';
import { subscriberId } from './changes';

/**
 * Reads a subscriber again before an update or removal. If the inferred path is wrong, a complete `known` is used.
 * @throws UserFacingError if it cannot be read for another reason, or `known` is incomplete
 */
export async function readAgain(input: ItemInput, run: Run, known: Subscriber): Promise<Subscriber> {
	const isOptional = isComplete(known);
	const fields = await fetchSubscriber(input, run, subscriberId(known), { isOptional }).catch((thrown: unknown) => {
		const isNotFound = thrown instanceof UserFacingError && [404, 405].includes(thrown.status ?? 0);
		if (!isOptional || !isNotFound || run.client.succeeded.has('subscriber.get')) throw thrown;
		run.hints.add(
			`Later changes may be overwritten: subscribers could not be read again. Check "subscriber.get" in 'Endpoint Paths'.`,
		);
	});
	return fields ? updatedSubscriber(known, fields) : known;
}

/** @throws UserFacingError also if the response has no subscriber */
export async function fetchSubscriber({ request }: ItemInput, { client }: Run, id: string, sending?: Sending) {
	const pathValues = { ...request.pathValues, subscriber: id };
	const response = await client.send({ key: 'subscriber.get', pathValues, names: request.names, sending });
	const fields = subscriberFields(response);
	if (idOf(fields) === undefined) throw notShown('the subscriber', 'uuid');
	return fields;
}

/** For a response without a field on which a change depends. */
export function notShown(what: string, field: string): UserFacingError {
	const advice = `Check the path of "subscriber.get" in 'Endpoint Paths' of the credential.`;
	const details = `The response has no '${field}'. Nothing was changed without it. ${advice}`;
	return new UserFacingError(`The service does not show ${what}`, details);
}
