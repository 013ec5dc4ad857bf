import { randomUUID } from 'node:crypto';

import type { Locator } from 'playwright-core';

import { openBrowser, type Browser } from './browser';
import type { Address } from './host';

/** n8n's editor in a browser, logged in as the person that `npm start` names. */
export interface Editor extends Browser {
	/** Opens a saved workflow on the canvas. */
	openWorkflow: (id: string) => Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode: (name: string) => Promise<void>;
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

	return {
		...browser,
		async openWorkflow(id) {
			await page.goto(`${n8nUrl}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		},
		async openNode(name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			await page.locator('[data-test-id="ndv"]').waitFor();
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
