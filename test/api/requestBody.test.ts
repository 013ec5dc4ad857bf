import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { buildBody, readExtraFields, readTags } from '../../nodes/EmailMarketing/api/requestBody';
import { definitionOf } from '../../nodes/EmailMarketing/execution/definition';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

/** The body of an operation as its own description declares it. */
const bodyOf = (key: EndpointKey, values: IDataObject) => buildBody(definitionOf(key, operations[key].description), values);

describe('buildBody', () => {
	it('keeps filled texts as they are', () => {
		expect(bodyOf('campaign.create', { name: ' Spring  sale ', from_name: 'Ann' })).toEqual({ name: ' Spring  sale ', from_name: 'Ann' });
	});

	it.each([undefined, null, '', '   ', '\n'])('leaves %j out', (value) => {
		expect(bodyOf('campaign.create', { name: 'Sale', from_name: value as IDataObject[string] })).toEqual({ name: 'Sale' });
	});

	it.each([
		[0, '0'],
		[7, '7'],
		[1.5, '1.5'],
		[false, 'false'],
		[true, 'true'],
	])('sends %j from an expression as the text "%s"', (value, text) => {
		expect(bodyOf('contactList.create', { name: value })).toEqual({ name: text });
	});

	it.each([
		['subscriber.create', 'email'],
		['email.send', 'to_email'],
		['email.send', 'from_email'],
		['email.send', 'reply_to_email'],
	] as const)('takes for %s the blanks around %s away', (key, field) => {
		const required = { email: 'a@example.com', to_email: 'a@example.com', subject: 'Hello' };
		expect(bodyOf(key, { ...required, [field]: ' ann@example.com\t' })).toHaveProperty(field, 'ann@example.com');
	});

	it('sends the fields of the description and no others', () => {
		expect(bodyOf('subscriber.create', { email: 'a@example.com', phone: '1', uuid: 's1' })).toEqual({ email: 'a@example.com' });
	});

	it('takes an ID for a text, and names the parameter that holds none', () => {
		expect(bodyOf('campaign.create', { name: 'Sale', contact_list: 17, template: ' t1 ' })).toEqual({ name: 'Sale', contact_list: '17', template: 't1' });
		expect(() => bodyOf('campaign.create', { name: 'Sale', contact_list: ['l1'] })).toThrow("'Contact List' must be an ID, but it is a list of values");
	});

	it('makes a list of the tags', () => {
		expect(bodyOf('subscriber.create', { email: 'a@example.com', tags: 'vip, news' })).toEqual({ email: 'a@example.com', tags: ['vip', 'news'] });
	});

	it.each([' , ', ',', ',,,'])('leaves tags out that are only commas: "%s"', (tags) => {
		expect(bodyOf('subscriber.update', { first_name: 'Ann', tags })).toEqual({ first_name: 'Ann' });
	});

	it('merges the extra fields in last, empty values included, and does not send their own name', () => {
		const fields = { name: 'List', extraFields: '{"name": "Other", "color": "", "depth": {"a": [1]}, "gone": null}' };
		expect(bodyOf('contactList.create', fields)).toEqual({ name: 'Other', color: '', depth: { a: [1] }, gone: null });
	});

	it('takes a required field from the extra fields too', () => {
		expect(bodyOf('domain.create', { name: '', extraFields: { name: 'example.com' } })).toEqual({ name: 'example.com' });
	});

	it('does not change what it was given', () => {
		const fields = Object.freeze({ email: ' a@example.com ', tags: 'x', extraFields: '{}' });
		bodyOf('subscriber.create', fields);
		expect(fields).toEqual({ email: ' a@example.com ', tags: 'x', extraFields: '{}' });
	});

	it.each([
		['campaign.create', {}, 'Name'],
		['contactList.create', { name: ' ' }, 'Name'],
		['domain.create', { name: null }, 'Name'],
		['email.send', { subject: 'Hello' }, 'To Email'],
		['email.send', { to_email: 'a@example.com' }, 'Subject'],
		['email.send', { to_email: 'a@example.com', subject: 'Hello', extraFields: '{"subject": ""}' }, 'Subject'],
		['subscriber.create', { first_name: 'Ann' }, 'Email'],
	] as const)('does not send %s with %j: names the empty parameter', (key, fields, name) => {
		expect(() => bodyOf(key, fields)).toThrow(expect.objectContaining({ message: `'${name}' is empty`, description: expect.stringContaining('Nothing was sent') }));
	});

	it.each(['campaign.update', 'subscriber.update'] as const)('says that %s has nothing to update, and where to add it', (key) => {
		expect(() => bodyOf(key, { name: '', extraFields: '{}' })).toThrow(
			expect.objectContaining({ message: 'There is nothing to update', description: expect.stringContaining("'Update Fields'") }),
		);
	});

	it.each([
		['campaign.update', { from_name: 'Ann' }],
		['subscriber.update', { first_name: 'Ann' }],
		['subscriber.update', { extraFields: '{"first_name": ""}' }],
	] as const)('needs no field in particular for %s: %j', (key, values) => {
		expect(Object.keys(bodyOf(key, values))).toHaveLength(1);
	});

	it('takes all tags away for an empty list from an expression', () => {
		expect(bodyOf('subscriber.update', { tags: [] })).toEqual({ tags: [] });
	});

	it.each(['subscriber.toggleSubscription', 'template.togglePublish', 'subscriber.import'] as const)('gives %s an empty body when nothing is set', (key) => {
		expect(bodyOf(key, {})).toEqual({});
	});

	it.each([
		['first_name', { a: 1 }, "'First Name' must be text, but it is of type object"],
		['first_name', ['Ann'], "'First Name' must be text, but it is a list"],
		['tags', { a: 1 }, "'Tags' must be text separated by commas, or a list of texts, but it is of type object"],
	])('refuses as %s the value %j', (field, value, message) => {
		expect(() => bodyOf('subscriber.create', { email: 'a@example.com', [field]: value })).toThrow(expect.objectContaining({ message, description: expect.stringContaining('Nothing was sent') }));
	});
});

describe('readTags', () => {
	it.each([
		['a,b', ['a', 'b']],
		[' a , , b ,', ['a', 'b']],
		['one tag', ['one tag']],
		['', []],
		['["a, b", "c", 5]', ['a, b', 'c', '5']],
		[' ["a"]\n', ['a']],
		['[a], [b', ['[a]', '[b']],
		['{"a": 1}', ['{"a": 1}']],
		['5', ['5']],
		['"VIP","Big Customer"', ['VIP', 'Big Customer']],
		['VIP; Big Customer', ['VIP', 'Big Customer']],
		[['["a"]'], ['["a"]']],
		[['a;b', '"c"'], ['a;b', '"c"']],
		[5, ['5']],
		[0, ['0']],
		[true, ['true']],
		[['a', 2, false], ['a', '2', 'false']],
		[[' a ', '', '  '], ['a']],
		[['a, b'], ['a, b']],
		[[], []],
	])('reads %j as %j', (value, tags) => {
		expect(readTags(value)).toEqual(tags);
	});

	it.each([
		[['a', { name: 'a' }], 'of type object'],
		[[null], 'empty'],
		['["a", ["b"]]', 'a list'],
	])('tells of %j what is in the list that is no tag', (value, what) => {
		expect(() => readTags(value)).toThrow(`'Tags' must be text separated by commas, or a list of texts, but it holds something that is ${what}`);
	});

	it.each([{}, null, undefined])('refuses %j', (value) => {
		expect(() => readTags(value)).toThrow(/^'Tags' must be text separated by commas/);
	});
});

describe('readExtraFields', () => {
	it.each([undefined, null, '', '  ', '{}', {}])('takes %j for none', (value) => {
		expect(readExtraFields(value)).toEqual({});
	});

	it.each(['{"a": 1}', { a: 1 }])('reads %j', (value) => {
		expect(readExtraFields(value)).toEqual({ a: 1 });
	});

	it.each([
		['__proto__', '{"__proto__": {"isAdmin": true}}'],
		['constructor', '{"constructor": "x"}'],
		['prototype', '{"a": [{"prototype": {}}]}'],
		['__proto__', '{"a": {"b": {"__proto__": 1}}}'],
		['constructor', { constructor: 'x' }],
	])('refuses a field named %s, however deep: %j', (name, value) => {
		expect(() => readExtraFields(value)).toThrow(
			expect.objectContaining({ message: `'Extra Fields (JSON)' cannot have a field named "${name}"`, description: expect.stringContaining('Nothing was sent') }),
		);
	});

	it.each([
		['12345678901234567000', '{"a": 12345678901234567890}'],
		['-9007199254740992', '{"a": [{"b": -9007199254740993}]}'],
		['9007199254740992', { a: 2 ** 53 }],
	])('refuses a number that JavaScript has rounded, to %s: %j', (rounded, value) => {
		expect(() => readExtraFields(value)).toThrow(
			expect.objectContaining({ message: `'Extra Fields (JSON)' has a number too large to be exact: ${rounded}`, description: expect.stringMatching(/Write it as text, in double quotes.*Nothing was sent/) }),
		);
	});

	it('keeps numbers that are exact', () => {
		expect(readExtraFields('{"a": 9007199254740991, "b": 0.1, "c": 1e-7}')).toEqual({ a: 9007199254740991, b: 0.1, c: 1e-7 });
	});

	it('gives an object whose own names are all that it has', () => {
		const fields = readExtraFields('{"toString": "x", "a": {"valueOf": 1}}');
		expect(fields).toEqual({ toString: 'x', a: { valueOf: 1 } });
		expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
	});

	it.each(['{a: 1}', '[]', '5', '"text"', 'null', [{ a: 1 }], 5, true])('says that %j is no JSON object, and how to write one', (value) => {
		expect(() => readExtraFields(value)).toThrow(
			expect.objectContaining({ message: "'Extra Fields (JSON)' is not a JSON object", description: expect.stringContaining('{"field": "value"}') }),
		);
	});
});
