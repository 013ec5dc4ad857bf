import axios from 'axios';
import { startSandbox } from '../../sandbox/index';
import { clientFor, defined, useSandbox } from './support';

const bench = useSandbox();

test('a request is kept with its operation, status, headers and body', async () => {
	const list = defined(bench.sandbox.state.contactLists[0]);
	await bench.client.post(`/v1/contact-lists/${list.uuid}/subscriber?page=2`, { email: 'jo@example.com' }, { headers: { 'X-Try': '1' } });

	expect(bench.sandbox.requests()).toEqual([
		{
			time: '2026-05-04T12:00:00.000Z',
			method: 'POST',
			path: `/v1/contact-lists/${list.uuid}/subscriber`,
			query: '?page=2',
			operationId: 'subscriber.create',
			authorization: 'valid',
			headers: expect.objectContaining({ 'x-try': '1', 'content-type': 'application/json' }),
			body: { email: 'jo@example.com' },
			status: 200,
			startedMs: expect.any(Number),
			durationMs: expect.any(Number),
		},
	]);
});

test('refused requests are kept too, and those that lead nowhere', async () => {
	await axios.get(`${bench.sandbox.url}/v1/campaigns`, { validateStatus: () => true });
	await bench.client.post('/v1/contact-lists', 'no json', { headers: { 'Content-Type': 'application/json' }, transformRequest: (raw) => raw });
	await bench.client.get('/v1/nowhere');

	expect(bench.sandbox.requests().map(({ status, operationId, authorization, body }) => [status, operationId, authorization, body])).toEqual([
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

test('the log goes back as far as is asked for, 200 requests if nothing is said', async () => {
	const short = await startSandbox({ requestLogSize: 3 });
	for (const page of [1, 2, 3, 4, 5]) await clientFor(short).get(`/v1/templates?page=${page}`);
	const kept = short.requests().map(({ query }) => query);
	await short.close();
	for (let count = 0; count < 205; count += 1) await bench.client.get('/v1/account');

	expect(kept).toEqual(['?page=3', '?page=4', '?page=5']);
	expect(bench.sandbox.requests()).toHaveLength(200);
});
