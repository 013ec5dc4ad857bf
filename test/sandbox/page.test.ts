import { defined } from '../defined';
import { useSandbox } from './support';

/** e2e/sandbox-page.test.ts has what it shows in a browser. */

const bench = useSandbox();
const list = () => defined(bench.sandbox.state.contactLists[0]);
const page = async (path = '/'): Promise<string> => (await bench.ask('GET', path)).text;

test('the page says how to call the service, and shows requests with their faults, the newest first', async () => {
	bench.sandbox.faults({ script: [{ fault: '500-after' }, { fault: 'reset-before' }] });
	await bench.ask('POST', '/v1/domains', { name: 'shop.example.com' });
	await bench.ask('GET', '/v1/account').catch(() => undefined);
	await bench.ask('GET', '/v1/campaigns', undefined, { headers: { authorization: 'Bearer wrong' } });
	const html = await page();

	expect(html).toContain(`<code>${bench.sandbox.url}</code>`);
	expect(html).toContain('<em class="fault">500-after</em>');
	expect(html).toMatch(/<b class="status sn">–<\/b>/);
	const shown = [...html.matchAll(/<li id="request-[^]*?<small>([^<]*)<\/small>/g)].map(([, text]) => text);
	expect(shown).toEqual(['campaign.getAll, wrong token', 'account.get', 'domain.create']);
});

test('a request leads to what was sent and returned, without the token', async () => {
	await bench.ask('POST', '/v1/contact-lists?x=1', { name: '<b>Readers</b>', tags: [] });
	await bench.ask('POST', '/v1/contact-lists', {});
	const [refused = '', created = ''] = await Promise.all(
		[...(await page()).matchAll(/<a href="(\/_sandbox\/requests\/\d+)"/g)].map(([, link]) => page(link)),
	);

	expect(created).toMatch(/^POST \/v1\/contact-lists\?x=1\n\n{\n {2}"name": "<b>Readers<\/b>"[^]*content-type: /);
	expect(created).not.toContain(bench.sandbox.token);
	expect(refused).toMatch(/\n\nResponse: 422\n\n\{\n {2}"message": [^]*"name": \[/);
});

test('the buttons of a subscriber are for the page itself, and for subscribers who are there', async () => {
	const { uuid } = defined(list().subscribers[0]);
	const press = async (path: string, headers = {}) =>
		(await bench.ask('POST', `/_sandbox/subscribers/${path}`, undefined, { headers })).status;

	expect(await press(`${uuid}/delete`, { origin: 'http://elsewhere.example' })).toBe(403);
	expect([await press('nowhere/delete'), await press(`${uuid}/constructor`)]).toEqual([404, 404]);
	expect(list().subscribers).toHaveLength(264);
});

test('the search finds subscribers by name, email, list, tag and state, without accents, and by all of its words', async () => {
	const found = async (search: string): Promise<string[]> => {
		const html = await page(`/?q=${encodeURIComponent(search)}`);
		return [...html.matchAll(/<li id="subscriber-[^]*?<small>([^,]*),/g)].map(([, email = '']) => email);
	};
	const jo = { email: 'jo@example.com', first_name: 'José', last_name: 'Ríos', tags: ['Wine & Dine'] };
	await bench.ask('POST', `/v1/contact-lists/${list().uuid}/subscriber`, jo);

	for (const search of ['jose RIOS', ' ríos jo@ ', 'wine &', `jo@example ${list().name}`])
		expect(await found(search)).toEqual(['jo@example.com']);
	expect(await found('rios unsubscribed')).toEqual([]);
	defined(list().withEmail('jo@example.com')).unsubscribedAt = 0;
	expect(await found('rios unsubscribed')).toEqual(['jo@example.com']);
});

test('the page consists of files of the sandbox alone, and lets nothing else run', async () => {
	const { headers, text } = await bench.ask('GET', '/');
	const parts = [...text.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)];
	const policy = headers.get('content-security-policy');

	expect(parts.map(([, path]) => path)).toEqual(['/_sandbox/style.css', '/_sandbox/browser.js']);
	for (const [, path] of parts) expect(await page(path)).not.toMatch(/https?:\/\//);
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('the page shows data as text, never as markup', async () => {
	const markup = '<script>alert("x")</script>';
	const subscriber = { first_name: markup, email: 'jo@example.com', tags: [markup] };
	await bench.ask('POST', `/v1/contact-lists/${list().uuid}/subscriber`, subscriber);
	await bench.ask('POST', '/v1/contact-lists', { name: markup });
	await bench.ask('POST', '/v1/campaigns', { name: markup });
	await bench.ask('POST', '/v1/emails', { to_email: 'jo@example.com', to_name: markup, subject: markup });
	await bench.ask('GET', '/v1/"><script>alert(1)</script>');
	for (const html of [await page(), await page(`/?q=${encodeURIComponent(`">${markup}`)}`)]) {
		expect(html).not.toMatch(/<script>alert/);
		expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
	}
});
