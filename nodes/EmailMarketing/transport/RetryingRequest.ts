import type { IHttpRequestOptions } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import type { UserFacingError } from '../shared/UserFacingError';
import { fillPath, withQuery, type ApiRequest } from './ApiRequest';
import { type Connection, pathOf } from './connection';
import { explain } from './errors';
import type { TransportOptions } from './requestOptions';
import { decideRetry, leavesOutcomeUnknown, isRateLimited, type Failure } from './retry';

/** A request with the state of its attempts. */
export class RetryingRequest {
	/** The request for n8n to send. */
	readonly options: IHttpRequestOptions;
	attempts = 0;
	/** Whether an attempt may have done the work. */
	outcomeUnknown: boolean;
	/** The latest failure that left the outcome unknown. */
	failure?: UserFacingError;
	readonly path: string;
	/** Failed attempts other than rate limits. */
	private retries = 0;
	/** Rate limits in a row, with and without a `Retry-After`, during which no request of the run was accepted. */
	private rateLimits = { timed: 0, untimed: 0 };
	/** Time spent waiting for rate limits. */
	private waitedMs = 0;
	/** The count of accepted requests at the latest rate limit. */
	private acceptedBefore = 0;

	/** Prepares the request without sending it. Throws if the path cannot be filled. */
	constructor(
		readonly request: ApiRequest,
		readonly connection: Connection,
		requestOptions: Partial<IHttpRequestOptions> = {},
	) {
		const { key, path, pathValues, query, body, outcomeUnknown = false } = request;
		this.path = fillPath(path ?? pathOf(connection, key), pathValues);
		const url = `${connection.baseUrl}${withQuery(this.path, query)}`;
		this.options = { ...requestOptions, method: endpointOf(key).method, url, body };
		this.outcomeUnknown = outcomeUnknown;
	}

	/** Decides as `decideRetry`. `accepted` counts the requests of the run that the service has accepted. */
	decide(failure: Failure, options: TransportOptions, accepted: number): number | undefined {
		const { idempotent } = endpointOf(this.request.key);
		const retries = this.countRetries(failure, accepted);
		const waitedMs = options.isInteractive === true ? undefined : this.waitedMs;
		const waitMs = decideRetry({ ...failure, ...options, idempotent, retries, waitedMs, random: Math.random() });
		if (isRateLimited(failure)) this.waitedMs += waitMs ?? 0;
		return waitMs;
	}

	/** Explains a failure, and remembers it if the work may have been done. */
	explain(failure: Failure, isPathRight: boolean): UserFacingError {
		const explained = explain({ ...this, isPathRight }, failure);
		if (!leavesOutcomeUnknown(failure)) return explained;
		this.outcomeUnknown = true;
		this.failure = explained;
		return explained;
	}

	/**
	 * Counts a failure, and returns the retries used up before it. A rate limit counts only if nothing was accepted
	 * since the one before, so that requests to a slow service continue to the end.
	 */
	private countRetries(failure: Failure, accepted: number): number {
		if (!isRateLimited(failure)) {
			this.retries += 1;
			return this.retries - 1;
		}
		const kind = failure.retryAfterMs === undefined ? 'untimed' : 'timed';
		if (accepted > this.acceptedBefore) this.rateLimits = { timed: 0, untimed: 0 };
		else this.rateLimits[kind] += 1;
		this.acceptedBefore = accepted;
		return Math.max(0, this.rateLimits[kind] - 1);
	}
}
