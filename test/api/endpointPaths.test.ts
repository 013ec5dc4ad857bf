import fc from 'fast-check';

import { parseEndpointPaths } from '../../nodes/EmailMarketing/api/endpointPaths';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';

describe('parseEndpointPaths', () => {
	it.each([undefined, null, '', '   ', '{}', ' {} ', {}])('takes %j for no paths at all', (value) => {
		expect(parseEndpointPaths(value)).toEqual({});
	});

	it('reads JSON text', () => {
		expect(parseEndpointPaths('{"subscriber.getAll": "/v1/contact-lists/{contactList}/subscribers"}')).toEqual({
			'subscriber.getAll': '/v1/contact-lists/{contactList}/subscribers',
		});
	});

	it('reads the object itself', () => {
		expect(parseEndpointPaths({ 'account.get': '/v2/me' })).toEqual({ 'account.get': '/v2/me' });
	});

	it.each(Object.entries(endpoints))('accepts the path that the catalogue has for %s', (key, { path }) => {
		expect(parseEndpointPaths({ [key]: path })).toEqual({ [key]: path });
	});

	it.each([
		['subscriber.delete', '/v1/subscribers/{subscriber}', 'without the list'],
		['subscriber.create', '/v1/subscribers', 'of a create without any placeholder'],
		['campaign.update', '/v1/campaigns/{campaign}/', 'with a trailing slash'],
		['account.get', '/', 'of one character'],
		['account.get', '/v1/..account', 'with dots that are no segment of their own'],
		['account.get', '/v1/a.b/%20c:d', 'with a colon behind its first segment'],
	])('accepts for %s the path %s, %s', (key, path) => {
		expect(parseEndpointPaths({ [key]: path })).toEqual({ [key]: path });
	});

	it.each(['nonsense', '[]', '"text"', '5', 'true', 'null', '{"account.get": }', ['/v1/account'], 7, true])(
		'says that %j is no JSON object',
		(value) => {
			expect(() => parseEndpointPaths(value)).toThrow(/'Endpoint Paths' must be a JSON object/);
		},
	);

	it.each(['account', 'subscriber.upsert', 'Account.Get', '__proto__', 'constructor', ''])(
		'does not know the key "%s", and lists those it knows',
		(key) => {
			const text = `{${JSON.stringify(key)}: "/v1/x"}`;
			expect(() => parseEndpointPaths(text)).toThrow(`unknown key "${key}"`);
			expect(() => parseEndpointPaths(text)).toThrow(
				/Known keys: account\.get, campaign\.create, .*subscriber\.toggleSubscription/,
			);
		},
	);

	it.each([5, null, true, {}, ['/v1/account']])('says that a path must be text, not %j', (path) => {
		expect(() => parseEndpointPaths({ 'account.get': path })).toThrow(
			'The path for "account.get" in \'Endpoint Paths\' must be text in quotes',
		);
	});

	it.each([
		['https://evil.example/v1/account', 'scheme or host'],
		['http:/evil.example', 'scheme or host'],
		['javascript:alert(1)', 'scheme or host'],
		['//evil.example/v1', 'scheme or host'],
		['v1/account', "must start with '/'"],
		['', "must start with '/'"],
		['@evil.example/', "must start with '/'"],
		['.evil.example/', "must start with '/'"],
		['/v1/../admin', 'as a segment'],
		['/..', 'as a segment'],
		['/v1/./account', 'as a segment'],
		['/v1/%2e%2E/admin', 'as a segment'],
		['/v1/.%2e', 'as a segment'],
		['/\\evil.example', 'must not contain spaces'],
		['/v1/account?x=1', 'must not contain spaces'],
		['/v1/account#x', 'must not contain spaces'],
		['/v1/my account', 'must not contain spaces'],
		['/v1/account\r\nHost: evil.example', 'must not contain spaces'],
		['/v1/account\u0000', 'must not contain spaces'],
		['/v1/{account', 'unmatched brace'],
		['/v1/account}', 'unmatched brace'],
	])('refuses the path %j: %s', (path, says) => {
		expect(() => parseEndpointPaths({ 'account.get': path })).toThrow(says);
	});

	it.each([
		['account.get', '/v1/account/{campaign}', 'no placeholder', '{campaign}'],
		['campaign.update', '/v1/{contactList}/{campaign}', 'only {campaign}', '{contactList}'],
		['subscriber.get', '/v1/{list}/{subscriber}', 'only {contactList} and {subscriber}', '{list}'],
		['subscriber.get', '/v1/{contact-list}/{subscriber}', 'only {contactList} and {subscriber}', '{contact-list}'],
		['subscriber.get', '/v1/{}/{subscriber}', 'only {contactList} and {subscriber}', '{}'],
	])('tells for %s with %s which placeholders there are', (key, path, allowed, used) => {
		expect(() => parseEndpointPaths({ [key]: path })).toThrow(`may use ${allowed}, not ${used}`);
	});

	it.each([
		['campaign.delete', '/v1/campaigns', '{campaign}'],
		['domain.delete', '/v1/domains', '{domain}'],
		['subscriber.delete', '/v1/contact-lists/{contactList}/subscriber', '{subscriber}'],
		['subscriber.update', '/v1/contact-lists/{contactList}', '{subscriber}'],
		['template.togglePublish', '/v1/templates/toggle', '{template}'],
	])('does not let %s reach a whole collection by %s', (key, path, own) => {
		expect(() => parseEndpointPaths({ [key]: path })).toThrow(`must contain ${own}`);
	});

	it('says where to correct it', () => {
		expect(() => parseEndpointPaths('nonsense')).toThrow(
			expect.objectContaining({
				description: expect.stringMatching(/Open the credential and correct 'Endpoint Paths'/),
			}),
		);
	});

	it('accepts no path that leaves the host or the prefix of the Base URL', () => {
		const piece = fc.constantFrom(
			'/',
			'//',
			'\\',
			'.',
			'..',
			'%2e',
			'%2F',
			'%5c',
			'@',
			':',
			'?',
			'#',
			' ',
			'\t',
			'http',
			'evil.example',
			'v1',
			'a',
			';',
			'~',
		);
		const path = fc.oneof(
			fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
			fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
			fc.string({ unit: 'binary' }),
		);
		let accepted = 0;
		fc.assert(
			fc.property(path, (candidate) => {
				try {
					parseEndpointPaths({ 'account.get': candidate });
				} catch (thrown) {
					expect(thrown).toBeInstanceOf(UserFacingError);
					return;
				}
				accepted += 1;
				const url = new URL(`https://api.example.com/prefix${candidate}`);
				expect(url.origin).toBe('https://api.example.com');
				expect(url.pathname.startsWith('/prefix/')).toBe(true);
				expect(url.search + url.hash + url.username).toBe('');
			}),
			{ numRuns: 500 },
		);
		expect(accepted).toBeGreaterThan(0);
	});
});
