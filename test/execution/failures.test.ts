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
			requestOptions: { maxParallelRequests: 1 },
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
				httpStatus: 401,
				n: 1,
				address: 'a@example.com',
			},
			{
				error: "The service did not accept 'Email'",
				details: expect.stringContaining('taken'),
				httpStatus: 422,
				n: 2,
				address: taken(),
			},
			{ error: "'Email' is empty", details: expect.any(String), httpStatus: null, n: 3, address: '' },
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
			await create([{ address: taken(), error: 'none yet', details: { a: 1 }, status: 'active' }], node),
		);
		expect(failed).toEqual({
			error: "The service did not accept 'Email'",
			details: expect.stringContaining('taken'),
			httpStatus: 422,
			address: taken(),
			input_error: 'none yet',
			input_details: { a: 1 },
			status: 'active',
		});
	});

	it('is a failure that came back only where its words are replaced', async () => {
		const [failed] = failedOf(await create([{ address: taken() }], node));
		const [again] = failedOf(await create([failed ?? {}], node));
		expect(again).toEqual(failed);
	});

	it.each(['subscriber.import', 'subscriber.sync'])(
		'of %s has its row too, where the token is refused',
		async (key) => {
			engine.sandbox.faults({ script: [{ fault: '401', times: 9 }] });
			const input = [{ email: 'a@example.com', error: 'mine' }, { email: 'b@example.com' }];
			const run = await engine.run(key, { contactList: byId(list().uuid) }, { input, node });
			const message = 'The service did not accept the access token';
			expect([...run.items, ...run.errorItems].map(({ json }) => json)).toEqual(
				node === regular
					? input.map((row) => ({ action: 'failed', email: row.email, reason: message, input: row }))
					: [
							{
								error: message,
								details: expect.any(String),
								httpStatus: 401,
								email: 'a@example.com',
								input_error: 'mine',
							},
							{ error: message, details: expect.any(String), httpStatus: 401, email: 'b@example.com' },
						],
			);
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
				requestOptions: { maxParallelRequests: 1, maxRetries: 0 },
			},
			{ input, node },
		);
		expect(failedOf(run).map(({ fault, httpStatus, outcomeUnknown }) => [fault, httpStatus, outcomeUnknown])).toEqual([
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
					requestOptions: { maxRetries: 0 },
				},
				{ node },
			);
			expect(failedOf(run).map(({ outcomeUnknown }) => outcomeUnknown)).toEqual([isUnknown]);
		}
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
			{ error: "The service did not accept 'Email'", details: expect.stringContaining('taken'), httpStatus: 422 },
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
			/^The service did not accept 'Email' \[item 1\] \| Email "[^"]+": The email has already been taken\. .*Of 4 items: 1 created, item 1 failed, 2 not sent\.$/,
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
		expect(run.error?.description).toContain('Of 3 items: 1 created, 1 skipped, item 2 failed.');
	});

	it('counts the results of all rows, and names the first that failed: Create or Update', async () => {
		const served = await serve((request, response) => {
			if (request.method === 'POST' && served.requests.length === 2) json(response, {}, 403);
			else json(response, { subscriber: { uuid: `s${served.requests.length}` } }, 201);
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'upsert',
				contactList: byId('l'),
				email: '={{ $json.address }}',
				requestOptions: { maxParallelRequests: 1 },
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
			input: ['a@example.com', 'b@example.com', 'c@example.com', 'none'].map((address) => ({ address })),
		});
		await served.close();
		expect(run.error?.message).toMatch(/^1 of 4 rows failed: .*\(item 1\)$/);
		expect(run.error?.description).toContain('Result: 2 created, 1 rejected, 1 failed.');
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
			{ contactList: byId(list().uuid), requestOptions: { maxParallelRequests: 1 }, ...parameters },
			{ input },
		);
		expect(run.error?.description).toContain(
			`Of 4 items: 1 ${word}, item 1 failed, 2 not ${word === 'read' ? 'read' : 'sent'}.`,
		);
	});
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
			requestOptions: { maxParallelRequests: 1 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input: [{ id: 'a' }, { id: 'b' }, { id: 'none' }],
	});
	await served.close();
	expect(run.error?.description).toContain('Of 3 items: 2 read, item 2 failed.');
});
