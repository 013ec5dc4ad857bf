import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text as readText } from 'node:stream/consumers';
import { startSandbox } from '../../sandbox/index';
import { useSandbox } from './support';

const bench = useSandbox();

/** Calls the sandbox at its port, under whatever name. */
async function call(
	host: string,
	{ method = 'GET', path = '/v1/account', hostname = '127.0.0.1', port = new URL(bench.sandbox.url).port } = {},
) {
	const sent = request({
		hostname,
		port,
		method,
		path,
		headers: { host, authorization: `Bearer ${bench.sandbox.token}` },
	}).end();
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	return { status: answer.statusCode, body: await readText(answer) };
}

function refusal(named: string): string {
	return JSON.stringify({ message: `The sandbox answers at 127.0.0.1, localhost, ::1, not at ${named}.` });
}

test.each(['127.0.0.1', '127.0.0.1:8787', 'localhost', 'LocalHost:3000', '[::1]', '[::1]:80', 'localhost:'])(
	'the Host %s is answered',
	async (host) => {
		expect((await call(host)).status).toBe(200);
	},
);

test.each([
	'rebound.example.com',
	'rebound.example.com:8787',
	'127.0.0.1.example.com',
	'localhost.example.com',
	'localhost@example.com',
	'example.com#localhost',
	'127.0.0.1, example.com',
	'127.0.0.2',
	'0.0.0.0',
	'::1',
	'[::1',
	'localhost:eighty',
])('the Host %s is refused, and nothing of the call is kept', async (host) => {
	expect(await call(host)).toEqual({ status: 421, body: refusal(JSON.stringify(host)) });
	expect(bench.sandbox.requests()).toEqual([]);
});

test.each([
	['GET', '/'],
	['GET', '/_sandbox/faults'],
	['PUT', '/_sandbox/faults'],
	['DELETE', '/_sandbox/faults'],
	['POST', '/v1/contact-lists'],
	['PROPFIND', '/v1/campaigns'],
	['GET', '/v1/nowhere'],
	['GET', '/favicon.ico'],
	['GET', '/v1/%zz'],
])('another name is refused for %s %s too', async (method, path) => {
	bench.sandbox.faults({ rate: 1, kinds: ['503'] });

	expect(await call('rebound.example.com', { method, path })).toEqual({
		status: 421,
		body: refusal('"rebound.example.com"'),
	});
	expect((await bench.client.get('/v1/account')).status).toBe(503);
});

test.each([
	['is missing', 'GET / HTTP/1.1\r\n'],
	['is missing, in HTTP/1.0', 'GET / HTTP/1.0\r\n'],
	['is empty', 'GET / HTTP/1.1\r\nHost:\r\n'],
])('a Host header that %s is refused', async (_case, head) => {
	const { hostname, port } = new URL(bench.sandbox.url);
	const socket = connect(Number(port), hostname).end(`${head}Connection: close\r\n\r\n`);
	const answer = await readText(socket);

	expect(answer).toMatch(/^HTTP\/1\.1 421 /);
	expect(answer).toContain(refusal('an address without a name'));
});

test('a sandbox that is open to the network answers at the host it was started with and each address of the machine, and at no other name', async () => {
	const sandbox = await startSandbox({ host: '0.0.0.0' });
	const { port } = new URL(sandbox.url);
	const addresses = Object.values(networkInterfaces())
		.flatMap((all) => all ?? [])
		.filter(({ family }) => family === 'IPv4')
		.map(({ address }) => address);
	const answered = [];
	for (const address of addresses)
		answered.push((await call(`${address}:${port}`, { hostname: address, port })).status);
	const named = [
		(await call(`0.0.0.0:${port}`, { port })).status,
		(await call(`rebound.example.com:${port}`, { port })).status,
	];
	await sandbox.close();

	expect(addresses).toContain('127.0.0.1');
	expect(answered).toEqual(addresses.map(() => 200));
	expect(named).toEqual([200, 421]);
});
