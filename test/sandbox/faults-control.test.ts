import axios from 'axios';
import { faultNames } from '../../sandbox/faults/faults';
import { startSandbox } from '../../sandbox/index';
import { useSandbox } from './support';

const bench = useSandbox();

/** The control path, as someone without a token calls it. */
function control(method: 'GET' | 'PUT' | 'DELETE', body?: unknown) {
	const data = typeof body === 'string' ? body : JSON.stringify(body);
	return axios.request({
		method,
		url: `${bench.sandbox.url}/_sandbox/faults`,
		data: body === undefined ? undefined : data,
		validateStatus: () => true,
	});
}

test('at first there is no plan', async () => {
	const { status, data } = await control('GET');

	expect([status, data]).toEqual([200, { plan: null, dealt: {} }]);
});

test('a plan is set, counted and cleared without a token', async () => {
	const plan = { script: [{ fault: '503', times: 2 }, { fault: 'none' }, { fault: '500' }] };
	const set = await control('PUT', plan);
	for (let count = 0; count < 5; count += 1) await bench.client.get('/v1/account');
	const counted = await control('GET');
	const cleared = await control('DELETE');
	const { status } = await bench.client.get('/v1/account');

	expect([set.status, set.data]).toEqual([200, { plan, dealt: {} }]);
	expect(counted.data).toEqual({ plan, dealt: { '503': 2, '500': 1 } });
	expect([cleared.status, cleared.data]).toEqual([200, { plan: null, dealt: {} }]);
	expect(status).toBe(200);
});

test('an empty plan clears too', async () => {
	bench.sandbox.faults({ rate: 1 });
	const { data } = await control('PUT', {});

	expect(data).toEqual({ plan: null, dealt: {} });
});

test('control is neither logged nor broken by the plan', async () => {
	bench.sandbox.faults({ rate: 1, kinds: ['500'] });
	const { status } = await control('GET');

	expect(status).toBe(200);
	expect(bench.sandbox.requests()).toEqual([]);
	expect(bench.sandbox.peakInFlight()).toBe(0);
});

const operations = ['account.get', 'campaign.getAll', 'campaign.create', 'campaign.update'];

test.each<[string, unknown, Record<string, string[]>]>([
	['no JSON', '{"rate":', { plan: ['The fault plan must be valid JSON.'] }],
	['no object', '[]', { plan: ['The fault plan must be an object.'] }],
	['no plan at all', '', { plan: ['The fault plan must be valid JSON.'] }],
	['a rate beyond 1', { rate: 1.5 }, { rate: ['The rate must be a number from 0 to 1.'] }],
	['a rate that is text', { rate: '0.5' }, { rate: ['The rate must be a number from 0 to 1.'] }],
	['no kinds', { rate: 1, kinds: [] }, { kinds: ['The kinds must be a list with something in it.'] }],
	['kinds that never come', { kinds: ['500'] }, { kinds: ['The kinds need a rate.'] }],
	['a seed with a fraction', { seed: 1.5 }, { seed: ['The seed must be a whole number of at least 0.'] }],
	[
		'latency the wrong way round',
		{ latencyMs: [9, 3] },
		{
			'latencyMs.1': ['The latencyMs.1 must be a number from 0 to 2147483647, and no smaller than the first.'],
		},
	],
	[
		'three latencies',
		{ latencyMs: [1, 2, 3] },
		{ latencyMs: ['The latencyMs must be a number from 0 to 2147483647, or two of them.'] },
	],
	['negative latency', { latencyMs: -1 }, { latencyMs: ['The latencyMs must be a number from 0 to 2147483647.'] }],
	[
		'latency longer than a timer can wait',
		'{"latencyMs":1e999}',
		{ latencyMs: ['The latencyMs must be a number from 0 to 2147483647.'] },
	],
	[
		'an endless rate limit',
		'{"rateLimit":{"perSecond":1e999,"burst":1}}',
		{ 'rateLimit.perSecond': ['The rateLimit.perSecond must be a number above 0.'] },
	],
	[
		'half a rate limit',
		{ rateLimit: { perSecond: 0 } },
		{
			'rateLimit.burst': ['The rateLimit.burst is missing.'],
			'rateLimit.perSecond': ['The rateLimit.perSecond must be a number above 0.'],
		},
	],
	[
		'a step without a fault',
		{ script: [{ times: 0 }] },
		{
			'script.0.fault': ['The script.0.fault is missing.'],
			'script.0.times': ['The script.0.times must be a whole number of at least 1.'],
		},
	],
	[
		'a setting within a step that is none',
		{ script: [{ fault: '500', time: 2 }] },
		{ 'script.0.time': ['There is no setting "script.0.time". The settings are: fault, operation, times.'] },
	],
])('%s is refused', async (_case, body, errors) => {
	const { status, data } = await control('PUT', body);

	expect([status, data.errors]).toEqual([400, errors]);
	expect(data.message).toContain(Object.values(errors)[0]?.[0]);
});

test('a fault that is none is answered with those there are', async () => {
	const { status, data } = await control('PUT', { script: [{ fault: '500' }, { fault: '418' }] });

	expect(status).toBe(400);
	expect(data.errors).toEqual({
		'script.1.fault': [`The script.1.fault is no fault: "418". The faults are: none, ${faultNames.join(', ')}.`],
	});
});

test('an operation that is none is answered with those there are', async () => {
	const { status, data } = await control('PUT', { operations: ['campaign.remove'] });

	expect(status).toBe(400);
	expect(data.message).toMatch(/^The operations\.0 is no operation: "campaign\.remove"\. The operations are: /);
	for (const operation of operations) expect(data.message).toContain(operation);
});

test('a setting that is none is answered with those there are', async () => {
	const { data } = await control('PUT', { chance: 1 });

	expect(data.message).toBe(
		'There is no setting "chance". The settings are: script, rate, kinds, seed, operations, retryAfterSeconds, latencyMs, rateLimit, tokenExpiresAfter.',
	);
});

test.each(['foo', '1', '', '__proto__', 'constructor', 'toString', 'rate ', 'a\nb'])(
	'the odd setting %j is refused by its name',
	async (name) => {
		const { status, data } = await control('PUT', `{${JSON.stringify(name)}: 1}`);

		expect(status).toBe(400);
		expect(data.message).toBe(
			`There is no setting ${JSON.stringify(name)}. The settings are: script, rate, kinds, seed, operations, retryAfterSeconds, latencyMs, rateLimit, tokenExpiresAfter.`,
		);
		expect(Object.values(data.errors)).toEqual([[data.message]]);
	},
);

test.each([
	['null', 'The fault plan must be an object.'],
	['7', 'The fault plan must be an object.'],
	['"flaky"', 'The fault plan must be an object.'],
	['{"script":[null]}', 'The script.0 must be an object.'],
	[
		'{"script":[{"fault":"500","__proto__":{}}]}',
		'There is no setting "script.0.__proto__". The settings are: fault, operation, times.',
	],
	['{"script":{"0":{"fault":"500"}}}', 'The script must be a list.'],
	['{"rateLimit":[10,20]}', 'The rateLimit must be an object.'],
	['{"operations":"account.get"}', 'The operations must be a list with something in it.'],
	['{"operations":["toString"]}', 'The operations.0 is no operation: "toString".'],
	['{"rate":1,"kinds":["__proto__"]}', 'The kinds.0 is no fault: "__proto__".'],
	['{"rate":1,"kinds":[{"fault":"500"}]}', 'The kinds.0 is no fault: an object.'],
	[`{"rate":1,"kinds":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}`, 'The kinds.0 is no fault: a list.'],
	[`{"${'x'.repeat(50_000)}":1}`, `There is no setting "${'x'.repeat(60)}…".`],
])('the odd plan %.60s is refused, and says what is wrong', async (plan, text) => {
	const { status, data } = await control('PUT', plan);

	expect(status).toBe(400);
	expect(data.message).toContain(text);
});

test('a plan beyond 64 KB is refused', async () => {
	const { status, data } = await control('PUT', ' '.repeat(65_537));

	expect([status, data]).toEqual([413, { message: 'Request body is too large' }]);
});

test('a plan that is refused leaves the one before in place', async () => {
	bench.sandbox.faults({ rate: 1, kinds: ['503'] });
	await control('PUT', { rate: 7 });

	expect((await bench.client.get('/v1/account')).status).toBe(503);
});

test('the page shows the plan, and what was dealt', async () => {
	bench.sandbox.faults({
		script: [{ fault: '500-after', operation: 'account.get', times: 2 }],
		rate: 0.125,
		kinds: ['429-date'],
		seed: 9,
		operations: ['account.get'],
		latencyMs: [1, 2],
		rateLimit: { perSecond: 50, burst: 100 },
		tokenExpiresAfter: 500,
	});
	await bench.client.get('/v1/account');
	const { data } = await axios.get<string>(bench.sandbox.url);
	bench.sandbox.faults(undefined);
	bench.sandbox.reset();
	const { data: without } = await axios.get<string>(bench.sandbox.url);

	expect(data).toContain(
		'in turn 500-after × 2 for account.get; 12.5 % 429-date (seed 9); 50 requests a second, 100 at once; 1 to 2 ms longer; the token expires after 500 requests; only account.get',
	);
	expect(data).toContain('<em class="fault">500-after</em>');
	expect(without).not.toContain('<em class="fault">');
});

test('a call that got no answer is shown as such', async () => {
	bench.sandbox.faults({ script: [{ fault: 'reset-before' }] });
	await bench.client.get('/v1/account').catch(() => undefined);
	const { data } = await axios.get<string>(bench.sandbox.url);

	expect(data).toMatch(/<b class="status sn">–<\/b>/);
});

test('the calls that go on at once are counted', async () => {
	bench.sandbox.faults({ latencyMs: 400 });
	await Promise.all(Array.from({ length: 7 }, () => bench.client.get('/v1/account')));
	const together = bench.sandbox.peakInFlight();
	bench.sandbox.faults(undefined);
	const forgotten = bench.sandbox.peakInFlight();
	for (let count = 0; count < 3; count += 1) await bench.client.get('/v1/account');
	const inTurn = bench.sandbox.peakInFlight();
	bench.sandbox.reset();

	expect([together, forgotten, inTurn, bench.sandbox.peakInFlight()]).toEqual([7, 0, 1, 0]);
});

test('a call whose connection breaks counts no longer', async () => {
	bench.sandbox.faults({ rate: 1, kinds: ['reset-before'] });
	for (let count = 0; count < 3; count += 1) await bench.client.get('/v1/account').catch(() => undefined);

	expect(bench.sandbox.peakInFlight()).toBe(1);
});

test('connections beyond the limit are closed', async () => {
	const sandbox = await startSandbox({ maxConnections: 2, faults: { latencyMs: 400 } });
	const ask = () => axios.get(`${sandbox.url}/v1/templates`, { headers: { Authorization: `Bearer ${sandbox.token}` } });
	const outcomes = await Promise.allSettled([ask(), ask(), ask(), ask(), ask()]);
	const peak = sandbox.peakInFlight();
	await sandbox.close();
	const [served, refused] = (['fulfilled', 'rejected'] as const).map((status) =>
		outcomes.filter((outcome) => outcome.status === status),
	);

	expect(served).toHaveLength(2);
	expect(refused).toEqual(
		Array.from({ length: 3 }, () => ({ status: 'rejected', reason: expect.objectContaining({ code: 'ECONNRESET' }) })),
	);
	expect(peak).toBe(2);
});
