import { dotted, joined, pathOf } from '../../../nodes/EmailMarketing/transport/errors/fieldPath';

describe('dotted', () => {
	it.each<[string, string]>([
		['email', 'email'],
		['subscribers[5].email', 'subscribers.5.email'],
		['subscribers[5]["email"]', 'subscribers.5.email'],
		['[0].email', '0.email'],
		['/subscribers/5/email', 'subscribers.5.email'],
		['#/data/attributes/a~1b~0c', 'a/b~c'],
		["a['b'][10]c", 'a.b.10c'],
		['[0][1]', '0.1'],
		['a[]', 'a[]'],
		['a/b', 'a/b'],
		['a#/b', 'a#/b'],
		['/', '/'],
		['/a~1b~1c~0d~0e', 'a/b/c~d~e'],
		...['non_field_errors', '__all__', 'base', '_general', 'general', '_error', '_errors', '*'].map(
			(name): [string, string] => [name, ''],
		),
	])('makes of %s: %s', (name, field) => {
		expect(dotted(name)).toBe(field);
	});

	it('cuts a name off that is no name', () => {
		expect(dotted('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
		expect(dotted('x'.repeat(100))).toBe('x'.repeat(100));
	});
});

describe('pathOf', () => {
	it('keeps a path of nothing else', () => {
		expect([pathOf(['data']), pathOf(['body', 'attributes']), pathOf([])]).toEqual(['data', 'body.attributes', '']);
	});

	it('leaves out the envelope that a path begins with, and no more', () => {
		expect([pathOf(['body', 'email']), pathOf(['data', 'attributes', 'email']), pathOf(['email', 'data'])]).toEqual([
			'email',
			'email',
			'email.data',
		]);
	});
});

describe('joined', () => {
	it('puts a dot between two names only', () => {
		expect([joined('a', 'b'), joined('', 'b'), joined('a', ''), joined('', '')]).toEqual(['a.b', 'b', 'a', '']);
	});
});
