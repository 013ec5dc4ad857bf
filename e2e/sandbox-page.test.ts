import type { Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../sandbox';
import { openBrowser, type Browser } from './support/browser';
import { until } from './support/host';
import { callSandbox } from './support/service';

describe("the sandbox's page in a browser", () => {
	let browser: Browser;
	let sandbox: Sandbox;
	let page: Page;

	beforeAll(async () => {
		browser = await openBrowser();
		page = browser.page;
		sandbox = await startSandbox();
	});

	beforeEach(async () => {
		sandbox.reset();
		await page.goto(sandbox.url);
	});

	afterAll(async () => {
		await sandbox?.close();
		await browser?.close();
	});

	it('shows by itself what arrives, and the new sender of a campaign', async () => {
		const campaign = sandbox.state.campaigns.find(({ name }) => name === 'A small thank-you');
		await call('PUT', `/campaigns/${campaign?.uuid}`, {
			name: 'A small thank-you and a gift',
			from_name: 'Jonas from Northwind Letters',
		});

		await page.getByText('A small thank-you and a gift').waitFor();
		expect(await page.locator(`[id="campaign-${campaign?.uuid}"]`).innerText()).toContain(
			'from Jonas from Northwind Letters <maren@mail.example.com>',
		);
		expect(await rows()).toEqual(['campaign.update']);
	});

	it('changes nothing else: what is marked, open or scrolled to stays so while requests arrive', async () => {
		await callOften(220);
		await until(async () => (await rows()).length === 220, 'all requests to be on the page');
		await page.evaluate(
			"document.querySelectorAll('main section, .log li').forEach((element) => { element.mark = true; })",
		);
		await page.getByText('How to call it').click();
		const row = page.locator('.log li').nth(150);
		await row.locator('summary').click();
		await row.getByText('user-agent').waitFor();
		await page.evaluate('scrollTo(0, 120)');
		const place = (await row.boundingBox())?.y ?? 0;
		await callOften(30);
		await until(async () => (await rows()).length === 250, 'the new requests to be on the page');

		const same = page.locator('.log li').nth(150 + 30);
		// A browser scrolls by whole pixels.
		expect(Math.abs(((await same.boundingBox())?.y ?? 0) - place)).toBeLessThan(1);
		expect(await same.locator('pre').innerText()).toContain('user-agent');
		expect(await page.locator('header details').getAttribute('open')).toBe('');
		expect(await page.evaluate('scrollY')).toBe(120);
		expect(
			await page.evaluate("[...document.querySelectorAll('main section, .log li')].filter(({ mark }) => mark).length"),
		).toBe(7 + 220);
	});

	it('brings new requests into sight where nobody has scrolled', async () => {
		await callOften(60);
		await call('GET', '/templates');

		await page.locator('.log li').first().getByText('template.getAll').waitFor();
		expect(await page.locator('.log').evaluate((log: { scrollTop?: number }) => log.scrollTop)).toBe(0);
	});

	it('can be read on by scrolling, down to the first of 300 requests', async () => {
		await call('GET', '/account');
		await callOften(299);
		await until(async () => (await rows()).length === 300, 'all requests to be on the page');
		await page.locator('.log').hover();
		await page.mouse.wheel(0, 50_000);

		await until(async () => await isInSight(page.locator('.log li').last()), 'the first request to be in sight');
		expect(await page.locator('.log li').last().innerText()).toContain('account.get');
		await browser.screenshot('sandbox-page-light');
	});

	it('is narrowed to an operation, stays so while requests arrive, and says so where there are none', async () => {
		await call('GET', '/account');
		await callOften(5);
		await page.locator('select').selectOption('account.get');
		await until(async () => (await rows()).join() === 'account.get', 'the others to be gone');
		await call('GET', '/account');
		await callOften(5);
		await until(async () => (await rows()).length === 2, 'the new one to be there');
		await page.locator('select').selectOption('email.send');
		await page.getByText('None of the last requests was this one.').waitFor();
		await page.emulateMedia({ colorScheme: 'dark' });
		await browser.screenshot('sandbox-page-dark');
		await page.emulateMedia({ colorScheme: 'light' });
		await page.getByText('Show all of them').click();

		await until(async () => (await rows()).length === 12, 'all of them to be back');
		expect(await page.locator('select').inputValue()).toBe('');
	});

	it.each(['light', 'dark'] as const)(
		'can be read in %s: every text stands out from what is behind it',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme });
			await callOften(2);
			await page.locator('.log li').nth(1).waitFor();

			expect(await page.evaluate(tooFaint)).toEqual([]);
			await page.emulateMedia({ colorScheme: 'light' });
		},
	);

	it('says so where the sandbox has ended, and goes on when it is back', async () => {
		const other = await startSandbox();
		await page.goto(other.url);
		const port = Number(new URL(other.url).port);
		await other.close();
		await page.getByText('The sandbox does not answer any more.').waitFor();
		const again = await startSandbox({ port, empty: true });

		await page.getByText('No contact lists yet.').waitFor();
		await page.getByText('The sandbox does not answer any more.').waitFor({ state: 'hidden' });
		await again.close();
	});

	it('asks nobody else for anything', async () => {
		const asked: string[] = [];
		page.on('request', (request) => asked.push(new URL(request.url()).origin));
		await page.reload();
		await call('GET', '/templates');
		await page.locator('.log li').first().waitFor();

		expect(asked.length).toBeGreaterThan(3);
		expect(new Set(asked)).toEqual(new Set([sandbox.url]));
	});

	/** The operations in the log, newest first. */
	async function rows(): Promise<string[]> {
		return await page.locator('.log summary small:not(.number)').allInnerTexts();
	}

	const call = async (...args: [method: 'GET' | 'PUT', path: string, body?: object]): Promise<void> =>
		await callSandbox(sandbox, ...args);

	async function callOften(times: number): Promise<void> {
		for (let count = 0; count < times; count += 1) await call('GET', '/campaigns');
	}

	async function isInSight(element: ReturnType<Page['locator']>): Promise<boolean> {
		const [row, log] = [await element.boundingBox(), await page.locator('.log').boundingBox()];
		return row !== null && log !== null && row.y + row.height <= log.y + log.height + 1;
	}
});

/** In the page: texts with a contrast below 4.5 to what is behind them, the least that WCAG asks for. */
const tooFaint = `(() => {
	const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
	const luminance = (color) => numbers(color).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
	const behind = (element) => {
		const color = getComputedStyle(element).backgroundColor;
		return numbers(color)[3] === 0 ? behind(element.parentElement) : color;
	};
	const contrast = (element) => {
		const [light, dark] = [luminance(getComputedStyle(element).color), luminance(behind(element))].sort((one, other) => other - one);
		return (light + 0.05) / (dark + 0.05);
	};
	const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility() && [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim() !== ''));
	return shown.filter((element) => contrast(element) < 4.5).map((element) => element.outerHTML.slice(0, 80) + ' ' + contrast(element).toFixed(1));
})()`;
