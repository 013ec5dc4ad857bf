import { zoneLine } from '../../nodes/EmailMarketing/api/dnsRecords';

describe('zoneLine', () => {
	it.each([
		[{ name: 'mail', type: 'A', value: '192.0.2.1' }, 'mail IN A 192.0.2.1'],
		[{ host: 'mail', record_type: 'a', data: '192.0.2.1' }, 'mail IN A 192.0.2.1'],
		[{ hostname: 'mail', type: 'A', content: ' 192.0.2.1 ' }, 'mail IN A 192.0.2.1'],
		[{ type: 'A', value: '192.0.2.1' }, '@ IN A 192.0.2.1'],
		[{ name: null, type: 'A', value: '192.0.2.1' }, '@ IN A 192.0.2.1'],
		[{ name: '', type: 'A', value: '192.0.2.1' }, '@ IN A 192.0.2.1'],
		[{ name: '@', type: 'A', value: '192.0.2.1' }, '@ IN A 192.0.2.1'],
	])('writes %j as %s', (record, line) => {
		expect(zoneLine(record)).toBe(line);
	});

	it.each([
		['example.com', 'example.com.'],
		['example.com.', 'example.com.'],
		['_dmarc.example.com', '_dmarc.example.com.'],
		['_dmarc', '_dmarc'],
		['k1._domainkey', 'k1._domainkey'],
	])('writes the name %s as %s', (name, written) => {
		expect(zoneLine({ name, type: 'A', value: '192.0.2.1' })).toBe(`${written} IN A 192.0.2.1`);
	});

	it.each([
		['CNAME', 'dkim.example.net', 'dkim.example.net.'],
		['CNAME', 'dkim.example.net.', 'dkim.example.net.'],
		['MX', 'mx.example.net', 'mx.example.net.'],
		['NS', 'ns.example.net', 'ns.example.net.'],
		['SRV', '5 5060 sip.example.net', '5 5060 sip.example.net.'],
		['A', '192.0.2.1', '192.0.2.1'],
		['AAAA', '2001:db8::1', '2001:db8::1'],
	])('writes the %s value %s as %s', (type, value, written) => {
		expect(zoneLine({ name: 'x', type, value })).toBe(`x IN ${type} ${written}`);
	});

	it.each([[10], ['10'], [0]])('puts the priority %j before the value', (priority) => {
		expect(zoneLine({ name: 'x', type: 'MX', value: 'mx.example.net.', priority })).toBe(
			`x IN MX ${priority} mx.example.net.`,
		);
		expect(zoneLine({ name: 'x', type: 'MX', value: 'mx.example.net.', prio: priority })).toBe(
			`x IN MX ${priority} mx.example.net.`,
		);
	});

	it.each([
		['v=spf1 -all', '"v=spf1 -all"'],
		['plain', '"plain"'],
		['"v=spf1 -all"', '"v=spf1 -all"'],
		['say "hi"', '"say \\"hi\\""'],
		['say "hi" \\o/', '"say \\"hi\\" \\\\o/"'],
	])('puts the TXT value %s in quotes: %s', (value, written) => {
		expect(zoneLine({ name: 'x', type: 'TXT', value })).toBe(`x IN TXT ${written}`);
	});

	it.each([255, 256, 510, 600])('splits a TXT value of %i characters into strings that DNS can hold', (length) => {
		const value = 'k'.repeat(length);
		const strings = zoneLine({ name: 'x', type: 'TXT', value })?.slice('x IN TXT '.length).split(' ') ?? [];
		expect(strings).toHaveLength(Math.ceil(length / 255));
		expect(strings.map((string) => /^"(.{1,255})"$/.exec(string)?.[1]).join('')).toBe(value);
	});

	it.each([
		undefined,
		null,
		'text',
		5,
		[],
		{},
		{ name: 'x', value: '192.0.2.1' },
		{ name: 'x', type: 'A' },
		{ name: 'x', type: 'A', value: null },
		{ name: 'x', type: 'A', value: ' ' },
		{ name: 'x', type: '', value: '192.0.2.1' },
		{ name: 'x', type: {}, value: '192.0.2.1' },
	])('writes no line for %j', (record) => {
		expect(zoneLine(record)).toBeUndefined();
	});
});
