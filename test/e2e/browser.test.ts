import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { findBrowser } from '../../e2e/support/browser';

const original = { ...process.env };
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'email-marketing-browser-'));
	delete process.env.CHROMIUM_PATH;
	process.env.PATH = ['/nowhere', folder].join(delimiter);
});
afterEach(() => {
	rmSync(folder, { recursive: true });
	process.env = { ...original };
});

function install(name: string): string {
	const path = join(folder, name);
	writeFileSync(path, '');
	chmodSync(path, 0o755);
	return path;
}

it.each(['chromium', 'chromium-browser', 'google-chrome'])('the browser is found in the PATH as %s', (name) => {
	const path = install(name);
	expect(findBrowser()).toBe(path);
});

it('the browser is the one that CHROMIUM_PATH names, and no other', () => {
	install('chromium');
	process.env.CHROMIUM_PATH = install('my-browser');
	expect(findBrowser()).toBe(process.env.CHROMIUM_PATH);
	process.env.CHROMIUM_PATH = '/nowhere/chrome';
	expect(findBrowser).toThrow('There is no browser at /nowhere/chrome. Install Chromium');
});

it('a missing browser is reported with what to do', () => {
	expect(findBrowser).toThrow(/no browser in the PATH.*apt-get install chromium.*CHROMIUM_PATH/);
});
