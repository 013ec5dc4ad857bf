/** How far back it is kept what has happened, by the service's own times; all in ms. */

import { inPortions } from '../../EmailMarketing/shared/loops';

const hourMs = 60 * 60 * 1000;

export const dayMs = 24 * hourMs;

/** Clocks without a zone are set back by an hour in autumn, and somebody may change on a page that was read before a later one. */
export const overlapMs = 2 * hourMs;

/** Of who is hidden, what happens is told when they are shown again, so long after. */
export const hiddenMs = 7 * dayMs;

/** So far from n8n's clock the service's may be, whatever the zone that it leaves out, and to whatever it is set. */
const maxOffMs = 15 * hourMs;

/** The newest times of a list. `-Infinity` where no entry has one. */
export interface Newest {
	readonly createdAt: number;
	readonly updatedAt: number;
	/** Of an update or a leaving that a clock may show now: not the wrong one of an entry that is far ahead, before which all that comes would be old. */
	readonly known: number;
}

type Dated = { readonly [time in 'createdAt' | 'updatedAt' | 'leftAt']?: number };

/** The newest times of a list, which may be long: found with pauses in which n8n can do other work. */
export async function newestOf(entries: readonly Dated[], nowMs: number): Promise<Newest> {
	const latest = nowMs + maxOffMs;
	let newest: Newest = { createdAt: -Infinity, updatedAt: -Infinity, known: -Infinity };
	await inPortions(entries, ({ createdAt = -Infinity, updatedAt = -Infinity, leftAt = -Infinity }) => {
		const known = Math.max(...[newest.known, updatedAt, leftAt].filter((time) => time <= latest));
		if (createdAt <= newest.createdAt && updatedAt <= newest.updatedAt && known <= newest.known) return;
		newest = {
			createdAt: Math.max(newest.createdAt, createdAt),
			updatedAt: Math.max(newest.updatedAt, updatedAt),
			known,
		};
	});
	return newest;
}

/**
 * Where the window begins of which it is kept what has happened: before the newest time, and before all that n8n's clock can be now at the service.
 * The newest alone would not do: the wrong clock of one entry would hide what comes after it.
 * @param newest `-Infinity` where there is no time yet: the first one that comes is told
 */
export function beginningOf(newest: number, windowMs: number, nowMs: number): number {
	// By the hour, so that what is kept stays the same while nothing happens.
	const earliestNow = Math.floor((nowMs - maxOffMs) / hourMs) * hourMs;
	return Math.max(0, Math.min(newest === -Infinity ? earliestNow : newest, earliestNow) - windowMs);
}

export function isFrom(beginning: number, time: number | undefined): boolean {
	return time !== undefined && time >= beginning;
}
