import { useSandbox } from './support';

const bench = useSandbox();

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
