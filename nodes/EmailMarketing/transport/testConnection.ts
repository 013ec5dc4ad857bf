import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { endpoints } from '../api/endpoints';
import { unwrap } from '../api/response';
import { isRecord } from '../shared/isRecord';
import { UserFacingError } from '../shared/UserFacingError';
import { pathOf, readConnection, type Connection } from './connection';
import { explain } from './errors/explain';
import type { ErrorText, FailedRequest } from './errors/FailedRequest';
import { classifyResponse, judged, networkFailure, type Result } from './sendOnce';

const key = 'account.get';
const timeoutMs = 20_000;

/**
 * The credential test: reads the account, through 'Endpoint Paths', and tells a wrong token, a wrong path and a wrong host apart.
 * A declarative test could show no more than the network's code for a wrong host.
 */
export async function testConnection(this: ICredentialTestFunctions, credential: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(credential.data ?? {});
		const result = await readAccount(this.helpers, connection);
		if (result.ok && isAccount(result.body)) return { status: 'OK', message: 'Connection successful' };
		const { message, description } = result.ok ? notAnAccount(connection) : explain(failedTest(connection), result, connection.accessToken);
		return { status: 'Error', message: `${message}. ${description}` };
	} catch (thrown) {
		if (thrown instanceof UserFacingError) return { status: 'Error', message: `${thrown.message}. ${thrown.description}` };
		return { status: 'Error', message: 'The credential could not be tested. Check each of its fields.' };
	}
}

async function readAccount(helpers: ICredentialTestFunctions['helpers'], connection: Connection): Promise<Result> {
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
		return judged(classifyResponse(response, endpoints[key].method), key);
	} catch (error) {
		return networkFailure(error);
	}
}

/** Which fields an account has is not documented; a sentence alone is none. */
function isAccount(body: unknown): boolean {
	return isRecord(body) && Object.keys(unwrap(body, 'account')).some((name) => !['message', 'data', 'account'].includes(name));
}

function notAnAccount({ baseUrl }: Connection): ErrorText {
	return {
		message: 'The service answered, but not with an account',
		description: `Check 'Base URL' in the credential: ${baseUrl} may be the address of something else. If your account has another path for its data, put it into 'Endpoint Paths' as {"${key}": "/…"}.`,
	};
}

function failedTest(connection: Connection): FailedRequest {
	return { key, path: pathOf(connection, key), baseUrl: connection.baseUrl, isOverridden: key in connection.endpointPaths, attempts: 1, mayBeDone: false };
}
