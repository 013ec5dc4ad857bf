import { faultNames, faults } from '../../sandbox/faults/faults';
import type { FaultName } from '../../sandbox/faults/faults';
import { noon, useSandbox } from './support';
import type { Response } from './support';

const bench = useSandbox();

/** Asks for a new contact list, with this fault. Only what stalls is not waited for. */
const create = async (fault: FaultName): Promise<Response<string>> => {
	bench.sandbox.faults({ script: [{ fault }], retryAfterSeconds: 7 });
	const config = { maxRedirects: 0, transformResponse: (text: string) => text };
	const timeout = fault.startsWith('stall') ? 500 : 0;
	return await bench.client.post('/v1/contact-lists', { name: 'New' }, { ...config, timeout });
};
/** The whole response to a create. */
const isSuccess = (text: string): boolean => /^\{"message":"Contact list created\.".*\}$/.test(text);

test.each(faultNames)(
	'%s does the work or not as its entry says, shows no success, is in the log, and spares the next call',
	async (fault) => {
		const response = await create(fault).catch(() => undefined);
		const done = bench.sandbox.state.contactLists.some(({ name }) => name === 'New');
		const { status } = await bench.client.get('/v1/account');

		expect(isSuccess(response?.data ?? '')).toBe(false);
		expect([done, status]).toEqual([faults[fault].workDone, 200]);
		expect(bench.sandbox.requests().map((request) => request.fault)).toEqual([fault, undefined]);
	},
);

test.each<[FaultName, string | undefined]>([
	['429', undefined],
	['429-seconds', '7'],
	['429-date', new Date(noon + 7_000).toUTCString()],
	['503', undefined],
	['503-retry-after', '7'],
])('%s has Retry-After %s', async (fault, retryAfter) => {
	expect((await create(fault)).headers['retry-after']).toBe(retryAfter);
});

test.each<FaultName>(['cut-off', 'reset-before', 'reset-after', 'stall', 'stall-after'])(
	'%s is no response to a client',
	async (fault) => {
		await expect(create(fault)).rejects.toBeDefined();
	},
);
