/** Filters the subscribers of a list that was read: the service documents no filters. */

import { ParameterError } from '../../shared/UserFacingError';
import { isEmpty, isRecord } from '../../shared/values';
import { parseTags } from '../../panel/requestBody';
import { parseSubscriber, parseTime, subscriberFields } from '../../api/subscriber';

export type Filter = (subscriber: unknown) => boolean;

/**
 * The filter for `{status?: 'all' | 'subscribed' | 'unsubscribed', tags?, inactiveSince?}`; `undefined` if all match.
 * Subscribers match with the status, at least one of the tags in any case, and no open or click since the time.
 * @throws ParameterError if the tags or the time cannot be read
 */
export function parseSubscriberFilter(filters: unknown): Filter | undefined {
	const { status = 'all', tags, inactiveSince } = isRecord(filters) ? filters : {};
	const wantedTags = new Set(parseTags(tags ?? '').map((tag) => tag.toLowerCase()));
	const tests: Filter[] = [];
	const isWanted = (tag: string): boolean => wantedTags.has(tag.toLowerCase());
	if (wantedTags.size > 0) tests.push((subscriber) => parseSubscriber(subscriber).tags?.some(isWanted) === true);
	if (status !== 'all')
		tests.push((subscriber) => parseSubscriber(subscriber).isSubscribed === (status === 'subscribed'));
	if (!isEmpty(inactiveSince)) {
		const sinceMs = parseTime(inactiveSince instanceof Date ? inactiveSince.toISOString() : inactiveSince);
		if (sinceMs === 0) throw noDate;
		// The times are documented; subscribers who never opened or clicked have none.
		const times = (one: unknown): unknown[] => [subscriberFields(one).last_opened, subscriberFields(one).last_clicked];
		tests.push((subscriber) => times(subscriber).every((time) => parseTime(time) < sinceMs));
	}
	return tests.length === 0 ? undefined : (subscriber) => tests.every((fits) => fits(subscriber));
}

const noDate = new ParameterError(
	"'Inactive Since' is not a date",
	"Choose a date in 'Inactive Since', or return one from the expression.",
);
