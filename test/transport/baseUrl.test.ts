import { isPrivateHost, parseBaseUrl } from '../../nodes/EmailMarketing/transport/connection';

describe('parseBaseUrl', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['HTTPS://API.Example.com', 'https://api.example.com'],
		['https://api.example.com:443', 'https://api.example.com'],
		['https://api.example.com:8443/', 'https://api.example.com:8443'],
		['https://example.com/email/api/', 'https://example.com/email/api'],
		['https://example.com/v1/email', 'https://example.com/v1/email'],
		['https://example.com/v10', 'https://example.com/v10'],
		['https://example.com/dev1', 'https://example.com/dev1'],
		['https://v1.example.com', 'https://v1.example.com'],
		['https://v1', 'https://v1'],
		['https://203.0.113.7', 'https://203.0.113.7'],
		['http://localhost:3000/', 'http://localhost:3000'],
		['http://127.0.0.1:3000/api/', 'http://127.0.0.1:3000/api'],
		['http://sandbox:3000', 'http://sandbox:3000'],
		['http://[::1]:3000/', 'http://[::1]:3000'],
		['http://2130706433', 'http://127.0.0.1'],
		['http://0x7f.1', 'http://127.0.0.1'],
	])('reads %j as %s', (value, address) => {
		expect(parseBaseUrl(value)).toBe(address);
	});

	it.each([undefined, null, '', '   ', 5, {}, ['https://api.example.com']])('takes %j for empty', (value) => {
		expect(() => parseBaseUrl(value)).toThrow("'Base URL' is empty");
	});

	it.each([
		'api.example.com',
		'localhost:3000',
		'//api.example.com',
		'ftp://api.example.com',
		'ftp://api.example.com/https://',
		'https:api.example.com',
		'javascript:alert(1)',
		'file:///etc',
		'ws://api.example.com',
	])('asks for https:// before %s', (value) => {
		expect(() => parseBaseUrl(value)).toThrow("'Base URL' must start with https://");
	});

	it.each([
		'https://',
		'https://?',
		'https://a b',
		'https://api.example.com:99999',
		'https://[::1',
		'https://%zz',
		'http://256.1.1.1',
		'https:///api.example.com',
		'http:///localhost',
		'https://api.exam\nple.com',
		'https://api\\example.com',
	])('says that %s is not a valid address', (value) => {
		expect(() => parseBaseUrl(value)).toThrow("'Base URL' is not a valid address");
	});

	it.each([
		'https://ann:secret@api.example.com',
		'https://secret@api.example.com',
		'https://:secret@api.example.com',
		'http://ann:secret@localhost',
	])('refuses the user and password of %s without repeating them', (value) => {
		expect(() => parseBaseUrl(value)).toThrow("'Base URL' must not contain a user name or password");
		expect(() => parseBaseUrl(value)).toThrow(
			expect.objectContaining({
				message: expect.not.stringContaining('secret'),
				description: expect.not.stringContaining('secret'),
			}),
		);
	});

	it.each([
		['https://api.example.com?key=secret', 'https://api.example.com'],
		['https://api.example.com/?', 'https://api.example.com'],
		['https://api.example.com/#', 'https://api.example.com'],
		['https://api.example.com/api#top', 'https://api.example.com/api'],
		['https://api.example.com//api//?key=secret', 'https://api.example.com//api'],
	])('refuses %s, which has more than an address, and gives the address: %s', (value, address) => {
		expect(() => parseBaseUrl(value)).toThrow(
			expect.objectContaining({
				message: "'Base URL' must not contain '?' or '#'",
				description: `Open the credential and keep only the address in 'Base URL', e.g. ${address}`,
			}),
		);
	});

	it.each([
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/v1/', 'https://api.example.com'],
		['https://api.example.com/V1//', 'https://api.example.com'],
		['https://example.com/email/v1', 'https://example.com/email'],
	])('refuses %s and gives the address to enter: %s', (value, address) => {
		expect(() => parseBaseUrl(value)).toThrow(
			expect.objectContaining({
				message: "'Base URL' must not end in /v1",
				description: expect.stringContaining(`enter ${address} in`),
			}),
		);
	});

	it.each([
		'http://api.example.com',
		'http://api.example.com:8080/api',
		'HTTP://203.0.113.7',
		'http://10.example.com',
		'http://127.0.0.1.example.com',
		'http://localhost.example.com',
		'http://192.168.1.1.nip.example',
		'http://134744072',
		'http://0x08080808',
		'http://[2001:db8::1]',
	])('does not send the token unencrypted to %s', (value) => {
		expect(() => parseBaseUrl(value)).toThrow(
			expect.objectContaining({
				message: "'Base URL' uses http:// with a public host, so the access token would travel unencrypted",
				description: expect.stringContaining('https://'),
			}),
		);
	});

	it.each(['', 'api.example.com', 'https://a b', 'https://u:p@h', 'https://h?', 'https://h/v1', 'http://h.example'])(
		"tells for %j what to do with 'Base URL' in the credential",
		(value) => {
			expect(() => parseBaseUrl(value)).toThrow(
				expect.objectContaining({ description: expect.stringMatching(/Open the credential/) }),
			);
		},
	);
});

describe('isPrivateHost', () => {
	it.each([
		'localhost',
		'app.localhost',
		'sandbox',
		'n8n-service',
		'127.0.0.1',
		'127.255.255.255',
		'10.0.0.0',
		'10.255.255.255',
		'172.16.0.0',
		'172.31.255.255',
		'192.168.0.0',
		'192.168.255.255',
		'[::1]',
		'[fc00::1]',
		'[fd00::1]',
		'[fdff:ffff::1]',
	])('takes %s for private', (host) => {
		expect(isPrivateHost(host)).toBe(true);
	});

	it.each([
		'9.255.255.255',
		'11.0.0.1',
		'126.0.0.1',
		'128.0.0.1',
		'172.15.255.255',
		'172.32.0.0',
		'192.167.1.1',
		'192.169.1.1',
		'193.168.1.1',
		'169.254.1.1',
		'100.64.0.1',
		'0.0.0.0',
		'8.8.8.8',
		'8.20.0.1',
		'x10.0.0.1',
		'x.127.0.0.1',
		'10.example.com',
		'127.0.0.1.example.com',
		'192.168.1.1.example.com',
		'example.com',
		'notlocalhost.com',
		'localhost.example.com',
		'fd.example.com',
		'[::]',
		'[2001:db8::1]',
		'[fe80::1]',
		'[fb00::1]',
		'[fe00::1]',
		'[fd::1]',
		'[fc::1]',
		'[fd1::1]',
	])('takes %s for public', (host) => {
		expect(isPrivateHost(host)).toBe(false);
	});
});
