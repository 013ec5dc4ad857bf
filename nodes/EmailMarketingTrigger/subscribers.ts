/**
 * What happened to the subscribers of a contact list since the poll before, by one watermark (`since`) and one map (`known`).
 * A pure function of the kept state, the list and n8n's clock. Only fields of the documented subscriber are used (that the entries of a list have them is inferred): uuid, created_at, updated_at, unsubscribed_at, is_subscribed.
 */

import { idOf } from '../EmailMarketing/api/response';
import { parseTime, parseSubscriber } from '../EmailMarketing/api/subscriber';
import { inPortions } from '../EmailMarketing/shared/loops';
import { textOf } from '../EmailMarketing/shared/text';
import { isRecord } from '../EmailMarketing/shared/values';
import type { SubscriberEvent, TriggerEvent } from './events';
import { hashOf, KnownMap, type Known } from './KnownMap';

export interface SubscriberState {
	/** All changes from here on are in `known`; in ms since 1970, by the service's clock. Never decreases. */
	readonly since: number;
	/** The latest change, n8n's clock at most. */
	readonly newest: number;
	/** Subscribers who changed since then or are unsubscribed. All others existed before and are subscribed. */
	readonly known: Readonly<Record<string, string>>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** A replica may lag (why Laravel has `sticky`), but hardly by more than this. */
const lagMs = 60_000;

type Entry = NonNullable<ReturnType<typeof parseEntry>>;

/** Compares a list with what is kept of the poll before. @param before `undefined` at the first poll, after which nothing has happened yet @returns the events as they happened, and what is to be kept */
export async function diffSubscribers(
	list: readonly unknown[],
	before: SubscriberState | undefined,
	nowMs: number,
): Promise<{ readonly events: readonly TriggerEvent[]; readonly after: SubscriberState }> {
	const entries = (await inPortions(list, parseEntry)).filter((entry) => entry !== undefined);
	// An empty list moves nothing.
	if (entries.length === 0) return { events: [], after: before ?? { since: nowMs - dayMs, newest: nowMs, known: {} } };
	const newest = Math.min(
		nowMs,
		entries.reduce((latest, entry) => Math.max(latest, changedAt(entry)), 0),
	);
	const since = Math.max(before?.since ?? 0, Math.min(newest, before?.newest ?? newest) - dayMs);
	const known = new KnownMap(before?.known);
	const after = new KnownMap();
	const retainAbsent = (hash: string, noted: Known): void =>
		after.add(hash, { ...noted, absentSince: noted.absentSince ?? nowMs });
	const happened: Array<{ readonly at: number; readonly events: readonly TriggerEvent[] }> = [];
	await inPortions(entries, (entry) => {
		const noted = known.take(entry.hash);
		// A replica that lags behind shows an older state: for a day that counts as not shown.
		if (noted !== undefined && entry.updatedAt < noted.updatedAt - lagMs && !isExpired(noted, nowMs))
			return retainAbsent(entry.hash, noted);
		const events = before === undefined ? [] : eventsOf(entry, noted, before.since);
		if (events.length > 0)
			happened.push({ at: changedAt(entry), events: events.map((event) => ({ event, resource: entry.resource })) });
		// Older updates are compared with nothing: without their times, all who left before then share one key.
		const updatedAt = entry.updatedAt >= since ? entry.updatedAt : 0;
		if (!entry.isSubscribed || changedAt(entry) >= since)
			after.add(entry.hash, { updatedAt, isSubscribed: entry.isSubscribed });
	});
	for (const [hash, noted] of known.rest()) if (!isExpired(noted, nowMs)) retainAbsent(hash, noted);
	return {
		events: happened.sort((one, other) => one.at - other.at).flatMap(({ events }) => events),
		after: { since, newest, known: await after.toJson() },
	};
}

/** @param since of the state before: who changed from then on is noted in it */
function eventsOf(
	{ createdAt, updatedAt, unsubscribedAt, isSubscribed }: Entry,
	noted: Known | undefined,
	since: number,
): SubscriberEvent[] {
	if (noted === undefined && createdAt >= since)
		return isSubscribed || unsubscribedAt === 0 ? ['subscriberAdded'] : ['subscriberAdded', 'subscriberUnsubscribed'];
	if (noted?.isSubscribed === false && isSubscribed) return ['subscriberResubscribed'];
	const isNewlyUnsubscribed = !isSubscribed && noted?.isSubscribed !== false;
	const isOld = noted === undefined && unsubscribedAt < since && updatedAt < since;
	if (isNewlyUnsubscribed && !isOld) return ['subscriberUnsubscribed'];
	return updatedAt >= since && updatedAt !== noted?.updatedAt ? ['subscriberUpdated'] : [];
}

/** An absent subscriber stays known for a day. */
function isExpired({ absentSince }: Known, nowMs: number): boolean {
	return absentSince !== undefined && nowMs - absentSince > dayMs;
}

function changedAt({ createdAt, updatedAt, unsubscribedAt }: Entry): number {
	return Math.max(createdAt, updatedAt, unsubscribedAt);
}

/** `undefined` for a subscriber without an ID. A missing time is 0. */
function parseEntry(resource: unknown) {
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
