/** A subscriber as the service shows it, and what changes in it. The fields are documented. */

import type { IDataObject } from 'n8n-workflow';

import { isRecord, leavesEmpty, type JsonRecord } from '../shared/values';
import { textOf } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { idOf, unwrap } from './response';

/** What operations compare and send. A field is `undefined` where the service does not show it. */
export interface Subscriber {
	/** Its UUID, or its ID where the service gives no UUID. */
	readonly id: unknown;
	readonly email: unknown;
	readonly firstName: unknown;
	readonly lastName: unknown;
	readonly tags?: readonly string[];
	readonly isSubscribed?: boolean;
	/** As the service writes it. */
	readonly updatedAt?: unknown;
	/** When the response that shows all this arrived, in ms since 1970. */
	readonly readAt?: number;
}

/** A new subscriber, with nothing known yet. */
export const emptySubscriber: Subscriber = {
	id: undefined,
	email: undefined,
	firstName: undefined,
	lastName: undefined,
};

/** Parses an entry of a list, or a response with the subscriber alone or in its envelope. */
export function parseSubscriber(entry: unknown): Subscriber {
	const fields = subscriberFields(entry);
	return {
		id: idOf(fields),
		email: fields.email,
		firstName: fields.first_name,
		lastName: fields.last_name,
		tags: tagsIn(fields.tags),
		isSubscribed: parseState(fields.is_subscribed, fields.unsubscribed_at),
		updatedAt: fields.updated_at,
	};
}

/** The fields of a subscriber, alone or in its envelope. */
export function subscriberFields(response: unknown): JsonRecord {
	return isRecord(response) ? unwrap(response, 'subscriber') : {};
}

function tagsIn(tags: unknown): string[] | undefined {
	if (tags === null) return [];
	return Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? tags : undefined;
}

/** A database may store the flag as 0 or 1. Where there is no flag, the time of unsubscribing says it. */
function parseState(isSubscribed: unknown, unsubscribedAt: unknown): boolean | undefined {
	if (isSubscribed === true || isSubscribed === 1) return true;
	if (isSubscribed === false || isSubscribed === 0) return false;
	return leavesEmpty(unsubscribedAt) ? undefined : false;
}

/** The ID by which the service can be asked for a subscriber that it has shown. @throws UserFacingError when it gives none that can be part of a path */
export function subscriberId({ id, email }: Subscriber): string {
	const isUsable = typeof id === 'string' ? !['', '.', '..'].includes(id.trim()) : Number.isSafeInteger(id);
	if (isUsable) return textOf(id).trim();
	throw new UserFacingError(
		`The service shows no usable ID for ${leavesEmpty(email) ? 'the subscriber' : textOf(email)}`,
		"Check them with 'Subscriber' → 'Get Many', with 'Simplify' off. Nothing was changed for this item.",
	);
}

/** How an output shows a subscriber. */
export function subscriberOutput({ id, email, firstName, lastName, tags, isSubscribed }: Subscriber): IDataObject {
	const shown = { uuid: id, email, first_name: firstName, last_name: lastName, tags, is_subscribed: isSubscribed };
	return defined(shown) as IDataObject;
}

/** A subscriber as the latest response shows it; fields that it lacks are as expected. */
export function updatedSubscriber(expected: Subscriber, response: unknown): Subscriber {
	return { ...expected, ...defined(parseSubscriber(response)), readAt: Date.now() };
}

/** Whether all four fields are known: a PUT that replaces would empty the others. */
export function isComplete({ email, firstName, lastName, tags }: Subscriber): boolean {
	return [email, firstName, lastName, tags].every((field) => field !== undefined);
}

/** Others may have changed an older reading. */
const maxAgeMs = 60_000;

/** Whether a subscriber was read within the last minute. */
export function isFresh({ readAt = 0 }: Subscriber): boolean {
	return Date.now() - readAt <= maxAgeMs;
}

/** Whether a subscriber's state, tags or time of change differ between two readings that show them. */
export function hasChanged(before: Subscriber, after: Subscriber): boolean {
	if (before.tags && after.tags && !areSameTags(before.tags, after.tags)) return true;
	const fields = ['isSubscribed', 'updatedAt'] as const;
	const shown = fields.filter((field) => before[field] !== undefined && after[field] !== undefined);
	return shown.some((field) => before[field] !== after[field]);
}

/** The body of an update: what is known and not empty, merged with what changes. Whether a PUT replaces the subscriber or merges its fields is not documented; this is right for both. */
export function updateBody({ email, firstName, lastName, tags }: Subscriber, changes: IDataObject): IDataObject {
	const known = { email, first_name: firstName, last_name: lastName, tags };
	const filled = Object.entries(known).filter(([, value]) => !leavesEmpty(value));
	return { ...Object.fromEntries(filled), ...changes } as IDataObject;
}

/** What the tags of a row do to those that are there. */
export type TagsMode = 'replace' | 'add' | 'remove';

/** The tags of a subscriber afterwards. @param present `undefined` where the service does not show them @throws UserFacingError when they depend on those that are there, and are not known */
export function tagsAfter(present: readonly string[] | undefined, given: readonly string[], mode: TagsMode): string[] {
	// Case makes no difference; the first spelling counts.
	const asked = new Map<string, string>();
	for (const tag of given) if (!asked.has(tagKey(tag))) asked.set(tagKey(tag), tag);
	const distinct = [...asked.values()];
	if (mode === 'replace') return distinct;
	if (present === undefined) throw unknownTags;
	const there = new Set(present.map(tagKey));
	if (mode === 'add') return [...present, ...distinct.filter((tag) => !there.has(tagKey(tag)))];
	return present.filter((tag) => !asked.has(tagKey(tag)));
}

function tagKey(tag: string): string {
	return comparable(tag).toLowerCase();
}

export const unknownTags = new UserFacingError(
	'The service does not show the tags of this subscriber',
	"Without them none can be added or removed. Set all tags with 'Subscriber' → 'Update'. Nothing was changed for this item.",
);

/** Field of the API → its value before and after. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * What a row changes: only fields that it has, and only where they differ. Spaces at the ends, and the order and case of tags, make no difference,
 * because services drop them, and the same row would change the same subscriber again and again.
 * @param row a body as Create sends it
 */
export function diff(row: IDataObject, { firstName, lastName, tags }: Subscriber, mode: TagsMode): Changes {
	const changes: Record<string, { from: unknown; to: unknown }> = {};
	for (const [field, from] of Object.entries({ first_name: firstName, last_name: lastName })) {
		const to = row[field];
		if (to !== undefined && comparable(to) !== comparable(from)) changes[field] = { from: from ?? null, to };
	}
	if (Array.isArray(row.tags) && !(mode === 'add' && row.tags.length === 0)) {
		// Tags that are not shown may be any.
		const to = tags === undefined ? row.tags : tagsAfter(tags, row.tags as string[], mode);
		if (tags === undefined || !areSameTags(tags, to as string[])) changes.tags = { from: tags ?? null, to };
	}
	return changes;
}

/** The values after the changes, as a body sends them. */
export function changedValues(changes: Changes): IDataObject {
	return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as IDataObject;
}

/** A subscriber after the changes. */
export function withChanges(subscriber: Subscriber, values: IDataObject): Subscriber {
	const { email, first_name: firstName, last_name: lastName, tags } = values;
	return { ...subscriber, ...defined({ email, firstName, lastName, tags }) } as Subscriber;
}

function defined<T extends object>(fields: T): Partial<T> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function comparable(value: unknown): string {
	return textOf(value ?? '')
		.trim()
		.normalize('NFC');
}

function areSameTags(some: readonly string[], others: readonly string[]): boolean {
	const keys = new Set(some.map(tagKey));
	return keys.size === new Set(others.map(tagKey)).size && others.every((tag) => keys.has(tagKey(tag)));
}

/** Whether a create updated an existing subscriber, as in SendPortal and MailerLite: `updated_at` is much later. */
export function wasThere({ created_at: createdAt, updated_at: updatedAt }: JsonRecord): boolean {
	return parseTime(createdAt) > 0 && parseTime(updatedAt) > parseTime(createdAt) + 60_000;
}

/** Ms since 1970 of ISO 8601, `YYYY-MM-DD HH:MM[:SS]` or Unix seconds; UTC without a zone (inferred). 0 for no time. */
export function parseTime(value: unknown): number {
	if (typeof value !== 'string' && typeof value !== 'number') return 0;
	const text = String(value).trim();
	if (/^[1-9]\d{9}$/.test(text)) return Number(text) * 1000;
	const [, date, time = '00:00', zone = 'Z'] =
		/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? [];
	const ms = date === undefined ? NaN : Date.parse(`${date}T${time}${zone}`);
	return ms > 0 ? ms : 0;
}
