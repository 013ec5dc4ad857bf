import { useService } from './support/hooks';
import { people } from './support/service';
import { byId, chain, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

describe("n8n's own nodes around the node", () => {
	const { host, service } = useService({ subscribers: 0 });

	beforeEach(() => {
		service.sandbox.reset();
	});

	it('Loop Over Items creates 10 people in batches of 5', async () => {
		const [crowd, batchSize] = [people(10), 5];
		const loop: Node = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize, options: {} },
		};
		const before = startWith(crowd);
		const connections = [
			...chain([...before, loop]),
			{ from: 'Loop', output: 1, to: 'Create' },
			{ from: 'Create', to: 'Loop' },
		];

		const { status, record, runs } = await host.api.run(workflowOf('Loop', [...before, loop, create()], connections));

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(service.emails()).toEqual(crowd.map(({ email }) => email));
		expect(runs('Create').map(({ outputs }) => outputs[0]?.length)).toEqual([5, 5]);
	});

	it('a sub-workflow creates the items that it is given, and gives them back, each with the row that it came from', async () => {
		const called: Node = {
			name: 'When called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const origin: Node = {
			name: 'Origin',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: {
				mode: 'raw',
				jsonOutput: "={{ { email: $json.email, n: $('When called').item.json.n } }}",
				options: {},
			},
		};
		const id = await host.api.save(workflowOf('Sub-workflow', [called, create(), origin]));
		const call: Node = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.3,
			parameters: { workflowId: byId(id), mode: 'once', options: {} },
		};
		const rows = people(3);

		const { status, record, items } = await host.api.run(workflowOf('Caller', [...startWith(rows), call]));

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(service.emails()).toEqual(rows.map(({ email }) => email));
		expect(items('Call').map(({ json }) => json)).toEqual(rows.map(({ email, n }) => ({ email, n })));
	});

	it.each([
		['ends the branch', {}, 0],
		['goes on with an empty item with Always Output Data', { alwaysOutputData: true }, 1],
	])('a list without subscribers %s', async (_, settings, runsAfter) => {
		const parameters = { resource: 'subscriber', operation: 'getAll', contactList: byId(service.list) };
		const getMany = ourNode('Get many', service.credentials, parameters, settings);
		const next: Node = { name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

		const { status, runs } = await host.api.run(workflowOf('Empty', [manualTrigger, getMany, next]));

		expect([status, runs('Next').length]).toEqual(['success', runsAfter]);
	});

	/** One request after the other, so that people come in the order of their rows. */
	function create(): Node {
		return ourNode('Create', service.credentials, {
			resource: 'subscriber',
			operation: 'create',
			contactList: byId(service.list),
			email: '={{ $json.email }}',
			requestOptions: { maxParallelRequests: 1 },
		});
	}
});
