import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import { isAccount } from '../api/response';
import { redact } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { pathOf, readConnection, type Connection } from './connection';
import { explain } from './errors';
import type { ErrorText } from './errorTexts';
import type { Failure } from './retry';
import { rejectFailureBody, resultOf, type Result } from './sendOnce';

const key: EndpointKey = 'account.get';
const timeoutMs = 20_000;

/** Reads the account. A function, because a declarative test only shows the network's code for a wrong host. */
export async function testConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(credential.data ?? {});
		const defect = await defectOf(this, connection);
		const sentences = defect ?? ['Connection successful', ...ignoredNotes(connection)];
		const message = redact(sentences.join('. '), connection.accessToken);
		return { status: defect === undefined ? 'OK' : 'Error', message };
	} catch (thrown) {
		if (thrown instanceof UserFacingError)
			return { status: 'Error', message: `${thrown.message}. ${thrown.description}` };
		return { status: 'Error', message: 'The credential could not be tested. Check each of its fields.' };
	}
}

/** A sentence about keys of 'Endpoint Paths' that are ignored, if there are any. */
export function ignoredNotes({ ignoredKeys = [] }: Connection): string[] {
	if (ignoredKeys.length === 0) return [];
	return [`Ignored in 'Endpoint Paths', because this version does not know them: ${ignoredKeys.join(', ')}.`];
}

async function read({ helpers }: ICredentialTestFunctions, connection: Connection, key: EndpointKey): Promise<Result> {
	// The only request function that n8n offers to a credential test.
	const sending = helpers.request({
		method: endpoints[key].method,
		uri: `${connection.baseUrl}${pathOf(connection, key)}`,
		headers: { Authorization: `Bearer ${connection.accessToken}` },
		json: true,
		timeout: timeoutMs,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
	});
	return rejectFailureBody(await resultOf(sending), key);
}

/** Why the account cannot be read, if so. Its path is inferred: on a 404, the contact lists test the Base URL. */
async function defectOf(context: ICredentialTestFunctions, connection: Connection): Promise<ErrorText | undefined> {
	const { baseUrl } = connection;
	const account = await read(context, connection, key);
	if (account.ok) {
		if (isAccount(account.body)) return undefined;
		const otherPath = `If the account has another path, enter it in 'Endpoint Paths' as {"${key}": "/…"}.`;
		const advice = `Check 'Base URL' in the credential: ${baseUrl} may be another service. ${otherPath}`;
		return ['The service responded, but not with an account', advice];
	}
	const [message, advice] = explained(connection, account);
	if (account.status !== 404) return [message, advice];
	const lists = await read(context, connection, 'contactList.getAll');
	if (lists.ok) return [message, `The contact lists were found, so the Base URL is right. ${advice}`];
	if (lists.status === 401) return explained(connection, lists);
	if (lists.status !== 404) return [message, advice];
	const ownPaths = `enter your account's paths in 'Endpoint Paths' as {"${key}": "/…"}`;
	return [
		`Nothing at ${baseUrl} looks like the email marketing API`,
		`Check 'Base URL': the host, and any path before /v1. If they are right, ${ownPaths}.`,
	];
}

function explained(connection: Connection, failure: Failure): ErrorText {
	const failed = { request: { key, pathValues: {} }, connection, path: pathOf(connection, key), attempts: 1 };
	const { message, description } = explain(failed, failure);
	return [message, description];
}
