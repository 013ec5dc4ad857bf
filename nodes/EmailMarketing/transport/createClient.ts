import type { IExecuteFunctions, ILoadOptionsFunctions, IPollFunctions } from 'n8n-workflow';

import { ApiClient } from './ApiClient';
import { readConnection } from './connection';
import {
	defaultOptions,
	readRequestOptions,
	readTransportOptions,
	type RequestOptions,
	type TransportOptions,
} from './requestOptions';
import { credentialName, sendOnceWith, type Context } from './sendOnce';

/**
 * The client for one run of the node.
 * @param requestOptions the value of 'Request Options', checked against the panel's description
 * @param stopsAtFailure whether the first failure ends everything
 * @throws UserFacingError naming the field of the credential, or the option, that cannot be used
 */
export async function createClient(
	context: IExecuteFunctions,
	requestOptions: unknown,
	stopsAtFailure: boolean,
): Promise<ApiClient> {
	return await clientFor(context, {
		options: readTransportOptions(requestOptions),
		requestOptions: readRequestOptions(requestOptions),
		stopsAtFailure,
		cancelled: context.getExecutionCancelSignal(),
	});
}

/** The client for one call of a dropdown: somebody is waiting before it. */
export async function createSearchClient(context: ILoadOptionsFunctions): Promise<ApiClient> {
	const requestOptions = readRequestOptions(context.getCurrentNodeParameter('requestOptions'));
	return await clientFor(context, { options: { ...defaultOptions, maxRetries: 1 }, requestOptions });
}

/** The client for one poll of the trigger. @param outdated ends it; n8n has no signal that would */
export async function createPollClient(
	context: IPollFunctions,
	requestOptions: unknown,
	outdated?: AbortSignal,
): Promise<ApiClient> {
	return await clientFor(context, {
		options: readTransportOptions(requestOptions),
		requestOptions: readRequestOptions(requestOptions),
		stopsAtFailure: true,
		outdated,
	});
}

interface Wishes {
	readonly options: TransportOptions;
	readonly requestOptions: RequestOptions;
	readonly stopsAtFailure?: boolean;
	readonly cancelled?: AbortSignal;
	readonly outdated?: AbortSignal;
}

async function clientFor(
	context: Context,
	{ options, requestOptions, stopsAtFailure, cancelled, outdated }: Wishes,
): Promise<ApiClient> {
	const credential = await context.getCredentials(credentialName);
	const { timeoutMs, ...platform } = requestOptions;
	return new ApiClient({
		connection: readConnection(credential),
		options,
		requestOptions: platform,
		sendOnce: sendOnceWith(context, credential, timeoutMs, outdated),
		stopsAtFailure,
		cancelled: cancelled ?? outdated,
	});
}
