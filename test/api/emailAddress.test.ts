import { addressKey, assertEmail, cleanAddress, isEmailAddress } from '../../nodes/EmailMarketing/api/emailAddress';
import { textThrownBy } from '../thrown';

describe('two email addresses', () => {
	it.each([
		['ann@example.com', 'Ann@EXAMPLE.com'],
		['ann@example.com', '\u00a0ann@example.com\t\ufeff'],
		['ann@müller.de', 'ann@xn--mller-kva.de'],
		['ann@müller.de', 'ann@MU\u0308LLER.DE'],
		['jörg@example.com', 'jo\u0308rg@Example.com'],
		['ann@例え。jp', 'ann@例え.jp'],
		['jö/1#@müller.de', 'jö/1#@xn--mller-kva.de'],
		[`${'ö'.repeat(300)}@müller.de`, `${'o\u0308'.repeat(300)}@MÜLLER.de`],
	])('are equal: %j, %j', (one, other) => {
		expect(addressKey(one)).toBe(addressKey(other));
	});

	// prettier-ignore
	it.each([
		['ann@example.com', 'anne@example.com'], ['ann.lee@example.com', 'annlee@example.com'],
		['ann+x@example.com', 'ann@example.com'], ['jörg@example.com', 'jorg@example.com'], ['ann@müller.de', 'ann@muller.de'],
		['ann@0x7f.1', 'ann@127.0.0.1'], ['jö/1@müller.de', 'jö/1@example.com'], ['a@müller.de@example.com', 'a@example.com'],
	])('differ where they may belong to two people: %j, %j', (one, other) => {
		expect(addressKey(one)).not.toBe(addressKey(other));
	});

	it.each([undefined, null, 7, ['a@example.com'], '', '  '])('are none where the value is %j', (value) => {
		expect(addressKey(value)).toBe('');
	});
});

describe('an email address', () => {
	it.each([
		...['a@b.co', 'ann.lee+tag@mail.example.com', "o'neil@example.com", 'ann@1.2.3.4', 'a_b@sub_domain.example.com'],
		...['jörg@example.com', '用户@例え.jp', 'ann@例え。jp', 'ann@i❤.ws', '!#$%&*/=?^{|}~@example.com'],
		...[`${'a'.repeat(64)}@example.com`, `a@${'b'.repeat(240)}.com`],
	])('may be %s', (text) => {
		expect(isEmailAddress(text)).toBe(true);
		expect(() => assertEmail(text)).not.toThrow();
	});

	it.each([
		...['', 'ann', '@example.com', 'ann@', 'ann@example', 'ann@@example.com', 'ann@b@example.com'],
		...['ann lee@example.com', 'ann@.com', 'ann@example..com', 'ann@example.com.', 'ann@-example.com'],
		...['ann@exa mple.com', 'ann@example.com, bob@example.com', 'Ann <ann@example.com>', 'mailto:ann@example.com'],
		...['ann@example-.com', 'ann@example.com/x'],
		// The domain of a URL would end there, and two people be taken for one.
		...['ann@example.com?x', 'ann@example.com#x', 'jörg@example.com\\x', 'ann@exa%6dple.com', 'ann@exam\nple.com'],
		...['ann@example.com\u200b', `${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(300)}.com`, 'a'.repeat(300_000)],
	])('cannot be %s', (text) => {
		expect(isEmailAddress(text)).toBe(false);
	});

	it.each([
		['ann', '"ann" is not'],
		[`${'a'.repeat(200)}@example.com`, `"${'a'.repeat(100)}…" is not`],
		['ann@example.com\u200b', 'invisible character'],
	])('is refused by name where it is none: %j', (text, mention) => {
		const refusal = textThrownBy(() => assertEmail(text));
		expect(refusal).toContain(mention);
		expect(refusal).toMatch(/'Email'.*Nothing was sent/);
	});
});

describe('an address as people paste it', () => {
	it.each([
		...['ann@x.org', ' ann@x.org\u00a0', 'mailto:ann@x.org', 'MAILTO:ann@x.org?subject=Hello', 'mailto:ann%40x.org'],
		...['Ann Lee <ann@x.org>', '"Lee, Ann" <mailto:ann@x.org>', '<ann@x.org>', 'ann@x.org <ann@x.org>'],
		'\u200bann@\u200dx.org\ufeff',
		`${'a'.repeat(308)} <ann@x.org>`,
	])('is without what is around it: %j', (text) => expect(cleanAddress(text)).toBe('ann@x.org'));

	it.each([
		...['ann', 'ann@x.org, bob@x.org', 'bob@x.org <ann@x.org>', 'ann@x.org <bob@x.org> (work)', 'mailto:%E0%A4%A', ''],
		...['mailto:bob@x.org <ann@x.org>', '(bob@x.org) <ann@x.org>', 'bob@x.org|c <ann@x.org>'],
		...[7, null, undefined, ['ann@x.org'], `${'a'.repeat(309)} <ann@x.org>`],
	])('is unchanged where it is none, or two: %j', (value) => expect(cleanAddress(value)).toBe(value));
});
