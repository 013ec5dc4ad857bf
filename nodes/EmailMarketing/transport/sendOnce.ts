import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
} from 'n8n-workflow';

import { endpointOf, type EndpointKey } from '../api/endpoints';
import { reportsFailure } from '../api/response';
import type { JsonRecord } from '../shared/isRecord';
import { networkFailure } from './networkFailure';
import { parseRetryAfter, type FailureKind } from './retry';

/** Every n8n context from which a request of this package can start. */
export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const credentialName = 'emailMarketingApi';

interface Success {
	readonly ok: true;
	readonly status: number;
	/** Parsed JSON; `undefined` when the body was empty or `null`. */
	readonly body: unknown;
	/** Their names are in lower case. */
	readonly headers: JsonRecord;
}

/** One attempt that gave no usable answer. */
export interface Failure {
	readonly ok: false;
	readonly kind: FailureKind;
	readonly status?: number;
	/** Parsed JSON, or text. */
	readonly body?: unknown;
	readonly retryAfterMs?: number;
	/** Where a redirect points. */
	readonly location?: string;
	/** Node's or the TLS layer's code for what happened, e.g. ECONNREFUSED. */
	readonly code?: string;
	/** n8n's own words, for what has no code: a blocked domain, say. */
	readonly reason?: string;
}

export type Result = Success | Failure;

/** Sends one request once and tells what came of it. Never throws for what the service or the network did. */
export type SendOnce = (options: IHttpRequestOptions) => Promise<Result>;

/**
 * Sending through n8n's own request helper, which knows proxies, certificates and the network's rules.
 * @param credential read once: n8n would read it from its database and decrypt it for every request
 * @param outdated ends the requests of a poll that are on their way; in an execution n8n uses its own cancel signal instead
 */
export function sendOnceWith(
	context: Context,
	credential: ICredentialDataDecryptedObject,
	timeout: number,
	outdated?: AbortSignal,
): SendOnce {
	const credentialsDecrypted = { id: '', name: '', type: credentialName, data: credential };
	return async (options) => {
		let response: IN8nHttpFullResponse;
		try {
			response = (await context.helpers.httpRequestWithAuthentication.call(
				context,
				credentialName,
				// n8n works on the object it is given, and an attempt may be followed by another.
				{
					...options,
					// One for each request: Node 20 warns of more than ten listeners on one signal.
					abortSignal: outdated && AbortSignal.any([outdated]),
					json: true,
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					disableFollowRedirect: true,
					timeout,
				},
				{ credentialsDecrypted },
			)) as IN8nHttpFullResponse;
		} catch (error) {
			return networkFailure(error);
		}
		return classifyResponse(response);
	};
}

/** What a response is worth: 2xx with JSON or nothing is a success. n8n hands over JSON parsed, and everything else as text. */
export function classifyResponse({ statusCode: status, body: raw, headers }: IN8nHttpFullResponse): Result {
	const body: unknown = raw === null || (typeof raw === 'string' && raw.trim() === '') ? undefined : raw;
	if (status >= 200 && status <= 299)
		return body === undefined || typeof body === 'object'
			? { ok: true, status, body, headers }
			: { ok: false, kind: 'unreadable', status, body };
	return {
		ok: false,
		kind: 'status',
		status,
		body,
		location: typeof headers.location === 'string' ? headers.location : undefined,
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
	};
}

/** A 2xx whose body reports a failure is none. */
export function judged(result: Result, key: EndpointKey): Result {
	return result.ok && reportsFailure(result.body, endpointOf(key).responseKey)
		? { ok: false, kind: 'declined', status: result.status, body: result.body }
		: result;
}
