import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { type EndpointKey, endpointOf } from '../api/endpoints';
import type { UserFacingError } from '../shared/UserFacingError';
import { readId } from '../shared/readId';
import type { DisplayNames } from '../shared/text';
import { type Connection, pathOf } from './connection';
import { explain } from './errors';
import { decideRetry, isOutcomeUnknown, isRefusal, type RetryDecision } from './retry';
import type { Failure } from './sendOnce';

/** One call of an operation of the catalogue. */
export interface ApiRequest {
	readonly key: EndpointKey;
	/** A path that is being tried in place of the operation's own. */
	readonly path?: string;
	/** Values for the placeholders of the path, by parameter name. */
	readonly pathValues: Readonly<Record<string, string>>;
	/** Already encoded. */
	readonly query?: string;
	readonly body?: IDataObject;
	/** How the panel calls the parameters behind the path and the body. */
	readonly names?: DisplayNames;
	/** The input items behind the rows of the body, where it has rows. */
	readonly rows?: readonly number[];
	/** What to do where the address of a new subscriber is taken. */
	readonly adviceIfTaken?: string;
	/** What to do where the work may have been done, in place of the endpoint's own advice. */
	readonly adviceIfUnknown?: string;
	/** Whether an earlier try may have done the work. */
	readonly mayBeDone?: boolean;
	/** Whether a refusal is an answer too: then it stops nothing. */
	readonly isOptional?: boolean;
}

/** A request on its way through its attempts. */
export class Sending {
	/** What n8n is to send. */
	readonly options: IHttpRequestOptions;

	attempts = 0;

	/** Whether an attempt may have done the work. */
	isOutcomeUnknown: boolean;

	/** Why the last attempt failed, if it may have done the work. */
	failure?: UserFacingError;

	private readonly path: string;

	/** Attempts that failed for a reason of their own. */
	private retries = 0;

	/** Refusals in a row during which the service took no other request either. */
	private refusalsInVain = 0;

	/** How much had got through when this was refused last. */
	private gotThroughBefore = 0;

	/** @throws UserFacingError when the path cannot be filled */
	constructor(
		readonly request: ApiRequest,
		private readonly connection: Connection,
		requestOptions: Partial<IHttpRequestOptions> = {},
	) {
		const { key, path, pathValues, query, body, mayBeDone = false } = request;
		this.path = fillPath(path ?? pathOf(connection, key), pathValues);
		const url = `${connection.baseUrl}${this.path}${query ? `?${query}` : ''}`;
		this.isOutcomeUnknown = mayBeDone;
		this.options = { ...requestOptions, method: endpointOf(key).method, url, body };
	}

	/**
	 * Whether to send it again after a failure.
	 * @param gotThrough how many requests the service has taken so far, of all that were sent
	 */
	decide(failure: Failure, maxRetries: number, gotThrough: number): RetryDecision | undefined {
		const { idempotent } = endpointOf(this.request.key);
		return decideRetry({
			...failure,
			idempotent,
			maxRetries,
			retries: this.retriesUsed(failure, gotThrough),
			random: Math.random(),
		});
	}

	/** Keeps in mind that the work may have been done all the same. */
	note(failure: Failure, explained: UserFacingError): void {
		if (!isOutcomeUnknown(failure)) return;
		this.isOutcomeUnknown = true;
		this.failure = explained;
	}

	explain(failure: Failure): UserFacingError {
		const { connection, path, attempts, isOutcomeUnknown: mayBeDone } = this;
		const { key, names, body, rows, adviceIfTaken, adviceIfUnknown } = this.request;
		const failed = {
			key,
			names,
			sent: body,
			rows,
			adviceIfTaken,
			adviceIfUnknown,
			path,
			baseUrl: connection.baseUrl,
			isOverridden: key in connection.endpointPaths,
			attempts,
			mayBeDone,
		};
		return explain(failed, failure, connection.accessToken);
	}

	/** A refusal uses up a retry only when nothing got through since the one before: a slow service is served to the end. */
	private retriesUsed(failure: Failure, gotThrough: number): number {
		if (!isRefusal(failure)) return this.retries++;
		this.refusalsInVain = gotThrough > this.gotThroughBefore ? 0 : this.refusalsInVain + 1;
		this.gotThroughBefore = gotThrough;
		return Math.max(0, this.refusalsInVain - 1);
	}
}

/**
 * Fills each `{placeholder}` of a path with the percent-encoded value of that name, so that a value stays one segment.
 * @throws UserFacingError where a value is none that `readId` takes: an empty one, `.` or `..` would lead to the list that holds the thing
 */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(readId(values[name], name)));
}
