import type { IDataObject } from 'n8n-workflow';

import type { KnownSubscriber } from '../../nodes/EmailMarketing/api/knownSubscriber';
import {
	bodyOf,
	changesBy,
	changesTo,
	stillAsBefore,
	tagsAfter,
	withChanges,
} from '../../nodes/EmailMarketing/api/subscriberChanges';

const ann = (more: Partial<KnownSubscriber> = {}): KnownSubscriber => ({
	id: 's1',
	email: 'ann@example.com',
	firstName: 'Ann',
	lastName: 'Lee',
	tags: ['vip', 'new'],
	isSubscribed: true,
	...more,
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
			expect(() => tagsAfter(undefined, ['x'], mode)).toThrow(
				expect.objectContaining({
					message: 'The service does not show the tags of this subscriber',
					description: expect.stringContaining("Set 'Tags Mode' to replace"),
				}),
			);
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

describe('what a body changes', () => {
	it('is all that it holds, with what was there before', () => {
		expect(changesTo({ first_name: 'Anna', tags: [], email: 'b@example.com' }, ann())).toEqual({
			first_name: { from: 'Ann', to: 'Anna' },
			tags: { from: ['vip', 'new'], to: [] },
			email: { from: undefined, to: 'b@example.com' },
		});
	});
});

describe('an answer to an update', () => {
	const changes = changesTo({ first_name: 'Anna', last_name: 'Lee', tags: ['x'] }, ann());

	it.each<[IDataObject, string[]]>([
		[{ first_name: 'Ann', tags: ['x'] }, ['first_name']],
		[{ first_name: ' Ann ', tags: ['new', 'vip'] }, ['first_name', 'tags']],
		[{ first_name: 'Anna', last_name: 'Lee', tags: ['x'] }, []],
		[{ first_name: 'ANNA', last_name: 'May', tags: ['y'] }, []],
		[{ tags: [] }, []],
		[{}, []],
	])('that shows %j shows as before: %j', (answer, expected) => {
		expect(stillAsBefore(changes, answer)).toEqual(expected);
	});

	it('shows no tags as before where there were none', () => {
		const first = changesTo({ tags: ['x'] }, ann({ tags: [] }));
		expect(stillAsBefore(first, { tags: [] })).toEqual(['tags']);
		expect(stillAsBefore(changesTo({ tags: ['x'] }, ann({ tags: undefined })), { tags: [] })).toEqual(['tags']);
	});
});
