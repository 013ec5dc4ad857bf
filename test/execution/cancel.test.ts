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
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byId, canceller, defined, tries, useEngine } from '../engine/support';
import { until, untilStill } from '../engine/until';

const engine = useEngine();

/** The node, and the end of its work; n8n may end the execution before. */
function watchedNode(): { node: INodeType; ended: Promise<void> } {
	let end = (): void => undefined;
	const ended = new Promise<void>((resolve) => (end = resolve));
	class WatchedNode extends EmailMarketing {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			return await new EmailMarketing().execute.call(this).finally(end);
		}
	}
	return { node: new WatchedNode(), ended };
}

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
const importTo = (list: string): INodeParameters => ({
	resource: 'subscriber',
	operation: 'import',
	contactList: byId(list),
	options: { skipUnsubscribed: false },
});

let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

async function run(parameters: INodeParameters, more: Partial<NodeRunOptions>): Promise<NodeRun> {
	const credential = { baseUrl: defined(served).url, accessToken: 'token', endpointPaths: '{}' };
	return await runNode({ parameters, credential, input: rows, ...more });
}

describe('cancelling an execution', () => {
	/** Runs an operation, cancels it after a number of requests and their responses, and waits for the end of the node's work. */
	async function cancelAfter(requests: number, key: string, parameters: INodeParameters, input?: IDataObject[]) {
		const { node: nodeType, ended } = watchedNode();
		const onStart = (cancel: () => void): void => {
			const count = (): number => engine.sandbox.requests().length;
			void until(() => count() >= requests)
				.then(async () => await untilStill(count))
				.then(cancel);
		};
		await engine.run(key, parameters, { input, nodeType, onStart });
		await ended;
	}

	// Neither ends by itself within Jest's time limit.
	it('ends a long back-off', async () => {
		engine.sandbox.faults({ script: [{ fault: '503-retry-after', times: 100 }], retryAfterSeconds: 60 });
		const contactList = byId(defined(engine.sandbox.state.contactLists[0]).uuid);
		// The first ten are sent together, and rejected.
		await cancelAfter(10, 'subscriber.create', { contactList, dataMode: 'autoMapInputData' }, rows);
		expect(engine.sandbox.requests()).toHaveLength(10);
	});

	it('ends requests without a response, and sends none of them again', async () => {
		engine.sandbox.faults({ script: [{ fault: 'stall', times: 100 }] });
		await cancelAfter(1, 'account.get', {});
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});

describe("the execution's signal", () => {
	const cancel = new AbortController();
	// As in n8n.
	setMaxListeners(Infinity, cancel.signal);
	/** The node in a loop of one execution. */
	class Looped extends EmailMarketing {
		override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			this.getExecutionCancelSignal = () => cancel.signal;
			return await new EmailMarketing().execute.call(this);
		}
	}

	test.each([
		[200, 'continueRegularOutput'],
		[422, 'stopWorkflow'],
	] as const)('has no listener left after several runs: status %i, %s', async (status, onError) => {
		const during: number[] = [];
		served = await serve((_, response) => {
			during.push(getEventListeners(cancel.signal, 'abort').length);
			json(response, { subscriber: {} }, status);
		});
		for (let turn = 0; turn < 3; turn += 1) await run(create, { node: { onError }, nodeType: new Looped() });
		expect(Math.max(...during)).toBeGreaterThan(0);
		// The node has one listener, and n8n one for each request in flight.
		expect(Math.max(...during)).toBeLessThanOrEqual(1 + 40);
		expect(getEventListeners(cancel.signal, 'abort')).toEqual([]);
	});
});

describe('a node that stops with requests in flight', () => {
	const held: ServerResponse[] = [];
	beforeEach(() => void held.splice(0));
	const tenAreHeld = async () => await until(() => held.length === 10);

	/** A service that never responds; the first ten requests are sent together. */
	async function runHeld(
		parameters: INodeParameters,
		onStart: (cancel: () => void) => void,
		node: Partial<INode> = {},
	): Promise<NodeRun> {
		served = await serve((_, response) => void held.push(response));
		return await run(parameters, { node, onStart });
	}

	/** The others get no response, but only once the node has read that of the first. */
	const refuseFirst = async (): Promise<void> => {
		json(defined(held[0]), { message: 'No' }, 422);
		await untilStill(() => held.length);
		held.slice(1).forEach((response) => response.destroy());
	};

	it('names every item with an unknown outcome if the first failure stops it', async () => {
		const { error } = await runHeld(create, () => void tenAreHeld().then(refuseFirst));
		expect(error?.message).toContain('[p0@example.com]');
		expect(error?.description).toContain(
			'Of 30 items: row 1 failed, 9 may have been created (rows 2 to 10), 20 not sent.',
		);
		expect(served?.requests).toHaveLength(10);
	});

	// n8n ends an execution that timed out in the same way.
	it.each<[string, INodeParameters, Partial<INode>]>([
		['creates', create, {}],
		['updates, with Retry On Fail', rename, tries(3)],
	])('names every item with an unknown outcome if the execution is cancelled: %s', async (_, parameters, node) => {
		const { error, run: execution } = await runHeld(parameters, (cancel) => void tenAreHeld().then(cancel), node);
		expect(error?.message).toContain('canceled');
		expect(error?.description).toMatch(/Of 30 items: 10 may have been \w+ \(rows 1 to 10\), 20 not sent\.$/);
		expect(error?.description?.match(/may have happened/g)).toHaveLength(1);
		expect(execution.status).toBe('canceled');
		expect(served?.requests).toHaveLength(10);
	});

	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'stops reading and sends nothing if it is cancelled while it reads items (%s)',
		async (onError) => {
			const { cancel, onStart } = canceller();
			let reads = 0;
			// More than the node can read before n8n gets control.
			const input = Array.from({ length: 20_000 }, (_, row): IDataObject =>
				Object.defineProperty({ row }, 'email', {
					get: () => {
						reads += 1;
						cancel();
						return 'a@example.com';
					},
				}),
			);
			served = await serve((_, response) => json(response, { subscriber: {} }));
			const done = await run(
				{ ...create, requestOptions: { maxParallelRequests: 1 } },
				{ input, node: { onError }, onStart },
			);
			expect(served?.requests).toEqual([]);
			expect([...done.items, ...done.errorItems]).toEqual([]);
			expect(reads).toBeLessThan(input.length / 2);
		},
	);

	it('names every row with an unknown outcome if an Import is cancelled', async () => {
		const { error } = await runHeld(
			importTo('={{ $json.row % 2 ? "B" : "A" }}'),
			(cancel) => void until(() => held.length === 1).then(cancel),
		);
		expect(error?.message).toMatch(/^15 unknown: /);
		expect(error?.description).toMatch(/May have been done: rows 1, 3, 5, .*, 27 and 29\./);
		expect(served?.requests).toEqual(['POST /v1/contact-lists/A/import']);
	});
});
