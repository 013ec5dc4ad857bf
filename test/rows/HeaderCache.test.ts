import { HeaderCache } from '../../nodes/EmailMarketing/rows/HeaderCache';

function counting() {
	const made: string[] = [];
	const cache = new HeaderCache((headers) => made.push(headers.join()));
	return { made, cache };
}

it('makes something once of the same headers in the same order', () => {
	const { made, cache } = counting();
	const [first, ...others] = [{ a: 1, b: 2 }, { a: 3, b: 4 }, { b: 1, a: 2 }, { a: 1 }].map((row) => cache.of(row));
	expect(others).toEqual([first, 2, 3]);
	expect(made).toEqual(['a,b', 'b,a', 'a']);
});

it('forgets ten thousand headers where there are more, as rows may all have others', () => {
	const { made, cache } = counting();
	for (let column = 0; column < 10_000; column += 1) cache.of({ [`column ${column}`]: '' });
	cache.of({ 'column 0': '' });
	expect(made).toHaveLength(10_000);
	cache.of({ 'one more': '' });
	cache.of({ 'column 0': '' });
	expect(made.slice(10_000)).toEqual(['one more', 'column 0']);
});
