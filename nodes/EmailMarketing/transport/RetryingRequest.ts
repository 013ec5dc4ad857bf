import type { IHttpRequestOptions } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import type { UserFacingError } from '../shared/UserFacingError';
import { fillPath, type ApiRequest } from './ApiRequest';
import { type Connection, pathOf } from './connection';
import { explain } from './errors';
import type { TransportOptions } from './requestOptions';
import { decideRetry, leavesOutcomeUnknown, isRateLimited, type Failure, type RetryDecision } from './retry';

/** A request on its way through its attempts. */
export class RetryingRequest {
	/** What n8n is to send. */
	readonly options: IHttpRequestOptions;

	attempts = 0;

	/** Whether an attempt may have done the work. */
	outcomeUnknown: boolean;

	/** Why the last attempt failed, if it may have done the work. */
	failure?: UserFacingError;

	private readonly path: string;

	/** Attempts that failed for a reason of their own. */
	private retries = 0;

	/** Rate limits in a row, with and without a time, during which the service accepted no other request either. */
	private rateLimits = { timed: 0, untimed: 0 };

	/** How long rate limits have been waited out. */
	private waitedMs = 0;

	private acceptedBefore = 0;

	/** @throws UserFacingError when the path cannot be filled */
	constructor(
		readonly request: ApiRequest,
		private readonly connection: Connection,
		requestOptions: Partial<IHttpRequestOptions> = {},
	) {
		const { key, path, pathValues, query, body, outcomeUnknown = false } = request;
		this.path = fillPath(path ?? pathOf(connection, key), pathValues);
		const url = `${connection.baseUrl}${this.path}${query ? `?${query}` : ''}`;
		this.options = { ...requestOptions, method: endpointOf(key).method, url, body };
		this.outcomeUnknown = outcomeUnknown;
	}

	/** Whether to send it again after a failure. @param accepted how many requests the service has accepted so far, of all that were sent */
	decide(failure: Failure, options: TransportOptions, accepted: number): RetryDecision | undefined {
		const { idempotent } = endpointOf(this.request.key);
		const retries = this.retriesUsed(failure, accepted);
		const waitedMs = options.isInteractive === true ? undefined : this.waitedMs;
		const decision = decideRetry({ ...failure, ...options, idempotent, retries, waitedMs, random: Math.random() });
		if (decision?.pauseAll) this.waitedMs += decision.waitMs;
		return decision;
	}

	/** Keeps in mind that the work may have been done. */
	note(failure: Failure, explained: UserFacingError): void {
		if (!leavesOutcomeUnknown(failure)) return;
		this.outcomeUnknown = true;
		this.failure = explained;
	}

	/** @param isPathRight whether a request of the same operation has succeeded */
	explain(failure: Failure, isPathRight: boolean): UserFacingError {
		const { request, connection, path, attempts, outcomeUnknown } = this;
		return explain({ request, connection, path, attempts, outcomeUnknown, isPathRight }, failure);
	}

	/** A rate limit uses up a retry only when nothing was accepted since the one before: a slow service is served to the end. */
	private retriesUsed(failure: Failure, accepted: number): number {
		if (!isRateLimited(failure)) return this.retries++;
		const kind = failure.retryAfterMs === undefined ? 'untimed' : 'timed';
		if (accepted > this.acceptedBefore) this.rateLimits = { timed: 0, untimed: 0 };
		else this.rateLimits[kind] += 1;
		this.acceptedBefore = accepted;
		return Math.max(0, this.rateLimits[kind] - 1);
	}
}
