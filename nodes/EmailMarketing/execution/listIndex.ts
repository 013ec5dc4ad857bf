import { addressKey, isDisguised } from '../api/emailAddress';
import { knownSubscriber, type KnownSubscriber } from '../api/knownSubscriber';
import type { DisplayNames } from '../shared/names';
import { textOf } from '../shared/textOf';
import { UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import { fetchPages } from '../transport/fetchPages';
import type { Call } from './Operation';

/** A contact list by email: no operation of the service finds a subscriber by it. */
export interface ListIndex {
	/** By `addressKey`; the same email may stand in a list more than once. Those without an email are under ''. */
	readonly byEmail: ReadonlyMap<string, readonly KnownSubscriber[]>;
	/** How many entries were read. */
	readonly count: number;
	/** Why somebody may be in the list who is not in the index: then nothing may rest on an absence. */
	readonly doubt?: string;
	/** Whether somebody may have moved between its pages while it was read. */
	readonly mayHaveMoved: boolean;
}

/** Reads a contact list, once for all items of a run. */
export async function listIndex(client: ApiClient, contactList: string, names?: DisplayNames): Promise<ListIndex> {
	return await client.once(nameOf(contactList), async () => await readList(client, contactList, names));
}

/**
 * The same, for what rests on whether these are in it: where one of them is not, and the list has several pages, it is read a second time.
 * While it is read, somebody may leave and another join: then whoever moves to a page that was read already is on none, and the numbers fit.
 * @param keys `addressKey`s
 */
export async function listIndexFor(
	client: ApiClient,
	contactList: string,
	keys: Iterable<string>,
	names?: DisplayNames,
): Promise<ListIndex> {
	const index = await listIndex(client, contactList, names);
	if (!index.mayHaveMoved || index.doubt !== undefined || [...keys].every((key) => index.byEmail.has(key)))
		return index;
	return await client.once(`${nameOf(contactList)}, read again`, async () => {
		const again = await readList(client, contactList, names);
		const ids = new Set(everybodyIn(again).map(({ id }) => id));
		const before = everybodyIn(index).filter(({ id }) => id !== undefined && !ids.has(id));
		return indexOf([...everybodyIn(again), ...before], again.doubt, false);
	});
}

function everybodyIn({ byEmail }: ListIndex): KnownSubscriber[] {
	return [...byEmail.values()].flat();
}

async function readList(client: ApiClient, contactList: string, names?: DisplayNames): Promise<ListIndex> {
	const { items, shortfall, mayHaveMoved } = await fetchPages(client, {
		key: 'subscriber.getAll',
		pathValues: { contactList },
		names,
	});
	return indexOf(items.map(knownSubscriber), shortfall, mayHaveMoved);
}

function indexOf(subscribers: readonly KnownSubscriber[], shortfall?: string, mayHaveMoved = false): ListIndex {
	const byEmail = new Map<string, KnownSubscriber[]>();
	for (const subscriber of subscribers) {
		const key = addressKey(subscriber.email);
		const same = byEmail.get(key);
		// One without an ID stays in the index: it is there, but cannot be named, and whoever asks for it is told so.
		if (same === undefined) byEmail.set(key, [subscriber]);
		else if (subscriber.id === undefined || !same.some(({ id }) => id === subscriber.id)) same.push(subscriber);
	}
	const illegible = subscribers.filter(({ email }) => addressKey(email) === '' || isDisguised(email));
	const example = illegible.map(({ email }) => textOf(email ?? '').slice(0, 60)).find((text) => text !== '');
	const doubt =
		shortfall ??
		(illegible.length > 0
			? `${illegible.length} of its ${subscribers.length} entries came without a legible email${example === undefined ? '' : ` (such as ${example})`}.`
			: undefined);
	return { byEmail, count: subscribers.length, doubt, mayHaveMoved };
}

/**
 * The contact list of a call, for what rests on whether these are in it.
 * @param keys `addressKey`s
 * @throws UserFacingError when the list may have been read incompletely
 */
export async function completeListIndex({ client, request }: Call, keys: Iterable<string>): Promise<ListIndex> {
	return complete(await listIndexFor(client, request.pathValues.contactList ?? '', keys, request.names));
}

/** The same, read anew: for what rests on what this run has changed in it. */
export async function completeListNow({ client, request }: Call): Promise<ListIndex> {
	return complete(await readList(client, request.pathValues.contactList ?? '', request.names));
}

function complete(index: ListIndex): ListIndex {
	if (index.doubt === undefined) return index;
	const advice = [...index.byEmail.keys()].some((key) => key === '' || isDisguised(key))
		? " Entries without an email can be found with 'Subscriber' → 'Get Many', and completed or deleted. Where an email shows the sign \uFFFD, or signs of HTML such as &amp; or <, tell the support of the service."
		: '';
	throw new UserFacingError(
		'The contact list may have been read incompletely',
		`${index.doubt} So nobody can be said not to be in it.${advice}`,
	);
}

/** Of an email that several have. @param whatToDo for one who meant one of them */
export function severalHave(count: number, whatToDo: string): UserFacingError {
	return new UserFacingError(
		`${count} subscribers of the contact list have this email`,
		`It cannot be told which of them is meant. ${whatToDo} Nothing was changed for this item.`,
	);
}

/** Whether the list has been read in this run, or is being read. */
export function hasListIndex(client: ApiClient, contactList: string): boolean {
	return client.hasBegun(nameOf(contactList));
}

function nameOf(contactList: string): string {
	return `contact list ${contactList}`;
}
