import { undefinedIfExpired } from '../../../transport/wait';

/** A response about a subscriber, with its time. Only this file judges how old a reading is. */
export interface Reading {
	/** In ms since 1970; 0 for a reading that must not be used. */
	readonly readAt?: number;
}

const minuteMs = 60_000;
const twoSecondsMs = 2000;

/**
 * Changes names or tags, or removes, by a reading of at most a minute when the write is sent. An older one is read again
 * first: the write is decided again, and then sent however long it waits. The caller holds the turn of the subscriber.
 * @param known a reading that will do if it is fresh
 * @param write throws ExpiredError if it could not be sent before `expiresAt`
 */
export async function withinMinute<P extends Reading, T>(
	known: P | undefined,
	read: () => Promise<P>,
	write: (present: P, expiresAt?: number) => Promise<T>,
): Promise<T> {
	const expiresAt = (known?.readAt ?? 0) + minuteMs;
	if (known !== undefined && Date.now() <= expiresAt) {
		const done = await write(known, expiresAt).catch(undefinedIfExpired);
		if (done !== undefined) return done;
	}
	return await write(await read());
}

/**
 * Toggles by a reading of at most two seconds, as a toggle would subscribe somebody who has just unsubscribed. If the
 * write comes too late, reads and tries again, up to `maxReadings` in all.
 * @returns what the write returns; `undefined` if it came too late each time
 */
export async function withinTwoSeconds<P, T>(
	maxReadings: number,
	read: () => Promise<P>,
	write: (present: P, expiresAt: number) => Promise<T>,
): Promise<T | undefined> {
	for (let readings = 1; readings <= maxReadings; readings += 1) {
		const present = await read();
		const done = await write(present, Date.now() + twoSecondsMs).catch(undefinedIfExpired);
		if (done !== undefined) return done;
	}
	return undefined;
}

/** Whether a reading may be used at all: not where an update may have been done since then. */
export function isUsable({ readAt }: Reading): boolean {
	return readAt !== 0;
}

/** Whether a reading is from before a time in ms since 1970, if there is one. */
export function isFromBefore({ readAt = 0 }: Reading, time = 0): boolean {
	return readAt < time;
}

/** Values by name, each for a minute. The oldest come first, so only expired ones are visited. */
export class MinuteMemory<T> {
	private readonly entries = new Map<string, { readonly value: T; readonly setAt: number }>();

	get(name: string): { readonly value: T; readonly setAt: number } | undefined {
		const entry = this.entries.get(name);
		return entry !== undefined && isOver(entry.setAt) ? undefined : entry;
	}

	set(name: string, value: T, setAt = Date.now()): void {
		this.entries.delete(name);
		for (const [other, entry] of this.entries) {
			if (!isOver(entry.setAt)) break;
			this.entries.delete(other);
		}
		this.entries.set(name, { value, setAt });
	}

	get size(): number {
		return this.entries.size;
	}

	clear(): void {
		this.entries.clear();
	}
}

/** Whether a time in ms since 1970 is more than a minute ago. */
export function isOver(setAt: number): boolean {
	return Date.now() > setAt + minuteMs;
}
