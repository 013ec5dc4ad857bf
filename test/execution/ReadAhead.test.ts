import { ReadAhead } from '../../nodes/EmailMarketing/execution/ReadAhead';

describe('ReadAhead', () => {
	/** Counts what was read, in order. */
	function ahead(total: number, maxAhead: number, slowMs = 0): { reads: number[]; items: ReadAhead<string> } {
		const reads: number[] = [];
		const items = new ReadAhead(total, maxAhead, (item) => {
			reads.push(item);
			for (const until = Date.now() + slowMs; Date.now() < until; );
			return `item ${item}`;
		});
		return { reads, items };
	}

	it('gives each item, and reads each once and in order', async () => {
		const { reads, items } = ahead(5, 2);
		const taken = await Promise.all([0, 1, 2, 3, 4].map(async (item) => await items.take(item)));
		expect(taken).toEqual(['item 0', 'item 1', 'item 2', 'item 3', 'item 4']);
		expect(reads).toEqual([0, 1, 2, 3, 4]);
	});

	it('reads no more than wanted ahead of those who take', async () => {
		const { reads, items } = ahead(100, 3);
		await items.take(0);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(reads.length).toBeLessThanOrEqual(5);
		expect(reads.length).toBeGreaterThan(1);
	});

	it('does not wait for room where what is asked for is beyond what is ready', async () => {
		const { items } = ahead(50, 2);
		expect(await items.take(20)).toBe('item 20');
		expect(await items.take(3)).toBe('item 3');
	});

	it('leaves room for others between portions', async () => {
		const { items } = ahead(20, 20, 5);
		let turns = 0;
		const timer = setInterval(() => (turns += 1), 1);
		await items.readAll(() => true);
		clearInterval(timer);
		expect(turns).toBeGreaterThan(2);
	});

	it('reads all in order, as far as it makes sense', async () => {
		const { items } = ahead(10, 4);
		expect(await items.readAll((read) => read !== 'item 2')).toEqual(['item 0', 'item 1', 'item 2']);
		expect(await ahead(0, 4).items.readAll(() => true)).toEqual([]);
	});
});
