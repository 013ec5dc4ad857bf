import type { Locator } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import { useEditor } from './support/hooks';
import { manualTrigger, workflowOf } from './support/workflow';

const nodeName = 'Add to contact list';

const { host, editor } = useEditor();

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

	it('shows the parameters of the node in its panel, which leads to the page of the package', async () => {
		await editor.openNode(nodeName);
		await editor.panel().locator('[data-test-id="parameter-input-tags"]').waitFor();
		await editor.screenshot('node-panel');

		expect(await editor.panel().locator('[data-test-id="node-title-container"]').innerText()).toContain(nodeName);
		expect(await inputIn('node-credentials-select').inputValue()).toBe('Email Marketing sandbox');
		expect(await inputIn('parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn('parameter-input-operation').inputValue()).toBe('Create');
		expect(await inputIn('rlc-input').inputValue()).toBe('Beta Testers');
		expect(await editor.panel().locator('[data-test-id="parameter-input-email"]').innerText()).toContain(
			'{{ $json.email }}',
		);
		// n8n adds where it was pressed.
		expect(await editor.panel().locator('a', { hasText: 'Docs' }).getAttribute('href')).toMatch(
			/^https:\/\/www\.npmjs\.com\/package\/n8n-nodes-email-marketing(\?|$)/,
		);
	});
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

	const words =
		'send email, import, import subscribers, sync list, add contact, newsletter, mailing list, unsubscribe, email campaign, ' +
		'subscriber, opt out, opt-out, upsert, import contacts, add subscriber, add tag, update contact';

	it.each(words.split(', '))('finds the node by "%s"', async (word) => {
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
		await editor.panel().waitFor();

		expect(await inputIn('parameter-input-resource').inputValue()).toBe('Subscriber');
		expect(await inputIn('parameter-input-operation').inputValue()).toBe(operation);
	});
});

/** The input of a parameter, or itself where the mark is on it. */
function inputIn(testId: string): Locator {
	const marked = editor.panel().locator(`[data-test-id="${testId}"]`).first();
	return marked.locator('xpath=descendant-or-self::input').first();
}

/** Whether the picture of this element has arrived and can be shown. */
async function isDrawn(image: Locator): Promise<boolean> {
	return await image.evaluate(
		(element: { complete?: boolean; naturalWidth?: number }) =>
			element.complete === true && (element.naturalWidth ?? 0) > 0,
	);
}
