import type { Locator, Page } from 'playwright-core';

import { openBrowser, type Browser } from './browser';
import type { Host } from './host';

/** n8n's editor in a browser, logged in as the person that `npm start` names. */
export interface Editor extends Browser {
	/** Opens a saved workflow on the canvas. */
	openWorkflow: (id: string) => Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode: (name: string) => Promise<void>;
	/** In the panel: the input of a parameter that is chosen from a list. */
	dropdown: (parameter: string) => Locator;
	/** What the open dropdown offers. */
	offered: () => Locator;
}

/** Starts Chromium and logs in by the form, as a person does. */
export async function openEditor({
	n8nUrl,
	email,
	password,
}: Pick<Host, 'n8nUrl' | 'email' | 'password'>): Promise<Editor> {
	const browser = await openBrowser();
	const { page } = browser;
	await logIn(page, n8nUrl, email, password);

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
	};
}

async function logIn(page: Page, n8nUrl: string, email: string, password: string): Promise<void> {
	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[type="email"], input[autocomplete="email"]').fill(email);
	await page.locator('input[type="password"]').fill(password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
}
