import { readBody, readExtraFields, readTags } from '../../nodes/EmailMarketing/api/bodies';

describe('readBody', () => {
	it('keeps filled texts as they are', () => {
		expect(readBody('campaign.create', { name: ' Spring  sale ', from_name: 'Ann' })).toEqual({ name: ' Spring  sale ', from_name: 'Ann' });
	});

	it.each([undefined, null, '', '   ', '\n'])('leaves %j out', (value) => {
		expect(readBody('campaign.create', { name: 'Sale', from_name: value })).toEqual({ name: 'Sale' });
	});

	it.each([
		[0, '0'],
		[7, '7'],
		[1.5, '1.5'],
		[false, 'false'],
		[true, 'true'],
	])('sends %j from an expression as the text "%s"', (value, text) => {
		expect(readBody('contactList.create', { name: value })).toEqual({ name: text });
	});

	it.each(['email', 'to_email', 'from_email', 'reply_to_email'])('takes the blanks around %s away', (field) => {
		expect(readBody('email.send', { to_email: 'a@example.com', subject: 'Hello', [field]: ' ann@example.com\t' })).toHaveProperty(field, 'ann@example.com');
	});

	it('makes a list of the tags', () => {
		expect(readBody('subscriber.create', { email: 'a@example.com', tags: 'vip, news' })).toEqual({ email: 'a@example.com', tags: ['vip', 'news'] });
	});

	it.each([' , ', ',', ',,,'])('leaves tags out that are only commas: "%s"', (tags) => {
		expect(readBody('subscriber.update', { first_name: 'Ann', tags })).toEqual({ first_name: 'Ann' });
	});

	it('merges the extra fields in last, empty values included, and does not send their own name', () => {
		const fields = { name: 'List', extraFields: '{"name": "Other", "color": "", "depth": {"a": [1]}, "gone": null}' };
		expect(readBody('contactList.create', fields)).toEqual({ name: 'Other', color: '', depth: { a: [1] }, gone: null });
	});

	it('takes a required field from the extra fields too', () => {
		expect(readBody('domain.create', { name: '', extraFields: { name: 'example.com' } })).toEqual({ name: 'example.com' });
	});

	it('does not change what it was given', () => {
		const fields = Object.freeze({ email: ' a@example.com ', tags: 'x', extraFields: '{}' });
		readBody('subscriber.create', fields);
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
		expect(() => readBody(key, fields)).toThrow(expect.objectContaining({ message: `'${name}' is empty`, description: expect.stringContaining('Nothing was sent') }));
	});

	it.each(['campaign.update', 'subscriber.update'] as const)('says that %s has nothing to update, and where to add it', (key) => {
		expect(() => readBody(key, { name: '', extraFields: '{}' })).toThrow(
			expect.objectContaining({ message: 'There is nothing to update', description: expect.stringContaining("'Update Fields'") }),
		);
	});

	it.each(['campaign.update', 'subscriber.update'] as const)('needs no field in particular for %s', (key) => {
		expect(readBody(key, { from_name: 'Ann' })).toEqual({ from_name: 'Ann' });
	});

	it.each(['subscriber.toggleSubscription', 'template.togglePublish', 'subscriber.import'] as const)('gives %s an empty body when nothing is set', (key) => {
		expect(readBody(key, {})).toEqual({});
	});

	it.each([
		['first_name', { a: 1 }, "'First Name' must be text, but it is of type object"],
		['first_name', ['Ann'], "'First Name' must be text, but it is a list"],
		['tags', { a: 1 }, "'Tags' must be text separated by commas, or a list of texts, but it is of type object"],
	])('refuses as %s the value %j', (field, value, message) => {
		expect(() => readBody('subscriber.create', { email: 'a@example.com', [field]: value })).toThrow(expect.objectContaining({ message, description: expect.stringContaining('Nothing was sent') }));
	});
});

describe('readTags', () => {
	it.each([
		['a,b', ['a', 'b']],
		[' a , , b ,', ['a', 'b']],
		['one tag', ['one tag']],
		['', []],
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

	it.each([[[{ name: 'a' }]], [[null]], [[['a']]]])('does not say of the list %j only that it is a list', (value) => {
		expect(() => readTags(value)).toThrow(/^'Tags' must be/);
		expect(() => readTags(value)).not.toThrow(/but it is a list$/);
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

	it.each(['{a: 1}', '[]', '5', '"text"', 'null', [{ a: 1 }], 5, true])('says that %j is no JSON object, and how to write one', (value) => {
		expect(() => readExtraFields(value)).toThrow(
			expect.objectContaining({ message: "'Extra Fields (JSON)' is not a JSON object", description: expect.stringContaining('{"field": "value"}') }),
		);
	});
});
