import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { parseJson } from '../../nodes/EmailMarketing/shared/values';
import { resultOf, type SendOnce } from '../../nodes/EmailMarketing/transport/sendOnce';

/** A request that was sent. */
export interface Sent {
	readonly method: string;
	readonly url: string;
	/** `undefined` without a response. */
	readonly status?: number;
	readonly retryAfter?: string;
}

const timeoutMs = 30_000;

/** Sends the client's requests outside of n8n. */
export function sendWith(token: string, seen: (sent: Sent) => void): SendOnce {
	const send = async (method: string, url: string, body: unknown): Promise<IN8nHttpFullResponse> => {
		const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
		const withBody = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
		const options = { method, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
		const response = await fetch(url, { ...options, ...(body === undefined ? { headers } : withBody) });
		const text = await response.text();
		const parsed = parseJson(text);
		const retryAfter = response.headers.get('retry-after') ?? undefined;
		seen({ method, url, status: response.status, retryAfter });
		return {
			statusCode: response.status,
			headers: Object.fromEntries(response.headers),
			body: (parsed === undefined ? text : parsed) as IN8nHttpFullResponse['body'],
		};
	};
	return async ({ method = 'GET', url, body }) =>
		await resultOf(
			send(method, url, body).catch((thrown: unknown) => {
				seen({ method, url });
				throw withCode(thrown);
			}),
		);
}

/** An error of `fetch` with Node's code, as `sendOnce` reads it. */
function withCode(thrown: unknown): Error {
	const { name, cause } = thrown as Error & { cause?: { code?: unknown; message?: string } };
	const code = name === 'TimeoutError' ? 'ECONNABORTED' : (cause?.code ?? 'ECONNRESET');
	return Object.assign(new Error(cause?.message ?? name), { code });
}
