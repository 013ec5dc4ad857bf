import fc from 'fast-check';

import { Slots } from '../../nodes/EmailMarketing/transport/Slots';

/** Requests that end when the test says so. */
class Requests {
	readonly started: string[] = [];

	inFlight = 0;

	most = 0;

	private readonly ends = new Map<string, () => void>();

	readonly request = (name: string) => async (): Promise<string> => {
		this.started.push(name);
		this.inFlight += 1;
		this.most = Math.max(this.most, this.inFlight);
		await new Promise<void>((resolve) => this.ends.set(name, resolve));
		this.inFlight -= 1;
		return name;
	};

	async end(name: string): Promise<void> {
		this.ends.get(name)?.();
		await settled();
	}
}

/** Lets everything run that waits for no timer. */
const settled = async () => await jest.advanceTimersByTimeAsync(0);

let requests: Requests;
let controller: AbortController;
const slotsOf = (limit: number) => new Slots(limit, controller.signal);

beforeEach(() => {
	jest.useFakeTimers();
	requests = new Requests();
	controller = new AbortController();
});
afterEach(() => jest.useRealTimers());

describe('Slots', () => {
	it('starts as many as the limit allows, and the next when one has ended, in order', async () => {
		const slots = slotsOf(2);
		['a', 'b', 'c', 'd'].forEach((name) => void slots.run(requests.request(name)));
		await settled();
		expect(requests.started).toEqual(['a', 'b']);
		await requests.end('b');
		expect(requests.started).toEqual(['a', 'b', 'c']);
		await requests.end('a');
		expect(requests.started).toEqual(['a', 'b', 'c', 'd']);
		expect(requests.most).toBe(2);
	});

	it('gives the result of the request', async () => {
		expect(await slotsOf(1).run(async () => 'done')).toBe('done');
	});

	it('frees the slot of a request that fails', async () => {
		const slots = slotsOf(1);
		await expect(slots.run(async () => await Promise.reject(new Error('refused')))).rejects.toThrow('refused');
		expect(await slots.run(async () => 'next')).toBe('next');
	});

	it('starts one that is sent again before those that wait', async () => {
		const slots = slotsOf(1);
		['a', 'b', 'c'].forEach((name) => void slots.run(requests.request(name)));
		void slots.run(requests.request('again'), { first: true });
		void slots.run(requests.request('again too'), { first: true });
		await settled();
		for (const name of ['a', 'again', 'again too', 'b']) await requests.end(name);
		expect(requests.started).toEqual(['a', 'again', 'again too', 'b', 'c']);
	});

	it('holds everything in a pause, and goes on in order', async () => {
		const slots = slotsOf(2);
		void slots.run(requests.request('a'));
		void slots.pause(1000);
		['b', 'c'].forEach((name) => void slots.run(requests.request(name)));
		void slots.run(requests.request('again'), { first: true });
		await settled();
		await requests.end('a');
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started).toEqual(['a', 'again', 'b']);
	});

	it.each([
		[300, 1000],
		[1000, 300],
	])('lets the longest of the pauses of %i and %i ms count', async (one, other) => {
		const slots = slotsOf(1);
		void slots.pause(one);
		void slots.pause(other);
		void slots.run(requests.request('a'));
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started).toEqual(['a']);
	});

	it('starts none of those that wait once it is aborted, and leaves what is in flight to finish', async () => {
		const slots = slotsOf(1);
		const inFlight = slots.run(requests.request('a'));
		const waiting = Promise.all([slots.run(requests.request('b')), slots.run(requests.request('c'), { first: true })]);
		await settled();
		controller.abort();
		expect(await waiting).toEqual([undefined, undefined]);
		expect(await slots.run(requests.request('late'))).toBeUndefined();
		await requests.end('a');
		expect(await inFlight).toBe('a');
		expect(requests.started).toEqual(['a']);
	});

	it('ends a pause when it is aborted', async () => {
		const slots = slotsOf(1);
		const pause = slots.pause(60_000);
		const waiting = slots.run(requests.request('a'));
		await settled();
		controller.abort();
		expect(await waiting).toBeUndefined();
		await jest.advanceTimersByTimeAsync(200);
		await pause;
		expect(requests.started).toEqual([]);
	});

	it('ends the waiting of requests that came after others had gone through', async () => {
		const slots = slotsOf(1);
		const all = ['a', 'b', 'c', 'd'].map(async (name) => await slots.run(requests.request(name)));
		await settled();
		await requests.end('a');
		controller.abort();
		await requests.end('b');
		expect(await Promise.all(all)).toEqual(['a', 'b', undefined, undefined]);
	});

	it('never has more in flight than the limit, and runs everything once, whatever happens meanwhile', async () => {
		const step = fc.record({ first: fc.boolean(), pause: fc.boolean(), ends: fc.nat(5) });
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 25 }), async (limit, steps) => {
				const own = new Requests();
				const slots = new Slots(limit, new AbortController().signal);
				for (const [index, { first, pause, ends }] of steps.entries()) {
					if (pause) void slots.pause(ends * 10);
					void slots.run(own.request(String(index)), { first });
					await jest.advanceTimersByTimeAsync(ends);
					if (ends > 2) await own.end(own.started[index % Math.max(1, own.started.length)] ?? '');
				}
				await jest.advanceTimersByTimeAsync(1000);
				for (let index = 0; index < own.started.length; index += 1) await own.end(own.started[index] ?? '');
				expect(own.most).toBeLessThanOrEqual(limit);
				expect([...own.started].sort()).toEqual(steps.map((_, index) => String(index)).sort());
			}),
			{ numRuns: 50 },
		);
	});

	it('goes through twenty thousand requests', async () => {
		const slots = slotsOf(10);
		let done = 0;
		await Promise.all(Array.from({ length: 20_000 }, async () => await slots.run(async () => (done += 1))));
		expect(done).toBe(20_000);
	});
});
