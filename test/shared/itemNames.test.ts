import { itemName, itemNames, listed } from '../../nodes/EmailMarketing/shared/text';

it("names an item by its number, as n8n's panel does", () => {
	expect([itemName(0), itemName(12)]).toEqual(['item 0', 'item 12']);
});

it.each<[number[], string]>([
	[[3], 'item 3'],
	[[0, 1], 'items 0 and 1'],
	[[4, 2], 'items 2 and 4'],
	[[0, 1, 2], 'items 0 to 2'],
	[[12, 7, 3, 5, 6, 8, 9], 'items 3, 5 to 9 and 12'],
])('names several in their order, and three and more in a row by the first and the last: %j', (items, names) => {
	expect(itemNames(items)).toBe(names);
});

it('names no more than are wanted', () => {
	expect([itemNames([1, 3, 5], 3), itemNames([1, 3, 5], 2)]).toEqual(['items 1, 3 and 5', 'items 1, 3 and others']);
});

it.each<[string[], string]>([
	[[], ''],
	[['a'], 'a'],
	[['a', 'b'], 'a and b'],
	[['a', 'b', 'c'], 'a, b and c'],
])('lists %j as a person does', (parts, text) => {
	expect(listed(parts)).toBe(text);
});
