import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { findBrowser } from '../../e2e/support/browser';

describe('the browser of the tests', () => {
	const { CHROMIUM_PATH, PATH } = process.env;
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'email-marketing-browser-'));
		delete process.env.CHROMIUM_PATH;
		process.env.PATH = ['/nowhere', folder].join(delimiter);
	});
	afterEach(() => {
		rmSync(folder, { recursive: true });
		process.env.PATH = PATH;
		delete process.env.CHROMIUM_PATH;
		if (CHROMIUM_PATH !== undefined) process.env.CHROMIUM_PATH = CHROMIUM_PATH;
	});
	const install = (name: string): string => {
		const path = join(folder, name);
		writeFileSync(path, '');
		chmodSync(path, 0o755);
		return path;
	};

	it.each(['chromium', 'chromium-browser', 'google-chrome'])('is found in the PATH under the name %s', (name) => {
		const path = install(name);
		expect(findBrowser()).toBe(path);
	});

	it('is the one that CHROMIUM_PATH names, and no other', () => {
		install('chromium');
		process.env.CHROMIUM_PATH = install('my-browser');
		expect(findBrowser()).toBe(process.env.CHROMIUM_PATH);
		process.env.CHROMIUM_PATH = '/nowhere/chrome';
		expect(findBrowser).toThrow('There is no browser at /nowhere/chrome. Install Chromium');
	});

	it('is missed with what to do, where there is none', () => {
		expect(findBrowser).toThrow(
			/^There is no browser in the PATH \(chromium, .*\)\. Install Chromium \(Debian: apt-get install chromium\) or set CHROMIUM_PATH to one\.$/,
		);
	});
});
