import { defined, useSandbox } from './support';

const bench = useSandbox();

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
