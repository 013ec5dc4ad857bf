import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { endpoints, type EndpointKey } from '../api/endpoints';
import { isAccount } from '../api/response';
import { UserFacingError } from '../shared/UserFacingError';
import { pathOf, readConnection, type Connection } from './connection';
import { explain, type ErrorText } from './errors';
import { redact } from './redact';
import { classifyResponse, type Failure, judged, networkFailure, type Result } from './sendOnce';

const key: EndpointKey = 'account.get';
/** What else an address of the service should have: each is read without an ID. */
const otherKeys: readonly EndpointKey[] = ['contactList.getAll', 'campaign.getAll'];
const timeoutMs = 20_000;

type Helpers = ICredentialTestFunctions['helpers'];

/**
 * The credential test: reads the account, through 'Endpoint Paths', and tells a wrong token, a wrong path and a wrong host apart.
 * A declarative test could show no more than the network's code for a wrong host.
 * The reason comes first in the message: n8n shows the message in one piece, below a line of its own.
 */
export async function testConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		const connection = readConnection(credential.data ?? {});
		const result = await read(this.helpers, connection, key);
		if (result.ok && isAccount(result.body)) return { status: 'OK', message: 'Connection successful' };
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

async function read(helpers: Helpers, connection: Connection, key: EndpointKey): Promise<Result> {
	try {
		// n8n offers a credential test no other request function.
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
		return judged(classifyResponse(response), key);
	} catch (error) {
		return networkFailure(error);
	}
}

function notAnAccount({ baseUrl }: Connection): ErrorText {
	return {
		message: 'The service answered, but not with an account',
		description: `Check 'Base URL' in the credential: ${baseUrl} may be the address of something else. If your account has another path for its data, put it into 'Endpoint Paths' as {"${key}": "/…"}.`,
	};
}

/** A path that is not found may be a path of its own, or the whole address is that of something else: what else is there tells which. */
async function whyNot(helpers: Helpers, connection: Connection, failure: Failure): Promise<ErrorText> {
	const text = explainedFor(connection, failure);
	if (failure.status !== 404) return text;
	const others = await Promise.all(otherKeys.map(async (other) => await read(helpers, connection, other)));
	if (others.every((other) => other.status === 404)) return wrongAddress(connection);
	const [found] = otherKeys.filter((_, index) => others[index]?.ok);
	// A service may look at the path before it looks at the token; one that answers anywhere has taken it.
	const refused = others.find((other) => !other.ok && other.status === 401);
	if (found === undefined) return refused?.ok === false ? explainedFor(connection, refused) : text;
	return {
		message: text.message,
		description: `The address answers at ${pathOf(connection, found)}, so only this path seems to differ. ${text.description}`,
	};
}

function wrongAddress(connection: Connection): ErrorText {
	const paths = [key, ...otherKeys].map((asked) => pathOf(connection, asked));
	return {
		message: `'Base URL' is wrong: ${connection.baseUrl} returns 404 for every path`,
		description: `Asked for: ${paths.join(', ')}. Check the host, and any path before /v1. If they are right, enter your account's paths in 'Endpoint Paths' as {"${key}": "/…"}.`,
	};
}

function explainedFor(connection: Connection, failure: Failure): ErrorText {
	const { baseUrl, endpointPaths, accessToken } = connection;
	return explain(
		{ key, path: pathOf(connection, key), baseUrl, isOverridden: key in endpointPaths, attempts: 1, mayBeDone: false },
		failure,
		accessToken,
	);
}
