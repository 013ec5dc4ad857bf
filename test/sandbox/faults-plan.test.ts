import { startSandbox } from '../../sandbox/index';
import type { FaultPlan } from '../../sandbox/faults/plan';
import { clientFor, defined, useSandbox } from './support';

const bench = useSandbox();
const quick = ['500', '502', '503', '504', '408', '429-seconds'] as const;
const pages = Array.from({ length: 60 }, (_, index) => `/v1/templates?page=${index + 1}`);

/** The fate of each address, by address. */
async function fates(addresses: readonly string[]): Promise<Record<string, number>> {
	const answers = await Promise.all(
		addresses.map(async (address) => [address, (await bench.client.get(address)).status] as const),
	);
	return Object.fromEntries(answers);
}

function dealt(): Array<string | undefined> {
	return bench.sandbox.requests().map(({ fault }) => fault);
}

test('without a plan nothing goes wrong', async () => {
	const statuses = Object.values(await fates(pages));

	expect(new Set(statuses)).toEqual(new Set([200]));
	expect(dealt().every((fault) => fault === undefined)).toBe(true);
});

test('a script is dealt in turn, each step once', async () => {
	bench.sandbox.faults({ script: [{ fault: '503' }, { fault: '500', times: 2 }, { fault: 'none' }, { fault: '504' }] });
	const statuses = [];
	for (let count = 0; count < 6; count += 1) statuses.push((await bench.client.get('/v1/account')).status);

	expect(statuses).toEqual([503, 500, 500, 200, 504, 200]);
	expect(dealt()).toEqual(['503', '500', '500', undefined, '504', undefined]);
});

test('a step for one operation waits for it, and lets the others by', async () => {
	bench.sandbox.faults({ script: [{ fault: '503', operation: 'account.get' }, { fault: '500' }] });
	const statuses = [];
	for (const path of ['/v1/domains', '/v1/domains', '/v1/account'])
		statuses.push((await bench.client.get(path)).status);

	expect(statuses).toEqual([500, 200, 503]);
});

test('a plan for some operations leaves the others alone, and paths that lead nowhere', async () => {
	bench.sandbox.faults({ rate: 1, kinds: ['503'], operations: ['account.get', 'domain.getAll'] });
	const statuses = await fates(['/v1/account', '/v1/domains', '/v1/templates', '/v1/nowhere']);

	expect(Object.values(statuses)).toEqual([503, 503, 200, 404]);
});

test('chance is fair, and picks from all kinds', async () => {
	bench.sandbox.faults({ rate: 0.5, kinds: [...quick] });
	const many = Array.from({ length: 400 }, (_, index) => `/v1/account?try=${index}`);
	const hit = Object.values(await fates(many)).filter((status) => status !== 200);

	expect(hit.length).toBeGreaterThan(160);
	expect(hit.length).toBeLessThan(240);
	expect(new Set(hit)).toEqual(new Set([500, 502, 503, 504, 408, 429]));
});

test('the same seed deals the same calls the same faults, whatever their order', async () => {
	const plan: FaultPlan = { rate: 0.4, kinds: [...quick], seed: 5 };
	bench.sandbox.faults(plan);
	const first = await fates(pages);
	bench.sandbox.faults(plan);
	const second = await fates(pages.toReversed());
	bench.sandbox.faults({ ...plan, seed: 6 });
	const otherSeed = await fates(pages);

	expect(second).toEqual(first);
	expect(otherSeed).not.toEqual(first);
});

test('the body of a call counts, and so does how often it came', async () => {
	bench.sandbox.faults({ rate: 0.5, kinds: ['500'], seed: 2 });
	const names = Array.from({ length: 20 }, (_, index) => `List ${index}`);
	const byBody = await Promise.all(
		names.map(async (name) => (await bench.client.post('/v1/contact-lists', { name })).status),
	);
	const again = [];
	for (let count = 0; count < 20; count += 1) again.push((await bench.client.get('/v1/account')).status);

	expect(new Set(byBody)).toEqual(new Set([200, 500]));
	expect(new Set(again)).toEqual(new Set([200, 500]));
});

test('a new plan begins to count anew, and no plan ends it', async () => {
	const plan: FaultPlan = { script: [{ fault: '503' }] };
	const statuses = [];
	for (const next of [plan, plan, undefined, {}]) {
		bench.sandbox.faults(next);
		statuses.push((await bench.client.get('/v1/account')).status);
	}

	expect(statuses).toEqual([503, 503, 200, 200]);
});

test('reset brings back the plan of the start', async () => {
	const sandbox = await startSandbox({ faults: { script: [{ fault: '503' }] } });
	const client = clientFor(sandbox);
	const statuses = [(await client.get('/v1/account')).status, (await client.get('/v1/account')).status];
	sandbox.faults({ rate: 1, kinds: ['500'] });
	statuses.push((await client.get('/v1/account')).status);
	sandbox.reset();
	statuses.push((await client.get('/v1/account')).status, (await client.get('/v1/account')).status);
	await sandbox.close();

	expect(statuses).toEqual([503, 200, 500, 503, 200]);
});

test('an expired token is accepted no more', async () => {
	bench.sandbox.faults({ tokenExpiresAfter: 2 });
	const answers = [];
	for (let count = 0; count < 4; count += 1) answers.push(await bench.client.get('/v1/account'));

	expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401]);
	expect(defined(answers[3]).data).toEqual({ message: 'Unauthenticated.' });
	expect(dealt()).toEqual([undefined, undefined, '401', '401']);
});

test('latency delays the answer', async () => {
	bench.sandbox.faults({ latencyMs: 120 });
	await bench.client.get('/v1/account');
	bench.sandbox.faults({ latencyMs: [60, 100], seed: 3 });
	for (const page of pages.slice(0, 5)) await bench.client.get(page);
	const [fixed = 0, ...varied] = bench.sandbox.requests().map(({ durationMs }) => defined(durationMs));

	expect(fixed).toBeGreaterThanOrEqual(118);
	expect(Math.min(...varied)).toBeGreaterThanOrEqual(58);
});

test('a plan that is none is refused at the start and later, and changes nothing', async () => {
	const wrong = { rate: 2 };
	bench.sandbox.faults({ script: [{ fault: '503' }] });

	await expect(startSandbox({ faults: wrong })).rejects.toThrow('The rate must be a number from 0 to 1.');
	expect(() => bench.sandbox.faults(wrong)).toThrow('The rate must be a number from 0 to 1.');
	expect((await bench.client.get('/v1/account')).status).toBe(503);
});
