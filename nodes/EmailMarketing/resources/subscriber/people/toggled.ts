import { parseTime } from '../../../api/subscriber';
import type { JsonRecord } from '../../../shared/values';

const memoryMs = 60_000;

/**
 * Subscriptions that this process set within the last minute: a read replica may still show the previous state.
 * `at` is the time of the toggle by the service's clock; the entry expires at `until` by n8n's clock.
 */
export const toggled = new Map<string, Readonly<{ isSubscribed: boolean; at: number; until: number }>>();

/** Remembers a toggle: `shown` is the subscriber before and after it, `date` a header of the response. */
export function rememberToggle(name: string, isSubscribed: boolean, shown: JsonRecord[], date?: unknown): void {
	// The oldest come first, so only expired entries are visited.
	toggled.delete(name);
	for (const [other, { until }] of toggled) {
		if (until >= Date.now()) break;
		toggled.delete(other);
	}
	const times = shown.map(({ updated_at: time }) => parseTime(time));
	const at = Math.max(...times, Date.parse(String(date)) || Date.now());
	toggled.set(name, { isSubscribed, at, until: Date.now() + memoryMs });
}

/** Whether a reading may be outdated: it contradicts a toggle, and shows no later change, such as a click. */
export function mayBeOutdated(name: string, { is_subscribed: isSubscribed, updated_at: time }: JsonRecord): boolean {
	const last = toggled.get(name);
	if (last === undefined || last.until < Date.now() || last.isSubscribed === isSubscribed) return false;
	return parseTime(time) <= last.at;
}
