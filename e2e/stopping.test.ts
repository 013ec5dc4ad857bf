import { setTimeout } from 'node:timers/promises';

import { useHost } from './support/hooks';
import { people, startService, type Service } from './support/service';
import { until } from './support/until';
import { byId, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** Answers to requests that had left before the stop may still be awaited, and no more. */
const graceMs = 1_000;

/** What n8n hands to the node is tested here; what the node then does, in cancel.test.ts. */
describe('an execution creates nobody more', () => {
	const host = useHost();
	let service: Service | undefined;

	afterEach(async () => await service?.close());

	it('when it is stopped, not by Retry On Fail either', async () => {
		const executionId = await start({ retryOnFail: true, maxTries: 5, waitBetweenTries: 500 });
		await until(() => arrivals().length >= 20, '20 requests');

		await host.api.stop(executionId);

		await ended(executionId, Date.now());
	});

	it('when the time of the workflow is over', async () => {
		const executionTimeout = 3;
		const executionId = await start({}, { executionTimeout });

		await ended(executionId, Date.now() + executionTimeout * 1_000);
		expect(arrivals().length).toBeGreaterThan(10);
	});

	/** Starts to create 1,000 people, on a service of its own: other tests would see what did not stop. */
	async function start(settings: Partial<Node>, ofWorkflow = {}): Promise<string> {
		service = await startService(host, { faults: { latencyMs: 100 } });
		const parameters = {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId(service.list),
			email: '={{ $json.email }}',
			requestOptions: { maxParallelRequests: 5 },
		};
		const node = ourNode('Under test', service.credentials, parameters, settings);
		const workflow = workflowOf('Stopped', [...startWith(people(1_000)), node], undefined, ofWorkflow);
		return await host.api.start(await host.api.save(workflow));
	}

	/** When each request arrived at the sandbox. */
	function arrivals(): number[] {
		return service?.sandbox.requests().map(({ time }) => Date.parse(time)) ?? [];
	}

	/** Expects that nothing arrives after this moment, and that the execution is canceled long before its end. */
	async function ended(executionId: string, moment: number): Promise<void> {
		await setTimeout(moment + 2_000 - Date.now());
		expect(arrivals().filter((arrival) => arrival > moment + graceMs)).toEqual([]);
		expect((await host.api.ended(executionId)).status).toBe('canceled');
		expect(arrivals().length).toBeLessThan(1_000);
	}
});
