import type { Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import {
	diff,
	hasChanged,
	subscriberId,
	tagsAfter,
} from '../../../../nodes/EmailMarketing/resources/subscriber/people/changes';

const email = 'ann@example.com';
const tags = ['vip', 'lead'];
const ann: Subscriber = { id: 'u1', email, firstName: 'Ann', lastName: null, tags, isSubscribed: true };

describe('a subscriber', () => {
	it('has an ID that can be part of a path, or a message', () => {
		expect([' u1 ', 7].map((id) => subscriberId({ ...ann, id }))).toEqual(['u1', '7']);
		for (const id of [undefined, null, {}, '', ' ', '.', '..', 2 ** 53, 1.5])
			expect(() => subscriberId({ ...ann, id })).toThrow('no usable ID for ann@example.com');
		expect(() => subscriberId({ ...ann, id: undefined, email: null })).toThrow('no usable ID for the subscriber');
	});
});

describe('a change between two readings', () => {
	const dated = { ...ann, updatedAt: '2026-01-01' };

	it.each<[string, Partial<Subscriber>]>([
		['the state', { isSubscribed: false }],
		['the time', { updatedAt: '2026-01-02' }],
		['a tag more', { tags: [...tags, 'new'] }],
		['a tag less', { tags: ['vip'] }],
		['another tag', { tags: ['vip', 'new'] }],
	])('is a difference in what both show: %s', (_name, change) => {
		expect(hasChanged(dated, { ...dated, ...change })).toBe(true);
	});

	it.each<[string, Partial<Subscriber>]>([
		['a state that one hides', { isSubscribed: undefined }],
		['a time that one hides', { updatedAt: undefined }],
		['tags that one hides', { tags: undefined }],
		['the order and case of tags', { tags: ['LEAD', 'vip'] }],
		['a name', { firstName: 'Anne' }],
	])('is not: %s', (_name, change) => {
		const other = { ...dated, ...change };
		expect([hasChanged(dated, other), hasChanged(other, dated)]).toEqual([false, false]);
	});
});

describe('what a row changes', () => {
	it.each<[object, 'replace' | 'add', object]>([
		[{ email: 'other@example.com' }, 'replace', {}],
		[{ first_name: ' Ann ' }, 'replace', {}],
		[{ first_name: 'Anne' }, 'replace', { first_name: { from: 'Ann', to: 'Anne' } }],
		[{ last_name: 'Lee' }, 'replace', { last_name: { from: null, to: 'Lee' } }],
		[{ last_name: '' }, 'replace', {}],
		[{ phone: '1' }, 'add', { phone: { from: null, to: '1' } }],
		[{ is_subscribed: false, unsubscribed_at: '2026-01-01' }, 'replace', {}],
		[{ tags: ['lead', 'VIP'] }, 'replace', {}],
		[{ tags: ['vip'] }, 'replace', { tags: { from: ann.tags, to: ['vip'] } }],
		[{ tags: ['vip', 'new'] }, 'replace', { tags: { from: ann.tags, to: ['vip', 'new'] } }],
		[{ tags: [] }, 'replace', { tags: { from: ann.tags, to: [] } }],
		[{ tags: ['vip'] }, 'add', {}],
		[{ tags: ['new'] }, 'add', { tags: { from: ann.tags, to: ['vip', 'lead', 'new'] } }],
	])('is what differs: %j (%s)', (row, mode, changes) => {
		expect(diff(row as never, ann, mode)).toEqual(changes);
	});

	it('is nothing where only the encoding of a letter differs, or the service shows a number', () => {
		expect(diff({ first_name: 'Zoe\u0308' }, { ...ann, firstName: 'Zo\u00eb' }, 'add')).toEqual({});
		expect(diff({ first_name: '7' }, { ...ann, firstName: 7 }, 'add')).toEqual({});
	});

	it('is every tag, where those of the subscriber are not shown', () => {
		const hidden = { ...ann, tags: undefined };
		expect(diff({ tags: [] }, hidden, 'add')).toEqual({});
		expect(diff({ tags: ['new'] }, hidden, 'add')).toEqual({ tags: { from: null, to: ['new'] } });
		expect(() => tagsAfter(undefined, ['a'], 'add')).toThrow('does not show the tags');
	});

	it.each<['replace' | 'add' | 'remove', string[], string[]]>([
		['replace', ['b', 'B'], ['b']],
		['add', ['b', 'A', 'b'], ['a', ' c', 'b']],
		['remove', ['C', 'x'], ['a']],
	])('of tags is to %s %j, whatever their case', (mode, given, after) => {
		expect(tagsAfter(['a', ' c'], given, mode)).toEqual(after);
	});
});
