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
async function call(host: string, { method = 'GET', path = '/v1/account', hostname = '127.0.0.1', port = '' } = {}) {
	const headers = { host, authorization: `Bearer ${bench.sandbox.token}` };
	const at = { hostname, port: port || new URL(bench.sandbox.url).port };
	const [answer] = (await once(request({ ...at, method, path, headers }).end(), 'response')) as [IncomingMessage];
	return { status: answer.statusCode, body: await readText(answer) };
}

test.each(['127.0.0.1', '127.0.0.1:8787', 'LocalHost:3000', '[::1]', '[::1]:80', 'localhost:'])(
	'the Host %s is accepted',
	async (host) => {
		expect((await call(host)).status).toBe(200);
	},
);

test.each([
	'127.0.0.1.example.com',
	'localhost@example.com',
	'example.com#localhost',
	'127.0.0.1, example.com',
	'127.0.0.2',
	'[::1',
	'localhost:eighty',
])('the Host %s is refused, and nothing of the call is kept', async (host) => {
	const { status, body } = await call(host);

	expect(status).toBe(421);
	expect(body).toContain(`127.0.0.1, localhost, ::1, not at ${JSON.stringify(JSON.stringify(host)).slice(1, -1)}.`);
	expect(bench.sandbox.requests()).toEqual([]);
});

test.each([
	['GET', '/'],
	['PUT', '/_sandbox/faults'],
	['POST', '/_sandbox/subscribers/some-id/delete'],
	['POST', '/v1/contact-lists'],
	['PROPFIND', '/v1/campaigns'],
])('another name is refused for %s %s too', async (method, path) => {
	bench.sandbox.faults({ rate: 1, kinds: ['503'] });

	expect((await call('rebound.example.com', { method, path })).status).toBe(421);
	expect((await bench.client.get('/v1/account')).status).toBe(503);
});

test.each(['GET / HTTP/1.1\r\n', 'GET / HTTP/1.0\r\n', 'GET / HTTP/1.1\r\nHost:\r\n'])(
	'%j without a name in the Host header is refused',
	async (head) => {
		const { hostname, port } = new URL(bench.sandbox.url);
		const answer = await readText(connect(Number(port), hostname).end(`${head}Connection: close\r\n\r\n`));

		expect(answer).toMatch(/^HTTP\/1\.1 421 [^]*an address without a name/);
	},
);

test('a sandbox that is open to the network accepts its own host and each address of the machine, and no other name', async () => {
	const sandbox = await startSandbox({ host: '0.0.0.0' });
	const { port } = new URL(sandbox.url);
	const addresses = Object.values(networkInterfaces())
		.flatMap((all) => all ?? [])
		.filter(({ family }) => family === 'IPv4')
		.map(({ address }) => address);
	const statuses = [];
	for (const address of addresses)
		statuses.push((await call(`${address}:${port}`, { hostname: address, port })).status);
	const [own, other] = [await call('0.0.0.0', { port }), await call('rebound.example.com', { port })];
	await sandbox.close();

	expect(addresses).toContain('127.0.0.1');
	expect(statuses).toEqual(addresses.map(() => 200));
	expect([own.status, other.status]).toEqual([200, 421]);
});
