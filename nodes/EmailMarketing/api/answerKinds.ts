/** Tells from an answer of status 200 whether a path is the one that it was taken for. */

import { isRecord, type JsonRecord } from '../shared/values';
import { textOf } from '../shared/text';
import { collectionOf, type ReadingKey } from './endpoints';
import { readPage } from './pagination';
import { idOf, unwrap } from './response';

/** What an operation that reads gives, for a sentence. */
export function kindOf(key: ReadingKey): string {
	if (key === 'account.get') return 'account';
	return key === 'subscriber.get' ? 'subscriber' : 'list';
}

/**
 * Whether an answer is of the kind that the operation reads. The shapes of answers are inferred, so any that the node can use counts.
 * @param id of the subscriber that was asked for
 */
export function isAnswerOf(key: ReadingKey, body: unknown, headers: JsonRecord = {}, id?: string): boolean {
	if (key === 'account.get') return isAccount(body);
	if (key === 'subscriber.get') return isSubscriber(body, id);
	return readPage(body, collectionOf(key), headers) !== undefined;
}

/** Which fields an account has is not documented; a sentence alone is none, and neither is a list of accounts. */
export function isAccount(body: unknown): boolean {
	if (!isRecord(body) || Array.isArray(body.data)) return false;
	return Object.keys(unwrap(body, 'account')).some((name) => !['message', 'data', 'account'].includes(name));
}

/** Somebody else is not the one that was asked for. That a subscriber has an email is documented. */
function isSubscriber(body: unknown, id?: string): boolean {
	if (!isRecord(body)) return false;
	const found = unwrap(body, 'subscriber');
	const foundId = idOf(found);
	return foundId === undefined || id === undefined
		? typeof found.email === 'string'
		: textOf(foundId).toLowerCase() === id.toLowerCase();
}

/** Whether two answers are built alike, whatever they say: fields of the same names, lists that are empty or not. */
export function isAlike(one: unknown, other: unknown): boolean {
	return shapeOf(one) === shapeOf(other);
}

function shapeOf(value: unknown, depth = 0): string {
	if (depth > 3) return '';
	if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${shapeOf(value[0], depth + 1)}]`;
	if (!isRecord(value)) return value === null ? 'null' : typeof value;
	return `{${Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${shapeOf(value[name], depth + 1)}`)
		.join()}}`;
}
