import { defined } from '../test/defined';
import { serve, type Served } from '../test/engine/serve';
import { fetchPublished } from './support/api';
import { errorText, succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { until } from './support/host';
import { download, webhook } from './support/nodes';
import { byId, chain, manualTrigger, ourNode, workflowOf, type Node, type Workflow } from './support/workflow';

/** What n8n's Extract from File reads spreadsheets with. It is in hosts/n8n only, so its types may be missing. */
const xlsx: string = '../hosts/n8n/node_modules/@e965/xlsx';

interface Xlsx {
	utils: { aoa_to_sheet: (rows: unknown[][]) => object; book_new: (sheet: object) => object };
	write: (book: object, options: { type: 'buffer' }) => Buffer;
}

const ours = 'Under test';
const mapped = { operation: 'upsert', dataMode: 'autoMapInputData' };

/** Runs once a second while it is published. */
const schedule: Node = {
	name: 'Every second',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
};

/** Files and forms as n8n's own nodes hand them over, without cells that are empty and boxes that are not ticked. */
describe("a column that is named in 'Opt-Out'", () => {
	const { host, service } = useService({ subscribers: 30 });
	/** What can be downloaded at the moment. */
	let file: string | Buffer;
	let drive: Served;

	beforeAll(async () => {
		drive = await serve((_, response) => response.end(file));
	});

	beforeEach(() => service.sandbox.reset());

	afterAll(async () => await drive?.close());

	it.each([
		['Import', { operation: 'import' }],
		['Sync List', { operation: 'sync' }],
		['Create or Update', mapped],
	])('stops the scheduled %s that has its name mistyped, and nothing is sent', async (_, parameters) => {
		file = csv(['Email', 'Will nicht mehr'], ['ada@example.org', ''], ['grace@example.org', 'x']);
		const before = subscribers();
		const workflow = fromFile('csv', { ...parameters, columns: { optOut: 'Wil nicht mehr' } }, {}, schedule);

		const executions = await host.api.whilePublished(workflow, async (id) => {
			await until(async () => (await host.api.executionsOf(id)).length > 0, 'the schedule to start it');
			return await host.api.executionsOf(id);
		});

		for (const { status, error } of executions) {
			expect(status).toBe('error');
			expect(error?.message).toBe(`No item has the column "Wil nicht mehr" ('Opt-Out')`);
			expect(error?.description).toContain('Email, Will nicht mehr.');
		}
		expect(service.sandbox.requests()).toEqual([]);
		expect(subscribers()).toEqual(before);
	});

	it('is missing from a CSV file in which it is empty; each of the two options that the message names imports the people', async () => {
		file = csv(['Email', 'Will nicht mehr'], ['ada@example.org', ''], ['grace@example.org', '']);
		const parameters = { operation: 'import', columns: { optOut: 'Will nicht mehr' } };
		const created = { 'ada@example.org': 'created', 'grace@example.org': 'created' };

		const stopped = await host.api.run(fromFile('csv', parameters));
		const sent = service.sandbox.requests();
		const allowed = succeeded(
			await host.api.run(fromFile('csv', { ...parameters, options: { consentMayBeMissing: true } })),
		);
		const added = service.emails().slice(-2);
		service.sandbox.reset();
		const withEmptyCells = succeeded(await host.api.run(fromFile('csv', parameters, { includeEmptyCells: true })));

		expect(stopped.status).toBe('error');
		expect(stopped.error?.message).toBe(`No item has the column "Will nicht mehr" ('Opt-Out')`);
		expect(errorText(stopped.error)).toMatch(/'Include Empty Cells'.*'Consent Columns May Be Missing'/);
		expect(sent).toEqual([]);
		expect(actionsOf(allowed)).toEqual(created);
		expect(added).toEqual(Object.keys(created));
		expect(actionsOf(withEmptyCells)).toEqual(created);
		expect(service.emails().slice(-2)).toEqual(Object.keys(created));
	});

	it('is not seen where the formula of an XLSX cell failed, because the cell is left out; its text in a CSV file rejects the row', async () => {
		const { utils, write } = (await import(xlsx)) as Xlsx;
		const parameters = { operation: 'import', columns: { optOut: 'Left' } };
		const sheet = [
			['Email', 'Left'],
			['na@example.org', { t: 'e', v: 42 }],
			['ref@example.org', { t: 'e', v: 23 }],
			['gone@example.org', 'yes'],
		];

		file = write(utils.book_new(utils.aoa_to_sheet(sheet)), { type: 'buffer' });
		const workbook = succeeded(await host.api.run(fromFile('xlsx', parameters)));
		const withEmptyCells = succeeded(await host.api.run(fromFile('xlsx', parameters, { includeEmptyCells: true })));
		file = csv(['Email', 'Left'], ['na@example.org', '#N/A'], ['gone@example.org', 'yes'], ['ada@example.org', '']);
		const text = succeeded(await host.api.run(fromFile('csv', parameters)));

		expect(rowsOf(workbook)).toEqual([
			{ Email: 'na@example.org' },
			{ Email: 'ref@example.org' },
			{ Email: 'gone@example.org', Left: 'yes' },
		]);
		expect(rowsOf(withEmptyCells).map(({ Left }) => Left)).toEqual(['', '', 'yes']);
		expect(actionsOf(workbook)).toEqual({
			'na@example.org': 'created',
			'ref@example.org': 'created',
			'gone@example.org': 'skipped',
		});
		expect(rowsOf(text)[0]).toEqual({ Email: 'na@example.org', Left: '#N/A' });
		expect(actionsOf(text)).toEqual({
			'na@example.org': 'rejected',
			'gone@example.org': 'skipped',
			'ada@example.org': 'created',
		});
	});

	// The first is recognized by its name, too.
	it.each(['unsubscribe', 'goodbye'])(
		'may be missing from a form: who does not tick "%s" is created, and who does is skipped',
		async (box) => {
			const columns = { email: 'body.email', optOut: `body.${box}` };
			const node = ourNode(ours, service.credentials, { ...mapped, contactList: byId(service.list), columns });
			const form = workflowOf('Form', [webhook('Form', `consent-${box}`, 'POST'), node]);
			const send = async (fields: Record<string, string>): Promise<unknown> => {
				const init = { method: 'POST', body: new URLSearchParams(fields) };
				return await (await fetchPublished(`${host.n8nUrl}/webhook/consent-${box}`, init)).json();
			};

			const [unticked, ticked] = await host.api.whilePublished(form, async () => [
				await send({ email: 'ada@example.org' }),
				await send({ email: 'grace@example.org', [box]: 'on' }),
			]);

			expect(unticked).toMatchObject({ action: 'created', email: 'ada@example.org', is_subscribed: true });
			expect(ticked).toMatchObject({ action: 'skipped', email: 'grace@example.org', is_subscribed: false });
			expect(service.emails()).toContain('ada@example.org');
			expect(service.emails()).not.toContain('grace@example.org');
		},
	);

	it('skips whoever left its cell empty, also in a batch of a loop in which nobody has filled it', async () => {
		file = csv(['Email', 'Newsletter'], ['ada@example.org', 'yes'], ['grace@example.org', '']);
		const { nodes } = fromFile('csv', mapped);
		const reading = nodes.slice(0, 3);
		const type = 'n8n-nodes-base.splitInBatches';
		const loop: Node = { name: 'Loop', type, typeVersion: 3, parameters: { batchSize: 1, options: {} } };
		const node = ourNode(ours, service.credentials, { ...mapped, contactList: byId(service.list) });
		const back = [
			{ from: 'Loop', output: 1, to: ours },
			{ from: ours, to: 'Loop' },
		];
		const connections = [...chain([...reading, loop]), ...back];

		const { runs } = succeeded(await host.api.run(workflowOf('Loop', [...reading, loop, node], connections)));

		const actions = runs(ours).flatMap(({ outputs }) => outputs[0]?.map(({ json }) => json.action));
		expect(actions).toEqual(['created', 'skipped']);
		expect(service.emails()).not.toContain('grace@example.org');
	});

	/** Brings the rows of the file to our node. */
	function fromFile(format: 'csv' | 'xlsx', parameters: object, options = {}, trigger = manualTrigger): Workflow {
		const reader = { type: 'n8n-nodes-base.extractFromFile', typeVersion: 1.1 };
		return workflowOf('Consent', [
			trigger,
			download('File', drive.url),
			{ name: 'Rows', ...reader, parameters: { operation: format, options } },
			ourNode(ours, service.credentials, { contactList: byId(service.list), ...parameters }),
		]);
	}

	/** What the contact list holds, to be compared later. */
	function subscribers(): unknown {
		return structuredClone([...defined(service.sandbox.state.contactLists[0]).subscribers]);
	}
});

/** What Extract from File gives our node. */
function rowsOf({ items }: Execution): Array<Record<string, unknown>> {
	return items('Rows').map(({ json }) => json);
}

/** What our node did with each address. */
function actionsOf({ items }: Execution): Record<string, unknown> {
	return Object.fromEntries(items(ours).map(({ json }) => [String(json.email), json.action] as const));
}

function csv(...rows: string[][]): string {
	return rows.map((cells) => cells.join(',')).join('\r\n');
}
