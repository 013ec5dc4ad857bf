import type { Page } from 'playwright-core';

import type { components } from '../contract/types';
import addSubscribers from '../examples/add-subscribers.json';
import formSignUp from '../examples/form-sign-up.json';
import syncSheet from '../examples/sync-sheet.json';
import updateCampaign from '../examples/update-campaign.json';
import { openEditor } from './support/editor';
import { connectHost, until, type Host } from './support/host';
import type { Workflow } from './support/workflow';

type Subscriber = components['schemas']['Subscriber'];

interface Named {
	uuid: string;
	name: string;
}

const type = 'n8n-nodes-email-marketing.emailMarketing';
const exampleList = chosen(addSubscribers, 'contactList');
const exampleCampaign = chosen(updateCampaign, 'campaign');
const formList = chosen(formSignUp, 'contactList');
const sheetList = chosen(syncSheet, 'contactList');
const formPath = formSignUp.nodes.find((node) => 'webhookId' in node)?.webhookId;

describe('n8n with this package installed', () => {
	let host: Host;

	beforeAll(async () => {
		host = await connectHost();
	});

	afterAll(async () => {
		await host?.api.close();
	});

	it('offers the node, as a tool for agents too, and its icon', async () => {
		const types = await host.api.call<Array<{ name: string; iconUrl: { light: string; dark: string } }>>(
			'GET',
			'/types/nodes.json',
		);
		const node = types.find(({ name }) => name === type);

		expect(types.map(({ name }) => name)).toEqual(expect.arrayContaining([type, `${type}Tool`]));
		for (const icon of [node?.iconUrl.light, node?.iconUrl.dark]) {
			const response = await fetch(`${host.n8nUrl}/${icon}`);
			expect(response.status).toBe(200);
			expect(response.headers.get('content-type')).toContain('image/svg+xml');
		}
	});

	it('connects with the credential that was set up', async () => {
		const credentials = await host.api.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const credential = credentials.find(({ name }) => name === 'Email Marketing sandbox');
		const { data } = await host.api.call<{ data: object }>(
			'GET',
			`/rest/credentials/${credential?.id}?includeData=true`,
		);

		const answer = await host.api.call('POST', '/rest/credentials/test', { credentials: { ...credential, data } });

		expect(answer).toMatchObject({ status: 'OK' });
	});

	it('has examples whose contact list and campaign are in the sandbox, under the names that they show', async () => {
		const lists = await sandboxData<Named>('/v1/contact-lists');
		const campaigns = await sandboxData<Named>('/v1/campaigns');

		for (const { value, cachedResultName } of [exampleList, formList, sheetList])
			expect(lists).toContainEqual(expect.objectContaining({ uuid: value, name: cachedResultName }));
		expect(campaigns).toContainEqual(
			expect.objectContaining({ uuid: exampleCampaign.value, name: exampleCampaign.cachedResultName }),
		);
	});

	it('adds the people of the example to the contact list', async () => {
		const before = await subscribers();

		const { status, record } = await host.api.runWorkflow(addSubscribers.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect((await subscribers()).slice(before.length)).toEqual([
			expect.objectContaining({
				first_name: 'Ada',
				last_name: 'Lovelace',
				email: expect.stringMatching(/^ada\.\d+@example\.com$/),
				tags: ['early access', 'vip'],
			}),
			expect.objectContaining({
				first_name: 'Grace',
				last_name: 'Hopper',
				email: expect.stringMatching(/^grace\.\d+@example\.com$/),
				tags: ['early access'],
			}),
		]);
	});

	it('runs that example again, since a person will', async () => {
		const { status, record } = await host.api.runWorkflow(addSubscribers.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
	});

	it('changes name and sender of the campaign of the example, and nothing else of it; the sandbox page shows both', async () => {
		const before = (await sandboxData<Named>('/v1/campaigns')).find(({ uuid }) => uuid === exampleCampaign.value);

		const { status, record } = await host.api.runWorkflow(updateCampaign.id);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(await sandboxData('/v1/campaigns')).toContainEqual({
			...before,
			name: 'A small thank-you and a gift',
			from_name: 'Jonas from Northwind Letters',
		});
		expect(await (await fetch(host.sandboxUrl)).text()).toContain(
			'A small thank-you and a gift<small>from Jonas from Northwind Letters ',
		);
	});

	describe('the example of a sheet', () => {
		it('tells what would change, and changes nothing', async () => {
			const before = await subscribers(sheetList);

			const { status, record, items } = await host.api.runWorkflow(syncSheet.id);

			expect({ status, record }).toMatchObject({ status: 'success' });
			expect(
				items('What would change').map(({ json: { action, email, 'E-Mail': inTheSheet } }) => [
					action,
					email ?? inTheSheet,
				]),
			).toEqual([
				['updated', 'a.adeyemi@example.org'],
				['updated', 'k.kamau@example.com'],
				['created', 'ines.moreau@example.com'],
				['skipped', 'tom.baker@example.com'],
			]);
			expect(items('What would change')[0]?.json.changes).toEqual({
				last_name: { from: 'Adeyemi', to: 'Adeyemi-Cole' },
			});
			expect(await subscribers(sheetList)).toEqual(before);
		});

		it('makes the changes with the other node switched on, and once', async () => {
			const saved = await host.api.call<Workflow>('GET', `/rest/workflows/${syncSheet.id}`);
			const id = await host.api.save({
				name: 'Sheet',
				nodes: saved.nodes.map((node) => ({ ...node, disabled: false })),
				connections: saved.connections,
				settings: saved.settings,
			});

			const first = await host.api.runWorkflow(id);
			const second = await host.api.runWorkflow(id);

			expect(first.items('Sync for real').map(({ json }) => json.action)).toEqual([
				'unchanged',
				'updated',
				'updated',
				'unchanged',
				'created',
				'skipped',
			]);
			expect(await subscribers(sheetList)).toContainEqual(
				expect.objectContaining({
					first_name: 'Inès',
					last_name: 'Moreau',
					email: 'ines.moreau@example.com',
					tags: ['webinar'],
				}),
			);
			expect(second.items('Sync for real').map(({ json }) => json.action)).toEqual([
				'unchanged',
				'unchanged',
				'unchanged',
				'unchanged',
				'unchanged',
				'skipped',
			]);
			expect(second.items('What would change').map(({ json }) => json.action)).toEqual(['skipped']);
		});
	});

	it('shows the form of the example, and whoever sends it twice is in the list once, with the tags of both', async () => {
		const { versionId } = await host.api.call<{ versionId: string }>('GET', `/rest/workflows/${formSignUp.id}`);
		await host.api.call('POST', `/rest/workflows/${formSignUp.id}/activate`, { versionId });
		const editor = await openEditor(host);
		const email = `grace.${Date.now()}@example.com`;
		try {
			await sendForm(editor.page, { 'E-Mail': email, 'First Name': 'Grace', 'Last Name': 'Hopper' }, 'events');
			await until(async () => (await found(email))[0]?.tags.length === 1, 'the subscriber to be created');
			await editor.screenshot('form-sent');
			await sendForm(editor.page, { 'E-Mail': email, 'Last Name': 'Murray Hopper' }, 'offers');
			await until(async () => (await found(email))[0]?.tags.length === 2, 'the subscriber to be updated');
		} finally {
			await editor.close();
			await host.api.call('POST', `/rest/workflows/${formSignUp.id}/deactivate`);
		}

		expect(await found(email)).toEqual([
			expect.objectContaining({ first_name: 'Grace', last_name: 'Murray Hopper', tags: ['events', 'offers'] }),
		]);
	});

	/** Fills in the form as a person does. */
	async function sendForm(page: Page, texts: Record<string, string>, interest: string): Promise<void> {
		await until(
			async () => (await page.goto(`${host.n8nUrl}/form/${formPath}`))?.ok() === true,
			'the form to be published',
		);
		for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
		await page.getByText(interest, { exact: true }).click();
		await page.locator('button[type="submit"], #submit-btn').first().click();
	}

	/** Those of the form's list who have this email. */
	async function found(email: string): Promise<Subscriber[]> {
		const all = [];
		for (let page = 1; page <= 10; page += 1)
			all.push(
				...(await sandboxData<Subscriber>(`/v1/contact-lists/${formList.value}/subscriber?per_page=100&page=${page}`)),
			);
		return all.filter((subscriber) => subscriber.email === email);
	}

	async function subscribers({ value } = exampleList): Promise<Subscriber[]> {
		return await sandboxData<Subscriber>(`/v1/contact-lists/${value}/subscriber?per_page=100`);
	}

	async function sandboxData<Item>(path: string): Promise<Item[]> {
		const { data } = (await host.sandbox(path)) as { data: Item[] };
		return data;
	}
});

interface Locator {
	value: string;
	cachedResultName: string;
}

/** What the example's node has chosen in a parameter of this name. */
function chosen(workflow: { nodes: Array<{ parameters: object }> }, parameter: string): Locator {
	const values = workflow.nodes.map(({ parameters }) => (parameters as Record<string, unknown>)[parameter]);
	const locator = values.find((value) => value !== undefined);
	if (locator === undefined) throw new Error(`No node of the example has a parameter '${parameter}'`);
	return locator as Locator;
}
