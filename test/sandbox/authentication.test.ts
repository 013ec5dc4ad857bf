import axios from 'axios';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { useSandbox } from './support';

const bench = useSandbox({ token: 'chosen' });

test.each(Object.values(endpoints).map(({ method, path }) => [method, path]))(
	'%s %s is refused without the exact token, whatever else is wrong',
	async (method, path) => {
		const call = async (Authorization?: string) => {
			const url = bench.sandbox.url + path.replaceAll(/\{\w+\}/g, 'some-id');
			const headers = Authorization === undefined ? {} : { Authorization };
			return await axios.request<unknown>({ method, url, headers, validateStatus: () => true });
		};
		for (const authorization of [undefined, 'Bearer wrong', 'chosen', 'Basic chosen', 'Bearer chosen x'])
			expect(await call(authorization)).toMatchObject({ status: 401, data: { message: 'Unauthenticated.' } });
		expect((await call('Bearer chosen')).status).not.toBe(401);
	},
);
