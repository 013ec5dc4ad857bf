import axios from 'axios';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { startSandbox } from '../../sandbox/index';
import { useSandbox } from './support';

const bench = useSandbox();

describe.each(Object.entries(endpoints))('%s', (_key, { method, path }) => {
	const address = path.replaceAll(/\{\w+\}/g, 'some-id');

	test.each([
		['no token', undefined],
		['a wrong token', 'Bearer wrong'],
		['the token without its scheme', 'sandbox-demo-token'],
		['another scheme', 'Basic sandbox-demo-token'],
		['something after the token', 'Bearer sandbox-demo-token x'],
	])('is refused with %s, whatever else is wrong', async (_case, authorization) => {
		const { status, data } = await axios.request<unknown>({
			method,
			url: bench.sandbox.url + address,
			headers: authorization === undefined ? {} : { Authorization: authorization },
			validateStatus: () => true,
		});

		expect(status).toBe(401);
		expect(data).toEqual({ message: 'Unauthenticated.' });
	});
});

test('the token may be chosen', async () => {
	const sandbox = await startSandbox({ token: 'another' });
	const statuses = await Promise.all(
		['another', 'sandbox-demo-token'].map(async (token) => {
			const answer = await axios.get(`${sandbox.url}/v1/account`, {
				headers: { Authorization: `Bearer ${token}` },
				validateStatus: () => true,
			});
			return answer.status;
		}),
	);
	await sandbox.close();

	expect(statuses).toEqual([200, 401]);
});
