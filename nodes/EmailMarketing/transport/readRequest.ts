import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readBody } from '../api/bodies';
import { endpoints, isEndpointKey, placeholdersOf, type EndpointKey } from '../api/endpoints';
import { Explained } from '../shared/Explained';
import { idText } from './fillPath';
import { inputFields } from './inputFields';
import type { ApiRequest } from './request';

/** What n8n has gathered from the routing of the operation and of its fields. */
export type RequestData = DeclarativeRestApiSettings.ResultOptions;

/**
 * The request of one item, its parameters read and checked.
 * @throws Explained naming the parameter that cannot be used
 */
export function readRequest(caller: IExecutePaginationFunctions, { options }: RequestData): ApiRequest {
	const key = readKey(caller);
	const pathValues = Object.fromEntries(
		placeholdersOf(endpoints[key].path).map((name) => [name, idText(name, caller.getNodeParameter(name, undefined, { extractValue: true }))]),
	);
	const fields = inputFields(caller) ?? (options.body as IDataObject | undefined) ?? {};
	const body = endpoints[key].method === 'GET' || endpoints[key].method === 'DELETE' ? undefined : readBody(key, fields);
	return { key, pathValues, body, item: caller.getItemIndex(), platform: platformOptions(options) };
}

function readKey(caller: IExecutePaginationFunctions): EndpointKey {
	const key = `${String(caller.getNodeParameter('resource'))}.${String(caller.getNodeParameter('operation'))}`;
	if (isEndpointKey(key)) return key;
	throw new Explained(`The operation "${key}" does not exist`, "Choose 'Resource' and 'Operation' again in this node. Nothing was sent.");
}

/** What the user set under 'Request Options', and what n8n adds itself. */
function platformOptions(options: RequestData['options']): Partial<IHttpRequestOptions> {
	const { timeout, proxy, skipSslCertificateValidation, allowedDomains } = options as IHttpRequestOptions;
	return { timeout, proxy, skipSslCertificateValidation, allowedDomains };
}
