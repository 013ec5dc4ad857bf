import { parseEndpointPaths } from '../../nodes/EmailMarketing/transport/endpointPaths';
import { endpoints } from '../../nodes/EmailMarketing/api/endpoints';
import { textThrownBy } from '../thrown';

const pathsIn = (value: unknown) => parseEndpointPaths(value).paths;
const refusal = (value: unknown): string => textThrownBy(() => parseEndpointPaths(value));

describe('Endpoint Paths', () => {
	it.each([undefined, null, '', '   ', ' {} ', {}])('may be missing: %j', (value) => {
		expect(pathsIn(value)).toEqual({});
	});

	it('are JSON, as text or as an object, with the paths of the catalogue or others', () => {
		const own = { 'subscriber.getAll': '/v1/contact-lists/{contactList}/subscribers' };
		expect([pathsIn(JSON.stringify(own)), pathsIn(own)]).toEqual([own, own]);
		const all = Object.fromEntries(Object.entries(endpoints).map(([key, { path }]) => [key, path]));
		expect(pathsIn(all)).toEqual(all);
	});

	it.each([
		['subscriber.delete', '/v1/subscribers/{subscriber}'],
		['subscriber.create', '/v1/subscribers'],
		['campaign.update', '/v1/campaigns/{campaign}/'],
		['account.get', '/v1/..account'],
		['account.get', '/v1/a.b/%20c:d'],
	])('may name for %s the path %s', (key, path) => {
		expect(pathsIn({ [key]: path })).toEqual({ [key]: path });
	});

	it.each([...['nonsense', '[]', '5', 'true', 'null', '{"account.get": }'], ['/v1/account'], 7])(
		'cannot be %j; the message says where to correct them',
		(value) => {
			expect(refusal(value)).toMatch(/'Endpoint Paths' must be a JSON object .*Open the credential and correct/);
		},
	);

	it.each(['account', 'subscriber.upsert', 'Account.Get', '__proto__', 'constructor', ''])(
		'ignore the key "%s", which may be one of a newer version, and name it',
		(key) => {
			const given = `{"account.get": "/v1/me", ${JSON.stringify(key)}: "/v1/x"}`;
			expect(parseEndpointPaths(given)).toEqual({ paths: { 'account.get': '/v1/me' }, ignoredKeys: [key] });
		},
	);

	it.each([
		['subscriber.getByEmail', '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}'],
		['subscriber.getByEmail', '/v1/subscribers?list={contactList}&email={email}'],
		['subscriber.getChanged', '/v1/contact-lists/{contactList}/subscriber?sort=-updated_at'],
	])('may have the search %s, with a query', (key, path) => {
		expect(pathsIn({ [key]: path })).toEqual({ [key]: path });
	});

	it.each([
		['subscriber.getByEmail', '/v1/contact-lists/{contactList}/subscriber?email=', 'must contain {email}'],
		['subscriber.getByEmail', '/v1/subscriber?email={email}', 'must contain {contactList}'],
		['subscriber.getChanged', '/v1/subscriber?sort=-updated_at', 'must contain {contactList}'],
		['subscriber.getChanged', '/v1/{contactList}?email={email}', 'may use only {contactList}'],
		['subscriber.getByEmail', '/v1/{contactList}?a=1?email={email}', "must not contain spaces, '\\', '?' or '#'"],
	])('cannot have the search %s at %s', (key, path, defect) => {
		expect(refusal({ [key]: path })).toContain(defect);
	});

	it.each([5, null, {}, ['/v1/account']])('cannot have the path %j, which is no text', (path) => {
		expect(refusal({ 'account.get': path })).toMatch(/"account\.get" in 'Endpoint Paths' must be text in quotes/);
	});

	it.each([
		[
			'https:// or a host',
			['https://evil.example/v1', 'http:/evil.example', 'javascript:alert(1)', '//evil.example/v1'],
		],
		["must start with '/'", ['v1/account', '', '@evil.example/', '.evil.example/']],
		['as a segment', ['/v1/../admin', '/..', '/v1/./account', '/v1/%2e%2E/admin', '/v1/.%2e']],
		[
			'must not contain spaces',
			['/\\evil.example', '/v1?x=1', '/v1#x', '/v1/my account', '/v1\r\nHost: x', '/v1\u0000'],
		],
		['unmatched brace', ['/v1/{account', '/v1/account}']],
	])('cannot lead elsewhere: %s', (mention, paths) => {
		for (const path of paths)
			expect([path, refusal({ 'account.get': path })]).toEqual([path, expect.stringContaining(mention)]);
	});

	it.each([
		['account.get', '/v1/account/{campaign}', 'no placeholder'],
		['campaign.update', '/v1/{contactList}/{campaign}', 'only {campaign}'],
		['subscriber.get', '/v1/{contact-list}/{subscriber}', 'only {contactList} and {subscriber}'],
		['subscriber.get', '/v1/{}/{subscriber}', 'only {contactList} and {subscriber}'],
	])('may use for %s only its own placeholders: %s', (key, path, allowed) => {
		expect(refusal({ [key]: path })).toMatch(new RegExp(`may use ${allowed} `));
	});

	it.each([
		['campaign.delete', '/v1/campaigns', '{campaign}'],
		['subscriber.delete', '/v1/contact-lists/{contactList}/subscriber', '{subscriber}'],
		['template.togglePublish', '/v1/templates/toggle', '{template}'],
	])('do not let %s reach a whole collection by %s', (key, path, own) => {
		expect(refusal({ [key]: path })).toContain(`must contain ${own}`);
	});

	it.each([
		['account.get', 'secret-token'],
		['account.get', '/secret token'],
		['domain.delete', '/secret-token'],
		['subscriber.getByEmail', '/secret-token'],
		['account.get', '/{secret-token}'],
	])('are not shown in a message, as a token may have been pasted there: %s: %s', (key, path) => {
		expect(refusal({ [key]: path })).not.toContain('secret');
	});
});
