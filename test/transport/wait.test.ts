import { wait } from '../../nodes/EmailMarketing/transport/wait';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What a promise has come to so far. */
function follow<T>(promise: Promise<T>): { value?: T } {
	const seen: { value?: T } = {};
	void promise.then((value) => (seen.value = value));
	return seen;
}

describe('wait', () => {
	it.each([1, 199, 200, 201, 450, 60_000])('waits %i ms, no less', async (ms) => {
		const seen = follow(wait(ms));
		await jest.advanceTimersByTimeAsync(ms - 1);
		expect(seen.value).toBeUndefined();
		await jest.advanceTimersByTimeAsync(1);
		expect(seen.value).toBe(true);
	});

	it.each([0, -5])('does not wait %i ms', async (ms) => {
		expect(await wait(ms)).toBe(true);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('ends within a slice of 200 ms when it is aborted, and says so', async () => {
		const controller = new AbortController();
		const seen = follow(wait(60_000, controller.signal));
		await jest.advanceTimersByTimeAsync(1050);
		controller.abort();
		await jest.advanceTimersByTimeAsync(200);
		expect(seen.value).toBe(false);
		expect(jest.getTimerCount()).toBe(0);
	});

	it.each([0, 60_000])('does not begin to wait %i ms when it was aborted before', async (ms) => {
		expect(await wait(ms, AbortSignal.abort())).toBe(false);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('says that the time did not pass when it is aborted in the last slice', async () => {
		const controller = new AbortController();
		const seen = follow(wait(100, controller.signal));
		controller.abort();
		await jest.advanceTimersByTimeAsync(100);
		expect(seen.value).toBe(false);
	});

	it('is neither shortened nor prolonged by a clock that jumps', async () => {
		const seen = follow(wait(1000));
		await jest.advanceTimersByTimeAsync(500);
		jest.setSystemTime(Date.now() + 86_400_000);
		await jest.advanceTimersByTimeAsync(499);
		expect(seen.value).toBeUndefined();
		await jest.advanceTimersByTimeAsync(1);
		expect(seen.value).toBe(true);
	});
});
