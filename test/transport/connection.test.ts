import * as n8n from 'n8n-workflow';

import {
	isAllowedHost,
	isPrivateHost,
	parseBaseUrl,
	pathOf,
	readConnection,
} from '../../nodes/EmailMarketing/transport/connection';
import { itSinceOldest } from '../engine/itSinceOldest';

const credential = { baseUrl: 'https://api.example.com/', accessToken: 'tok_123', endpointPaths: '{}' };

describe('readConnection', () => {
	it('reads the three fields of the credential', () => {
		expect(readConnection({ ...credential, endpointPaths: '{"account.get": "/v2/me"}' })).toEqual({
			baseUrl: 'https://api.example.com',
			accessToken: 'tok_123',
			endpointPaths: { 'account.get': '/v2/me' },
		});
	});

	it("reads a credential that was saved before 'Endpoint Paths' was filled", () => {
		expect(readConnection({ baseUrl: credential.baseUrl, accessToken: 'tok_123' }).endpointPaths).toEqual({});
	});

	it.each(['a', 'eyJh.eyJz.SflK-_w', '12|AbC+/=', '!#$%&\'*+~"\\{}'])('takes the token %s', (accessToken) => {
		expect(readConnection({ ...credential, accessToken }).accessToken).toBe(accessToken);
	});

	it.each([
		['', "'Access Token' is empty"],
		['  \n', "'Access Token' is empty"],
		[undefined as unknown as string, "'Access Token' is empty"],
		[5, "'Access Token' is empty"],
		['tok_123\n', "'Access Token' contains a space, a line break or another invalid character"],
		['tok\r\nX-Evil: 1', "'Access Token' contains a space, a line break or another invalid character"],
		[' tok_123', "'Access Token' contains a space, a line break or another invalid character"],
		['tok_123 ', "'Access Token' contains a space, a line break or another invalid character"],
		['Bearer tok_123', "'Access Token' contains a space, a line break or another invalid character"],
		['tok\t123', "'Access Token' contains a space, a line break or another invalid character"],
		['tok_\u00e9', "'Access Token' contains a space, a line break or another invalid character"],
		['tok\u200b', "'Access Token' contains a space, a line break or another invalid character"],
		['tok\u0000', "'Access Token' contains a space, a line break or another invalid character"],
	])('refuses the token %j: %s', (accessToken, message) => {
		expect(() => readConnection({ ...credential, accessToken })).toThrow(
			expect.objectContaining({ message, description: expect.stringContaining("'Access Token' again") }),
		);
	});

	it('does not repeat a token that it refuses', () => {
		expect(() => readConnection({ ...credential, accessToken: 'tok_123 ' })).toThrow(
			expect.objectContaining({
				message: expect.not.stringContaining('tok_123'),
				description: expect.not.stringContaining('tok_123'),
			}),
		);
	});

	it.each([
		[{ baseUrl: 'api.example.com' }, "'Base URL'"],
		[{ endpointPaths: 'nonsense' }, "'Endpoint Paths'"],
	])('names the field that cannot be used: %j', (change, field) => {
		expect(() => readConnection({ ...credential, ...change })).toThrow(field);
	});
});

describe("the credential's allowed domains", () => {
	const restricted =
		(allowedDomains: unknown, baseUrl = 'https://api.example.com/mail') =>
		() =>
			readConnection({
				...credential,
				baseUrl,
				allowedHttpRequestDomains: 'domains',
				allowedDomains: allowedDomains as string,
			});

	it('let the node go to a host that they name', () => {
		expect(restricted('other.example, *.example.com')().baseUrl).toBe('https://api.example.com/mail');
	});

	it('keep the node from a host that they do not name', () => {
		expect(restricted('example.com, evil-api.example.com')).toThrow(
			expect.objectContaining({
				message: 'The credential may not be used with api.example.com',
				description: expect.stringMatching(/are example\.com, evil-api\.example\.com\. .*Nothing was sent/),
			}),
		);
	});

	it.each(['', '   ', undefined, null, 5])('keep the node from every host when they are %j', (domains) => {
		expect(restricted(domains)).toThrow(
			expect.objectContaining({
				message: 'The credential may not be used with api.example.com',
				description: expect.stringContaining("'Allowed Domains' name none"),
			}),
		);
	});

	it.each(['all', 'none', undefined])('are not asked when the mode is %j', (mode) => {
		expect(
			readConnection({
				...credential,
				...(mode === undefined ? {} : { allowedHttpRequestDomains: mode }),
				allowedDomains: 'example.org',
			}).baseUrl,
		).toBe('https://api.example.com');
	});

	it('are asked after the Base URL itself has been checked', () => {
		expect(restricted('example.org', 'nonsense')).toThrow("'Base URL' must start with https://");
	});
});

describe('pathOf', () => {
	const connection = () => readConnection({ ...credential, endpointPaths: { 'account.get': '/v2/me' } });

	it("lets 'Endpoint Paths' win", () => {
		expect(pathOf(connection(), 'account.get')).toBe('/v2/me');
	});

	it('takes the rest from the catalogue', () => {
		expect(pathOf(connection(), 'campaign.update')).toBe('/v1/campaigns/{campaign}');
	});
});

const hosts = [
	'example.com',
	'EXAMPLE.com.',
	'api.example.com',
	'a.b.example.com',
	'evilexample.com',
	'example.org',
	'127.0.0.1',
];
const lists = [
	'example.com',
	' Example.COM. ',
	'*.example.com',
	'*.Example.com.',
	'other.org, api.example.com',
	'127.0.0.1',
	'com',
	'*.com',
	'*',
	'*.',
	',,',
	'*example.com',
];

describe('isAllowedHost', () => {
	it.each([
		['example.com', ['example.com', 'EXAMPLE.com.']],
		['*.example.com', ['api.example.com', 'a.b.example.com']],
		['other.org, api.example.com', ['api.example.com']],
		['127.0.0.1', ['127.0.0.1']],
		['', []],
		['*', []],
		['*.', []],
		[' , ', []],
	])('knows whom %j names', (domains, named) => {
		expect(hosts.filter((host) => isAllowedHost(host, domains))).toEqual(named);
	});

	it('names no host that is none', () => {
		expect(lists.filter((domains) => isAllowedHost('', domains))).toEqual([]);
	});

	itSinceOldest.each(lists)("is n8n's own rule: %s", (allowedDomains) => {
		const byN8n = hosts.filter((host) => n8n.isDomainAllowed({ url: `https://${host}/`, allowedDomains }));
		// n8n takes a list that is empty for one that is not there, which the credential does not.
		expect(hosts.filter((host) => isAllowedHost(host, allowedDomains))).toEqual(byN8n);
	});
});

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
				description: `Correct 'Base URL' in the credential: keep only the address, e.g. ${address}.`,
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
				description: expect.stringContaining(`enter ${address};`),
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
				expect.objectContaining({ description: expect.stringMatching(/^Correct .* in the credential: /) }),
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
