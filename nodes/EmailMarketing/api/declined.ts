import { isRecord, type JsonRecord } from '../shared/isRecord';
import type { Endpoint } from './endpoints';

type Says = (value: unknown) => boolean;

/** What stands beside the word that something failed. An answer that holds more has done a part at least: `{imported: 5, errors: [...]}`. */
export const words: ReadonlySet<string> = new Set([
	...[
		'error',
		'errors',
		'message',
		'messages',
		'msg',
		'reason',
		'type',
		'title',
		'detail',
		'details',
		'error_description',
	],
	...['status', 'status_code', 'statusCode', 'code', 'error_code', 'errorCode', 'result'],
	...['path', 'instance', 'timestamp', 'request_id', 'requestId'],
]);

/** What says no where nothing but words stands beside it; elsewhere it may be a field of the thing. */
const signs: Readonly<Record<string, Says>> = {
	error: isSaid,
	errors: isSaid,
	status: (value) => isFalse(value) || isFailed(value) || isRefusal(value),
	result: (value) => isFalse(value) || isFailed(value),
	code: isRefusal,
	statusCode: isRefusal,
	status_code: isRefusal,
};

/**
 * Whether an answer of status 200 to 299 says itself that the work was not done: `{success: false}`, `{ok: 0}`, `{status: "error"}`, `{deleted: false}`,
 * or `{error: …}`, `{errors: …}`, `{status: false}` and `{code: 422}` with nothing but words beside them.
 * Such envelopes are common with services of this kind; whether this one gives them is not documented.
 * Only the envelope is judged: a campaign may have failed long ago, and reading it has not.
 * A thing beside `{success: false}` makes it no success: it may be there, and the mail about it not sent.
 */
export function isDeclined(
	answer: unknown,
	{ method, responseKey }: Pick<Endpoint, 'method' | 'responseKey'>,
): boolean {
	// A thing that is read may have such a field of its own.
	if (!isRecord(answer) || (method === 'GET' && has(answer, 'uuid'))) return false;
	if (isFalse(answer.success) || isFalse(answer.ok) || (method === 'DELETE' && isFalse(answer.deleted))) return true;
	const holdsThing = ['data', 'id', 'uuid', responseKey ?? 'data'].some((name) => has(answer, name));
	return !holdsThing && (isFailed(answer.status) || saysNothingElse(answer));
}

function saysNothingElse(answer: JsonRecord): boolean {
	return (
		holdsOnly(answer, words) && Object.keys(answer).some((name) => has(answer, name) && signs[name]?.(answer[name]))
	);
}

/** Whether everything that an answer holds has one of these names. */
export function holdsOnly(answer: JsonRecord, names: ReadonlySet<string>): boolean {
	return Object.keys(answer).every((name) => names.has(name) || !has(answer, name));
}

/** Of a field that is present: an object or a list of it holds something. */
function isSaid(value: unknown): boolean {
	return value === true || (typeof value === 'string' && value.trim() !== '') || typeof value === 'object';
}

function isFailed(value: unknown): boolean {
	return typeof value === 'string' && /^(denied|error|fail|failed|failure|refused|rejected)$/i.test(value);
}

/** The status that the answer should have had. */
export function isRefusal(value: unknown): boolean {
	return (typeof value === 'number' || typeof value === 'string') && /^[45]\d\d$/.test(String(value));
}

/** PHP and SQL have 0 and "0" for it. */
function isFalse(value: unknown): boolean {
	return value === false || value === 'false' || value === 0 || value === '0';
}

/** An empty list or object beside a refusal is no thing: many envelopes always have their `data`. */
function has(answer: JsonRecord, name: string): boolean {
	const value = answer[name];
	return typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: value !== undefined && value !== null;
}
