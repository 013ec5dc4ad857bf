import { agentWith, runNode, searchList, type NodeRun } from '../engine/runNode';
import { triggerWith } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId, errorText, jsonOf } from '../engine/support';
import { scaled } from '../reliability/random';

/** Rate limits. Once every execution waits, the clock jumps to the end of the next wait. */

const mockClock = {
	nowMs: 0,
	/** The number of running executions. */
	running: 0,
	sleepers: [] as Array<{ until: number; wake: () => void }>,
	async wait(ms: number): Promise<boolean> {
		await new Promise<void>((resolve) => {
			this.sleepers.push({ until: this.nowMs + ms, wake: resolve });
			this.jump();
		});
		return true;
	},
	jump(): void {
		if (this.sleepers.length === 0 || this.sleepers.length < this.running) return;
		this.nowMs = Math.min(...this.sleepers.map(({ until }) => until));
		const due = this.sleepers.filter(({ until }) => until <= this.nowMs);
		this.sleepers = this.sleepers.filter(({ until }) => until > this.nowMs);
		for (const { wake } of due) setImmediate(wake);
	},
};
jest.mock('../../nodes/EmailMarketing/transport/wait', () => ({
	...jest.requireActual<object>('../../nodes/EmailMarketing/transport/wait'),
	wait: async (ms: number) => await mockClock.wait(ms),
}));
beforeEach(() => Object.assign(mockClock, { nowMs: 0, running: 0, sleepers: [] }));

const [minute, hour] = [60_000, 3_600_000];
const inThreeDays = new Date(Date.now() + 72 * hour).toUTCString();

async function timed<T>(work: Promise<T>): Promise<T> {
	mockClock.running += 1;
	return await work.finally(() => {
		mockClock.running -= 1;
		mockClock.jump();
	});
}

let served: Served;
afterEach(async () => await served.close());

const credential = () => ({ baseUrl: served.url, accessToken: 'token-of-the-test' });
const signUp = async (email: string, requestOptions = {}): Promise<NodeRun> =>
	await timed(
		runNode({
			parameters: { resource: 'subscriber', operation: 'create', contactList: byId('l'), email, requestOptions },
			credential: credential(),
		}),
	);

/** A service that rejects all requests, or a number of them. */
async function refusing(retryAfter: string | undefined, times = Infinity): Promise<void> {
	let refused = 0;
	served = await serve((_, response) => {
		refused += 1;
		const headers = retryAfter === undefined ? undefined : { 'retry-after': retryAfter };
		if (refused <= times) json(response, { message: 'Too Many Attempts.' }, 429, headers);
		else json(response, { data: [], subscriber: { uuid: 'u1', email: 'ann@example.com' } });
	});
}

const signUps = 80 + scaled(320);

describe(`${signUps} simultaneous sign-ups, each in its own execution, at 60 a minute`, () => {
	it('all arrive exactly once, as fast as the limit allows', async () => {
		const arrived: string[] = [];
		const limit = { until: 0, count: 0 };
		// As in Laravel's throttle, a minute begins with its first request.
		served = await serve((_, response, body) => {
			if (mockClock.nowMs >= limit.until) Object.assign(limit, { until: mockClock.nowMs + minute, count: 0 });
			limit.count += 1;
			const headers = { 'retry-after': String(Math.ceil((limit.until - mockClock.nowMs) / 1000)) };
			if (limit.count > 60) return json(response, { message: 'Too Many Attempts.' }, 429, headers);
			const { email } = JSON.parse(body) as { email: string };
			arrived.push(email);
			json(response, { subscriber: { uuid: email, email } }, 201);
		});
		const people = Array.from({ length: signUps }, (_, index) => `p${index}@example.com`);
		const runs = await Promise.all(people.map(async (email) => await signUp(email)));
		expect(runs.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(arrived.sort()).toEqual([...people].sort());
		expect(mockClock.nowMs).toBe((Math.ceil(signUps / 60) - 1) * minute);
	}, 120_000);
});

describe('a rate limit', () => {
	it('of 0 seconds ends within the hour if it persists', async () => {
		await refusing('0');
		expect(Number((await signUp('ann@example.com')).error?.httpCode)).toBe(429);
		expect(mockClock.nowMs).toBeGreaterThan(hour - 2 * minute);
		expect(mockClock.nowMs).toBeLessThanOrEqual(hour);
		expect(served.requests.length).toBeLessThan(100);
	});

	it.each(['60', '0', '900'])('of %s seconds is waited out twelve times, or as often as an hour allows', async (s) => {
		await refusing(s, s === '900' ? 4 : 12);
		expect(jsonOf(await signUp('ann@example.com'))).toEqual([expect.objectContaining({ uuid: 'u1' })]);
	});

	it.each([
		['of 86400 seconds', '86400', /accepts requests again in 24 hours \| Sent once/, 1],
		['until a date in three days', inThreeDays, /again in 72 hours \| Sent once/, 1],
		['of 1500 seconds', '1500', /again in 25 minutes \| Sent 3 times/, 3],
	])('%s ends the request at once if it exceeds the rest of the hour', async (_name, retryAfter, text, sent) => {
		await refusing(retryAfter);
		expect(errorText(await signUp('ann@example.com'))).toMatch(text);
		expect(served.requests).toHaveLength(sent);
	});

	it('is also waited out by a poll of the trigger', async () => {
		await refusing('60', 10);
		const trigger = triggerWith({ contactList: byId('l'), events: ['subscriberAdded'] }, credential());
		await timed(trigger.poll());
		expect(served.requests).toHaveLength(11);
	});
});

describe('a rate limit while a person or an agent waits for the result', () => {
	const parameters = { resource: 'subscriber', operation: 'getAll', contactList: byId('l') };

	it.each(['60', '86400'])('lets a dropdown wait a minute at most, and send two requests: %s', async (retryAfter) => {
		await refusing(retryAfter);
		await expect(timed(searchList('searchContactLists', { parameters, credential: credential() }))).rejects.toThrow(
			/accepts requests again/,
		);
		expect([served.requests.length, mockClock.nowMs]).toEqual([2, minute]);
	});

	it.each(['60', '86400'])(
		"lets a tool wait a minute at a time, as often as 'Max Retries' allows: %s",
		async (retryAfter) => {
			await refusing(retryAfter);
			const [item] = await timed(agentWith({ parameters, credential: credential() })({}));
			expect(item?.json.details).toContain('Sent 5 times');
			expect(mockClock.nowMs).toBe(4 * minute);
		},
	);
});
