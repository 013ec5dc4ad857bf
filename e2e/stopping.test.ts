import { setTimeout } from 'node:timers/promises';

import { useHost } from './support/hooks';
import { until } from './support/host';
import { people, startService, type Service } from './support/service';
import { byId, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** Slow enough that none of these workflows is at its end when it is stopped. */
const latencyMs = 100;
const requestOptions = { maxParallelRequests: 5 };
/** Answers to requests that had left before the stop may still be awaited, and no more. */
const graceMs = 1_000;

describe('an execution that is stopped', () => {
	const host = useHost();
	let service: Service;

	// Each on a service of its own: an execution that did not stop would be seen by the tests after it.
	beforeEach(async () => {
		service = await startService(host, { subscribers: 3_000, perPage: 'ignored', faults: { latencyMs } });
	});

	afterEach(async () => {
		await service?.close();
	});

	it('creates nobody more', async () => {
		await stopAndWatch([...startWith(people(1_000)), create()], 50);

		expect(arrivals().length).toBeLessThan(1_000);
	});

	it('is not begun again by Retry On Fail', async () => {
		await stopAndWatch(
			[...startWith(people(1_000)), create({ retryOnFail: true, maxTries: 5, waitBetweenTries: 500 })],
			50,
		);
	});

	it('sends nothing after the wait that the service has asked for', async () => {
		service.sandbox.faults({
			latencyMs,
			retryAfterSeconds: 2,
			script: [
				{ fault: 'none', times: 10 },
				{ fault: '429-seconds', times: 1_000 },
			],
		});

		await stopAndWatch([...startWith(people(100)), create()], 11, 3_000);
	});

	it.each(['numbered', 'links'] as const)('reads no more pages of a list in the style %s', async (style) => {
		service.sandbox.paging(style);
		const getMany = ourNode('Get many', service.credentials, {
			resource: 'subscriber',
			operation: 'getAll',
			contactList: byId(service.list),
			returnAll: true,
			requestOptions,
		});

		await stopAndWatch([manualTrigger, getMany], 20);

		expect(arrivals().length).toBeLessThan(200);
	});

	it('creates nobody more when the time of the workflow is over', async () => {
		const seconds = 3;
		const id = await host.api.save(
			workflowOf('Timeout', [...startWith(people(1_000)), create()], undefined, { executionTimeout: seconds }),
		);
		const executionId = await host.api.start(id);
		const over = Date.now() + seconds * 1_000;

		expect((await host.api.ended(executionId)).status).toBe('canceled');
		expect(arrivals().length).toBeGreaterThan(10);
		await nothingArrivesAfter(over);
		expect(arrivals().length).toBeLessThan(1_000);
	});

	/** Starts a workflow, presses Stop after so many requests, and makes sure that there are no more from then on. */
	async function stopAndWatch(nodes: Node[], after: number, watchMs?: number): Promise<void> {
		const executionId = await host.api.start(await host.api.save(workflowOf('Stopped', nodes)));
		await until(() => arrivals().length >= after, `${after} requests`);

		await host.api.stop(executionId);
		await nothingArrivesAfter(Date.now(), watchMs);

		expect((await host.api.ended(executionId)).status).toBe('canceled');
	}

	function create(settings: Partial<Node> = {}): Node {
		return ourNode(
			'Create',
			service.credentials,
			{
				resource: 'subscriber',
				operation: 'create',
				contactList: byId(service.list),
				email: '={{ $json.email }}',
				requestOptions,
			},
			settings,
		);
	}

	/** When each request arrived at the sandbox. */
	function arrivals(): number[] {
		return service.sandbox.requests().map(({ time }) => Date.parse(time));
	}

	async function nothingArrivesAfter(moment: number, watchMs = 2_000): Promise<void> {
		await setTimeout(moment + watchMs - Date.now());
		const late = arrivals().filter((arrival) => arrival > moment + graceMs);
		expect(late.length).toBe(0);
	}
});
