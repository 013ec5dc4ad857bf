import { accessSync, constants, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { chromium, type Page } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH || '/usr/bin/chromium';
const screenshots = resolve(__dirname, '../../test-results');

/** Chromium with one empty page. */
export interface Browser {
	page: Page;
	/** Keeps a picture of the page as test-results/<name>.png. */
	screenshot: (name: string) => Promise<void>;
	close: () => Promise<void>;
}

/** @throws Error where there is no Chromium, before anything is started for it. */
export function requireBrowser(): void {
	try {
		accessSync(executablePath, constants.X_OK);
	} catch {
		throw new Error(
			`There is no browser at ${executablePath}. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.`,
		);
	}
}

export async function openBrowser(): Promise<Browser> {
	const profile = mkdtempSync(join(tmpdir(), 'email-marketing-browser-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		viewport: { width: 1400, height: 900 },
		// The sandbox of Chromium does not work for root; the rest keeps the browser from calling home.
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const page = context.pages()[0] ?? (await context.newPage());
	return {
		page,
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
