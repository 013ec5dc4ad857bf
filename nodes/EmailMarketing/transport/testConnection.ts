import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import { UserFacingError } from '../shared/UserFacingError';
import { pathOf, readConnection, type Connection } from './connection';
import { explain } from './errors/explain';
import type { FailedRequest } from './errors/FailedRequest';
import { classifyResponse, judged, networkFailure, type Failure } from './sendOnce';

const key = 'account.get';
const timeoutMs = 20_000;

/**
 * The credential test: reads the account, through 'Endpoint Paths', and tells a wrong token, a wrong path and a wrong host apart.
 * A declarative test could show no more than the network's code for a wrong host.
 */
export async function testConnection(this: ICredentialTestFunctions, credential: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(credential.data ?? {});
		const failure = await readAccount(this.helpers, connection);
		if (failure === undefined) return { status: 'OK', message: 'Connection successful' };
		const { message, description } = explain(failedTest(connection), failure, connection.accessToken);
		return { status: 'Error', message: `${message}. ${description}` };
	} catch (thrown) {
		if (thrown instanceof UserFacingError) return { status: 'Error', message: `${thrown.message}. ${thrown.description}` };
		return { status: 'Error', message: 'The credential could not be tested. Check each of its fields.' };
	}
}

async function readAccount(helpers: ICredentialTestFunctions['helpers'], connection: Connection): Promise<Failure | undefined> {
	try {
		// n8n offers a credential test no other request function.
		const response = await helpers.request({
			method: endpoints[key].method,
			uri: `${connection.baseUrl}${pathOf(connection, key)}`,
			headers: { Authorization: `Bearer ${connection.accessToken}`, Accept: 'application/json' },
			json: true,
			timeout: timeoutMs,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		});
		const result = judged(classifyResponse(response, endpoints[key].method), key);
		return result.ok ? undefined : result;
	} catch (error) {
		return networkFailure(error);
	}
}

function failedTest(connection: Connection): FailedRequest {
	return { key, path: pathOf(connection, key), baseUrl: connection.baseUrl, isOverridden: key in connection.endpointPaths, attempts: 1, mayBeDone: false };
}
