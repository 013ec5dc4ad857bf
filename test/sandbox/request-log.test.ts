import axios from 'axios';
import { startSandbox } from '../../sandbox/index';
import { clientFor, defined, useSandbox } from './support';

const bench = useSandbox();

test('a request is kept with its operation, status, headers and body', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	await bench.client.post(
		`/v1/contact-lists/${list.uuid}/subscriber?page=2`,
		{ email: 'jo@example.com' },
		{ headers: { 'X-Try': '1' } },
	);

	expect(bench.sandbox.requests()).toEqual([
		{
			number: expect.any(Number),
			time: '2026-05-04T12:00:00.000Z',
			method: 'POST',
			path: `/v1/contact-lists/${list.uuid}/subscriber`,
			query: '?page=2',
			operationId: 'subscriber.create',
			authorization: 'valid',
			headers: expect.objectContaining({ 'x-try': '1', 'content-type': 'application/json' }),
			body: { email: 'jo@example.com' },
			answer: expect.stringContaining('Subscriber created.'),
			status: 200,
			startedMs: expect.any(Number),
			durationMs: expect.any(Number),
		},
	]);
});

test('refused requests are kept too, and those that lead nowhere', async () => {
	await axios.get(`${bench.sandbox.url}/v1/campaigns`, { validateStatus: () => true });
	await bench.client.post('/v1/contact-lists', 'no json', {
		headers: { 'Content-Type': 'application/json' },
		transformRequest: (raw: unknown) => raw,
	});
	await bench.client.get('/v1/nowhere');

	expect(
		bench.sandbox
			.requests()
			.map(({ status, operationId, authorization, body }) => [status, operationId, authorization, body]),
	).toEqual([
		[401, 'campaign.getAll', 'none', null],
		[422, 'contactList.create', 'valid', 'no json'],
		[404, null, 'valid', null],
	]);
});

test('no credentials are kept, right or wrong', async () => {
	await bench.client.get('/v1/account');
	await bench.client.get('/v1/account', { headers: { Authorization: 'Bearer a-real-secret' } });
	const kept = JSON.stringify(bench.sandbox.requests());

	expect(bench.sandbox.requests().map(({ authorization }) => authorization)).toEqual(['valid', 'invalid']);
	expect(kept).not.toContain(bench.sandbox.token);
	expect(kept).not.toContain('a-real-secret');
});

test('looking at the front page is not a request', async () => {
	await axios.get(bench.sandbox.url);
	await axios.get(`${bench.sandbox.url}/?x=1`);

	expect(bench.sandbox.requests()).toEqual([]);
});

test('the log goes back as far as is asked for, 1,000 requests if nothing is said', async () => {
	const short = await startSandbox({ requestLogSize: 3 });
	for (const page of [1, 2, 3, 4, 5]) await clientFor(short).get(`/v1/templates?page=${page}`);
	const kept = short.requests().map(({ query }) => query);
	await short.close();
	await Promise.all(Array.from({ length: 1_005 }, async () => await bench.client.get('/v1/account')));

	expect(kept).toEqual(['?page=3', '?page=4', '?page=5']);
	expect(bench.sandbox.requests()).toHaveLength(1_000);
});

test('requests are numbered in the order they came, and on after a reset', async () => {
	for (let count = 0; count < 3; count += 1) await bench.client.get('/v1/account');
	const [first = 0, ...others] = bench.sandbox.requests().map(({ number }) => number);
	bench.sandbox.reset();
	await bench.client.get('/v1/account');

	expect(others).toEqual([first + 1, first + 2]);
	expect(bench.sandbox.requests().map(({ number }) => number)).toEqual([first + 3]);
});

test('of a long body the log keeps the beginning, and says how long it was', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	const subscribers = Array.from({ length: 50_000 }, (_, index) => ({ email: `reader${index}@example.com` }));
	const sent = JSON.stringify({ subscribers });
	const { status } = await bench.client.post(`/v1/contact-lists/${list.uuid}/import`, sent, {
		headers: { 'Content-Type': 'application/json' },
	});
	const [kept] = bench.sandbox.requests();

	expect(status).toBe(200);
	expect(list.subscribers).toHaveLength(50_264);
	expect(kept?.body).toBe(`${sent.slice(0, 16_384)}… (cut off: ${sent.length} characters in all)`);
});

test('a body of 16 KB is kept whole, and one character more is not', async () => {
	const name = 'x'.repeat(16_384 - '{"name":""}'.length);
	await bench.client.post('/v1/contact-lists', { name });
	await bench.client.post('/v1/contact-lists', { name: `${name}x` });
	const [whole, cut] = bench.sandbox.requests().map(({ body }) => body);

	expect(whole).toEqual({ name });
	expect(cut).toBe(`{"name":"${name}x"… (cut off: 16385 characters in all)`);
});

test('headers beyond 16 KB never reach the log', async () => {
	const { status, data } = await bench.client.get('/v1/account', { headers: { 'X-Long': 'x'.repeat(16_384) } });

	expect([status, data]).toEqual([431, { message: 'The URL and the headers are too long.' }]);
	expect(bench.sandbox.requests()).toEqual([]);
});
