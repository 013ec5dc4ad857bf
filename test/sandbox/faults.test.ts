import { faultNames, faults } from '../../sandbox/faults/faults';
import type { FaultName } from '../../sandbox/faults/faults';
import { noon, useSandbox } from './support';
import type { Response } from './support';

const bench = useSandbox();

function breakNext(fault: FaultName): void {
	bench.sandbox.faults({ script: [{ fault }], retryAfterSeconds: 7 });
}

/** Asks for a new contact list, and takes the response as text. Only what stalls is not waited for. */
const create = (fault: FaultName): Promise<Response<string>> =>
	bench.client.post(
		'/v1/contact-lists',
		{ name: 'New' },
		{ maxRedirects: 0, transformResponse: (text: string) => text, timeout: fault.startsWith('stall') ? 500 : 0 },
	);
const wasCreated = () => bench.sandbox.state.contactLists.some(({ name }) => name === 'New');

// prettier-ignore
const responses: Array<[FaultName, number, string | RegExp, object]> = [
	['302', 302, /Moved/, { location: 'https://moved.sandbox.invalid/done' }],
	['401', 401, '{"message":"Unauthenticated."}', {}],
	['403', 403, '{"message":"This action is unauthorized."}', {}],
	['408', 408, '{"message":"Request Timeout"}', {}],
	['429', 429, '{"message":"Too Many Attempts."}', {}],
	['429-seconds', 429, '{"message":"Too Many Attempts."}', { 'retry-after': '7' }],
	['429-date', 429, '{"message":"Too Many Attempts."}', { 'retry-after': new Date(noon + 7_000).toUTCString() }],
	['500', 500, '{"message":"Server Error"}', { 'content-type': 'application/json; charset=utf-8' }],
	['500-after', 500, '{"message":"Server Error"}', {}],
	['501', 501, '{"message":"Not Implemented"}', {}],
	['502', 502, /^<!doctype html>.*Bad Gateway/s, { 'content-type': 'text/html; charset=utf-8' }],
	['503', 503, '{"message":"Service Unavailable"}', {}],
	['503-retry-after', 503, '{"message":"Service Unavailable"}', { 'retry-after': '7' }],
	['504', 504, '{"message":"Gateway Timeout"}', {}],
	['cut-off-json', 200, /^\{"message":[^}]*$/, {}],
	['html', 200, /^<!doctype html>/, { 'content-type': 'text/html; charset=utf-8' }],
	['redirect', 301, /Moved/, { location: 'https://moved.sandbox.invalid/v1/contact-lists' }],
	['php-warning', 200, /^<br \/>\n<b>Warning<\/b>.*\n\{"message":/, { 'content-type': 'text/html; charset=utf-8' }],
	['says-failed', 200, '{"success":false,"message":"Not today."}', {}],
	['empty', 200, '', {}],
	['null', 200, 'null', {}],
	['wrong-json', 200, '{"ok":true}', {}],
];

test.each(responses)('%s returns %i', async (fault, expected, body, headers) => {
	breakNext(fault);
	const response = await create(fault);

	expect([response.status, 'retry-after' in response.headers]).toEqual([expected, 'retry-after' in headers]);
	expect(response.data).toEqual(typeof body === 'string' ? body : expect.stringMatching(body));
	expect({ ...response.headers }).toMatchObject(headers);
});

const broken: Array<[FaultName, string]> = [
	['cut-off', 'ECONNRESET'],
	['reset-before', 'ECONNRESET'],
	['reset-after', 'ECONNRESET'],
	['stall', 'ECONNABORTED'],
	['stall-after', 'ECONNABORTED'],
];

test.each(broken)('%s is no response to a client', async (fault, code) => {
	breakNext(fault);

	await expect(create(fault)).rejects.toMatchObject({ code: expect.stringMatching(`${code}|ERR_BAD_RESPONSE`) });
});

test('the two tables have every fault', () => {
	expect([...responses, ...broken].map(([name]) => name).sort()).toEqual(faultNames.toSorted());
});

test.each(faultNames)(
	'%s does the work or not as its entry says, is in the log, and spares the next call',
	async (fault) => {
		breakNext(fault);
		await create(fault).catch(() => undefined);
		const done = wasCreated();
		const { status } = await bench.client.get('/v1/account');

		expect(done).toBe(faults[fault].workDone);
		expect(status).toBe(200);
		expect(bench.sandbox.requests().map((request) => request.fault)).toEqual([fault, undefined]);
	},
);
