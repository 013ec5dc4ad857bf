import { errorText, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { people, saveCredential, type ConnectionData } from './support/service';
import { byId, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

describe('the credential', () => {
	const saved: Array<() => Promise<void>> = [];
	afterAll(async () => {
		for (const remove of saved) await remove();
	});
	const { host, service } = useService({ subscribers: 3 });

	beforeEach(() => {
		service.sandbox.reset();
	});

	it.each<[string, (credentials: object) => Promise<string>]>([
		['the node', async (credentials) => errorText((await runNode(credentials)).error)],
		['the dropdowns', async (credentials) => String(await searchLists(credentials).catch((thrown: unknown) => thrown))],
		['its own test', async (credentials) => (await test(credentials)).message],
		['the HTTP Request node', async (credentials) => errorText((await runHttpRequest(credentials)).error)],
	])('that allows another host only refuses %s', async (_, use) => {
		const credentials = await save({ allowedHttpRequestDomains: 'domains', allowedDomains: 'mail.example.com' });

		// n8n refuses for its own nodes, this package for its.
		expect(await use(credentials)).toMatch(/not allowed|allowed domains/i);
		expect(service.sandbox.requests()).toEqual([]);
	});

	it.each<[string, Partial<ConnectionData>, string, number]>([
		[
			'allows its own host',
			{ allowedHttpRequestDomains: 'domains', allowedDomains: 'x.example, 127.0.0.1' },
			'success',
			1,
		],
		['is kept from the HTTP Request node', { allowedHttpRequestDomains: 'none' }, 'error', 0],
	])('that %s works in this node', async (_, data, inHttpRequest, requests) => {
		const credentials = await save(data);

		expect((await runHttpRequest(credentials)).status).toBe(inHttpRequest);
		expect(service.sandbox.requests()).toHaveLength(requests);
		expect((await runNode(credentials)).status).toBe('success');
		expect(await searchLists(credentials)).toHaveLength(service.sandbox.state.contactLists.length);
		expect(await test(credentials)).toMatchObject({ status: 'OK' });
		expect(service.emails()).toEqual(expect.arrayContaining(people(2).map(({ email }) => email)));
	});

	/** A credential for the service that differs in this. */
	async function save(data: Partial<ConnectionData>): Promise<object> {
		const { credentials, remove } = await saveCredential(host, {
			baseUrl: service.sandbox.url,
			accessToken: service.sandbox.token,
			...data,
		});
		saved.push(remove);
		return credentials;
	}

	/** Presses the button that tests a credential, as the editor does. */
	async function test(credentials: object): Promise<{ status: string; message: string }> {
		const { emailMarketingApi } = credentials as { emailMarketingApi: { id: string } };
		const path = `/rest/credentials/${emailMarketingApi.id}?includeData=true`;
		const stored = await host.api.call<object>('GET', path);
		return await host.api.call('POST', '/rest/credentials/test', { credentials: stored });
	}

	async function searchLists(credentials: object): Promise<object[]> {
		const { results } = await host.api.call<{ results: object[] }>(
			'POST',
			'/rest/dynamic-node-parameters/resource-locator-results',
			{
				path: 'parameters.contactList',
				nodeTypeAndVersion: { name: 'n8n-nodes-email-marketing.emailMarketing', version: 1 },
				currentNodeParameters: {},
				methodName: 'searchContactLists',
				credentials,
			},
		);
		return results;
	}

	/** Creates two people. */
	async function runNode(credentials: object): Promise<Execution> {
		const email = '={{ $json.email }}';
		const parameters = { resource: 'subscriber', operation: 'create', contactList: byId(service.list), email };
		return await host.api.run(
			workflowOf('Create', [...startWith(people(2)), ourNode('Under test', credentials, parameters)]),
		);
	}

	async function runHttpRequest(credentials: object): Promise<Execution> {
		const node: Node = {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: `${service.sandbox.url}/v1/account`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'emailMarketingApi',
				options: {},
			},
			credentials,
		};
		return await host.api.run(workflowOf('HTTP Request', [manualTrigger, node]));
	}
});
