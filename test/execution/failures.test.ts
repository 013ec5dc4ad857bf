import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { itSinceOldest } from '../engine/itSinceOldest';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve } from '../engine/serve';
import { byId, defined, errorText, jsonOf, useEngine } from '../engine/support';

/** What comes of items that fail, in n8n's own engine: the row at the output that 'On Error' says, and the words where the node stops. */

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const taken = () => defined(list().subscribers[0]).email;

const regular: Partial<INode> = { onError: 'continueRegularOutput' };
const errorOutput: Partial<INode> = { onError: 'continueErrorOutput' };
const settings: Array<[string, Partial<INode>]> = [
	['the regular output', regular],
	['the error output', errorOutput],
];

async function create(
	input: IDataObject[],
	node: Partial<INode> = {},
	parameters: INodeParameters = {},
): Promise<NodeRun> {
	return await engine.run(
		'subscriber.create',
		{
			contactList: byId(list().uuid),
			email: '={{ $json.address }}',
			options: { maxParallelRequests: 1 },
			...parameters,
		},
		{ input, node },
	);
}

/** The items that failed, at whichever output. */
function failedOf({ items, errorItems }: NodeRun): IDataObject[] {
	return [...items, ...errorItems].map(({ json }) => json).filter(({ error }) => error !== undefined);
}

describe.each(settings)('an item that failed, at %s', (_, node) => {
	it('has its row, and tells a taken address from a refused token by its status', async () => {
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.create' }] });
		const run = await create(
			[
				{ n: 1, address: 'a@example.com' },
				{ n: 2, address: taken() },
				{ n: 3, address: '' },
				{ n: 4, address: 'd@example.com' },
			],
			node,
		);
		expect(failedOf(run)).toEqual([
			{
				error: 'The service did not accept the access token',
				details: expect.stringContaining("'Access Token'"),
				status: 401,
				n: 1,
				address: 'a@example.com',
			},
			{
				error: "The service did not accept 'Email'",
				details: expect.stringContaining('taken'),
				status: 422,
				n: 2,
				address: taken(),
			},
			{ error: "'Email' is empty", details: expect.any(String), status: null, n: 3, address: '' },
		]);
		expect([...run.items, ...run.errorItems].find(({ json }) => json.error === undefined)?.json).toMatchObject({
			email: 'd@example.com',
		});
	});

	it('is paired with its row', async () => {
		const { items, errorItems } = await create([{ address: 'a@example.com' }, { address: taken() }], node);
		expect([...items, ...errorItems].map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	it('keeps the columns of its row that are named like what is said of it', async () => {
		const [failed] = failedOf(
			await create(
				[{ address: taken(), error: 'none yet', details: { a: 1 }, status: 'active', input_status: 'old' }],
				node,
			),
		);
		expect(failed).toEqual({
			error: "The service did not accept 'Email'",
			details: expect.stringContaining('taken'),
			status: 422,
			address: taken(),
			input_error: 'none yet',
			input_details: { a: 1 },
			input_input_status: 'active',
			input_status: 'old',
		});
	});

	it.each(['subscriber.import', 'subscriber.sync'])(
		'of %s has its row too, where the token is refused',
		async (key) => {
			engine.sandbox.faults({ script: [{ fault: '401', times: 9 }] });
			const input = [{ email: 'a@example.com', error: 'mine', status: 'active' }, { email: 'b@example.com' }];
			const run = await engine.run(key, { contactList: byId(list().uuid) }, { input, node });
			// Where all items of Import have a status in words, the number has a name of its own.
			const status =
				key === 'subscriber.import' && node === regular ? { status: 'failed', httpStatus: 401 } : { status: 401 };
			expect(failedOf(run)).toEqual([
				{
					error: 'The service did not accept the access token',
					details: expect.any(String),
					...status,
					email: 'a@example.com',
					input_error: 'mine',
					input_status: 'active',
				},
				{
					error: 'The service did not accept the access token',
					details: expect.any(String),
					...status,
					email: 'b@example.com',
				},
			]);
		},
	);

	it('says where it may have been done all the same, and only there', async () => {
		const faults = ['reset-after', '504', 'php-warning', '401', '429'] as const;
		engine.sandbox.faults({ script: faults.map((fault) => ({ fault, operation: 'email.send' })) });
		const input = [
			...faults.map((fault) => ({ fault, to: 'a@example.com' })),
			{ fault: 'empty', to: '' },
			{ fault: 'done', to: 'a@example.com' },
		];
		const run = await engine.run(
			'email.send',
			{
				toEmail: '={{ $json.to }}',
				subject: 'Hello',
				content: 'text',
				text: 'Hello',
				options: { maxParallelRequests: 1, maxRetries: 0 },
			},
			{ input, node },
		);
		expect(failedOf(run).map(({ fault, status, outcomeUnknown }) => [fault, status, outcomeUnknown])).toEqual([
			['reset-after', null, true],
			['504', 504, true],
			['php-warning', 200, true],
			['401', 401, undefined],
			['429', 429, undefined],
			['empty', null, undefined],
		]);
	});

	it('is an update or a read that was lost only where it changes something', async () => {
		const subscriber = defined(list().subscribers[0]).uuid;
		for (const [key, isUnknown] of [
			['subscriber.update', true],
			['subscriber.get', undefined],
		] as const) {
			engine.sandbox.faults({ script: [{ fault: 'reset-after' }] });
			const run = await engine.run(
				key,
				{
					contactList: byId(list().uuid),
					subscriber: byId(subscriber),
					updateFields: { firstName: 'New' },
					options: { maxRetries: 0 },
				},
				{ node },
			);
			expect(failedOf(run).map(({ outcomeUnknown }) => outcomeUnknown)).toEqual([isUnknown]);
		}
	});
});

describe.each(settings)('a row that comes back from %s', (_, node) => {
	const out = { email: 'a@example.com', status: 'unsubscribed' };

	it.each(['subscriber.import', 'subscriber.sync', 'subscriber.create', 'subscriber.upsert'])(
		'subscribes nobody who said no: %s',
		async (key) => {
			engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.getAll' }] });
			const failed = failedOf(
				await engine.run(
					'subscriber.sync',
					{ contactList: byId(list().uuid) },
					{ input: [out, { email: 'b@example.com' }], node },
				),
			);
			expect(failed[0]).toMatchObject({ status: 401, input_status: 'unsubscribed' });
			const again = await engine.run(
				key,
				{ contactList: byId(list().uuid), dataMode: 'autoMapInputData' },
				{ input: failed, node },
			);
			expect(again.items.map(({ json }) => json.reason)).toEqual([
				expect.stringMatching(/"(input_)?status" is "unsubscribed"/),
				undefined,
			]);
			expect(list().withEmail('a@example.com')).toBeUndefined();
		},
	);
});

describe('a row that Import or Sync List leaves, while the others are done', () => {
	const input = [
		{ email: 'a@example.com' },
		{ email: 'no address', action: 'mine', reason: 'mine', status: 'active', error: 'mine', details: 'mine' },
	];

	it.each([
		['subscriber.import', { status: 'rejected', action: 'mine', input_reason: 'mine', input_status: 'active' }],
		['subscriber.sync', { action: 'failed', input_action: 'mine', input_reason: 'mine', status: 'active' }],
	])('keeps its columns at the regular output: %s', async (key, said) => {
		const { items } = await engine.run(key, { contactList: byId(list().uuid) }, { input, node: regular });
		expect(items[1]?.json).toEqual({
			...said,
			reason: '"no address" is not an email address',
			email: 'no address',
			error: 'mine',
			details: 'mine',
		});
	});

	it.each(['subscriber.import', 'subscriber.sync'])('keeps its columns at the error output: %s', async (key) => {
		const { items, errorItems } = await engine.run(
			key,
			{ contactList: byId(list().uuid) },
			{ input, node: errorOutput },
		);
		expect(items).toHaveLength(1);
		expect(errorItems.map(({ json }) => json)).toEqual([
			{
				error: '"no address" is not an email address',
				details: expect.any(String),
				status: null,
				email: 'no address',
				action: 'mine',
				reason: 'mine',
				input_status: 'active',
				input_error: 'mine',
				input_details: 'mine',
			},
		]);
	});
});

describe('where there is nothing before the node', () => {
	// n8n 1 knows an item that failed by `error` alone, and gives this one at the regular output.
	itSinceOldest('an item at the error output has what happened and what to do', async () => {
		const { items, errorItems } = await engine.run(
			'subscriber.create',
			{ contactList: byId(list().uuid), email: taken() },
			{ node: errorOutput, isFirst: true },
		);
		expect([items, errorItems.map(({ json }) => json)]).toEqual([
			[],
			[{ error: "The service did not accept 'Email'", details: expect.stringContaining('taken') }],
		]);
	});

	it('an item at the regular output has its status too', async () => {
		const run = await engine.run(
			'subscriber.create',
			{ contactList: byId(list().uuid), email: taken() },
			{ node: regular, isFirst: true },
		);
		expect(jsonOf(run)).toEqual([
			{ error: "The service did not accept 'Email'", details: expect.stringContaining('taken'), status: 422 },
		]);
	});
});

describe('a node that stops', () => {
	it('says once which item it was, what the service said and what became of the others, whatever columns the row has', async () => {
		const run = await create([
			{ address: 'a@example.com' },
			{ address: taken(), error: 'mine', status: 'active', details: 'mine' },
			{ address: 'c@example.com' },
			{ address: 'd@example.com' },
		]);
		expect(errorText(run)).toMatch(
			/^The service did not accept 'Email' \[item 1\] \| Email "[^"]+": The email has already been taken\. .*Of 4 items, 1 was created, this one failed and 2 were not sent\.$/,
		);
		expect(run.error?.context.itemIndex).toBe(1);
	});

	it('says of a single item no more than what happened, and what to do', async () => {
		expect(errorText(await create([{ address: taken() }]))).toMatch(
			/^The service did not accept 'Email' \| Email "[^"]+": The email has already been taken\. [^.]*'Create or Update'\.$/,
		);
	});

	it('counts nobody as created who was skipped', async () => {
		const run = await create([
			{ address: 'a@example.com', is_subscribed: false },
			{ address: 'b@example.com' },
			{ address: taken() },
		]);
		expect(run.error?.description).toContain('Of 3 items, 1 was created, 1 was skipped and this one failed.');
	});

	it('tells those that were updated from those that were created: Create or Update', async () => {
		const input = [
			{ address: 'a@example.com' },
			{ address: taken(), name: 'New' },
			{ address: taken(), name: 'New' },
			{ address: 'a..b@example.com' },
		];
		const run = await engine.run(
			'subscriber.upsert',
			{
				contactList: byId(list().uuid),
				email: '={{ $json.address }}',
				additionalFields: { firstName: '={{ $json.name }}' },
				options: { maxParallelRequests: 1 },
			},
			{ input },
		);
		expect(run.error?.description).toContain(
			'Of 4 items, 1 was created, 1 was updated, 1 was unchanged and this one failed.',
		);
	});

	it('does not count rows that were rejected as imported, where a summary is wanted', async () => {
		const [first, second] = engine.sandbox.state.contactLists;
		const input = [
			{ email: 'a@example.com', list: defined(first).uuid },
			{ email: 'no address', list: defined(first).uuid },
			{ email: 'c@example.com', list: defined(second).uuid },
		];
		const run = await engine.run(
			'subscriber.import',
			{ contactList: byId('={{ $json.list }}'), options: { output: 'summary' } },
			{ input: [...input, { email: 'd@example.com', list: 'none' }] },
		);
		expect(run.error?.description).toContain('Of 4 items, 2 were imported, 1 was rejected and this one failed.');
	});

	it.each([
		['subscriber.update', 'updated', { subscriber: '={{ $json.id }}', updateFields: { firstName: 'New' } }],
		['subscriber.delete', 'deleted', { subscriber: '={{ $json.id }}' }],
		['subscriber.get', 'read', { subscriber: '={{ $json.id }}' }],
	])("has the operation's word: %s, %s", async (key, word, parameters) => {
		const input = [
			{ id: defined(list().subscribers[0]).uuid },
			{ id: '00000000-0000-4000-8000-000000000000' },
			{ id: 'x' },
			{ id: 'y' },
		];
		const run = await engine.run(
			key,
			{ contactList: byId(list().uuid), options: { maxParallelRequests: 1 }, ...parameters },
			{ input },
		);
		expect(run.error?.description).toContain(
			`Of 4 items, 1 was ${word}, this one failed and 2 were not ${word === 'read' ? 'read' : 'sent'}.`,
		);
	});
});

it('gives a status in words for every row of Import at the regular output, whatever became of it', async () => {
	const answers = [
		{ status: 422, body: { message: 'No', errors: { 'subscribers.1.email': ['is odd'] } } },
		{ status: 200, body: { message: 'ok' } },
		undefined,
		{ status: 401, body: {} },
	];
	const served = await serve((_, response) => {
		const answer = answers[served.requests.length - 1];
		if (answer === undefined) response.destroy();
		else json(response, answer.body, answer.status);
	});
	const input = [
		...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ email: `${name}@example.com`, Plan: name })),
		{ email: 'none' },
		{ email: 'g@example.com', is_subscribed: false },
	];
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('l'),
			options: { chunkSize: 2, maxParallelRequests: 1, maxRetries: 0 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input,
		node: regular,
	});
	await served.close();
	expect(
		jsonOf(run).map(({ status, httpStatus, outcomeUnknown, Plan }) => [status, httpStatus, outcomeUnknown, Plan]),
	).toEqual([
		['imported', undefined, undefined, undefined],
		['rejected', 422, undefined, 'b'],
		['unknown', undefined, true, 'c'],
		['unknown', undefined, true, 'd'],
		['failed', 401, undefined, 'e'],
		['failed', 401, undefined, 'f'],
		['rejected', undefined, undefined, undefined],
		['skipped', undefined, undefined, undefined],
	]);
});

it("counts items by the operation's word, whatever action the service's answer holds", async () => {
	const served = await serve((request, response) =>
		request.url?.endsWith('/none')
			? json(response, {}, 404)
			: json(response, { subscriber: { uuid: 's', email: 'a@example.com', action: 'deleted' } }),
	);
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'get',
			contactList: byId('l'),
			subscriber: byId('={{ $json.id }}'),
			simplify: false,
			options: { maxParallelRequests: 1 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input: [{ id: 'a' }, { id: 'b' }, { id: 'none' }],
	});
	await served.close();
	expect(run.error?.description).toContain('Of 3 items, 2 were read and this one failed.');
});

it('says of rows that were refused together, and not asked for again, just that', async () => {
	const served = await serve((_, response) => {
		if (served.requests.length === 1) json(response, { message: 'No' }, 422);
		else response.destroy();
	});
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('l'),
			options: { chunkSize: 20, maxParallelRequests: 1 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input: Array.from({ length: 50 }, (_, index) => ({ email: `p${index}@example.com` })),
	});
	await served.close();
	expect(run.error?.description).toContain(
		'Of 50 items, this one may have been imported, 19 were refused together with others and 30 were not sent.',
	);
});
