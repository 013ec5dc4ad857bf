import { choose, pagesNeeded } from '../../nodes/EmailMarketing/transport/wanted';

const isEven = (entry: unknown): boolean => Number(entry) % 2 === 0;
const after = (pages: number, pageSize = 25) => ({ pages, pageSize });

describe('pagesNeeded', () => {
	it.each([
		[60, 25, 25, 2],
		[50, 25, 25, 1],
		[25, 25, 25, 0],
		[20, 25, 25, 0],
		[5, 0, 0, 5],
		[5000, 25, 25, 199],
		[Infinity, 25, 25, Infinity],
	])(
		'of a limit of %d after %d entries, %d to a page, are %d where all are wanted',
		(limit, found, pageSize, expected) => {
			expect(pagesNeeded({ limit, parallel: 40, isStrict: false }, found, after(1, pageSize))).toBe(expected);
		},
	);

	it.each<[string, number, number, number, number]>([
		['enough are found', 50, 50, 3, 0],
		['more than enough are found', 50, 60, 3, 0],
		['nearly all fit', 50, 23, 1, 2],
		['two of a page fit', 50, 2, 1, 16],
		['none of a page fits', 1, 0, 1, 1],
		['none of ten pages fits', 1, 0, 10, 10],
		['few are missing after a long way', 50, 49, 20, 10],
		['as many are likely as are read at the same time', 50, 0, 1, 40],
		['none of a hundred pages fits', 1, 0, 100, 40],
		['more than that are needed in any case', 5000, 20, 1, 200],
		['all are wanted that fit', Infinity, 0, 1, Infinity],
	])('are as many as are likely where not all are wanted and %s', (_, limit, found, pages, expected) => {
		expect(pagesNeeded({ limit, isWanted: isEven, parallel: 40, isStrict: false }, found, after(pages))).toBe(expected);
	});
});

describe('choose', () => {
	it.each<[number, number[], number[]]>([
		[Infinity, [2, 4], [1, 3, 5]],
		[2, [2, 4], [1, 3]],
		[1, [2], [1]],
	])('takes %d of those that are wanted, and knows whom it passed over', (limit, items, leftOut) => {
		expect(choose([1, 2, 3, 4, 5], { limit, isWanted: isEven })).toEqual({ items, leftOut });
	});

	it('takes all up to the limit where all are wanted', () => {
		expect(choose([1, 2, 3], { limit: 2 })).toEqual({ items: [1, 2], leftOut: [] });
	});
});
