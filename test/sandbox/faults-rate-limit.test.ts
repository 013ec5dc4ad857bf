import { useSandbox } from './support';

const bench = useSandbox({ faults: { rateLimit: { perSecond: 2, burst: 3 } } });

async function ask(count: number): Promise<Array<[status: number, retryAfter: string | undefined]>> {
	const answers = [];
	for (let asked = 0; asked < count; asked += 1) answers.push(await bench.client.get('/v1/account'));
	return answers.map(({ status, headers }) => [status, headers['retry-after']]);
}

test('what comes at once is let in up to the burst, and the rest is told to wait whole seconds', async () => {
	expect(await ask(5)).toEqual([
		[200, undefined],
		[200, undefined],
		[200, undefined],
		[429, '1'],
		[429, '1'],
	]);
});

test('time fills the bucket again, and no further than the burst', async () => {
	await ask(4);
	bench.wait(500);
	const soon = await ask(2);
	bench.wait(60_000);
	const late = await ask(4);

	expect(soon.map(([status]) => status)).toEqual([200, 429]);
	expect(late.map(([status]) => status)).toEqual([200, 200, 200, 429]);
});

test('a slow bucket asks for a long wait, and keeps its word', async () => {
	bench.sandbox.faults({ rateLimit: { perSecond: 0.3, burst: 1 } });
	const [, refused] = await ask(2);
	bench.wait(3_000);
	const early = await ask(1);
	bench.wait(1_000);
	const kept = await ask(1);

	expect([refused, early[0], kept[0]]).toEqual([
		[429, '4'],
		[429, '1'],
		[200, undefined],
	]);
});

test('what is refused uses up neither the script nor the token', async () => {
	bench.sandbox.faults({
		rateLimit: { perSecond: 1, burst: 1 },
		script: [{ fault: 'none' }, { fault: '500' }],
		tokenExpiresAfter: 2,
	});
	const statuses = [];
	for (const pause of [0, 0, 1_000, 0, 1_000]) {
		bench.wait(pause);
		statuses.push(...(await ask(1)).map(([status]) => status));
	}

	expect(statuses).toEqual([200, 429, 500, 429, 401]);
});

test('fractions that add up to a token make one', async () => {
	bench.sandbox.faults({ rateLimit: { perSecond: 1, burst: 1 } });
	await ask(1);
	const statuses = [];
	for (let tenth = 0; tenth < 10; tenth += 1) {
		bench.wait(100);
		statuses.push(...(await ask(1)).map(([status]) => status));
	}

	expect(statuses).toEqual([429, 429, 429, 429, 429, 429, 429, 429, 429, 200]);
});
