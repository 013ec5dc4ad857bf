import { getEventListeners, setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byId, defined, useEngine } from '../engine/support';

const engine = useEngine();

/** Calls `then` as soon as `condition` holds. */
function when(condition: () => boolean, then: () => void): void {
	const timer = setInterval(() => {
		if (!condition()) return;
		clearInterval(timer);
		then();
	}, 10);
}

/** The node, and when its own work was over: that of n8n could be over before. */
function timedNode(): { node: INodeType; endedAt: () => number } {
	let endedAt = Infinity;
	class TimedNode extends EmailMarketing {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			const work = new EmailMarketing().execute.call(this);
			return await work.finally(() => (endedAt = performance.now()));
		}
	}
	return { node: new TimedNode(), endedAt: () => endedAt };
}

describe('cancelling an execution', () => {
	/** Runs an operation, and cancels it some time after so many requests were received. @returns how long the node went on, in ms */
	async function cancelAfter(
		requests: number,
		key: string,
		parameters: INodeParameters,
		input?: IDataObject[],
	): Promise<number> {
		const { node: nodeType, endedAt } = timedNode();
		let cancelledAt = Infinity;
		const onStart = (cancel: () => void): void =>
			when(
				() => engine.sandbox.requests().length >= requests,
				// By then the node has read the answers, as far as there are any.
				() =>
					void setTimeout(() => {
						cancelledAt = performance.now();
						cancel();
					}, 500),
			);
		await engine.run(key, parameters, { input, nodeType, onStart });
		return endedAt() - cancelledAt;
	}

	/** The first ten of 50 leave together, and are refused. */
	async function cancelRefused(retryAfterSeconds: number): Promise<number> {
		engine.sandbox.faults({ script: [{ fault: '503-retry-after', times: 100 }], retryAfterSeconds });
		const contactList = byId(defined(engine.sandbox.state.contactLists[0]).uuid);
		const input = Array.from({ length: 50 }, (_, row) => ({ email: `person${row}@example.com` }));
		return await cancelAfter(10, 'subscriber.create', { contactList, dataMode: 'autoMapInputData' }, input);
	}

	it('ends a back-off of a minute at once', async () => {
		expect(await cancelRefused(60)).toBeLessThan(1_000);
		expect(engine.sandbox.requests().map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 503));
	});

	it('sends nothing more, also when the back-off would be over', async () => {
		expect(await cancelRefused(2)).toBeLessThan(1_000);
		expect(engine.sandbox.requests()).toHaveLength(10);
		await new Promise((resolve) => setTimeout(resolve, 2_500));
		expect(engine.sandbox.requests()).toHaveLength(10);
	});

	it('ends requests that are never answered at once, and sends none of them again', async () => {
		engine.sandbox.faults({ script: [{ fault: 'stall', times: 100 }] });
		expect(await cancelAfter(1, 'account.get', {})).toBeLessThan(1_000);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});

describe("the execution's signal", () => {
	const cancel = new AbortController();
	// As n8n does.
	setMaxListeners(Infinity, cancel.signal);
	/** The node in an execution that runs it again and again. */
	class Looped extends EmailMarketing {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			this.getExecutionCancelSignal = () => cancel.signal;
			return await new EmailMarketing().execute.call(this);
		}
	}

	test.each([
		[200, 'continueRegularOutput'],
		[422, 'continueRegularOutput'],
		[422, 'stopWorkflow'],
	] as const)('has no listener left after many runs: status %i, %s', async (status, onError) => {
		const during: number[] = [];
		const served = await serve((_, response) => {
			during.push(getEventListeners(cancel.signal, 'abort').length);
			json(response, { subscriber: {} }, status);
		});
		for (let run = 0; run < 20; run += 1)
			await runNode({
				parameters: {
					resource: 'subscriber',
					operation: 'create',
					contactList: byId('A'),
					email: '={{ $json.email }}',
				},
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
				input: Array.from({ length: 30 }, (_, row) => ({ email: `p${row}@example.com` })),
				node: { onError },
				nodeType: new Looped(),
			});
		await served.close();
		expect(Math.max(...during)).toBeGreaterThan(0);
		// Its own one, and one of n8n for each request in flight.
		expect(Math.max(...during)).toBeLessThanOrEqual(1 + 40);
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});
});

describe('a node that stops while requests are on their way', () => {
	const rows: IDataObject[] = Array.from({ length: 30 }, (_, row) => ({ row, email: `p${row}@example.com` }));
	const create: INodeParameters = {
		resource: 'subscriber',
		operation: 'create',
		contactList: byId('A'),
		email: '={{ $json.email }}',
	};
	const rename: INodeParameters = {
		resource: 'campaign',
		operation: 'update',
		campaign: byId('={{ "c" + $json.row }}'),
		updateFields: { name: 'x' },
	};
	const gone = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	let served: Served;
	let held: ServerResponse[] = [];
	afterEach(async () => {
		held = [];
		await served.close();
	});

	/** A service that never answers; the first ten requests are on their way together. */
	async function runHeld(
		parameters: INodeParameters,
		onStart: (cancel: () => void) => void,
		node: Partial<INode> = {},
	): Promise<NodeRun> {
		served = await serve((_, response) => void held.push(response));
		const credential = { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' };
		return await runNode({ parameters, credential, input: rows, node, onStart });
	}

	const refuseFirst = (): void => {
		json(defined(held[0]), { message: 'No' }, 422);
		setTimeout(() => held.slice(1).forEach((response) => response.destroy()), 100);
	};

	it('names every item that may have been done, when the first failure stops it', async () => {
		const { error } = await runHeld(create, () => when(() => held.length === 10, refuseFirst));
		expect(error?.message).toBe('The service did not accept the values [item 0]');
		expect(error?.description).toContain(
			'Of 30 items: item 0 failed, 9 may have been created (items 1 to 9), 20 not sent.',
		);
		expect(served.requests).toHaveLength(10);
	});

	// n8n ends an execution whose time is over in the same way as one that is stopped by hand.
	it.each<[string, INodeParameters, Partial<INode>]>([
		['creates', create, {}],
		['creates, with Retry On Fail', create, gone],
		['updates', rename, {}],
		['updates, with Retry On Fail', rename, gone],
	])('names every item that may have been done, when the execution is cancelled: %s', async (_, parameters, node) => {
		const { error, run } = await runHeld(parameters, (cancel) => when(() => held.length === 10, cancel), node);
		expect(error?.message).toBe('The execution was canceled before the response arrived [item 0]');
		expect(error?.description).toMatch(/Of 30 items: 10 may have been \w+ \(items 0 to 9\), 20 not sent\.$/);
		expect(error?.description?.match(/may have happened/g)).toHaveLength(1);
		expect(run.status).toBe('canceled');
		expect(served.requests).toHaveLength(10);
	});

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'reads no more items, and sends nothing, when it is cancelled while it reads them (%s)',
		async (onError) => {
			let [cancelNow, reads] = [(): void => undefined, 0];
			// More than can be read before n8n gets its turn.
			const input = Array.from({ length: 20_000 }, (_, row): IDataObject =>
				Object.defineProperty({ row }, 'email', {
					get: () => {
						reads += 1;
						cancelNow();
						return 'a@example.com';
					},
				}),
			);
			served = await serve((_, response) => json(response, { subscriber: {} }));
			const credential = { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' };
			const parameters: INodeParameters = { ...create, requestOptions: { maxParallelRequests: 1 } };
			const run = await runNode({
				parameters,
				credential,
				input,
				node: { onError },
				onStart: (cancel) => (cancelNow = cancel),
			});
			expect(served.requests).toEqual([]);
			expect([...run.items, ...run.errorItems]).toEqual([]);
			// The first, and what was read ahead.
			expect(reads).toBeLessThan(input.length / 2);
		},
	);

	it('names all of them when what was cancelled is an Import', async () => {
		const parameters: INodeParameters = {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('={{ $json.row % 2 ? "B" : "A" }}'),
			options: { skipUnsubscribed: false },
		};
		const { error } = await runHeld(parameters, (cancel) => when(() => held.length === 1, cancel));
		expect(error?.message).toMatch(/^15 of 15 rows failed: /);
		expect(error?.description).toContain(
			`May have been done: items ${rows
				.filter((_, row) => row % 2 === 0)
				.map((_, index) => 2 * index)
				.join(', ')
				.replace(/, 28$/, ' and 28')}.`,
		);
		expect(served.requests).toEqual(['POST /v1/contact-lists/A/import']);
	});

	it.each<[string, INodeParameters, Partial<INode>]>([
		['creates', create, {}],
		['updates', rename, {}],
		['updates, with Retry On Fail', rename, gone],
	])(
		'gives each such item a place on the error output where the node goes on after failures, and none to those that were not sent: %s',
		async (_, parameters, node) => {
			const { errorItems, items } = await runHeld(parameters, (cancel) => when(() => held.length === 10, cancel), {
				onError: 'continueErrorOutput',
				...node,
			});
			expect(items).toEqual([]);
			expect(errorItems.map(({ json: item }) => item.row)).toEqual(rows.slice(0, 10).map(({ row }) => row));
		},
	);

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'gives no row of an Import for done that was not sent, when it is cancelled at the first of two lists (%s)',
		async (onError) => {
			let cancelNow = (): void => undefined;
			served = await serve((_, response) => {
				cancelNow();
				json(response, { message: 'ok' });
			});
			const credential = { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' };
			const parameters: INodeParameters = {
				resource: 'subscriber',
				operation: 'import',
				contactList: byId('={{ $json.row < 3 ? "A" : "B" }}'),
				options: { skipUnsubscribed: false },
			};
			const run = await runNode({
				parameters,
				credential,
				input: rows.slice(0, 6),
				node: { onError },
				onStart: (cancel) => (cancelNow = cancel),
			});
			expect(served.requests).toEqual(['POST /v1/contact-lists/A/import']);
			const shown = [...run.items, ...run.errorItems].flatMap(
				({ pairedItem }) => pairedItem as Array<{ item: number }> | { item: number },
			);
			expect(shown.filter(({ item }) => item >= 3)).toEqual([]);
		},
	);
});
