import { parseTime } from '../../api/subscriber';
import type { JsonRecord } from '../../shared/values';

const memoryMs = 60_000;

/**
 * The subscriptions that this process has set within the last minute: a replica of the service may still show the state before.
 * `at` is when the service did it, by its own clock, and `until` when it is forgotten, by n8n's.
 */
export const toggled = new Map<string, Readonly<{ isSubscribed: boolean; at: number; until: number }>>();

/**
 * Remembers a toggle.
 * @param shown what the service has shown of the subscriber before and after it, and the `Date` of its response
 */
export function rememberToggle(name: string, isSubscribed: boolean, shown: JsonRecord[], date?: unknown): void {
	for (const [other, { until }] of toggled) if (until < Date.now()) toggled.delete(other);
	const times = shown.map(({ updated_at: time }) => parseTime(time));
	const at = Math.max(...times, Date.parse(String(date)) || Date.now());
	toggled.set(name, { isSubscribed, at, until: Date.now() + memoryMs });
}

/** Whether a reading may be older than what this process has set: it differs, and shows no later change, such as by an unsubscribe link. */
export function mayBeOutdated(name: string, { is_subscribed: isSubscribed, updated_at: time }: JsonRecord): boolean {
	const last = toggled.get(name);
	if (last === undefined || last.until < Date.now() || last.isSubscribed === isSubscribed) return false;
	return parseTime(time) <= last.at;
}
