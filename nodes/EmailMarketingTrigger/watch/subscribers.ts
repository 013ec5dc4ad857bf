/** What happened to the subscribers of a contact list between two readings of it, told from documented fields alone: uuid, created_at, updated_at, is_subscribed, unsubscribed_at. */

import { sleep } from 'n8n-workflow';

import { inPortions } from '../../EmailMarketing/shared/inPortions';
import type { JsonRecord } from '../../EmailMarketing/shared/isRecord';
import { packed, unpacked } from './Fingerprints';
import { entriesOf, lackingIn, type Entry } from './subscriberEntries';

export type SubscriberEvent = 'subscriberAdded' | 'subscriberUpdated' | 'subscriberUnsubscribed' | 'subscriberResubscribed';

/**
 * What is kept of a reading: no copy of the list, but who changed in the last hours before its newest change, and who is unsubscribed.
 * Times are the service's own, in ms since 1970.
 */
export interface SubscriberState {
	/** From here on `recent` knows who was created, and who was updated. */
	readonly createdFrom: number;
	readonly updatedFrom: number;
	/** Fingerprints of who was created since then, and of the updates since then. */
	readonly recent: string;
	/** Fingerprints of who is unsubscribed. */
	readonly unsubscribed: string;
	/** Those of `recent` and `unsubscribed` of the reading before that were not found in this one: when others are deleted while a list is read, somebody moves to a page that was read already, and is back in the next. */
	readonly missedRecent: string;
	readonly missedUnsubscribed: string;
}

/** As of an empty list: everybody who comes is new. */
export const nobody: SubscriberState = { createdFrom: 0, updatedFrom: 0, recent: '', unsubscribed: '', missedRecent: '', missedUnsubscribed: '' };

export interface Happened {
	readonly event: string;
	readonly entry: JsonRecord;
}

interface Reading {
	/** n8n's clock. It only has to be right to within hours. */
	readonly nowMs: number;
	/** How long the reading of the list took. */
	readonly tookMs: number;
}

interface Comparison {
	readonly happened: readonly Happened[];
	readonly after: SubscriberState;
	/** Documented fields that no entry has, though there are entries. */
	readonly lacking: readonly string[];
}

/** Clocks without a zone are set back by an hour in autumn, and somebody may change on a page that was read before a later one. */
const overlapMs = 2 * 60 * 60 * 1000;

const stepMs = 5 * 60 * 1000;

const hourMs = 60 * 60 * 1000;

/** So far behind n8n's clock the service's may be, whatever the zone that it leaves out, and to whatever it is set. */
const maxBehindMs = 15 * hourMs;

/** Compares a whole reading of a list with what is kept of the one before. @param before `undefined` on the first reading, after which nothing has happened yet */
export async function compareSubscribers(list: readonly unknown[], before: SubscriberState | undefined, { nowMs, tookMs }: Reading): Promise<Comparison> {
	const entries = await entriesOf(list);
	// A service that is out of order may show nobody for a while: whoever is there again then is not new.
	if (entries.length === 0 && before !== undefined && before.updatedFrom !== 0) return { happened: [], after: before, lacking: [] };
	// In steps, so that what is kept stays the same while nothing happens.
	const windowMs = overlapMs + Math.ceil((2 * tookMs) / stepMs) * stepMs;
	const createdFrom = notBefore(before?.createdFrom, beginningOf(entries.map(({ createdAt }) => createdAt), windowMs, nowMs));
	const updatedFrom = notBefore(before?.updatedFrom, beginningOf(entries.map(({ updatedAt }) => updatedAt), windowMs, nowMs));
	const isRecent = ({ createdAt, updatedAt }: Entry): boolean => isFrom(createdFrom, createdAt) || isFrom(updatedFrom, updatedAt);
	// Of a long list each step takes long: n8n can do other work between them.
	await sleep(0);
	const recent = packed(entries.filter(isRecent).flatMap((entry) => [...(isFrom(createdFrom, entry.createdAt) ? [entry.name] : []), ...(isFrom(updatedFrom, entry.updatedAt) ? [entry.update] : [])]));
	await sleep(0);
	const were = wereUnsubscribedIn(before);
	// Of whom it is not said now, what was said before still holds.
	const unsubscribed = packed(entries.filter(({ isSubscribed, name }) => isSubscribed === false || (isSubscribed === undefined && were.has(name))).map(({ name }) => name));
	await sleep(0);
	// As long as nothing newer has come, or until the next reading.
	const isSameWindow = before?.createdFrom === createdFrom && before.updatedFrom === updatedFrom;
	const missedRecent = missed(isSameWindow ? packed([...unpacked(before.recent), ...unpacked(before.missedRecent)]) : before?.recent, entries);
	await sleep(0);
	// For good: who is away for two readings and comes back has not left again.
	const missedUnsubscribed = missed(packed(were), entries);
	await sleep(0);
	const happened = before === undefined ? [] : await changesSince(before, entries);
	return { happened, after: { createdFrom, updatedFrom, recent, unsubscribed, missedRecent, missedUnsubscribed }, lacking: lackingIn(entries) };
}

/** Who was in the reading before and is in this one no more: deleted, or not seen. */
function missed(before = '', entries: readonly Entry[]): string {
	const left = unpacked(before);
	if (left.size === 0) return '';
	for (const { name, update } of entries) {
		left.delete(name);
		left.delete(update);
	}
	return packed(left);
}

async function changesSince({ createdFrom, updatedFrom, recent, unsubscribed, missedRecent, missedUnsubscribed }: SubscriberState, entries: readonly Entry[]): Promise<Happened[]> {
	const known = new Set([...unpacked(recent), ...unpacked(missedRecent)]);
	const wereUnsubscribed = wereUnsubscribedIn({ unsubscribed, missedUnsubscribed });
	const eventsOf = (entry: Entry): SubscriberEvent[] => {
		const isNew = isFrom(createdFrom, entry.createdAt) && !known.has(entry.name);
		const wasUnsubscribed = wereUnsubscribed.has(entry.name);
		const hasLeft = entry.isSubscribed === false && !wasUnsubscribed;
		if (isNew) return hasLeft ? ['subscriberAdded', 'subscriberUnsubscribed'] : ['subscriberAdded'];
		if (hasLeft) return ['subscriberUnsubscribed'];
		if (entry.isSubscribed === true && wasUnsubscribed) return ['subscriberResubscribed'];
		return isFrom(updatedFrom, entry.updatedAt) && !known.has(entry.update) ? ['subscriberUpdated'] : [];
	};
	// Most have not changed: to put all of a long list in order would take longer than the rest.
	const changed = (await inPortions(entries, (entry) => ({ entry, events: eventsOf(entry) }))).filter(({ events }) => events.length > 0);
	// As it happened, as far as the service tells.
	const inTime = changed.toSorted(({ entry: one }, { entry: other }) => (one.updatedAt ?? one.createdAt ?? 0) - (other.updatedAt ?? other.createdAt ?? 0));
	return inTime.flatMap(({ entry, events }) => events.map((event) => ({ event, entry: entry.fields })));
}

function wereUnsubscribedIn({ unsubscribed = '', missedUnsubscribed = '' }: Partial<SubscriberState> = {}): Set<string> {
	return new Set([...unpacked(unsubscribed), ...unpacked(missedUnsubscribed ?? '')]);
}

/** The window never goes back: it would bring those who are known, and not kept in mind, as new ones. */
function notBefore(before: number | undefined, beginning: number): number {
	return Math.max(before ?? 0, beginning);
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
