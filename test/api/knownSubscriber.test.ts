import type { IDataObject } from 'n8n-workflow';

import {
	bodyOf,
	changesBy,
	knownSubscriber,
	shownSubscriber,
	tagsAfter,
	withChanges,
	type KnownSubscriber,
} from '../../nodes/EmailMarketing/api/knownSubscriber';

const ann = (more: Partial<KnownSubscriber> = {}): KnownSubscriber => ({
	id: 's1',
	email: 'ann@example.com',
	firstName: 'Ann',
	lastName: 'Lee',
	tags: ['vip', 'new'],
	isSubscribed: true,
	...more,
});

describe('a subscriber as a contact list shows it', () => {
	it('is read with what is compared, and nothing more', () => {
		const entry = {
			uuid: 's1',
			id: 7,
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip'],
			is_subscribed: true,
			recieved_count: 3,
		};
		expect(knownSubscriber(entry)).toEqual({
			id: 's1',
			email: 'ann@example.com',
			firstName: 'Ann',
			lastName: null,
			tags: ['vip'],
			isSubscribed: true,
		});
	});

	it('is read where JSON:API puts it', () => {
		expect(
			knownSubscriber({
				id: '7',
				type: 'subscribers',
				attributes: { email: 'ann@example.com', tags: ['vip'], is_subscribed: false },
			}),
		).toMatchObject({ id: '7', email: 'ann@example.com', tags: ['vip'], isSubscribed: false });
	});

	it('is itself, and not its custom fields, which some services call attributes', () => {
		const ann = {
			uuid: 's1',
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip'],
			is_subscribed: true,
		};
		const read = {
			id: 's1',
			email: 'ann@example.com',
			firstName: 'Ann',
			lastName: null,
			tags: ['vip'],
			isSubscribed: true,
		};
		for (const attributes of [
			[],
			{},
			{ city: 'Rome' },
			{ email: 'work@example.com', first_name: 'A.', id: 5 },
			null,
			'x',
		])
			expect(knownSubscriber({ ...ann, attributes })).toEqual(read);
		expect(
			knownSubscriber({ id: 7, email: 'ann@example.com', attributes: { uuid: 'x', last_name: 'Lee' } }),
		).toMatchObject({ id: 7, lastName: 'Lee' });
	});

	it.each<[IDataObject, boolean | undefined]>([
		[{ email: 'a@example.com', is_subscribed: true, attributes: { is_subscribed: false } }, false],
		[{ email: 'a@example.com', is_subscribed: false, attributes: { is_subscribed: true } }, false],
		[{ id: '7', type: 'subscribers', is_subscribed: false, attributes: { is_subscribed: true } }, false],
		[{ id: '7', type: 'subscribers', attributes: { is_subscribed: true, unsubscribed_at: '2026-01-01' } }, true],
		[{ email: 'a@example.com', is_subscribed: true, attributes: { city: 'Rome' } }, true],
		[{ email: 'a@example.com', attributes: { is_subscribed: true } }, true],
		[{ email: 'a@example.com', attributes: { unsubscribed_at: '2026-01-01' } }, false],
	])('has opted out where either place says so: %j', (entry, expected) => {
		expect(knownSubscriber(entry).isSubscribed).toBe(expected);
	});

	it.each([[undefined], [null], ['text'], [7], [[]], [{}]])('is nobody where there is nothing to read: %j', (entry) => {
		expect(knownSubscriber(entry)).toEqual({
			id: undefined,
			email: undefined,
			firstName: undefined,
			lastName: undefined,
			tags: undefined,
			isSubscribed: undefined,
		});
	});

	it.each<[IDataObject, boolean | undefined]>([
		[{ is_subscribed: true }, true],
		[{ is_subscribed: 1 }, true],
		[{ is_subscribed: '1' }, true],
		[{ is_subscribed: 'true' }, true],
		[{ is_subscribed: false }, false],
		[{ is_subscribed: 0 }, false],
		[{ is_subscribed: '0' }, false],
		[{ is_subscribed: 'false' }, false],
		[{ unsubscribed_at: '0000-00-00 00:00:00' }, undefined],
		[{ unsubscribed_at: '0000-00-00 00:00:00', status: 'active' }, true],
		[{ unsubscribed_at: '-0001-11-30T00:00:00.000000Z' }, undefined],
		[{ unsubscribed_at: '0000-00-00', is_subscribed: false }, false],
		[{ unsubscribed_at: '2026-01-01' }, false],
		[{ is_subscribed: null, unsubscribed_at: '2026-01-01' }, false],
		[{ is_subscribed: true, unsubscribed_at: '2026-01-01' }, true],
		[{ unsubscribed_at: null }, undefined],
		[{ is_subscribed: 'maybe' }, undefined],
		[{}, undefined],
		...['yes', 'Y', 't', 'T', 'True', ' TRUE '].map((word): [IDataObject, boolean] => [{ is_subscribed: word }, true]),
		...['no', 'N', 'f', 'F', 'False', 'FALSE'].map((word): [IDataObject, boolean] => [{ is_subscribed: word }, false]),
	])('is subscribed as it says, and not known to be where it does not: %j', (entry, expected) => {
		expect(knownSubscriber(entry).isSubscribed).toBe(expected);
	});

	it.each(
		['status', 'state', 'subscription_status'].flatMap((field) => [
			...['subscribed', 'active', 'Active'].map((state): [IDataObject, boolean | undefined] => [
				{ [field]: state },
				true,
			]),
			...[
				'unsubscribed',
				'bounced',
				'complained',
				'cleaned',
				'suppressed',
				'blocked',
				'inactive',
				' UNSUBSCRIBED ',
			].map((state): [IDataObject, boolean | undefined] => [{ [field]: state }, false]),
			...['pending', 'CA', '', 1, null, { a: 1 }].map((state): [IDataObject, boolean | undefined] => [
				{ [field]: state },
				undefined,
			]),
		]),
	)('is subscribed as a state says where there is nothing else: %j', (entry, expected) => {
		expect(knownSubscriber(entry).isSubscribed).toBe(expected);
	});

	it.each<[IDataObject, boolean | undefined]>([
		[{ is_subscribed: null, unsubscribed_at: null, status: 'unsubscribed' }, false],
		[{ is_subscribed: '', status: 'active' }, true],
		[{ is_subscribed: true, status: 'unsubscribed' }, true],
		[{ is_subscribed: false, status: 'active' }, false],
		[{ is_subscribed: 'maybe', status: 'active' }, undefined],
		[{ is_subscribed: {}, status: 'active' }, undefined],
		[{ unsubscribed_at: '2026-01-01', status: 'subscribed' }, false],
		[{ status: 'active', subscription_status: 'unsubscribed' }, false],
		[{ status: 'active', subscription_status: 'pending' }, undefined],
		[{ status: 'active', state: 'CA' }, true],
		[{ status: 'subscribed', state: 'bounced' }, false],
	])('is subscribed as the plainest field says: %j', (entry, expected) => {
		expect(knownSubscriber(entry).isSubscribed).toBe(expected);
	});

	it('is shown under the names of the service, without what is not known', () => {
		expect(shownSubscriber(ann({ lastName: null, isSubscribed: undefined }))).toEqual({
			uuid: 's1',
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			tags: ['vip', 'new'],
		});
	});
});

describe('the tags that somebody has afterwards', () => {
	it.each<['replace' | 'add' | 'remove', string[], string[]]>([
		['replace', ['x', 'x'], ['x']],
		['replace', [], []],
		['add', ['x', 'vip'], ['vip', 'new', 'x']],
		['add', [], ['vip', 'new']],
		['remove', ['vip', 'x'], ['new']],
		['remove', ['vip', 'new'], []],
		['remove', [], ['vip', 'new']],
	])('with %s and %j are %j', (mode, given, expected) => {
		expect(tagsAfter(['vip', 'new'], given, mode)).toEqual(expected);
	});

	it('take the present ones to be known, unless they are replaced', () => {
		expect(tagsAfter(undefined, ['x'], 'replace')).toEqual(['x']);
		for (const mode of ['add', 'remove'] as const)
			expect(() => tagsAfter(undefined, ['x'], mode)).toThrow('The service does not show the tags of this subscriber');
	});
});

describe('what a row changes', () => {
	it.each<[IDataObject]>([
		[{ email: 'ANN@example.com' }],
		[{ first_name: 'Ann', last_name: 'Lee' }],
		[{ first_name: ' Ann ' }],
		[{ tags: ['new', 'vip'] }],
		[{ tags: [' vip', 'new', 'vip'] }],
		[{}],
	])('is nothing where it gives what is there: %j', (row) => {
		expect(changesBy(row, ann(), 'replace')).toEqual({});
	});

	it.each<[IDataObject, object]>([
		[{ first_name: 'Anna' }, { first_name: { from: 'Ann', to: 'Anna' } }],
		[{ first_name: 'ann' }, { first_name: { from: 'Ann', to: 'ann' } }],
		[
			{ first_name: 'Ann', last_name: 'May', tags: ['vip'] },
			{ last_name: { from: 'Lee', to: 'May' }, tags: { from: ['vip', 'new'], to: ['vip'] } },
		],
		[{ tags: [] }, { tags: { from: ['vip', 'new'], to: [] } }],
		[{ tags: ['VIP', 'new'] }, { tags: { from: ['vip', 'new'], to: ['VIP', 'new'] } }],
	])('is what differs, with what was there: %j', (row, changes) => {
		expect(changesBy(row, ann(), 'replace')).toEqual(changes);
	});

	it('is a name where there was none, and no empty name', () => {
		const nameless = ann({ firstName: null, lastName: undefined, tags: undefined });
		expect(changesBy({ first_name: 'Ann', last_name: '' }, nameless, 'replace')).toEqual({
			first_name: { from: null, to: 'Ann' },
		});
		expect(changesBy({ tags: ['x'] }, nameless, 'replace')).toEqual({ tags: { from: null, to: ['x'] } });
	});

	it.each<['add' | 'remove', string[], string[] | undefined]>([
		['add', ['vip'], undefined],
		['add', ['x'], ['vip', 'new', 'x']],
		['remove', ['x'], undefined],
		['remove', ['vip'], ['new']],
	])('with %s and the tags %j goes by those that are there', (mode, tags, to) => {
		expect(changesBy({ tags }, ann(), mode)).toEqual(to === undefined ? {} : { tags: { from: ['vip', 'new'], to } });
	});

	it('leaves tags alone that the row does not give, whatever the mode', () => {
		for (const mode of ['replace', 'add', 'remove'] as const)
			expect(changesBy({ first_name: 'Ann' }, ann({ tags: undefined }), mode)).toEqual({});
	});

	it('makes the body of an update, and the subscriber as it then is', () => {
		const changes = changesBy({ first_name: 'Anna', tags: [] }, ann(), 'replace');
		expect(bodyOf(changes)).toEqual({ first_name: 'Anna', tags: [] });
		expect(withChanges(ann(), changes)).toEqual(ann({ firstName: 'Anna', tags: [] }));
		expect(withChanges(ann(), {})).toEqual(ann());
	});
});
