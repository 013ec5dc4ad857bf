import type { IDataObject } from 'n8n-workflow';

import type { EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { emptiedFields, emptiedIn, stillFilled } from '../../nodes/EmailMarketing/api/requestBody';
import { definitionOf, valuesOf } from '../../nodes/EmailMarketing/execution/definition';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { defined } from '../defined';

const clearable = (key: 'campaign.update' | 'subscriber.update' | 'subscriber.upsert') =>
	valuesOf(defined(operations[key].description.find(({ name }) => name === 'clearFields'))) as string[];
const fieldsOf = (key: EndpointKey) => definitionOf(key, operations[key].description).fields;

describe('emptiedFields', () => {
	it('empties a name by an empty text, tags by an empty list, and an address or what has an ID by null', () => {
		expect(emptiedFields(fieldsOf('subscriber.update'), clearable('subscriber.update'), {})).toEqual({
			first_name: '',
			last_name: '',
			tags: [],
		});
		expect(emptiedFields(fieldsOf('campaign.update'), clearable('campaign.update'), {})).toEqual({
			contact_list: null,
			from_email: null,
			from_name: '',
			reply_to_email: null,
			reply_to_name: '',
			template: null,
		});
	});

	it('empties nothing that is not chosen', () => {
		expect(emptiedFields(fieldsOf('subscriber.update'), ['lastName'], {})).toEqual({ last_name: '' });
		expect(emptiedFields(fieldsOf('subscriber.update'), [], { first_name: 'Ann' })).toEqual({});
	});

	it('refuses a field that is set as well', () => {
		expect(() => emptiedFields(fieldsOf('subscriber.update'), ['firstName', 'lastName'], { last_name: 'Lee' })).toThrow(
			expect.objectContaining({
				message: "'Last Name' has a value and is chosen in 'Clear Fields' too",
				description: expect.stringContaining('Nothing was sent'),
			}),
		);
	});
});

describe('the fields that can be cleared', () => {
	it.each(['campaign.update', 'subscriber.update', 'subscriber.upsert'] as const)(
		'are fields of %s, and none that it cannot do without',
		(key) => {
			expect(clearable(key)).not.toEqual([]);
			expect(clearable(key)).not.toEqual(expect.arrayContaining(['email']));
			expect(clearable(key)).not.toEqual(expect.arrayContaining(['name']));
			const fields = definitionOf(
				operations[key].endpoint ?? (key as EndpointKey),
				operations[key].description,
			).fields.map(({ parameter }) => parameter);
			expect(fields).toEqual(expect.arrayContaining(clearable(key)));
		},
	);
});

describe('a field that was to be emptied', () => {
	it('is one that is sent empty', () => {
		expect(emptiedIn({ first_name: '', last_name: 'Lee', tags: [], template: null })).toEqual([
			'first_name',
			'tags',
			'template',
		]);
		expect(emptiedIn()).toEqual([]);
	});

	it.each<[IDataObject, string[]]>([
		[{ first_name: 'Ann', tags: ['vip'], last_name: 'Lee' }, ['first_name', 'tags']],
		[{ first_name: null, tags: [] }, []],
		[{ attributes: { first_name: 'Ann' } }, ['first_name']],
		[{ message: 'Done' }, []],
	])('and that %j still shows with a value: %j', (answer, fields) => {
		expect(stillFilled({ first_name: '', tags: [], last_name: 'Lee' }, answer)).toEqual(fields);
	});
});
