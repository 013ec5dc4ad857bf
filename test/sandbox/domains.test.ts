import { defined, useSandbox } from './support';

const bench = useSandbox();

test('the domains are given all at once, with their DNS records', async () => {
	const { status, data } = await bench.client.get('/v1/domains');

	expect(status).toBe(200);
	expect(Object.keys(data)).toEqual(['data']);
	expect(data.data.map(({ name }: { name: string }) => name)).toEqual([
		'mail.example.com',
		'news.example.org',
		'events.example.net',
	]);
	expect(data.data[0]?.dns_records).toContainEqual({
		type: 'CNAME',
		name: 'bounces.mail.example.com',
		value: 'return.example.net',
	});
});

test('a created domain comes with the records that verify it, and is listed', async () => {
	const { status, data } = await bench.client.post('/v1/domains', { name: 'Shop.example.com' });
	const listed = await bench.client.get('/v1/domains');

	expect(status).toBe(200);
	expect(data.message).toBe('Domain created.');
	expect(data.domain).toMatchObject({ name: 'shop.example.com', is_verified: false });
	expect(data.domain.dns_records.map(({ name }: { name: string }) => name)).toEqual([
		'shop.example.com',
		'em._domainkey.shop.example.com',
		'_dmarc.shop.example.com',
		'bounces.shop.example.com',
	]);
	expect(listed.data.data.at(-1)).toEqual(data.domain);
});

test.each([
	['is missing', {}, ['The name field is required.']],
	['is not a domain', { name: 'not a domain.' }, ['The name field must be a valid domain name.']],
	['has no dot', { name: 'localhost' }, ['The name field format is invalid.']],
	['is there already', { name: 'MAIL.example.com' }, ['The name has already been taken.']],
])('a domain whose name %s is refused', async (_case, body, texts) => {
	const { status, data } = await bench.client.post('/v1/domains', body);

	expect(status).toBe(422);
	expect(data.errors).toEqual({ name: texts });
	expect(bench.sandbox.state.domains).toHaveLength(3);
});

test('a deleted domain is gone, from the campaigns too', async () => {
	const domain = defined(bench.sandbox.state.domains[0]);
	const { status, data } = await bench.client.delete(`/v1/domains/${domain.uuid}`);
	const campaigns = await bench.client.get('/v1/campaigns');

	expect(status).toBe(200);
	expect(data).toEqual({ message: 'Domain deleted.' });
	expect(bench.sandbox.state.domains).not.toContain(domain);
	expect(campaigns.data.data[0]?.domain).toBeNull();
});

test('an unknown domain cannot be deleted', async () => {
	const { status, data } = await bench.client.delete('/v1/domains/unknown');

	expect(status).toBe(404);
	expect(data).toEqual({ message: 'The domain could not be found.' });
});
