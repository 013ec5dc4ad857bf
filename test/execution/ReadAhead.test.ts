import { ReadAhead } from '../../nodes/EmailMarketing/execution/ReadAhead';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Notes what was read, in order; each read takes so long. */
function ahead(total: number, maxAhead: number, readMs = 0): { reads: number[]; items: ReadAhead<string> } {
	const reads: number[] = [];
	const items = new ReadAhead(total, maxAhead, (item) => {
		reads.push(item);
		jest.setSystemTime(Date.now() + readMs);
		return `item ${item}`;
	});
	return { reads, items };
}

/** What a promise gives, once everything has run that can. */
async function after<T>(promise: Promise<T>): Promise<T> {
	await jest.advanceTimersByTimeAsync(1000);
	return await promise;
}

const numbersTo = (last: number) => Array.from({ length: last + 1 }, (_, index) => index);

describe('ReadAhead', () => {
	it.each([1, 2, 10])(
		'gives each item, and reads each once, in order and none that there is not: %i ahead',
		async (maxAhead) => {
			const { reads, items } = ahead(5, maxAhead);
			const taken = await after(Promise.all([0, 1, 2, 3, 4].map(async (item) => await items.take(item))));
			await jest.advanceTimersByTimeAsync(1000);
			expect(taken).toEqual(['item 0', 'item 1', 'item 2', 'item 3', 'item 4']);
			expect(reads).toEqual(numbersTo(4));
		},
	);

	it('reads as many as wanted ahead of those who take, and no more', async () => {
		const { reads, items } = ahead(100, 3);
		await after(items.take(0));
		expect(reads).toEqual(numbersTo(3));
		await after(items.take(1));
		expect(reads).toEqual(numbersTo(4));
	});

	it('reads on where what is asked for is beyond what may be ready, as far as that and no further', async () => {
		const { reads, items } = ahead(50, 2);
		expect(await after(items.take(2))).toBe('item 2');
		expect(reads).toEqual(numbersTo(2));
		expect(await after(items.take(20))).toBe('item 20');
		expect(await after(items.take(3))).toBe('item 3');
		expect(reads).toEqual(numbersTo(20));
	});

	it('reads for 15 ms in one go, and then lets others have their turn', async () => {
		const { reads, items } = ahead(20, 20, 5);
		let readAtFirst: number[] = [];
		const first = items.take(0).then(() => (readAtFirst = [...reads]));
		expect(reads).toEqual([]);
		await after(first);
		expect(readAtFirst).toEqual(numbersTo(2));
	});

	it('reads all in order, as far as it makes sense', async () => {
		expect(await after(ahead(10, 4).items.readAll(() => true))).toEqual(numbersTo(9).map((item) => `item ${item}`));
		expect(await after(ahead(10, 4).items.readAll((read) => read !== 'item 2'))).toEqual([
			'item 0',
			'item 1',
			'item 2',
		]);
		expect(await after(ahead(0, 4).items.readAll(() => true))).toEqual([]);
	});
});
