import { defined, useSandbox } from './support';

const bench = useSandbox();

test('a toggle unpublishes a template, and another one publishes it again', async () => {
	const toggle = `/v1/templates/${defined(bench.sandbox.state.templates[0]).uuid}/toggle`;
	const off = await bench.client.put(toggle);
	const between = await bench.client.get('/v1/templates');
	const on = await bench.client.put(toggle);
	const after = await bench.client.get('/v1/templates');

	expect([off.data, on.data]).toEqual([{ message: 'Template unpublished.' }, { message: 'Template published.' }]);
	expect(between.data.data[0]).toMatchObject({
		name: 'Welcome',
		slug: 'welcome',
		is_published: false,
		updated_at: '2026-05-04T12:00:00.000000Z',
	});
	expect(after.data.data[0]?.is_published).toBe(true);
});

test('a created domain comes with the DNS records that verify it, and is listed with the others', async () => {
	const { data } = await bench.client.post('/v1/domains', { name: 'Shop.example.com' });
	const listed = await bench.client.get('/v1/domains');

	expect(data.message).toBe('Domain created.');
	expect(data.domain).toMatchObject({ name: 'shop.example.com', is_verified: false });
	expect(data.domain.dns_records.map(({ type, name }) => `${type} ${name}`)).toEqual([
		'TXT shop.example.com',
		'TXT em._domainkey.shop.example.com',
		'TXT _dmarc.shop.example.com',
		'CNAME bounces.shop.example.com',
	]);
	expect(Object.keys(listed.data)).toEqual(['data']);
	expect(listed.data.data).toHaveLength(4);
	expect(listed.data.data.at(-1)).toEqual(data.domain);
});

test('a deleted domain is gone, from the campaigns too', async () => {
	const { uuid } = defined(bench.sandbox.state.domains[0]);
	const { data } = await bench.client.delete(`/v1/domains/${uuid}`);
	const campaigns = await bench.client.get('/v1/campaigns');
	const left = await bench.client.get('/v1/domains');

	expect(data).toEqual({ message: 'Domain deleted.' });
	expect(left.data.data.map((domain) => domain.uuid)).not.toContain(uuid);
	expect(campaigns.data.data[0]?.domain).toBeNull();
});

test('an email is in the outbox, and among the mails of the subscribers with that address', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const created = await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { email: 'Jo@example.com' });
	const { status, data } = await bench.client.post('/v1/emails', {
		to_email: 'jo@example.com',
		to_name: 'Jo',
		subject: 'Your receipt',
		html: '<p>Thank you</p>',
		template: defined(bench.sandbox.state.templates[3]).uuid,
		from_email: 'shop@mail.example.com',
		priority: 'high',
	});
	const details = await bench.client.get(`/v1/contact-lists/${list.uuid}/subscriber/${created.data.subscriber.uuid}`);

	expect([status, data]).toEqual([200, { message: 'Email queued.' }]);
	expect(bench.sandbox.state.outbox).toEqual([
		expect.objectContaining({
			toEmail: 'jo@example.com',
			toName: 'Jo',
			subject: 'Your receipt',
			templateName: 'Receipt',
			fromEmail: 'shop@mail.example.com',
		}),
	]);
	expect(details.data.subscriber).toMatchObject({ recieved_count: 1, updated_at: created.data.subscriber.updated_at });
	expect(details.data.mails.data).toEqual([expect.objectContaining({ subject: 'Your receipt', status: 'sent' })]);
});

test('the lists come with their sizes', async () => {
	const { data } = await bench.client.get('/v1/contact-lists');

	expect(data.data.map(({ name, subscribers_count }) => `${name} ${subscribers_count}`)).toEqual([
		'Newsletter 264',
		'Customers 118',
		'Product Updates 64',
		'Webinar Guests 31',
		'Beta Testers 12',
		'Press 0',
	]);
});

test('a created list is empty, is listed, and accepts subscribers', async () => {
	const created = await bench.client.post('/v1/contact-lists', { name: 'Volunteers', colour: 'green' });
	const { uuid } = created.data.contact_list;
	await bench.client.post(`/v1/contact-lists/${uuid}/subscriber`, { email: 'jo@example.com' });
	const listed = await bench.client.get('/v1/contact-lists');

	expect([created.status, created.data]).toEqual([
		200,
		{
			message: 'Contact list created.',
			contact_list: { uuid: expect.any(String), name: 'Volunteers', created_at: '2026-05-04T12:00:00.000000Z' },
		},
	]);
	expect(listed.data.data.at(-1)).toMatchObject({ uuid, name: 'Volunteers', subscribers_count: 1 });
});
