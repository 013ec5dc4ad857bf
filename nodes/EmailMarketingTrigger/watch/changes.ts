/** What happened to one subscriber between two readings. */

import type { Seen } from './people';
import type { Entry } from './subscriberEntries';
import { dayMs, isFrom } from './windows';

export type SubscriberEvent =
	'subscriberAdded' | 'subscriberUpdated' | 'subscriberUnsubscribed' | 'subscriberResubscribed';

/** What the reading before tells of all; times are the service's own, in ms since 1970. */
export interface Known {
	/** From here on it is kept who was created, and who was updated. */
	readonly createdFrom: number;
	readonly updatedFrom: number;
	/** The newest time of a change that any reading has had. */
	readonly newest: number;
}

export interface Change {
	readonly events: readonly SubscriberEvent[];
	/** What is to be kept of them. */
	readonly seen?: Seen;
	/** Whether they are as before until the next reading shows the same as this one. */
	readonly isDoubted: boolean;
}

/** What the reading before tells of one of them. */
interface Before {
	/** `undefined` of who is not known, or has not changed for long. */
	readonly seen?: Seen;
	readonly wasDoubted: boolean;
	/** `undefined` on the first reading, after which nothing has happened yet. */
	readonly known?: Known;
}

export function changeOf(entry: Entry, { seen, wasDoubted, known }: Before): Change {
	const wasGone = seen?.hasLeft === true;
	// Of whom it is not said now, what was said before still holds.
	const isGone = entry.isSubscribed === undefined ? wasGone : !entry.isSubscribed;
	const told = (...events: SubscriberEvent[]): Change => ({
		events,
		seen: { tag: entry.tag, hasLeft: isGone, away: 0 },
		isDoubted: false,
	});
	if (known === undefined) return told();
	const update = (): Change =>
		isFrom(known.updatedFrom, entry.updatedAt) && seen?.tag !== entry.tag ? told('subscriberUpdated') : told();
	if (seen === undefined && isFrom(known.createdFrom, entry.createdAt))
		return isGone && entry.hasDayOfLeaving
			? told('subscriberAdded', 'subscriberUnsubscribed')
			: told('subscriberAdded');
	if (isGone !== wasGone) {
		// Who left long ago and comes into view has not left now.
		if (seen === undefined && leftLongBefore(entry, known)) return update();
		if (!wasDoubted && isOutdated(entry, known))
			return { events: [], seen: seen && { ...seen, away: 0 }, isDoubted: true };
		return told(isGone ? 'subscriberUnsubscribed' : 'subscriberResubscribed');
	}
	return update();
}

/**
 * Whether a state may be older than the one that is known, as a copy of the service gives it that lags behind: then the next reading has to give it again.
 * Where nobody has such a time, nothing can be told to be older.
 */
function isOutdated({ updatedAt, leftAt }: Entry, { newest }: Known): boolean {
	return newest > 0 && Math.max(updatedAt ?? 0, leftAt ?? 0) <= newest;
}

/** Whether somebody had left before all that is kept: nothing of it is known where they were not shown then. */
function leftLongBefore({ leftAt }: Entry, { updatedFrom }: Known): boolean {
	return leftAt !== undefined && leftAt < updatedFrom - dayMs;
}
