import type { components } from '../contract/types';
import { openEditor, type Editor } from './support/editor';
import { connectHost, until, type Host } from './support/host';

type ContactList = components['schemas']['ContactList'];

const nodeName = 'Look up';

describe("the dropdowns in n8n's editor", () => {
	let host: Host;
	let editor: Editor;
	let lists: ContactList[];
	let largest: ContactList;

	beforeAll(async () => {
		host = await connectHost();
		lists = ((await host.sandbox('/v1/contact-lists')) as components['schemas']['ContactListPaginator']).data;
		largest = lists.reduce((most, list) => (list.subscribers_count > most.subscribers_count ? list : most));
		editor = await openEditor(host);
		await editor.openWorkflow(await saveWorkflow());
		await editor.openNode(nodeName);
	});

	afterAll(async () => {
		await editor?.close();
		await host?.api.close();
	});

	it('offer the contact lists by name, find one, and take it', async () => {
		await open('contactList');
		await until(async () => (await names()).length === lists.length, 'the contact lists');
		expect(await names()).toEqual(lists.map(({ name }) => name));

		await search(largest.name.slice(1, 6).toUpperCase());
		await until(async () => (await names()).length < lists.length, 'the lists that match');
		await editor.offered().filter({ hasText: largest.name }).first().click();
		expect(await editor.dropdown('contactList').inputValue()).toBe(largest.name);
	});

	it('offer the subscribers of that list with name and email, and more of them when one scrolls', async () => {
		await open('subscriber');
		await until(async () => (await names()).length > 0, 'the first page of subscribers');
		const first = (await names()).length;
		expect((await names())[0]).toMatch(/^\S.* \(.+@.+\)$|^\S+@\S+$/);

		await until(async () => {
			await editor.offered().last().scrollIntoViewIfNeeded();
			return (await names()).length > first;
		}, 'the second page of subscribers');
		await editor.screenshot('dropdown-of-subscribers');
		expect(new Set(await names()).size).toBe((await names()).length);
	});

	it('find a subscriber of a later page by email', async () => {
		const { data } = (await host.sandbox(`/v1/contact-lists/${largest.uuid}/subscriber?page=5`)) as {
			data: Array<{ email: string }>;
		};
		const email = data[0]?.email ?? '';
		await search(email);
		await until(async () => (await names()).length === 1, 'the subscriber that matches');
		expect((await names())[0]).toContain(email);
	});

	it('offer campaigns, templates and domains by name', async () => {
		for (const [method, path] of Object.entries({
			searchCampaigns: '/v1/campaigns',
			searchTemplates: '/v1/templates',
			searchDomains: '/v1/domains',
		})) {
			const { data } = (await host.sandbox(path)) as { data: Array<{ uuid: string; name: string }> };
			const { results } = await host.api.call<{ results: object[] }>(
				'POST',
				'/rest/dynamic-node-parameters/resource-locator-results',
				{
					path: 'parameters.campaign',
					nodeTypeAndVersion: { name: 'n8n-nodes-email-marketing.emailMarketing', version: 1 },
					currentNodeParameters: {},
					methodName: method,
					credentials: await credentials(),
				},
			);
			expect(results.slice(0, data.length)).toEqual(
				data.map(({ uuid, name }) =>
					expect.objectContaining({
						name: method === 'searchCampaigns' ? expect.stringMatching(/ \((sent|sending|draft)\)$/) : name,
						value: uuid,
					}),
				),
			);
		}
	});

	async function saveWorkflow(): Promise<string> {
		const { id } = await host.api.call<{ id: string }>('POST', '/rest/workflows', {
			name: 'Dropdowns',
			nodes: [
				{
					id: '1',
					name: nodeName,
					type: 'n8n-nodes-email-marketing.emailMarketing',
					typeVersion: 1,
					position: [0, 0],
					parameters: {
						resource: 'subscriber',
						operation: 'get',
						subscriber: { __rl: true, mode: 'list', value: '' },
					},
					credentials: await credentials(),
				},
			],
			connections: {},
			settings: {},
		});
		return id;
	}

	async function credentials(): Promise<object> {
		const all = await host.api.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const credential = all.find(({ name }) => name === 'Email Marketing sandbox');
		return { emailMarketingApi: { id: credential?.id, name: credential?.name } };
	}

	async function open(parameter: string): Promise<void> {
		await editor.dropdown(parameter).click();
		await editor.offered().first().waitFor();
	}

	async function names(): Promise<string[]> {
		return (await editor.offered().allInnerTexts()).map((text) => text.trim());
	}

	async function search(text: string): Promise<void> {
		await editor.page
			.locator('[data-test-id="rlc-search"]:visible')
			.locator('xpath=descendant-or-self::input')
			.first()
			.fill(text);
	}
});
