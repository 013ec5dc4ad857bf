import fc from 'fast-check';

import { literally, secretPattern } from '../../nodes/EmailMarketing/transport/secretPattern';

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');

/** How services write a sign. */
const escapes: ReadonlyArray<(sign: string) => string> = [
	(sign) => sign,
	(sign) => `\\${sign}`,
	(sign) => `\\u00${hex(sign)}`,
	(sign) => `\\u00${hex(sign).toUpperCase()}`,
	(sign) => `%${hex(sign)}`,
	(sign) => `%25${hex(sign).toUpperCase()}`,
	(sign) => `&#${sign.charCodeAt(0)};`,
	(sign) => `&#x${hex(sign)};`,
	(sign) => `&amp;#x0${hex(sign).toUpperCase()};`,
];

const signs = [...'\t !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~'];

describe('secretPattern', () => {
	it('finds the whole of a secret, with each sign escaped in a way of its own', () => {
		const part = fc.oneof(
			fc.constantFrom('a', 'Z', '7').map((letter) => [letter, letter] as const),
			fc
				.tuple(fc.constantFrom(...signs), fc.constantFrom(...escapes))
				.map(([sign, escape]) => [sign, escape(sign)] as const),
		);
		fc.assert(
			fc.property(fc.array(part, { minLength: 1, maxLength: 30 }), (parts) => {
				const secret = parts.map(([plain]) => plain).join('');
				expect(new RegExp(`^(?:${secretPattern(secret)})$`).test(parts.map(([, escaped]) => escaped).join(''))).toBe(
					true,
				);
			}),
		);
	});

	const isFound = (text: string, secret: string): boolean => new RegExp(`^(?:${secretPattern(secret)})$`).test(text);

	it.each(signs.filter((sign) => sign !== '\\'))('finds the sign %j however it is escaped', (sign) => {
		expect(escapes.map((escape) => escape(sign)).filter((escaped) => !isFound(`a${escaped}b`, `a${sign}b`))).toEqual(
			[],
		);
	});

	it.each([
		['&', '&amp;'],
		['<', '&lt;'],
		['>', '&gt;'],
		['"', '&quot;'],
		["'", '&apos;'],
		['/', '&sol;'],
		['=', '&equals;'],
		['+', '&plus;'],
		['|', '&vert;'],
		['|', '&verbar;'],
		['\\', '&bsol;'],
		['_', '&lowbar;'],
		['.', '&period;'],
		[':', '&colon;'],
		[' ', '+'],
		[' ', '%20'],
		['é', '%C3%A9'],
		['é', '\\u00e9'],
	])('finds the sign %j as %s', (sign, escaped) => {
		expect(isFound(`a${escaped}b`, `a${sign}b`)).toBe(true);
	});

	it.each([
		['|', '+'],
		['!', '&undefined;'],
		[' ', ''],
		['.', 'x'],
	])('does not take for the sign %j what is another: %j', (sign, other) => {
		expect(isFound(`a${other}b`, `a${sign}b`)).toBe(false);
	});

	it('takes no time for long runs of backslashes', () => {
		const run = '\\'.repeat(40);
		expect([isFound(`a${run}${run}b`, `a${run}b`), isFound(`a${run}${run}c`, `a${run}b`)]).toEqual([true, false]);
	});

	it('finds backslashes as they are, doubled, and encoded', () => {
		const pattern = new RegExp(`^${secretPattern('a\\\\b')}$`);
		expect(['a\\\\b', 'a\\\\\\\\b', 'a%5C%5cb', 'a&bsol;&#92;b'].map((text) => pattern.test(text))).toEqual([
			true,
			true,
			true,
			true,
		]);
		expect(['a\\b', 'ab', 'a%5Cb'].map((text) => pattern.test(text))).toEqual([false, false, false]);
	});

	it('knows letters apart by their case', () => {
		expect(new RegExp(secretPattern('aB|c')).test('ab|c')).toBe(false);
	});
});

describe('literally', () => {
	it('takes every sign for itself', () => {
		const text = `${signs.join('')}\\ab`;
		expect(new RegExp(`^${literally(text)}$`).test(text)).toBe(true);
	});
});
