import { Progress } from '../../nodes/EmailMarketing/transport/Progress';

/** Whether a promise is settled once everything that waits for no timer has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
	let settled = false;
	void promise.then(() => (settled = true));
	await new Promise((resolve) => setImmediate(resolve));
	return settled;
}

describe('Progress', () => {
	it('counts each item once that was sent, however often', () => {
		const progress = new Progress(3);
		[0, 2, 2, 0].forEach((item) => progress.markSent(item));
		expect([progress.sent, progress.total]).toEqual([2, 3]);
	});

	it('knows that every item has begun when n8n starts them in one go', async () => {
		const progress = new Progress(3);
		progress.begin(0);
		const answer = progress.everyItemBegun();
		progress.begin(1);
		progress.begin(2);
		expect(await answer).toBe(true);
	});

	it('knows that n8n broke off before the last item', async () => {
		const progress = new Progress(3);
		progress.begin(0);
		expect(await progress.everyItemBegun()).toBe(false);
	});

	it('does not wait for items that n8n starts in later batches', async () => {
		const progress = new Progress(3, 1000);
		progress.begin(0);
		expect(await progress.everyItemBegun()).toBe(true);
	});

	it('waits until every item that begun has ended', async () => {
		const progress = new Progress(3);
		progress.begin(0);
		progress.begin(1);
		progress.end();
		const ended = Promise.all([progress.everyItemEnded(), progress.everyItemEnded()]);
		expect([progress.everythingEnded, await isSettled(ended)]).toEqual([false, false]);
		progress.end();
		expect([progress.everythingEnded, await isSettled(ended)]).toEqual([true, true]);
	});

	it('waits for the items of later batches too', async () => {
		const progress = new Progress(2, 1000);
		progress.begin(0);
		progress.end();
		const ended = progress.everyItemEnded();
		expect(await isSettled(ended)).toBe(false);
		progress.begin(1);
		progress.end();
		expect(await isSettled(ended)).toBe(true);
	});

	it('does not wait when everything has ended', async () => {
		const progress = new Progress(1);
		progress.begin(0);
		progress.end();
		expect(await isSettled(progress.everyItemEnded())).toBe(true);
	});

	it('counts on with the items that were sent in tries before', () => {
		const progress = new Progress(3, 0, new Set([1]));
		progress.markSent(2);
		expect(progress.sent).toBe(2);
	});

	it('knows which items have begun', () => {
		const progress = new Progress(2);
		progress.begin(1);
		expect([progress.hasBegun(0), progress.hasBegun(1)]).toEqual([false, true]);
	});

	describe('with batches', () => {
		beforeEach(() => jest.useFakeTimers());
		afterEach(() => jest.useRealTimers());

		it('notices that n8n broke off when the next batch is overdue', async () => {
			const progress = new Progress(3, 1000);
			progress.begin(0);
			const brokeOff = progress.breaksOff();
			progress.end();
			const ended = progress.everyItemEnded();
			await jest.advanceTimersByTimeAsync(2900);
			expect(progress.everythingEnded).toBe(false);
			await jest.advanceTimersByTimeAsync(200);
			expect(await brokeOff).toBe(true);
			await ended;
			expect(progress.everythingEnded).toBe(true);
		});

		it('does not take a pause between batches for the end', async () => {
			const progress = new Progress(2, 1000);
			progress.begin(0);
			const brokeOff = progress.breaksOff();
			await jest.advanceTimersByTimeAsync(1000);
			progress.begin(1);
			await jest.advanceTimersByTimeAsync(5000);
			expect(await brokeOff).toBe(false);
		});

		it('waits until what has begun has ended', async () => {
			const progress = new Progress(2, 1000);
			progress.begin(0);
			let drained = false;
			void progress.drained().then(() => (drained = true));
			await jest.advanceTimersByTimeAsync(100);
			expect(drained).toBe(false);
			progress.end();
			await jest.advanceTimersByTimeAsync(100);
			expect(drained).toBe(true);
		});
	});
});
