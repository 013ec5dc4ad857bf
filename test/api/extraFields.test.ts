import { readExtraFields } from '../../nodes/EmailMarketing/api/extraFields';

describe('readExtraFields', () => {
	it.each([undefined, null, '', '  ', '{}', {}])('takes %j for none', (value) => {
		expect(readExtraFields(value)).toEqual({});
	});

	it.each(['{"a": 1}', { a: 1 }])('reads %j', (value) => {
		expect(readExtraFields(value)).toEqual({ a: 1 });
	});

	it('takes a field of any name', () => {
		expect(readExtraFields('{"car": {"constructor": "Ferrari"}}')).toEqual({ car: { constructor: 'Ferrari' } });
	});

	it.each([
		['12345678901234567000', '{"a": 12345678901234567890}'],
		['-9007199254740992', '{"a": [{"b": -9007199254740993}]}'],
		['9007199254740992', { a: 2 ** 53 }],
	])('refuses a number that JavaScript has rounded, to %s: %j', (rounded, value) => {
		expect(() => readExtraFields(value)).toThrow(
			expect.objectContaining({
				message: `'Extra Fields (JSON)' has a number too large to be exact: ${rounded}`,
				description: expect.stringMatching(/Write it as text, in double quotes.*Nothing was sent/),
			}),
		);
	});

	it('keeps numbers that are exact', () => {
		expect(readExtraFields('{"a": 9007199254740991, "b": 0.1, "c": 1e-7}')).toEqual({
			a: 9007199254740991,
			b: 0.1,
			c: 1e-7,
		});
	});

	it('gives an object whose own names are all that it has', () => {
		const fields = readExtraFields('{"toString": "x", "a": {"valueOf": 1}}');
		expect(fields).toEqual({ toString: 'x', a: { valueOf: 1 } });
		expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
	});

	it.each(['{a: 1}', '[]', '5', '"text"', 'null', [{ a: 1 }], 5, true])(
		'says that %j is no JSON object, and how to write one',
		(value) => {
			expect(() => readExtraFields(value)).toThrow(
				expect.objectContaining({
					message: "'Extra Fields (JSON)' is not a JSON object",
					description: expect.stringContaining('{"field": "value"}'),
				}),
			);
		},
	);
});
