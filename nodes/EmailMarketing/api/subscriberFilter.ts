/** Filters subscribers of a list that was read: no operation of the service is known to filter. */

import { isRecord } from '../shared/isRecord';
import { knownSubscriber } from './knownSubscriber';
import { readTags } from './requestBody';

/** Whether a subscriber fits; `undefined` where it does not say what is asked. */
export type SubscriberFilter = (subscriber: unknown) => boolean | undefined;

/**
 * The filter that 'Filters' describe: `{status: 'all' | 'subscribed' | 'unsubscribed', tags}`, each of them optional.
 * A subscriber has to have the status, and at least one of the tags, whatever their case.
 * @returns `undefined` when every subscriber fits
 * @throws UserFacingError when the tags are neither text nor a list of texts
 */
export function readSubscriberFilter(filters: unknown): SubscriberFilter | undefined {
	const { status = 'all', tags } = isRecord(filters) ? filters : {};
	const wantedTags = new Set(readTags(tags ?? '').map(comparable));
	if (status === 'all' && wantedTags.size === 0) return undefined;
	return (subscriber) => {
		const { tags: present = [], isSubscribed } = knownSubscriber(subscriber);
		if (wantedTags.size > 0 && !present.some((tag) => wantedTags.has(comparable(tag)))) return false;
		if (status === 'all') return true;
		return isSubscribed === undefined ? undefined : isSubscribed === (status === 'subscribed');
	};
}

function comparable(tag: string): string {
	return tag.toLowerCase();
}
