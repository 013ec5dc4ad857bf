import { randomUUID } from 'node:crypto';

import { defined } from '../test/defined';
import { serve, type Served } from '../test/engine/serve';
import { openBrowser, type Browser } from './support/browser';
import { errorText, succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { download, webhook } from './support/nodes';
import { until } from './support/until';
import { byId, chain, manualTrigger, ourNode, startWith, workflowOf } from './support/workflow';
import type { Node, Workflow } from './support/workflow';

/** What n8n's Extract from File reads spreadsheets with. It is in hosts/n8n only, so its types may be missing. */
const xlsx: string = '../hosts/n8n/node_modules/@e965/xlsx';

interface Xlsx {
	utils: { aoa_to_sheet: (rows: unknown[][]) => object; book_new: (sheet: object) => object };
	write: (book: object, options: { type: 'buffer' }) => Buffer;
}

const ours = 'Under test';
const mapped = { operation: 'upsert', dataMode: 'autoMapInputData' };
const optOut = (column: string): object => ({ consent: 'columns', optOut: [column] });
const optIn = (column: string): object => ({ consent: 'columns', optIn: [column] });

/** Runs once a second while it is published. */
const schedule: Node = {
	name: 'Every second',
	type: 'n8n-nodes-base.scheduleTrigger',
	typeVersion: 1.2,
	parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
};

/** Files and forms as n8n's own nodes hand them over, without cells that are empty and boxes that are not ticked. */
describe('consent', () => {
	const browser: Partial<Browser> = {};
	afterAll(async () => await browser.close?.());
	const { host, service } = useService({ subscribers: 30 });
	/** What can be downloaded at the moment. */
	let file: string | Buffer;
	let drive: Served;

	beforeAll(async () => {
		drive = await serve((_, response) => response.end(file));
		Object.assign(browser, await openBrowser());
	});

	beforeEach(() => service.sandbox.reset());

	afterAll(async () => await drive?.close());

	/** As a tool: tools.test.ts. */
	describe('that is not chosen', () => {
		const rows = [{ email: 'ada@example.org' }];
		const required = 'Parameter "Consent" is required.';

		it.each<[string, object]>([
			['Create', { operation: 'create', email: '={{ $json.email }}' }],
			['Create or Update', mapped],
			['Import', { operation: 'import' }],
			['Sync List', { operation: 'sync' }],
		])('keeps a saved %s from running, and n8n says why', async (_, parameters) => {
			const nodes = [...startWith(rows), undecided(parameters)];
			const { status, error } = await host.api.run(workflowOf('Saved before', nodes));

			expect([status, errorText(error)]).toEqual(['error', expect.stringContaining(required)]);
			expect(service.sandbox.requests()).toEqual([]);
		});

		it('keeps a workflow from being published', async () => {
			const workflow = workflowOf('To be published', [schedule, undecided(mapped)]);
			await expect(host.api.publish(workflow)).rejects.toThrow('Missing or invalid required parameters: consent');
		});

		it('stops a sub-workflow', async () => {
			const trigger = { type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 };
			const called = { name: 'When called', ...trigger, parameters: { inputSource: 'passthrough' } };
			const workflowJson = JSON.stringify(workflowOf('Sub-workflow', [called, undecided(mapped)]));
			const calling: Node = {
				name: 'Call',
				type: 'n8n-nodes-base.executeWorkflow',
				typeVersion: 1.2,
				parameters: { source: 'parameter', workflowJson, mode: 'once', options: {} },
			};

			const { status, error } = await host.api.run(workflowOf('Caller', [...startWith(rows), calling]));

			expect([status, errorText(error)]).toEqual(['error', expect.stringContaining(required)]);
			expect(service.sandbox.requests()).toEqual([]);
		});

		/** As it was saved before there was a choice. */
		function undecided(parameters: object): Node {
			const contactList = byId(service.list);
			return ourNode(ours, service.credentials, { ...parameters, contactList, consent: '' });
		}
	});

	describe('by a column', () => {
		it.each([
			['Import', { operation: 'import' }],
			['Sync List', { operation: 'sync' }],
			['Create or Update', mapped],
		])('stops the scheduled %s that has its name mistyped, and nothing is sent', async (_, parameters) => {
			file = csv(['Email', 'Will nicht mehr'], ['ada@example.org', ''], ['grace@example.org', 'x']);
			const before = subscribers();
			const workflow = fromFile('csv', { ...parameters, ...optOut('Wil nicht mehr') }, {}, schedule);

			const executions = await host.api.whilePublished(workflow, async (id) => {
				await until(async () => (await host.api.executionsOf(id)).length > 0, 'the schedule to start it');
				return await host.api.executionsOf(id);
			});

			for (const { status, error } of executions) {
				expect(status).toBe('error');
				expect(error?.message).toBe('No item has the column "Wil nicht mehr"');
				expect(error?.description).toContain('Email, Will nicht mehr.');
			}
			expect(service.sandbox.requests()).toEqual([]);
			expect(subscribers()).toEqual(before);
		});

		it('that is empty in a CSV file is missing; each of the two options that the message names imports the people', async () => {
			file = csv(['Email', 'Will nicht mehr'], ['ada@example.org', ''], ['grace@example.org', '']);
			const parameters = { operation: 'import', ...optOut('Will nicht mehr') };
			const imported = { 'ada@example.org': 'imported', 'grace@example.org': 'imported' };

			const stopped = await host.api.run(fromFile('csv', parameters));
			const sent = service.sandbox.requests();
			const allowed = succeeded(
				await host.api.run(fromFile('csv', { ...parameters, options: { consentMayBeMissing: true } })),
			);
			const added = service.emails().slice(-2);
			service.sandbox.reset();
			const withEmptyCells = succeeded(await host.api.run(fromFile('csv', parameters, { includeEmptyCells: true })));

			expect(stopped.status).toBe('error');
			expect(stopped.error?.message).toBe('No item has the column "Will nicht mehr"');
			expect(errorText(stopped.error)).toMatch(/'Include Empty Cells'.*'Consent Columns May Be Missing'/);
			expect(sent).toEqual([]);
			expect(actionsOf(allowed)).toEqual(imported);
			expect(added).toEqual(Object.keys(imported));
			expect(actionsOf(withEmptyCells)).toEqual(imported);
			expect(service.emails().slice(-2)).toEqual(Object.keys(imported));
		});

		it('is not seen where the formula of an XLSX cell failed, because the cell is left out; its text in a CSV file rejects the row', async () => {
			const { utils, write } = (await import(xlsx)) as Xlsx;
			const parameters = { operation: 'import', ...optOut('Left') };
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
				'na@example.org': 'imported',
				'ref@example.org': 'imported',
				'gone@example.org': 'skipped',
			});
			expect(rowsOf(text)[0]).toEqual({ Email: 'na@example.org', Left: '#N/A' });
			expect(actionsOf(text)).toEqual({
				'na@example.org': 'rejected',
				'gone@example.org': 'skipped',
				'ada@example.org': 'imported',
			});
		});

		it('skips whoever left its cell empty, also in a batch of a loop in which nobody has filled it', async () => {
			file = csv(['Email', 'Newsletter'], ['ada@example.org', 'yes'], ['grace@example.org', '']);
			const { nodes } = fromFile('csv', mapped);
			const reading = nodes.slice(0, 3);
			const type = 'n8n-nodes-base.splitInBatches';
			const loop: Node = { name: 'Loop', type, typeVersion: 3, parameters: { batchSize: 1, options: {} } };
			const parameters = { ...mapped, contactList: byId(service.list), ...optIn('Newsletter') };
			const node = ourNode(ours, service.credentials, parameters);
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

		it('is not guessed: a column that says who left stops the run, also where everyone agreed', async () => {
			file = csv(['Email', 'Unsubscribed'], ['ada@example.org', 'no'], ['grace@example.org', 'yes']);
			const { status, error } = await host.api.run(fromFile('csv', { operation: 'import' }));
			const sent = service.sandbox.requests();
			const named = succeeded(await host.api.run(fromFile('csv', { operation: 'import', ...optOut('Unsubscribed') })));

			expect(status).toBe('error');
			expect(errorText(error)).toMatch(/"Unsubscribed" may say who left.*'Opt-Out Columns' if a yes leaves/s);
			expect(sent).toEqual([]);
			expect(actionsOf(named)).toEqual({ 'ada@example.org': 'imported', 'grace@example.org': 'skipped' });
		});
	});

	// The first has a word of leaving in its name.
	it.each(['unsubscribe', 'goodbye'])(
		'by a box of a form that opts out: who does not tick "%s" is created, and who does is skipped',
		async (box) => {
			const parameters = { ...mapped, columns: { email: 'body.email' }, ...optOut(`body.${box}`) };

			const [unticked, ticked] = await whileForm(`consent-${box}`, parameters, async (send) => [
				await send({ email: 'ada@example.org' }),
				await send({ email: 'grace@example.org', [box]: 'on' }),
			]);

			expect(unticked).toMatchObject({ action: 'created', email: 'ada@example.org', is_subscribed: true });
			expect(ticked).toMatchObject({ action: 'skipped', email: 'grace@example.org', is_subscribed: false });
			expect(service.emails()).toContain('ada@example.org');
			expect(service.emails()).not.toContain('grace@example.org');
		},
	);

	describe('by a tick box', () => {
		const sentence = 'Yes, send me news';
		/** What the node is set to, with the answer that it asks for. */
		const taught = { options: { yesAnswers: [sentence] } };
		const notUnderstood = `No cell of "%" is a yes or a no`;

		describe('of a form that calls a webhook', () => {
			const parameters = { ...mapped, columns: { email: 'body.email' }, ...optIn('body.newsletter') };
			const ada = { email: 'ada@example.org' };

			it('that is ticked goes, and unticked is skipped', async () => {
				const [unticked, ticked] = await whileForm('consent-box', parameters, async (send) => [
					await send(ada),
					await send({ ...ada, newsletter: 'on' }),
				]);

				expect([unticked, ticked]).toMatchObject([{ action: 'skipped' }, { action: 'created', ...ada }]);
			});

			it('whose value is a sentence stops, and goes once it is entered', async () => {
				const news = { ...ada, newsletter: sentence };
				await whileForm('consent-sentence', parameters, async (send, id) => {
					await send(news);
					expectNotUnderstood(await last(id), 'body.newsletter');
				});
				const [untaught] = await whileForm('consent-taught', { ...parameters, ...taught }, async (send) => [
					await send(news),
				]);

				expect(untaught).toMatchObject({ action: 'created', ...ada });
			});
		});

		/** n8n's own form: the box is on its first page, or on a second one. */
		describe.each(['formTrigger', 'form'])('of the node %s', (page) => {
			it('that is ticked goes, and unticked is skipped', async () => {
				const [unticked, ticked] = await whileAsked(page, 'Newsletter', {}, async (fillIn) => [
					await fillIn(false),
					await fillIn(true),
				]);

				expect(actionsIn(unticked)).toEqual(['skipped']);
				expect(actionsIn(ticked)).toEqual(['created']);
				expect(service.emails().filter((email) => email === 'ada@example.org')).toHaveLength(1);
			});

			it('whose value is a sentence stops, and goes once it is entered', async () => {
				await whileAsked(page, sentence, {}, async (fillIn) => {
					expectNotUnderstood(await fillIn(true), 'Newsletter');
				});
				const [done] = await whileAsked(page, sentence, taught, async (fillIn) => [await fillIn(true)]);

				expect(actionsIn(done)).toEqual(['created']);
			});
		});

		function expectNotUnderstood({ status, error }: Execution, column: string): void {
			expect([status, error?.message]).toEqual(['error', notUnderstood.replace('%', column)]);
			expect(error?.description).toMatch(/"Yes, send me news".*'Answers That Mean Yes' under 'Options'/);
			expect(service.sandbox.requests()).toEqual([]);
		}

		/** While a form asks for an email and has one box: fills it in, and gives what n8n has made of it. */
		async function whileAsked<T>(
			page: string,
			option: string,
			parameters: object,
			use: (fillIn: (isTicked: boolean) => Promise<Execution>) => Promise<T>,
		): Promise<T> {
			const email = { fieldLabel: 'Email', fieldType: 'email', requiredField: true };
			const box = { fieldLabel: 'Newsletter', fieldType: 'checkbox', fieldOptions: { values: [{ option }] } };
			const path = randomUUID();
			const isOnSecond = page === 'form';
			const first: Node = {
				name: 'Sign-up form',
				type: 'n8n-nodes-base.formTrigger',
				typeVersion: 2.2,
				webhookId: path,
				parameters: {
					...{ formTitle: 'Join', responseMode: isOnSecond ? 'lastNode' : 'onReceived', options: {} },
					formFields: { values: isOnSecond ? [email] : [email, box] },
				},
			};
			const second: Node = {
				name: 'Second page',
				type: 'n8n-nodes-base.form',
				typeVersion: 1,
				webhookId: `${path}-2`,
				parameters: { formFields: { values: [box] }, options: { formTitle: 'One more' } },
			};
			const node = ourNode(ours, service.credentials, {
				...{ operation: 'create', contactList: byId(service.list), ...optIn('Newsletter'), ...parameters },
				email: "={{ $('Sign-up form').item.json.Email }}",
			});
			const workflow = workflowOf('Form', isOnSecond ? [first, second, node] : [first, node]);
			return await host.api.whilePublished(workflow, async (id) => {
				const fillIn = async (isTicked: boolean): Promise<Execution> => {
					const { page: open } = browser as Browser;
					const before = (await host.api.executionsOf(id)).length;
					await open.goto(`${host.n8nUrl}/form/${path}`);
					await open.getByLabel('Email').fill('ada@example.org');
					if (isOnSecond) {
						await open.locator('#submit-btn').click();
						await open.getByRole('heading', { name: 'One more' }).waitFor();
					}
					if (isTicked) await open.getByLabel(option).check();
					await open.locator('#submit-btn').click();
					const isThere = async () => (await host.api.executionsOf(id)).length > before;
					await until(isThere, 'the form to arrive');
					await until(async () => !['waiting', 'running'].includes((await last(id)).status), 'the end of the run');
					return await last(id);
				};
				return await use(fillIn);
			});
		}
	});

	/** While a form of a website calls a webhook: sends it, and gives the answer. */
	async function whileForm<T>(
		path: string,
		parameters: object,
		use: (send: (fields: Record<string, string>) => Promise<unknown>, id: string) => Promise<T>,
	): Promise<T> {
		const node = ourNode(ours, service.credentials, { contactList: byId(service.list), ...parameters });
		const send = async (fields: Record<string, string>): Promise<unknown> => {
			const init = { method: 'POST', body: new URLSearchParams(fields) };
			return await (await fetch(`${host.n8nUrl}/webhook/${path}`, init)).json();
		};
		const form = workflowOf('Form', [webhook('Form', path, 'POST'), node]);
		return await host.api.whilePublished(form, async (id) => await use(send, id));
	}

	/** The newest execution. */
	async function last(id: string): Promise<Execution> {
		return defined((await host.api.executionsOf(id)).at(-1));
	}

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

/** What our node did with each item. */
function actionsIn(execution: Execution | undefined): unknown[] {
	return succeeded(defined(execution))
		.items(ours)
		.map(({ json }) => json.action);
}

function csv(...rows: string[][]): string {
	return rows.map((cells) => cells.join(',')).join('\r\n');
}
