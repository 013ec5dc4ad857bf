import type { Locator } from 'playwright-core';

import { openEditor, type Editor } from './support/editor';
import { errorText } from './support/execution';
import { useService } from './support/hooks';
import { freePorts } from './support/host';
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

	it('lets the HTTP Request node in', async () => {
		const { status, record, items } = await host.api.run(
			workflowOf('HTTP Request', [manualTrigger, httpRequest(service.credentials)]),
		);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(items('HTTP Request')[0]?.json).toMatchObject({ account: { email: service.sandbox.state.account.email } });
		expect(service.sandbox.requests()).toEqual([
			expect.objectContaining({ path: '/v1/account', authorization: 'valid' }),
		]);
		expect(record).not.toContain(service.sandbox.token);
	});

	describe('the test of it', () => {
		it('is content with the right one', async () => {
			expect(await test(await save({}))).toMatchObject({ status: 'OK' });
		});

		it('tells a wrong token, a wrong path and a wrong host apart', async () => {
			const [nobody] = await freePorts();

			const wrongToken = await test(await save({ accessToken: 'expired-token' }));
			const wrongPath = await test(await save({ endpointPaths: '{"account.get": "/v1/me"}' }));
			const wrongHost = await test(await save({ baseUrl: `http://127.0.0.1:${nobody}` }));
			const otherHost = await test(await save({ baseUrl: `${host.n8nUrl}/rest` }));

			expect(wrongToken).toEqual({ status: 'Error', message: expect.stringContaining("'Access Token'") });
			expect(wrongPath).toEqual({ status: 'Error', message: expect.stringContaining("'Endpoint Paths'") });
			expect(wrongHost).toEqual({ status: 'Error', message: expect.stringContaining("'Base URL'") });
			expect(otherHost).toEqual({
				status: 'Error',
				message: expect.stringMatching(/^'Base URL' is wrong/),
			});
			expect(new Set([wrongToken, wrongPath, wrongHost, otherHost].map(({ message }) => message)).size).toBe(4);
			expect(wrongToken.message).not.toContain('expired-token');
		});
	});

	describe('its form', () => {
		let editor: Editor;

		beforeAll(async () => {
			editor = await openEditor(host);
		});

		afterAll(async () => await editor?.close());

		it('has the fields that the docs explain, and beside the token a link to the docs of n8n, and to nowhere else', async () => {
			const form = await openForm(await save({}));
			await form.getByText('Connection tested successfully').waitFor();

			const labels = await form.locator('label').allInnerTexts();
			expect(labels.map((text) => text.split(/ \*|\n/)[0])).toEqual([
				'Base URL',
				'Access Token',
				'Endpoint Paths (Advanced)',
				'Allowed HTTP Request Domains',
			]);
			const links = await form.locator('a[href^="http"]').all();
			const leadsTo = await Promise.all(
				links.map(async (link) => [await link.innerText(), (await link.getAttribute('href'))?.split('?')[0]]),
			);
			expect(leadsTo).toEqual([
				['Read our docs', 'https://docs.n8n.io/credentials/add-edit-credentials/'],
				// n8n's own, below the fields.
				['More info', 'https://docs.n8n.io/external-secrets/'],
			]);
		});

		/** The form of a saved credential; n8n tests it when it is opened. */
		async function openForm(credentials: object): Promise<Locator> {
			await editor.page.goto(`${host.n8nUrl}/home/credentials/${idOf(credentials)}`);
			const form = editor.page.locator('[data-test-id="editCredential-modal"]');
			await form.waitFor();
			return form;
		}
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

		it('refuses every item where the node goes on after failures', async () => {
			const { items } = await runOperation('create', await save(elsewhere), { onError: 'continueErrorOutput' });

			const failed = items('Under test', 1).map(({ json }) => json);
			expect(failed).toEqual(people(2).map((row) => expect.objectContaining(row)));
			for (const item of failed) expect(errorText(item)).toMatch(words);
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
