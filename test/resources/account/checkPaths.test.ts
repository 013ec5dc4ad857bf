import { endpoints } from '../../../nodes/EmailMarketing/api/endpoints';
import { parseEndpointPaths } from '../../../nodes/EmailMarketing/api/endpointPaths';
import { agentWith, type NodeRun } from '../../engine/runNode';
import { json, serve, type Served } from '../../engine/serve';
import { serveMoved, type Move } from '../../engine/serveMoved';
import { errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const keys = Object.keys(endpoints);
const reads = Object.entries(endpoints).flatMap(([key, { method }]) => (method === 'GET' ? [key] : []));
const quickly = { options: { maxRetries: 0 } };

/** The service of the check made last. */
let served: Served | undefined;
const opened: Served[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map(async (service) => await service.close()));
	served = undefined;
});

function opening(service: Served): Served {
	opened.push(service);
	return service;
}

/** Checks the sandbox's paths, or those of a service that has its data elsewhere. */
async function check(move?: Move, credential: object = {}, node = {}): Promise<NodeRun> {
	served = move && opening(await serveMoved(engine.sandbox.url, move));
	return await run({ ...(served ? { baseUrl: served.url } : {}), ...credential }, node);
}

async function checkAnswers(handler: Parameters<typeof serve>[0]): Promise<NodeRun> {
	served = opening(await serve(handler));
	return await run({ baseUrl: served.url });
}

async function run(credential: object, node = {}): Promise<NodeRun> {
	return await engine.run('account.checkPaths', quickly, { credential: { ...engine.credential, ...credential }, node });
}

/** What was said of each operation. */
function said(run: NodeRun): Record<string, { path: string; result: string; why: string; tried?: string[] }> {
	return Object.fromEntries(
		jsonOf(run)
			.slice(0, -1)
			.map(({ operation, ...rest }) => [operation, rest]),
	) as never;
}

function results(run: NodeRun, of: readonly string[] = reads): Record<string, string> {
	return Object.fromEntries(of.map((key) => [key, said(run)[key]?.result ?? 'nothing']));
}

/** What is to be pasted; it is what the credential takes. */
function pasted(run: NodeRun): object {
	const text = jsonOf(run).at(-1)?.endpointPaths;
	return parseEndpointPaths(text);
}

function toDo(run: NodeRun): unknown {
	return jsonOf(run).at(-1)?.toDo;
}

function expectNotFound(run: NodeRun, key: string, why: string): void {
	expect(said(run)[key]).toMatchObject({ result: 'notFound', why: expect.stringContaining(why) });
}

const all = (result: string): Record<string, string> => Object.fromEntries(reads.map((key) => [key, result]));

describe('a service whose paths are those of the catalogue', () => {
	it('gives one item for each operation, in the order of the catalogue, and one with the Endpoint Paths', async () => {
		const run = await check();
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ operation }) => operation)).toEqual([...keys, undefined]);
		expect(results(run)).toEqual(all('ok'));
		expect(jsonOf(run)[0]).toEqual({
			operation: 'account.get',
			method: 'GET',
			path: '/v1/account',
			result: 'ok',
			why: 'It answers with an account.',
		});
		expect(jsonOf(run).at(-1)).toEqual({
			endpointPaths: '{}',
			toDo: 'Nothing is to be changed: every path that can be tried is right.',
		});
		expect(hintsOf(run)).toEqual([toDo(run)]);
	});

	it('is asked once for each, and once for a path that nobody has: eight requests, one after the other, by GET alone', async () => {
		await check();
		const asked = engine.sandbox.requests().map(({ method, path, operationId }) => `${method} ${operationId ?? path}`);
		const plain = ['GET campaign.getAll', 'GET contactList.getAll', 'GET domain.getAll', 'GET template.getAll'];
		expect(asked).toEqual([
			'GET account.get',
			'GET /v1/no-such-path',
			...plain,
			'GET subscriber.getAll',
			'GET subscriber.get',
		]);
		expect(engine.sandbox.peakInFlight()).toBe(1);
	});

	it('says of a write that it was not tried, and what is known of its path', async () => {
		const run = await check();
		const writes = keys.filter((key) => !reads.includes(key));
		expect(new Set(Object.values(results(run, writes)))).toEqual(new Set(['notTried']));
		expect(said(run)).toMatchObject({
			'campaign.create': { why: 'A write, so it was not tried. The same path answers to reading (campaign.getAll).' },
			'campaign.update': {
				why: 'A write, so it was not tried. The path is documented. Its beginning, /v1/campaigns, answers to reading (campaign.getAll).',
			},
			'subscriber.create': {
				why: 'A write, so it was not tried. The path is documented. The same path answers to reading (subscriber.getAll).',
			},
			'subscriber.delete': { why: 'A write, so it was not tried. The same path answers to reading (subscriber.get).' },
			'email.send': { why: 'A write, so it was not tried. Whether the path is right cannot be known without writing.' },
			'template.togglePublish': {
				why: 'A write, so it was not tried. Its beginning, /v1/templates, answers to reading (template.getAll). Whether the path is right cannot be known without writing.',
			},
		});
	});

	it('is checked once for all input items, and the output belongs to all of them', async () => {
		const run = await engine.run('account.checkPaths', quickly, { input: [{}, {}, {}] });
		expect(run.items).toHaveLength(keys.length + 1);
		expect(run.items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	it('tells an agent the same', async () => {
		const call = agentWith({
			parameters: { resource: 'account', operation: 'checkPaths', ...quickly },
			credential: engine.credential,
		});
		const items = await call({});
		expect(items.map(({ json: { operation } }) => operation)).toEqual([...keys, undefined]);
		expect(items.at(-1)?.json.endpointPaths).toBe('{}');
	});
});

describe('a service with other spellings', () => {
	it('is found under plural and singular, and the paths of the siblings follow', async () => {
		const run = await check((path) => {
			if (/^\/v1\/(account|domains|templates|contact-lists)$/.test(path)) return path;
			if (path === '/v1/campaign') return '/v1/campaigns';
			return /\/subscribers(\/|$)/.test(path) ? path.replace('/subscribers', '/subscriber') : undefined;
		});
		expect(results(run)).toEqual(all('ok'));
		expect(pasted(run)).toEqual({
			'campaign.create': '/v1/campaign',
			'campaign.delete': '/v1/campaign/{campaign}',
			'campaign.getAll': '/v1/campaign',
			'subscriber.delete': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			'subscriber.get': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
			'subscriber.getAll': '/v1/contact-lists/{contactList}/subscribers',
			'subscriber.toggleSubscription': '/v1/contact-lists/{contactList}/subscribers/{subscriber}/toggle',
			'subscriber.update': '/v1/contact-lists/{contactList}/subscribers/{subscriber}',
		});
		expect(said(run)['campaign.getAll']).toEqual({
			method: 'GET',
			path: '/v1/campaign',
			result: 'ok',
			tried: ['/v1/campaigns: 404', '/v1/campaign: 200'],
			why: 'It answers with a list, and /v1/campaigns does not (404).',
		});
		expect(said(run)['campaign.create']).toMatchObject({
			result: 'notTried',
			why: 'A write, so it was not tried. The path is derived from campaign.getAll, which was found at /v1/campaign.',
		});
		expect(toDo(run)).toBe(
			"Open the credential, put the last item's endpointPaths in place of what is in 'Endpoint Paths', and save. Derived, not tried: campaign.create, campaign.delete, subscriber.delete, subscriber.toggleSubscription, subscriber.update. Try each first with something that may go wrong.",
		);
	});

	it('keeps the documented paths as they are documented', async () => {
		const run = await check((path) =>
			path === '/v1/campaign'
				? '/v1/campaigns'
				: /^\/v1\/(account|domains|templates|contact-lists.*)$/.test(path)
					? path
					: undefined,
		);
		expect(Object.keys(pasted(run))).toEqual(['campaign.create', 'campaign.delete', 'campaign.getAll']);
		expect(said(run)['campaign.update']).toMatchObject({
			path: '/v1/campaigns/{campaign}',
			why: expect.stringContaining('The path is documented. Its beginning, /v1/campaigns, does not answer to reading'),
		});
	});

	it('is found where the contact lists have another name, and subscribers stand in those', async () => {
		const run = await check((path) =>
			/^\/v1\/lists(\/|$)/.test(path)
				? path.replace('/lists', '/contact-lists').replace('/contacts', '/subscriber')
				: path.startsWith('/v1/contact-lists')
					? undefined
					: path,
		);
		expect(results(run)).toEqual(all('ok'));
		expect(pasted(run)).toMatchObject({
			'contactList.create': '/v1/lists',
			'contactList.getAll': '/v1/lists',
			'subscriber.get': '/v1/lists/{contactList}/subscriber/{subscriber}',
			'subscriber.getAll': '/v1/lists/{contactList}/subscriber',
			'subscriber.import': '/v1/lists/{contactList}/import',
		});
	});

	it('derives no write from a path that does not say of which contact list somebody is', async () => {
		const list = engine.sandbox.state.contactLists[0]?.uuid;
		const run = await check((path) =>
			path.startsWith('/v1/subscribers/')
				? path.replace('/v1/subscribers', `/v1/contact-lists/${list}/subscriber`)
				: /\/subscriber\//.test(path)
					? undefined
					: path,
		);
		expect(pasted(run)).toEqual({ 'subscriber.get': '/v1/subscribers/{subscriber}' });
		expect(said(run)['subscriber.delete']?.path).toBe('/v1/contact-lists/{contactList}/subscriber/{subscriber}');
	});

	it('is never asked for the subscribers of all lists in place of those of one', async () => {
		const run = await check((path) =>
			/\/subscribers?$|\/contacts$|\/members$/.test(path)
				? path.includes('contact-lists')
					? undefined
					: '/v1/domains'
				: path,
		);
		expect(said(run)['subscriber.getAll']?.result).toBe('notFound');
		expect(said(run)['subscriber.getAll']?.tried?.every((tried) => tried.includes('{contactList}'))).toBe(true);
		expect(said(run)['subscriber.get']).toMatchObject({
			result: 'notTried',
			why: expect.stringContaining('where to read those was not found out'),
		});
	});

	it('is asked for eight other spellings of a path at most, and says that none of them is it', async () => {
		const run = await check((path) =>
			path.startsWith('/v1/contact-lists/') && path.split('/').length > 5 ? undefined : path,
		);
		expect(said(run)['subscriber.get']).toMatchObject({
			result: 'notFound',
			why: expect.stringMatching(
				/^Nothing was found at GET \/v1\/contact-lists\/.+ [3-8] other spellings are not it either\.$/,
			),
		});
		expect(toDo(run)).toContain(
			"Not found: subscriber.get. Ask the service for the path and add it to 'Endpoint Paths'.",
		);
	});

	it('takes no other thing for what it asked for', async () => {
		const [, other] = engine.sandbox.state.contactLists[0]?.subscribers ?? [];
		const list = engine.sandbox.state.contactLists[0]?.uuid;
		const run = await check((path) =>
			/\/(subscribers?|contacts|members)\/.+/.test(path) ? `/v1/contact-lists/${list}/subscriber/${other?.uuid}` : path,
		);
		expectNotFound(run, 'subscriber.get', 'The answer is no subscriber');
	});
});

describe("the credential's own Endpoint Paths", () => {
	it('are what is tried first, and are kept', async () => {
		const endpointPaths = JSON.stringify({ 'domain.getAll': '/v1/senders', 'email.send': '/v1/post' });
		const run = await check(
			(path) => (path === '/v1/senders' ? '/v1/domains' : path === '/v1/domains' ? undefined : path),
			{ endpointPaths },
		);
		expect(said(run)['domain.getAll']).toMatchObject({ path: '/v1/senders', result: 'ok' });
		expect(said(run)['email.send']).toMatchObject({
			path: '/v1/post',
			result: 'notTried',
			why: "A write, so it was not tried. The path is the one in 'Endpoint Paths' of the credential.",
		});
		expect(pasted(run)).toEqual({
			'domain.getAll': '/v1/senders',
			'email.send': '/v1/post',
			'domain.create': '/v1/senders',
			'domain.delete': '/v1/senders/{domain}',
		});
	});

	it('give way where they are wrong and the path of the catalogue is right', async () => {
		const run = await check(undefined, {
			endpointPaths: '{"campaign.getAll": "/v1/mailings", "campaign.delete": "/v1/mailings/{campaign}"}',
		});
		expect(said(run)['campaign.getAll']).toMatchObject({ path: '/v1/campaigns', result: 'ok' });
		expect(pasted(run)).toEqual({ 'campaign.getAll': '/v1/campaigns', 'campaign.delete': '/v1/mailings/{campaign}' });
	});

	it('work once they are pasted', async () => {
		const move: Move = (path) =>
			/\/subscribers(\/|$)/.test(path)
				? path.replace('/subscribers', '/subscriber')
				: /\/subscriber(\/|$)/.test(path)
					? undefined
					: path;
		const before = await check(move);
		const again = await run({ baseUrl: served?.url, endpointPaths: jsonOf(before).at(-1)?.endpointPaths });
		expect(results(again)).toEqual(all('ok'));
		expect(pasted(again)).toEqual(pasted(before));
		expect(toDo(again)).toContain('Nothing is to be changed');
	});
});

describe('an address that is not the one of the service', () => {
	it('is told to lack /api where the service is found there', async () => {
		const run = await check((path) => (path.startsWith('/api/') ? path.slice(4) : undefined));
		expect(toDo(run)).toBe(
			`Enter ${served?.url}/api in 'Base URL' of the credential, where the service was found, and check again. 'Endpoint Paths' can stay as they are.`,
		);
		expect(said(run)['account.get']).toMatchObject({
			result: 'notFound',
			why: "Nothing was found at GET /v1/account. 'Base URL' lacks /api at its end.",
		});
		expect(pasted(run)).toEqual({});
		expect(served?.requests).toHaveLength(6 + 1);
	});

	it('is suspected where nothing is found, since documented paths are not there either', async () => {
		const run = await check(() => undefined);
		expect(results(run)).toEqual({ ...all('notFound'), 'subscriber.get': 'notTried', 'subscriber.getAll': 'notTried' });
		expect(toDo(run)).toMatch(
			/^Check 'Base URL' in the credential: nothing was found at http.+, not even at \/v1\/contact-lists and \/v1\/campaigns, with which documented paths begin\./,
		);
		expect(said(run)['subscriber.create']?.why).toMatch(
			/The path is documented\. Its beginning, \/v1\/contact-lists, does not answer to reading \(contactList.getAll\)\. 'Base URL' in the credential may be that of something else\.$/,
		);
		expect(served?.requests.length).toBeLessThan(40);
	});

	it('is a website where every path has a web page', async () => {
		const run = await checkAnswers((_request, response) =>
			response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome'),
		);
		expectNotFound(
			run,
			'account.get',
			'The answer is a web page, not data. The service answers every path with status 200, also one that does not exist.',
		);
	});

	it('stops at once where nothing answers', async () => {
		const closed = await serve(() => undefined);
		await closed.close();
		expect(errorText(await run({ baseUrl: closed.url }))).toContain('Nothing answers at');
	});
});

describe('what is told apart from a path that is not there', () => {
	it('a token that is refused: one request, and its message', async () => {
		const run = await check(undefined, { accessToken: 'another-token-123456' });
		expect(errorText(run)).toMatch(
			/^The service did not accept the access token \| Check 'Access Token' in the credential/,
		);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it('a token that one path refuses, and others take', async () => {
		const run = await checkAnswers((request, response) => {
			const path = request.url ?? '';
			if (path === '/v1/me') return json(response, { message: 'For sessions only' }, 401);
			if (path === '/v1/templates') return json(response, { message: 'For the owner only' }, 401);
			return /^\/v1\/(campaigns|domains|contact-lists)$/.test(path)
				? json(response, { data: [{ uuid: 'a' }] })
				: json(response, { message: 'No' }, 404);
		});
		expect(run.error).toBeUndefined();
		expect(results(run)).toMatchObject({ 'campaign.getAll': 'ok', 'account.get': 'notFound' });
		expect(said(run)['account.get']?.tried).toContain('/v1/me: 401');
		expect(said(run)['template.getAll']).toMatchObject({
			result: 'notTried',
			why: 'The service did not accept the access token, so whether the path is right is not known.',
		});
	});

	it('a token that is refused after answers which prove nothing', async () => {
		const run = await checkAnswers((request, response) =>
			request.url === '/v1/campaigns'
				? json(response, { message: 'Unauthenticated' }, 401)
				: json(response, { message: 'Hello' }),
		);
		expect(errorText(run)).toMatch(/^The service did not accept the access token/);
	});

	it('a token that is refused is an item where the node goes on', async () => {
		const run = await check(undefined, { accessToken: 'another-token-123456' }, { onError: 'continueRegularOutput' });
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('did not accept the access token') }),
		]);
	});

	it.each([
		[403, 'The access token is not allowed to do this, so whether the path is right is not known.'],
		[429, 'The service is limiting how many requests it accepts, so whether the path is right is not known.'],
		[500, 'The service could not handle the request (status 500), so whether the path is right is not known.'],
		[422, 'The service did not accept the values, so whether the path is right is not known.'],
	])('status %i: the path may be right, and no other spelling is tried', async (status, why) => {
		served = opening(
			await serve((request, response) => {
				if (request.url === '/v1/templates') return json(response, { message: 'No' }, status);
				void fetch(`${engine.sandbox.url}${request.url}`, {
					headers: { authorization: request.headers.authorization ?? '' },
				}).then(async (answer) => json(response, await answer.json(), answer.status));
			}),
		);
		const checked = await run({ baseUrl: served.url });
		expect(said(checked)['template.getAll']).toEqual({ method: 'GET', path: '/v1/templates', result: 'notTried', why });
		expect(results(checked)).toEqual({ ...all('ok'), 'template.getAll': 'notTried' });
		expect(toDo(checked)).toBe('Not known: template.getAll. The item of each says why.');
	});

	it('a path that takes other methods only', async () => {
		const run = await checkAnswers((request, response) =>
			json(response, { message: 'No' }, request.url === '/v1/domains' ? 405 : 404),
		);
		expect(said(run)['domain.getAll']).toMatchObject({
			result: 'notFound',
			why: expect.stringMatching(/\(status 405\)\. \d other spellings/),
		});
	});

	it.each([
		[
			'says that it is none',
			{ success: false, error: 'no such route' },
			'The service reports that this was not done (status 200)',
		],
		['is a sentence, where a list was wanted', { message: 'Hello' }, 'The answer is no list'],
	])('an answer of status 200 that %s', async (_what, answer, why) => {
		const run = await checkAnswers((_request, response) => json(response, answer));
		expectNotFound(run, 'campaign.getAll', `${why}. The service answers every path with status 200`);
	});

	it.each([{ answer: { data: [] } }, { answer: [] }])(
		'an answer that every path gives, though it may be a list: $answer',
		async ({ answer }) => {
			const run = await checkAnswers((_request, response) => json(response, answer));
			expect(said(run)['campaign.getAll']).toMatchObject({
				result: 'notTried',
				why: 'The service gives such an answer to a path that does not exist too, so it proves nothing.',
			});
			expect(pasted(run)).toEqual({});
		},
	);

	it('what such a service gives at the right path', async () => {
		const run = await checkAnswers((request, response) =>
			json(response, request.url === '/v1/campaign' ? { data: [{ uuid: 'c1', name: 'Spring' }] } : { data: [] }),
		);
		expect(said(run)['campaign.getAll']).toMatchObject({ result: 'notTried' });
		const page = await checkAnswers((request, response) =>
			request.url === '/v1/campaign'
				? json(response, { data: [{ uuid: 'c1' }] })
				: response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome'),
		);
		expect(said(page)['campaign.getAll']).toMatchObject({ path: '/v1/campaign', result: 'ok' });
	});
});

describe('an account without any data', () => {
	it('says what is missing to try the rest', async () => {
		engine.sandbox.state.contactLists.length = 0;
		expect(said(await check())['subscriber.getAll']).toMatchObject({
			result: 'notTried',
			why: 'It takes a contact list, and the account has none: create one and check again.',
		});
	});

	it('looks for a subscriber in the first three lists', async () => {
		const [first, second] = engine.sandbox.state.contactLists;
		for (const subscriber of [...(first?.subscribers ?? [])]) first?.remove(subscriber);
		expect(results(await check())).toEqual(all('ok'));
		for (const subscriber of [...(second?.subscribers ?? [])]) second?.remove(subscriber);
		for (const list of engine.sandbox.state.contactLists.slice(2))
			for (const subscriber of [...list.subscribers]) list.remove(subscriber);
		engine.sandbox.state.contactLists.splice(3);
		expect(said(await check())['subscriber.get']).toMatchObject({
			result: 'notTried',
			why: expect.stringMatching(/^It takes a subscriber, and the first \d contact lists have none/),
		});
	});
});

it('sends nothing but GET, whatever the service answers', async () => {
	for (const status of [200, 301, 400, 404, 405, 500]) {
		await checkAnswers((_request, response) =>
			json(response, { data: [{ uuid: 'a' }] }, status, { location: '/elsewhere' }),
		);
		expect(served?.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	}
});

it('keeps the token out of what it gives', async () => {
	const run = await checkAnswers((request, response) =>
		json(response, { message: request.headers.authorization }, 404),
	);
	expect(JSON.stringify(jsonOf(run))).not.toContain(engine.credential.accessToken);
});
