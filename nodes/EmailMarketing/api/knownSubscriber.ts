/** A subscriber as a contact list shows it, and what a row would change in it. */

import type { IDataObject } from 'n8n-workflow';

import { isEmptyCell } from '../shared/columns/plain';
import { isRecord, type JsonRecord } from '../shared/isRecord';
import { readId } from '../shared/readId';
import { textOf } from '../shared/textOf';
import { userFacing, UserFacingError } from '../shared/UserFacingError';
import { fieldsOf, idOf } from './listEntries';
import { isNoTime } from './noTime';
import { shownTags } from './shownTags';

/** What Create or Update and Sync List compare; a list of 100,000 has to fit into memory, so it is no more than that. */
export interface KnownSubscriber {
	/** Its UUID, or its ID where the service gives no UUID. */
	readonly id: unknown;
	readonly email: unknown;
	readonly firstName: unknown;
	readonly lastName: unknown;
	/** `undefined` where the service does not show any. */
	readonly tags?: readonly string[];
	/** `undefined` where the service does not say. */
	readonly isSubscribed?: boolean;
}

/** Reads an entry of a list or an answer. Whoever has opted out anywhere in it has opted out. */
export function knownSubscriber(entry: unknown): KnownSubscriber {
	const fields = fieldsOf(entry);
	return {
		id: idOf(fields),
		email: fields.email,
		firstName: fields.first_name,
		lastName: fields.last_name,
		tags: shownTags(fields.tags),
		isSubscribed: isOptedOut(entry) ? false : isSubscribedOf(fields),
	};
}

/**
 * The ID by which the service can be asked for somebody whom it has shown.
 * @throws UserFacingError when it gives none that can stand in a path
 */
export function idOfKnown({ id, email }: KnownSubscriber): string {
	const read = idOrReason(id);
	if (typeof read === 'string') return read;
	const who = typeof email === 'string' && email !== '' ? email : 'the subscriber';
	throw new UserFacingError(
		`The service gives no usable ID for ${who}`,
		`${read.reason}. Without an ID nobody can be named to the service. See what it shows of them with 'Subscriber' → 'Get Many', with 'Simplify' off. Nothing was changed for this item.`,
	);
}

function idOrReason(id: unknown): string | { readonly reason: string } {
	try {
		return readId(id, 'ID');
	} catch (thrown) {
		return { reason: userFacing(thrown).message };
	}
}

/** What services write for yes and no, in whatever case. */
const yes: readonly string[] = ['true', '1', 'yes', 'y', 't'];
const no: readonly string[] = ['false', '0', 'no', 'n', 'f'];

/** The fields in which services put a state, the plainest first; a `state` may also be a part of a country. */
const stateFields = ['subscription_status', 'status', 'state'] as const;

/** What the states say. Others, such as "pending", say neither. */
const states: ReadonlyMap<string, boolean> = new Map([
	...['subscribed', 'active'].map((state) => [state, true] as const),
	...['unsubscribed', 'bounced', 'complained', 'cleaned', 'suppressed', 'blocked', 'inactive'].map(
		(state) => [state, false] as const,
	),
]);

function isOptedOut(entry: unknown): boolean {
	return (
		isRecord(entry) && [entry, entry.attributes].some((fields) => isRecord(fields) && isSubscribedOf(fields) === false)
	);
}

function isSubscribedOf(fields: JsonRecord): boolean | undefined {
	const { is_subscribed: isSubscribed, unsubscribed_at: unsubscribedAt } = fields;
	const word = wordOf(isSubscribed);
	if (yes.includes(word)) return true;
	// Who has left and come back may still have the day of leaving, so it counts only where nothing else is said.
	if (no.includes(word) || !isNoTime(unsubscribedAt)) return false;
	return isEmptyCell(isSubscribed) ? byStateOf(fields) : undefined;
}

/** What a state says where nothing else does: one that speaks against mail outweighs the others. */
function byStateOf(fields: JsonRecord): boolean | undefined {
	const words = stateFields.map((field) => wordOf(fields[field])).filter((word) => word !== '');
	return words.some((word) => states.get(word) === false) ? false : states.get(words[0] ?? '');
}

/** A value as a word to compare, and nothing where it is none. */
function wordOf(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
}

/** How an output shows a subscriber that was not sent anywhere. */
export function shownSubscriber({ id, email, firstName, lastName, tags, isSubscribed }: KnownSubscriber): IDataObject {
	const shown = { uuid: id, email, first_name: firstName, last_name: lastName, tags, is_subscribed: isSubscribed };
	return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)) as IDataObject;
}

/** What the tags that are sent do to those that are there. */
export type TagsMode = 'replace' | 'add' | 'remove';

/**
 * The tags that somebody has afterwards.
 * @param present `undefined` where the service does not show them
 * @throws UserFacingError when they depend on those that are there, and are not known
 */
export function tagsAfter(present: readonly string[] | undefined, given: readonly string[], mode: TagsMode): string[] {
	if (mode === 'replace') return [...new Set(given)];
	if (present === undefined) throw unknownTags();
	const named = new Set((mode === 'add' ? present : given).map(written));
	return mode === 'add'
		? [...present, ...new Set(given.filter((tag) => !named.has(written(tag))))]
		: present.filter((tag) => !named.has(written(tag)));
}

/** Field of the API → its value before and after. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * What a row changes: only fields that it gives, and only where they differ. Blanks at the ends and the order of tags make no difference,
 * because services drop them, and the same row would change the same subscriber again and again.
 * @param row a body as Create sends it
 */
export function changesBy(row: IDataObject, subscriber: KnownSubscriber, mode: TagsMode): Changes {
	const { firstName, lastName, tags } = subscriber;
	const names = { first_name: firstName, last_name: lastName };
	const changes: Record<string, { from: unknown; to: unknown }> = {};
	for (const [field, from] of Object.entries(names)) {
		const to = row[field];
		if (to !== undefined && written(to) !== written(from)) changes[field] = { from: from ?? null, to };
	}
	if (Array.isArray(row.tags)) {
		const to = tagsAfter(tags, row.tags as string[], mode);
		// Tags that are not shown may be any.
		if (tags === undefined || !areSame(tags, to)) changes.tags = { from: tags ?? null, to };
	}
	return changes;
}

/** The body that makes the changes. */
export function bodyOf(changes: Changes): IDataObject {
	return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as IDataObject;
}

function unknownTags(): UserFacingError {
	return new UserFacingError(
		'The service does not show the tags of this subscriber',
		"Without those that are there, none can be added or removed. Set 'Tags Mode' to replace, and give all tags that the subscriber is to have. Nothing was changed for this item.",
	);
}

/** A subscriber after the changes. */
export function withChanges(subscriber: KnownSubscriber, changes: Changes): KnownSubscriber {
	const { first_name: firstName, last_name: lastName, tags } = changes;
	return {
		...subscriber,
		firstName: firstName?.to ?? subscriber.firstName,
		lastName: lastName?.to ?? subscriber.lastName,
		tags: (tags?.to as string[] | undefined) ?? subscriber.tags,
	};
}

function written(value: unknown): string {
	return textOf(value ?? '')
		.trim()
		.normalize('NFC');
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
	const normal = new Set(some.map(written));
	return normal.size === new Set(others.map(written)).size && others.every((tag) => normal.has(written(tag)));
}
