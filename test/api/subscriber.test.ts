import {
	changedValues,
	diff,
	isComplete,
	parseSubscriber,
	subscriberId,
	subscriberOutput,
	tagsAfter,
	updateBody,
	updatedSubscriber,
	withChanges,
	type Subscriber,
} from '../../nodes/EmailMarketing/api/subscriber';

const ann: Subscriber = {
	id: 'u1',
	email: 'ann@example.com',
	firstName: 'Ann',
	lastName: null,
	tags: ['vip', 'lead'],
	isSubscribed: true,
};
const wire = {
	uuid: 'u1',
	email: 'ann@example.com',
	first_name: 'Ann',
	last_name: null,
	tags: ['vip', 'lead'],
	is_subscribed: true,
};

describe('a subscriber as the service shows it', () => {
	it.each<[string, unknown]>([
		['bare', wire],
		['in its envelope', { message: 'OK', subscriber: wire }],
		['under data', { data: wire }],
	])('is read %s', (_name, body) => {
		expect(parseSubscriber(body)).toEqual(ann);
	});

	it('has no fields where the service shows none', () => {
		expect(Object.values(parseSubscriber({ message: 'OK' })).every((value) => value === undefined)).toBe(true);
	});

	it.each<[object, boolean | undefined]>([
		[{ is_subscribed: true }, true],
		[{ is_subscribed: false }, false],
		[{ is_subscribed: 1 }, true],
		[{ is_subscribed: 0 }, false],
		[{ is_subscribed: true, unsubscribed_at: '2026-01-01T00:00:00Z' }, true],
		[{ unsubscribed_at: '2026-01-01T00:00:00Z' }, false],
		[{ unsubscribed_at: null }, undefined],
		[{ is_subscribed: 'maybe' }, undefined],
		[{}, undefined],
	])('is subscribed or not: %j', (fields, isSubscribed) => {
		expect(parseSubscriber(fields).isSubscribed).toBe(isSubscribed);
	});

	it.each<[unknown, string[] | undefined]>([
		[
			['a', 'b'],
			['a', 'b'],
		],
		[[], []],
		[null, []],
		[undefined, undefined],
		['a, b', undefined],
		[[{ name: 'a' }], undefined],
	])('has its tags where they are a list of texts: %j', (tags, read) => {
		expect(parseSubscriber({ tags }).tags).toEqual(read);
	});

	it('has an ID that can be part of a path, or a message', () => {
		expect(subscriberId(ann)).toBe('u1');
		expect(subscriberId({ ...ann, id: 7 })).toBe('7');
		expect(() => subscriberId({ ...ann, id: undefined })).toThrow('The service shows no usable ID for ann@example.com');
		expect(() => subscriberId({ ...ann, id: undefined, email: null })).toThrow(
			'The service shows no usable ID for the subscriber',
		);
	});

	it('is output without what is not known', () => {
		expect(subscriberOutput({ ...ann, tags: undefined })).toEqual({
			uuid: 'u1',
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: null,
			is_subscribed: true,
		});
	});
});

describe('an update', () => {
	it('sends what is known and not empty, merged with what changes', () => {
		expect(updateBody(ann, { last_name: 'Lee' })).toEqual({
			email: 'ann@example.com',
			first_name: 'Ann',
			last_name: 'Lee',
			tags: ['vip', 'lead'],
		});
		expect(updateBody({ ...ann, tags: [] }, { first_name: '' })).toEqual({ email: 'ann@example.com', first_name: '' });
	});

	it('knows whether all four fields are known', () => {
		expect(isComplete(ann)).toBe(true);
		expect(isComplete({ ...ann, tags: undefined })).toBe(false);
		expect(isComplete({ ...ann, lastName: undefined })).toBe(false);
	});

	it('leaves a subscriber as the response shows it, and as it was expected elsewhere', () => {
		const expected = withChanges(ann, { last_name: 'Lee', email: 'lee@example.com' });
		expect(expected).toEqual({ ...ann, lastName: 'Lee', email: 'lee@example.com' });
		expect(updatedSubscriber(expected, { message: 'Updated' })).toEqual(expected);
		expect(updatedSubscriber(expected, { uuid: 'u1', last_name: 'LEE', tags: ['x'] })).toEqual({
			...expected,
			lastName: 'LEE',
			tags: ['x'],
		});
	});
});

describe('what a row changes', () => {
	it.each<[object, object]>([
		[{ email: 'other@example.com' }, {}],
		[{ first_name: ' Ann ' }, {}],
		[{ first_name: 'Anne' }, { first_name: { from: 'Ann', to: 'Anne' } }],
		[{ last_name: 'Lee' }, { last_name: { from: null, to: 'Lee' } }],
		[{ tags: ['lead', 'vip'] }, {}],
		[{ tags: ['vip'] }, { tags: { from: ['vip', 'lead'], to: ['vip'] } }],
	])('is what differs: %j', (row, changes) => {
		expect(diff(row as never, ann, 'replace')).toEqual(changes);
	});

	it('adds tags, and sends tags that are not shown', () => {
		expect(diff({ tags: ['vip'] }, ann, 'add')).toEqual({});
		expect(diff({ tags: ['new'] }, ann, 'add')).toEqual({ tags: { from: ann.tags, to: ['vip', 'lead', 'new'] } });
		expect(diff({ tags: [] }, { ...ann, tags: undefined }, 'add')).toEqual({});
		expect(diff({ tags: ['new'] }, { ...ann, tags: undefined }, 'add')).toEqual({ tags: { from: null, to: ['new'] } });
	});

	it('is sent as values', () => {
		expect(changedValues(diff({ first_name: 'Anne', tags: ['vip'] }, ann, 'replace'))).toEqual({
			first_name: 'Anne',
			tags: ['vip'],
		});
	});

	it.each<['replace' | 'add' | 'remove', string[], string[]]>([
		['replace', ['b', 'b'], ['b']],
		['add', ['b', 'a', 'b'], ['a', ' c', 'b']],
		['remove', ['c', 'x'], ['a']],
	])('of tags is to %s', (mode, given, after) => {
		expect(tagsAfter(['a', ' c'], given, mode)).toEqual(after);
	});

	it('cannot be said of tags that the service does not show', () => {
		expect(() => tagsAfter(undefined, ['a'], 'add')).toThrow('does not show the tags');
	});
});
