import { NodeApiError } from 'n8n-workflow';

import type { FailureKind } from './retry';
import type { Failure } from './sendOnce';

/** Codes with which nothing has left for the service. */
const notSentCode = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/;
/** Codes of Node's TLS layer: the certificate of the host was not accepted, which is found out before the request leaves. */
export const certificateCode =
	/^(CERT_|CRL_|UNABLE_TO_|ERROR_IN_|DEPTH_ZERO_|SELF_SIGNED_|PATH_LENGTH_|INVALID_CA$|INVALID_PURPOSE$|HOSTNAME_MISMATCH$|ERR_TLS_CERT_)/;
/**
 * With EPROTO, these words of the TLS layer mean that no secure connection came about: the other side speaks no TLS, or none that both know.
 * Once it has come about, Node gives the same words another code (ERR_SSL_…), and the request may have arrived.
 */
const noTls =
	/wrong version number|packet length too long|unsupported protocol|alert (handshake failure|protocol version|unrecognized name)/;
/** Codes of requests that cannot be written. */
const unsendableCode = /^ERR_(HTTP_)?INVALID|^ERR_UNESCAPED/;

/** Tells what became of a request that got no answer. */
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
	if (cause === undefined) return 'notRetryable';
	const { code, message, syscall } = cause;
	if (certificateCode.test(code) || unsendableCode.test(code)) return 'notRetryable';
	if (code === 'EPROTO' && noTls.test(message)) return 'notRetryable';
	// A host that was reached once and then no more fails while it is read from.
	return notSentCode.test(code) && syscall !== 'read' && syscall !== 'write' ? 'notSent' : 'noAnswer';
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

/**
 * Late versions of n8n 1 drop what happened. Its code stands in place of a status then, its words are the first of n8n's `messages`;
 * and where there is a status all the same, the answer had begun.
 */
function keptCause(error: unknown): Cause | undefined {
	if (!(error instanceof NodeApiError) || error.cause !== undefined || !error.httpCode) return undefined;
	const [message = ''] = error.messages;
	return { code: /^\d/.test(error.httpCode) ? 'ECONNRESET' : error.httpCode, message, syscall: message.split(' ')[0] };
}
