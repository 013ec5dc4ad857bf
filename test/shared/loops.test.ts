import { groupedBy, inParallel, inPortions } from '../../nodes/EmailMarketing/shared/loops';

describe('work in parallel', () => {
	it('begins so many at a time, in order, and the next when any has ended', async () => {
		const begun: number[] = [];
		const ends = new Map<number, () => void>();
		const all = inParallel([1, 2, 3, 4], 2, async (entry) => {
			begun.push(entry);
			await new Promise<void>((resolve) => ends.set(entry, resolve));
		});
		for (const [entry, after] of [
			[2, [1, 2, 3]],
			[1, [1, 2, 3, 4]],
			[3, [1, 2, 3, 4]],
		] as const) {
			ends.get(entry)?.();
			await new Promise((resolve) => setImmediate(resolve));
			expect(begun).toEqual(after);
		}
		ends.get(4)?.();
		await expect(all).resolves.toBeUndefined();
	});
});

describe('work in portions', () => {
	it('lets other work be done meanwhile, and ends where something is thrown', async () => {
		let ticks = 0;
		const timer = setInterval(() => (ticks += 1), 1);
		const busy = (until: number): void => {
			while (Date.now() < until);
		};
		await inPortions(Array.from({ length: 100 }), () => busy(Date.now() + 0.1));
		clearInterval(timer);
		expect(ticks).toBeGreaterThan(0);
		const work = jest.fn(() => {
			throw new Error('broken');
		});
		await expect(inPortions([1, 2], work)).rejects.toThrow('broken');
		expect(work).toHaveBeenCalledTimes(1);
	});
});

it('entries are grouped by name, in order of the first ones, whatever the names', async () => {
	const entries = ['b1', '__proto__', 'b2', 'constructor', '__proto__'];
	expect([...(await groupedBy(entries, (entry) => entry.replace(/\d$/, '')))]).toEqual([
		['b', ['b1', 'b2']],
		['__proto__', ['__proto__', '__proto__']],
		['constructor', ['constructor']],
	]);
	expect(await groupedBy([], String)).toEqual(new Map());
});
