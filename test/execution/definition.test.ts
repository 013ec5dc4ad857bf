import type { INodeProperties } from 'n8n-workflow';

import { endpoints, placeholdersOf, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { definitionOf, shownFields } from '../../nodes/EmailMarketing/execution/definition';
import { innerOf, valuesOf } from '../../nodes/EmailMarketing/execution/settings';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

type Key = keyof typeof operations;

const keys = Object.keys(operations) as Key[];
const endpointOf = (key: Key): EndpointKey => operations[key].endpoint ?? (key as EndpointKey);
const own = (key: Key) => definitionOf(endpointOf(key), operations[key].description);
const definitions = keys.map((key) => [key, own(key)] as const);

describe('what the description of an operation says about its request', () => {
	it('has the fields that travel, alone or in a collection, with their names in the panel and in the API', () => {
		expect(own('subscriber.create').fields).toEqual([
			{
				parameter: 'email',
				collection: undefined,
				property: 'email',
				displayName: 'Email',
				required: true,
				isId: false,
			},
			{
				parameter: 'firstName',
				collection: 'additionalFields',
				property: 'first_name',
				displayName: 'First Name',
				required: false,
				isId: false,
			},
			{
				parameter: 'lastName',
				collection: 'additionalFields',
				property: 'last_name',
				displayName: 'Last Name',
				required: false,
				isId: false,
			},
			{
				parameter: 'tags',
				collection: 'additionalFields',
				property: 'tags',
				displayName: 'Tags',
				required: false,
				isId: false,
			},
		]);
	});

	it('knows which fields name something by its ID', () => {
		expect(
			own('campaign.update')
				.fields.filter(({ isId }) => isId)
				.map(({ property }) => property)
				.sort(),
		).toEqual(['contact_list', 'template']);
	});

	it('has of the fields that are shown for a choice those of the one that is made', () => {
		const shown = (content: string) =>
			shownFields(own('email.send'), { content })
				.filter(({ collection }) => collection === undefined)
				.map(({ parameter }) => parameter);
		expect(['html', 'text', 'template'].map(shown)).toEqual([
			['toEmail', 'subject', 'html'],
			['toEmail', 'subject', 'text'],
			['toEmail', 'subject', 'template'],
		]);
		expect(shownFields(own('subscriber.create'), { dataMode: 'autoMapInputData' })).toEqual(
			own('subscriber.create').fields,
		);
	});

	it.each(definitions)('has a parameter for each placeholder of the path of %s', (key, { placeholders }) => {
		expect(placeholders).toEqual(placeholdersOf(endpoints[endpointOf(key)].path));
		expect(operations[key].description.map(({ name }) => name)).toEqual(expect.arrayContaining([...placeholders]));
	});

	it('calls partial what changes only the fields that are set', () => {
		expect(definitions.filter(([, { isPartial }]) => isPartial).map(([key]) => key)).toEqual([
			'campaign.update',
			'subscriber.update',
		]);
	});

	it.each<[Key, string[]]>([
		['account.get', []],
		['campaign.create', ['simplify']],
		['campaign.getAll', ['returnAll', 'limit', 'simplify']],
		['subscriber.create', ['dataMode', 'columns', 'simplify']],
		['subscriber.get', ['simplify']],
		['subscriber.sync', ['columns', 'removal', 'dryRun', 'options']],
		['email.send', ['content']],
		['subscriber.toggleSubscription', ['changeTo', 'simplify']],
		['subscriber.update', ['dataMode', 'columns', 'simplify']],
		['subscriber.upsert', ['dataMode', 'columns']],
		['subscriber.tag', ['addTags', 'removeTags', 'simplify']],
	])('leaves for %s the settings %j, which neither travel nor fill the path', (key, settings) => {
		expect(own(key).settings.map(({ name }) => name)).toEqual(settings);
	});

	it.each(definitions)(
		'accounts for every parameter of %s: a setting, a placeholder or a field of the body',
		(key, { settings, placeholders, fields }) => {
			const accounted = [
				...settings.map(({ name }) => name),
				...placeholders,
				...fields.map(({ parameter, collection }) => collection ?? parameter),
			];
			expect([...new Set(accounted)].sort()).toEqual(
				[...new Set(operations[key].description.map(({ name }) => name))].sort(),
			);
		},
	);

	it.each(definitions)('sends no field of %s twice', (_key, { fields }) => {
		const properties = fields.map(({ property }) => property);
		expect(properties).toEqual([...new Set(properties)]);
	});

	it('sends no fields with reads and deletes', () => {
		const reading = definitions.filter(([key]) => ['GET', 'DELETE'].includes(endpoints[endpointOf(key)].method));
		expect(reading.flatMap(([, { fields }]) => fields)).toEqual([]);
	});
});

describe('an operation', () => {
	it.each(keys)('%s is one of the catalogue, or says with which of them it begins', (key) => {
		expect([key in endpoints, operations[key].endpoint === undefined]).toEqual(
			key in endpoints ? [true, true] : [false, false],
		);
		expect(endpoints).toHaveProperty([endpointOf(key)]);
	});

	it.each(keys)('%s works on one item or on all of them', (key) => {
		expect(
			[operations[key].execute, operations[key].executeBulk].filter((execute) => execute !== undefined),
		).toHaveLength(1);
	});
});

describe('the names that a message may have to say', () => {
	it.each<[Key, string, string]>([
		['subscriber.create', 'first_name', 'First Name'],
		['subscriber.create', 'contactList', 'Contact List'],
		['campaign.update', 'contact_list', 'Contact List'],
		['campaign.update', 'reply_to_email', 'Reply To Email'],
		['email.send', 'html', 'HTML'],
		['campaign.getAll', 'returnAll', 'Return All'],
	])('of %s include %s: %s', (key, field, name) => {
		expect(own(key).names.get(field)).toBe(name);
	});

	it.each(definitions)('include one for each placeholder of %s', (_key, { placeholders, names }) => {
		expect(placeholders.filter((name) => !names.has(name))).toEqual([]);
	});

	it('let the field of the API win over a parameter of the same name', () => {
		const list: INodeProperties = { displayName: 'A Parameter', name: 'name', type: 'string', default: '' };
		const sent: INodeProperties = {
			displayName: 'Sent',
			name: 'other',
			type: 'string',
			default: '',
			routing: { send: { type: 'body', property: 'name' } },
		};
		expect(definitionOf('campaign.getAll', [sent, list]).names.get('name')).toBe('Sent');
	});
});

describe('the inside of a property', () => {
	const option: INodeProperties = { displayName: 'Option', name: 'option', type: 'string', default: '' };

	it('is what a collection holds', () => {
		expect(
			innerOf({ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [option] }),
		).toEqual([option]);
	});

	it('is nothing for a menu, whose rows are values', () => {
		const menu: INodeProperties = {
			displayName: 'Menu',
			name: 'menu',
			type: 'options',
			default: 'a',
			options: [
				{ name: 'A', value: 'a' },
				{ name: 'B', value: 'b' },
			],
		};
		expect(innerOf(menu)).toEqual([]);
		expect(valuesOf(menu)).toEqual(['a', 'b']);
	});
});
