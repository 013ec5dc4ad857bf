import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { executeOperation } from '../../nodes/EmailMarketing/execution/execute';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { itSinceOldest } from '../engine/itSinceOldest';
import { agentWith, runNode } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byEmail, byId, jsonOf, defined, useEngine } from '../engine/support';

const engine = useEngine();
const aList = () => defined(engine.sandbox.state.contactLists[0]);
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ row: index, address: `person${index}@example.com` }));
/** An expression that gives the address, and throws for one row. */
const throwsAt = (row: number) => `={{ $json.row === ${row} ? $('Nope').item.json.x : $json.address }}`;
const create = () => ({ contactList: byId(aList().uuid), email: '={{ $json.address }}' });
const sentEmails = () => engine.sandbox.requests().map(({ body }) => (body as { email: string }).email);
const oneAtATime = { requestOptions: { maxParallelRequests: 1 } };
/** An address that the node takes for one, and the service does not. */
const odd = 'a..b@example.com';

describe('one run of the node over many items', () => {
	it('gives one item for each input item, in order, each paired with its own', async () => {
		const run = await engine.run('subscriber.create', create(), { input: people(30) });
		expect(jsonOf(run).map(({ email }) => email)).toEqual(people(30).map(({ address }) => address));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(people(30).map((_, item) => ({ item })));
	});

	it('keeps the input row of each failed item on the error output, with what happened', async () => {
		const input = people(6).map((person, index) => (index % 2 === 0 ? person : { ...person, address: odd }));
		const run = await engine.run('subscriber.create', create(), { input, node: { onError: 'continueErrorOutput' } });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ email }) => email)).toEqual([
			'person0@example.com',
			'person2@example.com',
			'person4@example.com',
		]);
		expect(run.errorItems.map(({ json: row }) => row)).toEqual(
			[1, 3, 5].map((row) =>
				expect.objectContaining({ row, address: odd, error: "The service did not accept 'Email'" }),
			),
		);
	});

	it('keeps going with the regular output, each failed item paired with its own', async () => {
		const input = [{ address: 'a@example.com' }, { address: '' }, { address: 'b@example.com' }];
		const run = await engine.run('subscriber.create', create(), { input, node: { onError: 'continueRegularOutput' } });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(run.items[1]?.json).toEqual({
			error: "'Email' is empty",
			details: expect.stringContaining('Nothing was sent for this item'),
			httpStatus: null,
			address: '',
		});
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	it('stops sending at the first failure, and says how many items were done', async () => {
		const input = people(40).map((person, index) => (index === 3 ? { ...person, address: odd } : person));
		const run = await engine.run('subscriber.create', { ...create(), ...oneAtATime }, { input });
		expect(run.error?.message).toBe("The service did not accept 'Email' [item 3]");
		expect(run.error?.description).toContain('Of 40 items: 3 created, item 3 failed, 36 not sent.');
		expect(run.error?.context.itemIndex).toBe(3);
		expect(engine.sandbox.requests()).toHaveLength(4);
	});

	it('sends only what failed when Retry On Fail runs the node again', async () => {
		const input = [{ address: 'a@example.com' }, { address: odd }];
		const run = await engine.run(
			'subscriber.create',
			{ ...create(), ...oneAtATime },
			{ input, node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(run.error?.message).toBe("The service did not accept 'Email' [item 1]");
		expect(sentEmails()).toEqual(['a@example.com', odd, odd, odd]);
	});

	it('sends nothing again under Retry On Fail that may have happened', async () => {
		engine.sandbox.faults({ script: [{ fault: '500-after' }] });
		const run = await engine.run('subscriber.create', create(), {
			input: people(1),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect(run.error?.description).toContain('It may have happened anyway');
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it('runs only the first item with Execute Once', async () => {
		const run = await engine.run('subscriber.create', create(), { input: people(3), node: { executeOnce: true } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ email: 'person0@example.com' })]);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it.each<[INodeParameters, string]>([
		[{ maxParallelRequests: 0 }, "'Max Parallel Requests' must be a whole number from 1 to 100"],
		[{ maxRetries: 1e9 }, "'Max Retries' must be a whole number from 0 to 20"],
	])('sends nothing with the request options %j', async (requestOptions, message) => {
		const run = await engine.run('subscriber.create', { ...create(), requestOptions }, { input: people(2) });
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toContain('Nothing was sent');
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it('ends with every item on the error output when the credential cannot be used', async () => {
		const run = await engine.run('subscriber.create', create(), {
			input: people(3),
			credential: { ...engine.credential, accessToken: '' },
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.items).toEqual([]);
		expect(run.errorItems.map(({ json: row }) => row)).toEqual(
			[0, 1, 2].map((row) => expect.objectContaining({ row, error: "'Access Token' is empty" })),
		);
	});
});

describe('reading the items', () => {
	it('comes before the first request: the last of 20 cannot be used', async () => {
		const input = [...people(19), { row: 19, address: '' }];
		const run = await engine.run('subscriber.create', create(), { input });
		expect(run.error?.message).toBe("'Email' is empty [item 19]");
		expect(run.error?.description).toMatch(/ Of 20 items: item 19 failed, 19 not sent\.$/);
		expect(run.error?.context.itemIndex).toBe(19);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('comes before the first request: the expression of the last of 20 throws', async () => {
		const run = await engine.run('subscriber.create', { ...create(), email: throwsAt(19) }, { input: people(20) });
		expect(run.error?.message).toContain("Referenced node doesn't exist");
		expect(run.error?.description).toBe('Of 20 items: item 19 failed, 19 not sent.');
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('gives an item whose expression throws its place on the error output, with its row, and sends the others', async () => {
		const run = await engine.run(
			'subscriber.create',
			{ ...create(), email: throwsAt(1) },
			{ input: people(3), node: { onError: 'continueErrorOutput' } },
		);
		expect(run.error).toBeUndefined();
		expect(run.run.data.resultData.error).toBeUndefined();
		expect(jsonOf(run).map(({ email }) => email)).toEqual(['person0@example.com', 'person2@example.com']);
		expect(run.errorItems).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					row: 1,
					address: 'person1@example.com',
					error: expect.stringContaining("Referenced node doesn't exist"),
				}),
				pairedItem: { item: 1 },
			}),
		]);
	});

	it('gives every item its place on the error output when the expression throws for all of them', async () => {
		const run = await engine.run(
			'subscriber.create',
			{ ...create(), email: "={{ $('Nope').item.json.x }}" },
			{ input: people(3), node: { onError: 'continueErrorOutput' } },
		);
		expect(run.run.data.resultData.error).toBeUndefined();
		expect(run.errorItems.map(({ json: row }) => row)).toEqual(
			people(3).map((person) => expect.objectContaining(person)),
		);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('leaves nothing behind that would end the process: no rejection that nobody looks at', async () => {
		const rejections: unknown[] = [];
		const onRejection = (reason: unknown): void => void rejections.push(reason);
		process.on('unhandledRejection', onRejection);
		const input = people(6).map((person, row) => (row === 0 ? { ...person, address: '' } : person));
		const run = await engine.run('subscriber.create', { ...create(), email: throwsAt(5) }, { input });
		await new Promise((resolve) => setImmediate(resolve));
		process.off('unhandledRejection', onRejection);
		expect(run.error?.message).toBe("'Email' is empty [item 0]");
		expect(rejections).toEqual([]);
	});
});

describe('the operation', () => {
	it('has to exist', async () => {
		const run = await engine.run('subscriber.explode', create());
		expect(run.error?.message).toBe('The operation "subscriber.explode" does not exist');
		expect(engine.sandbox.requests()).toEqual([]);
	});

	// Older versions of n8n refuse such a workflow themselves.
	itSinceOldest.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'cannot come from an expression, which could give each item another one (%s)',
		async (onError) => {
			const input = [{ operation: 'get' }, { operation: 'delete' }];
			const run = await engine.run(
				'subscriber.x',
				{ operation: '={{ $json.operation }}', contactList: byId('l1'), subscriber: byId('s1') },
				{ input, node: { onError } },
			);
			const said = [run.error?.message, ...run.errorItems.map(({ json: row }) => row.error)].filter(
				(message) => message !== undefined,
			);
			expect([...new Set(said)]).toEqual(['The operation "subscriber.{{ $json.operation }}" does not exist']);
			expect(run.items).toEqual([]);
			expect(engine.sandbox.requests()).toEqual([]);
		},
	);
});

describe('a run in which nothing is known of any item', () => {
	/** Runs an operation that says nothing of its items. @returns what the node threw, if anything */
	async function runSilent(during: () => void = () => undefined, onStart?: (cancel: () => void) => void) {
		let thrown: unknown;
		const executeBulk = async (): Promise<void> => await Promise.resolve(during());
		class Silent extends EmailMarketing {
			override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				const silent = { ...operations, 'account.get': { ...operations['account.get'], executeBulk } };
				return await executeOperation(this, silent).catch((error: unknown) => {
					thrown = error;
					return [[]];
				});
			}
		}
		await engine.run('account.get', {}, { input: [{}, {}], nodeType: new Silent(), onStart });
		return thrown;
	}

	it('fails', async () => {
		expect(await runSilent()).toMatchObject({ message: 'The run ended without a result for any item' });
	});

	it('does not fail where it was cancelled', async () => {
		let cancelNow = (): void => undefined;
		expect(
			await runSilent(
				() => cancelNow(),
				(cancel) => (cancelNow = cancel),
			),
		).toBeUndefined();
	});

	it('is none where a list is empty', async () => {
		engine.sandbox.state.campaigns.length = 0;
		const run = await engine.run('campaign.getAll', { returnAll: true });
		expect([run.error, run.items]).toEqual([undefined, []]);
	});
});

describe('changes of one thing', () => {
	const renamed = () => engine.sandbox.requests().filter(({ method }) => method === 'PUT');

	it('arrive in the order of the items, while others go on beside them', async () => {
		engine.sandbox.faults({ latencyMs: [0, 15] });
		const [one, other] = [defined(aList().subscribers[0]), defined(aList().subscribers[1])];
		const input = Array.from({ length: 12 }, (_, row) => ({
			row,
			uuid: row % 2 === 0 ? one.uuid : other.uuid,
			name: `Name ${row}`,
		}));
		const run = await engine.run(
			'subscriber.update',
			{
				contactList: byId(aList().uuid),
				subscriber: byId('={{ $json.uuid }}'),
				updateFields: { lastName: '={{ $json.name }}' },
			},
			{ input },
		);
		expect(run.error).toBeUndefined();
		for (const [{ uuid }, rows] of [
			[one, [0, 2, 4, 6, 8, 10]],
			[other, [1, 3, 5, 7, 9, 11]],
		] as const) {
			expect(
				renamed()
					.filter(({ path }) => path.includes(uuid))
					.map(({ body }) => body),
			).toEqual(rows.map((row) => ({ last_name: `Name ${row}` })));
		}
		expect([one.lastName, other.lastName]).toEqual(['Name 10', 'Name 11']);
		expect(engine.sandbox.peakInFlight()).toBeGreaterThan(1);
	});

	it('wait for each other also when they are deletes: the second finds nothing', async () => {
		const { uuid } = defined(aList().subscribers[0]);
		engine.sandbox.faults({ latencyMs: 20 });
		const run = await engine.run(
			'subscriber.delete',
			{ contactList: byId(aList().uuid), subscriber: byId(uuid) },
			{ input: [{}, {}], node: { onError: 'continueRegularOutput' } },
		);
		expect(jsonOf(run).map(({ deleted }) => deleted)).toEqual([true, undefined]);
		expect(engine.sandbox.peakInFlight()).toBe(1);
	});

	it('arrive in the order of the items also when the first is sent again after a fault', async () => {
		const { uuid } = defined(aList().subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: '500' }] });
		const input = [{ name: 'First' }, { name: 'Second' }];
		await engine.run(
			'subscriber.update',
			{ contactList: byId(aList().uuid), subscriber: byId(uuid), updateFields: { lastName: '={{ $json.name }}' } },
			{ input },
		);
		expect(renamed().map(({ body }) => body)).toEqual([
			{ last_name: 'First' },
			{ last_name: 'First' },
			{ last_name: 'Second' },
		]);
	});

	it('arrive in the order of the items also when the subscriber is named by email, however it is written', async () => {
		const { uuid, email } = defined(aList().subscribers[0]);
		engine.sandbox.faults({ latencyMs: [0, 15] });
		const input = [
			{ who: email, name: 'First' },
			{ who: ` ${email.toUpperCase()}`, name: 'Second' },
			{ who: email, name: 'Third' },
		];
		await engine.run(
			'subscriber.update',
			{
				contactList: byId(aList().uuid),
				subscriber: byEmail('={{ $json.who }}'),
				updateFields: { lastName: '={{ $json.name }}' },
			},
			{ input },
		);
		expect(renamed().map(({ body }) => (body as IDataObject).last_name)).toEqual(['First', 'Second', 'Third']);
		expect(renamed().every(({ path }) => path.endsWith(uuid))).toBe(true);
	});
});

describe('a service that takes 60 requests in a window, and says when the next one begins', () => {
	let served: Served;
	afterEach(async () => await served.close());

	it('is served to the end with the default options', async () => {
		const windowMs = 400;
		// The window ends so long after its first refusal: however slow the machine, 60 requests fill it.
		let [endsAt, taken, refused] = [Infinity, 0, 0];
		const held: string[] = [];
		served = await serve((_, response, body) => {
			const now = Date.now();
			if (now >= endsAt) [endsAt, taken] = [Infinity, 0];
			taken += 1;
			if (taken > 60) {
				refused += 1;
				endsAt = Math.min(endsAt, now + windowMs);
				json(response, { message: 'Too Many Attempts.' }, 429, { 'retry-after': String((endsAt - now) / 1000) });
				return;
			}
			held.push((JSON.parse(body) as { email: string }).email);
			json(response, { subscriber: {} });
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'create',
				contactList: byId('l1'),
				email: '={{ $json.address }}',
			},
			credential: { baseUrl: served.url, accessToken: 'token' },
			input: people(400),
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(400);
		expect(held.sort()).toEqual(
			people(400)
				.map(({ address }) => address)
				.sort(),
		);
		expect(refused).toBeGreaterThan(0);
		// On a busy machine a window is over before many requests have left.
	}, 120_000);
});

describe('the node as a tool of an agent', () => {
	const toolWith = (operation: string, more: INodeParameters = {}) =>
		agentWith({
			credential: engine.credential,
			parameters: { resource: 'subscriber', operation, contactList: byId(aList().uuid), ...more },
		});

	it('sends each call on its own', async () => {
		const call = toolWith('create', { email: "={{ $fromAI('email') }}" });
		const first = await call({ email: 'first@example.com' });
		const second = await call({ email: 'second@example.com' });
		expect([first, second].map(([item]) => item?.json.email)).toEqual(['first@example.com', 'second@example.com']);
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	it('sends a call with the same arguments as one before', async () => {
		const { uuid } = defined(aList().subscribers[0]);
		const call = toolWith('toggleSubscription', { subscriber: byId(uuid), changeTo: 'toggle' });
		await call({});
		await call({});
		expect(engine.sandbox.requests().filter(({ method }) => method === 'PUT')).toHaveLength(2);
	});

	it('sends nothing again when Retry On Fail repeats a call that is done, with the very arguments', async () => {
		const call = toolWith('create', { email: "={{ $fromAI('email') }}" });
		const args = { email: 'first@example.com' };
		const [first, second] = [await call(args), await call(args)];
		expect(second).toEqual(first);
		expect(second.map(({ json: said }) => said.email)).toEqual(['first@example.com']);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it('creates or updates without the row in its output', async () => {
		const [item] = await toolWith('upsert', { email: "={{ $fromAI('email') }}" })({ email: 'first@example.com' });
		expect(item?.json).toMatchObject({ action: 'created', email: 'first@example.com' });
		expect(item?.json).not.toHaveProperty('input');
	});

	it.each<[string, string, IDataObject]>([
		["'Email' is empty", 'Nothing was sent for this item', {}],
		["The service did not accept 'Email'", 'Email "', { email: odd }],
	])('says to the model what failed: %s', async (error, details, args) => {
		const output = await toolWith('create', { email: "={{ $fromAI('email') }}" })(args);
		expect(output.map(({ json: said }) => said)).toEqual([{ error, details: expect.stringContaining(details) }]);
	});
});

describe('what is known before anything is sent', () => {
	const rows = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, n) => ({ n, email: `p${n}@example.com`, list: n % 2 === 0 ? 'A' : 'B' }));
	const credentialFor = ({ url }: Served) => ({ baseUrl: url, accessToken: 'token-of-the-test', endpointPaths: '{}' });
	let served: Served;
	afterEach(async () => await served.close());

	it('stops the node: nothing more is sent under Retry On Fail when an item may have happened', async () => {
		served = await serve((request, response, body) =>
			body.includes('p3@') ? request.socket.destroy() : json(response, { subscriber: { uuid: 'x' } }),
		);
		const parameters = {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId('A'),
			email: '={{ $json.email }}',
			requestOptions: { maxParallelRequests: 4 },
		};
		const once = await runNode({ parameters, credential: credentialFor(served), input: rows(60) });
		const sent = served.requests.length;
		const thrice = await runNode({
			parameters,
			credential: credentialFor(served),
			input: rows(60),
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		expect([once, thrice].map(({ error }) => error?.description?.includes('It may have happened anyway'))).toEqual([
			true,
			true,
		]);
		expect(served.requests.length - sent).toBeLessThanOrEqual(2 * 4);
	});

	it('comes before the items in front of it: one that was refused is not sent again beside one that may have happened', async () => {
		const open: Array<() => void> = [];
		served = await serve((request, response, body) => {
			open.push(() =>
				body.includes('p1@') ? request.socket.destroy() : setTimeout(() => json(response, { message: 'No' }, 422), 50),
			);
			if (open.length >= 2) open.splice(0).forEach((end) => end());
		});
		const parameters = {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId('A'),
			email: '={{ $json.email }}',
		};
		const run = await runNode({
			parameters,
			credential: credentialFor(served),
			input: rows(2),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(run.error?.description).toContain('It may have happened anyway');
		expect(served.requests).toHaveLength(2);
	});

	it('keeps everybody when one of those to delete by email is not in the list', async () => {
		served = await serve((_, response) =>
			json(response, {
				data: rows(40)
					.slice(1)
					.map(({ n, email }) => ({ uuid: `u${textOf(n)}`, email })),
				meta: { last_page: 1 },
			}),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'delete',
				contactList: byId('A'),
				subscriber: byEmail('={{ $json.email }}'),
			},
			credential: credentialFor(served),
			input: rows(40),
		});
		expect(run.error?.message).toBe('No subscriber with the email p0@example.com is in the contact list [item 0]');
		expect(run.error?.description).toMatch(/ Of 40 items: item 0 failed, 39 not sent\.$/);
		expect(served.requests).toEqual(['GET /v1/contact-lists/A/subscriber']);
	});

	it('deletes nobody whose ID is a number that JavaScript has rounded', async () => {
		served = await serve((_, response) =>
			response
				.writeHead(200, { 'content-type': 'application/json' })
				.end('{"data": [{"id": 9007199254740993, "email": "p0@example.com"}]}'),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'delete',
				contactList: byId('A'),
				subscriber: byEmail('p0@example.com'),
			},
			credential: credentialFor(served),
		});
		expect(run.error?.message).toContain('The service shows no usable ID for p0@example.com');
		expect(served.requests).toEqual(['GET /v1/contact-lists/A/subscriber']);
	});

	it('sends all requests through the proxy, whatever else the first item holds', async () => {
		const proxy = await serve((_, response) => json(response, { subscriber: { uuid: 'x', is_subscribed: true } }));
		served = await serve((_, response) => json(response, {}));
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('A'),
				subscriber: byId('={{ "s" + $json.n }}'),
				changeTo: '={{ $json.n === 0 ? "nonsense" : "toggle" }}',
				requestOptions: { proxy: proxy.url },
			},
			credential: credentialFor(served),
			input: rows(5),
			node: { onError: 'continueRegularOutput' },
		});
		await proxy.close();
		expect(run.items[0]?.json.error).toBe('\'Change To\' cannot be "nonsense"');
		expect(served.requests).toEqual([]);
		expect(proxy.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(4);
	});

	it('ends no request before its time: a short timeout and quick answers', async () => {
		served = await serve((_, response) => void setTimeout(() => json(response, { subscriber: { uuid: 'x' } }), 40));
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'create',
				contactList: byId('A'),
				email: '={{ $json.email }}',
				requestOptions: { timeout: 2000 },
			},
			credential: credentialFor(served),
			input: rows(60),
		});
		expect(run.error).toBeUndefined();
	});
});
