/** Whether somebody is subscribed, in the many ways in which services say it. */

import { isEmptyCell } from '../shared/columns/plain';
import { isRecord, type JsonRecord } from '../shared/isRecord';
import { fieldsOf } from './listEntries';
import { isNoTime } from './noTime';

/** What services write for yes and no, in whatever case. */
const yes: readonly string[] = ['true', '1', 'yes', 'y', 't'];
const no: readonly string[] = ['false', '0', 'no', 'n', 'f'];

/** The fields in which services put a state, the plainest first; a `state` may also be a part of a country. */
const stateFields = ['subscription_status', 'status', 'state'] as const;

/** What the states say. Others, such as "pending", say neither. */
const states: ReadonlyMap<string, boolean> = new Map([
	...['subscribed', 'active'].map((state) => [state, true] as const),
	...['unsubscribed', 'bounced', 'complained', 'cleaned', 'suppressed', 'blocked', 'inactive'].map(
		(state) => [state, false] as const,
	),
]);

/**
 * Whether the subscriber of an entry is subscribed; `undefined` where it does not say.
 * Whoever has opted out anywhere in it has opted out.
 */
export function isSubscribedIn(entry: unknown): boolean | undefined {
	return isOptedOut(entry) ? false : isSubscribedOf(fieldsOf(entry));
}

function isOptedOut(entry: unknown): boolean {
	return (
		isRecord(entry) && [entry, entry.attributes].some((fields) => isRecord(fields) && isSubscribedOf(fields) === false)
	);
}

function isSubscribedOf(fields: JsonRecord): boolean | undefined {
	const { is_subscribed: isSubscribed, unsubscribed_at: unsubscribedAt, deleted_at: deletedAt } = fields;
	// Whoever comes back is not deleted any more.
	if (!isNoTime(deletedAt)) return false;
	const word = wordOf(isSubscribed);
	if (yes.includes(word)) return true;
	// Who has left and come back may still have the day of leaving, so it counts only where nothing else is said.
	if (no.includes(word) || !isNoTime(unsubscribedAt)) return false;
	return isEmptyCell(isSubscribed) ? byStateOf(fields) : undefined;
}

/** What a state says where nothing else does: one that speaks against mail outweighs the others. */
function byStateOf(fields: JsonRecord): boolean | undefined {
	const words = stateFields.map((field) => wordOf(fields[field])).filter((word) => word !== '');
	return words.some((word) => states.get(word) === false) ? false : states.get(words[0] ?? '');
}

/** A value as a word to compare, and nothing where it is none. */
function wordOf(value: unknown): string {
	return ['string', 'number', 'boolean'].includes(typeof value) ? String(value).trim().toLowerCase() : '';
}
