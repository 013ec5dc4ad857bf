import {
	idOf,
	isWebPage,
	pick,
	reportsFailure,
	simplifyCampaign,
	simplifySubscriber,
	unwrap,
} from '../../nodes/EmailMarketing/api/response';

const campaign = { uuid: 'c1', name: 'Sale' };

describe('unwrap', () => {
	it.each([
		['its documented envelope', { message: 'Updated', campaign }],
		['an envelope called data', { data: campaign }],
		['both, one in the other', { message: 'Updated', data: { campaign } }],
		['data twice', { data: { data: campaign } }],
		['no envelope', campaign],
	])('gives the thing out of %s', (_name, answer) => {
		expect(unwrap(answer, 'campaign')).toEqual(campaign);
	});

	it.each([{ message: 'Done' }, {}, { campaign: null }, { campaign: 'c1' }, { campaign: [campaign] }, { data: 'x' }])(
		'hands %j on whole',
		(answer) => {
			expect(unwrap(answer, 'campaign')).toEqual(answer);
		},
	);

	it('takes a thing with a UUID for no envelope, though it holds something called data', () => {
		expect(unwrap({ ...campaign, data: { opens: 1 } }, 'campaign')).toEqual({ ...campaign, data: { opens: 1 } });
	});

	it('keeps what stands beside the thing, but not the message', () => {
		expect(
			unwrap({ message: 'Created', records: [1], data: {}, domain: { uuid: 'd1', name: 'example.com' } }, 'domain'),
		).toEqual({ uuid: 'd1', name: 'example.com', records: [1] });
	});

	it('prefers the thing by name to data', () => {
		expect(unwrap({ data: { other: 1 }, campaign }, 'campaign')).toEqual(campaign);
	});
});

describe('a body of status 200', () => {
	it.each([
		{ success: false },
		{ success: false, data: { uuid: 'c1' } },
		{ ok: false, message: 'No' },
		{ status: 'error' },
		{ status: 'failed', campaign: null },
	])('reports a failure: %j', (body) => {
		expect(reportsFailure(body, 'campaign')).toBe(true);
	});

	it.each([
		undefined,
		[],
		{},
		{ success: true },
		{ success: 'false' },
		{ message: 'The campaign could not be found' },
		{ errors: { name: ['is odd'] } },
		{ status: 'pending' },
		{ status: 'failed', campaign: { uuid: 'c1' } },
		{ status: 'failed', data: [{ uuid: 'c1' }] },
		{ status: 'error', uuid: 'c1' },
		{ status: 'error', id: 7 },
	])('reports none, whatever else it says: %j', (body) => {
		expect(reportsFailure(body, 'campaign')).toBe(false);
	});
});

describe('idOf', () => {
	it.each([
		[{ uuid: 'a', id: 7 }, 'a'],
		[{ uuid: '', id: 7 }, 7],
		[{ uuid: null, id: 0 }, 0],
		[{ name: 'x' }, undefined],
		['a', undefined],
	])('of %j is %j', (entry, id) => {
		expect(idOf(entry)).toBe(id);
	});
});

it('knows a web page by its beginning', () => {
	expect([' <!doctype html>', '<?xml version="1.0"?>', 'x <', '{"a": 1}', undefined, {}].map(isWebPage)).toEqual([
		...[true, true],
		...[false, false, false, false],
	]);
});

describe('pick', () => {
	it('gives the fields in the order asked for', () => {
		expect(Object.entries(pick({ b: 2, a: 1, c: 3 }, ['c', 'a']))).toEqual([
			['c', 3],
			['a', 1],
		]);
	});

	it('keeps a field that is null or undefined', () => {
		expect(pick({ a: null, b: undefined }, ['a', 'b', 'c'])).toStrictEqual({ a: null, b: undefined });
	});

	it('keeps a thing whole that has none of the fields', () => {
		expect(pick({ x: 1 }, ['a'])).toEqual({ x: 1 });
	});
});

/** Every field that the document names, and one that it does not. */
const wholeCampaign = {
	created_at: '2024-01-01',
	domain: { uuid: 'd1', name: 'example.com' },
	hard_bounces: 0,
	soft_bounces: 1,
	bounces: 1,
	unsubs: 2,
	clicks: 3,
	opens: 4,
	sent: 5,
	is_sent: true,
	is_sending: false,
	from_name: 'Ann',
	from_email: 'a@example.com',
	reply_to_name: '',
	reply_to_email: '',
	template: { uuid: 't1', name: 'Plain', slug: 'plain' },
	contact_list: { uuid: 'l1', name: 'Customers' },
	name: 'Sale',
	uuid: 'c1',
	novel: true,
};
const wholeSubscriber = {
	created_at: '2024-01-01',
	updated_at: '2024-01-02',
	tags: ['vip'],
	customerable_id: 1,
	customerable_type: 'x',
	account_id: 2,
	last_clicked: null,
	last_opened: null,
	click_rate: 0,
	open_rate: 0.5,
	opened_count: 1,
	recieved_count: 2,
	unsubscribed_at: null,
	is_subscribed: true,
	email: 'a@example.com',
	last_name: 'Lee',
	first_name: 'Ann',
	uuid: 's1',
};

describe('simplifyCampaign', () => {
	it('gives ten fields, most useful first, with the list and the template by name', () => {
		expect(Object.entries(simplifyCampaign(wholeCampaign))).toEqual([
			['name', 'Sale'],
			['uuid', 'c1'],
			['contact_list', 'Customers'],
			['is_sent', true],
			['sent', 5],
			['opens', 4],
			['clicks', 3],
			['unsubs', 2],
			['bounces', 1],
			['created_at', expect.any(String)],
		]);
	});

	it.each([null, 'l1', {}, ['l1']])('leaves a contact list alone that is %j', (list) => {
		expect(simplifyCampaign({ uuid: 'c1', contact_list: list })).toEqual({ uuid: 'c1', contact_list: list });
	});

	it('leaves a campaign of a shape of its own whole', () => {
		expect(simplifyCampaign({ id: 1, title: 'Sale' })).toEqual({ id: 1, title: 'Sale' });
	});
});

describe('simplifySubscriber', () => {
	it('gives ten fields, most useful first', () => {
		expect(Object.keys(simplifySubscriber(wholeSubscriber))).toEqual([
			'email',
			'uuid',
			'first_name',
			'last_name',
			'is_subscribed',
			'tags',
			'open_rate',
			'click_rate',
			'last_opened',
			'created_at',
		]);
	});

	it('keeps mails that were read along, and stays at ten', () => {
		const simple = simplifySubscriber({ ...wholeSubscriber, mails: [{ uuid: 'm1' }] });
		expect(simple.mails).toEqual([{ uuid: 'm1' }]);
		expect(Object.keys(simple)).toHaveLength(10);
	});
});
