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
		const progress = new Progress(3, false);
		[0, 2, 2, 0].forEach((item) => progress.markSent(item));
		expect([progress.sent, progress.total]).toEqual([2, 3]);
	});

	it('knows that every item has begun when n8n starts them in one go', async () => {
		const progress = new Progress(3, false);
		progress.begin();
		const answer = progress.everyItemBegun();
		progress.begin();
		progress.begin();
		expect(await answer).toBe(true);
	});

	it('knows that n8n broke off before the last item', async () => {
		const progress = new Progress(3, false);
		progress.begin();
		expect(await progress.everyItemBegun()).toBe(false);
	});

	it('does not wait for items that n8n starts in later batches', async () => {
		const progress = new Progress(3, true);
		progress.begin();
		expect(await progress.everyItemBegun()).toBe(true);
	});

	it('waits until every item that begun has ended', async () => {
		const progress = new Progress(3, false);
		progress.begin();
		progress.begin();
		progress.end();
		const ended = Promise.all([progress.everyItemEnded(), progress.everyItemEnded()]);
		expect([progress.everythingEnded, await isSettled(ended)]).toEqual([false, false]);
		progress.end();
		expect([progress.everythingEnded, await isSettled(ended)]).toEqual([true, true]);
	});

	it('waits for the items of later batches too', async () => {
		const progress = new Progress(2, true);
		progress.begin();
		progress.end();
		const ended = progress.everyItemEnded();
		expect(await isSettled(ended)).toBe(false);
		progress.begin();
		progress.end();
		expect(await isSettled(ended)).toBe(true);
	});

	it('does not wait when everything has ended', async () => {
		const progress = new Progress(1, false);
		progress.begin();
		progress.end();
		expect(await isSettled(progress.everyItemEnded())).toBe(true);
	});
});
