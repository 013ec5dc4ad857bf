import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentWith, runNode, type NodeRun, type NodeRunOptions } from '../../engine/runNode';
import { json, serve, type Served } from '../../engine/serve';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 60 });
const list = () => defined(engine.sandbox.state.contactLists[0]);
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const count = (operation: string) => operations().filter((one) => one === operation).length;
const mapped = (): INodeParameters => ({ contactList: byId(list().uuid), dataMode: 'autoMapInputData' });
const upsert = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> => await engine.run('subscriber.upsert', { ...mapped(), ...parameters }, { input, ...more });
const actions = (run: NodeRun) => jsonOf(run).map(({ action }) => action);
const goOn = { node: { onError: 'continueRegularOutput' as const } };

/** Creates or updates the people of the input items at a service of the test. */
async function upsertAt(
	{ url }: Served,
	input: IDataObject[],
	parameters: INodeParameters,
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'upsert',
			contactList: byId('L'),
			dataMode: 'autoMapInputData',
			...parameters,
		},
		credential: { baseUrl: url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		input,
		...more,
	});
}

describe('Subscriber → Create or Update', () => {
	it('creates who is not there, in one request, as Create does', async () => {
		const run = await engine.run('subscriber.upsert', {
			contactList: byId(list().uuid),
			email: 'new@example.com',
			additionalFields: { firstName: 'Ann', tags: 'a, b' },
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				action: 'created',
				email: 'new@example.com',
				first_name: 'Ann',
				tags: ['a', 'b'],
				is_subscribed: true,
			}),
		]);
		expect(engine.sandbox.requests()).toEqual([
			expect.objectContaining({
				operationId: 'subscriber.create',
				body: { email: 'new@example.com', first_name: 'Ann', tags: ['a', 'b'] },
			}),
		]);
	});

	it('finds who is there whatever the case of the email, and sends only what differs', async () => {
		const someone = defined(list().subscribers[50]);
		const run = await upsert([
			{ email: ` ${someone.email.toUpperCase()}`, first_name: someone.firstName, last_name: 'Changed' },
		]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', uuid: someone.uuid, email: someone.email, last_name: 'Changed' }),
		]);
		expect(engine.sandbox.requests().at(-1)).toMatchObject({
			operationId: 'subscriber.update',
			body: { last_name: 'Changed' },
		});
		expect(someone.lastName).toBe('Changed');
	});

	it('sends nothing more for who has it all already', async () => {
		const { email, tags, uuid } = defined(list().subscribers[0]);
		const run = await upsert([{ email, tags: [...tags].reverse() }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'unchanged', uuid, email })]);
		expect(count('subscriber.update')).toBe(0);
	});

	it('costs at most 1.6 times the requests of plain creates and one reading of the list, when half of them are there', async () => {
		const half = list().subscribers.map(({ email }) => ({ email, last_name: 'Changed' }));
		const input = half.flatMap((row, index) => [row, { email: `new${index}@example.com` }]);
		const run = await upsert(input);
		expect(actions(run).filter((action) => action === 'updated')).toHaveLength(60);
		expect(actions(run).filter((action) => action === 'created')).toHaveLength(60);
		// As many pages as the list has by now, once each.
		const reads = engine.sandbox
			.requests()
			.filter(({ operationId }) => operationId === 'subscriber.getAll')
			.map(({ query }) => query);
		expect(reads).toEqual([...new Set(reads)]);
		expect(reads.length).toBeLessThanOrEqual(Math.ceil(list().subscribers.length / 15));
		expect(operations().length - reads.length).toBeLessThanOrEqual(1.6 * input.length);
	});

	it('leaves unsubscribed who is unsubscribed', async () => {
		const gone = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
		const run = await upsert([{ email: gone.email, first_name: 'Still', is_subscribed: true }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', first_name: 'Still', is_subscribed: false }),
		]);
		expect(gone.unsubscribedAt).not.toBeNull();
		expect(count('subscriber.toggleSubscription')).toBe(0);
	});

	it.each<[string, INodeParameters]>([
		['mapped', {}],
		['set below', { dataMode: 'defineBelow', email: '={{ $json.email }}' }],
	])('skips who is said to be unsubscribed, with the reason, and sends nothing: %s', async (_, parameters) => {
		const run = await upsert(
			[
				{ email: 'a@example.com', is_subscribed: false },
				{ email: 'b@example.com', unsubscribed_at: '2024-01-02' },
			],
			parameters,
		);
		expect(jsonOf(run)).toEqual([
			{
				action: 'skipped',
				reason: 'The item says that this person is not subscribed: "is_subscribed" is "false"',
				email: 'a@example.com',
				is_subscribed: false,
			},
			{
				action: 'skipped',
				reason: 'The item says that this person is not subscribed: "unsubscribed_at" is "2024-01-02"',
				email: 'b@example.com',
				is_subscribed: false,
				unsubscribed_at: '2024-01-02',
			},
		]);
		expect(hintsOf(run).join()).toContain("'Include Unsubscribed' under 'Options' takes them too");
		expect(operations()).toEqual([]);
	});

	it("takes them where 'Include Unsubscribed' is on", async () => {
		const run = await upsert([{ email: 'a@example.com', is_subscribed: false }], {
			options: { includeUnsubscribed: true },
		});
		expect(actions(run)).toEqual(['created']);
	});

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'lets the last item win of those with the same address: %s',
		async (onError) => {
			const input = [
				{ email: 'ann@example.com', tags: ['a'] },
				{ email: 'b@example.com' },
				{ email: 'ANN@example.com ', tags: ['b'] },
				{ email: 'Ann@Example.com', tags: ['b'] },
			];
			const run = await upsert(input, {}, { node: { onError } });
			expect(actions(run)).toEqual(['created', 'created', 'updated', 'unchanged']);
			expect(list().withEmail('ann@example.com')?.tags).toEqual(['b']);
			// Nobody had to be looked for.
			expect(operations()).toEqual(expect.not.arrayContaining(['subscriber.getAll']));
		},
	);

	it('looks for everybody in the list that the item names', async () => {
		const [one, other] = engine.sandbox.state.contactLists;
		const input = [defined(one), defined(other)].map(({ uuid, subscribers }) => ({
			list: uuid,
			email: defined(subscribers[0]).email,
			last_name: 'Here',
		}));
		const run = await upsert(input, { contactList: byId('={{ $json.list }}') });
		expect(actions(run)).toEqual(['updated', 'updated']);
		expect([one, other].map((each) => each?.subscribers[0]?.lastName)).toEqual(['Here', 'Here']);
	});

	it('keeps its own word beside an "action" of the service', async () => {
		const served = await serve((_, response) =>
			json(response, { subscriber: { uuid: 'u1', action: 'none', email: 'a@example.com' } }),
		);
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'upsert', contactList: byId('L'), email: 'a@example.com' },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created' })]);
	});

	it('answers an agent that calls it as its tool', async () => {
		const { email } = defined(list().subscribers[0]);
		const parameters = {
			resource: 'subscriber',
			operation: 'upsert',
			contactList: byId(list().uuid),
			dataMode: 'autoMapInputData',
		};
		const call = agentWith({ parameters, credential: engine.credential });
		expect((await call({ email, last_name: 'Agent' })).map(({ json: { action } }) => action)).toEqual(['updated']);
		expect(
			(await call({ email: 'tool@example.com', is_subscribed: false })).map(({ json: { action } }) => action),
		).toEqual(['skipped']);
	});
});

describe("'Tags Mode' of Create or Update", () => {
	it.each<[string, (tags: readonly string[]) => readonly string[]]>([
		['replace', () => ['x']],
		['add', (tags) => [...tags, 'x']],
		['remove', (tags) => tags],
	])('%s: what the tags are afterwards', async (tagsMode, after) => {
		const someone = defined(list().subscribers.find(({ tags }) => tags.length > 1));
		const before = [...someone.tags];
		const run = await upsert([{ email: someone.email, tags: ['x'] }], { options: { tagsMode } });
		expect(run.error).toBeUndefined();
		expect(someone.tags).toEqual(after(before));
		expect(count('subscriber.update')).toBe(tagsMode === 'remove' ? 0 : 1);
	});

	it.each(['upsert', 'sync'])(
		'adds to the tags of the subscriber where the list shows none of them: %s',
		async (operation) => {
			const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', is_subscribed: true };
			const sent: unknown[] = [];
			const served = await serve((request, response, body) => {
				if (request.method === 'PUT') sent.push(JSON.parse(body));
				return request.url?.includes('/u1') === true
					? json(response, { subscriber: { ...ann, tags: ['vip'] } })
					: json(response, { data: [{ ...ann, tags: [] }] });
			});
			const more = operation === 'sync' ? { operation, removal: 'keep', dryRun: false } : {};
			await upsertAt(served, [{ email: 'ann@example.com', tags: 'new' }], { ...more, options: { tagsMode: 'add' } });
			await served.close();
			expect(sent).toEqual([{ tags: ['vip', 'new'] }]);
		},
	);

	/** Somebody with these tags, which the list does not show. */
	async function atHidden(tags: string[] | undefined, more: INodeParameters, row: IDataObject, status = 200) {
		const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', is_subscribed: true };
		const sent: unknown[] = [];
		const served = await serve((request, response, body) => {
			if (request.method !== 'GET') sent.push(JSON.parse(body));
			return request.url?.includes('/u1') === true
				? json(response, status === 200 ? { subscriber: { ...ann, tags } } : { message: 'Not just now' }, status)
				: json(response, { data: [{ ...ann, tags: [] }], message: 'ok' });
		});
		const run = await upsertAt(served, [{ email: 'ann@example.com', ...row }], more);
		await served.close();
		return { run, sent };
	}
	const sync = { operation: 'sync', removal: 'keep', dryRun: false };

	it('takes away tags that the list does not show', async () => {
		const options = { tagsMode: 'remove', readListFirst: true };
		const { sent } = await atHidden(['vip', 'old'], { options }, { tags: 'old' });
		expect(sent).toEqual([{ tags: ['vip'] }]);
		const { run, sent: none } = await atHidden(['vip'], { options }, { tags: 'old' });
		expect([none, jsonOf(run)[0]]).toEqual([[], expect.objectContaining({ action: 'unchanged', tags: ['vip'] })]);
	});

	it.each<INodeParameters>([
		{ operation: 'import', options: { tagsMode: 'add' } },
		{ operation: 'import', options: { tagsMode: 'remove' } },
		{ ...sync, options: { tagsMode: 'remove' } },
	])('does nothing where it rests on tags that the list does not show: %j', async (more) => {
		const { run, sent } = await atHidden(['vip'], more, { tags: 'x' });
		expect(run.error?.message).toBe('The contact list does not show the tags of its subscribers');
		expect(sent).toEqual([]);
	});

	it('puts back what an update has emptied, those tags included', async () => {
		let ann: IDataObject = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] };
		const served = await serve((request, response, body) => {
			if (request.method === 'PUT')
				ann = {
					uuid: 'u1',
					email: ann.email,
					first_name: null,
					last_name: null,
					tags: [],
					...(JSON.parse(body) as object),
				};
			return request.method === 'GET' && request.url?.includes('/u1') !== true
				? json(response, { data: [{ ...ann, tags: [] }] })
				: json(response, { subscriber: ann });
		});
		await upsertAt(served, [{ email: 'ann@example.com', first_name: 'Anna', tags: 'old' }], {
			options: { tagsMode: 'remove' },
		});
		await served.close();
		expect(ann).toMatchObject({ first_name: 'Anna', last_name: 'Lee', tags: ['vip'] });
	});

	it('does nothing where it cannot be told whether the list leaves tags out', async () => {
		const { run, sent } = await atHidden(
			undefined,
			{ operation: 'import', options: { tagsMode: 'add' } },
			{ tags: 'x' },
		);
		expect(run.error?.message).toBe('Whether the contact list leaves tags out cannot be told');
		expect(run.error?.description).toContain('a subscriber who is read by the ID is shown without a place for tags. ');
		expect(sent).toEqual([]);
	});

	it.each([404, 500])(
		'says why it cannot be told where reading is answered with %i, and does nothing',
		async (status) => {
			const options = { tagsMode: 'add', maxRetries: 0 };
			const { run, sent } = await atHidden([], { operation: 'import', options }, { tags: 'x' }, status);
			expect(run.error?.message).toBe('Whether the contact list leaves tags out cannot be told');
			expect(run.error?.description).toMatch(
				/reading a subscriber by the ID did not work: .+: Not just now\. Run this again/,
			);
			expect(sent).toEqual([]);
		},
	);

	it.each<INodeParameters>([
		{ operation: 'import', options: { tagsMode: 'add' } },
		{ ...sync, options: { tagsMode: 'remove' } },
	])('goes on where nobody has any, or the row gives none: %j', async (more) => {
		expect((await atHidden([], more, { tags: 'x' })).run.error).toBeUndefined();
		expect((await atHidden(['vip'], more, {})).run.error).toBeUndefined();
	});

	it('creates somebody without the tags that are to be removed', async () => {
		await upsert([{ email: 'new@example.com', tags: ['x'] }], { options: { tagsMode: 'remove' } });
		expect(list().withEmail('new@example.com')?.tags).toEqual([]);
	});

	it('may be another for each item, and sees what the items before have set', async () => {
		const input = [
			{ email: 'ann@example.com', tags: ['a', 'b'], mode: 'replace' },
			{ email: 'ann@example.com', tags: ['c'], mode: 'add' },
			{ email: 'ann@example.com', tags: ['a'], mode: 'remove' },
		];
		await upsert(input, { options: { tagsMode: '={{ $json.mode }}' } as unknown as INodeParameters });
		expect(list().withEmail('ann@example.com')?.tags).toEqual(['b', 'c']);
	});
});

describe('a service with other answers', () => {
	interface Service {
		readonly refusal?: unknown;
		readonly status?: number;
		readonly entries?: unknown;
		readonly created?: unknown;
	}

	/** Refuses every create unless told how it is answered. */
	async function against(
		{
			refusal = {},
			status = 422,
			entries = [{ uuid: 'u1', email: 'Ann@Example.com', first_name: 'Ann', tags: ['a'] }],
			created,
		}: Service,
		input: IDataObject[] = [{ email: 'ann@example.com', first_name: 'Anna' }],
		parameters: INodeParameters = {},
	) {
		const sent: Array<[string, unknown]> = [];
		const served = await serve((request, response, body) => {
			if (request.method !== 'GET')
				sent.push([`${request.method} ${request.url?.split('/').slice(4).join('/')}`, JSON.parse(body || 'null')]);
			if (request.method === 'GET') json(response, { data: entries });
			else if (request.method === 'PUT') json(response, {});
			else if (created === undefined) json(response, refusal, status);
			else json(response, created);
		});
		const run = await upsertAt(served, input, parameters);
		await served.close();
		return { run, sent, reads: served.requests.filter((request) => request.startsWith('GET')).length };
	}

	it.each<[string, unknown, number]>([
		['409 with a sentence', { message: 'Conflict' }, 409],
		['409 with nothing', '', 409],
		['422 on the email', { errors: { email: ['taken'] } }, 422],
		[
			'422 in another language',
			{ message: 'Die E-Mail-Adresse ist bereits vergeben.', errors: { email: ['ist bereits vergeben'] } },
			422,
		],
		['422 without fields', { message: 'Already there' }, 422],
		['422 as JSON:API', { errors: [{ detail: 'taken', source: { pointer: '/data/attributes/email' } }] }, 422],
		['422 on the email of an envelope', { errors: { 'subscriber.email': ['taken'] } }, 422],
		['400', { error: 'exists' }, 400],
	])('updates who is there, when the create is refused by %s', async (_, refusal, status) => {
		const { run, sent } = await against({ refusal, status });
		expect(run.error).toBeUndefined();
		expect(sent[1]).toEqual(['PUT subscriber/u1', { first_name: 'Anna' }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', email: 'Ann@Example.com', first_name: 'Anna' }),
		]);
	});

	it('updates nobody when something else than the email was refused', async () => {
		const { run, sent, reads } = await against({ refusal: { errors: { tags: ['too many'] } } });
		expect(run.error?.message).toBe("The service did not accept 'Tags'");
		expect([sent.length, reads]).toEqual([1, 0]);
	});

	it('gives the refusal itself when nobody has the email, as for one that the service does not take', async () => {
		const { run, sent } = await against({
			refusal: { errors: { email: ['is no address'] } },
			entries: [{ uuid: 'u2', email: 'b@example.com' }],
		});
		expect(errorText(run)).toContain('is no address');
		expect(sent).toHaveLength(1);
	});

	it('says that the list may be incomplete when nobody is found in it', async () => {
		const { run } = await against({ refusal: { errors: { email: ['taken'] } }, entries: [{ uuid: 'u2' }] });
		expect(errorText(run)).toContain(
			'Whether the subscriber is in the list could not be told: 1 of its 1 entries came without a legible email.',
		);
	});

	it('says first what was refused, and then why it could not look for the subscriber', async () => {
		const served = await serve((request, response) =>
			request.method === 'GET'
				? json(response, {}, 404)
				: json(response, { errors: { email: ['is a disposable address'] } }, 422),
		);
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'upsert', contactList: byId('L'), email: 'a@example.com' },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(errorText(run)).toMatch(
			/^The service did not accept 'Email' \| Email: is a disposable address\. Whether the subscriber is in the list could not be told: Nothing was found at GET .*subscriber\.getAll/,
		);
	});

	it('changes nobody when two have the email', async () => {
		const { run, sent } = await against({
			status: 409,
			entries: [
				{ uuid: 'u1', email: 'ann@example.com' },
				{ uuid: 'u2', email: 'ANN@example.com' },
			],
		});
		expect(run.error?.message).toBe('2 subscribers of the contact list have this email');
		expect(sent).toHaveLength(1);
	});

	it('finds people among JSON:API entries', async () => {
		const { sent } = await against({
			status: 409,
			entries: [{ id: 'j1', attributes: { email: 'ann@example.com', first_name: 'Ann' } }],
		});
		expect(sent[1]).toEqual(['PUT subscriber/j1', { first_name: 'Anna' }]);
	});

	it('sends tags that may be there already, where the list does not show any', async () => {
		const { sent } = await against({ status: 409, entries: [{ uuid: 'u1', email: 'ann@example.com' }] }, [
			{ email: 'ann@example.com', tags: [] },
		]);
		expect(sent[1]).toEqual(['PUT subscriber/u1', { tags: [] }]);
	});

	it('adds no tag to those that the list does not show', async () => {
		const { run, sent } = await against(
			{ status: 409, entries: [{ uuid: 'u1', email: 'ann@example.com' }] },
			[{ email: 'ann@example.com', tags: ['a'] }],
			{ options: { tagsMode: 'add' } },
		);
		expect(run.error?.message).toBe('The service does not show the tags of this subscriber');
		expect(sent).toEqual([]);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['a sentence', { message: 'OK' }],
		['an empty subscriber', { subscriber: {} }],
	])('says who was created when the answer is %s', async (_, created) => {
		const served = await serve((_request, response) =>
			created === undefined ? response.writeHead(204).end() : json(response, created),
		);
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'upsert', contactList: byId('L'), email: 'a@example.com' },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created', email: 'a@example.com' })]);
	});

	it('adds to the tags that it has just sent, though the answer does not show them', async () => {
		const { sent } = await against(
			{ created: { subscriber: { uuid: 'u9' } } },
			[
				{ email: 'n@example.com', tags: ['a'] },
				{ email: 'n@example.com', tags: ['b'] },
			],
			{ options: { tagsMode: 'add' } },
		);
		expect(sent).toEqual([
			['POST subscriber', { email: 'n@example.com', tags: ['a'] }],
			['PUT subscriber/u9', { tags: ['a', 'b'] }],
		]);
	});

	it('creates others though the list cannot be read', async () => {
		const served = await serve((request, response, body) => {
			if (request.method === 'GET') json(response, { message: 'No' }, 403);
			else if (body.includes('taken')) json(response, { errors: { email: ['taken'] } }, 422);
			else json(response, { subscriber: { uuid: 'u1', email: 'x' } });
		});
		const run = await upsertAt(
			served,
			[{ email: 'taken@example.com' }, { email: 'new@example.com' }],
			{ options: { maxParallelRequests: 1 } },
			goOn,
		);
		await served.close();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				error: "The service did not accept 'Email'",
				details: expect.stringContaining('The access token is not allowed to do this'),
			}),
			expect.objectContaining({ action: 'created' }),
		]);
	});

	it('reads the list once, however many are there', async () => {
		const { run, reads } = await against(
			{ status: 409 },
			Array.from({ length: 30 }, () => ({ email: 'ann@example.com', first_name: 'Ann' })),
		);
		expect([reads, actions(run).every((action) => action === 'unchanged')]).toEqual([1, true]);
	});
});

describe('Create or Update under faults', () => {
	const rows = [{ email: 'ann@example.com' }, { email: 'ann@example.com', first_name: 'Ann' }];

	it.each(['reset-after', '500-after', '504', 'php-warning'] as const)(
		'does not create a second time who may have been created: %s',
		async (fault) => {
			engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.create' }] });
			const run = await upsert(rows, {}, { node: { onError: 'continueErrorOutput' } });
			expect(count('subscriber.create')).toBe(1);
			expect(run.errorItems).toHaveLength(2);
			expect(run.errorItems.map(({ json: { details } }) => details)).toEqual([
				expect.stringContaining('may have happened'),
				expect.stringContaining('may have happened'),
			]);
		},
	);

	it('sends nothing again under Retry On Fail that is done or may have happened', async () => {
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: 'reset-after', operation: 'subscriber.create' }] });
		const run = await upsert(
			[{ email: 'a@example.com' }, { email: 'b@example.com' }],
			{ options: { maxParallelRequests: 1 } },
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(errorText(run)).toContain('It may have happened all the same');
		expect(operations()).toEqual(['subscriber.create', 'subscriber.create']);
	});

	it('gets through a storm of refusals without a double', async () => {
		engine.sandbox.faults({ script: [{ fault: '429-seconds', times: 12 }], retryAfterSeconds: 0 });
		const input = Array.from({ length: 20 }, (_, index) => ({ email: `new${index}@example.com` }));
		const run = await upsert(input);
		expect(actions(run)).toEqual(input.map(() => 'created'));
		expect(list().subscribers).toHaveLength(80);
	});

	it('stops a node that stops, when the update of somebody fails', async () => {
		const { email } = defined(list().subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.update', times: 9 }] });
		const run = await upsert([{ email, last_name: 'x' }, { email: 'new@example.com' }], {
			options: { maxParallelRequests: 1 },
		});
		expect(run.error?.description).toContain('Of 2 items, this one failed and 1 was not sent.');
		expect(list().withEmail('new@example.com')).toBeUndefined();
	});

	it('puts a refused row on the error output and goes on', async () => {
		const run = await upsert(
			[{ email: 'no address' }, { email: 'new@example.com' }],
			{},
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(actions(run)).toEqual(['created']);
		expect(run.errorItems.map(({ json: { email } }) => email)).toEqual(['no address']);
	});
});

it('counts all items in the note above the output, those that failed or may have been done included', async () => {
	const there = defined(list().subscribers[0]);
	engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.create' }] });
	const input = [
		{ email: 'lost@example.com' },
		{ email: 'new@example.com' },
		{ email: there.email, tags: there.tags },
		{ email: 'no address' },
		{ email: 'gone@example.com', is_subscribed: false },
	];
	const run = await upsert(input, { options: { maxParallelRequests: 1 } }, goOn);
	expect(hintsOf(run)).toContain('Create or Update: 1 created, 1 unchanged, 1 skipped, 1 failed, 1 unknown.');
});

it('updates nobody by what the service shows of somebody else, after an update that may have been done', async () => {
	const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', is_subscribed: true };
	const served = await serve((request, response) => {
		if (request.method === 'POST') json(response, { message: 'Conflict' }, 409);
		else if (request.method === 'PUT') json(response, {}, 500);
		else if (request.url?.includes('/subscriber/')) json(response, { subscriber: { ...ann, uuid: 'u0' } });
		else json(response, { data: [ann] });
	});
	const run = await upsertAt(
		served,
		[
			{ email: 'ann@example.com', first_name: 'Anna' },
			{ email: 'ann@example.com', first_name: 'Anne' },
		],
		{ options: { maxRetries: 0 } },
		{ node: { onError: 'continueRegularOutput' } },
	);
	await served.close();
	expect(jsonOf(run)[1]?.error).toBe('The service was asked for one subscriber and showed another (u0)');
	expect(served.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
});

it('does not pass for done, and updates nobody else who is unsubscribed, where the service subscribes whom it updates', async () => {
	const people = ['ann', 'bob', 'cat'].map((name) => ({
		uuid: name,
		email: `${name}@example.com`,
		first_name: 'P',
		is_subscribed: name === 'cat',
	}));
	const served = await serve((request, response) => {
		if (request.method === 'POST') json(response, { message: 'Conflict' }, 409);
		else if (request.method === 'GET') json(response, { data: people });
		else json(response, { subscriber: { uuid: request.url?.split('/').at(-1), first_name: 'Q', is_subscribed: 1 } });
	});
	const run = await upsertAt(
		served,
		people.map(({ email }) => ({ email, first_name: 'Q' })),
		{ options: { maxParallelRequests: 1 } },
		{ node: { onError: 'continueRegularOutput' } },
	);
	await served.close();
	expect(jsonOf(run).map(({ error, action }) => error ?? action)).toEqual([
		'After this update the service shows ann@example.com as subscribed, who was unsubscribed before',
		'bob@example.com is unsubscribed, and an update might subscribe them again',
		'updated',
	]);
	expect(served.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(2);
});
