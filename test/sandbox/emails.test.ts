import { defined, useSandbox } from './support';

const bench = useSandbox({ deliveryDelay: 2_000 });

test('an email is queued first and sent a little later', async () => {
	const template = defined(bench.sandbox.state.templates[3]);
	const { status, data } = await bench.client.post('/v1/emails', {
		to_email: 'someone@example.com',
		to_name: 'Some One',
		subject: 'Your receipt',
		html: '<p>Thank you</p>',
		text: 'Thank you',
		template: template.uuid,
		from_email: 'shop@mail.example.com',
		from_name: 'The shop',
		reply_to_email: 'answers@example.com',
		reply_to_name: 'Answers',
		priority: 'high',
	});
	const queued = { ...defined(bench.sandbox.state.outbox[0]) };
	bench.wait(2_000);
	await bench.client.get('/v1/account');

	expect(status).toBe(200);
	expect(data).toEqual({ message: 'Email queued.' });
	expect(queued).toMatchObject({
		toEmail: 'someone@example.com',
		toName: 'Some One',
		subject: 'Your receipt',
		templateName: 'Receipt',
		fromEmail: 'shop@mail.example.com',
		sentAt: null,
	});
	expect(bench.sandbox.state.outbox[0]?.sentAt).toBe(queued.queuedAt + 2_000);
});

test('an email to a subscriber shows among its mails, and counts as received once it is sent', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const created = await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber`, { email: 'Jo@example.com' });
	const path = `/v1/contact-lists/${list.uuid}/subscriber/${created.data.subscriber.uuid}`;
	await bench.client.post('/v1/emails', { to_email: 'jo@example.com', subject: 'Hello' });
	const queued = (await bench.client.get(path)).data;
	bench.wait(2_500);
	const sent = (await bench.client.get(path)).data;

	expect(queued.subscriber.recieved_count).toBe(0);
	expect(queued.mails.data).toEqual([expect.objectContaining({ subject: 'Hello', status: 'queued', sent_at: null })]);
	expect(sent.subscriber.recieved_count).toBe(1);
	expect(sent.mails.data).toEqual([
		expect.objectContaining({ subject: 'Hello', status: 'sent', sent_at: '2026-05-04T12:00:02.000000Z' }),
	]);
	expect(sent.subscriber.updated_at).toBe(created.data.subscriber.updated_at);
});

test.each([
	['without a recipient', { subject: 'Hi' }, { to_email: ['The to email field is required.'] }],
	[
		'to a bad address',
		{ subject: 'Hi', to_email: 'jo' },
		{ to_email: ['The to email field must be a valid email address.'] },
	],
	['without a subject', { to_email: 'jo@example.com' }, { subject: ['The subject field is required.'] }],
	[
		'with an unknown template',
		{ to_email: 'jo@example.com', subject: 'Hi', template: 'x' },
		{ template: ['The selected template is invalid.'] },
	],
	[
		'from a bad address',
		{ to_email: 'jo@example.com', subject: 'Hi', from_email: 'x' },
		{ from_email: ['The from email field must be a valid email address.'] },
	],
])('an email %s is not queued', async (_case, body, errors) => {
	const { status, data } = await bench.client.post('/v1/emails', body);

	expect(status).toBe(422);
	expect(data.errors).toEqual(errors);
	expect(bench.sandbox.state.outbox).toEqual([]);
});
