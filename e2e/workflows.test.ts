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
import nightlySync from '../examples/nightly-sync.json';
import syncSheet from '../examples/sync-sheet.json';
import updateCampaign from '../examples/update-campaign.json';
import type { FaultPlan } from '../sandbox/faults/plan';
import { defined } from '../test/defined';
import { openBrowser, type Browser } from './support/browser';
import { succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { every, polled } from './support/polling';
import { callSandbox } from './support/service';
import { until } from './support/until';
import { adapted, fromList, manualTrigger, ourNode, workflowOf, type Node, type Workflow } from './support/workflow';

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

describe('n8n with this package installed', () => {
	const { host, service } = useService();
	beforeEach(() => service.sandbox.reset());

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

	describe('the examples with a form', () => {
		const browser: Partial<Browser> = {};
		beforeAll(async () => void Object.assign(browser, await openBrowser()));
		afterAll(async () => await browser.close?.());

		it('sign up a person once, and welcome them once; a stranger who enters the address changes nothing', async () => {
			const email = `grace.${Date.now()}@example.com`;
			const signUp = async (name: object, interest: string) =>
				await fillIn(formSignUp, formSignUp.id, async (page) => {
					for (const [label, text] of Object.entries({ 'E-Mail': email, ...name }))
						await page.getByLabel(label).fill(text);
					await page.getByText(interest, { exact: true }).click();
					await page.getByText('Yes, please', { exact: true }).click();
				});
			const first = await signUp({ 'First Name': 'Grace', 'Last Name': 'Hopper' }, 'events');
			const [before] = await found(email);
			const second = await signUp({ 'First Name': 'Mallory', 'Last Name': 'Mallet' }, 'offers');

			expect(before).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', tags: ['events'] });
			expect((await found(email)).map(withoutCounters)).toEqual([withoutCounters(defined(before))]);
			// The same page for both: it must not tell a stranger who is in the list.
			const page = expect.stringMatching(/^Thank you\s.+If you are in our list already, nothing has changed/s);
			const mailed = ({ run }: typeof first) => run.items('Welcome email').map(({ json }) => json);
			expect([first, second].map(({ pages, run }) => [pages, run.status])).toEqual(Array(2).fill([[page], 'success']));
			expect([mailed(first), mailed(second)]).toEqual([
				[{ to_email: email, subject: 'Welcome to our newsletter', message: 'Email queued.' }],
				[],
			]);
			expect(await (await fetch(host.sandboxUrl)).text()).toContain(`to ${email}, template “Welcome”`);
		});

		it('leave a person unsubscribed who has left, and mail them nothing', async () => {
			const list = defined(service.sandbox.state.contactLists.find(({ uuid }) => uuid === formList.value));
			const left = defined(list.subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
			const before = structuredClone(left);
			const { pages, run } = await fillIn(formSignUp, adapted(formSignUp, service.credentials, {}), async (open) => {
				await open.getByLabel('E-Mail').fill(left.email);
				await open.getByText('Yes, please', { exact: true }).click();
			});

			expect([pages, run.status]).toEqual([[expect.stringMatching(/^Thank you\s/)], 'success']);
			expect([left, service.sandbox.state.outbox]).toEqual([before, []]);
		});

		const notSaved = /^Your sign-up could not be saved\s+.+send the form again/;
		const notSent = /^The welcome email could not be sent\s+.+in our list/;
		const breaksOn = (operation: 'subscriber.create' | 'email.send'): FaultPlan => ({
			script: [{ fault: '500', operation }],
		});

		it.each<[string, FaultPlan, string, RegExp, string]>([
			['the service breaks', breaksOn('subscriber.create'), 'Alan', notSaved, 'status 500'],
			['the service rejects a name', {}, 'x'.repeat(300), notSaved, 'First Name'],
			['the welcome email fails', breaksOn('email.send'), 'Alan', notSent, 'status 500'],
		])('say that a sign-up failed if %s, and the run ends as failed', async (_, faults, name, page, reason) => {
			service.sandbox.faults(faults);
			const { pages, run } = await fillIn(formSignUp, adapted(formSignUp, service.credentials, {}), async (open) => {
				await open.getByLabel('E-Mail').fill('alan@example.com');
				await open.getByLabel('First Name').fill(name);
				await open.getByText('Yes, please', { exact: true }).click();
			});

			expect(pages).toEqual([expect.stringMatching(page)]);
			expect([run.status, run.error?.message]).toEqual(['error', expect.stringContaining(reason)]);
		});

		it('show who would be changed, and change the list once that is approved', async () => {
			const before = await subscribers(approvedList);
			const { pages, run } = await fillIn(approvedSync, approvedSync.id, nothing, nothing);
			const again = await fillIn(approvedSync, approvedSync.id, nothing);

			expect(pages[0]).toMatch(/^2 changes, not made yet\s+The sheet has 3 rows\.\s+would create: 2\s/);
			expect(pages[0]).toMatch(/lena\S+\s+omar\S+\s+skipped: 1 \(Opted out: .+\)\s+yuki\S+\s/);
			expect(pages[0]).toContain('Make these changes');
			expect(pages[1]).toMatch(/^Done\s+created: 2\s+skipped: 1 \(Opted out: .+\)\s/);
			expect([run.status, again.pages]).toEqual(['success', [expect.stringMatching(/^There is nothing to change/)]]);
			expect((await subscribers(approvedList)).map(({ email }) => email)).toEqual([
				...before.map(({ email }) => email),
				'lena.fischer@example.net',
				'omar.haddad@example.net',
			]);
		});

		it('show the first fifty changes, removals at the top, and afterwards what failed', async () => {
			const sheet =
				'return Array.from({ length: 60 }, (_, n) => ({ email: `new${n}@example.com`, Subscribed: "yes" }));';
			const removing = { removal: 'unsubscribe', options: { maxRemovalPercent: 100 } };
			const example = adapted(approvedSync, service.credentials, {
				'The sheet': { jsCode: sheet },
				'Compare (dry run)': removing,
				'Sync for real': removing,
			});
			service.sandbox.faults({ script: [{ fault: '500', operation: 'subscriber.create' }] });
			const { pages } = await fillIn(approvedSync, example, nothing, nothing);

			expect(pages[0]).toMatch(/^72 changes, not made yet\s+The sheet has 60 rows\.\s+would unsubscribe: 12\s+\S+@/);
			expect(pages[0]?.match(/@/g)).toHaveLength(50);
			expect(pages[0]).toMatch(/would create: 60\s.+\sand 22 more\s/s);
			expect(pages[1]).toMatch(
				/^1 row failed\s+unknown: 1\s+created: 59\s+held: \d+ \(the first: .+\)\s+new0@.+status 500.+start again/s,
			);
		});

		it('say once why an approved sync was refused, and blame no row', async () => {
			const removing = { removal: 'unsubscribe' };
			const testers = defined(service.sandbox.state.contactLists.find(({ name }) => name === 'Beta Testers'));
			const subscribed = testers.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
			for (const joinsNow of subscribed.slice(0, 2)) joinsNow.createdAt = Date.now();
			const example = adapted(approvedSync, service.credentials, {
				'Compare (dry run)': removing,
				'Sync for real': removing,
			});
			const { pages } = await fillIn(approvedSync, example, nothing, nothing);

			expect(pages[0]).toMatch(/^12 changes, not made yet\s.+If more people would be removed than the Safety Limit/s);
			expect(pages[0]).toMatch(/ rows\.\s+would stop: 1\s+A real run would stop: it would unsubscribe 10 of 12 /);
			expect(pages[0]).toMatch(/would unsubscribe: 10\s.+\sheld: 2 \(the first: .+ joined .+, kept until .+\)\s/s);
			expect(pages[1]).toMatch(/^The sync has stopped\s+Stopped: This would .+ allows 20%\)\. Nothing was changed\.\s/);
			expect(pages[1]).not.toContain('@');
		});

		it.each<[string, string, FaultPlan, RegExp]>([
			['the sheet', 'throw new Error("No sheet");', {}, /^Nothing was changed\s+The sheet could not be read: No sheet/],
			['the sheet, which is empty,', 'return [];', {}, /^Nothing was changed\s+Not possible: 1\s/],
			[
				'the token',
				'return [{ email: "a@b.example", Subscribed: "yes" }];',
				{ rate: 1, kinds: ['401'] },
				/^Nothing was changed\s.+token/s,
			],
		])('say that nothing was changed because of %s', async (_, jsCode, faults, page) => {
			service.sandbox.faults(faults);
			const example = adapted(approvedSync, service.credentials, { 'The sheet': { jsCode } });
			expect((await fillIn(approvedSync, example, nothing)).pages).toEqual([expect.stringMatching(page)]);
		});

		const withOptOut = ['E-Mail,Vorname,Newsletter', 'mai@example.net,Mai,yes', 'sol@example.net,Sol,no'];
		const ofExcel = ['E-Mail;Vorname;Newsletter', 'mai@example.net;Jürgen;ja'];
		const withTypo = ['Email,First Name,Newsletter', 'mai(at)example.net,Mai,yes', 'kim@example.net,Kim,yes'];
		const broken = ['Email,First Name,Newsletter', 'mai@example.net,"Mai,yes'];
		const unasked = ['Email,First Name', 'mai@example.net,Mai', 'kim@example.net,Kim'];
		const withoutImport: FaultPlan = { script: [{ fault: '500', operation: 'subscriber.import' }] };
		const withoutToken: FaultPlan = { rate: 1, kinds: ['401'] };

		it.each<[string, string[], FaultPlan, string[], RegExp]>([
			['counts', withOptOut, {}, ['Mai'], /^The file was imported\s+imported: 1\s+skipped: 1\s/],
			['counts of a file of Excel, with semicolons', ofExcel, {}, ['Jürgen'], /^The file was imported\s+imported: 1\s/],
			['rows that failed', withTypo, {}, ['Kim'], /^1 of 2 rows failed.+imported: 1.+Row 2, mai.+is not an email/s],
			['a failure of the service', withTypo, withoutImport, [], /^2 of 2 rows failed.+unknown: 1.+status 500/s],
			['a wrong token', withOptOut, withoutToken, [], /^1 of 2 rows failed.+token/s],
			[
				'once that nothing says who agreed',
				unasked,
				{},
				[],
				/^2 of 2 rows failed\s+failed: 2\s+2 rows \(the first: 2\): No item has the column "Newsletter"\. Choose one of these: Email, First Name\.[^:]+\sCorrect/s,
			],
			[
				'once that no row has an address, with what to do',
				['Kontakt,Newsletter', 'mai,yes', 'kim,yes', 'sol,no'],
				{},
				[],
				/^3 of 3 rows failed\s+rejected: 3\s+3 rows \(the first: 2\): No email column found[^:]+Under 'Columns'[^:]+\sCorrect/s,
			],
			['a file without rows', ['Email'], {}, [], /^Nothing was imported\s+.+It has no rows/],
			['a broken file', broken, {}, [], /^Nothing was imported\s+.+could not be read/],
		])('show after an import %s', async (_, lines, faults, imported, result) => {
			service.sandbox.faults(faults);
			const buffer = Buffer.from(lines.join('\r\n'), lines === ofExcel ? 'latin1' : 'utf8');
			const { pages, run } = await fillIn(importCsv, adapted(importCsv, service.credentials, {}), async (page) => {
				await page.locator('input[type="file"]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
			});

			expect([run.status, pages]).toEqual(['success', [expect.stringMatching(result)]]);
			const isImported = ({ json }: { json: Record<string, unknown> }) => json.action === 'imported';
			expect(
				run
					.items('Import')
					.filter(isImported)
					.map(({ json }) => json.first_name),
			).toEqual(imported);
		});

		const nothing = async (): Promise<void> => {};

		/** Publishes an example, fills in its form, and gives the text of the page after each step, and the execution. */
		async function fillIn(
			{ nodes }: { nodes: Array<{ type: string; webhookId?: string }> },
			workflow: Workflow | string,
			...steps: Array<(page: Page) => Promise<void>>
		): Promise<{ pages: string[]; run: Execution }> {
			const { page, screenshot } = browser as Browser;
			const path = nodes.find(({ type }) => type === 'n8n-nodes-base.formTrigger')?.webhookId;
			return await host.api.whilePublished(workflow, async (id) => {
				await page.goto(`${host.n8nUrl}/form/${path}`);
				const pages: string[] = [];
				for (const step of steps) {
					await step(page);
					const before = await heading();
					await page.locator('button[type="submit"], #submit-btn').first().click();
					await until(async () => ![before, ''].includes(await heading()), 'the next page');
					pages.push(await page.locator('body').innerText());
					await screenshot(`form-${await heading()}`);
				}
				// n8n lists an execution some time after its form shows the next page.
				const last = async () => (await host.api.executionsOf(id)).at(-1);
				const isRunning = (run?: Execution) => [undefined, 'waiting', 'running'].includes(run?.status);
				await until(async () => !isRunning(await last()), 'the end of the run');
				return { pages, run: defined(await last()) };
			});

			/** Of the page; '' while the next one is loaded. */
			async function heading(): Promise<string> {
				const shown = page.locator('h1:visible').first();
				return await shown.innerText({ timeout: 1_000 }).catch(() => '');
			}
		}
	});

	describe('the example of every night', () => {
		it('keeps a copy and syncs the list; the copy restores it', async () => {
			const before = guests();
			const { items } = await runNight({});

			expect(items('Keep a copy').map(({ json }) => json.insertedRows)).toEqual([before.length]);
			expect(items('All well?').map(({ json }) => [json.updated, json.created])).toEqual([[2, 1]]);
			expect([items('Alert'), items('Remove old copies')]).toEqual([[], []]);

			const { subscribers: now } = guestList();
			const [leaves, isDeleted] = now.filter(({ unsubscribedAt }) => unsubscribedAt === null);
			const comesBack = now.find(({ unsubscribedAt }) => unsubscribedAt !== null);
			Object.assign(defined(leaves), { unsubscribedAt: Date.now() });
			Object.assign(defined(comesBack), { unsubscribedAt: null });
			guestList().remove(defined(isDeleted));
			expect(guests()).not.toEqual(expect.arrayContaining(before));

			const tonight = { keyName: 'night', condition: 'eq', keyValue: '={{ $now.toISODate() }}' };
			const read = {
				...{ resource: 'row', operation: 'get', dataTableId: parametersOf('Keep a copy').dataTableId },
				...{ filters: { conditions: [tonight] }, returnAll: true },
			};
			const table = { name: 'Copy', type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters: read };
			const restore = ourNode('Restore', service.credentials, {
				resource: 'subscriber',
				operation: 'sync',
				contactList: sheetList,
				removal: 'keep',
				dryRun: false,
				options: { replaceTags: true, resubscribe: true, optOuts: 'unsubscribe' },
			});
			succeeded(await host.api.run(workflowOf('Restore', [manualTrigger, table, restore])));
			expect(guests()).toEqual(expect.arrayContaining(before));
		});

		it('removes old copies', async () => {
			const old = { keyName: 'createdAt', condition: 'lt', keyValue: '={{ $now.plus({ days: 1 }).toISO() }}' };
			const { items } = await runNight({ 'Remove old copies': { filters: { conditions: [old] } } });
			expect(items('Remove old copies').length).toBeGreaterThanOrEqual(30);
			expect(items('Alert')).toEqual([]);
		});

		const badTable = { tableName: 'Bad', columns: { column: [{ name: 'not a name', type: 'string' }] } };
		const noTable = { dataTableId: { __rl: true, mode: 'name', value: 'Not there' } };
		const unlike = {
			...parametersOf('Keep a copy'),
			columns: { mappingMode: 'defineBelow', value: { is_subscribed: 'maybe' } },
		};
		const summary = 'All well?\nResult: rows:';
		const noSheet = { 'The sheet': { jsCode: 'throw new Error("No sheet");' } };
		const oneBadRow = {
			jsCode: 'return ["a@example.com", "b(at)example.com"].map((email) => ({ email, Subscribed: "yes" }));',
		};

		it.each<[string, Record<string, object>, FaultPlan, string]>([
			['the table', { 'Have a table': badTable }, {}, 'Have a table'],
			['the list', {}, { script: [{ fault: '401', operation: 'subscriber.getAll' }] }, 'What was read'],
			['the copy', { 'Keep a copy': noTable }, {}, 'Keep a copy'],
			['a copy that n8n takes for a success', { 'Keep a copy': unlike }, {}, 'Copy complete?'],
			['the sheet', noSheet, {}, `${summary} 1, rejected: 1`],
			['the sheet, which is empty,', { 'The sheet': { jsCode: 'return [];' } }, {}, `${summary} 1, `],
			[
				'a row',
				{ 'The sheet': oneBadRow, 'Sync List': { removal: 'unsubscribe' } },
				{},
				`${summary} 2, created: 1, held: `,
			],
			['a change', {}, { script: [{ fault: '500', operation: 'subscriber.create' }] }, `${summary} 6, `],
		])('sends one alert because of %s', async (_, parameters, faults, step) => {
			service.sandbox.faults(faults);
			const { items } = await runNight(parameters);

			expect(sentTexts()).toEqual([expect.stringContaining(`Step: ${step}`)]);
			expect(items('Sync List')).toHaveLength(step.startsWith(summary) ? 1 : 0);
		});

		it('syncs a list without subscribers, of which there is nothing to keep', async () => {
			const empty = defined(service.sandbox.state.contactLists.find(({ name }) => name === 'Press'));
			const contactList = fromList(empty);
			const { items } = await runNight({ 'All subscribers': { contactList }, 'Sync List': { contactList } });
			expect(items('All well?').map(({ json }) => [json.created, json.skipped])).toEqual([[5, 1]]);
			expect([items('Keep a copy'), items('Alert')]).toEqual([[], []]);
		});

		it('fails where not even the alert can be sent', async () => {
			service.sandbox.faults({ rate: 1, kinds: ['401'] });
			expect((await endOfNight({})).status).toBe('error');
		});

		async function runNight(parameters: Record<string, object>): Promise<Execution> {
			return succeeded(await endOfNight(parameters));
		}

		async function endOfNight(parameters: Record<string, object>): Promise<Execution> {
			const id = await host.api.save(adapted(nightlySync, service.credentials, parameters));
			return await host.api.ended(await host.api.start(id, 'Every night'));
		}

		function guestList() {
			return defined(service.sandbox.state.contactLists.find(({ uuid }) => uuid === sheetList.value));
		}

		/** The people in it, as a backup has them. */
		function guests(): object[] {
			return guestList().subscribers.map(({ email, firstName, lastName, tags, unsubscribedAt }) => ({
				...{ email, firstName, lastName, tags, isSubscribed: unsubscribedAt === null },
			}));
		}
	});

	it('reports nine campaigns in one email', async () => {
		const { campaigns } = service.sandbox.state;
		const sent = defined(campaigns.find(({ status }) => status === 'sent'));
		const nine = Array.from({ length: 9 }, (_, n) => ({ ...sent, uuid: `${n}`, name: `No. ${n}` }));
		campaigns.splice(0, campaigns.length, ...nine);

		const id = await host.api.save(adapted(campaignReport, service.credentials, {}));
		succeeded(await host.api.ended(await host.api.start(id, 'Every night')));

		expect(sentTexts().map((text) => text.match(/^No\. \d: \d+ sent/gm)?.length)).toEqual([9]);
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

	describe('the example of the rows that failed', () => {
		const table = { __rl: true, mode: 'name', value: 'Rows that failed' };
		const beta = () => defined(service.sandbox.state.contactLists.find(({ name }) => name === 'Beta Testers'));
		const savedHere = async () => await host.api.save(adapted(failedRows, service.credentials, {}));
		const readSheet = async (id: string) => succeeded(await host.api.ended(await host.api.start(id, 'Every morning')));
		const sendAgain = async (id: string) => succeeded(await host.api.runWorkflow(id));

		/** A node that changes or reads rows of the table; for the former, of the person with this first name. */
		const tableNode = (operation: string, firstName: string, more: object = {}): Node => {
			const condition = { keyName: 'first_name', condition: 'eq', keyValue: firstName };
			const filters = { matchType: 'allConditions', filters: { conditions: firstName === '' ? [] : [condition] } };
			const parameters = { resource: 'row', operation, dataTableId: table, ...filters, ...more };
			return { name: `Rows ${firstName}`, type: 'n8n-nodes-base.dataTable', typeVersion: 1.1, parameters };
		};
		const correct = async (firstName: string, value: object): Promise<void> => {
			const node = tableNode('update', firstName, { columns: { mappingMode: 'defineBelow', value } });
			succeeded(await host.api.run(workflowOf('Correct', [manualTrigger, node])));
		};
		const kept = async (): Promise<unknown[]> => {
			const node = tableNode('get', '', { returnAll: true });
			const { items } = succeeded(await host.api.run(workflowOf('Look', [manualTrigger, node])));
			return items(node.name).map(({ json }) => [json.first_name, json.send_again, json.error]);
		};

		it('keeps them in a table that is made once, with their columns, their consent and what was wrong', async () => {
			const id = await savedHere();
			const first = await readSheet(id);
			const second = await readSheet(id);

			for (const { items } of [first, second]) {
				const created = items('Create or update').map(({ json }) => [json.action, json.first_name]);
				expect(created).toEqual([['created', 'Ada']]);
				const report = { details: expect.any(String), http_status: null, may_be_done: '' };
				expect(items('Keep the row').map(({ json }) => json)).toEqual([
					expect.objectContaining({
						...{ email: 'grace(at)example.com', first_name: 'Grace', last_name: 'Hopper', tags: 'beta, navy' },
						...{ newsletter: 'yes', send_again: false, ...report },
						error: expect.stringContaining('is not an email address'),
					}),
					expect.objectContaining({
						...{ first_name: 'Alan', newsletter: 'no', send_again: false, ...report },
						error: expect.stringContaining("'Email'"),
					}),
				]);
			}
			expect(await kept()).toHaveLength(2);
			expect(second.items('Create the table')[0]?.json.id).toBe(first.items('Create the table')[0]?.json.id);
			succeeded(
				await host.api.run(
					workflowOf('Clear', [manualTrigger, ...['Grace', 'Alan'].map((name) => tableNode('deleteRows', name))]),
				),
			);
		});

		it('sends them again once they are corrected, with their tags, and whose row said no is skipped', async () => {
			const id = await savedHere();
			await readSheet(id);
			await correct('Grace', { email: 'grace@example.com', send_again: true });
			await correct('Alan', { email: 'alan@example.com', send_again: true });

			const { items } = await sendAgain(id);
			const nothing = await sendAgain(id);

			expect(items('Send again').map(({ json }) => [json.action, json.first_name, json.is_subscribed])).toEqual([
				['created', 'Grace', true],
				['skipped', 'Alan', false],
			]);
			expect(beta().withEmail('grace@example.com')).toMatchObject({ lastName: 'Hopper', tags: ['beta', 'navy'] });
			expect(beta().withEmail('alan@example.com')).toBeUndefined();
			expect([await kept(), nothing.runs('Send again')]).toEqual([[], []]);
		});

		it('keeps a row that fails again with the new reason, and one that nobody has corrected', async () => {
			const id = await savedHere();
			await readSheet(id);
			await correct('Grace', { email: 'grace at example.com', send_again: true });

			await sendAgain(id);

			expect(await kept()).toEqual([
				['Grace', false, expect.stringContaining('"grace at example.com" is not an email address')],
				['Alan', false, expect.stringContaining("'Email'")],
			]);
		});
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
			'A campaign is sent': { pollTimes: every(1) },
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

	/** Of all emails that the tests' own sandbox was asked to send. */
	function sentTexts(): string[] {
		const sent = service.sandbox.requests().filter(({ operationId }) => operationId === 'email.send');
		return sent.map(({ body }) => (body as { text: string }).text);
	}

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
		const response = await fetch(`${host.n8nUrl}/${kind}/example-campaign`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return [response.status, await response.json()];
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

/** What a node of the example of every night is set to. */
function parametersOf(node: string): { dataTableId?: object } {
	return defined(nightlySync.nodes.find(({ name }) => name === node)).parameters;
}

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
