import type { ServerResponse, IncomingMessage } from 'node:http';
import type { IHttpRequestOptions, INodeParameters } from 'n8n-workflow';

import { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { ApiClient, type ClientSetup } from '../../nodes/EmailMarketing/transport/ApiClient';
import type { ApiRequest } from '../../nodes/EmailMarketing/transport/ApiRequest';
import type { Connection } from '../../nodes/EmailMarketing/transport/connection';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';
import { AbortError } from '../../nodes/EmailMarketing/transport/wait';
import { listenToLog } from '../engine/logOfN8n';
import { byId, errorText } from '../engine/support';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { tlsFront } from '../engine/tlsFront';

const token = 'secret-token-1234567890';
let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

async function run(
	parameters: INodeParameters,
	handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
	credential = {},
): Promise<NodeRun> {
	served = await serve(handler);
	return await runNode({
		parameters: { requestOptions: { maxRetries: 0 }, ...parameters },
		credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}', ...credential },
	});
}

const create: INodeParameters = {
	resource: 'subscriber',
	operation: 'create',
	contactList: byId('list-1'),
	email: 'a@example.com',
};
const account: INodeParameters = { resource: 'account', operation: 'get' };
const rename: INodeParameters = {
	resource: 'campaign',
	operation: 'update',
	campaign: byId('c-1'),
	updateFields: { name: 'x' },
};

describe('where a request goes', () => {
	it.each([
		['', '/v1/account'],
		['/', '/v1/account'],
		['///', '/v1/account'],
		['/gateway/mail', '/gateway/mail/v1/account'],
		['/gateway/mail/', '/gateway/mail/v1/account'],
	])('puts the path behind a Base URL that ends in "%s"', async (ending, path) => {
		served = await serve((_, response) => json(response, { account: { name: 'Acme' } }));
		const { items } = await runNode({
			parameters: account,
			credential: { baseUrl: `${served.url}${ending}`, accessToken: token },
		});
		expect(items[0]?.json).toEqual({ name: 'Acme' });
		expect(served.requests).toEqual([`GET ${path}`]);
	});

	it.each<[object, string]>([
		[{ baseUrl: 'http://api.example.com' }, "'Base URL' uses http:// with a public host"],
		[{ accessToken: 'secret\r\nvalue' }, "'Access Token' contains a space, a line break or another invalid character"],
		[{ endpointPaths: '{"account.get": "//evil.example.com/"}' }, "'Endpoint Paths'"],
	])('sends nothing with a credential that cannot be used, and shows no token: %j', async (credential, message) => {
		const result = await run(account, (_, response) => json(response, {}), credential);
		expect(result.error?.message).toContain(message);
		expect(errorText(result)).not.toMatch(/secret|value/);
		expect(served?.requests).toEqual([]);
	});

	it("follows 'Endpoint Paths' of the credential", async () => {
		await run(create, (_, response) => json(response, { subscriber: {} }), {
			endpointPaths: '{"subscriber.create": "/v2/lists/{contactList}/people"}',
		});
		expect(served?.requests).toEqual(['POST /v2/lists/list-1/people']);
	});
});

describe('what an answer becomes', () => {
	it.each([
		[
			'the documented envelope',
			{ message: 'Created', subscriber: { uuid: 's', email: 'a@example.com' } },
			{ uuid: 's', email: 'a@example.com' },
		],
		['data in place of the name', { data: { uuid: 's' } }, { uuid: 's' }],
		['no envelope', { uuid: 's' }, { uuid: 's' }],
		['a shape of its own', { ok: true, id: 7 }, { ok: true, id: 7 }],
	])('reads %s', async (_, body, expected) => {
		const { items } = await run(create, (__, response) => json(response, body));
		expect(items[0]?.json).toEqual(expected);
	});

	it.each([
		['nothing', ''],
		['null', 'null'],
	])('gives what was sent when a write is answered with %s', async (_, body) => {
		const { items, error } = await run(create, (__, response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end(body),
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ contactList: 'list-1', email: 'a@example.com' });
	});

	it.each([
		['a word', 'text/plain', 'queued', 'The service did not return JSON'],
		[
			'a web page',
			'text/html',
			'<!doctype html><title>Welcome</title>',
			'The service returned a web page instead of JSON',
		],
		['JSON that was cut off', 'application/json', '{"message": "Crea', 'The service did not return JSON'],
	])('is unknown after %s: a create may have been done, and is sent once', async (_, type, body, message) => {
		const { error } = await run({ ...create, requestOptions: { maxRetries: 2 } }, (__, response) =>
			response.writeHead(200, { 'content-type': type }).end(body),
		);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('It may have happened anyway');
		expect(served?.requests).toHaveLength(1);
	});

	it('keeps what stands beside the thing in its envelope', async () => {
		const { items } = await run({ resource: 'domain', operation: 'create', name: 'example.org' }, (_, response) =>
			json(response, {
				message: 'Created',
				domain: { uuid: 'd', name: 'example.org' },
				dns_records: [{ type: 'TXT', name: 'example.org', value: 'v=spf1' }],
			}),
		);
		expect(items[0]?.json).toEqual({
			dns_records: [{ type: 'TXT', name: 'example.org', value: 'v=spf1' }],
			uuid: 'd',
			name: 'example.org',
		});
	});
});

describe("what n8n's log has", () => {
	const list: INodeParameters = { resource: 'subscriber', operation: 'import', contactList: byId('l-1') };
	const telling = (request: IncomingMessage, response: ServerResponse, status: number): void =>
		json(response, { message: `Said with ${token}`, seen: request.headers.authorization }, status);
	afterEach(() => jest.restoreAllMocks());

	it.each<[string, number | 'closed', INodeParameters, string]>([
		['that is done', 200, rename, 'finished successfully'],
		['that is refused', 422, rename, 'The service did not accept'],
		['with a token that is refused', 401, account, 'The service did not accept the access token'],
		['that the service breaks at', 500, create, 'The service could not handle the request'],
		['that gets no answer', 'closed', create, 'The connection was closed'],
		['that is long', 200, list, 'finished successfully'],
	])('never shows the token, at any level, after a request %s', async (_, status, parameters, line) => {
		const logged = listenToLog();
		served = await serve((request, response) =>
			status === 'closed' ? void response.destroy() : telling(request, response, status),
		);
		await runNode({
			parameters: { ...parameters, requestOptions: { maxRetries: 0 } },
			credential: { baseUrl: served.url, accessToken: token, endpointPaths: '{}' },
			input: parameters === list ? Array.from({ length: 1500 }, (__, row) => ({ email: `p${row}@example.com` })) : [{}],
		});
		expect(served.requests).not.toHaveLength(0);
		expect(logged().filter((entry) => entry.includes(line))).not.toEqual([]);
		expect(logged().filter((entry) => entry.includes(token))).toEqual([]);
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
		const result = await run(parameters, (_, response) =>
			json(response, { message: `Words of the service, ${token}` }, status),
		);
		expect(result.error?.message).toBe(message);
		expect(result.error?.description).toContain(description);
		expect(result.error?.description).toContain('The service says: "Words of the service, ***"');
		expect(result.error?.httpCode).toBe(String(status));
		expect(JSON.stringify(result.run.data)).not.toContain(token);
	});

	it.each([
		account,
		create,
		rename,
		{ resource: 'campaign', operation: 'getAll' },
		{ resource: 'campaign', operation: 'delete', campaign: byId('c-1') },
	])('says that it was not done when an answer of status 200 says so: %j', async (parameters) => {
		const result = await run(parameters, (_, response) =>
			json(response, { success: false, data: null, message: 'Account is on hold' }),
		);
		expect(result.items).toEqual([]);
		expect(result.error?.message).toBe('The service reports that this was not done (status 200)');
		expect(result.error?.description).toContain('The service says: "Account is on hold"');
		expect(result.error?.description).not.toContain('may have happened');
	});

	it('tells a certificate that is not accepted, and knows that nothing was sent', async () => {
		served = await serve((_, response) => json(response, { subscriber: {} }));
		const front = await tlsFront(() => served?.url ?? '');
		const refused = await runNode({ parameters: create, credential: { baseUrl: front.url, accessToken: token } });
		const accepted = await runNode({
			parameters: { ...create, requestOptions: { allowUnauthorizedCerts: true } },
			credential: { baseUrl: front.url, accessToken: token },
		});
		await front.close();
		expect(refused.error?.message).toMatch(/^No secure connection to 127\.0\.0\.1:\d+ could be made$/);
		expect(refused.error?.description).toMatch(/\(DEPTH_ZERO_SELF_SIGNED_CERT\)(?!.*may have happened)/);
		expect(accepted.error).toBeUndefined();
		expect(served.requests).toHaveLength(1);
	});

	it('tells a port that may speak https, where the address says http', async () => {
		const front = await tlsFront(() => '');
		const { error } = await runNode({
			parameters: { ...account, requestOptions: { maxRetries: 0 } },
			credential: { baseUrl: front.url.replace('https:', 'http:'), accessToken: token },
		});
		await front.close();
		expect(error?.description).toContain("check scheme and port of 'Base URL'");
	});

	it('tells a server that speaks http:// only', async () => {
		served = await serve((_, response) => json(response, {}));
		const { error } = await runNode({
			parameters: account,
			credential: { baseUrl: served.url.replace('http:', 'https:'), accessToken: token },
		});
		expect(error?.message).toContain('No secure connection to');
		expect(error?.description).toContain("scheme and port of 'Base URL'");
	});

	it('does not follow a redirect, and gives the address to use', async () => {
		const result = await run(create, (_, response) =>
			response.writeHead(301, { location: 'https://elsewhere.example.com/v1' }).end(),
		);
		expect(result.error?.message).toBe('The service redirects to another address (status 301)');
		expect(result.error?.description).toContain('https://elsewhere.example.com/v1');
		expect(served?.requests).toHaveLength(1);
	});

	it('shows no piece of the token where a long answer is cut, nor its encoded form', async () => {
		const secret = 'tok+en/1234567890abcdef';
		const cut = await run(account, (_, response) => json(response, { message: `${'x'.repeat(290)} ${secret}` }, 400), {
			accessToken: secret,
		});
		expect(errorText(cut)).not.toContain('tok');
		await served?.close();
		const moved = await run(
			account,
			(_, response) =>
				response.writeHead(301, { location: `https://elsewhere.example.com/?t=${encodeURIComponent(secret)}` }).end(),
			{ accessToken: secret },
		);
		expect(errorText(moved)).toContain('https://elsewhere.example.com/?t=***');
	});

	it('says of a create whose answer was cut off that it may have happened', async () => {
		const result = await run(create, (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
			response.write('{"message": "Crea');
			setTimeout(() => response.destroy(), 20);
		});
		expect(result.error?.message).toBe('The connection was closed before the response was complete');
		expect(result.error?.description).toContain('It may have happened anyway');
		expect(served?.requests).toHaveLength(1);
	});

	it('says that nothing answers when the port is closed', async () => {
		const { url, close } = await serve((_, response) => json(response, {}));
		await close();
		const { error } = await runNode({
			parameters: { ...create, requestOptions: { maxRetries: 0 } },
			credential: { baseUrl: url, accessToken: token },
		});
		expect(error?.message).toBe(`Nothing responds at ${new URL(url).host}`);
		expect(error?.description).not.toContain('may have happened');
	});

	it('says that the host was not found', async () => {
		const { error } = await runNode({
			parameters: { ...create, requestOptions: { maxRetries: 0 } },
			credential: { baseUrl: 'https://no-such-host.invalid', accessToken: token },
		});
		expect(error?.message).toBe('The host no-such-host.invalid was not found');
	});

	it("keeps words that n8n would take for a system's code", async () => {
		const { error } = await run(create, (_, response) =>
			json(response, { message: 'FreeAccess ENOENT EACCES', errors: { email: ['preexisting'] } }, 422),
		);
		expect(error?.message).toBe("The service did not accept 'Email'");
		expect(error?.description).toContain('Email "a@example.com": preexisting.');
		expect(error?.description).toContain('The service says: "FreeAccess ENOENT EACCES"');
	});
});

describe('the client of one execution', () => {
	beforeEach(() => {
		jest.useFakeTimers();
		// Full jitter, at its longest.
		jest.spyOn(Math, 'random').mockReturnValue(0.999);
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	const connection: Connection = {
		baseUrl: 'https://api.example.com',
		endpointPaths: { 'account.get': '/own/account' },
		accessToken: token,
	};
	const ok = (body: unknown = {}): Result => ({ ok: true, status: 200, body, headers: {} });
	const status = (code: number, retryAfterMs?: number): Result => ({
		ok: false,
		kind: 'status',
		status: code,
		retryAfterMs,
	});
	const lost: Result = { ok: false, kind: 'noAnswer', code: 'ECONNRESET' };
	const unreached: Result = { ok: false, kind: 'notSent', code: 'ECONNREFUSED' };

	/** A service that answers what the test says; each answer belongs to one attempt, in the order in which they come. */
	function clientOf(
		answers: Array<Result | Promise<Result>> | ((options: IHttpRequestOptions) => Result | Promise<Result>),
		more: Partial<ClientSetup> = {},
	) {
		const sent: IHttpRequestOptions[] = [];
		const client = new ApiClient({
			connection,
			options: { maxParallelRequests: 4, maxRetries: 2 },
			sendOnce: async (options) => {
				sent.push(options);
				return typeof answers === 'function' ? await answers(options) : await (answers.shift() ?? ok());
			},
			...more,
		});
		return { client, sent };
	}

	/** What a promise has come to so far; nobody has to look at it. */
	function follow(promise: Promise<unknown>): { value?: unknown; thrown?: unknown; isSettled: boolean } {
		const seen: { value?: unknown; thrown?: unknown; isSettled: boolean } = { isSettled: false };
		promise.then(
			(value) => Object.assign(seen, { value, isSettled: true }),
			(thrown: unknown) => Object.assign(seen, { thrown, isSettled: true }),
		);
		return seen;
	}

	const passed = async (ms = 0): Promise<void> => await jest.advanceTimersByTimeAsync(ms);

	const read: ApiRequest = { key: 'account.get', pathValues: {} };
	const update = (campaign = 'c1'): ApiRequest => ({
		key: 'campaign.update',
		pathValues: { campaign },
		body: { name: 'x' },
	});
	const create: ApiRequest = {
		key: 'subscriber.create',
		pathValues: { contactList: 'l1' },
		body: { email: 'a@example.com' },
	};
	const remove: ApiRequest = { key: 'campaign.delete', pathValues: { campaign: 'c1' } };

	describe('sends', () => {
		it('method, address, query and body of the operation, with the proxy and what else the user set', async () => {
			const { client, sent } = clientOf([ok({ uuid: 'c1' })], {
				requestOptions: { skipSslCertificateValidation: true },
			});
			expect(await client.send({ ...update('a/b'), query: 'page=2&tag=%20' })).toEqual({ uuid: 'c1' });
			expect(sent).toEqual([
				{
					method: 'PUT',
					url: 'https://api.example.com/v1/campaigns/a%2Fb?page=2&tag=%20',
					body: { name: 'x' },
					skipSslCertificateValidation: true,
				},
			]);
		});

		it("to the path in 'Endpoint Paths' where there is one", async () => {
			const { client, sent } = clientOf([]);
			await client.send(read);
			expect(sent[0]?.url).toBe('https://api.example.com/own/account');
		});

		it('a read again after a passing fault, as often as the retries allow, and explains the last one', async () => {
			const { client, sent } = clientOf([lost, status(503), status(500)]);
			const sending = follow(client.send(read));
			await passed(5000);
			expect(sent).toHaveLength(3);
			expect(sending.thrown).toMatchObject({
				message: 'The service could not handle the request (status 500)',
				description: expect.stringContaining('Sent 3 times'),
				isOutcomeUnknown: false,
			});
		});

		it('a create but once when it may have been done, and says so', async () => {
			const { client, sent } = clientOf([status(502)]);
			const sending = follow(client.send(create));
			await passed(60_000);
			expect(sent).toHaveLength(1);
			expect(sending.thrown).toMatchObject({ isOutcomeUnknown: true, notRetryable: true });
		});

		it('a create again when it did not reach the service, or was refused', async () => {
			const { client, sent } = clientOf([unreached, status(503, 500), ok({ done: true })]);
			const sending = follow(client.send(create));
			await passed(5000);
			expect(sending.value).toEqual({ done: true });
			expect(sent).toHaveLength(3);
		});

		it('each attempt the very same', async () => {
			const { client, sent } = clientOf([status(500), ok()]);
			void client.send(update());
			await passed(5000);
			expect(sent[1]).toEqual(sent[0]);
		});
	});

	describe('a back-off', () => {
		it('passes before the request leaves again, and is longer the second time', async () => {
			const { client, sent } = clientOf([lost, status(500)]);
			void client.send(read);
			await passed(490);
			expect(sent).toHaveLength(1);
			await passed(20);
			expect(sent).toHaveLength(2);
			await passed(970);
			expect(sent).toHaveLength(2);
			await passed(40);
			expect(sent).toHaveLength(3);
		});

		it('holds nothing else back', async () => {
			const { client, sent } = clientOf([lost], { options: { maxParallelRequests: 1, maxRetries: 2 } });
			void client.send(read);
			void client.send(update());
			await passed(100);
			expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT']);
		});

		it('of a minute ends at once when the execution is cancelled, and nothing is sent after it', async () => {
			const controller = new AbortController();
			const { client, sent } = clientOf(() => status(500), {
				cancelled: controller.signal,
				options: { maxParallelRequests: 1, maxRetries: 20 },
			});
			const sending = follow(client.send(read));
			// Seven waits that double, from half a second on.
			await passed(64_000);
			expect(sent).toHaveLength(8);
			controller.abort();
			await passed(200);
			expect(sending.isSettled).toBe(true);
			expect(jest.getTimerCount()).toBe(0);
			expect(sent).toHaveLength(8);
		});
	});

	it('sends less at a time also after failures that are not sent again', async () => {
		const ends: Array<(result: Result) => void> = [];
		const { client } = clientOf(async () => await new Promise<Result>((resolve) => ends.push(resolve)));
		const sendings = Array.from({ length: 8 }, () => follow(client.send(create)));
		await passed();
		expect(ends).toHaveLength(4);
		ends[0]?.(lost);
		await passed(1000);
		expect(sendings[0]).toMatchObject({ isSettled: true, thrown: { isOutcomeUnknown: true } });
		expect(ends).toHaveLength(4);
	});

	describe('a delete that finds nothing', () => {
		it.each<[string, Result]>([
			['was lost', lost],
			['was answered with 500', status(500)],
		])('has done its work when an attempt before it %s', async (_name, first) => {
			const { client } = clientOf([first, status(404)]);
			const sending = follow(client.send(remove));
			await passed(5000);
			expect(sending).toEqual({ isSettled: true, value: undefined });
		});

		it('has done its work when an earlier try of the node was not answered', async () => {
			expect(await clientOf([status(404)]).client.exchange({ ...remove, mayBeDone: true })).toEqual({
				body: undefined,
				headers: {},
			});
		});

		it('differs from one that is not allowed: whether an attempt before it has done the work, nobody knows', async () => {
			const sending = follow(clientOf([lost, status(403)]).client.send(remove));
			await passed(5000);
			expect(sending.thrown).toMatchObject({ status: 403, isOutcomeUnknown: true });
		});

		it.each<[string, Result[]]>([
			['at once', [status(404)]],
			['after a refusal', [status(429, 0), status(404)]],
			['after an attempt that did not reach the service', [unreached, status(404)]],
		])('says so when it finds nothing %s', async (_name, answers) => {
			const sending = follow(clientOf(answers).client.send(remove));
			await passed(5000);
			expect(sending.thrown).toMatchObject({ status: 404 });
		});

		it('is no excuse for an update', async () => {
			const sending = follow(clientOf([lost, status(404)]).client.send(update()));
			await passed(5000);
			expect(sending.thrown).toMatchObject({ message: 'The campaign was not found' });
		});
	});

	describe('a refusal', () => {
		it('uses up a retry when nothing else gets through', async () => {
			const { client, sent } = clientOf(() => status(429, 100));
			const sending = follow(client.send(create));
			await passed(10_000);
			expect(sent).toHaveLength(3);
			expect(sending.thrown).toMatchObject({
				message: 'The service is limiting how many requests it accepts',
				status: 429,
			});
		});

		it.each<[string, Result]>([
			['is lost', lost],
			['does not reach the service', unreached],
		])('uses up a retry also when what is sent beside it %s', async (_name, failure) => {
			let refusals = 0;
			const { client } = clientOf(
				async ({ url }) => {
					if (url !== 'https://api.example.com/own/account') return failure;
					refusals += 1;
					void follow(client.send(create));
					return await new Promise<Result>((resolve) => setTimeout(() => resolve(status(429, 100)), 10));
				},
				{ options: { maxParallelRequests: 10, maxRetries: 1 } },
			);
			const sending = follow(client.send(read));
			await passed(20_000);
			expect(refusals).toBe(2);
			expect(sending.thrown).toMatchObject({ status: 429 });
		});

		it('uses up none while something else gets through', async () => {
			let refusals = 0;
			const { client } = clientOf(
				({ url }) => {
					if (url !== 'https://api.example.com/own/account') return ok();
					if (refusals === 4) return ok({ done: true });
					refusals += 1;
					void client.send(update());
					return status(429, 100);
				},
				{ options: { maxParallelRequests: 4, maxRetries: 1 } },
			);
			const sending = follow(client.send(read));
			await passed(5000);
			expect(refusals).toBe(4);
			expect(sending.value).toEqual({ done: true });
		});

		it('leaves no request out where the service takes but one in a second', async () => {
			let taken = -1;
			const { client, sent } = clientOf(
				() => {
					const second = Math.floor(Date.now() / 1000);
					if (second === taken) return status(429, 1000 - (Date.now() % 1000));
					taken = second;
					return ok({ second });
				},
				{ options: { maxParallelRequests: 10, maxRetries: 1 } },
			);
			const sendings = Array.from({ length: 20 }, () => follow(client.send(create)));
			await passed(60_000);
			expect(sendings.filter(({ value }) => value === undefined)).toEqual([]);
			expect(sent.length).toBeLessThan(60);
		});

		it('does not count as a failure of its own beside others', async () => {
			const { client, sent } = clientOf([status(500), status(429, 0), status(500), status(429, 0), ok({ done: true })]);
			const sending = follow(client.send(read));
			await passed(30_000);
			expect(sending.value).toEqual({ done: true });
			expect(sent).toHaveLength(5);
		});

		it('pauses everything that has not left, and what was refused is the first to leave after it', async () => {
			const { client, sent } = clientOf([status(429, 1000)], { options: { maxParallelRequests: 1, maxRetries: 2 } });
			void client.send(create);
			void client.send(update('c2'));
			await passed(999);
			expect(sent).toHaveLength(1);
			await passed(1);
			expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'PUT']);
		});

		it('that asks for a day is obeyed for a minute', async () => {
			const { client, sent } = clientOf([status(429, 86_400_000)]);
			void client.send(create);
			await passed(59_999);
			expect(sent).toHaveLength(1);
			await passed(1);
			expect(sent).toHaveLength(2);
		});
	});

	describe('the load on the service', () => {
		it.each<[string, Result, number]>([
			['a success', ok(), 10],
			['a no', status(422), 10],
			['a request that took too long to arrive', status(408), 10],
			['an answer that the service is failing', status(500), 10],
			['a refusal', status(429, 0), 5],
			['a lost answer', lost, 5],
			['a closed port', unreached, 5],
		])('is less after what tells of too much of it: after %s', async (_name, first, underWay) => {
			const pending: Array<(result: Result) => void> = [];
			const { client } = clientOf(async () => await new Promise<Result>((resolve) => pending.push(resolve)), {
				options: { maxParallelRequests: 40, maxRetries: 1 },
			});
			for (let n = 0; n < 30; n += 1) void follow(client.send(update(`c${n}`)));
			await passed();
			expect(pending).toHaveLength(10);
			pending[0]?.(first);
			for (const answer of pending.slice(1, 6)) answer(ok());
			// Longer than the refusal is waited out, and no back-off is over yet.
			await passed(300);
			expect(pending.length - 6).toBe(underWay);
		});
	});

	describe('when it is stopped', () => {
		it('sends nothing more, and leaves what is in flight to finish', async () => {
			let answer: ((result: Result) => void) | undefined;
			const { client, sent } = clientOf([new Promise<Result>((resolve) => (answer = resolve))], {
				options: { maxParallelRequests: 1, maxRetries: 2 },
			});
			const [inFlight, waiting] = [follow(client.send(create)), follow(client.send(create))];
			await passed();
			client.stop();
			const late = follow(client.send(read));
			await passed();
			expect(client.signal.aborted).toBe(true);
			expect([waiting.thrown, late.thrown]).toEqual([expect.any(AbortError), expect.any(AbortError)]);
			expect(inFlight.isSettled).toBe(false);
			answer?.(ok({ done: true }));
			await passed();
			expect(inFlight.value).toEqual({ done: true });
			expect(sent).toHaveLength(1);
		});

		it.each<[string, Result]>([
			['was lost', lost],
			['was answered with 500', status(500)],
		])('in the back-off of an update that %s, it says that the outcome is unknown', async (_name, failure) => {
			const { client, sent } = clientOf([failure]);
			const sending = follow(client.send(update()));
			await passed();
			client.stop();
			await passed(1000);
			expect(sending.thrown).toBeInstanceOf(UserFacingError);
			expect(sending.thrown).toMatchObject({ isOutcomeUnknown: true, notRetryable: false });
			expect(sent).toHaveLength(1);
		});

		it('does so also when the last attempt was refused', async () => {
			const { client } = clientOf([lost, status(429, 10_000)]);
			const sending = follow(client.send(update()));
			await passed(1000);
			client.stop();
			await passed(1000);
			expect(sending.thrown).toMatchObject({
				message: 'The connection was closed before the response was complete',
				isOutcomeUnknown: true,
			});
		});

		it.each<[string, Result]>([
			['was refused', status(429, 10_000)],
			['did not reach the service', unreached],
		])('in the wait of a request that %s, it says that it was not sent', async (_name, failure) => {
			const { client } = clientOf([failure]);
			const sending = follow(client.send(create));
			await passed();
			client.stop();
			await passed(1000);
			expect(sending.thrown).toBeInstanceOf(AbortError);
		});

		it.each([500, 429])('does not send again what fails afterwards, and says why it failed: %i', async (code) => {
			let answer: ((result: Result) => void) | undefined;
			const { client, sent } = clientOf([new Promise<Result>((resolve) => (answer = resolve))]);
			const sending = follow(client.send(read));
			await passed();
			client.stop();
			answer?.(status(code, 0));
			await passed(60_000);
			expect(sending.thrown).toMatchObject({ status: code });
			expect(sent).toHaveLength(1);
		});

		it('stops by itself at the first failure, before the next request takes its place', async () => {
			const { client, sent } = clientOf([status(422)], {
				stopsAtFailure: true,
				options: { maxParallelRequests: 1, maxRetries: 2 },
			});
			const sendings = [follow(client.send(create)), follow(client.send(create))];
			await passed();
			expect(sendings.map(({ thrown }) => thrown)).toEqual([
				expect.objectContaining({ status: 422 }),
				expect.any(AbortError),
			]);
			expect(sent).toHaveLength(1);
		});

		it('goes on after a failure where the node does', async () => {
			const { client, sent } = clientOf([status(422)], { options: { maxParallelRequests: 1, maxRetries: 2 } });
			const sendings = [follow(client.send(create)), follow(client.send(create))];
			await passed();
			expect(sendings.map(({ thrown }) => thrown)).toEqual([expect.objectContaining({ status: 422 }), undefined]);
			expect(sent).toHaveLength(2);
		});

		it('is so from the beginning in an execution that was cancelled before', async () => {
			const { client, sent } = clientOf([], { cancelled: AbortSignal.abort() });
			await expect(client.send(read)).rejects.toBeInstanceOf(AbortError);
			expect(sent).toEqual([]);
		});

		it('is so as soon as the execution is cancelled', async () => {
			const controller = new AbortController();
			const { client, sent } = clientOf([status(429, 10_000)], { cancelled: controller.signal });
			const sending = follow(client.send(read));
			await passed();
			controller.abort();
			await passed(200);
			expect(sending.thrown).toBeInstanceOf(AbortError);
			expect(sent).toHaveLength(1);
		});
	});

	describe('does once', () => {
		it('what several ask for at the same time and later', async () => {
			const { client } = clientOf([]);
			const work = jest.fn(() => ({}));
			const [one, two] = await Promise.all([client.once('index', work), client.once('index', work)]);
			expect(one).toBe(two);
			expect(await client.once('index', work)).toBe(one);
			expect(work).toHaveBeenCalledTimes(1);
		});

		it('things of different names', async () => {
			const { client } = clientOf([]);
			expect([await client.once('a', () => 1), await client.once('b', () => 2)]).toEqual([1, 2]);
		});

		it('also what fails, and tells everyone', async () => {
			const { client } = clientOf([]);
			const work = jest.fn(async () => await Promise.reject(new Error('refused')));
			const results = await Promise.allSettled([client.once('index', work), client.once('index', work)]);
			expect(results.map(({ status: outcome }) => outcome)).toEqual(['rejected', 'rejected']);
			expect(work).toHaveBeenCalledTimes(1);
		});
	});

	describe('lets those that share a name', () => {
		/** Works that end when the test says so. */
		function works() {
			const begun: string[] = [];
			const ends = new Map<string, (thrown?: Error) => void>();
			const work = (name: string) => async (): Promise<string> => {
				begun.push(name);
				await new Promise<void>((resolve, reject) => ends.set(name, (thrown) => (thrown ? reject(thrown) : resolve())));
				return name;
			};
			const end = async (name: string, thrown?: Error): Promise<void> => {
				ends.get(name)?.(thrown);
				await passed();
			};
			return { begun, work, end };
		}

		it('follow each other, in order, while others run at the same time', async () => {
			const { client } = clientOf([]);
			const { begun, work, end } = works();
			const all = ['a1', 'b1', 'a2', 'a3'].map(async (name) => await client.inTurn(name.slice(0, 1), work(name)));
			await passed();
			expect(begun).toEqual(['a1', 'b1']);
			await end('a1');
			expect(begun).toEqual(['a1', 'b1', 'a2']);
			await end('b1');
			await end('a2');
			await end('a3');
			expect(await Promise.all(all)).toEqual(['a1', 'b1', 'a2', 'a3']);
		});

		it('go on after one that fails, and tells only that one', async () => {
			const { client } = clientOf([]);
			const { work, end } = works();
			const [first, second] = [follow(client.inTurn('a', work('a1'))), follow(client.inTurn('a', work('a2')))];
			await passed();
			await end('a1', new Error('refused'));
			await end('a2');
			expect(first.thrown).toEqual(new Error('refused'));
			expect(second.value).toBe('a2');
		});

		it('be forgotten when the last of them has ended, whether it failed or not', async () => {
			const { client } = clientOf([]);
			const { work, end } = works();
			const all = [client.inTurn('a', work('a1')), client.inTurn('a', work('a2')), client.inTurn('b', work('b1'))].map(
				follow,
			);
			await passed();
			await end('a1');
			expect(client['turns'].size).toBe(2);
			await end('a2', new Error('refused'));
			await end('b1');
			expect(all.every(({ isSettled }) => isSettled)).toBe(true);
			expect(client['turns'].size).toBe(0);
		});
	});
});
