import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { buildBody, parseTags } from '../../nodes/EmailMarketing/api/requestBody';
import { definitionOf, shownFields } from '../../nodes/EmailMarketing/execution/definition';
import { valuesOf } from '../../nodes/EmailMarketing/execution/settings';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { defined } from '../defined';

/** The body of an operation as its own description declares it; an email is written as HTML. */
function bodyOf(key: EndpointKey, values: IDataObject, choices?: Parameters<typeof buildBody>[2]): IDataObject {
	const definition = definitionOf(key, operations[key].description, operations[key].requiredWhereShown);
	return buildBody({ ...definition, fields: shownFields(definition, { content: 'html' }) }, values, choices);
}

/** What can be chosen in 'Clear Fields', by the names of the parameters. */
const clearable = (key: 'campaign.update' | 'subscriber.update') =>
	valuesOf(defined(definitionOf(key, operations[key].description).clearFields)) as string[];

describe('buildBody', () => {
	it('keeps filled texts as they are', () => {
		expect(bodyOf('campaign.create', { name: ' Spring  sale ', from_name: 'Ann' })).toEqual({
			name: ' Spring  sale ',
			from_name: 'Ann',
		});
	});

	it.each([undefined, null, '', '   ', '\n'])('leaves %j out', (value) => {
		expect(bodyOf('campaign.create', { name: 'Sale', from_name: value })).toEqual({
			name: 'Sale',
		});
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
		const required = { email: 'a@example.com', to_email: 'a@example.com', subject: 'Hello', html: 'Hi' };
		expect(bodyOf(key, { ...required, [field]: ' ann@example.com\t' })).toHaveProperty(field, 'ann@example.com');
	});

	it('sends the fields of the description and no others', () => {
		expect(bodyOf('subscriber.create', { email: 'a@example.com', phone: '1', uuid: 's1' })).toEqual({
			email: 'a@example.com',
		});
	});

	it('takes an ID for a text, and names the parameter that holds none', () => {
		expect(bodyOf('campaign.create', { name: 'Sale', contact_list: 17, template: ' t1 ' })).toEqual({
			name: 'Sale',
			contact_list: '17',
			template: 't1',
		});
		expect(() => bodyOf('campaign.create', { name: 'Sale', contact_list: ['l1'] })).toThrow(
			"'Contact List' must be an ID, not a list",
		);
	});

	it('makes a list of the tags', () => {
		expect(bodyOf('subscriber.create', { email: 'a@example.com', tags: 'vip, news' })).toEqual({
			email: 'a@example.com',
			tags: ['vip', 'news'],
		});
	});

	it.each([' , ', ',', ',,,'])('leaves tags out that are only commas: "%s"', (tags) => {
		expect(bodyOf('subscriber.update', { first_name: 'Ann', tags })).toEqual({ first_name: 'Ann' });
	});

	it('merges the extra fields in last, empty values included, and does not send their own name', () => {
		const fields = { name: 'List', extraFields: '{"name": "Other", "color": "", "depth": {"a": [1]}, "gone": null}' };
		expect(bodyOf('contactList.create', fields)).toEqual({ name: 'Other', color: '', depth: { a: [1] }, gone: null });
	});

	it('takes a required field from the extra fields too', () => {
		expect(bodyOf('domain.create', { name: '', extraFields: { name: 'example.com' } })).toEqual({
			name: 'example.com',
		});
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
		['email.send', { subject: 'Hello', html: 'Hi' }, 'To Email'],
		['email.send', { to_email: 'a@example.com', html: 'Hi' }, 'Subject'],
		[
			'email.send',
			{ to_email: 'a@example.com', subject: 'Hello', html: 'Hi', extraFields: '{"subject": ""}' },
			'Subject',
		],
		['email.send', { to_email: 'a@example.com', subject: 'Hello' }, 'HTML'],
		['subscriber.create', { first_name: 'Ann' }, 'Email'],
	] as const)('does not send %s with %j: names the empty parameter', (key, fields, name) => {
		expect(() => bodyOf(key, fields)).toThrow(
			expect.objectContaining({
				message: `'${name}' is empty`,
				description: expect.stringContaining('Nothing was sent'),
			}),
		);
	});

	it.each(['{a: 1}', '[]', '5', '"text"', 'null', [{ a: 1 }], 5, true])(
		"does not send %j as 'Extra Fields (JSON)', and says how to write them",
		(extraFields) => {
			expect(() => bodyOf('contactList.create', { name: 'List', extraFields })).toThrow(
				expect.objectContaining({
					message: "'Extra Fields (JSON)' is not a JSON object",
					description: expect.stringContaining('{"field": "value"}'),
				}),
			);
		},
	);

	it.each(['ann', 'ann@example', 'ann@example.com, bob@example.com'])('does not send the email "%s"', (email) => {
		for (const key of ['subscriber.create', 'subscriber.update'] as const)
			expect(() => bodyOf(key, { email })).toThrow(`"${email}" is not an email address`);
	});

	it('names all required fields that are empty', () => {
		expect(() => bodyOf('email.send', {})).toThrow(
			expect.objectContaining({ message: "'To Email', 'Subject' and 'HTML' are empty" }),
		);
	});

	it.each([
		['campaign.update', false, "'Update Fields'"],
		['subscriber.update', false, "'Update Fields'"],
		['subscriber.update', true, 'column'],
	] as const)('says that %s has nothing to update, and where a value goes (columns: %s)', (key, isMapped, place) => {
		const thrown = expect.objectContaining({
			message: 'There is nothing to update',
			description: expect.stringMatching(new RegExp(`${place}.*Nothing was sent`)),
		});
		expect(() => bodyOf(key, { name: '', extraFields: '{}' }, { isMapped })).toThrow(thrown);
	});

	it('empties what is chosen, beside what is set: texts by an empty one, tags by an empty list, addresses and IDs by null', () => {
		expect(
			bodyOf(
				'subscriber.update',
				{ email: 'a@example.com', first_name: '' },
				{ cleared: clearable('subscriber.update') },
			),
		).toEqual({ email: 'a@example.com', first_name: '', last_name: '', tags: [] });
		expect(bodyOf('campaign.update', {}, { cleared: clearable('campaign.update') })).toEqual({
			contact_list: null,
			from_email: null,
			from_name: '',
			reply_to_email: null,
			reply_to_name: '',
			template: null,
		});
		expect(bodyOf('subscriber.update', {}, { cleared: ['lastName'] })).toEqual({ last_name: '' });
	});

	it.each([{ last_name: 'Lee' }, { extraFields: '{"last_name": "Lee"}' }])(
		'refuses what is both set and cleared: %j',
		(values) => {
			expect(() => bodyOf('subscriber.update', values, { cleared: ['lastName'] })).toThrow(
				expect.objectContaining({
					message: "'Last Name' has a value and is chosen in 'Clear Fields' too",
					description: expect.stringContaining('Nothing was sent'),
				}),
			);
		},
	);

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

	it.each(['subscriber.toggleSubscription', 'template.togglePublish', 'subscriber.import'] as const)(
		'gives %s an empty body when nothing is set',
		(key) => {
			expect(bodyOf(key, {})).toEqual({});
		},
	);

	it.each([
		['first_name', { a: 1 }, "'First Name' must be text, not an object"],
		['first_name', ['Ann'], "'First Name' must be text, not a list"],
		['tags', { a: 1 }, "'Tags' must be text separated by commas, or a list of strings, not an object"],
	])('refuses as %s the value %j', (field, value, message) => {
		expect(() => bodyOf('subscriber.create', { email: 'a@example.com', [field]: value })).toThrow(
			expect.objectContaining({ message, description: expect.stringContaining('Nothing was sent') }),
		);
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
		[
			['a;b', '"c"'],
			['a;b', '"c"'],
		],
		[5, ['5']],
		[0, ['0']],
		[true, ['true']],
		[
			['a', 2, false],
			['a', '2', 'false'],
		],
		[[' a ', '', '  '], ['a']],
		[['a, b'], ['a, b']],
		[[], []],
	])('reads %j as %j', (value, tags) => {
		expect(parseTags(value)).toEqual(tags);
	});

	it.each([
		[['a', { name: 'a' }], 'an object'],
		[[null], 'empty'],
		['["a", ["b"]]', 'a list'],
	])('tells of %j what is in the list that is no tag', (value, what) => {
		expect(() => parseTags(value)).toThrow(
			`'Tags' must be text separated by commas, or a list of strings, not ${what}`,
		);
	});

	it.each([{}, null, undefined])('refuses %j', (value) => {
		expect(() => parseTags(value)).toThrow(/^'Tags' must be text separated by commas/);
	});
});
