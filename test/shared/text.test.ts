import {
	endSentence,
	displayNameOf,
	itemName,
	itemNames,
	joinWithAnd,
	plainText,
	quoted,
	textOf,
} from '../../nodes/EmailMarketing/shared/text';

describe('closed', () => {
	it.each([
		['Email: is taken', 'Email: is taken.'],
		['It says: "No"', 'It says: "No".'],
		['It says: "No."', 'It says: "No."'],
		['Done.', 'Done.'],
		['Really?', 'Really?'],
		['as {"a": 1}', 'as {"a": 1}'],
		['', ''],
	])('makes of %j %j', (sentence, whole) => {
		expect(endSentence(sentence)).toBe(whole);
	});
});

describe('a value as text', () => {
	it.each([
		['text', 'text'],
		[1.5, '1.5'],
		[false, 'false'],
		[null, 'null'],
		[undefined, 'undefined'],
		[[], ''],
		[['a', null, ['b', 1]], 'a,,b,1'],
	])('is %j as JavaScript writes it', (value, text) => {
		expect(textOf(value)).toBe(text);
		expect(String(value)).toBe(text);
	});

	it('is JSON for objects, also those in a list', () => {
		expect(textOf({ id: 1 })).toBe('{"id":1}');
		expect(textOf([{ id: 1 }, 'b'])).toBe('{"id":1},b');
	});
});

describe('plain text', () => {
	it.each([
		['E-Mail Adresse:', 'emailadresse'],
		['PRÉNOM', 'prenom'],
		['first_name', 'firstname'],
		['✓ ', ''],
	])('of %j is %j', (text, plain) => {
		expect(plainText(text)).toBe(plain);
	});
});

describe('quoted', () => {
	it.each([
		['Email', '"Email"'],
		['a\nb\tc\u0000d', '"a b c d"'],
		['\u202eabc\u200b', '"abc"'],
		['', '""'],
		['x'.repeat(40), `"${'x'.repeat(40)}"`],
		['x'.repeat(41), `"${'x'.repeat(39)}…"`],
		['😀'.repeat(50), `"${'😀'.repeat(39)}…"`],
	])('makes %j fit for a message: %s', (text, fit) => {
		expect(quoted(text)).toBe(fit);
	});

	it('replaces half a character', () => {
		expect(quoted('a\ud800')).toBe('"a\ufffd"');
	});
});

describe('items and other parts in a sentence', () => {
	it("names an item by its number, as n8n's panel does", () => {
		expect([itemName(0), itemName(12)]).toEqual(['item 0', 'item 12']);
	});

	it.each<[number[], string]>([
		[[3], 'item 3'],
		[[0, 1], 'items 0 and 1'],
		[[4, 2], 'items 2 and 4'],
		[[0, 1, 2], 'items 0 to 2'],
		[[12, 7, 3, 5, 6, 8, 9], 'items 3, 5 to 9 and 12'],
	])('names several in their order, and three and more in a row by the first and the last: %j', (items, names) => {
		expect(itemNames(items)).toBe(names);
	});

	it('names no more than are wanted', () => {
		expect([itemNames([1, 3, 5], 3), itemNames([1, 3, 5], 2)]).toEqual(['items 1, 3 and 5', 'items 1, 3 and others']);
	});

	it.each<[string[], string]>([
		[[], ''],
		[['a'], 'a'],
		[['a', 'b'], 'a and b'],
		[['a', 'b', 'c'], 'a, b and c'],
	])('lists %j as a person does', (parts, text) => {
		expect(joinWithAnd(parts)).toBe(text);
	});
});

const names = new Map([
	['first_name', 'First Name'],
	['contact_list', 'Contact List'],
	['contactList', 'Contact List'],
	['email', 'Email'],
	['tags', 'Tags'],
]);

describe('displayNameOf', () => {
	it.each([
		['first_name', 'First Name'],
		['contact_list', 'Contact List'],
		['contactList', 'Contact List'],
	])('calls %s by the name in the panel: %s', (field, name) => {
		expect(displayNameOf(field, names)).toBe(name);
	});

	it.each([
		['subscribers.3.email', 'Email (subscribers.3.email)'],
		['tags.0', 'Tags (tags.0)'],
		['subscribers.0.tags.1', 'Tags (subscribers.0.tags.1)'],
	])('keeps the place of %s: %s', (field, name) => {
		expect(displayNameOf(field, names)).toBe(name);
	});

	it.each(['novel_field', 'subscribers.3', '', 'constructor', '__proto__', 'a.constructor.b'])(
		'leaves "%s" as it is',
		(field) => {
			expect(displayNameOf(field, names)).toBe(field);
		},
	);

	it('leaves every field as it is where no names are known', () => {
		expect(displayNameOf('first_name')).toBe('first_name');
	});
});
