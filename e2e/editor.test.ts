import type { Locator } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import { defined } from '../test/defined';
import { useEditor, useService } from './support/hooks';
import { until } from './support/host';
import { fromList, manualTrigger, ourNode, workflowOf, type Node } from './support/workflow';

const nodeName = 'Add to contact list';

const { host, editor } = useEditor();
/** Of the node that is open. */
const panel = () => editor.page.locator('[data-test-id="ndv"]');

async function closePanel(): Promise<void> {
	await until(async () => {
		if (await panel().isVisible()) await editor.page.keyboard.press('Escape');
		return !(await panel().isVisible());
	}, 'the panel to be closed');
}

describe("n8n's editor with an example workflow", () => {
	beforeAll(async () => {
		await editor.openWorkflow(addSubscribers.id);
	});

	it('shows the node on the canvas with its name, what it does, and its icon', async () => {
		const node = editor.page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`);

		await editor.screenshot('example-on-canvas');

		expect(await node.innerText()).toContain(nodeName);
		expect(await node.innerText()).toContain('Create: Subscriber');
		expect(await isDrawn(node.locator('img').first())).toBe(true);
	});

	it('runs the workflow at the press of the button, and the sandbox page shows who came', async () => {
		const before = await newestAddressOf('grace');
		await editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
		await until(async () => (await newestAddressOf('grace')) !== before, 'Grace Hopper to be on the sandbox page');

		expect(await sandboxPage()).toContain('Ada Lovelace');
		expect(await sandboxPage()).toContain('Grace Hopper');
	});

	it('shows the parameters of the node in its panel, which leads to the page of the package', async () => {
		await editor.openNode(nodeName);
		await panel().locator('[data-test-id="parameter-input-tags"]').waitFor();
		await editor.screenshot('node-panel');

		expect(await panel().locator('[data-test-id="node-title-container"]').innerText()).toContain(nodeName);
		expect(await inputIn('node-credentials-select').inputValue()).toBe('Email Marketing sandbox');
		expect(await inputIn('parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn('parameter-input-operation').inputValue()).toBe('Create');
		expect(await inputIn('rlc-input').inputValue()).toBe('Beta Testers');
		expect(await panel().locator('[data-test-id="parameter-input-email"]').innerText()).toContain('{{ $json.email }}');
		expect(await panel().locator('a', { hasText: 'Docs' }).getAttribute('href')).toBe(
			'https://www.npmjs.com/package/n8n-nodes-email-marketing',
		);
	});

	async function sandboxPage(): Promise<string> {
		return await (await fetch(host.sandboxUrl)).text();
	}

	/** The example puts the present time into its addresses. */
	async function newestAddressOf(name: string): Promise<string | undefined> {
		return (await sandboxPage())
			.match(new RegExp(`${name}\\.\\d+@example\\.com`, 'g'))
			?.sort()
			.at(-1);
	}
});

/** n8n searches nodes by name and alias; the actions of a community package are listed, and not searched. */
describe("n8n's nodes panel", () => {
	const creator = () => editor.page.locator('[data-test-id="node-creator"]');
	const found = () => creator().locator('[data-test-id="node-creator-item-name"]');

	const ours = () => found().getByText('Email Marketing', { exact: true });

	async function searchFor(word: string): Promise<void> {
		if (!(await creator().isVisible()))
			await editor.page.locator('[data-test-id="node-creator-plus-button"]').first().click();
		// What was found before is shown until the next is.
		await creator().locator('input').fill('nothing has this name');
		await ours().waitFor({ state: 'hidden' });
		await creator().locator('input').fill(word);
		await ours().waitFor();
	}

	beforeAll(async () => {
		await editor.openWorkflow(await host.api.save(workflowOf('To be searched', [manualTrigger])));
	});

	it.each([
		'send email',
		'import',
		'import subscribers',
		'sync list',
		'add contact',
		'newsletter',
		'mailing list',
		'unsubscribe',
		'email campaign',
		'subscriber',
		'opt out',
		'upsert',
	])('finds the node by "%s"', async (word) => {
		await searchFor(word);

		expect(await found().allInnerTexts()).toContain('Email Marketing');
	});

	it.each([
		['sync', 'Sync contact list', 'Sync List'],
		['tag', 'Add or remove subscriber tags', 'Add or Remove Tags'],
	])('leads by "%s" to the action "%s", which is %s', async (word, action, operation) => {
		await editor.openWorkflow(await host.api.save(workflowOf(`To be searched for ${word}`, [manualTrigger])));
		await searchFor(word);
		await ours().click();
		await found().getByText(action, { exact: true }).click();
		await panel().waitFor();

		expect(await inputIn('parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn('parameter-input-operation').inputValue()).toBe(operation);
	});
});

describe("a node's panel", () => {
	const { service } = useService({ subscribers: 450 });
	const events = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];

	beforeAll(async () => {
		const contactList = fromList(defined(service.sandbox.state.contactLists[0]));
		const inList = (name: string, parameters: object): Node =>
			ourNode(name, service.credentials, { resource: 'subscriber', contactList, ...parameters });
		const trigger: Node = {
			name: 'Trigger',
			type: 'n8n-nodes-email-marketing.emailMarketingTrigger',
			typeVersion: 1,
			parameters: { events, contactList },
			credentials: service.credentials,
		};
		const id = await host.api.save(
			workflowOf('Panels', [
				trigger,
				inList('sync', { operation: 'sync' }),
				inList('import', { operation: 'import' }),
				inList('get', { operation: 'get', subscriber: fromList({ uuid: '', name: '' }) }),
			]),
		);
		await editor.openWorkflow(id);
	});

	afterEach(closePanel);

	it.each([
		['sync', ['Columns', 'Subscribers Not in Input', 'Dry Run', 'Options']],
		['import', ['Columns', 'Additional Fields', 'Options']],
	])('shows the fields of the operation %s', async (operation, fields) => {
		await editor.openNode(operation);
		const labels = panel().locator('.n8n-input-label');
		for (const field of fields) await labels.getByText(field, { exact: true }).first().waitFor();
		await editor.screenshot(`panel-${operation}`);
	});

	it('offers the subscribers of the list with name and email, more of them when one scrolls, and one of a later page by email', async () => {
		const names = async (): Promise<string[]> => (await editor.offered().allInnerTexts()).map((text) => text.trim());
		await editor.openNode('get');
		await editor.dropdown('subscriber').click();
		await until(async () => (await names()).length > 0, 'the first page of subscribers');
		const first = await names();
		expect(first[0]).toMatch(/^\S.* \(.+@.+\)$|^\S+@\S+$/);

		await until(async () => {
			await editor.offered().last().scrollIntoViewIfNeeded();
			return (await names()).length > first.length;
		}, 'the second page of subscribers');
		await editor.screenshot('dropdown-of-subscribers');
		expect(new Set(await names()).size).toBe((await names()).length);

		const email = defined(service.emails().at(-1));
		expect(first.join()).not.toContain(email);
		await editor.search().fill(email);
		await until(async () => (await names()).length === 1, 'the subscriber that matches');
		expect((await names())[0]).toContain(email);
	});

	it('shows the fields of the trigger, and gives a sample of each event after a click on the button for it', async () => {
		await editor.openNode('Trigger');
		await panel()
			.getByRole('button', { name: /fetch test event/i })
			.first()
			.click();
		const output = panel().locator('[data-test-id="output-panel"]');
		await output.getByText('Table', { exact: true }).click();
		for (const event of events) await output.getByText(event, { exact: true }).waitFor();
		await editor.screenshot('trigger-sample');

		const fields = await panel().innerText();
		for (const text of ['Contact List', 'Subscriber Unsubscribed']) expect(fields).toContain(text);
	});
});

/** The input of a parameter, or itself where the mark is on it. */
function inputIn(testId: string): Locator {
	const marked = panel().locator(`[data-test-id="${testId}"]`).first();
	return marked.locator('xpath=descendant-or-self::input').first();
}

/** Whether the picture of this element has arrived and can be shown. */
async function isDrawn(image: Locator): Promise<boolean> {
	return await image.evaluate(
		(element: { complete?: boolean; naturalWidth?: number }) =>
			element.complete === true && (element.naturalWidth ?? 0) > 0,
	);
}
