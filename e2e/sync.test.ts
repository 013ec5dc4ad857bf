import type { Locator } from 'playwright-core';

import type { Subscriber } from '../sandbox/store/store';
import { openEditor, type Editor } from './support/editor';
import { useService } from './support/hooks';
import { byId, chain, ourNode, startWith, workflowOf, type Node } from './support/workflow';

const nodeName = 'Under test';
const subscribers = 240;

/** The headers of a sheet as somebody might write them. */
interface SheetRow {
	readonly 'E-Mail': string;
	readonly 'First Name'?: string | null;
	readonly 'Last Name'?: string | null;
	readonly Labels?: string;
}

describe('rows of a sheet in n8n', () => {
	const { host, service } = useService({ subscribers });

	beforeEach(() => {
		service.sandbox.reset();
	});

	describe('Sync List', () => {
		it('unsubscribes those who are not in the sheet any more, and does nothing at all where half of it is missing', async () => {
			const all = sheet();
			const few = await run(all.slice(5), { operation: 'sync', removal: 'unsubscribe' });
			const left = people().filter(({ unsubscribedAt }) => unsubscribedAt === null);
			const half = await run(all.slice(subscribers / 2), { operation: 'sync', removal: 'unsubscribe' });

			expect({ status: few.status, record: few.record }).toMatchObject({ status: 'success' });
			expect(
				people()
					.slice(0, 5)
					.filter(({ unsubscribedAt }) => unsubscribedAt === null),
			).toEqual([]);
			expect(half.status).toBe('error');
			expect(half.error?.message).toContain('This would unsubscribe');
			expect(people().filter(({ unsubscribedAt }) => unsubscribedAt === null)).toEqual(left);
		});
	});

	it('Create or Update changes those who are there, creates the others, and adds tags where it is told to', async () => {
		const { email, tags = [] } = people()[0] ?? {};
		const rows = [{ ...sheet()[0], 'Last Name': 'Lovelace', Labels: 'guest' }, ...newcomers(1)];
		const upsert = { operation: 'upsert', dataMode: 'autoMapInputData' };

		const { status, record, items } = await run(rows, upsert);
		const again = await run(rows, upsert);

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(items(nodeName).map(({ json }) => [json.action, json.email])).toEqual([
			['updated', email],
			['created', newcomers(1)[0]?.['E-Mail']],
		]);
		expect(people()[0]).toMatchObject({ lastName: 'Lovelace', tags: [...tags, 'guest'] });
		expect(numberOf(again.items(nodeName), 'action')).toEqual({ unchanged: 2 });
	});

	describe("in n8n's editor", () => {
		let editor: Editor;

		beforeAll(async () => {
			editor = await openEditor(host);
		});

		afterAll(async () => {
			await editor?.close();
		});

		it('Import says above its output which columns it used and which not, and how many rows came in', async () => {
			await editor.openWorkflow(
				await saved([...newcomers(3), { 'E-Mail': 'nobody', City: 'Bern' }], { operation: 'import' }),
			);
			await editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
			await editor.openNode(nodeName);

			for (const hint of [/Import: .*3 imported/, /Columns used: "E-Mail" \(email\).* Ignored: "City"/])
				await editor.page.getByText(hint).first().waitFor();
			await editor.screenshot('import-hints');
		});

		it.each([
			['sync', ['Columns', 'Subscribers Not in Input', 'Dry Run', 'Options']],
			['import', ['Columns', 'Additional Fields', 'Options']],
		])('the panel of the operation %s shows its fields', async (operation, fields) => {
			await editor.openWorkflow(await saved(newcomers(1), { operation }));
			await editor.openNode(nodeName);
			const panel = editor.page.locator('[data-test-id="ndv"]');
			await label(panel, 'Columns').waitFor();
			await editor.screenshot(`panel-${operation}`);

			for (const field of fields) expect(await label(panel, field).isVisible()).toBe(true);
		});
	});

	/** Saves a workflow that hands these rows to the node. */
	async function saved(rows: object[], parameters: object, settings: Partial<Node> = {}): Promise<string> {
		const node = ourNode(
			nodeName,
			service.credentials,
			{ resource: 'subscriber', contactList: byId(service.list), ...parameters },
			settings,
		);
		const nodes = [...startWith(rows), node];
		return await host.api.save(workflowOf('Sheet', nodes, chain(nodes)));
	}

	async function run(...given: Parameters<typeof saved>) {
		return await host.api.runWorkflow(await saved(...given));
	}

	/** Those of the list, oldest first. */
	function people(): readonly Subscriber[] {
		return service.sandbox.state.contactLists.find(({ uuid }) => uuid === service.list)?.subscribers ?? [];
	}

	/** A sheet that says what the list says. */
	function sheet(): SheetRow[] {
		return people().map(({ email, firstName, lastName, tags }) => ({
			'E-Mail': email,
			'First Name': firstName,
			'Last Name': lastName,
			Labels: tags.join(', '),
		}));
	}
});

/** Rows of people who are in no list of the sandbox. */
function newcomers(count: number): SheetRow[] {
	return Array.from({ length: count }, (_, index) => ({
		'E-Mail': `newcomer${index}@example.org`,
		'First Name': 'Ada',
		'Last Name': `No. ${index}`,
		Labels: 'guest, new',
	}));
}

/** How often each value of a field comes. */
function numberOf(entries: ReadonlyArray<object>, field: string): Record<string, number> {
	const numbers: Record<string, number> = {};
	for (const entry of entries) {
		const value = String((('json' in entry ? entry.json : entry) as Record<string, unknown>)[field]);
		numbers[value] = (numbers[value] ?? 0) + 1;
	}
	return numbers;
}

/** The name of a field as the panel shows it. */
function label(panel: Locator, name: string): Locator {
	return panel
		.locator('[data-test-id="parameter-item"], .parameter-item, .multi-parameter')
		.getByText(name, { exact: true })
		.first();
}
