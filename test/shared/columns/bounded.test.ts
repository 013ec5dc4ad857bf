import { BoundedSet, remembering } from '../../../nodes/EmailMarketing/shared/columns/bounded';

describe('remembering', () => {
	it('computes once, also where the answer is undefined', () => {
		const compute = jest.fn((text: string) => (text === 'a' ? 1 : undefined));
		const recall = remembering(compute);
		expect(['a', 'b', 'a', 'b', '__proto__', '__proto__'].map(recall)).toEqual([
			1,
			undefined,
			1,
			undefined,
			undefined,
			undefined,
		]);
		expect(compute).toHaveBeenCalledTimes(3);
	});

	it('begins anew when it is full, and keeps no long texts', () => {
		const compute = jest.fn((text: string) => text.length);
		const recall = remembering(compute, 2, 3);
		expect(['a', 'b', 'c', 'c', 'a', 'long', 'long'].map(recall)).toEqual([1, 1, 1, 1, 1, 4, 4]);
		expect(compute.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a', 'long', 'long']);
	});

	it('does not remember what was thrown', () => {
		const compute = jest.fn((): number => {
			throw new Error('no');
		});
		const recall = remembering(compute);
		expect(() => recall('a')).toThrow('no');
		expect(() => recall('a')).toThrow('no');
		expect(compute).toHaveBeenCalledTimes(2);
	});
});

describe('BoundedSet', () => {
	it('keeps the first texts, and knows that there were more', () => {
		const set = new BoundedSet(2);
		for (const text of ['a', 'b', 'a']) set.add(text);
		expect(set.isFull).toBe(false);
		set.add('c');
		expect(set.list()).toEqual(['a', 'b']);
		expect(set.isFull).toBe(true);
	});
});
