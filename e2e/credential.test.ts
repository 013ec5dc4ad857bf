import { openEditor } from './support/editor';
import { errorText } from './support/execution';
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

	it.each<[string, Partial<ConnectionData>, RegExp]>([
		['a wrong token', { accessToken: 'expired-token' }, /'Access Token'/],
		['a wrong path', { endpointPaths: '{"account.get": "/v1/me"}' }, /'Endpoint Paths'/],
		['a host that is not there', { baseUrl: 'http://127.0.0.1:1' }, /'Base URL'/],
		['another service', { baseUrl: '/rest' }, /^'Base URL' is wrong/],
	])('names the field where its test finds %s', async (_what, { baseUrl, ...data }, words) => {
		const address = baseUrl === '/rest' ? `${host.n8nUrl}/rest` : baseUrl;
		const { status, message } = await test(await save({ ...data, ...(address && { baseUrl: address }) }));

		expect([status, message]).toEqual(['Error', expect.stringMatching(words)]);
		expect(message).not.toContain('expired-token');
	});

	it('has a form with the fields that the docs explain, and next to the token a link to the docs of n8n alone', async () => {
		const editor = await openEditor(host);
		await editor.page.goto(`${host.n8nUrl}/home/credentials/${idOf(await save({}))}`);
		const form = editor.page.locator('[data-test-id="editCredential-modal"]');
		// n8n tests it when it is opened.
		await form.getByText('Connection tested successfully').waitFor();
		const labels = await form.locator('label').allInnerTexts();
		const links = await form.locator('a[href^="http"]').all();
		const leadsTo = await Promise.all(links.map(async (link) => (await link.getAttribute('href'))?.split('?')[0]));
		await editor.close();

		expect(labels.map((text) => text.split(/ \*|\n/)[0])).toEqual([
			'Base URL',
			'Access Token',
			'Endpoint Paths (Advanced)',
			'Allowed HTTP Request Domains',
		]);
		expect(leadsTo).toEqual([
			'https://docs.n8n.io/credentials/add-edit-credentials/',
			// n8n's own, below the fields.
			'https://docs.n8n.io/external-secrets/',
		]);
	});

	describe('that allows another host only', () => {
		const elsewhere: Partial<ConnectionData> = {
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'mail.example.com',
		};
		/** What it says, whoever is refused: n8n for its own nodes, this package for its. */
		const words = /not allowed|allowed domains/i;

		afterEach(() => {
			expect(service.sandbox.requests()).toEqual([]);
		});

		it.each(['create', 'import'])('refuses the operation %s', async (operation) => {
			const { status, error } = await runOperation(operation, await save(elsewhere));

			expect(status).toBe('error');
			expect(errorText(error)).toMatch(words);
			expect(errorText(error)).toContain('127.0.0.1');
		});

		it('refuses the dropdowns', async () => {
			await expect(searchLists(await save(elsewhere))).rejects.toThrow(words);
		});

		it('is refused by its own test', async () => {
			expect(await test(await save(elsewhere))).toEqual({ status: 'Error', message: expect.stringMatching(words) });
		});

		it('refuses the HTTP Request node', async () => {
			const { error } = await host.api.run(
				workflowOf('HTTP Request', [manualTrigger, httpRequest(await save(elsewhere))]),
			);

			expect(errorText(error)).toMatch(words);
		});
	});

	it('that allows its own host among others works everywhere', async () => {
		const credentials = await save({
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'mail.example.com, 127.0.0.1',
		});

		await expectToWork(credentials);
		expect((await host.api.run(workflowOf('HTTP Request', [manualTrigger, httpRequest(credentials)]))).status).toBe(
			'success',
		);
	});

	it('that is kept from the HTTP Request node works in this node', async () => {
		const credentials = await save({ allowedHttpRequestDomains: 'none' });

		expect((await host.api.run(workflowOf('HTTP Request', [manualTrigger, httpRequest(credentials)]))).status).toBe(
			'error',
		);
		expect(service.sandbox.requests()).toEqual([]);
		await expectToWork(credentials);
	});

	async function expectToWork(credentials: object): Promise<void> {
		expect((await runOperation('create', credentials)).status).toBe('success');
		expect((await runOperation('import', credentials)).status).toBe('success');
		expect(await searchLists(credentials)).toHaveLength(service.sandbox.state.contactLists.length);
		expect(await test(credentials)).toMatchObject({ status: 'OK' });
		expect(service.emails()).toEqual(expect.arrayContaining(people(2).map(({ email }) => email)));
	}

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
		const stored = await host.api.call<object>('GET', `/rest/credentials/${idOf(credentials)}?includeData=true`);
		return await host.api.call('POST', '/rest/credentials/test', { credentials: stored });
	}

	function idOf(credentials: object): string {
		return (credentials as { emailMarketingApi: { id: string } }).emailMarketingApi.id;
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

	/** Runs an operation of subscribers with two people. */
	async function runOperation(operation: string, credentials: object, settings: Partial<Node> = {}) {
		const node = ourNode(
			'Under test',
			credentials,
			{
				resource: 'subscriber',
				operation,
				contactList: byId(service.list),
				...(operation === 'create' && { email: '={{ $json.email }}' }),
			},
			settings,
		);
		return await host.api.run(workflowOf(operation, [...startWith(people(2)), node]));
	}

	function httpRequest(credentials: object): Node {
		return {
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
	}
});
