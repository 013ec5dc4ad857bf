import { isWebPage } from '../api/response';

/** How an attempt failed, as far as a retry depends on it. */
export type FailureKind =
	/** Nothing was sent: refused, host not found. */
	| 'notSent'
	/** Sent, but no complete response came: reset, timeout. */
	| 'noResponse'
	/** A response with a status outside 200 to 299. */
	| 'status'
	/** A body of status 200 to 299 that is not JSON: the work may have been done. */
	| 'unreadable'
	/** A body of status 200 to 299 that reports a failure. */
	| 'declined'
	/** The same, but part of the work may be done. */
	| 'incomplete'
	/** Nothing was sent, and a retry would fail again, e.g. because the certificate is not accepted. */
	| 'unsendable';

/** An attempt without a usable response. */
export interface Failure {
	readonly ok: false;
	readonly kind: FailureKind;
	readonly status?: number;
	/** Parsed JSON, or text. */
	readonly body?: unknown;
	readonly retryAfterMs?: number;
	/** Target of a redirect. */
	readonly location?: string;
	/** Error code of Node or its TLS layer, e.g. ECONNREFUSED. */
	readonly code?: string;
	/** n8n's own message if there is no code, e.g. for a blocked domain. */
	readonly reason?: string;
}

type FailedAttempt = Pick<Failure, 'kind' | 'status' | 'body' | 'retryAfterMs'>;

export interface RetryQuestion extends FailedAttempt {
	/** Whether sending twice does no more than sending once. */
	readonly idempotent: boolean;
	/** Retries used up so far; a rate limit uses none while the service accepts other requests. */
	readonly retries: number;
	readonly maxRetries: number;
	/** Time spent waiting for rate limits, in ms; `undefined` if those with a `Retry-After` use up retries too. */
	readonly waitedMs?: number;
	/** In [0, 1). */
	readonly random: number;
}

/** Longest total wait of a request for rate limits with a `Retry-After`. */
const maxRateLimitMs = 3_600_000;
/** Longest backoff, and longest `Retry-After` that is obeyed if it uses up a retry. */
export const maxDelayMs = 60_000;
const baseDelayMs = 500;
/** For rate limits without a `Retry-After`, which often count by the minute: four waits are longer than that. */
const untimed = { baseDelayMs: 1000, factor: 4, jitter: 0.25 };
const retryAfterBaseDelayMs = 250;

/** Statuses that often pass. A proxy (Cloudflare) returns those from 520 on if the service does not respond to it. */
const transientStatuses = new Set([408, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529]);

/** Whether the service refused the request for lack of capacity, so the work counts as not done. */
export function isRateLimited({ kind, status, retryAfterMs, body }: FailedAttempt): boolean {
	// A web page comes from a proxy (Varnish sends both), which does not know what the service behind it has done.
	return kind === 'status' && (status === 429 || (status === 503 && retryAfterMs !== undefined && !isWebPage(body)));
}

/** Whether the service may have done the work: after every failure but a clear rejection. */
export function leavesOutcomeUnknown(failed: FailedAttempt): boolean {
	const { kind, status = 0 } = failed;
	if (kind !== 'status') return ['noResponse', 'unreadable', 'incomplete'].includes(kind);
	// A 302 or 303 may follow an accepted form; the other redirects only point to the right address.
	const isMoved = [301, 307, 308].includes(status);
	const isRefused = isMoved || isRateLimited(failed) || (status >= 400 && status <= 499 && status !== 408);
	return !isRefused;
}

/** Decides after how many ms a request is sent again; `undefined` if it is not. */
export function decideRetry(question: RetryQuestion): number | undefined {
	const { retries, maxRetries, retryAfterMs, waitedMs } = question;
	if (isRateLimited(question) && retryAfterMs !== undefined && waitedMs !== undefined) {
		const waitMs = Math.max(backOffMs(question), retryAfterMs);
		return maxRetries > 0 && waitedMs + waitMs <= maxRateLimitMs ? waitMs : undefined;
	}
	if (retries >= maxRetries || !maySendAgain(question)) return undefined;
	return Math.max(backOffMs(question), Math.min(retryAfterMs ?? 0, maxDelayMs));
}

/** Exponential backoff with 50–100 % jitter; a rate limit is never cut short. */
function backOffMs(question: RetryQuestion): number {
	const { retries, retryAfterMs, random } = question;
	if (isRateLimited(question)) return rateLimitBackOffMs(question);
	if (retryAfterMs !== undefined) return 0;
	return Math.min(maxDelayMs, baseDelayMs * 2 ** retries) * (0.5 + random / 2);
}

function rateLimitBackOffMs({ retries, retryAfterMs, random }: RetryQuestion): number {
	if (retryAfterMs === undefined)
		return Math.min(maxDelayMs, untimed.baseDelayMs * untimed.factor ** retries) * (1 - untimed.jitter * random);
	// A rounded Retry-After may be a second too short, so each wait without success makes the next one a little longer.
	const longestMs = retryAfterMs < 1000 ? maxDelayMs : Math.min(maxDelayMs, 2 * retryAfterMs);
	return Math.min(longestMs, retryAfterBaseDelayMs * 2 ** retries);
}

function maySendAgain(question: RetryQuestion): boolean {
	const { kind, status = 0, idempotent } = question;
	if (kind === 'notSent' || isRateLimited(question)) return true;
	if (!idempotent) return false;
	return kind === 'noResponse' || kind === 'unreadable' || (kind === 'status' && transientStatuses.has(status));
}

/** The ms in a `Retry-After` header (RFC 9110: seconds or an HTTP date); `undefined` if missing or unreadable. */
export function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'number' ? String(header) : header;
	if (typeof text !== 'string') return undefined;
	if (/^\s*\d{1,15}(\.\d+)?\s*$/.test(text)) return Number(text) * 1000;
	// Date.parse alone accepts almost anything: "-5" is a date in 2001.
	const date = /^\s*[A-Za-z]{3,9},? .*GMT\s*$/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
