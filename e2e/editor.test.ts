import type { Locator } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import { useEditor } from './support/hooks';
import { until } from './support/host';
import { manualTrigger, ourNode, workflowOf } from './support/workflow';

const nodeName = 'Add to contact list';

describe("n8n's editor with an example workflow", () => {
	const { host, editor } = useEditor();

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

	it('shows the parameters of the node in its panel', async () => {
		await editor.openNode(nodeName);
		const panel = editor.page.locator('[data-test-id="ndv"]');
		await panel.locator('[data-test-id="parameter-input-tags"]').waitFor();
		await editor.screenshot('node-panel');

		expect(await panel.locator('[data-test-id="node-title-container"]').innerText()).toContain(nodeName);
		expect(await inputIn(panel, 'node-credentials-select').inputValue()).toBe('Email Marketing sandbox');
		expect(await inputIn(panel, 'parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn(panel, 'parameter-input-operation').inputValue()).toBe('Create');
		expect(await inputIn(panel, 'rlc-input').inputValue()).toBe('Beta Testers');
		expect(await panel.locator('[data-test-id="parameter-input-email"]').innerText()).toContain('{{ $json.email }}');
	});

	it('leads from there to the page of the package', async () => {
		expect(await editor.page.locator('[data-test-id="ndv"] a', { hasText: 'Docs' }).getAttribute('href')).toBe(
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
	const { host, editor } = useEditor();
	const creator = () => editor.page.locator('[data-test-id="node-creator"]');
	const found = () => creator().locator('[data-test-id="node-creator-item-name"]');

	async function searchFor(word: string): Promise<void> {
		if (!(await creator().isVisible()))
			await editor.page.locator('[data-test-id="node-creator-plus-button"]').first().click();
		await creator().locator('input').fill(word);
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
		await found().getByText('Email Marketing', { exact: true }).waitFor();

		expect(await found().allInnerTexts()).toContain('Email Marketing');
	});

	it.each([
		['sync', 'Sync contact list', 'Sync List'],
		['tag', 'Add or remove tags of subscriber', 'Add or Remove Tags'],
	])('leads by "%s" to the action "%s", which is %s', async (word, action, operation) => {
		await editor.openWorkflow(await host.api.save(workflowOf(`To be searched for ${word}`, [manualTrigger])));
		await searchFor(word);
		await found().getByText('Email Marketing', { exact: true }).click();
		await found().getByText(action, { exact: true }).click();
		const panel = editor.page.locator('[data-test-id="ndv"]');
		await panel.waitFor();

		expect(await inputIn(panel, 'parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn(panel, 'parameter-input-operation').inputValue()).toBe(operation);
	});
});

describe("the node's panel", () => {
	const { host, editor } = useEditor();

	it.each([
		['sync', ['Columns', 'Subscribers Not in Input', 'Dry Run', 'Options']],
		['import', ['Columns', 'Additional Fields', 'Options']],
	])('shows the fields of the operation %s', async (operation, fields) => {
		const node = ourNode(nodeName, {}, { resource: 'subscriber', operation });
		await editor.openWorkflow(await host.api.save(workflowOf('Panel', [manualTrigger, node])));
		await editor.openNode(nodeName);
		const labels = editor.page.locator('[data-test-id="ndv"] .n8n-input-label');
		for (const field of fields) await labels.getByText(field, { exact: true }).first().waitFor();
		await editor.screenshot(`panel-${operation}`);
	});
});

/** The input of a parameter, or itself where the mark is on it. */
function inputIn(panel: Locator, testId: string): Locator {
	const marked = panel.locator(`[data-test-id="${testId}"]`).first();
	return marked.locator('xpath=descendant-or-self::input').first();
}

/** Whether the picture of this element has arrived and can be shown. */
async function isDrawn(image: Locator): Promise<boolean> {
	return await image.evaluate(
		(element: { complete?: boolean; naturalWidth?: number }) =>
			element.complete === true && (element.naturalWidth ?? 0) > 0,
	);
}
