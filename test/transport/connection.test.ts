import * as n8n from 'n8n-workflow';

import {
	isAllowedHost,
	isPrivateHost,
	parseBaseUrl,
	readConnection,
} from '../../nodes/EmailMarketing/transport/connection';
import { textThrownBy } from '../thrown';
import { itSinceOldest } from '../engine/itSinceOldest';

const credential = { baseUrl: 'https://api.example.com/', accessToken: 'tok_123', endpointPaths: '{}' };
/** The words of a text, for tables of hosts and addresses. */
const list = (text: string): string[] => text.split(' ');
const reading = (change: object) => () => readConnection({ ...credential, ...change });
const readingBaseUrl = (value: unknown) => () => parseBaseUrl(value);

describe('a credential', () => {
	it('is read with its three fields, of which Endpoint Paths may be missing', () => {
		expect(reading({ endpointPaths: '{"account.get": "/v2/me"}' })()).toEqual({
			baseUrl: 'https://api.example.com',
			accessToken: 'tok_123',
			endpointPaths: { 'account.get': '/v2/me' },
			ignoredKeys: [],
		});
		expect(reading({ endpointPaths: undefined })().endpointPaths).toEqual({});
	});

	it.each(['a', 'eyJh.eyJz.SflK-_w', '12|AbC+/=', '!#$%&\'*+~"\\{}'])('may have the token %s', (accessToken) => {
		expect(reading({ accessToken })().accessToken).toBe(accessToken);
	});

	it.each(['', '  \n', undefined, 5])('needs a token, which %j is not', (accessToken) => {
		expect(textThrownBy(reading({ accessToken }))).toMatch(/'Access Token' is empty .*'Access Token' again/);
	});

	it.each([' tok_1', 'tok_1 ', 'Bearer tok_1', ' bearer\ttok_1\n', 'Authorization: Bearer tok_1', 'to\r\nk_1\t'])(
		'may have the token as it was pasted, with what does not belong to it: %j',
		(accessToken) => {
			expect(reading({ accessToken })().accessToken).toBe('tok_1');
		},
	);

	it.each(['Bearer', 'Bearer_tok_1', 'tok_1Bearer'])('keeps a token that only looks like one: %j', (accessToken) => {
		expect(reading({ accessToken })().accessToken).toBe(accessToken);
	});

	it.each(['tok_1\u00e9', 'tok_1\u0000', 'tok_1\u200b'])(
		'cannot have the token %j, which could change the header, and does not repeat it',
		(accessToken) => {
			const text = textThrownBy(reading({ accessToken }));
			expect(text).toMatch(/'Access Token' contains an invalid character .*'Access Token' again/);
			expect(text).not.toContain('tok_1');
		},
	);
});

describe('the allowed domains of a credential', () => {
	const restricted = (allowedDomains: unknown, baseUrl = 'https://api.example.com/mail') =>
		reading({ baseUrl, allowedHttpRequestDomains: 'domains', allowedDomains });

	it('let the node use a host that they name, and no other', () => {
		expect(restricted('other.example, *.example.com')().baseUrl).toBe('https://api.example.com/mail');
		const text = textThrownBy(restricted('example.com, evil-api.example.com'));
		expect(text).toMatch(/not be used with api\.example\.com .*example\.com, evil-api\..* .*Nothing was sent/);
	});

	it.each(['', '   ', undefined, 5])('keep the node from every host when they are %j', (domains) => {
		expect(textThrownBy(restricted(domains))).toMatch(/not be used with api\.example\.com .*name none/);
	});

	it.each(['all', 'none', undefined])('do not matter when the mode is %j', (mode) => {
		const change = { allowedHttpRequestDomains: mode, allowedDomains: 'example.org' };
		expect(reading(change)().baseUrl).toBe('https://api.example.com');
	});

	const hosts = list('example.com EXAMPLE.com. api.example.com a.b.example.com evilexample.com example.org 127.0.0.1');

	const allowed: Array<[domains: string, named: string[]]> = [
		['example.com', ['example.com', 'EXAMPLE.com.']],
		[' *.Example.com. ', ['api.example.com', 'a.b.example.com']],
		['other.org, api.example.com', ['api.example.com']],
		['127.0.0.1', ['127.0.0.1']],
		['*', []],
		['*.', []],
		['*example.com', []],
		['com', []],
		[' , ', []],
	];

	it.each([['', []] as [string, string[]], ...allowed])('named by %j are %j', (allowedDomains, named) => {
		expect(hosts.filter((host) => isAllowedHost(host, allowedDomains))).toEqual(named);
		expect(isAllowedHost('', allowedDomains)).toBe(false);
	});

	// n8n takes an empty list for a missing one.
	itSinceOldest.each(allowed)("named by %j are %j by n8n's own rule", (allowedDomains, named) => {
		expect(hosts.filter((host) => n8n.isDomainAllowed({ url: `https://${host}/`, allowedDomains }))).toEqual(named);
	});
});

describe('a Base URL', () => {
	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['  https://api.example.com \n', 'https://api.example.com'],
		['HTTPS://API.Example.com:443', 'https://api.example.com'],
		['https://example.com/v1/email', 'https://example.com/v1/email'],
		['https://example.com/v10', 'https://example.com/v10'],
		['https://example.com/dev1', 'https://example.com/dev1'],
		['https://a.example/v1', 'https://a.example'],
		['https://a.example//V1//', 'https://a.example'],
		['https://example.com/email/v1/', 'https://example.com/email'],
		['https://v1/v1', 'https://v1'],
		['http://2130706433', 'http://127.0.0.1'],
	])('is read without its end: %j', (value, address) => {
		expect(parseBaseUrl(value)).toBe(address);
	});

	it.each<[says: string, values: unknown[]]>([
		['is empty', [undefined, null, '', '   ', 5, {}, ['https://api.example.com']]],
		[
			'must start with https://',
			list('api.example.com localhost:3000 //a.example ftp://a/https:// https:a javascript:x()'),
		],
		['is not a valid address', ['https://a b', 'https://a\nb.example', 'https://api\\example.com']],
		[
			'is not a valid address',
			list('https:// https://? https://h:99999 https://%zz http://256.1.1.1 https:///a.example'),
		],
		[
			'user name or password',
			list('https://ann:secret@a.b https://secret@a.b https://:secret@a.b http://a:secret@localhost'),
		],
		["must not contain '?' or '#'", list('https://a.example?key=secret https://a.example/? https://a.example/api#top')],
		['travel unencrypted', list('http://a.example HTTP://203.0.113.7 http://10.example.com http://134744072')],
	])('is refused, and says what to do in the credential: %s', (says, values) => {
		for (const value of values) {
			const text = textThrownBy(readingBaseUrl(value));
			expect([value, text]).toEqual([value, expect.stringContaining(says)]);
			expect(text).toMatch(/'Base URL' .* \| Correct 'Base URL' in the credential: /);
			expect(text).not.toContain('secret');
		}
	});
});

describe('a host', () => {
	const privateHosts =
		'localhost app.localhost sandbox n8n-service 127.0.0.1 127.255.255.255 10.0.0.0 10.255.255.255 172.16.0.0 ' +
		'172.31.255.255 192.168.0.0 192.168.255.255 [::1] [fc00::1] [fd00::1] [fdff:ffff::1]';
	const publicHosts =
		'9.255.255.255 11.0.0.1 126.0.0.1 128.0.0.1 172.15.255.255 172.32.0.0 192.167.1.1 192.169.1.1 193.168.1.1 ' +
		'169.254.1.1 100.64.0.1 0.0.0.0 8.20.0.1 x10.0.0.1 x.127.0.0.1 10.example.com 127.0.0.1.example.com example.com ' +
		'notlocalhost.com localhost.example.com fd.example.com [::] [2001:db8::1] [fe80::1] [fb00::1] [fe00::1] [fd::1] [fd1::1]';

	it('is private on this computer, in a private range, or without a dot', () => {
		expect(list(privateHosts).filter((host) => !isPrivateHost(host))).toEqual([]);
	});

	it('is public everywhere else', () => {
		expect(list(publicHosts).filter(isPrivateHost)).toEqual([]);
	});
});
