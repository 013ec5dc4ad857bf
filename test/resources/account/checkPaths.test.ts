import { endpoints } from '../../../nodes/EmailMarketing/api/endpoints';
import { parseEndpointPaths } from '../../../nodes/EmailMarketing/transport/endpointPaths';
import type { NodeRun } from '../../engine/runNode';
import { json, serve, type Served } from '../../engine/serve';
import { serveMoved, type Move } from '../../engine/serveMoved';
import { expectFailure } from '../../engine/expectFailure';
import { hintsOf, jsonOf, useEngine, warningsOf } from '../../engine/support';

const engine = useEngine();
const keys = Object.keys(endpoints);
const reads = Object.entries(endpoints).flatMap(([key, { method }]) => (method === 'GET' ? [key] : []));
const nothingToDo = expect.stringMatching(/^All paths .* are right/);

/** The service of the check made last. */
let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

async function run(credential: object = {}, node = {}, input: object[] = [{}]): Promise<NodeRun> {
	return await engine.run(
		'account.checkPaths',
		{ requestOptions: { maxRetries: 0 } },
		{ credential: { ...engine.credential, ...credential }, node, input: input as [] },
	);
}

/** Checks a service that has the sandbox's data elsewhere. */
async function check(move: Move, credential: object = {}): Promise<NodeRun> {
	served = await serveMoved(engine.sandbox.url, move);
	return await run({ baseUrl: served.url, ...credential });
}

async function checkServed(handler: Parameters<typeof serve>[0]): Promise<NodeRun> {
	served = await serve(handler);
	return await run({ baseUrl: served.url });
}

/** What was reported of each operation. */
function reported(run: NodeRun): Record<string, { path: string; result: string; why: string; tried: string }> {
	return Object.fromEntries(
		jsonOf(run)
			.slice(1)
			.map(({ operation, ...rest }) => [operation, rest]),
	) as never;
}

function results(run: NodeRun): Record<string, string> {
	return Object.fromEntries(reads.map((key) => [key, reported(run)[key]?.result ?? 'nothing']));
}

/** What is to be pasted, as the credential reads it. */
const pasted = (run: NodeRun) => parseEndpointPaths(jsonOf(run)[0]?.path).paths;
const toDo = (run: NodeRun) => jsonOf(run)[0]?.why;
const all = (result: string) => Object.fromEntries(reads.map((key) => [key, result]));

/** Campaigns and subscribers have other names. */
const renamed: Move = (path) => {
	if (path === '/v1/campaign') return '/v1/campaigns';
	if (path === '/v1/campaigns' || /\/subscriber(\/|$)/.test(path)) return undefined;
	return path.replace(/\/subscribers(?=\/|$)/, '/subscriber');
};

describe('a service with the usual paths', () => {
	it('comes out as the JSON to paste, and an item for each operation', async () => {
		const checked = await run();
		expect(jsonOf(checked)[0]).toMatchObject({ path: '', why: nothingToDo });
		expect(jsonOf(checked).map(({ operation }) => operation)).toEqual(['Endpoint Paths', ...keys]);
		expect(results(checked)).toEqual(all('found'));
		expect(reported(checked)['account.get']).toEqual({
			path: '/v1/account',
			result: 'found',
			why: expect.stringContaining('expected'),
			tried: '',
		});
		expect(reported(checked)['email.send']).toMatchObject({
			result: 'not tested',
			why: expect.stringContaining('changes data'),
		});
		expect([hintsOf(checked), warningsOf(checked)]).toEqual([[nothingToDo], []]);
	});

	it.each<[string, object]>([
		['all are found', {}],
		['some are not', { endpointPaths: '{"campaign.getAll": "/v1/mailings"}' }],
	])('comes out as rows with the same columns, each of them text: %s', async (_, credential) => {
		for (const row of jsonOf(await run(credential))) {
			expect(Object.keys(row)).toEqual(['operation', 'result', 'path', 'why', 'tried']);
			expect(Object.values(row).filter((cell) => typeof cell !== 'string')).toEqual([]);
			expect(['', 'found', 'not found', 'unclear', 'not tested']).toContain(row.result);
		}
	});

	it('is asked once for each path that is read, one request at a time, for all items together', async () => {
		const { items } = await run({}, {}, [{}, {}, {}]);
		expect(items[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		const asked = engine.sandbox.requests().map(({ operationId }) => operationId);
		expect(asked.sort()).toEqual([...reads].sort());
		expect(engine.sandbox.peakInFlight()).toBe(1);
	});
});

describe('a service with other spellings', () => {
	it('is found, and the undocumented writes follow', async () => {
		const run = await check(renamed);
		expect(results(run)).toEqual(all('found'));
		const people = '/v1/contact-lists/{contactList}/subscribers';
		expect(pasted(run)).toEqual({
			'campaign.create': '/v1/campaign',
			'campaign.delete': '/v1/campaign/{campaign}',
			'campaign.getAll': '/v1/campaign',
			'subscriber.delete': `${people}/{subscriber}`,
			'subscriber.get': `${people}/{subscriber}`,
			'subscriber.getAll': people,
			'subscriber.toggleSubscription': `${people}/{subscriber}/toggle`,
			'subscriber.update': `${people}/{subscriber}`,
		});
		expect(reported(run)['campaign.getAll']?.tried).toBe('/v1/campaigns: 404; /v1/campaign: 200');
		expect(reported(run)['campaign.create']?.result).toBe('not tested');
		expect(toDo(run)).toMatch(/'path' of the first item .*'Endpoint Paths'/);
		expect(warningsOf(run)).toEqual([toDo(run)]);
	});

	it('is never asked for the subscribers of all lists', async () => {
		const run = await check((path) => (/subscriber|contacts|members/.test(path) ? undefined : path), {
			endpointPaths: '{"subscriber.getAll": "/v1/people/{contactList}"}',
		});
		const { result, tried: text = '' } = reported(run)['subscriber.getAll'] ?? {};
		const tried = text.split('; ');
		expect(result).toBe('not found');
		expect(tried.length).toBeGreaterThan(3);
		expect(tried.filter((path) => !path.includes('{contactList}'))).toEqual([]);
		expect(toDo(run)).toMatch(/Not found: subscriber\.getAll\..*'Endpoint Paths'/);
	});
});

describe("the credential's own Endpoint Paths", () => {
	it('are tried first and kept, those of writes too', async () => {
		const own = { 'domain.getAll': '/v1/senders', 'domain.delete': '/v1/off/{domain}', 'email.send': '/v1/post' };
		const run = await check((path) => (path === '/v1/senders' ? '/v1/domains' : path), {
			endpointPaths: JSON.stringify(own),
		});
		expect(reported(run)['domain.getAll']).toMatchObject({ path: '/v1/senders', result: 'found' });
		expect(pasted(run)).toEqual({ ...own, 'domain.create': '/v1/senders' });
	});

	it('give way where they are wrong and the usual path is right', async () => {
		const checked = await run({ endpointPaths: '{"campaign.getAll": "/v1/mailings"}' });
		expect(reported(checked)['campaign.getAll']).toMatchObject({ path: '/v1/campaigns', result: 'found' });
		expect(pasted(checked)).toEqual({ 'campaign.getAll': '/v1/campaigns' });
	});
});

describe('what ends the check, or leaves a path unknown', () => {
	it('is a Base URL without /api, where the service is found behind it', async () => {
		const run = await check((path) => (path.startsWith('/api/') ? path.slice(4) : undefined));
		for (const text of [`${served?.url}/api `, "'Base URL'"]) expect(toDo(run)).toContain(text);
		expect(pasted(run)).toEqual({});
		expect(reported(run)['account.get']?.why).toContain("'Base URL'");
	});

	it.each<[string, Parameters<typeof serve>[0]]>([
		['nothing', (_, response) => json(response, { message: 'Not Found' }, 404)],
		['other methods', (_, response) => json(response, { message: 'Method Not Allowed' }, 405)],
		['web pages', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')],
		['reports of a failure', (_, response) => json(response, { success: false, error: 'no such route' })],
	])('is an address that has only %s', async (_, handler) => {
		const run = await checkServed(handler);
		for (const text of ["'Base URL'", `nothing was found at ${served?.url}`]) expect(toDo(run)).toContain(text);
		expect(pasted(run)).toEqual({});
	});

	it('is a token that is not accepted: one request, and its message', async () => {
		const wrong = { accessToken: 'another-token-123456' };
		expectFailure(await run(wrong), { status: 401, mentions: ['access token', "'Access Token'"] });
		expect(engine.sandbox.requests()).toHaveLength(1);
		expect(jsonOf(await run(wrong, { onError: 'continueRegularOutput' }))).toEqual([
			expect.objectContaining({ error: expect.stringContaining('access token') }),
		]);
	});

	it('is no connection', async () => {
		const closed = await serve(() => undefined);
		await closed.close();
		expectFailure(await run({ baseUrl: closed.url }), { mentions: ['Nothing responds at'] });
	});

	it.each([403, 422, 429, 500])('is status %i: the path may be right, and no other is tried', async (status) => {
		const run = await checkServed((request, response) => {
			if (request.url?.startsWith('/v1/templates')) return json(response, { message: 'No' }, status);
			void fetch(`${engine.sandbox.url}${request.url}`, {
				headers: { authorization: request.headers.authorization ?? '' },
			}).then(async (answer) => json(response, await answer.json(), answer.status));
		});
		expect(results(run)).toEqual({ ...all('found'), 'template.getAll': 'unclear' });
		expect(reported(run)['template.getAll']?.tried).toBe('');
		expect(toDo(run)).toMatch(/not be checked: template\.getAll.*'why'/);
	});
});

it('says what was found nowhere, and keeps the searches of the credential as they are', async () => {
	const own = { 'subscriber.getByEmail': '/v1/contact-lists/{contactList}/people?email={email}' };
	const gone: Move = (path) => (/campaign|template/.test(path) ? undefined : path);
	const run = await check(gone, { endpointPaths: JSON.stringify(own) });
	const advice = "Ask the service for their paths and add them to 'Endpoint Paths'.";
	expect(toDo(run)).toBe(`Not found: campaign.getAll, template.getAll. ${advice}`);
	expect(pasted(run)).toEqual(own);
	expect(served?.requests.filter((request) => request.includes('email='))).toEqual([]);
});

it.each([200, 301, 404, 500])('sends nothing but GET, and shows no token: status %i', async (status) => {
	const run = await checkServed((request, response) =>
		json(response, { data: [{ uuid: 'a' }], message: request.headers.authorization }, status, { location: '/x' }),
	);
	expect(served?.requests.length).toBeGreaterThan(0);
	expect(served?.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	expect(JSON.stringify(jsonOf(run))).not.toContain(engine.credential.accessToken);
});
