import { addressKey, isDisguised, isEmailAddress } from '../../nodes/EmailMarketing/api/emailAddress';

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

describe('an address', () => {
	it.each(['Ann <ann@example.com>', 'o&#039;neil@example.com', 'a&amp;b@example.com', 'ann%40example.com'])(
		'is disguised: %s',
		(address) => {
			expect(isDisguised(address)).toBe(true);
		},
	);

	it.each(["o'neil@example.com", 'a&b@example.com', 'a&;b@example.com', '', undefined, 7])(
		'is not disguised: %s',
		(address) => {
			expect(isDisguised(address)).toBe(false);
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

	it('is compared by all of its domain: nothing that is none passes for another person', () => {
		// A URL would end at the slash.
		for (const sign of ['/', '?', '#', '\\'])
			expect([isEmailAddress(`jörg@example.com${sign}x`), sign]).toEqual([false, sign]);
	});
});
