import { CredentialTestContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeParameters,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { expectFailure } from '../engine/expectFailure';
import { listenToLog } from '../engine/logOfN8n';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byId, errorText } from '../engine/support';
import { tlsFront } from '../engine/tlsFront';

/** How requests travel through n8n's own HTTP client, and what its log and its errors then have. */

const token = 'secret-token-1234567890';
let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

const create: INodeParameters = {
	resource: 'subscriber',
	operation: 'create',
	contactList: byId('list-1'),
	email: 'a@example.com',
};
const account: INodeParameters = { resource: 'account', operation: 'get' };

async function runAt(baseUrl: string, parameters: INodeParameters, input?: IDataObject[]): Promise<NodeRun> {
	return await runNode({
		parameters: { requestOptions: { maxRetries: 0 }, ...parameters },
		credential: { baseUrl, accessToken: token },
		input,
	});
}

describe('a request', () => {
	it('goes to the path behind the Base URL', async () => {
		served = await serve((_, response) => json(response, { account: { name: 'Acme' } }));
		const { items } = await runAt(`${served.url}/gateway/mail/`, account);
		expect(items[0]?.json).toEqual({ name: 'Acme' });
		expect(served.requests).toEqual(['GET /gateway/mail/v1/account']);
	});
});

describe("n8n's log", () => {
	const list: INodeParameters = { resource: 'subscriber', operation: 'import', contactList: byId('l-1') };
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, number | 'closed', INodeParameters, string]>([
		['that is done', 200, create, 'finished successfully'],
		['that is rejected', 422, create, 'The service did not accept'],
		['with a token that is not accepted', 401, account, 'The service did not accept the access token'],
		['that the service fails at', 500, create, 'The service could not handle the request'],
		['without a response', 'closed', create, 'The connection was closed'],
		['that is long', 200, list, 'finished successfully'],
	])('never shows the token, at any level, after a request %s', async (_, status, parameters, line) => {
		const logged = listenToLog();
		served = await serve((request, response) =>
			status === 'closed'
				? void response.destroy()
				: json(response, { message: `Said with ${token}`, seen: request.headers.authorization }, status),
		);
		const rows = Array.from({ length: parameters === list ? 1500 : 1 }, (__, row) => ({
			email: `p${row}@example.com`,
		}));
		await runAt(served.url, parameters, rows);
		expect(served.requests).not.toHaveLength(0);
		expect(logged().filter((entry) => entry.includes(line))).not.toEqual([]);
		expect(logged().filter((entry) => entry.includes(token))).toEqual([]);
	});
});

describe('a failure in n8n', () => {
	it('of a certificate that is not accepted is one before anything was sent', async () => {
		served = await serve((_, response) => json(response, { subscriber: {} }));
		const front = await tlsFront(() => served?.url ?? '');
		const refused = await runAt(front.url, create);
		const accepted = await runAt(front.url, { ...create, requestOptions: { allowUnauthorizedCerts: true } });
		await front.close();
		expectFailure(refused, { mentions: ['No secure connection to 127.0.0.1:', 'DEPTH_ZERO_SELF_SIGNED_CERT'] });
		expect(errorText(refused)).not.toContain('may have happened');
		expect(accepted.error).toBeUndefined();
		expect(served.requests).toHaveLength(1);
	});

	it("says that 'Base URL' begins wrongly, or has another port, where one side speaks https and the other does not", async () => {
		const front = await tlsFront(() => '');
		expectFailure(await runAt(front.url.replace('https:', 'http:'), account), {
			mentions: ["'Base URL' in the credential: https:// or http://, and the port"],
		});
		await front.close();
		served = await serve((_, response) => json(response, {}));
		expectFailure(await runAt(served.url.replace('http:', 'https:'), account), {
			mentions: ['No secure connection to', "'Base URL' in the credential: https:// or http://, and the port"],
		});
	});
});

describe('the test of the credential in n8n', () => {
	/** As n8n runs it: in its context, found by the name in the node's description. */
	async function testAt(handler: Parameters<typeof serve>[0]) {
		served = await serve(handler);
		const { description, methods } = new EmailMarketing();
		const name = description.credentials?.[0]?.testedBy as keyof typeof methods.credentialTest;
		const data: ICredentialDataDecryptedObject = { baseUrl: served.url, accessToken: token };
		const context = new CredentialTestContext({} as IWorkflowExecuteAdditionalData);
		const credential = { id: '1', name: 'Sandbox', type: 'emailMarketingApi', data };
		return await methods.credentialTest[name].call(context, credential);
	}

	it('reads the account with the token', async () => {
		const result = await testAt(({ headers }, response) =>
			json(response, headers.authorization === `Bearer ${token}` ? { account: { name: 'Acme' } } : {}),
		);
		expect(result).toEqual({ status: 'OK', message: 'Connection successful' });
		expect(served?.requests).toEqual(['GET /v1/account']);
	});

	it('does not follow a redirect, which could take the token along', async () => {
		const other = await serve((_, response) => json(response, { account: { name: 'Acme' } }));
		const { message } = await testAt((_, response) => response.writeHead(302, { location: other.url }).end());
		await other.close();
		expect(message).toContain('redirects to another address');
		expect(other.requests).toEqual([]);
	});
});
