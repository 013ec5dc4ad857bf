/** What a row would change in a subscriber, and the subscriber afterwards. */

import type { IDataObject } from 'n8n-workflow';

import { textOf } from '../shared/textOf';
import { UserFacingError } from '../shared/UserFacingError';
import { knownSubscriber, type KnownSubscriber } from './knownSubscriber';

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

/** What a body changes that is sent whatever is there. */
export function changesTo(body: IDataObject, { firstName, lastName, tags }: KnownSubscriber): Changes {
	const before: Readonly<Record<string, unknown>> = { first_name: firstName, last_name: lastName, tags };
	return Object.fromEntries(Object.entries(body).map(([field, to]) => [field, { from: before[field], to }]));
}

/** The body that makes the changes. */
export function bodyOf(changes: Changes): IDataObject {
	return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as IDataObject;
}

/** The changes that an answer does not show: there is still what was there before. @returns their fields */
export function stillAsBefore(changes: Changes, answer: IDataObject): string[] {
	const { firstName, lastName, tags } = knownSubscriber(answer);
	const shown: Readonly<Record<string, unknown>> = { first_name: firstName, last_name: lastName, tags };
	return Object.entries(changes)
		.filter(([field, { from, to }]) => {
			const is = shown[field];
			return is !== undefined && isSame(is, from) && !isSame(is, to);
		})
		.map(([field]) => field);
}

function isSame(one: unknown, other: unknown): boolean {
	if (Array.isArray(one) || Array.isArray(other)) return areSame((one ?? []) as string[], (other ?? []) as string[]);
	return written(one) === written(other);
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
