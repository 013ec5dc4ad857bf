/** How far back it is kept what has happened, by the service's own times; all in ms. */

const hourMs = 60 * 60 * 1000;

export const dayMs = 24 * hourMs;

/** Clocks without a zone are set back by an hour in autumn, and somebody may change on a page that was read before a later one. */
export const overlapMs = 2 * hourMs;

/** Of who is hidden, what happens is told when they are shown again, so long after. */
export const hiddenMs = 7 * dayMs;

/** So far from n8n's clock the service's may be, whatever the zone that it leaves out, and to whatever it is set. */
const maxOffMs = 15 * hourMs;

/**
 * Where the window begins of which it is kept what has happened: before the newest time, and before all that n8n's clock can be now at the service.
 * The newest alone would not do: the wrong clock of one entry would hide what comes after it.
 * @returns 0 for an empty list: it moves nothing
 */
export function beginningOf(times: ReadonlyArray<number | undefined>, windowMs: number, nowMs: number): number {
	if (times.length === 0) return 0;
	const newest = times.reduce<number>((highest, time) => Math.max(highest, time ?? -Infinity), -Infinity);
	// By the hour, so that what is kept stays the same while nothing happens.
	const earliestNow = Math.floor((nowMs - maxOffMs) / hourMs) * hourMs;
	// Where there is no time yet, the first one that comes is told.
	return Math.max(0, Math.min(newest === -Infinity ? earliestNow : newest, earliestNow) - windowMs);
}

export function isFrom(beginning: number, time: number | undefined): boolean {
	return time !== undefined && time >= beginning;
}

/**
 * The newest of the times that a clock may show now: not the wrong one of an entry that is far ahead, before which all that comes would be old.
 * @returns 0 where there is none
 */
export function newestOf(times: ReadonlyArray<number | undefined>, nowMs: number): number {
	return times.reduce<number>((newest, time = 0) => (time > newest && time <= nowMs + maxOffMs ? time : newest), 0);
}
