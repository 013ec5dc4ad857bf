import fc from 'fast-check';

import type { Feedback } from '../../nodes/EmailMarketing/transport/ConcurrencyLimit';
import { RequestQueue, type Turn } from '../../nodes/EmailMarketing/transport/RequestQueue';

/** Requests that end when the test says so. */
class Requests {
	readonly started: string[] = [];

	inFlight = 0;

	most = 0;

	private readonly ends = new Map<string, () => void>();

	readonly request = (name: string) => async (): Promise<Turn<string>> => {
		this.started.push(name);
		this.inFlight += 1;
		this.most = Math.max(this.most, this.inFlight);
		await new Promise<void>((resolve) => this.ends.set(name, resolve));
		this.inFlight -= 1;
		return { value: name, feedback: 'answered' };
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
const queueOf = (ceiling: number) => new RequestQueue(ceiling, controller.signal);
const giving =
	<T>(value: T, feedback: Feedback = 'answered') =>
	(): Promise<Turn<T>> =>
		Promise.resolve({ value, feedback });

beforeEach(() => {
	jest.useFakeTimers();
	requests = new Requests();
	controller = new AbortController();
});
afterEach(() => jest.useRealTimers());

describe('RequestQueue', () => {
	it('starts as many as the ceiling allows, and the next when one has ended, in order', async () => {
		const queue = queueOf(2);
		['a', 'b', 'c', 'd'].forEach((name) => void queue.add(requests.request(name)));
		await settled();
		expect(requests.started).toEqual(['a', 'b']);
		await requests.end('b');
		expect(requests.started).toEqual(['a', 'b', 'c']);
		await requests.end('a');
		expect(requests.started).toEqual(['a', 'b', 'c', 'd']);
		expect(requests.most).toBe(2);
	});

	it('gives the result of the request', async () => {
		expect(await queueOf(1).add(giving('done'))).toBe('done');
	});

	it('frees the place of a request that fails', async () => {
		const queue = queueOf(1);
		await expect(queue.add(async () => await Promise.reject(new Error('refused')))).rejects.toThrow('refused');
		expect(await queue.add(giving('next'))).toBe('next');
	});

	it('starts one that is sent again before those that wait', async () => {
		const queue = queueOf(1);
		['a', 'b', 'c'].forEach((name) => void queue.add(requests.request(name)));
		void queue.add(requests.request('again'), { first: true });
		void queue.add(requests.request('again too'), { first: true });
		await settled();
		for (const name of ['a', 'again', 'again too', 'b']) await requests.end(name);
		expect(requests.started).toEqual(['a', 'again', 'again too', 'b', 'c']);
	});

	it('starts one that comes when a place has just become free after those that wait', async () => {
		const queue = queueOf(1);
		const first = queue.add(requests.request('a')).then(() => void queue.add(requests.request('late')));
		['b', 'c'].forEach((name) => void queue.add(requests.request(name)));
		await settled();
		for (const name of ['a', 'b', 'c']) await requests.end(name);
		await first;
		expect(requests.started).toEqual(['a', 'b', 'c', 'late']);
	});

	it('holds everything in a pause, and goes on in order', async () => {
		const queue = queueOf(2);
		void queue.add(requests.request('a'));
		void queue.pause(1000);
		['b', 'c'].forEach((name) => void queue.add(requests.request(name)));
		void queue.add(requests.request('again'), { first: true });
		await settled();
		await requests.end('a');
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started.slice(0, 2)).toEqual(['a', 'again']);
		// Whatever there is room for besides may follow at a pace of its own.
		await jest.advanceTimersByTimeAsync(1000);
		expect(requests.started).toEqual(['a', 'again', 'b']);
	});

	it.each([
		[300, 1000],
		[1000, 300],
	])('lets the longest of the pauses of %i and %i ms count', async (one, other) => {
		const queue = queueOf(1);
		void queue.pause(one);
		void queue.pause(other);
		void queue.add(requests.request('a'));
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started).toEqual(['a']);
	});

	it('starts none of those that wait once it is aborted, and leaves what is in flight to finish', async () => {
		const queue = queueOf(1);
		const inFlight = queue.add(requests.request('a'));
		const waiting = Promise.all([queue.add(requests.request('b')), queue.add(requests.request('c'), { first: true })]);
		await settled();
		controller.abort();
		expect(await waiting).toEqual([undefined, undefined]);
		expect(await queue.add(requests.request('late'))).toBeUndefined();
		await requests.end('a');
		expect(await inFlight).toBe('a');
		expect(requests.started).toEqual(['a']);
	});

	it('ends a pause when it is aborted', async () => {
		const queue = queueOf(1);
		const pause = queue.pause(60_000);
		const waiting = queue.add(requests.request('a'));
		await settled();
		controller.abort();
		expect(await waiting).toBeUndefined();
		await jest.advanceTimersByTimeAsync(200);
		await pause;
		expect(requests.started).toEqual([]);
	});

	it('ends the waiting of requests that came after others had gone through', async () => {
		const queue = queueOf(1);
		const all = ['a', 'b', 'c', 'd'].map(async (name) => await queue.add(requests.request(name)));
		await settled();
		await requests.end('a');
		controller.abort();
		await requests.end('b');
		expect(await Promise.all(all)).toEqual(['a', 'b', undefined, undefined]);
	});

	it('never has more in flight than the ceiling, and runs everything once, whatever happens meanwhile', async () => {
		const step = fc.record({ first: fc.boolean(), pause: fc.boolean(), ends: fc.nat(5) });
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 25 }), async (ceiling, steps) => {
				const own = new Requests();
				const queue = new RequestQueue(ceiling, new AbortController().signal);
				for (const [index, { first, pause, ends }] of steps.entries()) {
					if (pause) void queue.pause(ends * 10);
					void queue.add(own.request(String(index)), { first });
					await jest.advanceTimersByTimeAsync(ends);
					if (ends > 2) await own.end(own.started[index % Math.max(1, own.started.length)] ?? '');
				}
				await jest.advanceTimersByTimeAsync(1000);
				for (let index = 0; index < own.started.length; index += 1) await own.end(own.started[index] ?? '');
				expect(own.most).toBeLessThanOrEqual(ceiling);
				expect([...own.started].sort()).toEqual(steps.map((_, index) => String(index)).sort());
			}),
			{ numRuns: 50 },
		);
	});

	it('goes through twenty thousand requests', async () => {
		const queue = queueOf(10);
		let done = 0;
		await Promise.all(
			Array.from(
				{ length: 20_000 },
				async () => await queue.add(() => Promise.resolve({ value: (done += 1), feedback: 'answered' })),
			),
		);
		expect(done).toBe(20_000);
	});

	describe('with a service that answers after so long, 50 ms unless told', () => {
		let answerMs = 50;
		let inFlight = 0;
		let most = 0;
		const startedAt: number[] = [];
		const answered = async (): Promise<Turn<void>> => {
			startedAt.push(Date.now());
			most = Math.max(most, (inFlight += 1));
			await new Promise((resolve) => setTimeout(resolve, answerMs));
			inFlight -= 1;
			return { value: undefined, feedback: 'answered' };
		};
		beforeEach(() => {
			[inFlight, most, answerMs] = [0, 0, 50];
			startedAt.length = 0;
		});

		it('starts ten at first where the ceiling is higher, and more as they are answered, up to the ceiling', async () => {
			const queue = queueOf(40);
			for (let index = 0; index < 2000; index += 1) void queue.add(answered);
			await settled();
			expect(inFlight).toBe(10);
			await jest.advanceTimersByTimeAsync(2000);
			expect(most).toBe(40);
		});

		it('starts as many in the time of an answer as are answered, one by one', async () => {
			answerMs = 500;
			const queue = queueOf(20);
			for (let index = 0; index < 100; index += 1) void queue.add(answered);
			await jest.advanceTimersByTimeAsync(555);
			// Since the tenth answer there is room for twenty, and one is due each 12.5 ms.
			expect(startedAt).toHaveLength(10 + 10 + 4);
		});

		it('starts those together that are due, where n8n was busy meanwhile', async () => {
			answerMs = 500;
			const queue = queueOf(20);
			for (let index = 0; index < 100; index += 1) void queue.add(answered);
			await jest.advanceTimersByTimeAsync(501);
			jest.setSystemTime(Date.now() + 75);
			await jest.advanceTimersByTimeAsync(12);
			expect(startedAt).toHaveLength(10 + 10 + 6);
		});

		it('spreads them down to one in each millisecond', async () => {
			answerMs = 40;
			const queue = queueOf(20);
			for (let index = 0; index < 400; index += 1) void queue.add(answered);
			await jest.advanceTimersByTimeAsync(500);
			const late = startedAt.slice(-100);
			expect(late.filter((at, index) => at === late[index - 1])).toEqual([]);
		});

		it('leaves no timer behind when all have gone through', async () => {
			const queue = queueOf(20);
			const all = Promise.all(Array.from({ length: 60 }, async () => await queue.add(answered)));
			await jest.advanceTimersByTimeAsync(1000);
			await all;
			expect(jest.getTimerCount()).toBe(0);
		});

		it.each([
			[7, false],
			[8, true],
		])('takes %i of ten places for a reason to try more: %s', async (taken, grows) => {
			const queue = queueOf(40);
			let isOver = false;
			const oneAfterAnother = async (): Promise<void> => {
				while (!isOver) await queue.add(answered);
			};
			for (let index = 0; index < taken; index += 1) void oneAfterAnother();
			await jest.advanceTimersByTimeAsync(2000);
			isOver = true;
			await jest.advanceTimersByTimeAsync(100);
			for (let index = 0; index < 100; index += 1) void queue.add(answered);
			await jest.advanceTimersByTimeAsync(49);
			expect(inFlight > 10).toBe(grows);
		});

		it('starts one that comes while there is room, but the next is not due yet, after those that wait', async () => {
			const queue = queueOf(10);
			const started: string[] = [];
			const named = (name: string) => async (): Promise<Turn<void>> => {
				started.push(name);
				return await answered();
			};
			for (let index = 0; index < 60; index += 1) void queue.add(named(`early ${index}`));
			await jest.advanceTimersByTimeAsync(101);
			expect(inFlight).toBeLessThan(10);
			expect(started.length).toBeLessThan(60);
			void queue.add(named('late'));
			await jest.advanceTimersByTimeAsync(2000);
			expect(started.indexOf('late')).toBe(60);
		});

		it('spreads them over the time that an answer takes, so that they do not come back in a burst', async () => {
			const queue = queueOf(40);
			for (let index = 0; index < 2000; index += 1) void queue.add(answered);
			await jest.advanceTimersByTimeAsync(1500);
			const [from = 0] = startedAt.slice(-200);
			const perMs = new Map<number, number>();
			for (const at of startedAt.filter((time) => time >= from)) perMs.set(at, (perMs.get(at) ?? 0) + 1);
			expect(Math.max(...perMs.values())).toBeLessThanOrEqual(4);
		});
	});

	it.each(['refused', 'unanswered', 'broken'] as const)(
		'starts fewer at a time after an answer that is %s',
		async (feedback) => {
			const queue = queueOf(8);
			await queue.add(giving('x', feedback));
			for (let index = 0; index < 20; index += 1) void queue.add(requests.request(String(index)));
			await settled();
			expect(requests.inFlight).toBe({ refused: 4, unanswered: 4, broken: 7 }[feedback]);
		},
	);

	it('lets what fails in another way say nothing of the load', async () => {
		const queue = queueOf(8);
		await expect(queue.add(async () => await Promise.reject(new Error('unexpected')))).rejects.toThrow('unexpected');
		for (let index = 0; index < 20; index += 1) void queue.add(requests.request(String(index)));
		await settled();
		expect(requests.inFlight).toBe(8);
	});

	it('starts nothing between the end of a request and the pause that it asked for', async () => {
		const queue = queueOf(1);
		const refused = queue.add(() => {
			void queue.pause(1000);
			return Promise.resolve({ value: 'refused', feedback: 'refused' });
		});
		void queue.add(requests.request('next'));
		await refused;
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual([]);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started).toEqual(['next']);
	});
});
