import type { ContactList } from '../sandbox/store/contact-list';
import { defined } from '../test/defined';
import { errorText, succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { editFields } from './support/nodes';
import { byId, chain, fromList, ourNode, startWith, workflowOf, type Node, type Workflow } from './support/workflow';

/** n8n's own 'Loop Over Items' around Sync List: each batch would remove the people of the others. */

const ours = 'Sync List';

describe("Sync List inside of n8n's 'Loop Over Items'", () => {
	const { host, service } = useService({ subscribers: 12 });
	const lists = (): ContactList[] => service.sandbox.state.contactLists.slice(0, 2);
	const first = (): ContactList => defined(lists()[0]);
	const subscribedIn = (list: ContactList): string[] =>
		list.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null).map(({ email }) => email);
	/** The sheet of a list, which its ID is in. */
	const sheetOf = (list: ContactList): object[] => subscribedIn(list).map((email) => ({ email, list: list.uuid }));
	const writes = (): unknown[] => service.sandbox.requests().filter(({ method }) => method !== 'GET');
	const actionsIn = ({ items }: Execution): unknown[] => items(ours).map(({ json }) => json.action);

	beforeEach(() => service.sandbox.reset());

	const sync = (parameters: object, settings: Partial<Node> = {}): Node =>
		ourNode(
			ours,
			service.credentials,
			{ resource: 'subscriber', operation: 'sync', dryRun: false, ...parameters },
			settings,
		);

	function inLoop(rows: object[], batchSize: number, node: Node): Workflow {
		const type = 'n8n-nodes-base.splitInBatches';
		const loop: Node = { name: 'Loop', type, typeVersion: 3, parameters: { batchSize, options: {} } };
		const nodes = startWith(rows);
		const around = [
			{ from: loop.name, output: 1, to: node.name },
			{ from: node.name, to: loop.name },
		];
		return workflowOf('Loop', [...nodes, loop, node], [...chain([...nodes, loop]), ...around]);
	}

	const anyShare = { options: { maxRemovalPercent: 100, keepNewHours: 0 } };

	it('is refused with Unsubscribe and a fixed list, and nothing is sent', async () => {
		const node = sync({ contactList: fromList(first()), removal: 'unsubscribe', ...anyShare });
		const { status, error } = await host.api.run(inLoop(sheetOf(first()), 4, node));

		expect(status).toBe('error');
		expect(errorText(error)).toMatch(/Each batch would remove the people of the others.*after the loop.*'Keep'/s);
		expect(service.sandbox.requests()).toEqual([]);
	});

	it('goes on with Keep', async () => {
		const rows = [...sheetOf(first()), { email: 'new@example.org' }];
		const done = succeeded(
			await host.api.run(inLoop(rows, 4, sync({ contactList: fromList(first()), removal: 'keep' }))),
		);

		expect(done.runs(ours).length).toBeGreaterThan(2);
		expect(actionsIn(done)).toEqual([...rows.slice(1).map(() => 'unchanged'), 'created']);
	});

	it('goes on over several lists by an expression, each with its own rows; who is in none of them is unsubscribed', async () => {
		const sheets = lists().map((list) => sheetOf(list).slice(0, 6));
		const gone = lists().flatMap((list) => subscribedIn(list).slice(6));
		const node = sync({ contactList: byId('={{ $json.list }}'), removal: 'unsubscribe', ...anyShare });
		const done = succeeded(await host.api.run(inLoop(sheets.flat(), 6, node)));

		expect(gone.length).toBeGreaterThan(0);
		expect(lists().map((list) => subscribedIn(list).length)).toEqual([6, 6]);
		const unsubscribed = done.items(ours).filter(({ json }) => json.action === 'unsubscribed');
		expect(unsubscribed.map(({ json }) => json.email).sort()).toEqual([...gone].sort());
	});

	it('is refused by an expression where a list comes a second time', async () => {
		const node = sync({ contactList: byId('={{ $json.list }}'), removal: 'unsubscribe', ...anyShare });
		const rows = sheetOf(first());
		// The first batch is the whole list.
		const { status, error } = await host.api.run(inLoop([...rows, ...rows.slice(0, 2)], rows.length, node));

		expect([status, errorText(error)]).toEqual(['error', expect.stringContaining('Each batch would remove')]);
		expect(writes()).toEqual([]);
	});

	it('is no loop over items where failed rows are corrected and come back: nobody is removed for them', async () => {
		const people = sheetOf(first());
		const gone = subscribedIn(first()).slice(-2);
		const rows = startWith([...people.slice(0, -2), { email: 'grace(at)example.org', list: '' }]);
		const node = sync(
			{ contactList: fromList(first()), removal: 'unsubscribe', ...anyShare },
			{ onError: 'continueErrorOutput' },
		);
		const correct = editFields('Correct', { email: "={{ $json.email.replace('(at)', '@') }}" });
		const connections = [
			...chain([...rows, node]),
			{ from: ours, output: 1, to: correct.name },
			{ from: correct.name, to: ours },
		];
		const done = succeeded(await host.api.run(workflowOf('Failed rows', [...rows, node, correct], connections)));

		expect(done.runs(ours)).toHaveLength(2);
		expect(first().withEmail('grace@example.org')).toMatchObject({ unsubscribedAt: null });
		expect(gone.map((email) => first().withEmail(email)?.unsubscribedAt)).toEqual([null, null]);
	});
});
