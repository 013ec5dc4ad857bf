import { agentWith, runNode, searchList, type NodeRun } from '../engine/runNode';
import { failureOf, triggerWith } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { inSimulatedTime } from '../engine/simulatedTime';
import { byId, errorText, jsonOf } from '../engine/support';
import { scaled } from '../reliability/random';

/** Rate limits, in simulated time. */

const minute = 60_000;

let served: Served;
afterEach(async () => await served.close());

const credential = () => ({ baseUrl: served.url, accessToken: 'token-of-the-test' });
const signUp = async (email = 'ann@example.com'): Promise<NodeRun> =>
	await runNode({
		parameters: { resource: 'subscriber', operation: 'create', contactList: byId('l'), email },
		credential: credential(),
	});

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
			if (Date.now() >= limit.until) Object.assign(limit, { until: Date.now() + minute, count: 0 });
			limit.count += 1;
			const headers = { 'retry-after': String(Math.ceil((limit.until - Date.now()) / 1000)) };
			if (limit.count > 60) return json(response, { message: 'Too Many Attempts.' }, 429, headers);
			const { email } = JSON.parse(body) as { email: string };
			arrived.push(email);
			json(response, { subscriber: { uuid: email, email } }, 201);
		});
		const people = Array.from({ length: signUps }, (_, index) => `p${index}@example.com`);
		const { value: runs, ms } = await inSimulatedTime(
			async () => await Promise.all(people.map(async (email) => await signUp(email))),
		);
		expect(runs.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(arrived.sort()).toEqual([...people].sort());
		expect(ms).toBe((Math.ceil(signUps / 60) - 1) * minute);
	}, 120_000);
});

describe('a rate limit', () => {
	it.each(['60', '0', '900'])('of %s seconds is waited out twelve times, or as often as an hour allows', async (s) => {
		await refusing(s, s === '900' ? 4 : 12);
		const { value: run } = await inSimulatedTime(async () => await signUp());
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: 'u1' })]);
	});

	it.each([
		['of 86400 seconds', '86400', /accepts requests again in 24 hours \| Sent once/, 1],
		['of 1500 seconds', '1500', /again in 25 minutes \| Sent 3 times/, 3],
	])('%s ends the request at once if it exceeds the rest of the hour', async (_name, retryAfter, text, sent) => {
		await refusing(retryAfter);
		const { value: run } = await inSimulatedTime(async () => await signUp());
		expect(errorText(run)).toMatch(text);
		expect(served.requests).toHaveLength(sent);
	});

	it('is also waited out by a poll of the trigger', async () => {
		await refusing('60', 10);
		const trigger = triggerWith({ contactList: byId('l'), events: ['subscriberAdded'] }, credential());
		await inSimulatedTime(async () => await trigger.poll());
		expect(served.requests).toHaveLength(11);
	});
});

describe('a rate limit while a person or an agent waits for the result', () => {
	const parameters = { resource: 'subscriber', operation: 'getAll', contactList: byId('l') };

	it.each(['60', '86400'])('lets a dropdown wait a minute at most, and send two requests: %s', async (retryAfter) => {
		await refusing(retryAfter);
		const { value: failure, ms } = await inSimulatedTime(
			async () => await failureOf(searchList('searchContactLists', { parameters, credential: credential() })),
		);
		expect(failure).toContain('accepts requests again');
		expect([served.requests.length, ms]).toEqual([2, minute]);
	});

	it.each(['60', '86400'])(
		"lets a tool wait a minute at a time, as often as 'Max Retries' allows: %s",
		async (retryAfter) => {
			await refusing(retryAfter);
			const {
				value: [item],
				ms,
			} = await inSimulatedTime(async () => await agentWith({ parameters, credential: credential() })({}));
			expect(item?.json.details).toContain('Sent 5 times');
			expect(ms).toBe(4 * minute);
		},
	);
});
