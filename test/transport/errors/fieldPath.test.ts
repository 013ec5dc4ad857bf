import { dotted, joined, pathOf } from '../../../nodes/EmailMarketing/transport/errors/fieldPath';

describe('dotted', () => {
	it.each([
		['email', 'email'],
		['subscribers[5].email', 'subscribers.5.email'],
		['subscribers[5]["email"]', 'subscribers.5.email'],
		['[0].email', '0.email'],
		['/subscribers/5/email', 'subscribers.5.email'],
		['#/data/attributes/a~1b~0c', 'a/b~c'],
		['non_field_errors', ''],
		['__all__', ''],
	])('makes of %s: %s', (name, field) => {
		expect(dotted(name)).toBe(field);
	});

	it('cuts a name off that is no name', () => {
		expect(dotted('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`);
		expect(dotted('x'.repeat(100))).toBe('x'.repeat(100));
	});
});

describe('pathOf', () => {
	it('leaves out the envelope that a path begins with, and no more', () => {
		expect([pathOf(['body', 'email']), pathOf(['data', 'attributes', 'email']), pathOf(['email', 'data'])]).toEqual(['email', 'email', 'email.data']);
	});
});

describe('joined', () => {
	it('puts a dot between two names only', () => {
		expect([joined('a', 'b'), joined('', 'b'), joined('a', ''), joined('', '')]).toEqual(['a.b', 'b', 'a', '']);
	});
});
