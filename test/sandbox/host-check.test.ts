import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { useSandbox } from './support';

const bench = useSandbox();

/** Calls the sandbox at its port, under whatever name. */
async function call(host: string, { method = 'GET', path = '/v1/account' } = {}) {
	const headers = { host, authorization: `Bearer ${bench.sandbox.token}` };
	const { hostname, port } = new URL(bench.sandbox.url);
	const sent = request({ hostname, port, method, path, headers }).end();
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	return { status: answer.statusCode, body: await readText(answer) };
}

test.each(['127.0.0.1', '127.0.0.1:8787', 'LocalHost:3000', '[::1]:80'])('the Host %s is accepted', async (host) => {
	expect((await call(host)).status).toBe(200);
});

const others = ['127.0.0.1.example.com', 'localhost@example.com', 'example.com#localhost', '127.0.0.2', '[::1'];
test.each(others)('the Host %s is refused, and nothing of the call is kept', async (host) => {
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
