import { useSandbox } from './support';

const bench = useSandbox();

test('the lists are given with their sizes', async () => {
	const { status, data } = await bench.client.get('/v1/contact-lists');

	expect(status).toBe(200);
	expect(
		data.data.map(({ name, subscribers_count }: { name: string; subscribers_count: number }) => [
			name,
			subscribers_count,
		]),
	).toEqual([
		['Newsletter', 264],
		['Customers', 118],
		['Product Updates', 64],
		['Webinar Guests', 31],
		['Beta Testers', 12],
		['Press', 0],
	]);
});

test('a created list is listed, empty, and takes subscribers', async () => {
	const created = await bench.client.post('/v1/contact-lists', { name: 'Volunteers', colour: 'green' });
	const { uuid } = created.data.contact_list;
	await bench.client.post(`/v1/contact-lists/${uuid}/subscriber`, { email: 'jo@example.com' });
	const listed = await bench.client.get('/v1/contact-lists');

	expect(created.status).toBe(200);
	expect(created.data).toEqual({
		message: 'Contact list created.',
		contact_list: { uuid: expect.any(String), name: 'Volunteers', created_at: '2026-05-04T12:00:00.000000Z' },
	});
	expect(listed.data.data.at(-1)).toMatchObject({ uuid, name: 'Volunteers', subscribers_count: 1 });
});

test.each([
	['is missing', {}, 'The name field is required.'],
	['is empty', { name: '' }, 'The name field is required.'],
	['is not a text', { name: 7 }, 'The name field must be a string.'],
	['is too long', { name: 'x'.repeat(256) }, 'The name field must not be greater than 255 characters.'],
])('a list whose name %s is refused', async (_case, body, text) => {
	const { status, data } = await bench.client.post('/v1/contact-lists', body);

	expect(status).toBe(422);
	expect(data.errors).toEqual({ name: [text] });
	expect(bench.sandbox.state.contactLists).toHaveLength(6);
});
