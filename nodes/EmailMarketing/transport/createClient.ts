import { ApiClient, type ClientSetup } from './ApiClient';
import { readConnection } from './connection';
import { readRequestOptions, readTransportOptions, type TransportOptions } from './requestOptions';
import { credentialName, sendOnceWith, type Context } from './sendOnce';

type OwnSetup = Pick<ClientSetup, 'stopsAtFailure' | 'cancelled'> & { readonly options?: Partial<TransportOptions> };

/**
 * Creates the client of one run, poll or dropdown call. 'Request Options' must be checked against the panel before.
 * @param options replace those in 'Request Options'
 */
export async function createClient(
	context: Context,
	requestOptions: unknown,
	{ options, ...setup }: OwnSetup,
): Promise<ApiClient> {
	const credential = await context.getCredentials(credentialName);
	return new ApiClient({
		...setup,
		connection: readConnection(credential),
		options: { ...readTransportOptions(requestOptions), ...options },
		requestOptions: readRequestOptions(requestOptions),
		sendOnce: sendOnceWith(context, credential),
	});
}
