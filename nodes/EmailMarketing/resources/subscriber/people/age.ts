import { undefinedIfExpired } from '../../../transport/wait';

/** A response about a subscriber, with its time. Only this file judges how old a reading is. */
export interface Reading {
	/** In ms since 1970; 0 for a reading that must not be used. */
	readonly readAt?: number;
}

const minuteMs = 60_000;

/** How old a reading may be when the write that was decided on it is sent. */
interface Patience {
	readonly maxAgeMs: number;
	/** How often the subscriber may be read. */
	readonly maxReadings: number;
	/** Whether the write after the last reading is sent however long it waits. */
	readonly lastMayWait: boolean;
}

/** For names, tags and removals. */
export const aMinute: Patience = { maxAgeMs: minuteMs, maxReadings: 1, lastMayWait: true };
/** For a toggle, which would subscribe somebody who has just unsubscribed. */
export const twoSeconds: Patience = { maxAgeMs: 2000, maxReadings: 1, lastMayWait: false };

/**
 * Sends a write while the reading that it was decided on is fresh enough. Otherwise the subscriber is read again, and the
 * write is decided again. The caller holds the turn of the subscriber.
 * @param known a reading that will do if it is fresh
 * @param write throws ExpiredError if it could not be sent before `expiresAt`
 * @returns `undefined` if the write could not be sent in time after the last reading
 */
export async function whileTrue<P extends Reading, T>(
	{ maxAgeMs, maxReadings, lastMayWait }: Patience,
	known: P | undefined,
	read: () => Promise<P>,
	write: (present: P, expiresAt?: number) => Promise<T>,
): Promise<T | undefined> {
	const expiryOf = ({ readAt = 0 }: P): number => readAt + maxAgeMs;
	if (known !== undefined && Date.now() <= expiryOf(known)) {
		const done = await write(known, expiryOf(known)).catch(undefinedIfExpired);
		if (done !== undefined) return done;
	}
	for (let readings = 1; readings <= maxReadings; readings += 1) {
		const present = await read();
		const mayWait = lastMayWait && readings === maxReadings;
		const done = await write(present, mayWait ? undefined : expiryOf(present)).catch(undefinedIfExpired);
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

function isOver(setAt: number): boolean {
	return Date.now() > setAt + minuteMs;
}
