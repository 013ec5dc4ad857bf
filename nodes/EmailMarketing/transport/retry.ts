import { isWebPage } from '../api/response';

/** What went wrong with one attempt, as far as the decision to send it again is concerned. */
export type FailureKind =
	/** Nothing was sent: refused, host not found. */
	| 'notSent'
	/** Sent, but no whole answer came: reset, timeout. */
	| 'noResponse'
	/** An answer with a status. */
	| 'status'
	/** A body of status 200 to 299 that is not JSON: the work may have been done. */
	| 'unreadable'
	/** A body of status 200 to 299 that reports a failure. */
	| 'declined'
	/** The same, but part of the work may be done. */
	| 'incomplete'
	/** Nothing was sent, and a repetition would meet the same: a certificate that is not accepted, say. */
	| 'unsendable';

/** One attempt that gave no usable response. */
export interface Failure {
	readonly ok: false;
	readonly kind: FailureKind;
	readonly status?: number;
	/** Parsed JSON, or text. */
	readonly body?: unknown;
	/** What `Retry-After` asked for. */
	readonly retryAfterMs?: number;
	/** Where a redirect points. */
	readonly location?: string;
	/** Node's or the TLS layer's code for what happened, e.g. ECONNREFUSED. */
	readonly code?: string;
	/** n8n's own words, for what has no code: a blocked domain, say. */
	readonly reason?: string;
}

type FailedAttempt = Pick<Failure, 'kind' | 'status' | 'body' | 'retryAfterMs'>;

export interface RetryQuestion extends FailedAttempt {
	/** Whether sending twice does no more than sending once. */
	readonly idempotent: boolean;
	/** How many of the retries are used up; a refusal uses none while the service takes other requests. */
	readonly retries: number;
	readonly maxRetries: number;
	/** How long rate limits have been waited out, in ms; `undefined`: also those that name a time use up retries. */
	readonly waitedMs?: number;
	/** In [0, 1). */
	readonly random: number;
}

export interface RetryDecision {
	/** How long to wait before the next attempt, in ms. */
	readonly waitMs: number;
	/** Whether the service asked everybody to wait, not just this request. */
	readonly pauseAll: boolean;
}

/** How long a request waits for rate limits that name a time, in all. */
const maxRateLimitMs = 3_600_000;
/** The longest back-off, and the longest that a `Retry-After` is obeyed where it uses up a retry, in ms. */
export const maxDelayMs = 60_000;
const baseDelayMs = 500;
/** A service that limits the rate without saying for how long often counts by the minute: four waits get beyond it. */
const refused = { baseDelayMs: 1000, factor: 4, jitter: 0.25 };
const retryAfterBaseDelayMs = 250;

/** Statuses that often pass. Those from 520 on are a proxy's, for a service that does not answer it (Cloudflare). */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529]);

/** Whether the service refused the request for lack of capacity, and has not done it. */
export function isRateLimited({ kind, status, retryAfterMs, body }: FailedAttempt): boolean {
	// A web page comes from a proxy (Varnish has both), which does not know what the service behind it has done.
	return kind === 'status' && (status === 429 || (status === 503 && retryAfterMs !== undefined && !isWebPage(body)));
}

/** Whether the service may have done the work although it did not say so: after everything that is no clear rejection. */
export function leavesOutcomeUnknown(failed: FailedAttempt): boolean {
	const { kind, status = 0 } = failed;
	if (kind !== 'status') return ['noResponse', 'unreadable', 'incomplete'].includes(kind);
	// A 302 or 303 may lead away from a form that was taken; the other redirects name the right address.
	const isMoved = [301, 307, 308].includes(status);
	const isRefused = isMoved || isRateLimited(failed) || (status >= 400 && status <= 499 && status !== 408);
	return !isRefused;
}

/** Decides whether a request is sent again, and after how long. `undefined`: not again. */
export function decideRetry(question: RetryQuestion): RetryDecision | undefined {
	const { retries, maxRetries, retryAfterMs, waitedMs } = question;
	const pauseAll = isRateLimited(question);
	if (pauseAll && retryAfterMs !== undefined && waitedMs !== undefined) {
		const waitMs = Math.max(backOffMs(question), retryAfterMs);
		return maxRetries > 0 && waitedMs + waitMs <= maxRateLimitMs ? { waitMs, pauseAll } : undefined;
	}
	if (retries >= maxRetries || !maySendAgain(question)) return undefined;
	return { waitMs: Math.max(backOffMs(question), Math.min(retryAfterMs ?? 0, maxDelayMs)), pauseAll };
}

/** Jitter, so that requests that failed together do not come back together, over at least half of the time; a refusal pauses all of them, and is waited out. */
function backOffMs(question: RetryQuestion): number {
	const { retries, retryAfterMs, random } = question;
	if (!isRateLimited(question))
		return retryAfterMs === undefined ? Math.min(maxDelayMs, baseDelayMs * 2 ** retries) * (0.5 + random / 2) : 0;
	// Waits as long as the service asked for, and a little longer after each wait without success: a rounded time may be a second too short.
	const longestMs = (retryAfterMs ?? 0) < 1000 ? maxDelayMs : Math.min(maxDelayMs, 2 * (retryAfterMs ?? 0));
	if (retryAfterMs !== undefined) return Math.min(longestMs, retryAfterBaseDelayMs * 2 ** retries);
	return Math.min(maxDelayMs, refused.baseDelayMs * refused.factor ** retries) * (1 - refused.jitter * random);
}

function maySendAgain(question: RetryQuestion): boolean {
	const { kind, status = 0, idempotent } = question;
	if (kind === 'notSent' || isRateLimited(question)) return true;
	return (
		idempotent &&
		(kind === 'noResponse' || kind === 'unreadable' || (kind === 'status' && transientStatuses.has(status)))
	);
}

/** Reads a `Retry-After` header (RFC 9110): seconds, or an HTTP date. @returns ms, or `undefined` when it is missing or unreadable */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'number' ? String(header) : header;
	if (typeof text !== 'string') return undefined;
	if (/^\s*\d{1,15}(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
	// Date.parse alone takes almost anything for a date, "-5" for one in 2001.
	const date = /^\s*[A-Za-z]{3,9},? .*GMT\s*$/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
