import { wait } from '../../nodes/EmailMarketing/transport/wait';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What a wait has returned so far. */
function follow(promise: Promise<boolean>): { value?: boolean } {
	const seen: { value?: boolean } = {};
	void promise.then((value) => (seen.value = value));
	return seen;
}

describe('a wait', () => {
	it.each([1, 199, 200, 201, 60_000])('lasts %i ms, no less, even if the clock jumps', async (ms) => {
		const seen = follow(wait(ms));
		await jest.advanceTimersByTimeAsync(ms - 1);
		jest.setSystemTime(Date.now() + 86_400_000);
		expect(seen.value).toBeUndefined();
		await jest.advanceTimersByTimeAsync(1);
		expect(seen.value).toBe(true);
	});

	it('of no time or less is over at once', async () => {
		expect([await wait(0), await wait(-5), jest.getTimerCount()]).toEqual([true, true, 0]);
	});

	it.each([1050, 59_900])('ends within 200 ms when it is aborted after %i ms, and says so', async (ms) => {
		const controller = new AbortController();
		const seen = follow(wait(60_000, controller.signal));
		await jest.advanceTimersByTimeAsync(ms);
		controller.abort();
		await jest.advanceTimersByTimeAsync(200);
		expect([seen.value, jest.getTimerCount()]).toEqual([false, 0]);
	});

	it.each([0, 60_000])('of %i ms does not begin when it was aborted before', async (ms) => {
		expect([await wait(ms, AbortSignal.abort()), jest.getTimerCount()]).toEqual([false, 0]);
	});
});
