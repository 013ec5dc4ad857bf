import type { Page } from 'playwright-core';

import { startSandbox, type Sandbox } from '../sandbox';
import { defined } from '../test/defined';
import { openBrowser, type Browser } from './support/browser';
import { callSandbox } from './support/service';
import { until } from './support/until';

/** The elements with content wider than they are, as the browser sees it. */
const cut = `[...document.querySelectorAll('body *')]
	.filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
	.map((element) => element.outerHTML.slice(0, 80))`;

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
		await page.setViewportSize({ width: 1400, height: 900 });
		await page.goto(sandbox.url);
	});

	afterAll(async () => {
		await sandbox?.close();
		await browser?.close();
	});

	const read = async (times: number): Promise<void> => {
		for (let count = 0; count < times; count += 1) await callSandbox(sandbox, 'GET', '/campaigns');
	};
	const rows = () => page.locator('.log > li');

	it('shows by itself what arrives, and calls nothing but the sandbox', async () => {
		const called = new Set<string>();
		page.on('request', (request) => called.add(new URL(request.url()).origin));
		await page.reload();
		const campaign = sandbox.state.campaigns.find(({ name }) => name === 'A small thank-you');
		await callSandbox(sandbox, 'PUT', `/campaigns/${campaign?.uuid}`, { name: 'A gift', from_name: 'Jonas' });

		await page.getByText('from Jonas <maren@mail.example.com>').waitFor();
		expect(await rows().allInnerTexts()).toEqual([expect.stringContaining('campaign.update')]);
		await browser.screenshot('sandbox-page');
		await page.emulateMedia({ colorScheme: 'dark' });
		await browser.screenshot('sandbox-page-dark');
		await page.emulateMedia({ colorScheme: 'light' });
		expect([...called]).toEqual([sandbox.url]);
	});

	it('keeps a request that was opened while others arrive, with what was sent and returned', async () => {
		await read(2);
		await until(async () => (await rows().count()) === 2, 'both requests');
		const opened = rows().last();
		await opened.locator('summary').click();
		await opened.getByText('Response: 200').waitFor();
		await read(30);
		await until(async () => (await rows().count()) === 32, 'the new requests');

		expect(await rows().last().locator('pre').innerText()).toContain('user-agent');
		expect(await page.locator('.log').evaluate((log: { scrollTop?: number }) => log.scrollTop)).toBe(0);
	});

	it('has buttons that change a subscriber at once, and says what they changed', async () => {
		const name = await page.locator('[id^="subscriber-"] bdi').first().innerText();
		const row = page.locator('[id^="subscriber-"]').filter({ hasText: name });
		const done = page.locator('.done');
		await row.hover();
		await row.getByRole('button', { name: 'Add tag “changed”' }).click();

		await row.getByText('changed just now').waitFor();
		await done.getByText(`Added the tag “changed” to ${name}`).waitFor();
		expect(await done.innerText()).toContain('Subscriber Updated');
		await row.getByRole('button', { name: 'Remove tag “changed”' }).click();
		await done.getByText(`Removed the tag “changed” from ${name}`).waitFor();
		await row.getByRole('button', { name: 'Unsubscribe' }).click();
		await done.getByText(`Unsubscribed ${name}`).waitFor();
		await row.getByRole('button', { name: 'Resubscribe' }).click();
		await done.getByText(`Resubscribed ${name}`).waitFor();
		await row.getByRole('button', { name: 'Delete' }).click();
		await done.getByText(`Deleted ${name}`).waitFor();
		await until(async () => (await row.count()) === 0, 'the row to go');
		expect(sandbox.requests()).toEqual([]);
	});

	it('says that nothing changed when the subscriber is gone', async () => {
		await page.route('**/_sandbox/subscribers/**', async (route) => await route.fulfill({ status: 404 }));
		await page.getByRole('button', { name: 'Delete' }).first().click();

		await page.getByText('Nothing was changed').waitFor();
		await page.unroute('**/_sandbox/subscribers/**');
	});

	it('fits a phone 420 pixels wide, whatever the data, with targets for a thumb', async () => {
		const long = 'x'.repeat(90);
		const list = defined(sandbox.state.contactLists[0]);
		await callSandbox(sandbox, 'POST', `/contact-lists/${list.uuid}/subscriber`, {
			first_name: long,
			email: 'jo@example.com',
			tags: [long],
		});
		await callSandbox(sandbox, 'POST', '/contact-lists', { name: long });
		await callSandbox(sandbox, 'POST', '/campaigns', { name: long, from_name: long, from_email: 'jo@example.com' });
		await callSandbox(sandbox, 'GET', `/campaigns?search=${long}`);
		sandbox.faults({ script: Array.from({ length: 9 }, () => ({ fault: '500-after' })) });
		await page.setViewportSize({ width: 420, height: 900 });
		await page.reload();
		await page.locator('header summary').click();
		await rows().first().locator('summary').click();
		await rows().first().getByText('Response: 200').waitFor();
		await page.getByRole('button', { name: 'Add tag “changed”' }).first().click();
		await page.locator('.done').getByText(long).waitFor();

		expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
		expect(await page.evaluate(cut)).toEqual([]);
		for (const target of await page.locator('button, input, summary').all())
			expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
		await browser.screenshot('sandbox-page-phone');
	});

	it('searches while one types, keeps the field, and searches on while requests arrive', async () => {
		const field = page.getByRole('searchbox');
		const subscribers = page.locator('[id^="subscriber-"]');
		const [sought] = defined(sandbox.state.contactLists[0]).subscribers;
		await field.pressSequentially(defined(sought).email);
		await until(async () => (await subscribers.count()) === 1, 'the one who is sought');
		await field.press('Enter');
		await read(1);
		await until(async () => (await rows().count()) === 1, 'the request');

		expect(await subscribers.innerText()).toContain(sought?.email);
		expect(await page.evaluate('document.activeElement.name')).toBe('q');
		await page.reload();
		expect(await field.inputValue()).toBe(sought?.email);
		expect(await subscribers.count()).toBe(1);
		await field.fill('');
		await until(async () => (await subscribers.count()) > 1, 'all subscribers');
		expect(page.url()).toBe(`${sandbox.url}/`);
	});

	it("shows times in the browser's own zone", async () => {
		await read(1);
		await rows().first().waitFor();
		const session = await page.context().newCDPSession(page);
		const shown = async (timezoneId: string) => {
			await session.send('Emulation.setTimezoneOverride', { timezoneId });
			await page.reload();
			return await page.locator('time').first().innerText();
		};
		const arrived = new Date(defined(sandbox.requests()[0]).time);

		for (const timeZone of ['Asia/Kolkata', 'America/New_York'])
			expect(await shown(timeZone)).toBe(arrived.toLocaleTimeString('en-GB', { timeZone }));
		await session.send('Emulation.setTimezoneOverride', { timezoneId: '' });
		await session.detach();
	});

	it('says that the sandbox has ended, and continues when it is back', async () => {
		const other = await startSandbox();
		await page.goto(other.url);
		await other.close();
		await page.getByText('The sandbox does not answer any more.').waitFor();
		const again = await startSandbox({ port: Number(new URL(other.url).port), empty: true });

		await page.getByText('No contact lists yet.').waitFor();
		await page.getByText('The sandbox does not answer any more.').waitFor({ state: 'hidden' });
		await again.close();
	});
});
