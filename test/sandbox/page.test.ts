import axios from 'axios';
import { startSandbox } from '../../sandbox/index';
import { defined, useSandbox } from './support';

const bench = useSandbox();

async function page(): Promise<string> {
	const { data, headers } = await axios.get<string>(bench.sandbox.url);
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
	await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { first_name: 'Jo', last_name: 'Ríos', email: 'jo@example.com', tags: ['brand new'] });
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', subject: 'A warm welcome' });
	await bench.client.post('/v1/campaigns', { name: 'Autumn letter' });
	await bench.client.post('/v1/domains', { name: 'shop.example.com' });
	await bench.client.get('/v1/campaigns', { headers: { Authorization: 'Bearer wrong' } });
	const html = await page();

	for (const text of ['Jo Ríos', 'brand new', '265', 'A warm welcome', 'Autumn letter', 'shop.example.com', 'subscriber.create', 'wrong token']) {
		expect(html).toContain(text);
	}
});

test('shows whatever it is given as text, never as markup', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const markup = '<script>alert("x")</script>';
	await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { first_name: markup, email: 'jo@example.com', tags: [markup] });
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

	for (const text of ['No requests yet', 'No contact lists yet', 'Nothing sent yet', 'No subscribers yet', 'No campaigns yet', 'No templates', 'No sending domains yet']) {
		expect(data).toContain(text);
	}
});
