import { idOf } from '../EmailMarketing/api/response';
import { parseTime, parseSubscriber } from '../EmailMarketing/api/subscriber';
import { inPortions } from '../EmailMarketing/shared/loops';
import { textOf } from '../EmailMarketing/shared/text';
import { isRecord } from '../EmailMarketing/shared/values';
import type { TriggerEvent } from './events';
import { hashOf, readKnown, writeKnown, type Known } from './known';

export interface SubscriberState {
	/** All changes from this time on are in `known`; in ms since 1970, by the service's clock. Never decreases. */
	readonly since: number;
	/** Time of the latest change, at most that of n8n's clock. */
	readonly newest: number;
	/** Subscribers who have changed since then or are unsubscribed. All others are older and subscribed. */
	readonly known: Readonly<Record<string, string>>;
}

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * Servers' clocks may differ by this. A state that is older by more comes from a database replica that lags: Laravel's
 * option `sticky` is there because they do.
 */
const clockToleranceMs = 60_000;

export type Entry = NonNullable<ReturnType<typeof parseEntry>>;

/**
 * Compares a list with the kept state: `undefined` at the first poll, which has no events. Returns the events in the
 * order in which they happened, and the next state. Uses only fields of the documented subscriber (inferred for lists).
 * @param isWhole whether the list has all subscribers: if not, the others are not absent, but unread
 */
export async function diffSubscribers(
	list: readonly unknown[],
	before: SubscriberState | undefined,
	nowMs: number,
	isWhole = true,
): Promise<{ readonly events: readonly TriggerEvent[]; readonly after: SubscriberState }> {
	const entries = (await inPortions(list, parseEntry)).filter((entry) => entry !== undefined);
	// An empty list leaves the state as it is.
	if (entries.length === 0) return { events: [], after: before ?? { since: nowMs - dayMs, newest: nowMs, known: {} } };
	const newest = Math.min(nowMs, latestChange(entries));
	const since = nextSince(before, newest, isWhole);
	/** Those of the state who are not in the list, once all entries are compared. */
	const missing = readKnown(before?.known);
	const known = new Map<string, Known>();
	const keepAsAbsent = (hash: string, noted: Known): void => {
		known.set(hash, { ...noted, absentSince: noted.absentSince ?? nowMs });
	};
	const happened: Array<TriggerEvent & { readonly at: number }> = [];
	await inPortions(entries, (entry) => {
		const { hash, resource, isSubscribed } = entry;
		const noted = missing.get(hash);
		missing.delete(hash);
		// A lagging replica shows an older state: for a day, the subscriber counts as absent.
		const isOlderState = noted !== undefined && entry.updatedAt < noted.updatedAt - clockToleranceMs;
		if (isOlderState && !isExpired(noted, nowMs)) return keepAsAbsent(hash, noted);
		const events = before === undefined ? [] : eventsOf(entry, noted, before.since);
		for (const event of events) happened.push({ at: changedAt(entry), event, resource });
		// Older updates are never compared: without their times, all earlier unsubscribes are one group of `writeKnown`.
		const updatedAt = entry.updatedAt >= since ? entry.updatedAt : 0;
		if (!isSubscribed || changedAt(entry) >= since) known.set(hash, { updatedAt, isSubscribed });
	});
	for (const [hash, noted] of missing) {
		if (!isWhole) known.set(hash, noted);
		else if (!isExpired(noted, nowMs)) keepAsAbsent(hash, noted);
	}
	return {
		events: happened.sort((one, other) => one.at - other.at).map(({ event, resource }) => ({ event, resource })),
		after: { since, newest, known: await writeKnown(known) },
	};
}

/** A day before the latest change of this reading or the one before. Only a whole reading has seen all changes. */
function nextSince(before: SubscriberState | undefined, newest: number, isWhole: boolean): number {
	const { since = 0, newest: newestBefore = newest } = before ?? {};
	return isWhole ? Math.max(since, Math.min(newest, newestBefore) - dayMs) : since;
}

/** The time of the latest change; 0 without entries. */
export function latestChange(entries: readonly Entry[]): number {
	return entries.reduce((time, entry) => Math.max(time, changedAt(entry)), 0);
}

/** Returns a function that tests whether entries have news for the state. */
export function newsSince(before: SubscriberState | undefined): (entries: readonly Entry[]) => boolean {
	const known = readKnown(before?.known);
	const since = before?.since ?? 0;
	return (entries) => entries.some((entry) => eventsOf(entry, known.get(entry.hash), since).length > 0);
}

/** The events of one subscriber. The kept state has noted all changes after `since`. */
function eventsOf(entry: Entry, noted: Known | undefined, since: number): Array<TriggerEvent['event']> {
	// No `noted` means: before `since`, and subscribed (or new).
	const { createdAt, updatedAt, unsubscribedAt, isSubscribed } = entry;
	if (noted === undefined && createdAt >= since)
		return isSubscribed || unsubscribedAt === 0 ? ['subscriberAdded'] : ['subscriberAdded', 'subscriberUnsubscribed'];
	if (noted?.isSubscribed === false && isSubscribed) return ['subscriberResubscribed'];
	const isNewlyUnsubscribed = !isSubscribed && noted?.isSubscribed !== false;
	const isOld = noted === undefined && unsubscribedAt < since && updatedAt < since;
	if (isNewlyUnsubscribed && !isOld) return ['subscriberUnsubscribed'];
	return updatedAt >= since && updatedAt !== noted?.updatedAt ? ['subscriberUpdated'] : [];
}

/** Absent subscribers stay known for a day. */
function isExpired({ absentSince = Infinity }: Known, nowMs: number): boolean {
	return nowMs - absentSince > dayMs;
}

function changedAt({ createdAt, updatedAt, unsubscribedAt }: Entry): number {
	return Math.max(createdAt, updatedAt, unsubscribedAt);
}

/** `undefined` for a subscriber without an ID. A missing time is 0. */
export function parseEntry(resource: unknown) {
	const id = idOf(resource);
	if (!isRecord(resource) || id === undefined) return undefined;
	return {
		hash: hashOf(textOf(id)),
		resource,
		createdAt: parseTime(resource.created_at),
		updatedAt: parseTime(resource.updated_at),
		unsubscribedAt: parseTime(resource.unsubscribed_at),
		isSubscribed: parseSubscriber(resource).isSubscribed !== false,
	};
}
