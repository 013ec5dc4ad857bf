import { isRecord, type JsonRecord } from '../shared/isRecord';
import type { Endpoint } from './endpoints';

const failedStatus = /^(error|fail|failed|failure)$/i;

/** What stands beside the word that something failed. An answer that holds more has done a part at least: `{imported: 5, errors: [...]}`. */
const words = new Set(['error', 'errors', 'message', 'messages', 'status', 'status_code', 'statusCode', 'code', 'type', 'title', 'detail', 'details', 'path', 'timestamp', 'request_id', 'requestId']);

/**
 * Whether an answer of status 200 to 299 says itself that the work was not done: `{success: false}`, `{ok: false}`, `{status: "error"}`, `{deleted: false}`,
 * or `{error: …}` and `{errors: …}` with nothing but words beside them.
 * Such envelopes are common with services of this kind; whether this one gives them is not documented.
 * Only the envelope is judged: a campaign may have failed long ago, and reading it has not.
 * A thing beside `{success: false}` makes it no success: it may be there, and the mail about it not sent.
 */
export function isDeclined(answer: unknown, { method, responseKey }: Pick<Endpoint, 'method' | 'responseKey'>): boolean {
	// A thing that is read may have such a field of its own.
	if (!isRecord(answer) || (method === 'GET' && has(answer, 'uuid'))) return false;
	if (isFalse(answer.success) || isFalse(answer.ok) || (method === 'DELETE' && isFalse(answer.deleted))) return true;
	const holdsThing = ['data', 'id', 'uuid', ...(responseKey === undefined ? [] : [responseKey])].some((name) => has(answer, name));
	return !holdsThing && ((typeof answer.status === 'string' && failedStatus.test(answer.status)) || saysNothingElse(answer));
}

function saysNothingElse(answer: JsonRecord): boolean {
	const present = Object.keys(answer).filter((name) => has(answer, name));
	return (isSaid(answer.error) || isSaid(answer.errors)) && present.every((name) => words.has(name));
}

function isSaid(value: unknown): boolean {
	return value === true || (typeof value === 'string' && value.trim() !== '') || (typeof value === 'object' && value !== null && Object.keys(value).length > 0);
}

function isFalse(value: unknown): boolean {
	return value === false || value === 'false';
}

function has(answer: JsonRecord, name: string): boolean {
	return answer[name] !== undefined && answer[name] !== null;
}
