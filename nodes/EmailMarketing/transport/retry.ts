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

interface RetryAnswer {
	/** How long to wait before the next attempt, in ms. */
	readonly waitMs: number;
	/** Whether the service asked everybody to wait, not just this request. */
	readonly pauseAll: boolean;
}

/** The longest that a `Retry-After` is obeyed, and the longest back-off, in ms. */
export const longestWaitMs = 60_000;
const firstBackOffMs = 500;

/** Statuses that often pass. */
const passingStatuses = new Set([408, 500, 502, 503, 504]);

/**
 * Whether the service may have done the work although it did not say so.
 * A 503 that asks to come back later has refused the request.
 */
export function isUncertain({ kind, status = 0, retryAfterMs }: Pick<RetryQuestion, 'kind' | 'status' | 'retryAfterMs'>): boolean {
	if (kind !== 'status') return kind === 'noAnswer';
	if (status === 503 && retryAfterMs !== undefined) return false;
	return status === 408 || (status >= 500 && status !== 501);
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
	return repeatable && (kind === 'noAnswer' || (kind === 'status' && passingStatuses.has(status ?? 0)));
}

/**
 * Reads a `Retry-After` header (RFC 9110): seconds, or an HTTP date.
 * @param now in ms since the epoch; a date in the past means no wait
 * @returns ms, or `undefined` when it is missing or unreadable
 */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'number' ? String(header) : header;
	if (typeof text !== 'string' || text.trim() === '') return undefined;
	if (/^\s*\d{1,15}(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
	// Date.parse alone takes almost anything for a date, "-5" for one in 2001.
	const date = /^\s*[A-Za-z]{3,9},? .*GMT\s*$/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
