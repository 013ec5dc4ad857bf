import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { buildBody, parseTags } from '../../nodes/EmailMarketing/panel/requestBody';
import { definitionOf, shownFields } from '../../nodes/EmailMarketing/execution/definition';
import { valuesOf } from '../../nodes/EmailMarketing/execution/settings';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { defined } from '../defined';
import { textThrownBy } from '../thrown';

/** The body of an operation as its own description declares it; an email is written as HTML. */
function bodyOf(key: EndpointKey, values: IDataObject, cleared?: readonly string[]): IDataObject {
	const definition = definitionOf(key, operations[key].description);
	return buildBody({ ...definition, fields: shownFields(definition, { content: 'html' }) }, values, cleared);
}

const refusal = (key: EndpointKey, values: IDataObject, cleared?: readonly string[]): string =>
	textThrownBy(() => bodyOf(key, values, cleared));

/** What can be chosen in 'Clear Fields', by the names of the parameters. */
const clearable = (key: 'campaign.update' | 'subscriber.update') =>
	valuesOf(defined(definitionOf(key, operations[key].description).clearFields)) as string[];

const email = 'a@example.com';
const mail = { to_email: email, subject: 'Hello', html: 'Hi' };

describe('the body of a request', () => {
	it.each<[string, EndpointKey, IDataObject, IDataObject]>([
		['texts as they are', 'campaign.create', { name: ' Spring  sale ' }, { name: ' Spring  sale ' }],
		['a number as text', 'contactList.create', { name: 0 }, { name: '0' }],
		['no field without a parameter', 'subscriber.create', { email, phone: '1', uuid: 's1' }, { email }],
		[
			'an ID as text',
			'campaign.create',
			{ name: 'Sale', contact_list: 17, template: ' t1 ' },
			{ name: 'Sale', contact_list: '17', template: 't1' },
		],
		['tags as a list', 'subscriber.create', { email, tags: 'vip, news' }, { email, tags: ['vip', 'news'] }],
		['no tags that are only commas', 'subscriber.update', { first_name: 'Ann', tags: ' , ' }, { first_name: 'Ann' }],
		['the names of tags', 'subscriber.create', { email, tags: [{ name: 'VIP' }] }, { email, tags: ['VIP'] }],
		['no name that is broken', 'subscriber.create', { email, tags: ['a', { name: '#N/A' }] }, { email, tags: ['a'] }],
		['none of other tags in an update', 'subscriber.update', { email, tags: ['a', { name: '#N/A' }] }, { email }],
		...[[{ id: 'null', name: 'VIP' }], '[{"id": "null", "name": "VIP"}]'].map(
			(tags): [string, EndpointKey, IDataObject, IDataObject] => [
				'the tags of an update where another field of one is broken',
				...(['subscriber.update', { tags }, { tags: ['VIP'] }] as const),
			],
		),
		['an empty list of tags from an expression', 'subscriber.update', { tags: [] }, { tags: [] }],
		[
			'extra fields last and as they are',
			'contactList.create',
			{ name: 'List', extraFields: '{"name": "Other", "color": "", "depth": {"a": [1]}, "gone": null}' },
			{ name: 'Other', color: '', depth: { a: [1] }, gone: null },
		],
		['a required extra field', 'domain.create', { name: '', extraFields: { name: 'a.com' } }, { name: 'a.com' }],
		['an emptied extra field', 'subscriber.update', { extraFields: '{"first_name": ""}' }, { first_name: '' }],
		[
			'placeholders of the service',
			'email.send',
			{ ...mail, subject: '{{ name }}', html: 'Hi {{ name }}, $now' },
			{ ...mail, subject: '{{ name }}', html: 'Hi {{ name }}, $now' },
		],
		...(['Ann <a@example.com>', ' mailto:a@example.com ', 'Ann <mailto:a@example.com>'] as const).map(
			(pasted): [string, EndpointKey, IDataObject, IDataObject] => [
				`addresses without what is around them: ${pasted}`,
				...(['email.send', { ...mail, to_email: pasted, from_email: pasted, reply_to_email: pasted }] as const),
				{ ...mail, from_email: email, reply_to_email: email },
			],
		),
		['a name that is no address', 'email.send', { ...mail, from_name: 'Ann' }, { ...mail, from_name: 'Ann' }],
		['nothing for a toggle', 'subscriber.toggleSubscription', {}, {}],
	])('has %s', (_name, key, values, body) => {
		expect(bodyOf(key, Object.freeze(values))).toEqual(body);
	});

	it.each(['{{', '{{$now', '{{ a }} '])(
		'is built from a long text, without a pattern that takes minutes: %j',
		(part) => {
			const name = `${part.repeat(10_000)}!`;
			expect(bodyOf('campaign.create', { name })).toEqual({ name });
		},
	);

	it.each([undefined, null, '', '   ', '\n'])('has no field that is %j', (value) => {
		expect(bodyOf('campaign.create', { name: 'Sale', from_name: value })).toEqual({ name: 'Sale' });
	});

	it.each([
		['subscriber.create', 'email'],
		['email.send', 'to_email'],
	] as const)('has for %s no spaces around %s', (key, field) => {
		const required = { email, to_email: email, subject: 'Hello', html: 'Hi' };
		expect(bodyOf(key, { ...required, [field]: ' ann@example.com\t' })).toHaveProperty(field, 'ann@example.com');
	});

	it('has what is cleared: texts empty, tags as an empty list, addresses and IDs as null', () => {
		const values = { email, first_name: '' };
		const emptied = { email, first_name: '', last_name: '', tags: [] };
		expect(bodyOf('subscriber.update', values, clearable('subscriber.update'))).toEqual(emptied);
		expect(bodyOf('campaign.update', {}, clearable('campaign.update'))).toEqual({
			...{ contact_list: null, template: null, from_email: null, reply_to_email: null },
			...{ from_name: '', reply_to_name: '' },
		});
		expect(bodyOf('subscriber.update', {}, ['lastName'])).toEqual({ last_name: '' });
	});
});

describe('a body is refused', () => {
	it.each<[EndpointKey, IDataObject, RegExp]>([
		['campaign.create', {}, /^'Name' is empty .*Enter a value in 'Name'/],
		['email.send', { ...mail, extraFields: '{"subject": ""}' }, /^'Subject' is empty/],
		['email.send', {}, /^'To Email', 'Subject' and 'HTML' are empty/],
		['campaign.create', { name: 'Sale', contact_list: ['l1'] }, /^'Contact List' must be an ID, not a list/],
		[
			'subscriber.create',
			{ email, extraFields: { first_name: 'Ann' } },
			/must not have "first_name" .*'First Name' instead/,
		],
		['email.send', { ...mail, html: 'Hi {{ $json.name }}' }, /^'HTML' has .*"\{\{ \$json\.name \}\}".*to Expression/],
		['subscriber.create', { email, tags: '{{ $json.tags }}' }, /^'Tags' has an expression that is not evaluated/],
		[
			'subscriber.create',
			{ email, first_name: { a: 1 } },
			/^'First Name' must be text, not an object .*Check the expression in 'First Name'/,
		],
		['subscriber.create', { email: 'ann@example' }, /^"ann@example" is not an email address/],
		['subscriber.update', { email: 'a@b.co, c@d.co' }, /^"a@b\.co, c@d\.co" is not an email address/],
	])('by the name of the parameter: %s with %j', (key, values, text) => {
		const refused = refusal(key, values);
		expect(refused).toMatch(text);
		expect(refused).toContain('Nothing was sent');
	});

	it.each([...['{a: 1}', '[]', '5', '"text"', 'null'], [{ a: 1 }], 5, true])(
		'with the extra fields %j',
		(extraFields) => {
			const text = refusal('contactList.create', { name: 'List', extraFields });
			expect(text).toMatch(/'Extra Fields \(JSON\)' is not a JSON object .*\{"field": "value"\}/);
		},
	);

	it.each(['campaign.update', 'subscriber.update'] as const)(
		'where %s has nothing to update, and says where a value goes',
		(key) => {
			const text = refusal(key, { name: '', extraFields: '{}' });
			expect(text).toMatch(/^There is nothing to update .*'Update Fields'.*Nothing was sent/);
			expect(text.includes('column')).toBe(key === 'subscriber.update');
		},
	);

	it.each([{ last_name: 'Lee' }, { extraFields: '{"last_name": "Lee"}' }])(
		'where a field is both set and cleared: %j',
		(values) => {
			const text = refusal('subscriber.update', values, ['lastName']);
			expect(text).toMatch(/^'Last Name' .*'Clear Fields' .*Remove .*Nothing was sent/);
		},
	);
});

describe('tags', () => {
	it.each<[unknown, string[]]>([
		['', []],
		['["a, b", "c", 5]', ['a, b', 'c', '5']],
		[' ["a"]\n', ['a']],
		['[a], [b', ['[a]', '[b']],
		['{"a": 1}', ['{"a": 1}']],
		[
			['["a"]', 'a;b', '"c"', 'a, b'],
			['["a"]', 'a;b', '"c"', 'a, b'],
		],
		[7, ['7']],
		[false, ['false']],
		[{ id: 1, name: ' VIP ' }, ['VIP']],
		[[{ id: 1, name: 'VIP' }], ['VIP']],
		['[{"id": 1, "name": "VIP"}, "a"]', ['VIP', 'a']],
		[
			['a', { name: 'a, b' }, 2, { name: '' }, { name: 'a' }],
			['a', 'a, b', '2'],
		],
		[
			[' a ', '', '  ', 2, false],
			['a', '2', 'false'],
		],
	])('are read from text, a list or one value: %j', (value, tags) => {
		expect(parseTags(value)).toEqual(tags);
	});

	it.each([
		[[{}], 'an object'],
		[[{ name: null }], 'an object'],
		[[{ name: ['a'] }], 'an object'],
		[['a', { name: 'b' }, { id: 1 }], 'an object'],
		[[['a']], 'a list'],
		[[null], 'empty'],
		[{ 0: 'a' }, 'an object'],
		[new Date(0), 'an object'],
		['["a", ["b"]]', 'a list'],
		[{}, 'an object'],
	])('are refused where one is no text: %j', (value, what) => {
		expect(textThrownBy(() => parseTags(value))).toMatch(new RegExp(`^'Tags' must be text .*, not ${what}`));
	});
});
