import fc from 'fast-check';

import { redact } from '../../nodes/EmailMarketing/transport/redact';

describe('redact', () => {
	it.each([
		['the token token_123456 again: token_123456', 'the token *** again: ***'],
		['nothing', 'nothing'],
		[{ a: ['x token_123456', { token_123456: 'b' }] }, { a: ['x ***', { '***': 'b' }] }],
		[[['token_123456']], [['***']]],
		[null, null],
		[undefined, undefined],
		[5, 5],
		[true, true],
	])('makes of %j %j', (value, struck) => {
		expect(redact<unknown>(value, 'token_123456')).toEqual(struck);
	});

	it.each(['$&$&$&$&$&$&', '.*.*.*.*.*.*', 'a+b+c+d+e+f+', '\\\\\\\\\\\\\\\\\\\\\\\\'])('reads the secret %s literally', (secret) => {
		expect(redact(`x${secret}y`, secret)).toBe('x***y');
	});

	it.each(['', 'text', 'elevenchars'])('strikes nothing out for "%s", which is no secret but an ordinary word', (word) => {
		const value = { a: `text ${word}` };
		expect(redact(value, word)).toBe(value);
	});

	it('strikes a secret out that came as a number', () => {
		expect(redact<unknown>({ a: 123456789012, b: 1234567890123 }, '123456789012')).toEqual({ a: '***', b: 1234567890123 });
	});

	it('strikes out the percent-encoded form too', () => {
		expect(redact('https://x.example/?t=tok%2Ben%2F123456', 'tok+en/123456')).toBe('https://x.example/?t=***');
	});

	it.each([{ a: ['text', { b: 5, c: null }], d: undefined }, [[]], {}, 'text'])('gives back the very value it was given when nothing is to be struck out: %j', (value) => {
		expect(redact<unknown>(value, 'token_123456')).toBe(value);
	});

	it('masks what lies too deep to be looked through, also where nothing above holds the secret', () => {
		let deep: unknown = 'token_123456';
		for (let depth = 0; depth < 2000; depth += 1) deep = [deep];
		const masked = redact(deep, 'token_123456');
		expect(masked).not.toBe(deep);
		expect(JSON.stringify(masked)).not.toContain('token_123456');
	});

	it('does not change what it was given', () => {
		const value = { a: ['token_123456'] };
		redact(value, 'token_123456');
		expect(value).toEqual({ a: ['token_123456'] });
	});

	it('keeps a field called __proto__ a field', () => {
		expect(JSON.stringify(redact<unknown>(JSON.parse('{"__proto__": {"a": "token_123456"}}'), 'token_123456'))).toBe('{"__proto__":{"a":"***"}}');
	});

	it('leaves no text that holds the secret, in any JSON', () => {
		// Characters of tokens; a secret of asterisks alone would be the mask itself.
		const secret = fc.string({ unit: fc.constantFrom('a', 'b', '$', '"', '\\', '.'), minLength: 12, maxLength: 14 });
		const text = (token: string) => fc.array(fc.constantFrom(token, 'a', 'b', '"', ' '), { maxLength: 6 }).map((parts) => parts.join(''));
		const value = secret.chain((token) => fc.tuple(fc.constant(token), fc.letrec((tie) => ({ value: fc.oneof({ maxDepth: 3 }, text(token), fc.array(tie('value')), fc.dictionary(text(token), tie('value'))) })).value));
		fc.assert(fc.property(value, ([token, json]) => expect(texts(redact(json, token)).filter((one) => one.includes(token))).toEqual([])));
	});

	it('leaves a value alone that does not hold the secret', () => {
		fc.assert(fc.property(fc.jsonValue(), (json) => expect(redact(json, '\u0001never')).toEqual(json)));
	});
});

/** Every text of a value, names of fields included. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, entry]) => [...(Array.isArray(value) ? [] : [key]), ...texts(entry)]);
}
