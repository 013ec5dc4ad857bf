import { errorText } from './support/execution';
import { useService } from './support/hooks';
import { people } from './support/service';
import { byId, chain, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** One request after the other, each sent once: what goes wrong in the sandbox then hits the item that is meant. */
const inTurn = { maxParallelRequests: 1, maxRetries: 0 };
const rows = people(3);
const emails = rows.map(({ email }) => email);
const [first = '', second = '', third = ''] = emails;
/** The second row cannot be a subscriber. */
const withBadRow = rows.map((row) => (row.n === 2 ? { ...row, email: 'nobody' } : row));

describe("n8n's own settings and nodes around the node", () => {
	const { host, service } = useService({ subscribers: 0 });

	beforeEach(() => {
		service.sandbox.reset();
	});

	describe('Retry On Fail', () => {
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 };

		it('sends what was refused for the moment, and what was not sent, and nobody twice', async () => {
			service.sandbox.faults({ script: [{ fault: 'none' }, { fault: '429' }] });

			const { status, record, items } = await run(create(retry));

			expect({ status, record }).toMatchObject({ status: 'success' });
			expect(sent()).toEqual([first, second, second, third]);
			expect(service.emails()).toEqual(emails);
			expect(items('Create').map(({ json }) => json.email)).toEqual(emails);
		});

		it('does not send again what may have happened', async () => {
			service.sandbox.faults({ script: [{ fault: 'none' }, { fault: '500-after' }] });

			const { status, error } = await run(create(retry));

			expect(status).toBe('error');
			expect(errorText(error)).toMatch(/may have/);
			expect(timesSent()).toMatchObject({ [first]: 1, [second]: 1 });
			expect(service.emails()).toEqual(expect.arrayContaining([first, second]));
		});
	});

	it('the error output gets an item that was refused with its row, and what comes next knows where each item is from', async () => {
		const { items } = await run([create({ onError: 'continueErrorOutput' }), origin], withBadRow);

		expect(items('Create', 1)).toEqual([
			expect.objectContaining({
				json: expect.objectContaining({
					n: 2,
					email: 'nobody',
					error: expect.stringContaining('is not an email address'),
				}),
			}),
		]);
		expect(items('Origin').map(({ json }) => json)).toEqual([
			{ email: first, n: 1 },
			{ email: third, n: 3 },
		]);
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

	it('a sub-workflow creates the items that it is given, and gives them back', async () => {
		const called: Node = {
			name: 'When called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const id = await host.api.save(workflowOf('Sub-workflow', [called, create()]));
		const call: Node = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.3,
			parameters: { workflowId: byId(id), mode: 'once', options: {} },
		};

		const { status, record, items } = await run(call);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(service.emails()).toEqual(emails);
		expect(items('Call').map(({ json }) => json.email)).toEqual(emails);
	});

	it('a list without subscribers ends the branch, and Always Output Data goes on with an empty item', async () => {
		const getMany = (settings: Partial<Node>): Node =>
			ourNode(
				'Get many',
				service.credentials,
				{ resource: 'subscriber', operation: 'getAll', contactList: byId(service.list), returnAll: true },
				settings,
			);
		const goesOn = async (settings: Partial<Node>): Promise<number> => {
			const { runs } = await host.api.run(
				workflowOf('Empty', [manualTrigger, getMany(settings), { ...origin, parameters: { options: {} } }]),
			);
			return runs('Origin').length;
		};

		expect(await goesOn({})).toBe(0);
		expect(await goesOn({ alwaysOutputData: true })).toBe(1);
	});

	/** Runs these nodes one after the other, with these rows. */
	async function run(nodes: Node | Node[], data: object[] = rows) {
		return await host.api.run(workflowOf('Engine', [...startWith(data), ...[nodes].flat()]));
	}

	function create(settings: Partial<Node> = {}, email = '={{ $json.email }}'): Node {
		return ourNode(
			'Create',
			service.credentials,
			{ resource: 'subscriber', operation: 'create', contactList: byId(service.list), email, requestOptions: inTurn },
			settings,
		);
	}

	/** The addresses that arrived, as often as they did. */
	function sent(): string[] {
		return service.sandbox.requests().map(({ body }) => (body as { email: string }).email);
	}

	function timesSent(): Record<string, number> {
		return Object.fromEntries(emails.map((email) => [email, sent().filter((other) => other === email).length]));
	}
});

/** Looks back past the node under test: from an item of its output to the row that it came from. */
const origin: Node = {
	name: 'Origin',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: "={{ { email: $json.email, n: $('Rows').item.json.n } }}", options: {} },
};
