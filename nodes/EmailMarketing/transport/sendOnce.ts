import {
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type IPollFunctions,
	NodeApiError,
} from 'n8n-workflow';

import { collectionOf, type EndpointKey, endpointOf, isReading } from '../api/endpoints';
import { failureIn, importReport, undoneIn } from '../api/response';
import type { JsonRecord } from '../shared/values';
import { type Failure, type FailureKind, parseRetryAfter } from './retry';

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

export type Result = Success | Failure;

/** Sends one request once and tells what came of it. Never throws for what the service or the network did. */
export type SendOnce = (options: IHttpRequestOptions) => Promise<Result>;

/**
 * Sending through n8n's own request helper, which knows proxies, certificates and the network's rules, and aborts when an execution is cancelled.
 * @param credential read once: n8n would read it from its database and decrypt it for every request
 */
export function sendOnceWith(context: Context, credential: ICredentialDataDecryptedObject, timeout: number): SendOnce {
	const credentialsDecrypted = { id: '', name: '', type: credentialName, data: credential };
	return async (options) => {
		// n8n works on the object it is given, and an attempt may be followed by another.
		const request: IHttpRequestOptions = {
			...options,
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout,
		};
		try {
			return classifyResponse(
				(await context.helpers.httpRequestWithAuthentication.call(context, credentialName, request, {
					credentialsDecrypted,
				})) as IN8nHttpFullResponse,
			);
		} catch (error) {
			return networkFailure(error);
		}
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
export function rejectFailureBody(result: Result, key: EndpointKey): Result {
	if (!result.ok) return result;
	const { status, body } = result;
	const report = importReport(body);
	if (key === 'subscriber.import' && undoneIn(report).length > 0)
		return { ok: false, kind: 'incomplete', status, body: report };
	const kind = failureIn(body, endpointOf(key).responseKey ?? (isReading(key) ? collectionOf(key) : undefined));
	return kind === undefined ? result : { ok: false, kind, status, body };
}

/** Codes with which nothing has left for the service. */
const notSentCode = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/;
/** Codes of Node's TLS layer: the certificate of the host was not accepted, which is found out before the request leaves. */
const certificateCode =
	/^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_|DEPTH_ZERO_|SELF_SIGNED_|PATH_LENGTH_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;
/**
 * With EPROTO, these words of the TLS layer mean that no secure connection came about: the other side speaks no TLS, or none that both know.
 * Once it has come about, Node gives the same words another code (ERR_SSL_…), and the request may have arrived.
 */
const noTls =
	/wrong version number|packet length too long|unsupported protocol|alert (handshake failure|protocol version|unrecognized name)/;
/** Codes of requests that cannot be written. */
const unsendableCode = /^ERR_(HTTP_)?INVALID|^ERR_UNESCAPED/;

/** Classifies a request without a response. */
export function networkFailure(error: unknown): Failure {
	const cause = causeOf(error) ?? keptCause(error);
	return {
		ok: false,
		kind: kindOf(cause),
		code: cause?.code,
		reason: error instanceof Error ? error.message : undefined,
	};
}

function kindOf(cause: Cause | undefined): FailureKind {
	if (cause === undefined) return 'unsendable';
	const { code, message, syscall } = cause;
	if (certificateCode.test(code) || unsendableCode.test(code)) return 'unsendable';
	if (code === 'EPROTO' && noTls.test(message)) return 'unsendable';
	// A host that was reached once and then no more fails while it is read from.
	return notSentCode.test(code) && syscall !== 'read' && syscall !== 'write' ? 'notSent' : 'noResponse';
}

interface Cause {
	readonly code: string;
	readonly message: string;
	/** What Node was doing, e.g. read. */
	readonly syscall?: unknown;
}

/** n8n wraps what happened, sometimes more than once; the innermost error with a code tells what it was. */
function causeOf(error: unknown): Cause | undefined {
	let coded: Cause | undefined;
	for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
		if ('code' in cause && typeof cause.code === 'string') coded = cause as Cause & Error;
	}
	return coded;
}

/** Late versions of n8n 1 drop what happened. Its code stands in place of a status then, its words are the first of n8n's `messages`; and where there is a status all the same, the answer had begun. */
function keptCause(error: unknown): Cause | undefined {
	if (!(error instanceof NodeApiError) || error.cause !== undefined || !error.httpCode) return undefined;
	const [message = ''] = error.messages;
	return { code: /^\d/.test(error.httpCode) ? 'ECONNRESET' : error.httpCode, message, syscall: message.split(' ')[0] };
}
