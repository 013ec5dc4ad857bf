/** What the answer to a write of one thing says besides the envelope that `declined.ts` judges. All inferred: the shape of answers is not documented. */

import { isRecord, type JsonRecord } from '../shared/isRecord';
import { holdsOnly, isDeclined, isRefusal, words } from './declined';
import { isDoneAnswer, saysNo, saysOfSomeDone } from './doneAnswer';
import type { Endpoint } from './endpoints';

type Asked = Pick<Endpoint, 'method' | 'responseKey'>;

const sentences = ['message', 'msg', 'reason', 'title', 'detail', 'details', 'result', 'status', 'state'];
const flags = ['success', 'ok'];
const statuses = ['status', 'statusCode', 'status_code', 'code'];

/** Names of an answer that says where the work stands, and shows no thing. */
const queueWords = new Set([
	...words,
	...flags,
	'state',
	'id',
	'job',
	'job_id',
	'jobId',
	'task_id',
	'taskId',
	'queued',
]);

/** The part of an answer of status 200 to 299 that says that the work was not done: all of it, or the only result in it. */
export function refusalIn(answer: unknown, asked: Asked): unknown {
	if (isDeclined(answer, asked)) return answer;
	if (asked.method === 'GET') return undefined;
	if (!isSingleWrite(asked))
		return saysOnlyNo(answer) && !sentencesIn(answer).some(saysOfSomeDone) ? answer : undefined;
	const result = onlyResult(answer);
	if (result !== undefined && (isDeclined(result, asked) || statuses.some((name) => isRefusal(result[name]))))
		return result;
	return showsNothing(answer, asked) || saysOnlyNo(answer) ? answer : undefined;
}

/** Whether an answer has a place for the thing, nothing in it, and no word that it was done: `{message: "On the suppression list", subscriber: null}`. */
export function showsNothing(answer: unknown, asked: Asked): boolean {
	const { responseKey } = asked;
	return (
		isSingleWrite(asked) &&
		isRecord(answer) &&
		responseKey !== undefined &&
		answer[responseKey] === null &&
		!saysDone(answer)
	);
}

/** Whether an answer says that the work is to be done later: status 202, or "queued" and the like with no thing beside it. */
export function isOnlyAccepted(answer: unknown, status: number | undefined): boolean {
	if (status === 202) return true;
	if (!isRecord(answer)) return isWaiting(answer);
	return holdsOnly(answer, queueWords) && (isWaiting(answer.status) || isWaiting(answer.state));
}

/** An import answers for many. */
function isSingleWrite({ method, responseKey }: Asked): boolean {
	return method === 'DELETE' || (method !== 'GET' && responseKey !== undefined);
}

/** With status 207, or from a service that takes one thing for a batch of one. */
function onlyResult(answer: unknown): JsonRecord | undefined {
	const results = isRecord(answer) ? answer.results : answer;
	const [result, ...others] = Array.isArray(results) ? (results as unknown[]) : [];
	return others.length === 0 && isRecord(result) ? result : undefined;
}

function saysOnlyNo(answer: unknown): boolean {
	return isRecord(answer) && holdsOnly(answer, words) && !saysDone(answer) && sentencesIn(answer).some(saysNo);
}

function sentencesIn(answer: unknown): string[] {
	return isRecord(answer)
		? sentences.map((name) => answer[name]).filter((value): value is string => typeof value === 'string')
		: [];
}

function saysDone(answer: JsonRecord): boolean {
	return (
		flags.some((name) => answer[name] === true) ||
		sentences.some((name) => typeof answer[name] === 'string' && isDoneAnswer(answer[name]))
	);
}

function isWaiting(value: unknown): boolean {
	return typeof value === 'string' && /^(queued|pending|accepted)[.!]?$/i.test(value.trim());
}
