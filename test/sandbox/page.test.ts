import axios from 'axios';
import { startSandbox } from '../../sandbox/index';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { defined, useSandbox } from './support';

const endpointKeys = Object.keys(endpoints);

const bench = useSandbox();

async function page(path = '/'): Promise<string> {
	const { data, headers } = await axios.get<string>(`${bench.sandbox.url}${path}`);
	expect(headers['content-type']).toBe('text/html; charset=utf-8');
	return data;
}

test('needs no token, and says how to call the service', async () => {
	const html = await page();

	expect(html).toContain(`<code>${bench.sandbox.url}</code>`);
	expect(html).toContain('<code>sandbox-demo-token</code>');
	expect(html).toContain('name="viewport"');
});

test('shows what a workflow did', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, {
		first_name: 'Jo',
		last_name: 'Ríos',
		email: 'jo@example.com',
		tags: ['brand new'],
	});
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', subject: 'A warm welcome' });
	await bench.client.post('/v1/campaigns', { name: 'Autumn letter' });
	await bench.client.post('/v1/domains', { name: 'shop.example.com' });
	await bench.client.get('/v1/campaigns', { headers: { Authorization: 'Bearer wrong' } });
	const html = await page();

	for (const text of [
		'Jo Ríos',
		'brand new',
		'265',
		'A warm welcome',
		'Autumn letter',
		'shop.example.com',
		'<small>subscriber.create</small>',
		'campaign.getAll, wrong token',
	]) {
		expect(html).toContain(text);
	}
});

test('shows who a campaign comes from, also after a change', async () => {
	await bench.client.post('/v1/campaigns', { name: 'From nobody' });
	await bench.client.post('/v1/campaigns', { name: 'From an address', from_email: 'jonas@mail.example.com' });
	const { data } = await bench.client.post('/v1/campaigns', {
		name: 'From a person',
		from_name: 'Maren',
		from_email: 'maren@mail.example.com',
	});
	const before = await page();
	await bench.client.put(`/v1/campaigns/${data.campaign.uuid}`, { from_name: 'Jonas from Northwind Letters' });

	expect(before).toMatch(
		/From nobody<small>from no sender yet<[^]*From an address<small>from jonas@mail|From an address<small>from jonas@mail[^]*From nobody<small>from no sender yet</,
	);
	expect(before).toContain('From a person<small>from Maren &lt;maren@mail.example.com&gt;<');
	expect(await page()).toContain(
		'From a person<small>from Jonas from Northwind Letters &lt;maren@mail.example.com&gt;<',
	);
});

describe('the log on it', () => {
	/** The operations of the rows, newest first. */
	const rows = (html: string): string[] =>
		[...html.matchAll(/<li id="request-[^]*?<small>([^<]*)<\/small>/g)].map(([, operation = '']) => operation);

	test('goes back as far as the sandbox does, the newest request first', async () => {
		await bench.client.get('/v1/account');
		for (let count = 0; count < 250; count += 1) await bench.client.get('/v1/campaigns');
		await bench.client.get('/v1/templates');

		expect(rows(await page())).toEqual([
			'template.getAll',
			...Array.from({ length: 250 }, () => 'campaign.getAll'),
			'account.get',
		]);
	});

	test('can be narrowed to one operation, and to requests that lead nowhere', async () => {
		for (const path of ['/v1/account', '/v1/campaigns', '/v1/nowhere', '/v1/account']) await bench.client.get(path);

		expect(rows(await page('/?operation=account.get'))).toEqual(['account.get', 'account.get']);
		expect(rows(await page('/?operation=none'))).toEqual(['no such route']);
		expect(await page('/?operation=account.get')).toContain('<i>2 of 4</i>');
		expect(await page('/?operation=account.get')).toContain('<option value="account.get" selected>');
	});

	test('offers every operation of the contract to narrow it to', async () => {
		const offered = [...(await page()).matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);

		expect(offered).toEqual(['', ...endpointKeys.toSorted(), 'none']);
	});

	test('says so where nothing is left, and leads back', async () => {
		await bench.client.get('/v1/account');

		expect(await page('/?operation=email.send')).toContain('None of the last requests was this one. <a href="/">');
		expect(await page('/?operation="><script>alert(1)</script>')).not.toContain('<script>alert');
		expect(rows(await page('/?operation=account.get&operation=email.send'))).toEqual([]);
	});

	test('leads to what was returned, as for a row that was rejected', async () => {
		const list = defined(bench.sandbox.state.contactLists[0]);
		await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { email: 'no address' });
		const { number } = defined(bench.sandbox.requests()[0]);
		const { data } = await axios.get<string>(`${bench.sandbox.url}/_sandbox/requests/${number}`);

		expect(data).toMatch(/\n\nResponse: 422\n\n\{\n {2}"message": [^]*"email": \[/);
	});

	test('leads to what was sent, without the token', async () => {
		await bench.client.post('/v1/contact-lists?x=1', { name: '<b>Readers</b>' });
		const [, link] = /<a href="(\/_sandbox\/requests\/\d+)"/.exec(await page()) ?? [];
		const { data, headers } = await axios.get<string>(`${bench.sandbox.url}${defined(link)}`);

		expect(headers['content-type']).toBe('text/plain; charset=utf-8');
		expect(data).toMatch(
			/^POST \/v1\/contact-lists\?x=1\n\n{\n {2}"name": "<b>Readers<\/b>"\n}\n\n[^]*content-type: application\/json/,
		);
		expect(data).not.toContain(bench.sandbox.token);
	});

	test('says of a request that had no body that it had none, and of one that is gone that it is', async () => {
		await bench.client.get('/v1/account');
		const { number } = defined(bench.sandbox.requests()[0]);
		const { data } = await axios.get<string>(`${bench.sandbox.url}/_sandbox/requests/${number}`);
		const gone = await axios.get(`${bench.sandbox.url}/_sandbox/requests/0`, { validateStatus: () => true });

		expect(data).toMatch(/^GET \/v1\/account\n\n\(without a body\)\n/);
		expect([gone.status, gone.data]).toEqual([404, { message: 'This request is not in the log, or no longer.' }]);
		expect(bench.sandbox.requests()).toHaveLength(1);
	});
});

describe('the buttons of a subscriber', () => {
	const list = () => defined(bench.sandbox.state.contactLists[0]);
	const press = async (uuid: string, change: string, headers = {}) =>
		await axios.post(`${bench.sandbox.url}/_sandbox/subscribers/${uuid}/${change}`, null, {
			headers,
			maxRedirects: 0,
			validateStatus: () => true,
		});

	test('change, unsubscribe, resubscribe and delete, and the page says what happened last', async () => {
		const subscriber = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const row = async () =>
			defined((await page()).split('<li id="').find((part) => part.startsWith(`subscriber-${subscriber.uuid}`)));

		expect((await press(subscriber.uuid, 'change')).headers.location).toBe('/');
		expect(subscriber.tags).toContain('changed');
		expect(await row()).toContain('changed just now');
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
		const before = list().subscribers.length;

		expect((await press(uuid, 'delete', { origin: 'http://elsewhere.example' })).status).toBe(403);
		expect((await press('nowhere', 'delete')).status).toBe(404);
		expect((await press(uuid, 'constructor')).status).toBe(404);
		expect(list().subscribers).toHaveLength(before);
	});
});

test('consists of files of the sandbox alone, and lets nothing else run', async () => {
	const html = await page();
	const parts = [...html.matchAll(/<(?:script|link rel="stylesheet")[^>]* (?:src|href)="([^"]+)"/g)].map(
		([, path = '']) => path,
	);
	const policy = defined((await axios.get(bench.sandbox.url)).headers['content-security-policy'] as string);

	expect(parts).toEqual(['/_sandbox/style.css', '/_sandbox/browser.js']);
	for (const path of parts)
		expect((await axios.get<string>(`${bench.sandbox.url}${path}`)).data).not.toMatch(/https?:\/\//);
	expect(policy).toContain("default-src 'none'");
	expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test('shows whatever it is given as text, never as markup', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const markup = '<script>alert("x")</script>';
	await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, {
		first_name: markup,
		email: 'jo@example.com',
		tags: [markup],
	});
	await bench.client.post('/v1/contact-lists', { name: markup });
	await bench.client.post('/v1/campaigns', { name: markup });
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', to_name: markup, subject: markup });
	await bench.client.get('/v1/"><script>alert(1)</script>');
	const html = await page();

	expect(html).not.toMatch(/<script>alert/);
	expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
});

test('says so where there is nothing', async () => {
	const sandbox = await startSandbox({ empty: true });
	const { data } = await axios.get<string>(sandbox.url);
	await sandbox.close();

	for (const text of [
		'No requests yet',
		'No contact lists yet',
		'Nothing sent yet',
		'No subscribers yet',
		'No campaigns yet',
		'No templates',
		'No sending domains yet',
	]) {
		expect(data).toContain(text);
	}
});
