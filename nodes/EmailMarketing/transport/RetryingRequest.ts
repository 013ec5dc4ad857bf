import type { IHttpRequestOptions } from 'n8n-workflow';

import { endpointOf } from '../api/endpoints';
import type { UserFacingError } from '../shared/UserFacingError';
import { fillPath, withQuery, type ApiRequest } from './ApiRequest';
import { type Connection, pathOf } from './connection';
import { explain } from './errors';
import { briefMs, type TransportOptions } from './requestOptions';
import { Budget, leavesOutcomeUnknown, type Failure } from './retry';

/** A request with the state of its attempts. */
export class RetryingRequest {
	readonly options: IHttpRequestOptions;
	attempts = 0;
	outcomeUnknown: boolean;
	/** The latest failure that left the outcome unknown. */
	failure?: UserFacingError;
	readonly path: string;
	readonly budget: Budget;

	/** Prepares the request without sending it. Throws if the path cannot be filled. */
	constructor(
		readonly request: ApiRequest,
		readonly connection: Connection,
		options: TransportOptions,
		requestOptions: Partial<IHttpRequestOptions> = {},
	) {
		const { key, path, pathValues, query, body, sending = {} } = request;
		this.path = fillPath(path ?? pathOf(connection, key), pathValues);
		const url = `${connection.baseUrl}${withQuery(this.path, query)}`;
		const { method, idempotent } = endpointOf(key);
		const { isBrief = false } = sending;
		const timeout = isBrief ? Math.min(requestOptions.timeout ?? briefMs, briefMs) : requestOptions.timeout;
		this.options = { ...requestOptions, timeout, method, url, body };
		this.budget = new Budget({ ...options, idempotent, isBrief });
		this.outcomeUnknown = sending.outcomeUnknown === true;
	}

	/** Explains a failure, and remembers it if the work may have been done. */
	explain(failure: Failure, isPathRight: boolean): UserFacingError {
		const explained = explain({ ...this, isPathRight }, failure);
		if (!leavesOutcomeUnknown(failure)) return explained;
		this.outcomeUnknown = true;
		this.failure = explained;
		return explained;
	}
}
