import { faultNames, faults } from '../../sandbox/faults/faults';
import { useSandbox } from './support';

const bench = useSandbox();

test.each(faultNames)(
	'%s does the work or not as its entry says, shows no success, is in the log, and spares the next call',
	async (fault) => {
		bench.sandbox.faults({ script: [{ fault }] });
		// Only what stalls is not waited for.
		const signal = fault.startsWith('stall') ? AbortSignal.timeout(500) : undefined;
		const create = bench.ask('POST', '/v1/contact-lists', { name: 'New' }, { signal });
		const shown = await create.then(({ text }) => text).catch(() => '');
		const done = bench.sandbox.state.contactLists.some(({ name }) => name === 'New');
		const { status } = await bench.ask('GET', '/v1/account');

		expect(shown).not.toMatch(/^\{"message":"Contact list created\.".*\}$/);
		expect([done, status]).toEqual([faults[fault].workDone, 200]);
		expect(bench.sandbox.requests().map((request) => request.fault)).toEqual([fault, undefined]);
	},
);

/** The statuses of requests in turn, or for a 429 how long to wait. */
async function results(count: number, pathOf: (page: number) => string = () => '/v1/account') {
	const all = [];
	for (let page = 1; page <= count; page += 1) {
		const { status, headers } = await bench.ask('GET', pathOf(page));
		all.push(status === 429 ? headers.get('retry-after') : status);
	}
	return all;
}

test('the same seed has the same faults for the same calls, whatever their order', async () => {
	const fates = async (seed: number, pathOf: (page: number) => string) => {
		bench.sandbox.faults({ rate: 0.4, kinds: ['500', '502'], seed });
		return await results(60, pathOf);
	};
	const first = await fates(5, (page) => `/v1/templates?page=${page}`);
	const backwards = await fates(5, (page) => `/v1/templates?page=${61 - page}`);

	expect(backwards.reverse()).toEqual(first);
	expect(await fates(6, (page) => `/v1/templates?page=${page}`)).not.toEqual(first);
});

test('an expired token is accepted no more', async () => {
	bench.sandbox.faults({ tokenExpiresAfter: 2 });

	expect(await results(4)).toEqual([200, 200, 401, 401]);
});

test('a rate limit lets a burst pass, and is filled again with time, no further than the burst', async () => {
	bench.sandbox.faults({ rateLimit: { perSecond: 2, burst: 3 } });
	const atOnce = await results(5);
	bench.wait(500);
	const soon = await results(2);
	bench.wait(60_000);

	expect([atOnce, soon, await results(4)]).toEqual([
		[200, 200, 200, '1', '1'],
		[200, '1'],
		[200, 200, 200, '1'],
	]);
});
