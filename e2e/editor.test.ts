import type { Locator } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import { useEditor, useService } from './support/hooks';
import { until } from './support/until';
import { fromList, manualTrigger, ourNode, startWith, workflowOf } from './support/workflow';

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

describe('who agreed', () => {
	const { service } = useService({ subscribers: 0 });
	const column = 'Newsletter, monthly';
	const rows = [
		{ email: 'ada@example.org', [column]: 'yes' },
		{ email: 'grace@example.org', [column]: 'no' },
	];
	let clicks = 0;

	beforeEach(() => {
		service.sandbox.reset();
		clicks = 0;
	});
	afterEach(async () => await editor.page.emulateMedia({ colorScheme: 'light' }));

	it.each<[string, string, string[], number]>([
		['Create or Update', 'Create or update subscriber', ['email'], 9],
		['Sync List', 'Sync contact list', [], 9],
	])(
		'is chosen in a new %s by two clicks and the column that is dragged in',
		async (operation, action, mapped, all) => {
			const { page, panel, dropdown, offered } = editor;
			await editor.openWorkflow(await host.api.save(workflowOf(`New ${operation}`, startWith(rows))));

			await click(page.locator('[data-test-id="canvas-handle-plus"]').last());
			const creator = page.locator('[data-test-id="node-creator"]');
			await creator.locator('input').first().fill('email mark');
			await click(
				creator.locator('[data-test-id="node-creator-item-name"]').getByText('Email Marketing', { exact: true }),
			);
			await click(creator.getByText(action, { exact: true }));
			await panel().waitFor();
			await chooseCredential();
			await click(dropdown('contactList'));
			await click(offered().getByText('Newsletter', { exact: true }));
			expect(await inputIn('parameter-input-consent').inputValue()).toBe('Choose...');
			await click(panel().locator('[data-test-id="parameter-input-consent"]'));
			const options = page.locator('.el-select-dropdown:visible');
			await pictures(`consent-options-${operation}`);
			expect(await cutOff(options)).toEqual([]);
			await click(options.getByText('Columns Say Who Agreed'));
			await click(panel().getByText('Execute previous nodes'));
			await editor.drag(field(column), 'optIn');
			for (const name of mapped) await editor.drag(field(name), name);
			await pictures(`consent-chosen-${operation}`);
			expect(await inputIn('parameter-input-optIn').inputValue()).toBe(column);
			expect(await cutOff(panel().locator('[data-test-id="node-parameters"]'))).toEqual([]);
			await click(panel().locator('[data-test-id="node-execute-button"]'));
			await until(() => service.emails().length > 0, 'the person who agreed to be in the list');
			await panel().locator('[data-test-id="output-panel"]').getByText('skipped').first().waitFor();
			await pictures(`consent-done-${operation}`);

			expect(service.emails()).toEqual(['ada@example.org']);
			expect(clicks).toBe(all);
		},
	);

	it('is asked by a red triangle at the parameter and on the canvas, and nothing runs without it', async () => {
		const { page, panel } = editor;
		const contactList = fromList(service.sandbox.state.contactLists[0] as { uuid: string; name: string });
		const node = ourNode('Undecided', service.credentials, { operation: 'sync', contactList, consent: '' });
		await editor.openWorkflow(await host.api.save(workflowOf('Undecided', [...startWith(rows), node])));

		await page.locator('[data-test-id="node-issues"]').hover();
		await page.getByText(required).first().waitFor();
		await pictures('consent-undecided-canvas');
		await editor.openNode('Undecided');
		await panel().locator('[data-test-id="parameter-issues"]').hover();
		await page.getByText(required).first().waitFor();
		await pictures('consent-undecided');
		await panel().locator('[data-test-id="node-execute-button"]').click();
		const refusal = page.getByText('Workflow execution cannot start');
		await refusal.waitFor();
		await pictures('consent-undecided-run');

		expect(await page.locator('.el-notification').innerText()).toContain(required);
		expect(service.sandbox.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	const required = 'Parameter "Consent" is required.';

	async function click(target: Locator): Promise<void> {
		clicks += 1;
		await target.click();
	}

	/** The host has another one, so that n8n has chosen none. */
	async function chooseCredential(): Promise<void> {
		const { emailMarketingApi } = service.credentials as { emailMarketingApi: { name: string } };
		await editor.panel().locator('[data-test-id="node-credentials-select"]').click();
		await editor.page.getByText(emailMarketingApi.name, { exact: true }).last().click();
	}

	/** A column of the input. */
	function field(name: string): Locator {
		return editor.panel().locator('[data-test-id="run-data-schema-item"]').getByText(name, { exact: true });
	}

	/** In both of n8n's colours. */
	async function pictures(name: string): Promise<void> {
		for (const colorScheme of ['dark', 'light'] as const) {
			await editor.page.emulateMedia({ colorScheme });
			await editor.page.waitForTimeout(500);
			await editor.screenshot(`${name.replaceAll(' ', '-')}-${colorScheme}`);
		}
	}

	/** Texts that are wider than what they are in. */
	async function cutOff(area: Locator): Promise<string[]> {
		return await area.locator('label, input, button, span, li').evaluateAll((elements) =>
			elements
				.map((element) => element as unknown as Box)
				.filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
				.map(({ value, innerText }) => value || innerText),
		);
	}
});

/** What the browser knows of an element. */
interface Box {
	clientWidth: number;
	scrollWidth: number;
	value?: string;
	innerText: string;
}

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
