import type { ServerResponse, IncomingMessage } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { byId, wordsOf } from '../engine/support';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';

const token = 'secret-token-1234567890';
let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

async function run(parameters: INodeParameters, handler: (request: IncomingMessage, response: ServerResponse, body: string) => void, credential = {}): Promise<NodeRun> {
	served = await serve(handler);
	return await runNode({ parameters: { options: { maxRetries: 0 }, ...parameters }, credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}', ...credential } });
}

const create: INodeParameters = { resource: 'subscriber', operation: 'create', contactList: byId('list-1'), email: 'a@example.com' };
const account: INodeParameters = { resource: 'account', operation: 'get' };
const rename: INodeParameters = { resource: 'campaign', operation: 'update', campaign: byId('c-1'), updateFields: { name: 'x' } };

describe('where a request goes', () => {
	it.each([
		['', '/v1/account'],
		['/', '/v1/account'],
		['///', '/v1/account'],
		['/gateway/mail', '/gateway/mail/v1/account'],
		['/gateway/mail/', '/gateway/mail/v1/account'],
	])('puts the path behind a Base URL that ends in "%s"', async (ending, path) => {
		served = await serve((_, response) => json(response, { account: { name: 'Acme' } }));
		const { items } = await runNode({ parameters: account, credential: { baseUrl: `${served.url}${ending}`, accessToken: token } });
		expect(items[0]?.json).toEqual({ name: 'Acme' });
		expect(served.requests).toEqual([`GET ${path}`]);
	});

	it.each([
		['localhost:8787', "'Base URL' must start with https://"],
		['', "'Base URL' is empty"],
		['http://api.example.com', "'Base URL' uses http:// with a public host"],
		['https://api.example.com/v1', "'Base URL' must not end in /v1"],
	])('sends nothing with the Base URL "%s"', async (baseUrl, message) => {
		const { error } = await runNode({ parameters: account, credential: { baseUrl, accessToken: token } });
		expect(error?.message).toContain(message);
	});

	it.each(['line\nbreak', 'line\r\nbreak: x', ' ', 'tab\there', 'ünicode'])('sends nothing with the token %j, and does not show it', async (accessToken) => {
		const result = await run(account, (_, response) => json(response, {}), { accessToken });
		expect(result.error?.message).toContain("'Access Token'");
		expect(wordsOf(result)).not.toContain(accessToken.trim() || 'never');
		expect(served?.requests).toEqual([]);
	});

	it("follows 'Endpoint Paths' of the credential", async () => {
		await run(create, (_, response) => json(response, { subscriber: {} }), { endpointPaths: '{"subscriber.create": "/v2/lists/{contactList}/people"}' });
		expect(served?.requests).toEqual(['POST /v2/lists/list-1/people']);
	});

	it.each(['{', '[]', '{"subscriber.explode": "/x"}', '{"account.get": "//evil.example.com/"}', '{"account.get": "/a/../b"}'])("sends nothing with 'Endpoint Paths' set to %s", async (endpointPaths) => {
		const result = await run(account, (_, response) => json(response, {}), { endpointPaths });
		expect(result.error?.message).toContain("'Endpoint Paths'");
		expect(served?.requests).toEqual([]);
	});
});

describe('what an answer becomes', () => {
	it.each([
		['the documented envelope', { message: 'Created', subscriber: { uuid: 's', recieved_count: 0 } }, { uuid: 's', recieved_count: 0 }],
		['data in place of the name', { data: { uuid: 's' } }, { uuid: 's' }],
		['no envelope', { uuid: 's' }, { uuid: 's' }],
		['a shape of its own', { ok: true, id: 7 }, { ok: true, id: 7 }],
	])('reads %s', async (_, body, expected) => {
		const { items } = await run(create, (__, response) => json(response, body));
		expect(items[0]?.json).toEqual(expected);
	});

	it.each([['nothing', ''], ['null', 'null']])('gives what was sent when a write is answered with %s', async (_, body) => {
		const { items, error } = await run(create, (__, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(body));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ contactList: 'list-1', email: 'a@example.com' });
	});

	it.each([['a word', 'text/plain', 'queued'], ['a JSON text', 'application/json', '"queued"']])('takes %s for the answer of a write that was done', async (_, type, body) => {
		const { items, error } = await run(create, (__, response) => response.writeHead(202, { 'content-type': type }).end(body));
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ value: 'queued' });
	});

	it('keeps what stands beside the thing in its envelope', async () => {
		const { items } = await run({ resource: 'domain', operation: 'create', name: 'example.org' }, (_, response) =>
			json(response, { message: 'Created', domain: { uuid: 'd', name: 'example.org' }, dns_records: [{ type: 'TXT', name: 'example.org', value: 'v=spf1' }] }),
		);
		expect(items[0]?.json).toEqual({ dns_records: [{ zone_line: 'example.org. IN TXT "v=spf1"', type: 'TXT', name: 'example.org', value: 'v=spf1' }], uuid: 'd', name: 'example.org' });
	});

	it('never shows the token, even when the service sends it back', async () => {
		const { items } = await run(account, (request, response) => json(response, { account: { token, seen: request.headers.authorization, list: [`x${token}y`] } }));
		expect(JSON.stringify(items)).not.toContain(token);
		expect(items[0]?.json).toEqual({ token: '***', seen: 'Bearer ***', list: ['x***y'] });
	});
});

describe('what a person reads when it did not work', () => {
	it.each([
		[401, account, 'The service did not accept the access token', "'Access Token'"],
		[403, account, 'The access token is not allowed to do this', "'Access Token'"],
		[404, account, 'Nothing was found at GET /v1/account', '"account.get"'],
		[404, rename, 'The campaign was not found', "'Campaign'"],
		[404, create, 'The contact list was not found', "'Contact List'"],
		[418, create, 'The service did not accept the request (status 418)', 'Check'],
		[429, account, 'The service is limiting how many requests it accepts', "'Max Parallel Requests'"],
		[500, account, 'The service could not handle the request (status 500)', 'Try again later'],
	])('explains the status %i', async (status, parameters, message, description) => {
		const result = await run(parameters, (_, response) => json(response, { message: `Words of the service, ${token}` }, status));
		expect(result.error?.message).toBe(message);
		expect(result.error?.description).toContain(description);
		expect(result.error?.description).toContain('The service says: "Words of the service, ***"');
		expect(result.error?.httpCode).toBe(String(status));
		expect(JSON.stringify(result.run.data)).not.toContain(token);
	});

	it('says where to put the right path when an inferred one is not found, or that it came from there', async () => {
		const inferred = await run(account, (_, response) => json(response, {}, 404));
		expect(wordsOf(inferred)).toContain('inferred');
		expect(wordsOf(inferred)).toContain(`'Endpoint Paths'`);
		await served?.close();
		const own = await run(account, (_, response) => json(response, {}, 404), { endpointPaths: '{"account.get": "/me"}' });
		expect(own.error?.message).toBe('Nothing was found at GET /me');
		expect(wordsOf(own)).toContain(`comes from "account.get" in 'Endpoint Paths'`);
	});

	it.each([
		[account, 'Nothing was found at GET /wrong/v1/account'],
		[rename, 'The campaign was not found'],
	])("names 'Base URL' first when it has a path that leads nowhere", async (parameters, message) => {
		served = await serve((_, response) => json(response, {}, 404));
		const result = await runNode({ parameters, credential: { baseUrl: `${served.url}/wrong`, accessToken: token } });
		expect(result.error?.message).toBe(message);
		expect(result.error?.description).toContain("Check 'Base URL' in the credential first: it puts /wrong in front of each path.");
	});

	it('tells a server that speaks http:// only', async () => {
		served = await serve((_, response) => json(response, {}));
		const { error } = await runNode({ parameters: account, credential: { baseUrl: served.url.replace('http:', 'https:'), accessToken: token } });
		expect(error?.message).toContain('No secure connection to');
		expect(error?.description).toContain('It may speak http:// only');
	});

	it('does not follow a redirect, and gives the address to use', async () => {
		const result = await run(create, (_, response) => response.writeHead(301, { location: 'https://elsewhere.example.com/v1' }).end());
		expect(result.error?.message).toBe('The service redirects to another address (status 301)');
		expect(result.error?.description).toContain('https://elsewhere.example.com/v1');
		expect(served?.requests).toHaveLength(1);
	});

	it('shows no piece of the token where a long answer is cut, nor its encoded form', async () => {
		const secret = 'tok+en/1234567890abcdef';
		const cut = await run(account, (_, response) => json(response, { message: `${'x'.repeat(290)} ${secret}` }, 400), { accessToken: secret });
		expect(wordsOf(cut)).not.toContain('tok');
		await served?.close();
		const moved = await run(account, (_, response) => response.writeHead(301, { location: `https://elsewhere.example.com/?t=${encodeURIComponent(secret)}` }).end(), { accessToken: secret });
		expect(wordsOf(moved)).toContain('https://elsewhere.example.com/?t=***');
	});

	it('explains a web page in place of data', async () => {
		const result = await run(account, (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'));
		expect(result.error?.message).toBe('The answer is a web page, not data');
		expect(result.error?.description).toContain("'Base URL'");
	});

	it('says of a create whose answer was cut off that it may have happened', async () => {
		const result = await run(create, (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.write('{"message": "Crea');
			setTimeout(() => response.destroy(), 20);
		});
		expect(result.error?.message).toBe('The connection was closed before the answer was complete');
		expect(result.error?.description).toContain('It may have happened all the same');
		expect(served?.requests).toHaveLength(1);
	});

	it('says that nothing answers when the port is closed', async () => {
		const { url, close } = await serve((_, response) => json(response, {}));
		await close();
		const { error } = await runNode({ parameters: { ...create, options: { maxRetries: 0 } }, credential: { baseUrl: url, accessToken: token } });
		expect(error?.message).toBe(`Nothing answers at ${new URL(url).host}`);
		expect(error?.description).not.toContain('may have happened');
	});

	it('says that the host was not found', async () => {
		const { error } = await runNode({ parameters: { ...create, options: { maxRetries: 0 } }, credential: { baseUrl: 'https://no-such-host.invalid', accessToken: token } });
		expect(error?.message).toBe('The host no-such-host.invalid was not found');
	});

	it("keeps words that n8n would take for a system's code", async () => {
		const { error } = await run(create, (_, response) => json(response, { message: 'FreeAccess ENOENT EACCES', errors: { email: ['preexisting'] } }, 422));
		expect(error?.message).toBe("The service did not accept 'Email'");
		expect(error?.description).toBe('Email: preexisting. The service says: "FreeAccess ENOENT EACCES"');
	});
});
