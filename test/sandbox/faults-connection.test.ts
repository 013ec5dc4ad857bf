import { connect } from 'node:net';
import axios from 'axios';
import type { FaultName } from '../../sandbox/faults/faults';
import { startSandbox } from '../../sandbox/index';
import { breakCalls } from './faults-support';
import { useSandbox } from './support';

const bench = useSandbox();
const { breakNext, create, wasCreated } = breakCalls(bench);

/** All that comes over the wire for one request, until the connection is closed. */
function raw(): Promise<string> {
	const { hostname, port } = new URL(bench.sandbox.url);
	const body = JSON.stringify({ name: 'New' });
	return new Promise((resolve, reject) => {
		let received = '';
		const socket = connect(Number(port), hostname)
			.on('data', (chunk: Buffer) => (received += chunk.toString()))
			.on('error', reject)
			.on('close', () => resolve(received));
		socket.write(
			[
				'POST /v1/contact-lists HTTP/1.1',
				'Host: localhost',
				`Authorization: Bearer ${bench.sandbox.token}`,
				'Content-Type: application/json',
				`Content-Length: ${body.length}`,
				'',
				body,
			].join('\r\n'),
		);
	});
}

test('cut-off announces the whole body, sends half of it and closes the connection', async () => {
	breakNext('cut-off');
	const [head = '', body = ''] = (await raw()).split('\r\n\r\n');
	const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);

	expect(head).toMatch(/^HTTP\/1\.1 200 OK/);
	expect(body).toMatch(/^\{"message":/);
	expect(body.length).toBe(Math.floor(announced / 2));
	expect(wasCreated()).toBe(true);
});

test('cut-off is no answer to a client', async () => {
	breakNext('cut-off');

	await expect(create()).rejects.toMatchObject({ message: expect.stringMatching(/aborted/) });
	expect(bench.sandbox.requests()).toMatchObject([{ status: 200, fault: 'cut-off' }]);
});

test.each<[FaultName, boolean]>([
	['reset-before', false],
	['reset-after', true],
])('%s tears the connection down without a word', async (fault, done) => {
	breakNext(fault);
	await expect(raw()).rejects.toMatchObject({ code: 'ECONNRESET' });

	expect(wasCreated()).toBe(done);
	expect(bench.sandbox.requests()).toMatchObject([{ status: null, durationMs: expect.any(Number), fault }]);
});

test.each<[FaultName, boolean]>([
	['stall', false],
	['stall-after', true],
])('%s answers nothing until the client gives up', async (fault, done) => {
	breakNext(fault);
	const asked = bench.client.post('/v1/contact-lists', { name: 'New' }, { timeout: 300 });

	await expect(asked).rejects.toMatchObject({ code: 'ECONNABORTED' });
	expect(wasCreated()).toBe(done);
});

test('a stalled call does not hold up the closing of the sandbox', async () => {
	const sandbox = await startSandbox({ faults: { rate: 1, kinds: ['stall'] } });
	const asked = axios.get(`${sandbox.url}/v1/account`).catch(({ code }: { code?: string }) => code);
	while (sandbox.requests().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	await sandbox.close();

	expect(await asked).toBe('ECONNRESET');
});
