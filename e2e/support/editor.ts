import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { chromium, type BrowserContext, type Page } from 'playwright-core';

import type { Host } from './host';

const screenshots = resolve(__dirname, '../../test-results');

/** n8n's editor in a browser, logged in as the person that `npm start` names. */
export interface Editor {
	page: Page;
	/** Opens a saved workflow on the canvas. */
	openWorkflow(id: string): Promise<void>;
	/** Opens the panel of a node that is on the canvas. */
	openNode(name: string): Promise<void>;
	/** Keeps a picture of the page as test-results/<name>.png. */
	screenshot(name: string): Promise<void>;
	close(): Promise<void>;
}

/** Starts Chromium and logs in by the form, as a person does. */
export async function openEditor({ n8nUrl, email, password }: Host): Promise<Editor> {
	const profile = mkdtempSync(join(tmpdir(), 'email-marketing-browser-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
		viewport: { width: 1400, height: 900 },
		// The sandbox of Chromium does not work for root; the rest keeps the browser from calling home.
		args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
	});
	const page = await logIn(context, n8nUrl, email, password);

	return {
		page,
		async openWorkflow(id) {
			await page.goto(`${n8nUrl}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		},
		async openNode(name) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			await page.locator('[data-test-id="ndv"]').waitFor();
		},
		async screenshot(name) {
			mkdirSync(screenshots, { recursive: true });
			await page.screenshot({ path: join(screenshots, `${name}.png`), animations: 'disabled' });
		},
		async close() {
			await context.close();
			rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}

async function logIn(context: BrowserContext, n8nUrl: string, email: string, password: string): Promise<Page> {
	const page = context.pages()[0] ?? (await context.newPage());
	await page.goto(`${n8nUrl}/signin`);
	await page.locator('input[type="email"], input[autocomplete="email"]').fill(email);
	await page.locator('input[type="password"]').fill(password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	return page;
}
