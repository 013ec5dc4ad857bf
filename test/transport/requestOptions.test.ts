import { readRequestOptions } from '../../nodes/EmailMarketing/transport/requestOptions';

describe('readRequestOptions', () => {
	it.each([
		undefined,
		null,
		'',
		[],
		{},
		{ batching: { batch: { batchSize: 5 } } },
		{ timeout: '5' },
		{ timeout: 0 },
		{ timeout: -1 },
		{ proxy: ' ' },
		{ proxy: null },
		{ allowUnauthorizedCerts: false },
	])("sets nothing but n8n's own five minutes for %j", (value) => {
		expect(readRequestOptions(value)).toEqual({ timeoutMs: 300_000 });
	});

	it('hands on the timeout and the leave to accept any certificate', () => {
		expect(readRequestOptions({ timeout: 5000, allowUnauthorizedCerts: true })).toEqual({
			timeoutMs: 5000,
			skipSslCertificateValidation: true,
		});
	});

	it.each([
		['http://proxy.example.com:3128', { host: 'proxy.example.com', port: 3128, protocol: 'http' }],
		[' http://proxy.example.com:3128\n', { host: 'proxy.example.com', port: 3128, protocol: 'http' }],
		['http://proxy.example.com', { host: 'proxy.example.com', port: 80, protocol: 'http' }],
		['https://proxy.example.com', { host: 'proxy.example.com', port: 443, protocol: 'https' }],
		[
			'http://ann:p%40ss@proxy.example.com:3128',
			{ host: 'proxy.example.com', port: 3128, protocol: 'http', auth: { username: 'ann', password: 'p@ss' } },
		],
	])('reads the proxy %s', (proxy, parts) => {
		expect(readRequestOptions({ proxy }).proxy).toEqual(parts);
	});

	it.each([
		'nonsense',
		'http://',
		'proxy.example.com:3128',
		'localhost:3128',
		'http://ann:%zz@proxy.example.com',
		'http://ann:%4z@proxy.example.com',
		'http://%e9:p@proxy.example.com',
		'ftp://proxy.example.com',
		'localhost:3128/http://proxy.example.com',
		5,
		true,
	])('says that the proxy %s is no address, and shows one', (proxy) => {
		expect(() => readRequestOptions({ proxy })).toThrow(
			expect.objectContaining({
				message: "'Proxy' is not a valid address",
				description: expect.stringContaining('http://proxy.example.com:3128'),
			}),
		);
	});
});
