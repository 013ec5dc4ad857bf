import { readRequestOptions, readTransportOptions } from '../../nodes/EmailMarketing/transport/requestOptions';
import { textThrownBy } from '../thrown';

describe('Request Options', () => {
	it.each([
		...[undefined, null, '', {}, { batching: { batch: { batchSize: 5 } } }],
		...[{ timeout: '5' }, { timeout: 0 }, { proxy: ' ' }, { proxy: null }, { allowUnauthorizedCerts: false }],
	])("set nothing but n8n's own five minutes where they are %j", (value) => {
		expect(readRequestOptions(value)).toEqual({ timeout: 300_000 });
	});

	it.each([
		[undefined, 40, 4],
		['', 40, 4],
		[{ timeout: 5, maxRetries: 0 }, 40, 0],
		[{ maxParallelRequests: 5, maxRetries: 2 }, 5, 2],
	])('limit what is sent at once and again: %j', (value, maxParallelRequests, maxRetries) => {
		expect(readTransportOptions(value)).toEqual({ maxParallelRequests, maxRetries });
	});

	it('set the timeout, and whether any certificate is accepted', () => {
		const options = { timeout: 5000, skipSslCertificateValidation: true };
		expect(readRequestOptions({ timeout: 5000, allowUnauthorizedCerts: true })).toEqual(options);
	});

	it.each([
		[' http://proxy.example.com:3128\n', { port: 3128, protocol: 'http' }],
		['http://proxy.example.com', { port: 80, protocol: 'http' }],
		['https://proxy.example.com', { port: 443, protocol: 'https' }],
		[
			'http://ann:p%40ss@proxy.example.com',
			{ port: 80, protocol: 'http', auth: { username: 'ann', password: 'p@ss' } },
		],
	])('set the proxy %s', (proxy, parts) => {
		expect(readRequestOptions({ proxy }).proxy).toEqual({ host: 'proxy.example.com', ...parts });
	});

	it.each([
		...['nonsense', 'http://', 'localhost:3128', 'ftp://proxy.example.com', 'localhost:3128/http://proxy.example.com'],
		...['http://ann:%zz@proxy.example.com', 'http://%e9:p@proxy.example.com', 5],
	])('refuse the proxy %s, and show an example', (proxy) => {
		expect(textThrownBy(() => readRequestOptions({ proxy }))).toMatch(/'Proxy' .*http:\/\/proxy\.example\.com:3128/);
	});
});
