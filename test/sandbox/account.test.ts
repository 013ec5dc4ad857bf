import { useSandbox } from './support';

const bench = useSandbox();

test('the account of the token is given under its name', async () => {
	const { status, data } = await bench.client.get('/v1/account');

	expect(status).toBe(200);
	expect(data).toEqual({
		account: {
			id: 1,
			name: 'Northwind Letters',
			email: 'owner@example.com',
			created_at: expect.stringMatching(/^\d{4}-.+\.\d{6}Z$/),
		},
	});
});
