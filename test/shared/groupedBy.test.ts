import { groupedBy } from '../../nodes/EmailMarketing/shared/loops';

describe('entries of the same name', () => {
	it('are together in their order, and the groups are in the order of their first ones', () => {
		expect(groupedBy(['b1', 'a1', 'b2', 'a2', 'constructor'], ([name = '']) => name)).toEqual([
			['b1', 'b2'],
			['a1', 'a2'],
			['constructor'],
		]);
		expect(groupedBy([], String)).toEqual([]);
	});

	it('may have a name that objects have', () => {
		expect(groupedBy(['__proto__', 'constructor', '__proto__'], (name) => name)).toEqual([
			['__proto__', '__proto__'],
			['constructor'],
		]);
	});
});
