import { ApiClient, type ClientSetup } from './ApiClient';
import { readConnection } from './connection';
import { readRequestOptions, readTransportOptions, type TransportOptions } from './requestOptions';
import { credentialName, sendOnceWith, type Context } from './sendOnce';

interface ClientOptions extends Pick<ClientSetup, 'stopsAtFailure' | 'cancelled'> {
	/** Replace those in 'Request Options'. */
	readonly options?: Partial<TransportOptions>;
}

/**
 * Creates the client for one run of the node, one poll of the trigger or one dropdown call.
 * @param requestOptions value of 'Request Options', checked against the panel's description
 */
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
