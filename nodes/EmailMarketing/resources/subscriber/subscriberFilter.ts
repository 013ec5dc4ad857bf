/** Filters subscribers of a list that was read: no operation of the service is known to filter. */

import { ParameterError } from '../../shared/UserFacingError';
import { isEmpty, isRecord } from '../../shared/values';
import { parseTags } from '../../panel/requestBody';
import { parseSubscriber, parseTime, subscriberFields } from '../../api/subscriber';

export type Filter = (subscriber: unknown) => boolean;

/**
 * The filter that 'Filters' describe: `{status: 'all' | 'subscribed' | 'unsubscribed', tags, inactiveSince}`, each of them optional.
 * A subscriber has to have the status, at least one of the tags, whatever their case, and neither opened nor clicked an email since then.
 * @returns `undefined` when every subscriber fits
 * @throws ParameterError when the tags are neither text nor a list of texts, or the time is none
 */
export function parseSubscriberFilter(filters: unknown): Filter | undefined {
	const { status = 'all', tags, inactiveSince } = isRecord(filters) ? filters : {};
	const wantedTags = new Set(parseTags(tags ?? '').map((tag) => tag.toLowerCase()));
	const tests: Filter[] = [];
	if (wantedTags.size > 0)
		tests.push(
			(subscriber) => parseSubscriber(subscriber).tags?.some((tag) => wantedTags.has(tag.toLowerCase())) === true,
		);
	if (status !== 'all')
		tests.push((subscriber) => parseSubscriber(subscriber).isSubscribed === (status === 'subscribed'));
	if (!isEmpty(inactiveSince)) {
		const sinceMs = parseDay(inactiveSince);
		// The times are documented; who never opened or clicked has none.
		const times = (one: unknown): unknown[] => [subscriberFields(one).last_opened, subscriberFields(one).last_clicked];
		tests.push((subscriber) => times(subscriber).every((time) => parseTime(time) < sinceMs));
	}
	return tests.length === 0 ? undefined : (subscriber) => tests.every((fits) => fits(subscriber));
}

function parseDay(value: unknown): number {
	const time = parseTime(value instanceof Date ? value.toISOString() : value);
	if (time > 0) return time;
	throw new ParameterError(
		"'Inactive Since' is not a date",
		"Choose a date in 'Inactive Since', or return one from the expression.",
	);
}
