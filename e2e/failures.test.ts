import { openEditor } from './support/editor';
import { useService } from './support/hooks';
import { byId, ourNode, startWith, workflowOf, type Connection, type Node } from './support/workflow';

/** What a workflow can do with items that failed, and what the person in front of it reads. */

/** Lets items through whose status is this number. */
function whenStatusIs(status: number): Node {
	const condition = {
		id: String(status),
		leftValue: '={{ $json.httpStatus }}',
		rightValue: status,
		operator: { type: 'number', operation: 'equals' },
	};
	return {
		name: `Is ${status}`,
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				conditions: [condition],
				combinator: 'and',
			},
		},
	};
}

describe('items that fail', () => {
	const { host, service } = useService();
	let taken: string;

	beforeEach(() => {
		service.sandbox.reset();
		taken = service.emails()[0] ?? '';
	});

	const create = (settings: Partial<Node> = {}): Node =>
		ourNode(
			'Create',
			service.credentials,
			{
				resource: 'subscriber',
				operation: 'create',
				contactList: byId(service.list),
				email: '={{ $json.email }}',
				requestOptions: { maxParallelRequests: 1 },
			},
			settings,
		);

	it.each<[string, Partial<Node>, number]>([
		['on the regular output', { onError: 'continueRegularOutput' }, 0],
		['on the error output', { onError: 'continueErrorOutput' }, 1],
	])('can be told apart by an IF node %s: a taken address from a refused token', async (_, settings, output) => {
		service.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.create' }] });
		const rows = startWith([
			{ n: 1, email: 'a@example.org' },
			{ n: 2, email: taken, error: 'mine', status: 'active' },
			{ n: 3, email: 'c@example.org' },
		]);
		const connections: Connection[] = [
			{ from: 'Start', to: 'Data' },
			{ from: 'Data', to: 'Rows' },
			{ from: 'Rows', to: 'Create' },
			{ from: 'Create', to: 'Is 422', output },
			{ from: 'Is 422', to: 'Is 401', output: 1 },
		];

		const { status, record, items } = await host.api.run(
			workflowOf('Told apart', [...rows, create(settings), whenStatusIs(422), whenStatusIs(401)], connections),
		);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(items('Is 422').map(({ json }) => json)).toEqual([
			{
				error: "The service did not accept 'Email'",
				details: expect.stringContaining('The email has already been taken.'),
				httpStatus: 422,
				n: 2,
				email: taken,
				input_error: 'mine',
				status: 'active',
			},
		]);
		expect(items('Is 401').map(({ json }) => json)).toEqual([
			{
				error: 'The service did not accept the access token',
				details: expect.stringContaining("'Access Token'"),
				httpStatus: 401,
				n: 1,
				email: 'a@example.org',
			},
		]);
		expect(items('Is 401', 1).map(({ json }) => json.email)).toEqual(output === 0 ? ['c@example.org'] : []);
	});

	it('stop the node with a message that names the item once, as n8n counts it, and says what became of the others', async () => {
		const id = await host.api.save(
			workflowOf('Stopped', [
				...startWith(['a@example.org', taken, 'c@example.org', 'd@example.org'].map((email) => ({ email }))),
				create(),
			]),
		);
		const editor = await openEditor(host);
		try {
			await editor.openWorkflow(id);
			await editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
			await editor.page.getByText('Problem in node').waitFor();
			await editor.openNode('Create');
			const panel = editor.page.locator('[data-test-id="ndv"]');
			await panel.getByText('The service did not accept').first().waitFor();
			await editor.screenshot('stopped-at-failure');

			expect(await panel.innerText()).toMatch(
				/The service did not accept 'Email' \[item 1\]\s+Email ".+": The email has already been taken\. If the address is in the list already, use 'Create or Update'\. Of 4 items: 1 created, item 1 failed, 2 not sent\.\s+Error details/,
			);
		} finally {
			await editor.close();
		}
	});
});
