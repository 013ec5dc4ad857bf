import {
	idKey,
	idOf,
	importReport,
	isAccount,
	isWebPage,
	pick,
	failureIn,
	pathKey,
	campaignState,
	simplifyCampaign,
	simplifySubscriber,
	unwrap,
} from '../../nodes/EmailMarketing/api/response';

const campaign = { uuid: 'c1', name: 'Sale' };

describe('a resource', () => {
	it.each([
		['its documented envelope', { message: 'Updated', campaign }],
		['an envelope called data', { data: campaign }],
		['both, one in the other', { message: 'Updated', data: { campaign } }],
		['data twice', { data: { data: campaign } }],
		['its own name next to data', { data: { other: 1 }, campaign }],
		['no envelope', campaign],
	])('is read from %s', (_name, body) => {
		expect(unwrap(body, 'campaign')).toEqual(campaign);
	});

	it.each([
		...[{ message: 'Done' }, {}, { campaign: null }, { campaign: 'c1' }, { campaign: [campaign] }, { data: 'x' }],
		// With a UUID it is no envelope.
		{ ...campaign, data: { opens: 1 } },
	])('is the body itself where that is no envelope: %j', (body) => {
		expect(unwrap(body, 'campaign')).toEqual(body);
	});

	it('has the fields next to it in its envelope, too, but not the message', () => {
		const domain = { uuid: 'd1', name: 'example.com' };
		expect(unwrap({ message: 'Created', records: [1], data: {}, domain }, 'domain')).toEqual({
			...domain,
			records: [1],
		});
	});
});

describe('a body of status 200', () => {
	it.each([
		{ success: false, data: { uuid: 'c1' } },
		{ ok: false, message: 'No' },
		{ status: 'error' },
		{ status: 'failed', campaign: null },
	])('reports a failure: %j', (body) => {
		expect(failureIn(body, 'campaign')).toBe('declined');
	});

	it.each([
		...[undefined, [], {}, { success: true }, { success: 'false' }, { message: 'The campaign could not be found' }],
		...[
			{ status: 'pending' },
			{ status: 'failed', campaign: { uuid: 'c1' } },
			{ status: 'failed', data: [{ uuid: 'c1' }] },
		],
		...[
			{ status: 'error', uuid: 'c1' },
			{ status: 'error', id: 7 },
			{ imported: 0, failed: 1 },
		],
		...[{ results: [{ status: 422 }] }, { message: 'Suppressed', campaign: null }],
	])('reports none, whatever else it says: %j', (body) => {
		expect(failureIn(body, 'campaign')).toBeUndefined();
	});
});

describe('a body of status 200 without a resource', () => {
	const named = { errors: { name: ['is odd'] } };

	it.each([
		named,
		{ errors: ['No'] },
		{ errors: [{ row: 3 }] },
		{ error: 'No' },
		{ failures: 2 },
		{ data: [], ...named },
	])('reports something undone: %j', (body) => expect(failureIn(body, 'campaign')).toBe('incomplete'));

	it.each([
		...[undefined, [], 'No', {}, { message: 'No' }, { error: null }, { error: false }, { error: ' ' }],
		...[{ errors: [] }, { errors: {} }, { failures: 0 }, { success: false }],
		...[{ campaign: { uuid: 'c1' } }, { data: [{ uuid: 'c1' }] }, { uuid: 'c1' }, { id: 7 }].map((resource) => ({
			...resource,
			...named,
		})),
	])('reports none: %j', (body) => expect(failureIn(body, 'campaign')).not.toBe('incomplete'));
});

describe('idOf', () => {
	it.each([
		[{ uuid: 'a', id: 7 }, 'a'],
		[{ uuid: '', id: 7 }, 7],
		[{ uuid: null, id: 0 }, 0],
		[{ name: 'x' }, undefined],
		[null, undefined],
		[{ uuid: undefined, id: 'b' }, 'b'],
	])('of %j is %j', (entry, id) => {
		expect(idOf(entry)).toBe(id);
	});
});

it('knows a web page by its beginning', () => {
	const pages = [' <!doctype html>', '<?xml version="1.0"?>'];
	const others = ['x <', 'not <html>', '{"a": 1}', undefined, {}, ['<html>']];
	expect([...pages, ...others].filter(isWebPage)).toEqual(pages);
});

it('knows an account by any field of its own', () => {
	const accounts = [{ account: { name: 'Acme' } }, { data: { name: 'Acme' } }, { name: 'Acme', message: 'OK' }];
	const others = [
		{ message: 'OK' },
		{ data: [{ name: 'Acme' }] },
		{ account: {} },
		{ account: 'a', data: 'b' },
		[],
		'Acme',
		null,
	];
	expect([...accounts, ...others].filter(isAccount)).toEqual(accounts);
});

it('reads the report of an import, also under data', () => {
	expect(
		[{ imported: 2 }, { message: 'OK', data: { imported: 2 } }, { imported: 2, data: [] }, 'OK'].map(importReport),
	).toEqual([{ imported: 2 }, { message: 'OK', data: { imported: 2 }, imported: 2 }, { imported: 2, data: [] }, {}]);
});

describe('the fields of a resource', () => {
	it('are picked in the order asked for, null and undefined too', () => {
		const picked = Object.entries(pick({ b: 2, a: null, c: undefined, d: 1 }, ['c', 'a', 'x']));
		expect(picked).toEqual([
			['c', undefined],
			['a', null],
		]);
	});

	it('stay whole where it has none of them', () => {
		expect(pick({ x: 1 }, ['a'])).toEqual({ x: 1 });
		expect(simplifyCampaign({ id: 1, title: 'Sale' })).toEqual({ id: 1, title: 'Sale' });
	});
});

const of = (fields: string): object => Object.fromEntries(fields.split(' ').map((field) => [field, `its ${field}`]));

describe('a resource that is simplified', () => {
	it('has ten fields of a campaign, most useful first, with the contact list by its name', () => {
		const list = { uuid: 'l1', name: 'Customers' };
		const whole = { ...of('created_at domain bounces unsubs clicks opens sent is_sent from_name name uuid novel') };
		const simple = simplifyCampaign({ ...whole, contact_list: list });
		const fields = 'name is_sent sent opens clicks unsubs bounces contact_list created_at uuid';
		expect(Object.entries(simple)).toEqual(Object.entries({ ...of(fields), contact_list: 'Customers' }));
	});

	it('has the fields of a campaign that were asked for, too, once each, and the template by its name', () => {
		const campaign = { uuid: 'c1', name: 'Sale', from_name: 'Us', template: { uuid: 't1', name: 'Offer' } };
		const expected = { name: 'Sale', uuid: 'c1', template: 'Offer', from_name: 'Us' };
		expect(simplifyCampaign(campaign, ['template', 'name', 'from_name', 'novel'])).toEqual(expected);
	});

	it.each([
		['sent', { is_sent: true, is_sending: false }],
		['sending', { is_sent: false, is_sending: 1 }],
		['draft', { is_sent: 0, is_sending: 0 }],
		['', { is_sent: 'no', is_sending: null }],
	])('is a campaign in the state %j: %j', (state, campaign) => {
		expect(campaignState(campaign)).toBe(state);
	});

	it.each([null, 'l1', {}, ['l1']])('keeps a contact list that is %j', (list) => {
		expect(simplifyCampaign({ uuid: 'c1', contact_list: list })).toEqual({ uuid: 'c1', contact_list: list });
	});

	it('has ten fields of a subscriber, with an action first, or mails last', () => {
		const fields = 'email first_name last_name is_subscribed tags uuid open_rate click_rate last_opened';
		const whole = { ...of('created_at updated_at account_id last_clicked'), ...of(fields) };
		expect(Object.keys(simplifySubscriber(whole))).toEqual([...fields.split(' '), 'created_at']);
		expect(Object.keys(simplifySubscriber({ mails: [], ...whole }))).toEqual([...fields.split(' '), 'mails']);
		expect(Object.keys(simplifySubscriber({ ...whole, action: 'x' }))).toEqual(['action', ...fields.split(' ')]);
	});
});

it('a UUID is the same in any case, and any other ID is not', () => {
	const uuid = '6ED86E64-47E6-4503-8C23-1DEEF3AA3147';
	const others = ['5', 'aB3', `X${uuid}`, `${uuid}X`];
	expect([uuid, 5, undefined, ...others].map(idKey)).toEqual([uuid.toLowerCase(), '5', '', ...others]);
	expect(pathKey({ list: uuid, subscriber: 'aB3' })).toBe(pathKey({ list: uuid.toLowerCase(), subscriber: 'aB3' }));
	expect(pathKey({ list: uuid, subscriber: 'aB3' })).not.toBe(pathKey({ list: uuid, subscriber: 'ab3' }));
});
