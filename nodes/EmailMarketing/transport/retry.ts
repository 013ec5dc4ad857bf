/** What went wrong with one attempt, as far as the decision to send it again is concerned. */
export type FailureKind =
	/** Nothing was sent: refused, host not found. */
	| 'notSent'
	/** Sent, but no whole answer came: reset, timeout, cut off. */
	| 'noAnswer'
	/** An answer with a status. */
	| 'status'
	/** Anything that a repetition cannot mend: a certificate, an answer that is no JSON. */
	| 'final';

export interface RetryQuestion {
	/** Whether sending twice does no more than sending once. */
	readonly repeatable: boolean;
	readonly kind: FailureKind;
	/** HTTP status, for kind `status`. */
	readonly status?: number;
	/** What `Retry-After` asked for, in ms. */
	readonly retryAfterMs?: number;
	/** 1 for the first attempt. */
	readonly attempt: number;
	readonly maxRetries: number;
	/** In [0, 1). */
	readonly random: number;
}

export interface RetryAnswer {
	/** How long to wait before the next attempt, in ms. */
	readonly waitMs: number;
	/** Whether the service asked everybody to wait, not just this request. */
	readonly pauseAll: boolean;
}

/** The longest that a `Retry-After` is obeyed, and the longest back-off, in ms. */
export const longestWaitMs = 60_000;
const firstBackOffMs = 500;

/** Statuses after which the work may or may not have been done. */
const uncertainStatuses = new Set([408, 500, 502, 503, 504]);

/** Whether the service may have done the work although it did not say so. */
export function isUncertain({ kind, status = 0 }: Pick<RetryQuestion, 'kind' | 'status'>): boolean {
	return kind === 'noAnswer' || (kind === 'status' && uncertainStatuses.has(status));
}

/** Decides whether a request is sent again, and after how long. `undefined`: not again. */
export function retryAfter(question: RetryQuestion): RetryAnswer | undefined {
	if (question.attempt > question.maxRetries || !maySendAgain(question)) return undefined;
	const { retryAfterMs, status, attempt, random } = question;
	const backOffMs = Math.min(longestWaitMs, firstBackOffMs * 2 ** (attempt - 1)) * random;
	return {
		waitMs: retryAfterMs === undefined ? backOffMs : Math.min(retryAfterMs, longestWaitMs),
		pauseAll: status === 429 || (status === 503 && retryAfterMs !== undefined),
	};
}

function maySendAgain({ kind, status, retryAfterMs, repeatable }: RetryQuestion): boolean {
	if (kind === 'notSent') return true;
	if (kind === 'status' && (status === 429 || (status === 503 && retryAfterMs !== undefined))) return true;
	return repeatable && isUncertain({ kind, status });
}

/**
 * Reads a `Retry-After` header (RFC 9110): seconds, or an HTTP date.
 * @param now in ms since the epoch; a date in the past means no wait
 * @returns ms, or `undefined` when it is missing or unreadable
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'number' ? String(header) : header;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
	const date = Date.parse(text);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
