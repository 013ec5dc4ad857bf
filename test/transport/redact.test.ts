import fc from 'fast-check';

import { redactor } from '../../nodes/EmailMarketing/transport/redact';

/** Strikes a secret out of a single value. */
const redact = <T>(value: T, secret: string): T => redactor(secret)(value);

describe('redactor', () => {
	it.each([
		['the token token_123456 again: token_123456', 'the token *** again: ***'],
		['nothing', 'nothing'],
		[{ a: ['x token_123456', { token_123456: 'b' }] }, { a: ['x ***', { '***': 'b' }] }],
		[[['token_123456']], [['***']]],
		[
			{ a: 'token_123456', b: null, c: true, d: undefined, e: 5 },
			{ a: '***', b: null, c: true, d: undefined, e: 5 },
		],
		[null, null],
		[undefined, undefined],
		[5, 5],
		[true, true],
	])('makes of %j %j', (value, struck) => {
		expect(redact<unknown>(value, 'token_123456')).toEqual(struck);
	});

	it.each(['$&$&$&$&$&$&', '.*.*.*.*.*.*', 'a+b+c+d+e+f+', '\\\\\\\\\\\\\\\\\\\\\\\\'])(
		'reads the secret %s literally',
		(secret) => {
			expect(redact(`x${secret}y`, secret)).toBe('x***y');
		},
	);

	it.each(['', 'text', 'elevenchars'])(
		'strikes nothing out for "%s", which is no secret but an ordinary word',
		(word) => {
			const value = { a: `text ${word}` };
			expect(redact(value, word)).toBe(value);
		},
	);

	it('strikes a secret out that came as a number', () => {
		expect(redact<unknown>({ a: 123456789012, b: 1234567890123 }, '123456789012')).toEqual({
			a: '***',
			b: 1234567890123,
		});
	});

	it('strikes out the percent-encoded form too', () => {
		expect(redact('https://x.example/?t=tok%2Ben%2F123456', 'tok+en/123456')).toBe('https://x.example/?t=***');
	});

	const odd = 'tok+en/12&3"4\'5<6>\\7~8!';
	const base64 = (text: string) => Buffer.from(text).toString('base64');

	it.each<[string, string]>([
		['JSON', JSON.stringify({ a: odd })],
		['JSON with escaped slashes', JSON.stringify({ a: odd }).replaceAll('/', '\\/')],
		['HTML', 'tok+en/12&amp;3&quot;4&#39;5&lt;6&gt;\\7~8!'],
		['HTML, as PHP writes it', 'tok+en/12&amp;3&quot;4&#039;5&lt;6&gt;\\7~8!'],
		['a path', encodeURIComponent(odd)],
		['a path in small letters', encodeURIComponent(odd).replace(/%../g, (code) => code.toLowerCase())],
		['a form', new URLSearchParams({ a: odd }).toString()],
		['base64', base64(odd)],
		['base64 of the header', base64(`Bearer ${odd}`)],
		['base64 for addresses', Buffer.from(`Bearer ${odd}`).toString('base64url')],
	])('strikes the secret out of %s', (_, text) => {
		const struck = redact(`before ${text} after`, odd);
		expect(struck).toMatch(/^before .*\*\*\*.* after$/);
		expect(struck).not.toContain(text);
		expect(struck).not.toContain('tok');
	});

	it.each([
		'12|abc&#x2F;def+ghi&#x3D;jklm&amp;no',
		'12|abc/def+ghi=jklm&#38;no',
		'12&#124;abc/def+ghi=jklm&amp;no',
		'12&vert;abc&sol;def&plus;ghi&equals;jklm&amp;no',
		'12|abc/def+ghi=jklm&amp;amp;no',
		'12|abc&amp;#x2f;def+ghi=jklm&no',
		'12|abc/def+ghi=jklm\\u0026no',
		'12|abc\\u002Fdef\\u002bghi=jklm\\u0026no',
		'12|abc/def+ghi=jklm\\\\u0026no',
		'12|abc\\/def+ghi=jklm&no',
		'12|abc\\\\\\/def+ghi=jklm&no',
		'12\\x7cabc/def+ghi\\x3Djklm&no',
		'12|abc/def+ghi=jklm\\u0026amp;no',
		'12%7Cabc/def+ghi=jklm&no',
		'12%7cabc%2Fdef%2bghi%3djklm%26no',
		'12%257Cabc%252Fdef%252Bghi%253Djklm%2526no',
		'12|abc%25252fdef+ghi=jklm&no',
	])('strikes the secret out whichever of its signs are escaped, and how: %s', (text) => {
		expect(redact(`before ${text} after`, '12|abc/def+ghi=jklm&no')).toBe('before *** after');
	});

	it('leaves a text alone that is only like the secret', () => {
		const texts = [
			'12|abc/def+ghi=jklm&nO',
			'12|abc/def+ghi=JKLM&no',
			'12abcdefghijklmno',
			'12|abc%2Edef+ghi=jklm&no',
			'abc def ghi jklm',
		];
		expect(redact(texts, '12|abc/def+ghi=jklm&no')).toBe(texts);
	});

	it('takes no time for texts that nearly are the secret', () => {
		const secret = '\\"\\\\&&&a\\\\\\\\';
		const texts = [
			'\\'.repeat(20_000),
			'&amp;'.repeat(20_000),
			'\\"\\\\&amp;&amp;'.repeat(5_000),
			'%25'.repeat(20_000),
		].map((text) => `${text} a`);
		expect(redact(texts, secret)).toBe(texts);
	});

	it('strikes out what base64 makes of the secret, wherever it stands in the text', () => {
		const token = fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 });
		fc.assert(
			fc.property(token, fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (secret, before, after) => {
				for (const encoding of ['base64', 'base64url'] as const) {
					const text = Buffer.from(`${before}${secret}${after}`).toString(encoding);
					// One letter at either end depends on what stands beside the secret, and tells next to nothing of it.
					expect(redact(text, secret).replace(/[^*]/g, '').length).toBeGreaterThanOrEqual(3);
					expect(Buffer.from(redact(text, secret).split('***').at(0) ?? '', encoding).length).toBeLessThanOrEqual(
						Buffer.byteLength(before) + 1,
					);
				}
			}),
		);
	});

	it.each([
		['secret-of-12', ''],
		['secret-of-13!', 'xx'],
		['secret-of-14!!', 'x'],
		['sécret-of-13', 'xx'],
	])('leaves no letter of what base64 makes of %s at the end of a text', (secret, before) => {
		const text = base64(`${before}${secret}`);
		expect(redact(text, secret)).toBe(`${text.slice(0, Math.ceil((before.length * 4) / 3))}***`);
	});

	it('finds what base64 makes of a secret with letters of two bytes, whatever follows', () => {
		expect(
			['a', '!!', '~~~'].map((after) => redact(base64(`sécret-of-12${after}`), 'sécret-of-12').slice(0, 3)),
		).toEqual(['***', '***', '***']);
	});

	it('knows two secrets apart, one after the other', () => {
		expect([
			redact('token_123456 token_abcdef', 'token_123456'),
			redact('token_123456 token_abcdef', 'token_abcdef'),
		]).toEqual(['*** token_abcdef', 'token_123456 ***']);
	});

	it.each([{ a: ['text', { b: 5, c: null }], d: undefined }, [[]], {}, 'text'])(
		'gives back the very value it was given when nothing is to be struck out: %j',
		(value) => {
			expect(redact<unknown>(value, 'token_123456')).toBe(value);
		},
	);

	it('masks what lies too deep to be looked through, also where nothing above holds the secret', () => {
		let deep: unknown = 'token_123456';
		for (let depth = 0; depth < 2000; depth += 1) deep = [deep];
		const masked = redact(deep, 'token_123456');
		expect(masked).not.toBe(deep);
		expect(JSON.stringify(masked)).not.toContain('token_123456');
	});

	const nested = (depth: number, inner: unknown, wrap: (value: unknown) => unknown): unknown =>
		Array.from({ length: depth }).reduce((value) => wrap(value), inner);

	it.each<[string, (value: unknown) => unknown]>([
		['lists', (value) => [value]],
		['objects', (a) => ({ a })],
	])('looks through 500 %s one inside the other, and breaks on no number of them', (_, wrap) => {
		const clean = nested(500, [], wrap);
		expect(redact(clean, 'token_123456')).toBe(clean);
		expect(redact(nested(500, 'x token_123456', wrap), 'token_123456')).toEqual(nested(500, 'x ***', wrap));
		expect(redact(nested(501, 'x token_123456', wrap), 'token_123456')).toEqual(nested(501, '***', wrap));
		expect(redact(nested(100_000, [], wrap), 'token_123456')).toEqual(nested(501, '***', wrap));
	});

	it('does not change what it was given', () => {
		const value = { a: ['token_123456'] };
		redact(value, 'token_123456');
		expect(value).toEqual({ a: ['token_123456'] });
	});

	it('keeps a field called __proto__ a field', () => {
		expect(JSON.stringify(redact<unknown>(JSON.parse('{"__proto__": {"a": "token_123456"}}'), 'token_123456'))).toBe(
			'{"__proto__":{"a":"***"}}',
		);
	});

	it('leaves no text that holds the secret, in any JSON', () => {
		// Characters of tokens; a secret of asterisks alone would be the mask itself.
		const secret = fc.string({ unit: fc.constantFrom('a', 'b', '$', '"', '\\', '.'), minLength: 12, maxLength: 14 });
		const text = (token: string) =>
			fc.array(fc.constantFrom(token, 'a', 'b', '"', ' '), { maxLength: 6 }).map((parts) => parts.join(''));
		const value = secret.chain((token) =>
			fc.tuple(
				fc.constant(token),
				fc.letrec((tie) => ({
					value: fc.oneof(
						{ maxDepth: 3 },
						text(token),
						fc.array(tie('value')),
						fc.dictionary(text(token), tie('value')),
					),
				})).value,
			),
		);
		fc.assert(
			fc.property(value, ([token, json]) =>
				expect(texts(redact(json, token)).filter((one) => one.includes(token))).toEqual([]),
			),
		);
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
