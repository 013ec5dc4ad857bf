import doubleOptIn from '../examples/double-opt-in.json';
import { defined } from '../test/defined';
import { openBrowser, type Browser } from './support/browser';
import { useService } from './support/hooks';
import { until } from './support/until';
import { adapted } from './support/workflow';

describe('the example of a double opt-in', () => {
	const { host, service } = useService();
	const browser: Partial<Browser> = {};
	beforeAll(async () => void Object.assign(browser, await openBrowser()));
	beforeEach(() => service.sandbox.reset());
	afterAll(async () => await browser.close?.());

	it('creates a person once they have pressed the button, not when a filter opens the link of the email', async () => {
		const email = 'grace@example.com';
		const pages = await signUp(email, {}, async (open, press) => {
			const opened = [await open(), await open()];
			expect(subscriber(email)).toBeUndefined();
			return [...opened, await press()];
		});

		expect(pages.map((text) => text.split('\n')[0])).toEqual(['Our newsletter', 'Our newsletter', 'Thank you']);
		expect(subscriber(email)).toMatchObject({ unsubscribedAt: null });
		expect(service.emails().filter((one) => one === email)).toHaveLength(1);
	});

	it('resubscribes a person who had unsubscribed', async () => {
		const { email } = defined(newsletter().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
		const pages = await signUp(email, {}, async (open, press) => [await open(), await press()]);

		expect(pages[1]).toContain('You are in our list.');
		expect(subscriber(email)).toMatchObject({ unsubscribedAt: null });
	});

	it('creates nobody who does not press it in time', async () => {
		const wait = { resumeAmount: 2, resumeUnit: 'seconds' };
		const pages = await signUp('late@example.com', { 'Wait until it is opened': wait }, () => Promise.resolve([]));

		expect([pages, subscriber('late@example.com')]).toEqual([[], undefined]);
	});

	it('says so if the person cannot be saved, and the run ends as failed', async () => {
		service.sandbox.faults({ script: [{ fault: '500', operation: 'subscriber.create' }] });
		const pages = await signUp('alan@example.com', {}, async (open, press) => [await open(), await press()], 'error');

		expect(pages[1]).toContain('Your sign-up could not be saved');
	});

	/** Publishes the example, fills in its form, does something with the link of the email, and waits for the end. */
	async function signUp(
		email: string,
		parameters: Record<string, object>,
		use: (open: () => Promise<string>, press: () => Promise<string>) => Promise<string[]>,
		status = 'success',
	): Promise<string[]> {
		const { page } = browser as Browser;
		const text = async () => await page.locator('body').innerText();
		const path = doubleOptIn.nodes.find(({ name }) => name === 'Sign-up form')?.parameters.path;
		return await host.api.whilePublished(adapted(doubleOptIn, service.credentials, parameters), async (id) => {
			await page.goto(`${host.n8nUrl}/form/${path}`);
			await page.getByLabel('E-Mail').fill(email);
			await page.getByText('Yes, please', { exact: true }).click();
			await page.locator('#submit-btn').click();
			await until(() => Promise.resolve(linkIn() !== undefined), 'the email');
			await until(async () => (await text()).includes('Please open the link'), 'the answer of the form');

			const open = async () => {
				await until(async () => (await page.goto(defined(linkIn())))?.ok() === true, 'the page of the link');
				return await text();
			};
			const press = async () => {
				const before = await text();
				await page.getByText('Yes, sign me up').click();
				await until(async () => (await text()) !== before, 'the last page');
				return await text();
			};
			const pages = await use(open, press);
			// n8n closes a connection that was idle meanwhile.
			const statuses = async () => (await host.api.executionsOf(id).catch(() => [])).map((run) => run.status);
			await until(async () => /success|error/.test((await statuses()).join()), 'the end of the run');
			expect(await statuses()).toEqual([status]);
			return pages;
		});
	}

	/** Of the last email. */
	function linkIn(): string | undefined {
		const sent = service.sandbox.requests().filter(({ operationId }) => operationId === 'email.send');
		const { html = '' } = (sent.at(-1)?.body ?? {}) as { html?: string };
		return /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
	}

	function newsletter() {
		return defined(service.sandbox.state.contactLists.find(({ name }) => name === 'Newsletter'));
	}

	function subscriber(email: string) {
		return newsletter().withEmail(email);
	}
});
