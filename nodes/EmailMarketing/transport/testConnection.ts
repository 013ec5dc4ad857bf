import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import { isAccount } from '../api/response';
import { redact } from '../shared/text';
import { UserFacingError } from '../shared/UserFacingError';
import { pathOf, readConnection, type Connection } from './connection';
import { explain, type ErrorText } from './errors';
import type { Failure } from './retry';
import { classifyResponse, rejectFailureBody, networkFailure, type Result } from './sendOnce';

const key: EndpointKey = 'account.get';
const timeoutMs = 20_000;

type Helpers = ICredentialTestFunctions['helpers'];

/** Reads the account. A function, because a declarative test only shows the network's code for a wrong host. */
export async function testConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(credential.data ?? {});
		const result = await read(this.helpers, connection, key);
		if (result.ok && isAccount(result.body)) {
			const sentences = ['Connection successful', ...ignoredNotes(connection)];
			return { status: 'OK', message: redact(sentences.join('. '), connection.accessToken) };
		}
		const { message, description } = result.ok
			? notAnAccount(connection)
			: await whyNot(this.helpers, connection, result);
		return { status: 'Error', message: redact(`${message}. ${description}`, connection.accessToken) };
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

async function read(helpers: Helpers, connection: Connection, key: EndpointKey): Promise<Result> {
	try {
		// The only request function that n8n offers to a credential test.
		const response = (await helpers.request({
			method: endpoints[key].method,
			uri: `${connection.baseUrl}${pathOf(connection, key)}`,
			headers: { Authorization: `Bearer ${connection.accessToken}`, Accept: 'application/json' },
			json: true,
			timeout: timeoutMs,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
		})) as IN8nHttpFullResponse;
		return rejectFailureBody(classifyResponse(response), key);
	} catch (error) {
		return networkFailure(error);
	}
}

function notAnAccount({ baseUrl }: Connection): ErrorText {
	const otherPath = `If the account has another path, enter it in 'Endpoint Paths' as {"${key}": "/…"}.`;
	return {
		message: 'The service responded, but not with an account',
		description: `Check 'Base URL' in the credential: ${baseUrl} may be another service. ${otherPath}`,
	};
}

/** The path of the account is inferred: if it is not found, the contact lists show whether the Base URL is right. */
async function whyNot(helpers: Helpers, connection: Connection, failure: Failure): Promise<ErrorText> {
	const text = explainedFor(connection, failure);
	if (failure.status !== 404) return text;
	const lists = await read(helpers, connection, 'contactList.getAll');
	if (lists.ok)
		return {
			message: text.message,
			description: `The contact lists were found, so the Base URL is right. ${text.description}`,
		};
	if (lists.status === 401) return explainedFor(connection, lists);
	if (lists.status !== 404) return text;
	const ownPaths = `enter your account's paths in 'Endpoint Paths' as {"${key}": "/…"}`;
	return {
		message: `'Base URL' is wrong: ${connection.baseUrl} has neither the account nor contact lists`,
		description: `Check the host, and any path before /v1. If they are right, ${ownPaths}.`,
	};
}

function explainedFor(connection: Connection, failure: Failure): ErrorText {
	const path = pathOf(connection, key);
	return explain({ request: { key, pathValues: {} }, connection, path, attempts: 1, outcomeUnknown: false }, failure);
}
