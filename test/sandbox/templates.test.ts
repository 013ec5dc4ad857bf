import { defined, useSandbox } from './support';

const bench = useSandbox();

test('the templates are given in pages', async () => {
	const { status, data } = await bench.client.get('/v1/templates?per_page=5&page=2');

	expect(status).toBe(200);
	expect(data.meta).toEqual({ current_page: 2, per_page: 5, last_page: 3, total: 12 });
	expect(data.data[0]).toMatchObject({ name: 'Webinar Invitation', slug: 'webinar-invitation', is_published: true });
});

test('a toggle unpublishes a template, another publishes it again', async () => {
	const { uuid } = defined(bench.sandbox.state.templates[0]);
	const first = await bench.client.put(`/v1/templates/${uuid}/toggle`);
	const between = await bench.client.get('/v1/templates');
	const second = await bench.client.put(`/v1/templates/${uuid}/toggle`);
	const after = await bench.client.get('/v1/templates');

	expect([first.status, first.data]).toEqual([200, { message: 'Template unpublished.' }]);
	expect(between.data.data[0]).toMatchObject({ is_published: false, updated_at: '2026-05-04T12:00:00.000000Z' });
	expect(second.data).toEqual({ message: 'Template published.' });
	expect(after.data.data[0]?.is_published).toBe(true);
});

test('an unknown template cannot be toggled', async () => {
	const { status, data } = await bench.client.put('/v1/templates/unknown/toggle');

	expect(status).toBe(404);
	expect(data).toEqual({ message: 'The template could not be found.' });
});
