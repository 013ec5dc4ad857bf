import { inParallel, inPortions } from '../../nodes/EmailMarketing/shared/loops';

/** Works that end when the test says so. */
function works() {
	const begun: number[] = [];
	const ends = new Map<number, () => void>();
	const work = async (entry: number): Promise<void> => {
		begun.push(entry);
		await new Promise<void>((resolve) => ends.set(entry, resolve));
	};
	const end = async (entry: number): Promise<void> => {
		ends.get(entry)?.();
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { begun, work, end };
}

describe('inParallel', () => {
	it('begins so many at a time, in order, and the next when any has ended', async () => {
		const { begun, work, end } = works();
		let isDone = false;
		const all = inParallel([1, 2, 3, 4], 2, work).then(() => (isDone = true));
		expect(begun).toEqual([1, 2]);
		await end(2);
		expect(begun).toEqual([1, 2, 3]);
		await end(1);
		expect(begun).toEqual([1, 2, 3, 4]);
		await end(3);
		expect(isDone).toBe(false);
		await end(4);
		await all;
		expect(isDone).toBe(true);
	});

	it.each([
		[[], 3],
		[[1], 3],
		[[1, 2, 3], 1],
		[[1, 2, 3], 100],
	])('goes through %j once, %i at a time', async (list, parallel) => {
		const seen: number[] = [];
		await inParallel(list, parallel, (entry) => Promise.resolve(void seen.push(entry)));
		expect(seen).toEqual(list);
	});
});

describe('inPortions', () => {
	it('gives what the work gave, in order', async () => {
		expect(await inPortions([1, 2, 3], (entry) => entry * 2)).toEqual([2, 4, 6]);
	});

	it('lets other work be done meanwhile, and ends at what is thrown', async () => {
		let ticks = 0;
		const timer = setInterval(() => (ticks += 1), 1);
		const busy = (until: number): void => {
			while (Date.now() < until);
		};
		await inPortions(Array.from({ length: 1000 }), () => busy(Date.now() + 0.1));
		clearInterval(timer);
		expect(ticks).toBeGreaterThan(0);
		const work = jest.fn(() => {
			throw new Error('odd');
		});
		await expect(inPortions([1, 2], work)).rejects.toThrow('odd');
		expect(work).toHaveBeenCalledTimes(1);
	});
});
