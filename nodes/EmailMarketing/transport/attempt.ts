import type {
	IAllExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { parseRetryAfter, type FailureKind } from './retry';

/** Every n8n context from which a request of this package can start. */
export type Caller = IExecutePaginationFunctions | IExecuteFunctions | ILoadOptionsFunctions;

export const credentialName = 'emailMarketingApi';

interface Success {
	readonly ok: true;
	readonly status: number;
	/** Parsed JSON; `undefined` when the body was empty or `null`. */
	readonly body: unknown;
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

/** Codes with which nothing has left for the service. */
const notSentCode = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/;
/** Codes of Node's TLS layer: the certificate of the host was not accepted. */
export const certificateCode = /CERT|TLS|SSL|SELF_SIGNED|EPROTO|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|CRL/;
/** Codes of requests that cannot be written, or were called back. */
const unsendableCode = /^ERR_(HTTP_)?INVALID|^ERR_UNESCAPED|^ERR_CANCELED$/;

/** Sends one request once and tells what came of it. Never throws for what the service or the network did. */
export async function attempt(caller: Caller, options: IHttpRequestOptions): Promise<Success | Failure> {
	try {
		const response: IN8nHttpFullResponse = await caller.helpers.httpRequestWithAuthentication.call(
			caller as IAllExecuteFunctions,
			credentialName,
			// n8n works on the object it is given, and an attempt may be followed by another.
			{ ...options, json: true, returnFullResponse: true, ignoreHttpStatusErrors: true, disableFollowRedirect: true },
		);
		return judge(response, options.method);
	} catch (error) {
		return networkFailure(error);
	}
}

/** Tells what an answer is worth. */
export function judge({ statusCode: status, body: raw, headers }: IN8nHttpFullResponse, method: IHttpRequestOptions['method']): Success | Failure {
	const body: unknown = raw === '' || raw === null ? undefined : raw;
	if (status < 200 || status > 299) {
		const location = typeof headers.location === 'string' ? headers.location : undefined;
		return { ok: false, kind: 'status', status, body, location, retryAfterMs: parseRetryAfter(headers['retry-after'], Date.now()) };
	}
	// n8n hands over JSON parsed, and everything else as text. Text that begins as JSON was cut off.
	if (typeof body === 'string' && /^\s*[[{]/.test(body)) return { ok: false, kind: 'noAnswer', status, body };
	// A write may be answered with a plain word, "queued" say; a web page comes from somewhere else.
	if (typeof body === 'string' && (method === 'GET' || /^\s*</.test(body))) return { ok: false, kind: 'final', status, body };
	if (body === undefined && method === 'GET' && status !== 204) return { ok: false, kind: 'noAnswer', status };
	return { ok: true, status, body };
}

/** Tells what became of a request that got no answer. */
export function networkFailure(error: unknown): Failure {
	const code = codeOf(error);
	return { ok: false, kind: kindOf(code), code, reason: error instanceof Error ? error.message : undefined };
}

function kindOf(code: string | undefined): FailureKind {
	if (code === undefined || certificateCode.test(code) || unsendableCode.test(code)) return 'final';
	return notSentCode.test(code) ? 'notSent' : 'noAnswer';
}

/** n8n wraps what happened, sometimes more than once; the innermost code tells what it was. */
function codeOf(error: unknown): string | undefined {
	let code: string | undefined;
	for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
		if ('code' in cause && typeof cause.code === 'string') code = cause.code;
	}
	return code;
}
