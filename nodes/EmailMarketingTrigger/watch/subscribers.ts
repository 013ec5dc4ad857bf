/** What happened to the subscribers of a contact list between two readings of it, told from documented fields alone: uuid, created_at, updated_at, is_subscribed, unsubscribed_at. */

import { sleep } from 'n8n-workflow';

import { inPortions } from '../../EmailMarketing/shared/loops';
import { changeOf, type Change, type Known } from './changes';
import type { Happened, Lack } from './entries';
import { packed, unpacked } from './Fingerprints';
import { factOf, keepAway, seenIn } from './people';
import { entriesOf, lackingIn, type Entry } from './subscriberEntries';
import { beginningOf, hiddenMs, isFrom, newestOf, overlapMs } from './windows';

/**
 * What is kept of a reading: no copy of the list, but who changed in the last hours before its newest change, and who is unsubscribed.
 * Times are the service's own, in ms since 1970.
 */
export interface SubscriberState extends Known {
	/** Who was created or updated since then, who is unsubscribed, and those of them who were there before and are not now. */
	readonly people: string;
	/** How many entries the list has had at most. */
	readonly most: number;
	/** When somebody was forgotten last, by n8n's clock. */
	readonly turnedMs: number;
	/** Whether the service says that there are more than it shows. */
	readonly isShort: boolean;
}

/** As of an empty list: everybody who comes is new. */
export const nobody: SubscriberState = {
	createdFrom: 0,
	updatedFrom: 0,
	newest: 0,
	people: '',
	most: 0,
	turnedMs: 0,
	isShort: false,
};

interface Reading {
	/** n8n's clock. It only has to be right to within hours. */
	readonly nowMs: number;
	/** How long the reading of the list took. */
	readonly tookMs: number;
	/** Whether the service says that there are more than it shows. */
	readonly isShort: boolean;
	/** Whom the reading before showed in a state that may have been outdated, by fingerprint. */
	readonly doubted: ReadonlySet<number>;
}

interface Comparison {
	readonly happened: readonly Happened[];
	/** Whom this one shows so. */
	readonly doubted: ReadonlySet<number>;
	readonly after: SubscriberState;
	readonly lacking: readonly Lack[];
}

const stepMs = 5 * 60 * 1000;

/** Compares a whole reading of a list with what is kept of the one before. @param before `undefined` on the first reading, after which nothing has happened yet */
export async function compareSubscribers(
	list: readonly unknown[],
	before: SubscriberState | undefined,
	{ nowMs, tookMs, isShort, doubted: wereDoubted }: Reading,
): Promise<Comparison> {
	const byName = await entriesOf(list);
	const entries = [...byName.values()];
	// In steps, so that what is kept stays the same while nothing happens.
	const windowMs =
		overlapMs + Math.ceil((2 * tookMs) / stepMs) * stepMs + (isShort && before !== undefined ? hiddenMs : 0);
	// Who is not shown at the beginning is not new when they are shown, unless they are: the newest that is shown says nothing of them.
	const first = isShort || entries.length === 0 ? nowMs - hiddenMs : 0;
	const newest = await newestOf(entries, nowMs);
	// The window never goes back: it would bring those who are known, and not kept in mind, as new ones. An empty list moves nothing.
	const windowFrom = (from: number | undefined, time: number): number =>
		Math.max(from ?? first, entries.length === 0 ? 0 : beginningOf(time, windowMs, nowMs));
	const createdFrom = windowFrom(before?.createdFrom, newest.createdAt);
	const updatedFrom = windowFrom(before?.updatedFrom, newest.updatedAt);
	// Of a long list each step takes long: n8n can do other work between them.
	await sleep(0);
	const known = unpacked(before?.people ?? '');
	await sleep(0);
	const people = new Map<number, number>();
	const changed: Array<{ readonly entry: Entry; readonly events: Change['events'] }> = [];
	const doubted = new Set<number>();
	await inPortions(entries, (entry) => {
		const fact = known.get(entry.name);
		const { events, seen, isDoubted } = changeOf(entry, {
			seen: fact === undefined ? undefined : seenIn(fact),
			wasDoubted: wereDoubted.has(entry.name),
			known: before,
		});
		if (events.length > 0) changed.push({ entry, events });
		if (isDoubted) doubted.add(entry.name);
		const isRecent = isFrom(createdFrom, entry.createdAt) || isFrom(updatedFrom, entry.updatedAt);
		if (seen !== undefined && (seen.hasLeft || isRecent)) people.set(entry.name, factOf(seen));
	});
	const most = Math.max(before?.most ?? 0, entries.length);
	const turnedMs = keepAway(people, {
		known,
		isThere: (name) => byName.has(name),
		most,
		nowMs,
		turnedMs: before?.turnedMs ?? nowMs,
	});
	await sleep(0);
	const after = {
		createdFrom,
		updatedFrom,
		newest: Math.max(before?.newest ?? 0, newest.known),
		people: packed(people),
		most,
		turnedMs,
		isShort,
	};
	// As it happened, as far as the service tells.
	const inTime = changed.toSorted(
		({ entry: one }, { entry: other }) =>
			(one.updatedAt ?? one.createdAt ?? 0) - (other.updatedAt ?? other.createdAt ?? 0),
	);
	return {
		happened: inTime.flatMap(({ entry, events }) => events.map((event) => ({ event, entry: entry.fields }))),
		doubted,
		after,
		lacking: lackingIn(entries),
	};
}
