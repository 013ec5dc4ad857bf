import type { Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import {
	changedValues,
	diff,
	hasChanged,
	subscriberId,
	tagsAfter,
	updateBody,
	withChanges,
} from '../../../../nodes/EmailMarketing/resources/subscriber/people/changes';

const email = 'ann@example.com';
const tags = ['vip', 'lead'];
const ann: Subscriber = { id: 'u1', email, firstName: 'Ann', lastName: null, tags, isSubscribed: true };

describe('a subscriber', () => {
	it('has an ID that can be part of a path, or a message', () => {
		expect([subscriberId(ann), subscriberId({ ...ann, id: 7 })]).toEqual(['u1', '7']);
		for (const id of [undefined, '', '..', 2 ** 53])
			expect(() => subscriberId({ ...ann, id })).toThrow('no usable ID for ann@example.com');
		expect(() => subscriberId({ ...ann, id: undefined, email: null })).toThrow('no usable ID for the subscriber');
	});
});

describe('a change between two readings', () => {
	it('is a difference in what both show', () => {
		expect(hasChanged(ann, { ...ann, isSubscribed: false })).toBe(true);
		expect(hasChanged({ ...ann, isSubscribed: undefined }, { ...ann, updatedAt: '2026-01-01' })).toBe(false);
	});
});

describe('an update', () => {
	it('sends what is known and not empty, merged with what changes', () => {
		const first_name = 'Ann';
		expect(updateBody(ann, { last_name: 'Lee' })).toEqual({ email, first_name, last_name: 'Lee', tags });
		expect(updateBody({ ...ann, tags: [] }, { first_name: '' })).toEqual({ email, first_name: '' });
	});

	it('changes the fields that it names', () => {
		const expected = withChanges(ann, { last_name: 'Lee', email: 'lee@example.com' });
		expect(expected).toEqual({ ...ann, lastName: 'Lee', email: 'lee@example.com' });
	});
});

describe('what a row changes', () => {
	it.each<[object, 'replace' | 'add', object]>([
		[{ email: 'other@example.com' }, 'replace', {}],
		[{ first_name: ' Ann ' }, 'replace', {}],
		[{ first_name: 'Anne' }, 'replace', { first_name: { from: 'Ann', to: 'Anne' } }],
		[{ last_name: 'Lee' }, 'replace', { last_name: { from: null, to: 'Lee' } }],
		[{ tags: ['lead', 'VIP'] }, 'replace', {}],
		[{ tags: ['vip'] }, 'replace', { tags: { from: ann.tags, to: ['vip'] } }],
		[{ tags: ['vip', 'new'] }, 'replace', { tags: { from: ann.tags, to: ['vip', 'new'] } }],
		[{ tags: [] }, 'replace', { tags: { from: ann.tags, to: [] } }],
		[{ tags: ['vip'] }, 'add', {}],
		[{ tags: ['new'] }, 'add', { tags: { from: ann.tags, to: ['vip', 'lead', 'new'] } }],
	])('is what differs: %j (%s)', (row, mode, changes) => {
		expect(diff(row as never, ann, mode)).toEqual(changes);
	});

	it('is sent as values', () => {
		expect(changedValues({ first_name: { from: 'Ann', to: 'Anne' } })).toEqual({ first_name: 'Anne' });
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
