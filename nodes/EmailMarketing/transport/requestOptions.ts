import type { IHttpRequestOptions } from 'n8n-workflow';

import { UserFacingError } from '../shared/UserFacingError';
import { textOf } from '../shared/text';
import { fieldsOf, isEmpty } from '../shared/values';

/** n8n's own timeout: the longest wait for a response to begin, and the longest pause within it. */
const defaultTimeoutMs = 300_000;
/** The same for a request that others wait for, unless 'Timeout' is shorter. */
export const briefMs = 30_000;

/** Reads the part of 'Request Options' that n8n carries out. */
export function readRequestOptions(value: unknown): Partial<IHttpRequestOptions> {
	const { timeout, allowUnauthorizedCerts, proxy } = fieldsOf(value);
	return {
		timeout: typeof timeout === 'number' && timeout > 0 ? timeout : defaultTimeoutMs,
		...(allowUnauthorizedCerts === true ? { skipSslCertificateValidation: true } : {}),
		...(isEmpty(proxy) ? {} : { proxy: readProxy(textOf(proxy).trim()) }),
	};
}

function readProxy(text: string): IHttpRequestOptions['proxy'] {
	try {
		const { hostname: host, port: ownPort, protocol, username, password } = new URL(text);
		const auth = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
		const port = Number(ownPort) || (protocol === 'https:' ? 443 : 80);
		// `new URL()` reads "proxy.example.com:3128" as the scheme "proxy.example.com".
		const hasScheme = /^https?:\/\/[^/]/i.test(text);
		if (hasScheme) return { host, port, protocol: protocol.slice(0, -1), ...(username === '' ? {} : { auth }) };
	} catch {
		// Reported below.
	}
	const advice = "Correct 'Proxy' under 'Request Options', e.g. http://proxy.example.com:3128. Nothing was sent.";
	throw new UserFacingError("'Proxy' is not a valid address", advice);
}

export interface TransportOptions {
	readonly maxParallelRequests: number;
	readonly maxRetries: number;
	/** Whether a user waits for the result: each rate limit then uses up a retry, and no wait exceeds a minute. */
	readonly isInteractive?: boolean;
}

export const defaultOptions: TransportOptions = { maxParallelRequests: 40, maxRetries: 4 };

/** Reads the limits in 'Request Options', which must be checked against the panel before. */
export function readTransportOptions(value: unknown): TransportOptions {
	const { maxParallelRequests, maxRetries } = { ...defaultOptions, ...fieldsOf(value) };
	return { maxParallelRequests, maxRetries };
}
