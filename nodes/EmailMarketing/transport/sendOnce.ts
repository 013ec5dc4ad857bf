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

export type Context = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export const credentialName = 'emailMarketingApi';

export interface ServiceResponse {
	/** `undefined` for a repeated delete whose earlier attempt had worked. */
	readonly status?: number;
	/** Parsed JSON; `undefined` if the body was empty or `null`. */
	readonly body: unknown;
	/** Names in lowercase. */
	readonly headers: JsonRecord;
}

export type Result = (ServiceResponse & { readonly ok: true }) | Failure;

/** Sends one request once. Failures of the service or the network are returned, never thrown. */
export type SendOnce = (options: IHttpRequestOptions) => Promise<Result>;

/**
 * Sends through n8n's own request helper, which handles proxies, certificates and network rules, and aborts when the
 * execution is cancelled. Without the credential, n8n would read and decrypt it for every request.
 */
export function sendOnceWith(context: Context, credential: ICredentialDataDecryptedObject): SendOnce {
	const more = { credentialsDecrypted: { id: '', name: '', type: credentialName, data: credential } };
	return async (options) => {
		// A copy, because n8n changes the object and another attempt may follow.
		const request: IHttpRequestOptions = {
			...options,
			json: true,
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		return await resultOf(context.helpers.httpRequestWithAuthentication.call(context, credentialName, request, more));
	};
}

/** The result of a request that n8n is sending: its response with status and headers, or n8n's error. */
export async function resultOf(sending: Promise<unknown>): Promise<Result> {
	try {
		return classifyResponse((await sending) as IN8nHttpFullResponse);
	} catch (error) {
		return networkFailure(error);
	}
}

/** A 2xx with JSON or an empty body is a success. n8n returns JSON parsed, and everything else as text. */
export function classifyResponse({ statusCode: status, body: raw, headers }: IN8nHttpFullResponse): Result {
	const body: unknown = raw === null || (typeof raw === 'string' && raw.trim() === '') ? undefined : raw;
	if (status >= 200 && status <= 299) {
		const isReadable = body === undefined || typeof body === 'object';
		return isReadable ? { ok: true, status, body, headers } : { ok: false, kind: 'unreadable', status, body };
	}
	return {
		ok: false,
		kind: 'status',
		status,
		body,
		location: typeof headers.location === 'string' ? headers.location : undefined,
		retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()),
	};
}

/** Turns a success whose body reports a failure into a failure. */
export function rejectFailureBody(result: Result, key: EndpointKey): Result {
	if (!result.ok) return result;
	const { status, body } = result;
	const report = importReport(body);
	if (key === 'subscriber.import' && undoneIn(report).length > 0)
		return { ok: false, kind: 'incomplete', status, body: report };
	const collection = isReading(key) ? collectionOf(key) : undefined;
	const kind = failureIn(body, endpointOf(key).responseKey ?? collection);
	return kind === undefined ? result : { ok: false, kind, status, body };
}

/** Codes of requests that never reached the service. */
const notSentCode = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/;
/** Codes of Node's TLS layer for a certificate that is not accepted; the request has not been sent yet. */
const certificateCode =
	/^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_|DEPTH_ZERO_|SELF_SIGNED_|PATH_LENGTH_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;
/**
 * With EPROTO, these messages mean that the TLS handshake failed: the host supports no TLS, or no version in common.
 * After the handshake, Node uses another code for the same messages (ERR_SSL_…), and the request may have arrived.
 */
const noTls =
	/wrong version number|packet length too long|unsupported protocol|alert (handshake failure|protocol version|unrecognized name)/;
/** Codes of requests that Node cannot write, e.g. because of an invalid character, or that n8n blocks. */
const unsendableCode = /^ERR_(HTTP_)?INVALID|^ERR_UNESCAPED|^SsrfBlocked/;

export function networkFailure(error: unknown): Failure {
	const cause = causeOf(error) ?? keptCause(error);
	const reason = error instanceof Error ? error.message : undefined;
	return { ok: false, kind: kindOf(cause), code: cause?.code, reason };
}

function kindOf(cause: Cause | undefined): FailureKind {
	if (cause === undefined) return 'unsendable';
	const { code, message, syscall } = cause;
	if (certificateCode.test(code) || unsendableCode.test(code)) return 'unsendable';
	if (code === 'EPROTO' && noTls.test(message)) return 'unsendable';
	// If a connection that was open before breaks, the code is the same, but the request may have been sent.
	return notSentCode.test(code) && syscall !== 'read' && syscall !== 'write' ? 'notSent' : 'noResponse';
}

interface Cause {
	readonly code: string;
	readonly message: string;
	/** Node's system call, e.g. `read`. */
	readonly syscall?: unknown;
}

/**
 * n8n wraps errors, sometimes more than once; the innermost one with a code is the cause. Those of its SSRF protection
 * (SsrfBlockedIpError, SsrfBlockedHostnameError) have no code: their name is used.
 */
function causeOf(error: unknown): Cause | undefined {
	let coded: Cause | undefined;
	let cause = error;
	for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
		if ('code' in cause && typeof cause.code === 'string') coded = cause as Cause & Error;
		else if (/^SsrfBlocked/.test(cause.name)) coded = { code: cause.name, message: cause.message };
		cause = cause.cause;
	}
	return coded;
}

/** Late n8n 1 drops `error.cause`: `httpCode` then holds the network code, `messages[0]` the text. */
function keptCause(error: unknown): Cause | undefined {
	if (!(error instanceof NodeApiError) || error.cause !== undefined || !error.httpCode) return undefined;
	const [message = ''] = error.messages;
	// With a status, the response had begun.
	const hasStatus = /^\d/.test(error.httpCode);
	return { code: hasStatus ? 'ECONNRESET' : error.httpCode, message, syscall: message.split(' ')[0] };
}
