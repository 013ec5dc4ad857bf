import type { IDataObject } from 'n8n-workflow';

import type { Subscriber } from '../../../api/subscriber';
import type { Row } from '../../../rows/parseRow';
import { normalized, plainText, textOf } from '../../../shared/text';
import { UserFacingError } from '../../../shared/UserFacingError';
import { defined, leavesEmpty } from '../../../shared/values';

type TagsMode = 'replace' | 'add' | 'remove';

/** The tags of a subscriber afterwards. Throws `unknownTags` if they depend on existing tags that are not shown. */
export function tagsAfter(present: readonly string[] | undefined, given: readonly string[], mode: TagsMode): string[] {
	// Case is ignored; the first spelling is used.
	const asked = new Map<string, string>();
	for (const tag of given) if (!asked.has(tagKey(tag))) asked.set(tagKey(tag), tag);
	const distinct = [...asked.values()];
	if (mode === 'replace') return distinct;
	if (present === undefined) throw unknownTags;
	const there = new Set(present.map(tagKey));
	if (mode === 'add') return [...present, ...distinct.filter((tag) => !there.has(tagKey(tag)))];
	return present.filter((tag) => !asked.has(tagKey(tag)));
}

/** Equal for all spellings of a tag. */
export function tagKey(tag: string): string {
	return comparable(tag).toLowerCase();
}

export const unknownTags = new UserFacingError(
	'The service does not show the tags of this subscriber',
	"Without them none can be added or removed. Set all tags with 'Subscriber' → 'Update'. Nothing was changed for this item.",
);

/** Field of the API → its value before and after. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * What a row (a body of Create) changes: fields that it has and that differ. Outer spaces and the order and case of
 * tags are ignored: services drop them, so the same row would change the same subscriber every time.
 */
export function diff(row: IDataObject, { firstName, lastName, tags }: Subscriber, mode: TagsMode): Changes {
	const changes: Record<string, { from: unknown; to: unknown }> = {};
	for (const [field, from] of Object.entries({ first_name: firstName, last_name: lastName })) {
		const to = row[field];
		if (to !== undefined && comparable(to) !== comparable(from)) changes[field] = { from: from ?? null, to };
	}
	if (Array.isArray(row.tags) && !(mode === 'add' && row.tags.length === 0)) {
		// Tags that are not shown count as different.
		const to = tags === undefined ? row.tags : tagsAfter(tags, row.tags as string[], mode);
		if (tags === undefined || !areSameTags(tags, to as string[])) changes.tags = { from: tags ?? null, to };
	}
	// Lists may not show the others, such as a phone number: they count as different.
	const others = Object.entries(row).filter(([field]) => !knownFields.includes(field));
	for (const [field, to] of others) changes[field] = { from: null, to };
	return changes;
}

export interface RowRules {
	readonly tags: 'add' | 'replace';
	readonly resubscribe?: boolean;
	/** The rows are only the people with this tag. `tags` is then `add`: other sheets may sync the same people. */
	readonly onlyTag?: string;
	/** Tags as the list spells them. */
	readonly spell?: (tags: readonly string[]) => readonly string[];
}

/** The changes that a row makes, subscription included. */
export function rowChanges(
	{ body, isSplit }: Pick<Row, 'body' | 'isSplit'>,
	present: Subscriber,
	{ tags, resubscribe, onlyTag, spell = (given) => given }: RowRules,
): Changes {
	const own = body.tags as string[] | undefined;
	const given = onlyTag === undefined ? own : [...(own ?? []), onlyTag];
	const keepsName = isSplit === true && isSplitElsewhere(withChanges({}, body), present);
	const named = keepsName ? { ...body, first_name: undefined, last_name: undefined } : body;
	const row = given === undefined ? named : { ...named, tags: [...spell(given)] };
	const changes = diff(row, present, tags);
	const isBack = resubscribe === true && present.isSubscribed === false;
	return isBack ? { ...changes, is_subscribed: { from: false, to: true } } : changes;
}

/** Fields of a row that are compared or, like the subscription, never set by an update. */
const knownFields = ['email', 'first_name', 'last_name', 'tags', 'is_subscribed', 'unsubscribed_at'];

export function changedValues(changes: Changes): IDataObject {
	return Object.fromEntries(Object.entries(changes).map(([field, { to }]) => [field, to])) as IDataObject;
}

export function withChanges(subscriber: Subscriber, values: IDataObject): Subscriber {
	const { email, first_name: firstName, last_name: lastName, tags } = values;
	return { ...subscriber, ...defined({ email, firstName, lastName, tags }) } as Subscriber;
}

/** As in a sentence: `Ann Lee` */
export function nameOf({ firstName, lastName }: Subscriber): string {
	const names = [firstName, lastName].map((name) => textOf(name).trim());
	return names.join(' ').trim();
}

/** Whether two names are the same but for where the first name ends: `Victoria | Longoria Galarza`. */
function isSplitElsewhere(one: Subscriber, other: Subscriber): boolean {
	const [name, otherName] = [one, other].map((person) => plainText(nameOf(person)));
	const [first, otherFirst] = [one, other].map(({ firstName }) => plainText(textOf(firstName)));
	return name === otherName && first !== otherFirst;
}

function comparable(value: unknown): string {
	return normalized(textOf(value).trim(), 'NFC');
}

function areSameTags(some: readonly string[], others: readonly string[]): boolean {
	const keys = new Set(some.map(tagKey));
	return keys.size === new Set(others.map(tagKey)).size && others.every((tag) => keys.has(tagKey(tag)));
}

/** Whether the state, tags or time of change differ between two readings that show them. */
export function hasChanged(before: Subscriber, after: Subscriber): boolean {
	if (before.tags && after.tags && !areSameTags(before.tags, after.tags)) return true;
	const fields = ['isSubscribed', 'updatedAt'] as const;
	const shown = fields.filter((field) => before[field] !== undefined && after[field] !== undefined);
	return shown.some((field) => before[field] !== after[field]);
}

/** All known, non-empty fields, with the changes: works whether a PUT replaces or merges, which is not documented. */
export function updateBody({ email, firstName, lastName, tags }: Subscriber, changes: IDataObject): IDataObject {
	const known = { email, first_name: firstName, last_name: lastName, tags };
	const filled = Object.entries(known).filter(([, value]) => !leavesEmpty(value));
	return { ...Object.fromEntries(filled), ...changes } as IDataObject;
}

/** The subscriber's ID for a path. Throws if the service shows none that can be part of one. */
export function subscriberId({ id, email }: Subscriber): string {
	const isUsable = typeof id === 'string' ? !['', '.', '..'].includes(id.trim()) : Number.isSafeInteger(id);
	if (isUsable) return textOf(id).trim();
	const name = leavesEmpty(email) ? 'the subscriber' : textOf(email);
	const advice = "Check them with 'Subscriber' → 'Get Many', with 'Simplify' off. Nothing was changed for this item.";
	throw new UserFacingError(`The service shows no usable ID for ${name}`, advice);
}
