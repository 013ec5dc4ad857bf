import { textOf } from '../../nodes/EmailMarketing/shared/text';

it.each([
	['text', 'text'],
	[1.5, '1.5'],
	[false, 'false'],
	[null, 'null'],
	[undefined, 'undefined'],
	[[], ''],
	[['a', null, ['b', 1]], 'a,,b,1'],
])('writes %j as JavaScript does', (value, text) => {
	expect(textOf(value)).toBe(text);
	expect(String(value)).toBe(text);
});

it('writes objects as JSON, also those in a list', () => {
	expect(textOf({ id: 1 })).toBe('{"id":1}');
	expect(textOf([{ id: 1 }, 'b'])).toBe('{"id":1},b');
});
