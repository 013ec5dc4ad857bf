import type { Locator, Page } from 'playwright-core';

import { operations } from '../nodes/EmailMarketing/resources/operations';
import { startSandbox, type Sandbox } from '../sandbox';
import { freePort } from '../scripts/start/freePort.cjs';
import { defined } from '../test/defined';
import { comes } from './support/editor';
import { useEditor } from './support/hooks';
import { callSandbox } from './support/service';
import { until } from './support/until';
import { startWith, workflowOf } from './support/workflow';

/** In one sitting: each step goes on where the one before it has left the editor. */
describe('somebody who uses the node for the first time', () => {
	const actions = `Actions (${Object.keys(operations).length})`;
	const listName = 'Readers of the 40th week';
	const rows = [
		{ mail: 'ada@example.org', town: 'London' },
		{ mail: 'grace@example.org', town: 'New York' },
	];
	const { host, editor } = useEditor();
	let sandbox: Sandbox;
	let page: Page;
	let panel: Locator;
	/** Of the credential. */
	let form: Locator;

	beforeAll(async () => {
		sandbox = await startSandbox();
		for (let week = 1; week <= 120; week += 1)
			await callSandbox(sandbox, 'POST', '/contact-lists', { name: `Readers of the ${week}th week` });
		page = editor.page;
		panel = editor.panel();
		form = page.locator('[data-test-id="editCredential-modal"]');
		await editor.openWorkflow(await host.api.save(workflowOf('My first one', startWith(rows))));
	});

	afterAll(async () => await sandbox?.close());

	it('finds the node and its trigger by a part of the name, each with what it can do', async () => {
		const creator = await searchFor('email mark');

		expect(await creator.getByText(/^(Actions|Triggers) \(\d+\)$/).allInnerTexts()).toEqual([actions, 'Triggers (6)']);
		await creator.getByText('Triggers (6)').click();
		await creator.getByText('On subscriber unsubscribed').waitFor();
	});

	it('adds the node behind the rows', async () => {
		await page.locator('[data-test-id="canvas-node"][data-node-name="Rows"]').click();
		const creator = await searchFor('email mark');
		await creator.getByText('Create subscriber', { exact: true }).click();
		await panel.waitFor();

		expect(await panel.locator('[data-test-id="node-title-container"]').innerText()).toContain('Create subscriber');
	});

	it('opens the form of the credential: its fields, and next to the token a link to the README on npm', async () => {
		await panel.locator('[data-test-id="node-credentials-select"]').click();
		await page.locator('[data-test-id="node-credentials-select-item-new"]:visible').click();
		await form.locator('[data-test-id="parameter-input-accessToken"]').waitFor();
		const labels = await form.locator('label').allInnerTexts();
		const links = await form.locator('a[href^="http"]').all();
		const leadsTo = await Promise.all(links.map(async (link) => (await link.getAttribute('href'))?.split('?')[0]));

		expect(labels.map((text) => text.split(/ \*|\n/)[0])).toEqual([
			'Base URL',
			'Access Token',
			'Endpoint Paths (Advanced)',
			'Allowed HTTP Request Domains',
		]);
		expect(leadsTo).toEqual([
			'https://www.npmjs.com/package/n8n-nodes-email-marketing#credentials',
			// n8n's own, below the fields.
			'https://docs.n8n.io/external-secrets/',
		]);
	});

	it('fills it in, and is told whether the address or the token is wrong', async () => {
		const nobody = await freePort();
		const wrongHost = await refused(
			{ baseUrl: `http://127.0.0.1:${nobody}`, accessToken: 'not-the-token' },
			"'Base URL'",
		);
		await editor.screenshot('new-user-wrong-host');
		const wrongToken = await refused({ baseUrl: sandbox.url }, "'Access Token'");
		await save({ accessToken: sandbox.token });
		// n8n closes the form by itself once the test has gone well.
		await form.waitFor({ state: 'hidden' });

		expect(wrongHost).not.toContain("'Access Token'");
		expect(wrongToken).not.toContain("'Base URL'");
		expect(wrongToken).not.toContain('not-the-token');
		expect(sandbox.requests().filter(({ path }) => path === '/v1/account')).toEqual([
			expect.objectContaining({ status: 401 }),
			expect.objectContaining({ status: 200, authorization: 'valid' }),
		]);
	});

	it('scrolls through the contact lists, looks for one by a part of its name, and takes it', async () => {
		await editor.dropdown('contactList').click();
		await editor.offered().first().waitFor();
		await until(async () => {
			await editor.offered().last().scrollIntoViewIfNeeded();
			return (await editor.offered().count()) === sandbox.state.contactLists.length;
		}, 'all contact lists');
		await editor.search().fill('40TH');
		await until(async () => (await editor.offered().count()) === 1, 'the one that matches');
		await editor.offered().first().click();

		// n8n may ask for the second page before anybody scrolls.
		expect(sandbox.requests().filter(({ path }) => path === '/v1/contact-lists').length).toBeGreaterThan(1);
		expect(await editor.dropdown('contactList').inputValue()).toBe(listName);
	});

	it('says that everyone agreed', async () => {
		const consent = panel.locator('[data-test-id="parameter-input-consent"]');
		await consent.click();
		await page.locator('.el-select-dropdown:visible').getByText('Everyone in the Input Agreed').click();

		expect(await consent.locator('input').first().inputValue()).toBe('Everyone in the Input Agreed');
	});

	it('drags the column into the field, and runs the node: those who come are in the list', async () => {
		await panel.getByText('Execute previous nodes').click();
		const column = panel.locator('[data-test-id="run-data-schema-item"]').getByText('mail', { exact: true });
		const email = await editor.drag(column, 'email');
		await editor.screenshot('new-user-mapped');
		await executeStep();
		await until(() => emails().length === 2, 'both to be in the list');
		await editor.screenshot('new-user-created');

		expect(await email.innerText()).toContain('{{ $json.mail }}');
		expect(emails()).toEqual(rows.map(({ mail }) => mail));
	});

	it('runs it once more, and reads in the panel which item was refused, and why', async () => {
		await executeStep();
		await panel.getByText('was not added').first().waitFor();
		await editor.screenshot('new-user-refused');

		expect(await panel.innerText()).toMatch(/@.+ was not added: The email has already been taken\./);
		expect(emails()).toHaveLength(2);
	});

	it('gives what fails an output of its own, and finds there the row with its columns and what was wrong', async () => {
		await panel.getByText('Settings', { exact: true }).click();
		await panel.locator('[data-test-id="parameter-input-onError"]').click();
		await page.getByText('Continue (using error output)').click();
		await executeStep();
		await panel.getByText('Error Branch (2 items)').click();
		const output = panel.locator('[data-test-id="output-panel"]');
		await output.getByText('Table', { exact: true }).click();
		await output.locator('table').waitFor();
		await editor.screenshot('new-user-error-output');

		expect(await cellsOf(output)).toEqual([
			['mail', 'town', 'error', 'details', 'httpStatus', 'canRetry'],
			...rows.map(({ mail, town }) => [
				mail,
				town,
				`${mail} was not added: The email has already been taken.`,
				"If it is in the list, use 'Create or Update'.",
				'422',
				'false',
			]),
		]);
	});

	/** The table of an output, row by row. */
	async function cellsOf(output: Locator): Promise<string[][]> {
		const lines = await output.locator('tr').all();
		const cells = await Promise.all(lines.map(async (line) => await line.locator('th, td').allInnerTexts()));
		return cells.map((line) => line.map((text) => text.trim()).filter((text) => text !== ''));
	}

	/** On a busy machine the panel may move away under the click, which is then made again. */
	async function executeStep(): Promise<void> {
		await until(async () => {
			const asked = comes(page.waitForRequest(/\/rest\/workflows\/[^/]+\/run/, { timeout: 15_000 }));
			await panel.locator('[data-test-id="node-execute-button"]').click();
			return await asked;
		}, 'n8n to run the node');
	}

	/** Opens the list of what can be added, and the node in it. */
	async function searchFor(word: string): Promise<Locator> {
		const creator = page.locator('[data-test-id="node-creator"]');
		// What an earlier search has left open goes back, step by step.
		while (await creator.isVisible()) {
			await page.keyboard.press('Escape');
			await page.waitForTimeout(300);
		}
		await page.locator('[data-test-id="node-creator-plus-button"]').first().click();
		await creator.locator('input').first().fill(word);
		await page.locator('[data-test-id="node-creator-item-name"]').getByText('Email Marketing', { exact: true }).click();
		await creator.getByText(actions).waitFor();
		return creator;
	}

	/** Fills in these fields of the credential, and saves it, upon which n8n tests it. */
	async function save(fields: Record<string, string>): Promise<void> {
		for (const [name, value] of Object.entries(fields))
			await form.locator(`[data-test-id="parameter-input-${name}"] input`).fill(value);
		await form.locator('[data-test-id="credential-save-button"]').click();
	}

	/** The same, and waits until the form names this field as the reason. @returns all that it says then */
	async function refused(fields: Record<string, string>, reason: string): Promise<string> {
		await save(fields);
		await until(async () => {
			if (await form.getByText('More details').isVisible()) await form.getByText('More details').click();
			return (await form.innerText()).includes(reason);
		}, `the form to speak of ${reason}`);
		return await form.innerText();
	}

	/** Who is in the list that was chosen. */
	function emails(): string[] {
		return defined(sandbox.state.contactLists.find(({ name }) => name === listName)).subscribers.map(
			({ email }) => email,
		);
	}
});
