/** A subscriber as the service shows it. The fields are documented. */

import type { IDataObject } from 'n8n-workflow';

import { defined, fieldsOf, leavesEmpty, parseFlag, type JsonRecord } from '../shared/values';
import { idOf, unwrap } from './response';

/** The fields that operations compare and send; `undefined` if the service does not show one. */
export interface Subscriber {
	/** Its UUID, or its ID if there is no UUID. */
	readonly id?: unknown;
	readonly email?: unknown;
	readonly firstName?: unknown;
	readonly lastName?: unknown;
	readonly tags?: readonly string[];
	readonly isSubscribed?: boolean;
	/** As the service writes them. */
	readonly createdAt?: unknown;
	readonly updatedAt?: unknown;
	/** When the latest response with these values arrived, in ms since 1970. */
	readonly readAt?: number;
}

/** Parses an entry of a list, or a response with the subscriber alone or in its envelope. */
export function parseSubscriber(entry: unknown): Subscriber {
	const fields = subscriberFields(entry);
	return {
		id: idOf(fields),
		email: fields.email,
		firstName: fields.first_name,
		lastName: fields.last_name,
		tags: tagsIn(fields.tags),
		// Without a flag, a time of unsubscribing counts.
		isSubscribed: parseFlag(fields.is_subscribed) ?? (leavesEmpty(fields.unsubscribed_at) ? undefined : false),
		createdAt: fields.created_at,
		updatedAt: fields.updated_at,
	};
}

export function subscriberFields(response: unknown): JsonRecord {
	return unwrap(fieldsOf(response), 'subscriber');
}

function tagsIn(tags: unknown): string[] | undefined {
	if (tags === null) return [];
	return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
}

export function subscriberOutput({ id, email, firstName, lastName, tags, isSubscribed }: Subscriber): IDataObject {
	const shown = { uuid: id, email, first_name: firstName, last_name: lastName, tags, is_subscribed: isSubscribed };
	return defined(shown) as IDataObject;
}

/** A subscriber as the latest response shows it; fields missing from it are as expected. */
export function updatedSubscriber(expected: Subscriber, response: unknown): Subscriber {
	return { ...expected, ...defined(parseSubscriber(response)), readAt: Date.now() };
}

/** Whether all four fields are known: a PUT that replaces would empty the others. */
export function isComplete({ email, firstName, lastName, tags }: Subscriber): boolean {
	return [email, firstName, lastName, tags].every((field) => field !== undefined);
}

/** `Thu, 26 Nov 2026 18:40:00 +0000`: Carbon's `toRfc2822String`, and the Date header. */
const rfc2822 = /^([a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(:\d\d)? (GMT|UTC|UT|[+-]\d{4})$/i;

const minuteMs = 60_000;
const twoDaysMs = 48 * 60 * minuteMs;

/**
 * Whether a create found an existing subscriber, as in SendPortal and MailerLite: `created_at` is much earlier than
 * `updated_at`, or more than two days ago. A shorter time would be unsafe: dates may come without hour and time zone.
 */
export function wasThere({ created_at: createdAt, updated_at: updatedAt }: JsonRecord): boolean {
	const latest = Math.max(parseTime(updatedAt), Date.now() - twoDaysMs);
	return parseTime(createdAt) > 0 && latest > parseTime(createdAt) + minuteMs;
}

/** Whether all times are known, and none is later than the one before. */
export function isNewestFirst(times: readonly number[]): boolean {
	return times.every((time, index) => time > 0 && time <= (times[index - 1] ?? time));
}

/**
 * Ms since 1970 of ISO 8601, `YYYY-MM-DD HH:MM[:SS]`, RFC 2822, or Unix time in seconds or milliseconds; UTC without a
 * zone (inferred). 0 for no time.
 */
export function parseTime(value: unknown): number {
	if (typeof value !== 'string' && typeof value !== 'number') return 0;
	const text = String(value).trim();
	if (/^[1-9]\d{9}$/.test(text)) return Number(text) * 1000;
	if (/^[1-9]\d{12}$/.test(text)) return Number(text);
	if (rfc2822.test(text)) return Date.parse(text) || 0;
	const [, date, time = '00:00', zone = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
	const ms = date === undefined ? NaN : Date.parse(`${date}T${time}${zone}`);
	return ms > 0 ? ms : 0;
}
