import { useSandbox } from './support';

const bench = useSandbox();
const raw = { headers: { 'Content-Type': 'application/json' }, transformRequest: (text: unknown) => text };

test.each([null, 'Bearer wrong', 'sandbox-demo-token', 'Basic sandbox-demo-token', 'Bearer sandbox-demo-token x'])(
	'only the exact token is accepted, whatever else is wrong with the request: not %s',
	async (authorization) => {
		const headers = { Authorization: authorization as never };
		const { status, data } = await bench.client.put('/v1/campaigns/nowhere', { from_email: 'no address' }, { headers });
		expect([status, data]).toEqual([401, { message: 'Unauthenticated.' }]);
	},
);

test('refused requests are kept too, and no credentials, right or wrong', async () => {
	await bench.client.get('/v1/campaigns', { headers: { Authorization: null as never } });
	await bench.client.get('/v1/account', { headers: { Authorization: 'Bearer a-real-secret' } });
	await bench.client.post('/v1/contact-lists', 'no json', raw);
	await bench.client.get('/v1/nowhere');
	const requests = bench.sandbox.requests();
	const kept = JSON.stringify(requests);

	expect(requests.map(({ status, operationId, authorization }) => [status, operationId, authorization])).toEqual([
		[401, 'campaign.getAll', 'none'],
		[401, 'account.get', 'invalid'],
		[422, 'contactList.create', 'valid'],
		[404, null, 'valid'],
	]);
	expect(requests.map(({ body }) => body)).toEqual([null, null, 'no json', null]);
	expect(kept).not.toContain(bench.sandbox.token);
	expect(kept).not.toContain('a-real-secret');
});
