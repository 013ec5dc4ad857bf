import { defined, useSandbox } from './support';

const bench = useSandbox();

function firstCampaign() {
	return defined(bench.sandbox.state.campaigns[0]);
}

test('the campaigns are given all at once: sent, sending and drafts', async () => {
	const { status, data } = await bench.client.get('/v1/campaigns');

	expect(status).toBe(200);
	expect(Object.keys(data)).toEqual(['data']);
	expect(data.data).toHaveLength(8);
	expect(data.data.filter(({ is_sent }: { is_sent: boolean }) => is_sent)).toHaveLength(5);
	expect(data.data.filter(({ is_sending }: { is_sending: boolean }) => is_sending)).toHaveLength(1);
});

test('a campaign that needs only a name begins as an empty draft', async () => {
	const { status, data } = await bench.client.post('/v1/campaigns', { name: 'Autumn' });

	expect(status).toBe(200);
	expect(data).toEqual({
		message: 'Campaign created.',
		campaign: {
			uuid: expect.any(String),
			name: 'Autumn',
			from_name: null,
			from_email: null,
			reply_to_email: null,
			reply_to_name: null,
			is_sending: false,
			is_sent: false,
			opens: 0,
			clicks: 0,
			unsubs: 0,
			bounces: 0,
			hard_bounces: 0,
			soft_bounces: 0,
			sent: 0,
			created_at: '2026-05-04T12:00:00.000000Z',
			template: null,
			contact_list: null,
			domain: null,
		},
	});
});

test('a campaign is created with all its fields, and listed', async () => {
	const list = defined(bench.sandbox.state.contactLists[1]);
	const template = defined(bench.sandbox.state.templates[2]);
	const { data } = await bench.client.post('/v1/campaigns', {
		name: 'Autumn',
		contact_list: list.uuid,
		template: template.uuid,
		from_email: 'jo@news.example.org',
		from_name: 'Jo',
		reply_to_email: 'answers@example.org',
		reply_to_name: 'Answers',
	});
	const listed = await bench.client.get('/v1/campaigns');

	expect(data.campaign).toMatchObject({
		from_email: 'jo@news.example.org',
		from_name: 'Jo',
		reply_to_email: 'answers@example.org',
		reply_to_name: 'Answers',
		template: { uuid: template.uuid, name: 'Product Update', slug: 'product-update' },
		contact_list: { uuid: list.uuid, name: 'Customers' },
		domain: { name: 'news.example.org' },
	});
	expect(listed.data.data.at(-1)).toEqual(data.campaign);
});

test('an update changes the fields that were sent, and no others', async () => {
	const before = (await bench.client.get('/v1/campaigns')).data.data[0];
	const { status, data } = await bench.client.put(`/v1/campaigns/${firstCampaign().uuid}`, {
		name: 'Renamed',
		reply_to_email: 'answers@example.org',
	});

	expect(status).toBe(200);
	expect(data).toEqual({
		message: 'Campaign updated.',
		campaign: { ...before, name: 'Renamed', reply_to_email: 'answers@example.org' },
	});
	expect((await bench.client.get('/v1/campaigns')).data.data[0]).toEqual(data.campaign);
});

test('an update empties what is sent empty', async () => {
	const before = (await bench.client.get('/v1/campaigns')).data.data[0];
	const emptied = { from_name: '', reply_to_email: null, reply_to_name: '', template: null, contact_list: null };
	const { status, data } = await bench.client.put(`/v1/campaigns/${firstCampaign().uuid}`, emptied);

	expect(status).toBe(200);
	expect(data.campaign).toEqual({
		...before,
		from_name: null,
		reply_to_email: null,
		reply_to_name: null,
		template: null,
		contact_list: null,
	});
});

test.each([
	['without a name', {}, { name: ['The name field is required.'] }],
	[
		'for an unknown list',
		{ name: 'A', contact_list: 'x' },
		{ contact_list: ['The selected contact list is invalid.'] },
	],
	['with an unknown template', { name: 'A', template: 'x' }, { template: ['The selected template is invalid.'] }],
	[
		'from a bad address',
		{ name: 'A', from_email: 'jo' },
		{ from_email: ['The from email field must be a valid email address.'] },
	],
])('a campaign %s is not created', async (_case, body, errors) => {
	const { status, data } = await bench.client.post('/v1/campaigns', body);

	expect(status).toBe(422);
	expect(data.errors).toEqual(errors);
	expect(bench.sandbox.state.campaigns).toHaveLength(8);
});

test.each([
	['an empty name', { name: '' }, { name: ['The name field is required.'] }],
	[
		'an unknown list and an unknown template',
		{ name: 'Renamed', contact_list: 'x', template: 'y' },
		{ contact_list: ['The selected contact list is invalid.'], template: ['The selected template is invalid.'] },
	],
	['a number for a template', { template: 5 }, { template: ['The template field must be a string.'] }],
	['an empty text for an address', { from_email: '' }, { from_email: ['The from email field is required.'] }],
	[
		'a bad reply address',
		{ reply_to_email: 'jo@' },
		{ reply_to_email: ['The reply to email field must be a valid email address.'] },
	],
])('an update with %s changes nothing', async (_case, body, errors) => {
	const before = { ...firstCampaign() };
	const { status, data } = await bench.client.put(`/v1/campaigns/${before.uuid}`, body);

	expect(status).toBe(422);
	expect(data.errors).toEqual(errors);
	expect(firstCampaign()).toEqual(before);
});

test('a deleted campaign is gone', async () => {
	const { uuid } = firstCampaign();
	const { status, data } = await bench.client.delete(`/v1/campaigns/${uuid}`);
	const again = await bench.client.delete(`/v1/campaigns/${uuid}`);

	expect(status).toBe(200);
	expect(data).toEqual({ message: 'Campaign deleted.' });
	expect(again.status).toBe(404);
	expect(bench.sandbox.state.campaigns).toHaveLength(7);
});

test.each(['put', 'delete'] as const)('an unknown campaign is not found by %s', async (method) => {
	const { status, data } = await bench.client.request({ method, url: '/v1/campaigns/unknown', data: { name: 'A' } });

	expect(status).toBe(404);
	expect(data).toEqual({ message: 'The campaign could not be found.' });
});

test('a campaign that is being sent gets on with time, reaches its subscribers, and is sent in the end', async () => {
	const sending = defined(bench.sandbox.state.campaigns.find(({ status }) => status === 'sending'));
	const index = bench.sandbox.state.campaigns.indexOf(sending);
	const received = () =>
		bench.sandbox.state.contactLists
			.flatMap(({ subscribers }) => subscribers)
			.reduce((sum, { mails }) => sum + mails.length, 0);
	const early = (await bench.client.get('/v1/campaigns')).data.data[index];
	const receivedEarly = received();
	bench.wait(60_000);
	const later = (await bench.client.get('/v1/campaigns')).data.data[index];
	const receivedLater = received();
	bench.wait(3_600_000);
	const end = (await bench.client.get('/v1/campaigns')).data.data[index];

	expect(early).toMatchObject({ is_sending: true, is_sent: false, sent: 12 });
	expect(later).toMatchObject({ is_sending: true, is_sent: false, sent: 24 });
	expect(receivedLater - receivedEarly).toBe(12);
	expect(end).toMatchObject({ is_sending: false, is_sent: true });
	expect(end?.sent).toBeGreaterThan(24);
});

test('the counters of a sent campaign agree with what its subscribers received', () => {
	const { state } = bench.sandbox;
	for (const campaign of state.campaigns.filter(({ status }) => status === 'sent')) {
		const mails = state.contactLists
			.flatMap(({ subscribers }) => subscribers.flatMap((subscriber) => subscriber.mails))
			.filter(({ subject }) => subject === campaign.name);
		expect(mails).toHaveLength(campaign.sent);
		expect(mails.filter(({ openedAt }) => openedAt !== null)).toHaveLength(campaign.opens);
		expect(mails.filter(({ clickedAt }) => clickedAt !== null)).toHaveLength(campaign.clicks);
		expect(campaign.opens).toBeGreaterThanOrEqual(campaign.clicks);
	}
});
