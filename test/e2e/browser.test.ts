import { findBrowser } from '../../e2e/support/browser';

const original = { ...process.env };
afterEach(() => {
	process.env = { ...original };
});

it('the browser is the one that CHROMIUM_PATH names, and no other', () => {
	process.env.CHROMIUM_PATH = process.execPath;
	expect(findBrowser()).toBe(process.execPath);
	process.env.CHROMIUM_PATH = '/nowhere/chrome';
	expect(findBrowser).toThrow('There is no browser at /nowhere/chrome. Install Chromium');
});

it('a missing browser is reported with what to do', () => {
	delete process.env.CHROMIUM_PATH;
	process.env.PATH = '/nowhere';
	expect(findBrowser).toThrow(/no browser in the PATH.*apt-get install chromium.*CHROMIUM_PATH/);
});
