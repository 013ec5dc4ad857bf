import axios from 'axios';
import { defined, useSandbox } from './support';

const bench = useSandbox();
const list = () => defined(bench.sandbox.state.contactLists[0]);

async function page(path = '/'): Promise<string> {
	return (await axios.get<string>(`${bench.sandbox.url}${path}`)).data;
}

test('the page needs no token, says how to call the service, and is no request itself', async () => {
	const html = await page('/?x=1');

	expect(html).toContain(`<code>${bench.sandbox.url}</code>`);
	expect(html).toContain('<code>sandbox-demo-token</code>');
	expect(bench.sandbox.requests()).toEqual([]);
});

test('the page shows what a workflow did, the newest request first', async () => {
	const subscriber = { first_name: 'Jo', last_name: 'Ríos', email: 'jo@example.com', tags: ['brand new'] };
	await bench.client.post(`/v1/contact-lists/${list().uuid}/subscriber`, subscriber);
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', subject: 'A warm welcome' });
	await bench.client.post('/v1/campaigns', { name: 'Autumn', from_name: 'Maren', from_email: 'm@mail.example.com' });
	await bench.client.post('/v1/domains', { name: 'shop.example.com' });
	await bench.client.get('/v1/campaigns', { headers: { Authorization: 'Bearer wrong' } });
	await bench.client.get('/v1/nowhere');
	const html = await page();

	for (const text of ['Jo Ríos', 'brand new', '265', 'A warm welcome', 'shop.example.com', 'added just now'])
		expect(html).toContain(text);
	expect(html).toContain('from Maren &lt;m@mail.example.com&gt;');
	// With its zone, for the browser to show it in its own.
	expect(html).toContain('<time datetime="2026-05-04T12:00:00.000Z">12:00:00</time>');
	expect([...html.matchAll(/<li id="request-[^]*?<small>([^<]*)<\/small>/g)].map(([, text]) => text)).toEqual([
		'no such route',
		'campaign.getAll, wrong token',
		'domain.create',
		'campaign.create',
		'email.send',
		'subscriber.create',
	]);
});

test('the page shows the fault plan, the faults of requests, and that a call got no response', async () => {
	bench.sandbox.faults({ script: [{ fault: '500-after' }, { fault: 'reset-before' }] });
	await bench.client.get('/v1/account');
	await bench.client.get('/v1/account').catch(() => undefined);
	const html = await page();
	bench.sandbox.reset();

	expect(html).toContain('{&quot;script&quot;:[{&quot;fault&quot;:&quot;500-after&quot;}');
	expect(html).toContain('<em class="fault">500-after</em>');
	expect(html).toMatch(/<b class="status sn">–<\/b>/);
	expect(await page()).not.toContain('<em class="fault">');
});

test('a request leads to what was sent and returned, without the token', async () => {
	await bench.client.post('/v1/contact-lists?x=1', { name: '<b>Readers</b>', tags: [] });
	await bench.client.post('/v1/contact-lists', {});
	await bench.client.get('/v1/account');
	const [account = '', refused = '', created = ''] = await Promise.all(
		[...(await page()).matchAll(/<a href="(\/_sandbox\/requests\/\d+)"/g)].map(([, link]) => page(link)),
	);

	expect(created).toMatch(/^POST \/v1\/contact-lists\?x=1\n\n{\n {2}"name": "<b>Readers<\/b>"[^]*content-type: /);
	expect(created).not.toContain(bench.sandbox.token);
	expect(refused).toMatch(/\n\nResponse: 422\n\n\{\n {2}"message": [^]*"name": \[/);
	expect(account).toMatch(/^GET \/v1\/account\n\n\(without a body\)\n\nResponse: 200\n/);
});

describe('the buttons of a subscriber', () => {
	const press = async (uuid: string, change: string, headers = {}) =>
		await axios.post(`${bench.sandbox.url}/_sandbox/subscribers/${uuid}/${change}`, null, {
			headers,
			maxRedirects: 0,
			validateStatus: () => true,
		});

	test('change, unsubscribe, resubscribe and delete, and the page says what happened last', async () => {
		const subscriber = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const row = async () => (await page()).split('<li id="').find((part) => part.includes(subscriber.uuid));

		expect((await press(subscriber.uuid, 'change')).headers.location).toBe('/');
		expect(subscriber.tags).toContain('changed');
		expect(await row()).toMatch(/changed just now[^]*>Remove tag “changed”</);
		await press(subscriber.uuid, 'change');
		expect(subscriber.tags).not.toContain('changed');
		expect(await row()).toContain('>Add tag “changed”<');
		await press(subscriber.uuid, 'toggle');
		expect(await row()).toMatch(/unsubscribed just now[^]*>Resubscribe</);
		await press(subscriber.uuid, 'toggle');
		expect(subscriber.unsubscribedAt).toBeNull();
		await press(subscriber.uuid, 'delete');
		expect(list().subscribers).not.toContain(subscriber);
		expect(bench.sandbox.requests()).toEqual([]);
	});

	test('are for the page itself, and for subscribers who are there', async () => {
		const { uuid } = defined(list().subscribers[0]);
		const pressed = [
			await press(uuid, 'delete', { origin: 'http://elsewhere.example' }),
			await press('nowhere', 'delete'),
			await press(uuid, 'constructor'),
		];

		expect(pressed.map(({ status }) => status)).toEqual([403, 404, 404]);
		expect(list().subscribers).toHaveLength(264);
	});
});

describe('the search for subscribers', () => {
	const found = async (search: string): Promise<string[]> => {
		const html = await page(`/?q=${encodeURIComponent(search)}`);
		return [...html.matchAll(/<li id="subscriber-[^]*?<small>([^,]*),/g)].map(([, email = '']) => email);
	};
	const add = async (email: string, fields = {}) =>
		await bench.client.post(`/v1/contact-lists/${list().uuid}/subscriber`, { email, ...fields });

	test('finds them by name, email, list, tag and state, in any case, without accents, and by all of its words', async () => {
		await add('jo@example.com', { first_name: 'José', last_name: 'Ríos', tags: ['Wine & Dine'] });
		await add('eva@example.com', { first_name: 'Eva', last_name: 'Rios' });

		for (const search of ['jose RIOS', ' ríos jo@ ', 'wine &', `jo@example ${list().name}`])
			expect(await found(search)).toEqual(['jo@example.com']);
		expect((await found('rios')).sort()).toEqual(['eva@example.com', 'jo@example.com']);
		expect(await found('rios unsubscribed')).toEqual([]);
		defined(list().withEmail('jo@example.com')).unsubscribedAt = 0;
		expect(await found('rios unsubscribed')).toEqual(['jo@example.com']);
	});

	test('reaches everybody, shows the newest 20 of many, and says how many were found', async () => {
		const oldest = defined(list().subscribers[0]);
		expect(await found(oldest.email)).toEqual([oldest.email]);
		expect(await found('example')).toHaveLength(20);
		const all = bench.sandbox.state.contactLists.flatMap(({ subscribers }) => subscribers).length;
		expect(await page('/?q=example')).toContain(`Subscribers found <i>${all}</i>`);
	});

	test('shows the newest of all without words', async () => {
		expect(await found('  ')).toHaveLength(8);
		expect(await page('/?q=')).toContain('Newest subscribers');
		expect((await axios.get(`${bench.sandbox.url}/?q=a&q=b`)).status).toBe(200);
	});
});

test('the page consists of files of the sandbox alone, and lets nothing else run', async () => {
	const html = await page();
	const parts = [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)];
	const { headers } = await axios.get(bench.sandbox.url);
	const policy = String(headers['content-security-policy']);

	expect(parts.map(([, path]) => path)).toEqual(['/_sandbox/style.css', '/_sandbox/browser.js']);
	for (const [, path] of parts) expect(await page(path)).not.toMatch(/https?:\/\//);
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('the page shows data as text, never as markup', async () => {
	const markup = '<script>alert("x")</script>';
	const subscriber = { first_name: markup, email: 'jo@example.com', tags: [markup] };
	await bench.client.post(`/v1/contact-lists/${list().uuid}/subscriber`, subscriber);
	await bench.client.post('/v1/contact-lists', { name: markup });
	await bench.client.post('/v1/campaigns', { name: markup });
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', to_name: markup, subject: markup });
	await bench.client.get('/v1/"><script>alert(1)</script>');
	for (const html of [await page(), await page(`/?q=${encodeURIComponent(`">${markup}`)}`)]) {
		expect(html).not.toMatch(/<script>alert/);
		expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
	}
});
