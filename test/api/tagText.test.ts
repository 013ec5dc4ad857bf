import { splitTags } from '../../nodes/EmailMarketing/api/tagText';

describe('tags written as text', () => {
	it.each<[string, string[]]>([
		['', []],
		[' , ,', []],
		[';;', []],
		['""', []],
		['VIP', ['VIP']],
		['VIP, Big Customer ,', ['VIP', 'Big Customer']],
		['"VIP","Big Customer"', ['VIP', 'Big Customer']],
		[' "VIP" , Big Customer', ['VIP', 'Big Customer']],
		['"VIP"', ['VIP']],
		['"Lee, Ann","b"', ['Lee, Ann', 'b']],
		['"Say ""hi""",b', ['Say "hi"', 'b']],
		['"", b', ['b']],
		['VIP;Kunde; neu', ['VIP', 'Kunde', 'neu']],
		['"a, b";"c; d"', ['a, b', 'c; d']],
		['"a; b"', ['a; b']],
		['a; b, c', ['a; b', 'c']],
		['"a; b", c', ['a; b', 'c']],
		['5" pipe, 6" rod', ['5" pipe', '6" rod']],
		['5" pipe, 6" rod; x', ['5" pipe', '6" rod; x']],
		['"VIP, Kunde', ['"VIP', 'Kunde']],
		['"a" b, c', ['"a" b', 'c']],
		['my "best" friend', ['my "best" friend']],
	])('are split where they end: %j', (text, tags) => {
		expect(splitTags(text)).toEqual(tags);
	});

	it.each(['"'.repeat(20_000), '"a"",'.repeat(4000), `${' '.repeat(20_000)}x`])(
		'are split soon, however odd they are',
		(text) => {
			const before = process.cpuUsage();
			splitTags(text);
			expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(2);
		},
	);
});
