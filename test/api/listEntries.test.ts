import { fieldsOf, identityOf, idOf, repeats } from '../../nodes/EmailMarketing/api/listEntries';

describe('idOf', () => {
	it.each<[string, unknown, unknown]>([
		['the UUID', { uuid: 'u', id: 7 }, 'u'],
		['the ID where there is no UUID', { id: 7 }, 7],
		['an ID that is 0', { id: 0 }, 0],
		['the ID where the UUID is null', { uuid: null, id: 7 }, 7],
		['the ID where the UUID is empty', { uuid: '', id: '7' }, '7'],
		['nothing where both are', { uuid: '', id: null }, undefined],
		['nothing of a text', 'u', undefined],
		['nothing of nothing', null, undefined],
	])('is %s', (_name, entry, id) => {
		expect(idOf(entry)).toBe(id);
	});
});

describe('fieldsOf', () => {
	it.each<[string, unknown, object]>([
		['those of an entry', { uuid: 'u', name: 'x' }, { uuid: 'u', name: 'x' }],
		[
			'those under attributes, and those beside them',
			{ id: 'u', type: 'campaigns', attributes: { name: 'x', type: 'y' } },
			{ id: 'u', uuid: 'u', name: 'x', type: 'y' },
		],
		['those under attributes with their ID', { attributes: { id: 7, name: 'x' } }, { id: 7, uuid: 7, name: 'x' }],
		['those under attributes without any ID', { attributes: { name: 'x' } }, { name: 'x' }],
		[
			'its own before those under attributes, where it has a name',
			{ id: 'u', name: 'x', opens: 1, attributes: { name: 'y', opens: 2, uuid: 'z', city: 'Rome' } },
			{
				id: 'u',
				uuid: 'u',
				name: 'x',
				opens: 1,
				city: 'Rome',
				attributes: { name: 'y', opens: 2, uuid: 'z', city: 'Rome' },
			},
		],
		['its own, where attributes is a list', { uuid: 'u', attributes: [] }, { uuid: 'u', attributes: [] }],
		['its own, where attributes is a text', { uuid: 'u', attributes: 'x' }, { uuid: 'u', attributes: 'x' }],
		['none of a text', 'x', {}],
		['none of nothing', null, {}],
	])('are %s', (_name, entry, fields) => {
		expect(fieldsOf(entry)).toStrictEqual(fields);
	});
});

describe('identityOf', () => {
	it('is the ID, else the entry itself', () => {
		const entry = { name: 'x' };
		expect([identityOf({ uuid: 'u' }), identityOf(entry), identityOf('text')]).toEqual(['u', entry, 'text']);
		expect(identityOf(entry)).toBe(entry);
	});
});

describe('repeats', () => {
	it.each<[string, boolean, unknown[], unknown[]]>([
		['the same entries, with counters that moved', true, [{ uuid: 'a', opens: 2 }], [{ uuid: 'a', opens: 1 }]],
		['the same entries without an ID', true, [{ name: 'a' }], [{ name: 'a' }]],
		['others without an ID', false, [{ name: 'b' }], [{ name: 'a' }]],
		['the same in another order', false, [{ uuid: 'a' }, { uuid: 'b' }], [{ uuid: 'b' }, { uuid: 'a' }]],
		['fewer of them', false, [{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]],
		['two empty pages', false, [], []],
	])('of %s is %s', (_name, expected, items, before) => {
		expect(repeats(items, before)).toBe(expected);
	});
});
