import fc from 'fast-check';

import { joinTags, splitTags } from '../../nodes/EmailMarketing/api/tagText';
import { isBrokenPart } from '../../nodes/EmailMarketing/shared/brokenCells';
import { parseTags } from '../../nodes/EmailMarketing/panel/requestBody';
import { seed } from '../reliability/random';

describe('tags written as text', () => {
	it.each<[string, string[]]>([
		[' , ,', []],
		['""', []],
		['VIP, Big Customer ,', ['VIP', 'Big Customer']],
		[' "VIP" , Big Customer', ['VIP', 'Big Customer']],
		['"Lee, Ann","b"', ['Lee, Ann', 'b']],
		['"Say ""hi""",b', ['Say "hi"', 'b']],
		['VIP;Kunde; neu', ['VIP', 'Kunde', 'neu']],
		['"a, b";"c; d"', ['a, b', 'c; d']],
		['"a; b"', ['a; b']],
		['a; b, c', ['a; b', 'c']],
		['5" pipe, 6" rod; x', ['5" pipe', '6" rod; x']],
		['"VIP, Kunde', ['"VIP', 'Kunde']],
		['"a" b, c', ['"a" b', 'c']],
	])('are split where they end: %j', (text, tags) => {
		expect(splitTags(text)).toEqual(tags);
	});

	// A pattern that went back and forth over these would take minutes.
	it.each(['"'.repeat(20_000), '"a"",'.repeat(4000), `${' '.repeat(20_000)}x`])(
		'are split whatever they are',
		(text) => {
			expect(splitTags(text).join('')).not.toBe('');
		},
	);
});

describe('tags as text', () => {
	it.each<[string[], string]>([
		[['Lee, Ann', 'a;b'], '"Lee, Ann", "a;b"'],
		[['"quoted"', '5" pipe'], '"""quoted""", 5" pipe'],
		[['["a"]', '[1]'], '"[""a""]", "[1]"'],
	])('are written as they are read: %j', (tags, text) => {
		expect([joinTags(tags), splitTags(text), parseTags(text)]).toEqual([text, tags, tags]);
	});

	it('are read again, whatever they are', () => {
		const sign = fc.oneof(fc.constantFrom(...'",;[]{} \n\\1'), fc.string({ unit: 'grapheme', maxLength: 2 }));
		const aTag = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('').trim());
		const someTags = fc.array(
			aTag.filter((tag) => tag !== '' && !isBrokenPart(tag)),
			{ maxLength: 4 },
		);
		fc.assert(
			fc.property(someTags, (tags) => expect(parseTags(joinTags(tags))).toEqual([...new Set(tags)])),
			{ numRuns: 2000, seed },
		);
	});
});
