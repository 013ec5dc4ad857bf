/** Filters subscribers of a list that was read: no operation of the service is known to filter. */

import { isRecord } from '../shared/values';
import { readTags } from './requestBody';
import { parseSubscriber } from './subscriber';

/**
 * The filter that 'Filters' describe: `{status: 'all' | 'subscribed' | 'unsubscribed', tags}`, each of them optional.
 * A subscriber has to have the status, and at least one of the tags, whatever their case.
 * @returns `undefined` when every subscriber fits
 * @throws UserFacingError when the tags are neither text nor a list of texts
 */
export function readSubscriberFilter(filters: unknown): ((subscriber: unknown) => boolean) | undefined {
	const { status = 'all', tags } = isRecord(filters) ? filters : {};
	const wantedTags = new Set(readTags(tags ?? '').map((tag) => tag.toLowerCase()));
	if (status === 'all' && wantedTags.size === 0) return undefined;
	return (subscriber) => {
		const { tags: present = [], isSubscribed } = parseSubscriber(subscriber);
		if (wantedTags.size > 0 && !present.some((tag) => wantedTags.has(tag.toLowerCase()))) return false;
		return status === 'all' || isSubscribed === (status === 'subscribed');
	};
}
