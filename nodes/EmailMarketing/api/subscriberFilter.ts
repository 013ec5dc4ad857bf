/** Filters subscribers of a list that was read: no operation of the service is known to filter. */

import { isRecord } from '../shared/isRecord';
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
		if (wantedTags.size > 0 && !tagsOf(subscriber).some((tag) => wantedTags.has(tag))) return false;
		const state = status === 'all' ? status : statusOf(subscriber);
		return state === undefined ? undefined : state === status;
	};
}

/** What services write for yes and no. */
const subscribed: readonly unknown[] = [true, 1, '1', 'true'];
const unsubscribed: readonly unknown[] = [false, 0, '0', 'false'];

function statusOf(subscriber: unknown): 'subscribed' | 'unsubscribed' | undefined {
	const state = fieldOf(subscriber, 'is_subscribed');
	if (subscribed.includes(state)) return 'subscribed';
	// Who has left and come back may still have the day of leaving, so it counts only where nothing else is said.
	return unsubscribed.includes(state) || fieldOf(subscriber, 'unsubscribed_at') ? 'unsubscribed' : undefined;
}

/** Tags as a list, as a list that PHP has made an object of, as text with commas, or as things with a name. */
function tagsOf(subscriber: unknown): string[] {
	const tags = fieldOf(subscriber, 'tags');
	const listed: unknown[] = typeof tags === 'string' ? tags.split(',') : Object.values(tags ?? {});
	return listed.map((tag) => comparable(isRecord(tag) ? tag.name : tag));
}

function comparable(tag: unknown): string {
	return String(tag).trim().toLowerCase();
}

/** JSON:API puts an entry's fields under `attributes`. */
function fieldOf(entry: unknown, name: string): unknown {
	if (!isRecord(entry)) return undefined;
	return entry[name] ?? (isRecord(entry.attributes) ? entry.attributes[name] : undefined);
}
