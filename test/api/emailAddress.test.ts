import { addressKey, assertEmail, isEmailAddress } from '../../nodes/EmailMarketing/api/emailAddress';

describe('two writings of one address', () => {
	it.each([
		['ann@example.com', 'Ann@EXAMPLE.com'],
		['ann@example.com', ' ann@example.com\t'],
		['ann@example.com', '\u00a0ann@example.com\ufeff'],
		['ann@müller.de', 'ann@xn--mller-kva.de'],
		['ann@müller.de', 'ann@MÜLLER.DE'],
		['ann@müller.de', 'ann@mu\u0308ller.de'],
		['jörg@example.com', 'jo\u0308rg@Example.com'],
		['ann@例え。jp', 'ann@例え.jp'],
		['jö/1@müller.de', 'jö/1@xn--mller-kva.de'],
		['jö#@müller.de', 'jö#@xn--mller-kva.de'],
	])('are equal: %j, %j', (one, other) => {
		expect(addressKey(one)).toBe(addressKey(other));
	});

	it.each([
		['ann@example.com', 'ann@example.org'],
		['ann@example.com', 'anne@example.com'],
		['ann.lee@example.com', 'annlee@example.com'],
		['ann+x@example.com', 'ann@example.com'],
		['jörg@example.com', 'jorg@example.com'],
		['ann@müller.de', 'ann@muller.de'],
		['ann@0x7f.1', 'ann@127.0.0.1'],
		['jö/1@müller.de', 'jö/1@example.com'],
		['a@müller.de@example.com', 'a@xn--mller-kva.de@example.com'],
	])('are not equal where services may mean two people: %j, %j', (one, other) => {
		expect(addressKey(one)).not.toBe(addressKey(other));
	});

	it.each([undefined, null, 7, true, ['a@example.com'], { email: 'a@example.com' }, '', '  '])(
		'are none where there is no text: %j',
		(value) => {
			expect(addressKey(value)).toBe('');
		},
	);
});

describe('an email address', () => {
	it.each([
		'a@b.co',
		'ann.lee+tag@mail.example.com',
		"o'neil@example.com",
		'ann@müller.de',
		'jörg@example.com',
		'用户@例え.jp',
		'ann@例え。jp',
		'a_b@sub_domain.example.com',
		'!#$%&*/=?^{|}~@example.com',
		`${'a'.repeat(64)}@example.com`,
		`a@${'b'.repeat(240)}.com`,
		'ann@i❤.ws',
		'ann@1.2.3.4',
	])('has this shape: %s', (text) => {
		expect(isEmailAddress(text)).toBe(true);
	});

	it.each([
		'',
		'ann',
		'@example.com',
		'ann@',
		'ann@example',
		'ann@@example.com',
		'ann@b@example.com',
		'ann lee@example.com',
		'ann@exa mple.com',
		'ann@example.com, bob@example.com',
		'Ann <ann@example.com>',
		'<ann@example.com>',
		'mailto:ann@example.com',
		'ann@.com',
		'ann@example..com',
		'ann@example.com.',
		'ann@-example.com',
		'ann@example-.com',
		'ann@example.com/x',
		'ann@example.com?x',
		'ann@example.com#x',
		// A URL would end there, and two people be taken for one.
		'jörg@example.com/x',
		'jörg@example.com\\x',
		'ann@exa%6dple.com',
		'ann@example.com\u200b',
		'ann@exam\nple.com',
		`${'a'.repeat(65)}@example.com`,
		`a@${'b'.repeat(300)}.com`,
		'a'.repeat(300_000),
		`${'a'.repeat(300_000)}@example.com`,
	])('has not this shape: %s', (text) => {
		expect(isEmailAddress(text)).toBe(false);
	});
});

describe('what is not an email address', () => {
	it.each([
		['ann', '"ann" is not an email address'],
		[`${'a'.repeat(200)}@example.com`, `"${'a'.repeat(100)}…" is not an email address`],
		['ann@example.com\u200b', '"ann@example.com\u200b" is not an email address: it contains an invisible character'],
	])('is refused by name: %j', (text, message) => {
		expect(() => assertEmail(text)).toThrow(
			expect.objectContaining({ message, description: expect.stringMatching(/'Email'.*Nothing was sent/) }),
		);
	});

	it('is nothing that has the shape of one', () => {
		expect(() => assertEmail('ann@example.com')).not.toThrow();
	});
});
