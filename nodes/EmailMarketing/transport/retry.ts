import { isWebPage } from '../api/response';
import type { TransportOptions } from './requestOptions';

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

export interface RetryQuestion extends FailedAttempt, Pick<TransportOptions, 'isInteractive' | 'maxRetries'> {
	readonly idempotent: boolean;
	readonly isBrief?: boolean;
	/** Retries used up so far; a rate limit uses none while the service accepts other requests. */
	readonly retries: number;
	/** Time spent waiting for rate limits, in ms. */
	readonly waitedMs: number;
	/** In [0, 1). */
	readonly random: number;
}

/** Longest total wait of a request for rate limits with a `Retry-After`. */
const maxRateLimitMs = 3_600_000;
/** Longest backoff, and longest `Retry-After` that is obeyed if it uses up a retry. */
export const maxDelayMs = 60_000;

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

/** What the attempts of one request have used up. */
export class Budget {
	/** Failures other than rate limits. */
	private failures = 0;
	/** Rate limits in a row, with and without a `Retry-After`, during which no request of the run was accepted. */
	private rateLimits = { timed: 0, untimed: 0 };
	private waitedMs = 0;
	/** The count of accepted requests at the latest rate limit. */
	private acceptedBefore = 0;

	constructor(private readonly rules: Pick<RetryQuestion, 'idempotent' | 'isBrief' | 'isInteractive' | 'maxRetries'>) {}

	/** Returns the ms until the next attempt, if there is one. `accepted` counts the accepted requests of the run. */
	spend(failure: Failure, accepted: number): number | undefined {
		const retries = isRateLimited(failure) ? this.countRateLimit(failure, accepted) : this.failures;
		const state = { retries, waitedMs: this.waitedMs, random: Math.random() };
		const waitMs = decideRetry({ ...failure, ...this.rules, ...state });
		if (isRateLimited(failure)) this.waitedMs += waitMs ?? 0;
		else this.failures += 1;
		return waitMs;
	}

	/** Returns the retries used up by those before it: none while the service accepts other requests. */
	private countRateLimit({ retryAfterMs }: Failure, accepted: number): number {
		const kind = retryAfterMs === undefined ? 'untimed' : 'timed';
		if (accepted > this.acceptedBefore) this.rateLimits = { timed: 0, untimed: 0 };
		else this.rateLimits[kind] += 1;
		this.acceptedBefore = accepted;
		return Math.max(0, this.rateLimits[kind] - 1);
	}
}

/** Decides after how many ms a request is sent again; `undefined` if it is not. */
export function decideRetry(question: RetryQuestion): number | undefined {
	const { kind, status = 0, retryAfterMs, idempotent, retries, maxRetries } = question;
	const isRefused = isRateLimited(question);
	const isWaitedOut = isRefused && retryAfterMs !== undefined && question.isInteractive !== true;
	const waitMs = Math.max(backOffMs(question), Math.min(retryAfterMs ?? 0, isWaitedOut ? Infinity : maxDelayMs));
	// The user wants no retries, not even after a rate limit.
	if (maxRetries === 0) return undefined;
	// The service names a time, which uses up no retry, but only an hour in all.
	if (isWaitedOut) return question.waitedMs + waitMs <= maxRateLimitMs ? waitMs : undefined;
	if (retries >= maxRetries) return undefined;
	// Nothing was done: the service had no capacity.
	if (isRefused) return waitMs;
	// Others wait, and may fare better.
	if (question.isBrief === true) return undefined;
	// The service was not reached.
	if (kind === 'notSent') return waitMs;
	// It may have been done, and must not be done twice.
	if (!idempotent) return undefined;
	// The response was lost, or broken on its way.
	if (kind === 'noResponse' || kind === 'unreadable') return waitMs;
	// The service may fail only for the moment. Everything else would be rejected again.
	return kind === 'status' && transientStatuses.has(status) ? waitMs : undefined;
}

/** The shortest wait, which grows with the retries. */
function backOffMs(question: RetryQuestion): number {
	const { retries, retryAfterMs, random } = question;
	const isRefused = isRateLimited(question);
	// A rate limit that names no time often counts by the minute: four waits are longer than that, whatever the jitter.
	if (isRefused && retryAfterMs === undefined) return Math.min(maxDelayMs, 1000 * 4 ** retries) * (1 - random / 4);
	// Requests that failed together are not sent together again.
	if (retryAfterMs === undefined) return Math.min(maxDelayMs, 500 * 2 ** retries) * (0.5 + random / 2);
	if (!isRefused) return 0;
	// A rounded Retry-After may be a second too short, so each wait without success makes the next one a little longer.
	const longestMs = retryAfterMs < 1000 ? maxDelayMs : Math.min(maxDelayMs, 2 * retryAfterMs);
	return Math.min(longestMs, 250 * 2 ** retries);
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
