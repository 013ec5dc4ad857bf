import { splitTags } from '../../nodes/EmailMarketing/api/tagText';

describe('tags written as text', () => {
	it.each<[string, string[]]>([
		[' , ,', []],
		[';;', []],
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
