import { accessSync, constants, mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

import { chromium, type Page } from 'playwright-core';

/** As Debian, Ubuntu and Google call them. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const screenshots = resolve(__dirname, '../../test-results');

/** Chromium with one empty page. */
export interface Browser {
	page: Page;
	/** Keeps a picture of the page as test-results/<name>.png. */
	screenshot: (name: string) => Promise<void>;
	close: () => Promise<void>;
}

/**
 * Where the browser is: CHROMIUM_PATH, else the first that is in the PATH.
 * @throws Error where there is none, before anything is started for it
 */
export function findBrowser(): string {
	const { CHROMIUM_PATH, PATH = '' } = process.env;
	const paths = browsers.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
	const found = (CHROMIUM_PATH ? [CHROMIUM_PATH] : paths).find(isProgram);
	if (found !== undefined) return found;
	throw new Error(
		`There is no browser ${CHROMIUM_PATH ? `at ${CHROMIUM_PATH}` : `in the PATH (${browsers.join(', ')})`}. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.`,
	);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

export async function openBrowser(): Promise<Browser> {
	const executablePath = findBrowser();
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
