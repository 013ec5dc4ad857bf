import { RequestQueue, type Feedback, type Turn } from '../../nodes/EmailMarketing/transport/RequestQueue';

/** Requests that end when the test says so. */
class Requests {
	readonly started: string[] = [];
	private readonly ends = new Map<string, (feedback: Feedback) => void>();

	readonly request = (name: string) => async (): Promise<Turn<string>> => {
		this.started.push(name);
		const feedback = await new Promise<Feedback>((resolve) => this.ends.set(name, resolve));
		return { value: name, feedback };
	};

	async end(name: string, feedback: Feedback = 'responded'): Promise<void> {
		this.ends.get(name)?.(feedback);
		await settled();
	}
}

/** Lets everything run that waits for no timer. */
const settled = async () => await jest.advanceTimersByTimeAsync(0);

let requests: Requests;
let controller: AbortController;
const queueOf = (ceiling: number) => new RequestQueue(ceiling, controller.signal);

beforeEach(() => {
	jest.useFakeTimers();
	requests = new Requests();
	controller = new AbortController();
});
afterEach(() => jest.useRealTimers());

describe('the order', () => {
	it('has an urgent request before those that are sent again, and these before all others', async () => {
		const queue = queueOf(1);
		['a', 'b', 'c'].forEach((name) => void queue.add(requests.request(name)));
		void queue.add(requests.request('again'), 'again');
		void queue.add(requests.request('again too'), 'again');
		void queue.add(requests.request('urgent'), 'urgent');
		await settled();
		for (const name of ['a', 'urgent', 'again', 'again too', 'b']) await requests.end(name);
		expect(requests.started).toEqual(['a', 'urgent', 'again', 'again too', 'b', 'c']);
	});

	it('ends with an abort also for what a pause holds, and the pause leaves no timer', async () => {
		const queue = queueOf(1);
		const pausing = queue.pause(3_600_000);
		const waiting = queue.add(requests.request('a'));
		await settled();
		controller.abort();
		expect(await waiting).toBeUndefined();
		await jest.advanceTimersByTimeAsync(200);
		await pausing;
		expect([requests.started, jest.getTimerCount()]).toEqual([[], 0]);
	});
});

it('the result of a request is returned, and one that throws leaves its place to the next', async () => {
	const queue = queueOf(1);
	await expect(queue.add(async () => await Promise.reject(new Error('unexpected')))).rejects.toThrow('unexpected');
	expect(await queue.add(async () => await Promise.resolve({ value: 'next', feedback: 'responded' }))).toBe('next');
});

describe('a pause', () => {
	it('holds everything that has not started, as long as the longest of several, and the order stays', async () => {
		const queue = queueOf(2);
		void queue.add(requests.request('a'));
		[300, 1000, 500].forEach((ms) => void queue.pause(ms));
		['b', 'c'].forEach((name) => void queue.add(requests.request(name)));
		void queue.add(requests.request('again'), 'again');
		await settled();
		await requests.end('a');
		await jest.advanceTimersByTimeAsync(999);
		expect(requests.started).toEqual(['a']);
		await jest.advanceTimersByTimeAsync(1);
		expect(requests.started).toEqual(['a', 'again', 'b']);
	});
});

/** A service, and a sender that always has more for it than the queue lets through. */
class Load {
	/** How many were in flight whenever that had changed. */
	readonly levels: number[] = [];
	/** What the next responses say. */
	readonly script: Feedback[] = [];
	inFlight = 0;
	answered = 0;
	isOver = false;

	constructor(
		readonly queue: RequestQueue,
		public answerMs: () => number,
		senders = 200,
	) {
		for (let sender = 0; sender < senders; sender += 1) void this.send();
	}

	/** Lets time pass, and notes each millisecond how many are in flight. */
	async pass(ms: number): Promise<number[]> {
		for (let passed = 0; passed < ms; passed += 1) {
			await jest.advanceTimersByTimeAsync(1);
			if (this.inFlight !== this.levels.at(-1)) this.levels.push(this.inFlight);
		}
		return this.levels;
	}

	private async send(): Promise<void> {
		while (!this.isOver) {
			await this.queue.add(async () => {
				this.inFlight += 1;
				// No sleep: Jest's fake timers, which `pass` moves.
				await new Promise((resolve) => setTimeout(resolve, this.answerMs()));
				this.inFlight -= 1;
				this.answered += 1;
				return { value: undefined, feedback: this.script.shift() ?? 'responded' };
			});
		}
	}
}

describe('the limit', () => {
	it.each([
		[40, [10, 20, 40]],
		[25, [10, 20, 25]],
		[7, [7]],
		[1, [1]],
	])('doubles with each full round, up to the ceiling of %i', async (ceiling, levels) => {
		expect(await new Load(queueOf(ceiling), () => 50).pass(1000)).toEqual(levels);
	});

	it.each([
		[7, [7], 10],
		[8, [8], 20],
	])('grows only where it is reached: %i at a time', async (senders, levels, after) => {
		const load = new Load(queueOf(40), () => 50, senders);
		expect(await load.pass(120)).toEqual(levels);
		expect(await new Load(load.queue, () => 50).pass(1)).toEqual([after - senders]);
	});

	it('grows by one a round once it was lowered, however slow the service is', async () => {
		const load = new Load(queueOf(20), () => 50);
		load.script.push(...Array.from({ length: 30 }, () => 'responded' as const), 'rateLimited');
		await load.pass(250);
		load.answerMs = () => 500;
		expect((await load.pass(5000)).slice(0, 6)).toEqual([10, 20, 10, 11, 12, 13]);
	});

	it('is halved once by all requests that left together, at last is one, and then grows by one a round', async () => {
		const load = new Load(queueOf(40), () => 50);
		load.script.push(...Array<Feedback>(40).fill('rateLimited'));
		expect((await load.pass(3000)).slice(0, 8)).toEqual([10, 5, 2, 1, 2, 3, 4, 5]);
	});
});
