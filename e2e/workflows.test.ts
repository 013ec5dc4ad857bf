import type { Page } from 'playwright-core';

import type { components } from '../contract/types';
import approvedSync from '../examples/approved-sync.json';
import campaignCounters from '../examples/campaign-counters.json';
import campaignFromWebhook from '../examples/campaign-from-webhook.json';
import campaignReport from '../examples/campaign-report.json';
import copyList from '../examples/copy-list.json';
import failedRows from '../examples/failed-rows.json';
import formSignUp from '../examples/form-sign-up.json';
import importCsv from '../examples/import-csv.json';
import syncSheet from '../examples/sync-sheet.json';
import updateCampaign from '../examples/update-campaign.json';
import { defined } from '../test/defined';
import { fetchPublished } from './support/api';
import { openBrowser } from './support/browser';
import { succeeded } from './support/execution';
import { useService } from './support/hooks';
import { until } from './support/host';
import { polled, pollTimes } from './support/polling';
import { callSandbox } from './support/service';
import { adapted, type Workflow } from './support/workflow';

type Subscriber = components['schemas']['Subscriber'];

interface Named {
	uuid: string;
	name: string;
}

interface Campaign extends Named {
	is_sent: boolean;
	sent: number;
	opens: number;
	clicks: number;
	unsubs: number;
	bounces: number;
}

const exampleCampaign = chosen(updateCampaign, 'campaign');
const formList = chosen(formSignUp, 'contactList');
const sheetList = chosen(syncSheet, 'contactList');
const calledCampaign = chosen(campaignFromWebhook, 'campaign');
const [firstList, secondList] = copyList.nodes.flatMap(({ parameters }) =>
	'contactList' in parameters ? [parameters.contactList as Locator] : [],
) as [Locator, Locator];
const approvedList = chosen(approvedSync, 'contactList');
const importList = chosen(importCsv, 'contactList');

describe('n8n with this package installed', () => {
	const { host, service } = useService();

	it('offers the node, its tool and the trigger with their icons, and no tool of the trigger', async () => {
		const types = await host.api.call<Array<{ name: string; iconUrl: Record<'light' | 'dark', string> }>>(
			'GET',
			'/types/nodes.json',
		);
		const ours = types.filter(({ name }) => name.startsWith('n8n-nodes-email-marketing.'));

		expect(ours.map(({ name }) => name.split('.')[1]).sort()).toEqual([
			'emailMarketing',
			'emailMarketingTool',
			'emailMarketingTrigger',
		]);
		for (const icon of ours.flatMap(({ iconUrl }) => [iconUrl.light, iconUrl.dark]))
			expect((await fetch(`${host.n8nUrl}/${icon}`)).headers.get('content-type')).toContain('image/svg+xml');
	});

	it('changes name and sender of the campaign of the example, and nothing else of it; the sandbox page shows both', async () => {
		const before = (await sandboxData<Named>('/campaigns')).find(({ uuid }) => uuid === exampleCampaign.value);

		succeeded(await host.api.runWorkflow(updateCampaign.id));

		expect(await sandboxData('/campaigns')).toContainEqual({
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

			const { items } = succeeded(await host.api.runWorkflow(syncSheet.id));

			expect(
				items('What would change').map(({ json: { action, email, 'E-Mail': inTheSheet } }) => [
					action,
					email ?? inTheSheet,
				]),
			).toEqual([
				['would update', 'a.adeyemi@example.org'],
				['would update', 'k.kamau@example.com'],
				['would create', 'ines.moreau@example.com'],
				['skipped', 'tom.baker@example.com'],
			]);
			expect(items('What would change')[0]?.json.note).toBe('last_name: Adeyemi → Adeyemi-Cole');
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

			const actions = ({ items }: typeof first) =>
				items('Sync for real')
					.map(({ json }) => json.action)
					.join(' ');
			expect(actions(first)).toBe('unchanged updated updated unchanged created skipped');
			expect(await subscribers(sheetList)).toContainEqual(
				expect.objectContaining({ first_name: 'Inès', email: 'ines.moreau@example.com', tags: ['webinar'] }),
			);
			expect(actions(second)).toBe('unchanged unchanged unchanged unchanged unchanged skipped');
			expect(second.items('What would change').map(({ json }) => json.action)).toEqual(['skipped']);
		});
	});

	it('shows the form of the example; one who sends it twice is in the list once, with the tags of both, and is welcomed once', async () => {
		const email = `grace.${Date.now()}@example.com`;
		const before = (await host.api.executionsOf(formSignUp.id)).length;
		const sent = await host.api.whilePublished(formSignUp.id, async () => {
			const browser = await openBrowser();
			try {
				await sendForm(browser.page, { 'E-Mail': email, 'First Name': 'Grace', 'Last Name': 'Hopper' }, 'events');
				await until(async () => (await found(email))[0]?.tags.length === 1, 'the subscriber to be created');
				await browser.screenshot('form-sent');
				await sendForm(browser.page, { 'E-Mail': email, 'Last Name': 'Murray Hopper' }, 'offers');
				await until(async () => (await found(email))[0]?.tags.length === 2, 'the subscriber to be updated');
			} finally {
				await browser.close();
			}
			return (await host.api.executionsOf(formSignUp.id)).slice(before);
		});

		expect(await found(email)).toEqual([
			expect.objectContaining({ first_name: 'Grace', last_name: 'Murray Hopper', tags: ['events', 'offers'] }),
		]);
		expect(sent.map(({ status, items }) => [status, items('Welcome email').map(({ json }) => json)])).toEqual([
			['success', [{ to_email: email, subject: 'Welcome to our newsletter', message: 'Email queued.' }]],
			['success', []],
		]);
		expect(await (await fetch(host.sandboxUrl)).text()).toContain(`to ${email}, template “Welcome”`);
	});

	describe('the example of an approval', () => {
		const approvedEmails = ['lena.fischer@example.net', 'omar.haddad@example.net'];
		const emails = async (): Promise<string[]> => (await subscribers(approvedList)).map(({ email }) => email);

		/** Opens the form, and chooses on its second page; gives the text of that page and of the last one. */
		async function answer(page: Page, choice: string): Promise<string[]> {
			await openForm(page, approvedSync);
			await submitForm(page);
			await page.getByText('Make these changes?').waitFor();
			const asked = await page.locator('body').innerText();
			await page.locator('select').selectOption(choice);
			await submitForm(page);
			await page.getByText(/^(Done|Nothing was changed)$/).waitFor();
			return [asked, await page.locator('body').innerText()];
		}

		it('shows on its page what a sync would do, and changes the list only after a yes', async () => {
			const before = await emails();
			expect(before).not.toEqual(expect.arrayContaining(approvedEmails));
			await host.api.whilePublished(approvedSync.id, async () => {
				const browser = await openBrowser();
				try {
					const [asked, refused] = await answer(browser.page, 'No');
					await browser.screenshot('approval-refused');
					expect(asked).toMatch(/rows: 3\s+would create: 2\s+skipped: 1/);
					expect(refused).toContain('The contact list is as it was.');
					expect(await emails()).toEqual(before);

					const [, done] = await answer(browser.page, 'Yes, change the list');
					await browser.screenshot('approval-done');
					expect(done).toMatch(/rows: 3\s+created: 2\s+skipped: 1/);
					expect(await emails()).toEqual([...before, ...approvedEmails]);

					const [again] = await answer(browser.page, 'Yes, change the list');
					expect(again).toMatch(/rows: 3\s+unchanged: 2\s+skipped: 1/);
					expect(await emails()).toEqual([...before, ...approvedEmails]);
				} finally {
					await browser.close();
				}
			});
		});
	});

	it('imports the rows of a CSV file that is sent by the form of the example, and skips one who opts out', async () => {
		const file = [
			'\uFEFFE-Mail,Vorname,Tags,Unsubscribed',
			'mai.linh@example.net,Mai,"beta, german",no',
			'sol.vega@example.net,Sol,,yes',
		];
		const before = (await host.api.executionsOf(importCsv.id)).length;
		const runs = await host.api.whilePublished(importCsv.id, async () => {
			const browser = await openBrowser();
			try {
				await openForm(browser.page, importCsv);
				const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) };
				await browser.page.locator('input[type="file"]').setInputFiles(csv);
				await submitForm(browser.page);
				await until(async () => (await host.api.executionsOf(importCsv.id)).length > before, 'the file to be imported');
			} finally {
				await browser.close();
			}
			return (await host.api.executionsOf(importCsv.id)).slice(before);
		});

		expect(
			runs.map(({ status, items }) => [status, items('Import').map(({ json }) => [json.action, json.email])]),
		).toEqual([
			[
				'success',
				[
					['created', 'mai.linh@example.net'],
					['skipped', 'sol.vega@example.net'],
				],
			],
		]);
		expect((await subscribers(importList)).at(-1)).toMatchObject({
			email: 'mai.linh@example.net',
			tags: ['beta', 'german'],
		});
	});

	it('reports every campaign that was sent in one email, which the outbox shows', async () => {
		const before = await sentCampaigns();

		const execution = await host.api.start(campaignReport.id, 'Every night');
		const { items } = succeeded(await host.api.ended(execution));

		const [report] = items('Report');
		// One of the campaigns is being sent while this goes on.
		expect([before, await sentCampaigns()]).toContainEqual(String(report?.json.text).split('\n'));
		expect(report?.json.subject).toMatch(/^Campaign report, \d+ \w+ \d{4}$/);
		expect(items('Send the report').map(({ json }) => json)).toEqual([
			{ to_email: 'owner@example.com', subject: report?.json.subject, message: 'Email queued.' },
		]);
		expect(await (await fetch(host.sandboxUrl)).text()).toContain(String(report?.json.subject));
	});

	it('changes a campaign when it is called, in a test and once it is published, and tells the caller the result', async () => {
		const campaign = async (): Promise<Campaign | undefined> =>
			(await sandboxData<Campaign>('/campaigns')).find(({ uuid }) => uuid === calledCampaign.value);
		const before = await campaign();

		await host.api.start(campaignFromWebhook.id, 'A call comes in');
		const tested = await called('webhook-test', { name: 'The beta is open', sender: 'Maren' });
		const afterTest = await campaign();
		const published = await host.api.whilePublished(campaignFromWebhook.id, async () => [
			await called('webhook', { name: 'The beta is open to all' }),
			await called('webhook', { title: 'Under another name' }),
		]);

		expect(tested).toEqual([200, { name: 'The beta is open', sender: 'Maren' }]);
		expect(afterTest).toEqual({ ...before, name: 'The beta is open', from_name: 'Maren' });
		expect(published).toEqual([
			[200, { name: 'The beta is open to all', sender: 'Maren' }],
			[422, { error: 'There is nothing to update', details: expect.stringContaining("'Update Fields'") }],
		]);
		expect(await campaign()).toEqual({ ...afterTest, name: 'The beta is open to all' });
	});

	it('keeps the rows that failed in a table that is made once, with their columns and what was wrong', async () => {
		const first = succeeded(await host.api.runWorkflow(failedRows.id));
		const second = succeeded(await host.api.runWorkflow(failedRows.id));

		for (const { items } of [first, second]) {
			expect(items('Create or update').map(({ json }) => [json.action, json.first_name])).toEqual([['created', 'Ada']]);
			expect(items('Keep the row').map(({ json }) => json)).toEqual([
				expect.objectContaining({
					email: 'grace(at)example.com',
					first_name: 'Grace',
					last_name: 'Hopper',
					error: expect.stringContaining('is not an email address'),
					details: expect.stringContaining("'Email'"),
					status: null,
					may_be_done: false,
				}),
				expect.objectContaining({
					first_name: 'Alan',
					error: expect.stringContaining("'Email'"),
					details: expect.any(String),
					status: null,
					may_be_done: false,
				}),
			]);
		}
		expect(second.items('Have a table')[0]?.json.id).toBe(first.items('Have a table')[0]?.json.id);
	});

	it('copies a list into another one, twice with the same result, and nobody who has left either of them', async () => {
		const source = await subscribers(firstList);
		const before = await subscribers(secondList);

		succeeded(await host.api.runWorkflow(copyList.id));
		const after = await subscribers(secondList);
		succeeded(await host.api.runWorkflow(copyList.id));

		const wanted = source.filter(({ is_subscribed }) => is_subscribed);
		const known = new Set(before.map(({ email }) => email));
		expect(wanted.length).toBeLessThan(source.length);
		expect(after.slice(before.length)).toEqual(
			wanted
				.filter(({ email }) => !known.has(email))
				.map(({ email, first_name, last_name, tags }) =>
					expect.objectContaining({ email, first_name, last_name, tags }),
				),
		);
		expect((await subscribers(secondList)).map(withoutCounters)).toEqual(after.map(withoutCounters));
		expect((await subscribers(firstList)).map(withoutCounters)).toEqual(source.map(withoutCounters));
	});

	it('is started by the trigger of the example once a campaign is being sent, and gives the counters as they are after the wait', async () => {
		const draft = defined(service.sandbox.state.campaigns.find(({ status }) => status === 'draft'));
		const wait = { amount: 3, unit: 'seconds' };
		const example = adapted(campaignCounters, service.credentials, {
			'A campaign is sent': { pollTimes },
			'Wait a day': wait,
		});
		const executions = await host.api.whilePublished(example, async (id) => {
			await polled(service.sandbox, 'campaign.getAll', 2);
			Object.assign(draft, { status: 'sending', sendingSince: Date.now() });
			await polled(service.sandbox, 'campaign.getAll', 1);
			Object.assign(draft, { status: 'sent', sent: 40, opens: 20, clicks: 4, unsubs: 1 });
			await until(async () => (await host.api.executionsOf(id)).length > 0, 'the workflow to be started');
			await polled(service.sandbox, 'campaign.getAll', 2);
			return await host.api.executionsOf(id);
		});

		expect(
			executions.map(({ status, items }) => [
				status,
				items('A campaign is sent').map(({ json: { event, name } }) => [event, name]),
			]),
		).toEqual([['success', [['campaignSent', draft.name]]]]);
		expect(executions[0]?.items('Counters').map(({ json }) => json)).toEqual([
			{
				campaign: draft.name,
				sent: 40,
				opens: 20,
				clicks: 4,
				unsubscribed: 1,
				bounces: expect.any(Number),
				'opened in %': 50,
			},
		]);
	});

	/** What the report says of each campaign that was sent. */
	async function sentCampaigns(): Promise<string[]> {
		return (await sandboxData<Campaign>('/campaigns'))
			.filter(({ is_sent }) => is_sent)
			.map(
				({ name, sent, opens, clicks, unsubs, bounces }) =>
					`${name}: ${sent} sent, ${opens} opened, ${clicks} clicked, ${unsubs} unsubscribed, ${bounces} bounced`,
			);
	}

	/** What the example answers to another program. */
	async function called(kind: string, body: object): Promise<[number, unknown]> {
		const response = await fetchPublished(`${host.n8nUrl}/${kind}/example-campaign`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return [response.status, await response.json()];
	}

	/** Fills in the form as a person does. */
	async function sendForm(page: Page, texts: Record<string, string>, interest: string): Promise<void> {
		await openForm(page, formSignUp);
		for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
		await page.getByText(interest, { exact: true }).click();
		await submitForm(page);
	}

	/** Opens the published form of an example. */
	async function openForm(
		page: Page,
		{ nodes }: { nodes: Array<{ type: string; webhookId?: string }> },
	): Promise<void> {
		const path = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')?.webhookId;
		await until(
			async () => (await page.goto(`${host.n8nUrl}/form/${path}`))?.ok() === true,
			'the form to be published',
		);
	}

	async function submitForm(page: Page): Promise<void> {
		await page.locator('button[type="submit"], #submit-btn').first().click();
	}

	/** Those of the form's list who have this email. */
	async function found(email: string): Promise<Subscriber[]> {
		return (await subscribers(formList)).filter((subscriber) => subscriber.email === email);
	}

	/** Those of a list, oldest first. */
	async function subscribers({ value }: Locator): Promise<Subscriber[]> {
		const all: Subscriber[] = [];
		for (let page = 1; all.length === (page - 1) * 100; page += 1)
			all.push(...(await sandboxData<Subscriber>(`/contact-lists/${value}/subscriber?per_page=100&page=${page}`)));
		return all;
	}

	async function sandboxData<Item>(path: string): Promise<Item[]> {
		const sandbox = { url: host.sandboxUrl, token: host.token };
		return (await callSandbox<{ data: Item[] }>(sandbox, 'GET', path)).data;
	}
});

interface Locator {
	value: string;
	cachedResultName: string;
}

/** A subscriber as a person or a workflow has left them: a campaign that is being sent goes on counting. */
function withoutCounters({ uuid, email, first_name, last_name, tags, is_subscribed }: Subscriber): Partial<Subscriber> {
	return { uuid, email, first_name, last_name, tags, is_subscribed };
}

/** What the example's node has chosen in a parameter of this name. */
function chosen(workflow: { nodes: Array<{ parameters: object }> }, parameter: string): Locator {
	const values = workflow.nodes.map(({ parameters }) => (parameters as Record<string, unknown>)[parameter]);
	const locator = values.find((value) => value !== undefined);
	if (locator === undefined) throw new Error(`No node of the example has a parameter '${parameter}'`);
	return locator as Locator;
}
