import { unwrap } from '../../../api/response';
import type { Call } from '../../../execution/Operation';
import { isRecord, type JsonRecord } from '../../../shared/isRecord';
import { refuseAnother } from './refuseAnother';

/**
 * A subscriber as the service shows it now, for what rests on that.
 * @param subscriber its ID @param known what is known of it
 * @throws UserFacingError where it cannot be read, or another is shown
 */
export async function readSubscriber(
	{ client, request }: Pick<Call, 'client' | 'request'>,
	subscriber: string,
	known: Call['known'],
): Promise<JsonRecord> {
	const { pathValues, names, isOptional } = request;
	const answer = await client.send({
		key: 'subscriber.get',
		pathValues: { ...pathValues, subscriber },
		names,
		isOptional,
	});
	refuseAnother(answer, subscriber, { known });
	return isRecord(answer) ? unwrap(answer, 'subscriber') : {};
}
