import { ApiClient, type ClientSetup } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { Result, SendOnce } from '../../nodes/EmailMarketing/transport/sendOnce';

/** A client at https://api.example.com that sends by a function of the test: 40 at once, without retries. */
export function aClient(sendOnce: SendOnce, setup: Partial<ClientSetup> = {}): ApiClient {
	return new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: 40, maxRetries: 0 },
		sendOnce,
		...setup,
	});
}

/** A response of status 200. */
export const ok = (body: unknown): Result => ({ ok: true, status: 200, body, headers: {} });

/** A response of another status. */
export const status = (code: number, retryAfterMs?: number): Result => ({
	ok: false,
	kind: 'status',
	status: code,
	body: {},
	retryAfterMs,
});
