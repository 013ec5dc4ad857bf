import type { FaultPlan } from '../../sandbox/faults/plan';
import { useSandbox } from './support';

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
