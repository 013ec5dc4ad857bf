import { faultNames, faults } from '../../sandbox/faults/faults';
import type { FaultName } from '../../sandbox/faults/faults';
import { breakCalls } from './faults-support';
import { noon, defined, useSandbox } from './support';

const bench = useSandbox();
const { breakNext, create, wasCreated } = breakCalls(bench);

const refusals: Array<[FaultName, number, string]> = [
	['401', 401, 'Unauthenticated.'],
	['408', 408, 'Request Timeout'],
	['429', 429, 'Too Many Attempts.'],
	['429-seconds', 429, 'Too Many Attempts.'],
	['429-date', 429, 'Too Many Attempts.'],
	['500', 500, 'Server Error'],
	['500-after', 500, 'Server Error'],
	['501', 501, 'Not Implemented'],
	['502', 502, 'Bad Gateway'],
	['503', 503, 'Service Unavailable'],
	['503-retry-after', 503, 'Service Unavailable'],
	['504', 504, 'Gateway Timeout'],
];

test.each(refusals)('%s answers %i in the ordinary envelope', async (fault, expected, message) => {
	breakNext(fault);
	const { status, data, headers } = await create();

	expect(status).toBe(expected);
	expect(JSON.parse(data)).toEqual({ message });
	expect(headers['content-type']).toBe('application/json; charset=utf-8');
	expect(wasCreated()).toBe(faults[fault].workDone);
});

test.each<[FaultName, string | undefined]>([
	['429', undefined],
	['429-seconds', '7'],
	['429-date', new Date(noon + 7_000).toUTCString()],
	['503', undefined],
	['503-retry-after', '7'],
])('%s comes with Retry-After: %s', async (fault, retryAfter) => {
	breakNext(fault, 7);
	const { headers } = await create();

	expect(headers['retry-after']).toBe(retryAfter);
});

test('Retry-After is one second where nothing is said, and a date is never too early', async () => {
	bench.wait(1);
	bench.sandbox.faults({ script: [{ fault: '429-seconds' }, { fault: '429-date' }] });
	const answers = [await create(), await create()];

	expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(['1', new Date(noon + 2_000).toUTCString()]);
});

test.each<[FaultName, string]>([
	['empty', ''],
	['null', 'null'],
	['wrong-json', '{"ok":true}'],
])('%s answers 200 with that, and the work is done', async (fault, body) => {
	breakNext(fault);
	const { status, data } = await create();

	expect([status, data]).toEqual([200, body]);
	expect(wasCreated()).toBe(true);
});

test('what follows the work keeps the status of a refusal', async () => {
	breakNext('empty');
	const { status, data } = await bench.client.post('/v1/contact-lists', {});

	expect([status, data]).toEqual([422, '']);
});

test('html answers a web page, and the work is not done', async () => {
	breakNext('html');
	const { status, data, headers } = await create();

	expect(status).toBe(200);
	expect(headers['content-type']).toBe('text/html; charset=utf-8');
	expect(data).toMatch(/^<!doctype html>/);
	expect(wasCreated()).toBe(false);
});

test('redirect leads to another host, which cannot exist', async () => {
	breakNext('redirect');
	const { status, headers } = await create();

	expect(status).toBe(301);
	expect(headers.location).toBe('https://moved.sandbox.invalid/v1/contact-lists');
	expect(wasCreated()).toBe(false);
});

test('302 leads to another host, which cannot exist, when the work is done', async () => {
	breakNext('302');
	const { status, headers } = await create();

	expect(status).toBe(302);
	expect(headers.location).toBe('https://moved.sandbox.invalid/done');
	expect(wasCreated()).toBe(true);
});

test('php-warning is the answer behind a warning in markup', async () => {
	breakNext('php-warning');
	const { status, data } = await create();

	expect(status).toBe(200);
	expect(data).toMatch(/^<br \/>\n<b>Warning<\/b>.*\n\{"message":/);
	expect(wasCreated()).toBe(true);
});

test('says-failed is a 200 that says that nothing was done, and nothing is', async () => {
	breakNext('says-failed');
	const { status, data } = await create();

	expect([status, data]).toEqual([200, '{"success":false,"message":"Not today."}']);
	expect(wasCreated()).toBe(false);
});

test('cut-off-json is a whole answer with half of the JSON', async () => {
	breakNext('cut-off-json');
	const { status, data, headers } = await create();

	expect(status).toBe(200);
	expect(Number(headers['content-length'])).toBe(data.length);
	expect(data).toMatch(/^\{"message":/);
	expect(() => void JSON.parse(data)).toThrow();
	expect(wasCreated()).toBe(true);
});

test('every fault spares the calls after it', async () => {
	for (const fault of faultNames) {
		breakNext(fault);
		await bench.client.get('/v1/account', { maxRedirects: 0, timeout: 200 }).catch(() => undefined);
		const { status } = await bench.client.get('/v1/account');

		expect([fault, status]).toEqual([fault, 200]);
		expect(defined(bench.sandbox.requests().at(-1)).fault).toBeUndefined();
	}
});

test('every fault is told in words', () => {
	expect(Object.values(faults).filter(({ about }) => about.trim() === '')).toEqual([]);
});
