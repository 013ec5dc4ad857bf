/** What happened to the subscribers of a contact list between two readings of it, told from documented fields alone: uuid, created_at, updated_at, is_subscribed, unsubscribed_at. */

import { sleep } from 'n8n-workflow';

import { inPortions } from '../../EmailMarketing/shared/inPortions';
import type { Happened, Lack } from './entries';
import { packed, unpacked } from './Fingerprints';
import { factOf, keepAway, seenIn, type Seen } from './people';
import { entriesOf, lackingIn, type Entry } from './subscriberEntries';

export type SubscriberEvent = 'subscriberAdded' | 'subscriberUpdated' | 'subscriberUnsubscribed' | 'subscriberResubscribed';

/**
 * What is kept of a reading: no copy of the list, but who changed in the last hours before its newest change, and who is unsubscribed.
 * Times are the service's own, in ms since 1970.
 */
export interface SubscriberState {
	/** From here on `people` has who was created, and who was updated. */
	readonly createdFrom: number;
	readonly updatedFrom: number;
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
export const nobody: SubscriberState = { createdFrom: 0, updatedFrom: 0, people: '', most: 0, turnedMs: 0, isShort: false };

interface Reading {
	/** n8n's clock. It only has to be right to within hours. */
	readonly nowMs: number;
	/** How long the reading of the list took. */
	readonly tookMs: number;
	/** Whether the service says that there are more than it shows. */
	readonly isShort: boolean;
}

interface Comparison {
	readonly happened: readonly Happened[];
	readonly after: SubscriberState;
	readonly lacking: readonly Lack[];
}

const hourMs = 60 * 60 * 1000;

const dayMs = 24 * hourMs;

/** Clocks without a zone are set back by an hour in autumn, and somebody may change on a page that was read before a later one. */
const overlapMs = 2 * hourMs;

/** Of who is hidden, what happens is told when they are shown again, so long after. */
const hiddenMs = 7 * dayMs;

const stepMs = 5 * 60 * 1000;

/** So far behind n8n's clock the service's may be, whatever the zone that it leaves out, and to whatever it is set. */
const maxBehindMs = 15 * hourMs;

/** Compares a whole reading of a list with what is kept of the one before. @param before `undefined` on the first reading, after which nothing has happened yet */
export async function compareSubscribers(list: readonly unknown[], before: SubscriberState | undefined, { nowMs, tookMs, isShort }: Reading): Promise<Comparison> {
	const byName = await entriesOf(list);
	const entries = [...byName.values()];
	// In steps, so that what is kept stays the same while nothing happens.
	const windowMs = overlapMs + Math.ceil((2 * tookMs) / stepMs) * stepMs + (isShort && before !== undefined ? hiddenMs : 0);
	// Who is not shown at the beginning is not new when they are shown, unless they are: the newest that is shown says nothing of them.
	const first = isShort ? nowMs - hiddenMs : 0;
	// The window never goes back: it would bring those who are known, and not kept in mind, as new ones.
	const createdFrom = Math.max(before?.createdFrom ?? first, beginningOf(entries.map(({ createdAt }) => createdAt), windowMs, nowMs));
	const updatedFrom = Math.max(before?.updatedFrom ?? first, beginningOf(entries.map(({ updatedAt }) => updatedAt), windowMs, nowMs));
	// Of a long list each step takes long: n8n can do other work between them.
	await sleep(0);
	const known = unpacked(before?.people ?? '');
	await sleep(0);
	const people = new Map<number, number>();
	const changed: Array<{ readonly entry: Entry; readonly events: readonly SubscriberEvent[] }> = [];
	await inPortions(entries, (entry) => {
		const fact = known.get(entry.name);
		const seen = fact === undefined ? undefined : seenIn(fact);
		const events = before === undefined ? [] : eventsOf(entry, seen, before);
		if (events.length > 0) changed.push({ entry, events });
		// Of whom it is not said now, what was said before still holds.
		const hasLeft = entry.isSubscribed === false || (entry.isSubscribed === undefined && seen?.hasLeft === true);
		const isRecent = isFrom(createdFrom, entry.createdAt) || isFrom(updatedFrom, entry.updatedAt);
		if (hasLeft || isRecent) people.set(entry.name, factOf({ tag: entry.tag, hasLeft, away: 0 }));
	});
	const most = Math.max(before?.most ?? 0, entries.length);
	const turnedMs = keepAway(people, { known, isThere: (name) => byName.has(name), most, nowMs, turnedMs: before?.turnedMs ?? nowMs });
	await sleep(0);
	const after = { createdFrom, updatedFrom, people: packed(people), most, turnedMs, isShort };
	// As it happened, as far as the service tells.
	const inTime = changed.toSorted(({ entry: one }, { entry: other }) => (one.updatedAt ?? one.createdAt ?? 0) - (other.updatedAt ?? other.createdAt ?? 0));
	return { happened: inTime.flatMap(({ entry, events }) => events.map((event) => ({ event, entry: entry.fields }))), after, lacking: lackingIn(entries) };
}

function eventsOf(entry: Entry, seen: Seen | undefined, before: SubscriberState): SubscriberEvent[] {
	const wasUnsubscribed = seen?.hasLeft === true;
	const hasLeft = entry.isSubscribed === false && !wasUnsubscribed;
	if (seen === undefined && isFrom(before.createdFrom, entry.createdAt)) return hasLeft ? ['subscriberAdded', 'subscriberUnsubscribed'] : ['subscriberAdded'];
	if (hasLeft) return seen === undefined && mayHaveBeenHidden(entry, before) ? [] : ['subscriberUnsubscribed'];
	if (entry.isSubscribed === true && wasUnsubscribed) return ['subscriberResubscribed'];
	return isFrom(before.updatedFrom, entry.updatedAt) && seen?.tag !== entry.tag ? ['subscriberUpdated'] : [];
}

/** Whether somebody had left before, and was not shown when the others were. */
function mayHaveBeenHidden({ leftAt }: Entry, { isShort, updatedFrom }: SubscriberState): boolean {
	return isShort && leftAt !== undefined && leftAt < updatedFrom - dayMs;
}

/**
 * Where the window begins of which it is kept what has happened: before the newest time, and before all that n8n's clock can be now at the service.
 * The newest alone would not do: the wrong clock of one entry would hide what comes after it.
 * @returns 0 for an empty list, for everybody who comes is new
 */
function beginningOf(times: ReadonlyArray<number | undefined>, windowMs: number, nowMs: number): number {
	if (times.length === 0) return 0;
	const newest = times.reduce<number>((highest, time) => Math.max(highest, time ?? -Infinity), -Infinity);
	// By the hour, so that what is kept stays the same while nothing happens.
	const earliestNow = Math.floor((nowMs - maxBehindMs) / hourMs) * hourMs;
	// Where there is no time yet, the first one that comes is told.
	return Math.max(0, Math.min(newest === -Infinity ? earliestNow : newest, earliestNow) - windowMs);
}

function isFrom(beginning: number, time: number | undefined): boolean {
	return time !== undefined && time >= beginning;
}
