import { fieldsIn, jsonSchema, sampleOf } from '../../doctor/schemaFields';

const root = {
	components: {
		schemas: {
			Tag: { type: 'string' },
			Person: {
				type: 'object',
				required: ['email'],
				properties: { email: { type: 'string' }, tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } } },
			},
			Tree: {
				type: 'object',
				properties: {
					name: { type: 'string' },
					children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
				},
			},
		},
	},
};
const person = { $ref: '#/components/schemas/Person' };

/** Place → type, with `!` behind what is required. */
function shown(schema: unknown): object {
	return Object.fromEntries(
		[...fieldsIn(schema, root)].map(([place, { type, isRequired }]) => [place, `${type}${isRequired ? '!' : ''}`]),
	);
}

describe('the fields of a schema', () => {
	it('are found behind references, in lists and in what is nested', () => {
		expect(
			shown({ type: 'object', required: ['data'], properties: { data: { type: 'array', items: person } } }),
		).toEqual({
			data: 'array!',
			'data[]': 'object!',
			'data[].email': 'string!',
			'data[].tags': 'array',
			'data[].tags[]': 'string!',
		});
	});

	it('are put together, and those that are chosen from are required of nobody', () => {
		expect(shown({ allOf: [person, { required: ['tags'] }] })).toMatchObject({ email: 'string!', tags: 'array!' });
		expect(shown({ oneOf: [person, { properties: { phone: { type: 'number' } } }] })).toMatchObject({
			email: 'string',
			phone: 'number',
		});
	});

	it('have the same type whether they may be null or not, in both ways of saying so', () => {
		const written = [
			{ type: ['string', 'null'] },
			{ type: 'string', nullable: true },
			{ anyOf: [{ type: 'string' }, { type: 'null' }] },
		];
		for (const name of written) expect(shown({ properties: { name } })).toEqual({ name: 'string' });
	});

	it('are numbers, whole or not, and of several types where they may be', () => {
		expect(
			shown({ properties: { count: { type: 'integer' }, either: { type: ['string', 'integer'] }, unsaid: {} } }),
		).toEqual({ count: 'number', either: 'number or string', unsaid: '' });
	});

	it('end somewhere where a schema leads into itself', () => {
		expect(Object.keys(shown({ $ref: '#/components/schemas/Tree' })).length).toBeLessThan(20);
	});

	it('are the whole where it is no object', () => {
		expect(shown({ type: 'array', items: { type: 'string' } })).toEqual({ '': 'array!', '[]': 'string!' });
		expect([shown(undefined), shown({ type: 'object' })]).toEqual([{}, {}]);
	});
});

it('a sample has every field', () => {
	expect(
		sampleOf(
			{
				type: 'object',
				properties: { data: { type: 'array', items: person }, total: { type: 'integer' }, ok: { type: 'boolean' } },
			},
			root,
		),
	).toEqual({ data: [{ email: 'text', tags: ['text'] }], total: 1, ok: true });
});

it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.api+json', '*/*'])(
	'%s is JSON',
	(type) => {
		expect(jsonSchema({ 'text/xml': {}, [type]: person })).toBe(person);
	},
);
