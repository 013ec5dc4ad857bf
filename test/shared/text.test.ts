import {
	displayNameOf,
	endSentence,
	itemName,
	itemNames,
	joinWithAnd,
	normalized,
	plainText,
	quoted,
	redact,
	textOf,
} from '../../nodes/EmailMarketing/shared/text';

it.each([
	['Email: is taken', 'Email: is taken.'],
	['It says: "No"', 'It says: "No".'],
	['It says: "No."', 'It says: "No."'],
	['Really?', 'Really?'],
	['as {"a": 1}', 'as {"a": 1}'],
	['', ''],
])('%j ends as a sentence: %j', (sentence, whole) => {
	expect(endSentence(sentence)).toBe(whole);
});

it.each<[unknown, string]>([
	[1.5, '1.5'],
	[null, ''],
	[undefined, ''],
	[['a', null, ['b', 1]], 'a,,b,1'],
	[{ id: 1 }, '{"id":1}'],
	[[{ id: 1 }, 'b'], '{"id":1},b'],
])('%j is text as JavaScript joins it, and objects are JSON: %s', (value, text) => {
	expect(textOf(value)).toBe(text);
});

it.each([
	['E-Mail Adresse:', 'emailadresse'],
	['PRÉNOM', 'prenom'],
	['first_name', 'firstname'],
	['✓ ', ''],
])('%j is compared as %j', (text, plain) => {
	expect(plainText(text)).toBe(plain);
});

it.each([29, 30])('accents are sorted where fewer than 30 follow each other: %i', (count) => {
	const [one, other] = ['\u0301\u0316', '\uff9e\u0316'].map((accents) => `a${accents.repeat(15)}`.slice(0, count + 1));
	expect([one, other].map((text = '') => normalized(text, 'NFKD') === text)).toEqual([count === 30, count === 30]);
	expect(plainText(`${one}É`)).toBe(count === 30 ? 'aé' : 'ae');
});

it.each([
	['a\nb\tc\u0000d', '"a b c d"'],
	['\u202eabc\u200b', '"abc"'],
	['', '""'],
	['x'.repeat(40), `"${'x'.repeat(40)}"`],
	['😀'.repeat(41), `"${'😀'.repeat(39)}…"`],
	['a\ud800', '"a\ufffd"'],
])('%j is quoted in one line, without what cannot be seen: %s', (text, fit) => {
	expect(quoted(text)).toBe(fit);
});

describe('input items in a sentence', () => {
	it.each<[number[], string]>([
		[[3], 'row 4'],
		[[1, 0], 'rows 1 and 2'],
		[[0, 1, 2], 'rows 1 to 3'],
		[[12, 7, 3, 5, 6, 8, 9], 'rows 4, 6 to 10 and 13'],
	])('%j are named in their order, and three in a row as a range', (items, names) => {
		expect(itemNames(items)).toBe(names);
	});

	it('are no more than asked for', () => {
		expect([itemNames([1, 3, 5], 3), itemNames([1, 3, 5], 2)]).toEqual(['rows 2, 4 and 6', 'rows 2, 4 and others']);
		expect(itemName(0)).toBe('row 1');
	});

	it('are joined like other parts', () => {
		expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(joinWithAnd)).toEqual(['', 'a', 'a and b', 'a, b and c']);
	});
});

describe('a field of the API', () => {
	const names = new Map(Object.entries({ first_name: 'First Name', contactList: 'Contact List', email: 'Email' }));

	it.each<[string, string]>([
		['first_name', 'First Name'],
		['contactList', 'Contact List'],
		['subscribers.3.email', 'Email (subscribers.3.email)'],
		['email.0', 'Email (email.0)'],
		...['novel_field', 'subscribers.3', '', 'constructor', '__proto__', 'a.constructor.b'].map(
			(own): [string, string] => [own, own],
		),
	])('%s has its name in the panel, and its place: %s', (field, name) => {
		expect(displayNameOf(field, names)).toBe(name);
	});

	it('keeps its own name where none are known', () => {
		expect(displayNameOf('first_name')).toBe('first_name');
	});
});

describe('a token', () => {
	const secret = 'tok+en/123456';

	it.each([
		[`the token ${secret} again: ${secret}`, 'the token *** again: ***'],
		[`https://x.example/?t=${encodeURIComponent(secret)}`, 'https://x.example/?t=***'],
		['https://x.example/?t=tok%2ben%2f123456', 'https://x.example/?t=***'],
		['https://x.example/?t=tok%2Ben/123456', 'https://x.example/?t=***'],
		['nothing', 'nothing'],
	])('is removed from a text, also percent-encoded: %j', (text, redacted) => {
		expect(redact(text, secret)).toBe(redacted);
	});

	it.each([
		['Bearer 17|abcdef123456', 'Bearer ***'],
		['?t=17%7cabcdef123456', '?t=***'],
		['17%7Cabcdef123456 is abcdef123456', '*** is ***'],
	])('of Laravel Sanctum is removed with its ID and without it: %j', (text, redacted) => {
		expect(redact(text, '17|abcdef123456')).toBe(redacted);
	});

	it('of Laravel Sanctum that is short without its ID is removed with it only', () => {
		expect(redact('subscriber 1234567|subscriber', '1234567|subscriber')).toBe('subscriber ***');
	});

	it.each(['$&$&$&$&$&$&', '.*.*.*.*.*.*', '\\\\\\\\\\\\\\\\\\\\\\\\'])('is taken literally: %s', (token) => {
		expect(redact(`x${token}y`, token)).toBe('x***y');
	});

	it.each(['', 'text', 'elevenchars'])('that is as short as "%s" stays: it may be an ordinary word', (word) => {
		expect(redact(`text ${word}`, word)).toBe(`text ${word}`);
	});
});
