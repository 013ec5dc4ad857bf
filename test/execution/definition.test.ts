import { endpoints, placeholdersOf, type EndpointKey } from '../../nodes/EmailMarketing/api/endpoints';
import { definitionOf, shownFields } from '../../nodes/EmailMarketing/execution/definition';
import { operations } from '../../nodes/EmailMarketing/resources/operations';

type Key = keyof typeof operations;

const keys = Object.keys(operations) as Key[];
const endpointOf = (key: Key): EndpointKey => operations[key].endpoint ?? (key as EndpointKey);
const own = (key: Key) => definitionOf(endpointOf(key), operations[key].description);

describe('the description of an operation', () => {
	it.each(keys)(
		'is complete: every parameter of %s is a setting, a placeholder or a field that is sent once',
		(key) => {
			const { settings, placeholders, fields, names } = own(key);
			expect(placeholders).toEqual(placeholdersOf(endpoints[endpointOf(key)].path));
			const accounted = [...settings, ...fields.map((field) => ({ name: field.collection ?? field.parameter }))];
			const described = new Set(operations[key].description.map(({ name }) => name));
			expect(new Set([...accounted.map(({ name }) => name), ...placeholders])).toEqual(described);
			const sent = fields.map(({ property }) => property);
			expect(sent).toEqual([...new Set(sent)]);
			if (['GET', 'DELETE'].includes(endpoints[endpointOf(key)].method)) expect(sent).toEqual([]);
			expect([...sent, ...placeholders].filter((name) => !names.has(name))).toEqual([]);
		},
	);

	it.each(keys)('has for %s one request of the catalogue, and works on one item or on all', (key) => {
		const { endpoint, execute, executeBulk } = operations[key];
		expect(endpoint === undefined).toBe(key in endpoints);
		expect([execute, executeBulk].filter((work) => work !== undefined)).toHaveLength(1);
	});

	it('sends of the fields that depend on a choice those of the choice that is made', () => {
		const shown = (content: string) =>
			shownFields(own('email.send'), { content }).flatMap(({ collection, parameter }) => (collection ? [] : parameter));
		const choices = ['html', 'text', 'template'];
		expect(choices.map(shown)).toEqual(choices.map((choice) => ['toEmail', 'subject', choice]));
	});

	it('names the field of the API where a parameter has the same name', () => {
		const property = { displayName: 'A Parameter', name: 'name', type: 'string', default: '' } as const;
		const routing = { send: { type: 'body', property: 'name' } } as const;
		const sent = { ...property, displayName: 'Sent', name: 'other', routing };
		expect(definitionOf('campaign.getAll', [sent, property]).names.get('name')).toBe('Sent');
	});
});
