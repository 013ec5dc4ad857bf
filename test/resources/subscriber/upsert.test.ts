import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { agentWith, runNode, type NodeRun, type NodeRunOptions } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { runWithSubscribers } from '../../engine/serveSubscribers';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 350 });
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
const oneByOne = { requestOptions: { maxParallelRequests: 1 } };

describe('Subscriber → Create or Update', () => {
	it('creates a new subscriber in one request, as Create does', async () => {
		const run = await engine.run('subscriber.upsert', {
			contactList: byId(list().uuid),
			email: 'new@example.com',
			additionalFields: { firstName: 'Ann', tags: 'a, b' },
		});
		const body = { email: 'new@example.com', first_name: 'Ann', tags: ['a', 'b'] };
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created', ...body, is_subscribed: true })]);
		expect(engine.sandbox.requests()).toEqual([expect.objectContaining({ operationId: 'subscriber.create', body })]);
	});

	it('finds a subscriber whatever the case of the email, and updates it', async () => {
		const someone = defined(list().subscribers[50]);
		const run = await upsert([{ email: ` ${someone.email.toUpperCase()}`, last_name: 'Changed' }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', uuid: someone.uuid, email: someone.email, last_name: 'Changed' }),
		]);
		expect(operations()).toEqual(['subscriber.create', 'subscriber.getAll', 'subscriber.update']);
		expect(someone.lastName).toBe('Changed');
	});

	it('sends no update where nothing changes', async () => {
		const { email, tags, uuid } = defined(list().subscribers.find((one) => one.tags.length > 1));
		const run = await upsert([{ email, tags: [tags.at(-1), tags[0]] }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'unchanged', uuid, email, tags })]);
		expect(count('subscriber.update')).toBe(0);
	});

	it('takes an opt-out for its own contact list alone', async () => {
		const uuids = engine.sandbox.state.contactLists.slice(0, 2).map(({ uuid }) => uuid);
		const input = uuids.map((uuid, index) => ({
			list: uuid,
			email: 'new@example.com',
			newsletter: index === 0 ? 'no' : 'yes',
		}));
		expect(actions(await upsert(input, { contactList: byId('={{ $json.list }}') }))).toEqual(['skipped', 'created']);
	});

	it('adds tags to those that the list shows', async () => {
		const someone = defined(list().subscribers.find(({ tags }) => tags.length > 1));
		const [first = '', ...others] = someone.tags;
		await upsert([{ email: someone.email, tags: ['x', first] }]);
		expect(someone.tags).toEqual([first, ...others, 'x']);
		expect(count('subscriber.get')).toBe(0);
	});

	it.each([
		[[3, 7], 1],
		[[3, 150, 120], 2],
	])('reads the list once for all, and no further than the subscribers at %j are', async (indices, readings) => {
		const input = indices.map((index) => ({ email: defined(list().subscribers[index]).email, last_name: 'Changed' }));
		const run = await upsert(input);
		expect(new Set(actions(run))).toEqual(new Set(['updated']));
		expect(count('subscriber.getAll')).toBe(readings);
	});

	it('costs at most 1.6 times the requests of plain creates and one reading of the list, when half of them are there', async () => {
		const half = list()
			.subscribers.slice(0, 60)
			.map(({ email }) => ({ email, last_name: 'Changed' }));
		const input = half.flatMap((row, index) => [row, { email: `new${index}@example.com` }]);
		const run = await upsert(input);
		expect(actions(run)).toEqual(half.flatMap(() => ['updated', 'created']));
		expect(count('subscriber.getAll')).toBe(1);
		expect(operations().length - 1).toBeLessThanOrEqual(1.6 * input.length);
	});

	it('keeps an unsubscribed subscriber unsubscribed', async () => {
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
	])(
		'skips an item that says that its person is unsubscribed, with the reason, and sends nothing: %s',
		async (_, parameters) => {
			const row = { email: 'b@example.com', unsubscribed_at: '2024-01-02' };
			const run = await upsert([row], parameters);
			expect(jsonOf(run)).toEqual([
				{
					action: 'skipped',
					email: row.email,
					reason: 'Opted out: "unsubscribed_at" is "2024-01-02"',
					is_subscribed: false,
					input: row,
				},
			]);
			expect(hintsOf(run)).toContain('Create or Update: 1 skipped.');
			expect(operations()).toEqual([]);
		},
	);

	it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'applies items with the same address in their order: %s',
		async (onError) => {
			const input = [
				{ email: 'ann@example.com', first_name: 'Ann', tags: ['a'] },
				{ email: 'b@example.com' },
				{ email: 'ANN@example.com ', first_name: 'Anna', tags: ['b'] },
				{ email: 'Ann@Example.com', tags: ['b'] },
			];
			const run = await upsert(input, {}, { node: { onError } });
			expect(actions(run)).toEqual(['created', 'created', 'updated', 'unchanged']);
			expect(list().withEmail('ann@example.com')).toMatchObject({ firstName: 'Anna', tags: ['a', 'b'] });
			// No subscriber had to be looked up.
			expect(count('subscriber.getAll')).toBe(0);
		},
	);

	it('looks each subscriber up in the list that the item names', async () => {
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

	it('answers an agent that calls it as its tool', async () => {
		const { email } = defined(list().subscribers[0]);
		const parameters = { resource: 'subscriber', operation: 'upsert', ...mapped() };
		const call = agentWith({ parameters, credential: engine.credential });
		const rows = [
			{ email, last_name: 'Agent' },
			{ email: 'tool@example.com', is_subscribed: false },
		];
		const outputs = [await call(rows[0] ?? {}), await call(rows[1] ?? {})];
		expect(outputs.flat().map(({ json: { action } }) => action)).toEqual(['updated', 'skipped']);
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
		const run = await upsert(input, oneByOne, goOn);
		expect(hintsOf(run)).toContain('Create or Update: 1 created, 1 unchanged, 1 skipped, 1 rejected, 1 unknown.');
	});
});

describe('Create or Update of an address that is taken', () => {
	const ann = { uuid: 'u1', email: 'Ann@Example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] };
	const row = { email: 'ann@example.com', first_name: 'Anna' };
	/** Rejects the creates. */
	const rejecting =
		(status: number, body: unknown = {}) =>
		(request: string) =>
			request === 'POST' ? ([status, body] as const) : undefined;
	const at = async (service: Partial<Parameters<typeof runWithSubscribers>[0]>, input = [row], more = {}) =>
		await runWithSubscribers(
			{ people: [ann], ...service },
			'upsert',
			{ dataMode: 'autoMapInputData' },
			{
				input,
				...more,
			},
		);

	it.each<[string, number, unknown]>([
		['409 with a sentence', 409, { message: 'Conflict' }],
		['409 with nothing', 409, ''],
		['422 on the email, in any language', 422, { errors: { email: ['ist bereits vergeben'] } }],
		['422 without fields', 422, { message: 'Already there' }],
	])('looks it up and updates its subscriber, where the create is rejected with %s', async (_, status, body) => {
		const { run, requests, people } = await at({ refuse: rejecting(status, body) });
		expect(requests).toEqual(['POST', 'GET', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: 'Anna' }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', email: 'Ann@Example.com', first_name: 'Anna' }),
		]);
	});

	it.each<[number, unknown]>([
		[422, { errors: { tags: ['too many'] } }],
		[400, { message: 'Bad request' }],
		[200, { success: false, message: 'No' }],
	])('is not looked up where something else is rejected: %i %j', async (status, body) => {
		const { run, requests } = await at({ refuse: rejecting(status, body) });
		expect(run.error).toBeDefined();
		expect(requests).toEqual(['POST']);
	});

	it('fails with the message of the service where it is not in the list, after one reading for all', async () => {
		const input = [row, { ...row, email: 'other@example.com' }];
		const refuse = rejecting(422, { errors: { email: ['is a disposable address'] } });
		const { run, requests } = await at({ people: [], refuse }, input, goOn);
		expect(jsonOf(run)).toEqual(
			input.map(({ email }) =>
				expect.objectContaining({ action: 'rejected', email, reason: 'Email: is a disposable address' }),
			),
		);
		expect(requests.sort()).toEqual(['GET', 'POST', 'POST']);
	});

	it('fails where it could not be looked up, and creates the others', async () => {
		const refuse = (request: string, { email }: IDataObject) => {
			if (request === 'GET') return [403, {}] as const;
			return email === row.email ? ([422, { errors: { email: ['is taken'] } }] as const) : undefined;
		};
		const { run } = await at({ refuse }, [row, { ...row, email: 'new@example.com' }], goOn);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				action: 'failed',
				reason: 'The subscriber could not be looked up: The access token is not allowed to do this',
			}),
			expect.objectContaining({ action: 'created' }),
		]);
	});

	it('changes nothing where two subscribers have it', async () => {
		const people = [ann, { ...ann, uuid: 'u2', email: 'ANN@example.com' }];
		const { run, requests } = await at({ people });
		expect(run.error?.message).toContain('2 subscribers of the contact list have the email');
		expect(requests).toEqual(['POST', 'GET']);
	});

	it('sends no tags where the service shows the present ones nowhere', async () => {
		const listed = ({ uuid, email }: IDataObject) => ({ uuid, email });
		const { run, requests } = await at({ listed, shown: listed }, [{ ...row, tags: ['b'] } as typeof row]);
		expect(run.error?.message).toContain('does not show the tags of this subscriber');
		expect(requests).toEqual(['POST', 'GET', 'GET u1']);
	});
});

describe('a subscriber that Create or Update has created', () => {
	const create = async (input: IDataObject[], answer: unknown) =>
		await runWithSubscribers(
			{ people: [], answer: () => answer, replaces: true },
			'upsert',
			{ dataMode: 'autoMapInputData' },
			{ input },
		);

	it.each<[string, unknown]>([
		['a message', { message: 'OK' }],
		['an empty subscriber', { subscriber: {} }],
		['an action of the service', { subscriber: { uuid: 'u1', action: 'none' } }],
	])('comes out with what was sent, where the answer is %s', async (_, answer) => {
		const { run } = await create([{ email: 'a@example.com' }], answer);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created', email: 'a@example.com' })]);
	});

	it('keeps the tags that were just sent, though the answer does not show them', async () => {
		const input = [
			{ email: 'n@example.com', tags: ['a'] },
			{ email: 'n@example.com', tags: ['b'] },
		];
		const { people, requests } = await create(input, { subscriber: { uuid: 'u1' } });
		expect(people).toEqual([expect.objectContaining({ email: 'n@example.com', tags: ['a', 'b'] })]);
		expect(requests).toEqual(['POST', 'GET u1', 'PUT u1']);
	});
});

describe('Create or Update under faults', () => {
	it.each(['reset-after', '500-after', '504', 'php-warning'] as const)(
		'creates nothing twice that may have been created: %s',
		async (fault) => {
			engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.create' }] });
			const rows = [{ email: 'ann@example.com' }, { email: 'ann@example.com', first_name: 'Ann' }];
			const run = await upsert(rows, {}, { node: { onError: 'continueErrorOutput' } });
			expect(count('subscriber.create')).toBe(1);
			expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true]);
		},
	);

	it('sends nothing again under Retry On Fail that is done or may have happened', async () => {
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: 'reset-after', operation: 'subscriber.create' }] });
		const run = await upsert([{ email: 'a@example.com' }, { email: 'b@example.com' }], oneByOne, {
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(errorText(run)).toContain('It may have happened anyway');
		expect(operations()).toEqual(['subscriber.create', 'subscriber.create']);
	});

	it('goes on by Retry On Fail where a rejected token stopped it', async () => {
		const { email } = defined(list().subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.update' }] });
		const run = await upsert([{ email: 'a@example.com' }, { email, last_name: 'x' }], oneByOne, {
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(actions(run)).toEqual(['created', 'updated']);
		expect(list().subscribers.filter((subscriber) => subscriber.email === 'a@example.com')).toHaveLength(1);
	});

	it('gets through a storm of refusals without a double', async () => {
		engine.sandbox.faults({ script: [{ fault: '429-seconds', times: 12 }], retryAfterSeconds: 0 });
		const before = list().subscribers.length;
		const input = Array.from({ length: 20 }, (_, index) => ({ email: `new${index}@example.com` }));
		const run = await upsert(input);
		expect(actions(run)).toEqual(input.map(() => 'created'));
		expect(list().subscribers).toHaveLength(before + 20);
	});

	it('fails after the last row where an update fails, and counts the results', async () => {
		const { email } = defined(list().subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.update', times: 9 }] });
		const run = await upsert([{ email, last_name: 'x' }, { email: 'new@example.com' }], oneByOne);
		expect(run.error?.message).toBe('1 of 2 rows failed: The service did not accept the access token (item 0)');
		expect(run.error?.description).toContain('Result: 1 created, 1 failed.');
		expect(list().withEmail('new@example.com')).toBeDefined();
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'rejects a row whose address is not valid, and creates the others: %s',
		async (onError) => {
			const run = await upsert([{ email: 'no address' }, { email: 'new@example.com' }], {}, { node: { onError } });
			expect(engine.sandbox.requests().map(({ body }) => body)).toEqual([{ email: 'new@example.com' }]);
			expect(run.error).toBeUndefined();
			const message = '"no address" is not an email address';
			const [rejected] = onError === 'continueErrorOutput' ? run.errorItems : run.items;
			expect(rejected?.json).toMatchObject(
				onError === 'continueErrorOutput'
					? { error: message, httpStatus: null, email: 'no address' }
					: { action: 'rejected', reason: message, email: 'no address', input: { email: 'no address' } },
			);
		},
	);

	it('sends what failed again under Retry On Fail, however many rows before it may have been created', async () => {
		const lost = { fault: 'reset-after' as const, operation: 'subscriber.create' as const, times: 4 };
		const done = { fault: 'none' as const, operation: 'subscriber.create' as const };
		engine.sandbox.faults({ script: [lost, done, lost, { ...done, fault: '401' }] });
		const input = Array.from({ length: 10 }, (_, row) => ({ email: `p${row}@example.com` }));
		const run = await upsert(input, oneByOne, { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } });
		expect(run.error?.message).toMatch(/^8 of 10 rows failed: .* \(item 0\)$/);
		expect(run.error?.description).toContain(
			'May have been done: items 0 to 3 and 5 to 8. Result: 2 created, 8 unknown.',
		);
		for (const { email } of input)
			expect(list().subscribers.filter((subscriber) => subscriber.email === email)).toHaveLength(1);
		expect(operations().filter((operation) => operation === 'subscriber.create')).toHaveLength(11);
	});

	it('fails where every row was rejected', async () => {
		const run = await upsert([{ email: 'no address' }, { email: 'none' }, {}]);
		expect(run.error?.message).toBe('All 2 rows were rejected: "no address" is not an email address (item 0)');
	});

	it.each([
		[5, 401, '5 failures'],
		[10, 422, '10 rejections'],
	])('sends no more after %i times %i in a row', async (most, status, text) => {
		const input = Array.from({ length: 20 }, (_, row) => ({ email: `p${row}@example.com` }));
		const answer = (): [number, object] => [status, { errors: { first_name: ['is required'] } }];
		const served = await serve((_, response) => json(response, answer()[1], answer()[0]));
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'upsert', ...mapped(), ...oneByOne },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
			input,
			node: goOn.node,
		});
		await served.close();
		expect(served.requests).toHaveLength(most);
		expect(jsonOf(run).at(-1)).toMatchObject({ action: 'failed', reason: expect.stringContaining(text) });
	});
});
