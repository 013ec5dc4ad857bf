import { setTimeout } from 'node:timers/promises';

import type { SandboxOptions } from '../sandbox';
import { useHost } from './support/hooks';
import { until } from './support/host';
import { people, startService, type Service } from './support/service';
import { byId, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** Answers to requests that had left before the stop may still be awaited, and no more. */
const graceMs = 1_000;

const create = { operation: 'create', email: '={{ $json.email }}' };
const getMany = { operation: 'getAll', returnAll: true };
const once = { executeOnce: true };
const retry = { retryOnFail: true, maxTries: 5, waitBetweenTries: 500 };

describe('an execution that is stopped', () => {
	const host = useHost();
	let service: Service | undefined;

	afterEach(async () => await service?.close());

	it.each<[string, object, Partial<Node>, SandboxOptions['paging'], number]>([
		['creates nobody more', create, {}, 'numbered', 1_000],
		['is not begun again by Retry On Fail', create, retry, 'numbered', 1_000],
		['reads no more pages of a list that it reads in parallel', getMany, once, 'numbered', 200],
		['reads no more pages of a list that it reads one by one', getMany, once, 'links', 200],
	])('%s', async (_, parameters, settings, paging, all) => {
		const executionId = await start(parameters, settings, { paging });
		await until(() => arrivals().length >= 20, '20 requests');

		await host.api.stop(executionId);
		await nothingArrivesAfter(Date.now());

		expect((await host.api.ended(executionId)).status).toBe('canceled');
		expect(arrivals().length).toBeLessThan(all);
	});

	it('creates nobody more when the time of the workflow is over', async () => {
		const seconds = 3;
		const executionId = await start(create, {}, {}, { executionTimeout: seconds });
		const over = Date.now() + seconds * 1_000;

		expect((await host.api.ended(executionId)).status).toBe('canceled');
		expect(arrivals().length).toBeGreaterThan(10);
		await nothingArrivesAfter(over);
		expect(arrivals().length).toBeLessThan(1_000);
	});

	/** Starts a workflow that is far from its end when it is stopped, on a service of its own: other tests would see what did not stop. */
	async function start(parameters: object, settings: Partial<Node>, options: SandboxOptions, ofWorkflow = {}) {
		service = await startService(host, {
			subscribers: 3_000,
			perPage: 'ignored',
			faults: { latencyMs: 100 },
			...options,
		});
		const node = ourNode(
			'Under test',
			service.credentials,
			{
				resource: 'subscriber',
				contactList: byId(service.list),
				requestOptions: { maxParallelRequests: 5 },
				...parameters,
			},
			settings,
		);
		const workflow = workflowOf('Stopped', [...startWith(people(1_000)), node], undefined, ofWorkflow);
		return await host.api.start(await host.api.save(workflow));
	}

	/** When each request arrived at the sandbox. */
	function arrivals(): number[] {
		return service?.sandbox.requests().map(({ time }) => Date.parse(time)) ?? [];
	}

	async function nothingArrivesAfter(moment: number): Promise<void> {
		await setTimeout(moment + 2_000 - Date.now());
		expect(arrivals().filter((arrival) => arrival > moment + graceMs)).toEqual([]);
	}
});
