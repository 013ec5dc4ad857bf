import { defined, useSandbox } from './support';

const bench = useSandbox();

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
