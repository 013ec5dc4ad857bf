import axios from 'axios';
import { startSandbox } from '../../sandbox/index';
import type { FaultPlan } from '../../sandbox/faults/plan';
import { useSandbox } from './support';
import type { Answer } from './support';

const bench = useSandbox();
const pages = Array.from({ length: 60 }, (_, index) => `/v1/templates?page=${index + 1}`);

async function statuses(...paths: string[]): Promise<number[]> {
	const all = [];
	for (const path of paths) all.push((await bench.client.get(path)).status);
	return all;
}

const account = (times: number) => statuses(...Array.from({ length: times }, () => '/v1/account'));

test('a script is used in turn, each step as often as it says', async () => {
	bench.sandbox.faults({ script: [{ fault: '503' }, { fault: '500', times: 2 }, { fault: 'none' }, { fault: '504' }] });

	expect(await account(6)).toEqual([503, 500, 500, 200, 504, 200]);
});

test('a step for one operation waits for it, and lets the others pass', async () => {
	bench.sandbox.faults({ script: [{ fault: '503', operation: 'account.get' }, { fault: '500' }] });

	expect(await statuses('/v1/domains', '/v1/domains', '/v1/account')).toEqual([500, 200, 503]);
});

test('a plan for some operations spares the others, and paths that lead nowhere', async () => {
	bench.sandbox.faults({ rate: 1, kinds: ['503'], operations: ['account.get', 'domain.getAll'] });

	expect(await statuses('/v1/account', '/v1/domains', '/v1/templates', '/v1/nowhere')).toEqual([503, 503, 200, 404]);
});

test('the same seed has the same faults for the same calls, whatever their order', async () => {
	const plan: FaultPlan = { rate: 0.4, kinds: ['500', '502'], seed: 5 };
	const fates = async (seed: number, paths: string[]) => {
		bench.sandbox.faults({ ...plan, seed });
		return await statuses(...paths);
	};
	const first = await fates(5, pages);

	expect((await fates(5, pages.toReversed())).toReversed()).toEqual(first);
	expect(await fates(6, pages)).not.toEqual(first);
});

test('an expired token is accepted no more', async () => {
	bench.sandbox.faults({ tokenExpiresAfter: 2 });

	expect(await account(4)).toEqual([200, 200, 401, 401]);
});

describe('a rate limit', () => {
	async function ask(count: number) {
		const all = [];
		for (let asked = 0; asked < count; asked += 1) all.push(await bench.client.get('/v1/account'));
		return all.map(({ status, headers }) => (status === 200 ? 200 : headers['retry-after']));
	}

	test('lets a burst pass, and is filled again with time, no further than the burst', async () => {
		bench.sandbox.faults({ rateLimit: { perSecond: 2, burst: 3 } });
		const atOnce = await ask(5);
		bench.wait(500);
		const soon = await ask(2);
		bench.wait(60_000);

		expect([atOnce, soon, await ask(4)]).toEqual([
			[200, 200, 200, '1', '1'],
			[200, '1'],
			[200, 200, 200, '1'],
		]);
	});
});

describe('/_sandbox/faults', () => {
	/** As a client without a token calls it. */
	const control = (method: 'GET' | 'PUT' | 'DELETE', body?: unknown) =>
		axios.request<Pick<Answer, 'message'>>({
			method,
			url: `${bench.sandbox.url}/_sandbox/faults`,
			data: typeof body === 'string' ? body : JSON.stringify(body),
			validateStatus: () => true,
		});

	test('sets, counts and clears a plan, and is neither logged nor broken by it', async () => {
		const plan = { script: [{ fault: '503', times: 2 }, { fault: 'none' }, { fault: '500' }] };
		const set = await control('PUT', plan);
		await account(4);
		const counted = await control('GET');
		const cleared = await control('DELETE');
		const emptied = [await control('PUT', plan), await control('PUT', {})].map(({ data }) => data);

		expect(set.data).toEqual({ plan, dealt: {} });
		expect(counted.data).toEqual({ plan, dealt: { '503': 2, '500': 1 } });
		expect([cleared.data, emptied[1]]).toEqual(Array.from({ length: 2 }, () => ({ plan: null, dealt: {} })));
		expect(bench.sandbox.requests()).toHaveLength(4);
		expect(await account(1)).toEqual([200]);
	});

	test.each<[string, unknown, string]>([
		['text that is no JSON', '{"rate":', 'valid JSON'],
		['a rate beyond 1', { rate: 1.5 }, 'rate must be <= 1'],
		['kinds that never come', { kinds: ['500'] }, 'property rate'],
		[
			'an unknown fault',
			{ script: [{ fault: '500' }, { fault: '418' }] },
			'script → 1 → fault must be equal to one of',
		],
		['an unknown operation', { operations: ['campaign.remove'] }, 'account.get, campaign.getAll'],
		['an unknown setting', { chance: 1 }, 'chance'],
	])('refuses %s, says why, and keeps the plan before', async (_case, plan, text) => {
		bench.sandbox.faults({ rate: 1, kinds: ['503'] });
		const { status, data } = await control('PUT', plan);

		expect([status, data.message]).toEqual([400, expect.stringContaining(text)]);
		expect(await account(1)).toEqual([503]);
	});
});

test('a wrong plan is refused at the start and later', async () => {
	await expect(startSandbox({ faults: { rate: 2 } })).rejects.toThrow('rate must be <= 1');
	expect(() => bench.sandbox.faults({ rate: 2 })).toThrow('rate must be <= 1');
});

test('concurrent calls are counted, and calls whose connection breaks no longer', async () => {
	bench.sandbox.faults({ latencyMs: 400 });
	await Promise.all(Array.from({ length: 7 }, () => bench.client.get('/v1/account')));
	const together = bench.sandbox.peakInFlight();
	bench.sandbox.faults({ rate: 1, kinds: ['reset-before'] });
	const forgotten = bench.sandbox.peakInFlight();
	for (let count = 0; count < 3; count += 1) await bench.client.get('/v1/account').catch(() => undefined);
	const inTurn = bench.sandbox.peakInFlight();
	bench.sandbox.reset();

	expect([together, forgotten, inTurn, bench.sandbox.peakInFlight()]).toEqual([7, 0, 1, 0]);
});
