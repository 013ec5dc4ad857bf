import { randomUUID } from 'node:crypto';

import type { Locator } from 'playwright-core';

import { openBrowser, type Browser } from './browser';
import type { Address } from './host';
import { until } from './until';

/** n8n's editor in a browser, logged in as the person that `npm start` names. */
export interface Editor extends Browser {
	/** Opens a saved workflow on the canvas. */
	openWorkflow: (id: string) => Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode: (name: string) => Promise<void>;
	/** The panel of the node that is open. */
	panel: () => Locator;
	/** Drags a field of the input into a parameter of the panel, or the last box of it, and returns that. */
	drag: (field: Locator, parameter: string) => Promise<Locator>;
	/** In the panel: the input of a parameter that is chosen from a list. */
	dropdown: (parameter: string) => Locator;
	/** What the open dropdown offers, and where one looks for it. */
	offered: () => Locator;
	search: () => Locator;
}

/** Starts Chromium, logged in: n8n ties a log-in to the browser that made it. */
export async function openEditor({ n8nUrl, email, password }: Address): Promise<Editor> {
	const browser = await openBrowser();
	const { page } = browser;
	const browserId = randomUUID();
	const logIn = { data: { emailOrLdapLoginId: email, password }, headers: { 'browser-id': browserId } };
	await page.request.post(`${n8nUrl}/rest/login`, { ...logIn, failOnStatusCode: true });
	await page.addInitScript(`localStorage.setItem('n8n-browserId', '${browserId}')`);

	const panel = (): Locator => page.locator('[data-test-id="ndv"]');

	return {
		...browser,
		panel,
		async openWorkflow(id) {
			await page.goto(`${n8nUrl}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		},
		async openNode(name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			await panel().waitFor();
		},
		async drag(field, parameter) {
			const target = panel().locator(`[data-test-id="parameter-input-${parameter}"]`).last();
			const isThere = async (): Promise<boolean> => (await target.innerText()).includes('$json');
			const isNamed = async (): Promise<boolean> => {
				const box = target.locator('input');
				return (await box.count()) > 0 && (await box.first().inputValue()) !== '';
			};
			// On a busy machine the panel may still be moving while the field is dragged; a person would drag it again.
			await until(async () => {
				if ((await isThere()) || (await isNamed())) return true;
				await field.dragTo(target);
				await page.waitForTimeout(500);
				return false;
			}, 'the field to be in the parameter');
			return target;
		},
		dropdown: (parameter) =>
			page
				.locator(`[data-test-id="resource-locator-${parameter}"] [data-test-id="rlc-input"]`)
				.locator('xpath=descendant-or-self::input')
				.first(),
		offered: () => page.locator('[data-test-id="rlc-item"]:visible'),
		search: () =>
			page.locator('[data-test-id="rlc-search"]:visible').locator('xpath=descendant-or-self::input').first(),
	};
}

/** Whether what is waited for comes in time. */
export async function comes(waiting: Promise<unknown>): Promise<boolean> {
	return await waiting.then(
		() => true,
		() => false,
	);
}
