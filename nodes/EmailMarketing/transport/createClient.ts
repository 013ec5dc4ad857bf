import { ApiClient } from './ApiClient';
import { readConnection } from './connection';
import { readRequestOptions, readTransportOptions, type TransportOptions } from './requestOptions';
import { credentialName, sendOnceWith, type Context } from './sendOnce';

interface ClientOptions {
	/** In place of those in 'Request Options'. */
	readonly options?: Partial<TransportOptions>;
	/** Whether the first failure ends everything. */
	readonly stopsAtFailure?: boolean;
	/** Ends the waiting and sending. */
	readonly cancelled?: AbortSignal;
}

/** The client for one run of the node, one poll of the trigger or one call of a dropdown. @param requestOptions the value of 'Request Options', checked against the panel's description */
export async function createClient(
	context: Context,
	requestOptions: unknown,
	{ options, stopsAtFailure, cancelled }: ClientOptions,
): Promise<ApiClient> {
	const credential = await context.getCredentials(credentialName);
	const { timeoutMs, ...platform } = readRequestOptions(requestOptions);
	return new ApiClient({
		connection: readConnection(credential),
		options: { ...readTransportOptions(requestOptions), ...options },
		requestOptions: platform,
		sendOnce: sendOnceWith(context, credential, timeoutMs),
		stopsAtFailure,
		cancelled,
	});
}
