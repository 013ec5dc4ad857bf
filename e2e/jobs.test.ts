import type { ContactList } from '../sandbox/store/contact-list';
import type { Subscriber } from '../sandbox/store/records';
import { defined } from '../test/defined';
import { serve, type Served } from '../test/engine/serve';
import { openEditor } from './support/editor';
import { errorText, succeeded, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { convertToFile, download, editFields, ifEquals, readSheet } from './support/nodes';
import { until } from './support/until';
import {
	chain,
	fromList,
	manualTrigger,
	ourNode,
	startWith,
	workflowOf,
	type Connection,
	type Node,
} from './support/workflow';

/**
 * The most common jobs, done as a user who does not program would do them: n8n's own nodes before and after ours, choices
 * from dropdowns, and defaults elsewhere. The examples in workflows.test.ts cover sync, copy and campaigns.
 */

const ours = 'Email Marketing';

describe('somebody', () => {
	const { host, service } = useService({ subscribers: 240 });
	/** Of the sheet that is published at the moment. */
	let sheet: string;
	let drive: Served;
	let list: ContactList;

	beforeAll(async () => {
		drive = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(sheet));
	});

	beforeEach(() => {
		service.sandbox.reset();
		list = defined(service.sandbox.state.contactLists[0]);
	});

	afterAll(async () => await drive?.close());

	it('imports 2,000 rows of which three are bad: the others are in, and the three are kept as a sheet, with what was wrong', async () => {
		const rows = people(2_000);
		const bad = new Map([
			[6, { change: { 'E-mail': 'nobody' }, says: '"nobody" is not an email address' }],
			[1_200, { change: { 'First Name': 'x'.repeat(300) }, says: '255' }],
			[1_999, { change: { 'E-mail': '' }, says: "'Email' is empty" }],
		]);
		for (const [row, { change }] of bad) Object.assign(defined(rows[row]), change);
		publish(rows);
		const before = list.subscribers.length;
		const parameters = { operation: 'import', contactList: fromList(list) };
		const nodes = [...withSheet(parameters, { onError: 'continueErrorOutput' }), convertToFile('To correct')];
		const connections = byErrorOutput(chain(nodes));

		const done = succeeded(await host.api.run(workflowOf('Import', nodes, connections)));

		expect(list.subscribers).toHaveLength(before + 1_997);
		expect(list.withEmail('person500@example.org')).toMatchObject({ firstName: 'Ada 500', unsubscribedAt: null });
		expect(actionsOf(done)).toEqual({ imported: 1_997 });
		expect(
			done.items(ours, 1).map(({ json, pairedItem }) => ({
				row: [json['E-mail'] ?? '', json['First Name']],
				says: errorText(json),
				pairedItem,
			})),
		).toEqual(
			[...bad].map(([item, { says }]) => ({
				row: Object.values(defined(rows[item])),
				says: expect.stringContaining(says),
				pairedItem: expect.objectContaining({ item }),
			})),
		);
		expect(done.items('To correct')).toHaveLength(1);
		expect(done.hints(ours).join(' ')).toMatch(/Import: 3 rejected, 1997 imported/);
		expect(service.sandbox.requests().length).toBeLessThan(25);
	});

	it('welcomes who is new with a template, chosen from the dropdown; without one the node says so and sends nothing, and a retry goes on from there; nobody is welcomed twice', async () => {
		const { outbox } = service.sandbox.state;
		const [there] = stayed(list);
		const left = defined(leftOf(list)[0]);
		const nodes = [
			...startWith([{ email: 'ines@example.org' }, { email: defined(there).email }, { email: left.email }]),
			ourNode('Sign up', service.credentials, {
				resource: 'subscriber',
				operation: 'upsert',
				contactList: fromList(list),
				email: '={{ $json.email }}',
			}),
			ifEquals('New?', '={{ $json.action }}', 'created'),
			ourNode('Welcome', service.credentials, {
				resource: 'email',
				operation: 'send',
				toEmail: '={{ $json.email }}',
				subject: 'Welcome aboard',
				content: 'template',
			}),
		];
		const id = await host.api.save(workflowOf('Welcome', nodes));
		const failed = await host.api.start(id);
		const without = await host.api.ended(failed);
		const sentWithout = service.sandbox.requests().filter(({ operationId }) => operationId === 'email.send');

		const editor = await openEditor(host);
		try {
			await editor.openWorkflow(id);
			await editor.openNode('Welcome');
			await editor.dropdown('template').click();
			await editor.offered().filter({ hasText: 'Welcome' }).first().click();
			await editor.screenshot('welcome-template');
			await editor.page.keyboard.press('Escape');
			await until(
				async () =>
					JSON.stringify(await host.api.call('GET', `/rest/workflows/${id}`)).includes('"cachedResultName":"Welcome"'),
				'the choice to be saved',
			);
		} finally {
			await editor.close();
		}
		const retried = succeeded(await host.api.retry(failed));
		const again = succeeded(await host.api.runWorkflow(id));

		expect(without.status).toBe('error');
		expect(errorText(without.error)).toMatch(/'Template'/);
		expect(sentWithout).toEqual([]);
		expect(without.items('Sign up').map(({ json }) => [json.email, json.action])).toEqual([
			['ines@example.org', 'created'],
			[defined(there).email, 'unchanged'],
			[left.email, 'unchanged'],
		]);
		expect(retried.items('Welcome').map(({ json }) => json)).toEqual([
			{ to_email: 'ines@example.org', subject: 'Welcome aboard', message: 'Email queued.' },
		]);
		expect(again.items('Welcome')).toEqual([]);
		expect(outbox.map(({ toEmail, templateName }) => ({ toEmail, templateName }))).toEqual([
			{ toEmail: 'ines@example.org', templateName: 'Welcome' },
		]);
		expect(left.unsubscribedAt).not.toBeNull();
	});

	it('reads what failed, corrects it, and sends only that again; a second run changes nothing and doubles nobody', async () => {
		const rows = people(6);
		Object.assign(defined(rows[2]), { 'E-mail': 'grace(at)example.org' });
		Object.assign(defined(rows[4]), { 'First Name': 'x'.repeat(300) });
		publish(rows);
		const node = { operation: 'upsert', contactList: fromList(list), dataMode: 'autoMapInputData' };
		const nodes = [
			...withSheet(node, { onError: 'continueErrorOutput' }),
			editFields('Correct', {
				'E-mail': "={{ $json['E-mail'].replace('(at)', '@') }}",
				'First Name': "={{ $json['First Name'].slice(0, 20) }}",
			}),
			ourNode('Send again', service.credentials, { resource: 'subscriber', ...node }),
		];
		const id = await host.api.save(workflowOf('Once more', nodes, byErrorOutput(chain(nodes))));
		const before = list.subscribers.length;
		// The service does the first, and then says that it could not.
		service.sandbox.faults({ script: [{ fault: '500-after', operation: 'subscriber.create' }] });

		const first = succeeded(await host.api.runWorkflow(id));
		const after = stateOf(list);
		const second = succeeded(await host.api.runWorkflow(id));

		expect(actionsOf(first)).toEqual({ created: 3 });
		expect(first.items(ours, 1).map(({ json }) => [json['E-mail'], json.httpStatus, errorText(json)])).toEqual([
			['person0@example.org', 500, expect.stringContaining('It may have happened')],
			['grace(at)example.org', null, expect.stringContaining('is not an email address')],
			['person4@example.org', 422, expect.stringContaining('First Name')],
		]);
		expect(first.items('Send again').map(({ json }) => [json.email, json.action])).toEqual([
			['person0@example.org', 'unchanged'],
			['grace@example.org', 'created'],
			['person4@example.org', 'created'],
		]);
		expect(after.slice(before)).toHaveLength(6);
		expect(second.items('Send again').map(({ json }) => json.action)).toEqual(['unchanged', 'unchanged']);
		expect(stateOf(list)).toEqual(after);
	});

	/** What the sheet holds from now on: as Google Sheets or Excel write it. */
	function publish(rows: ReadonlyArray<Record<string, string>>): void {
		const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`;
		const columns = Object.keys(rows[0] ?? {});
		sheet = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
			.map((cells) => cells.map(cell).join(','))
			.join('\r\n');
	}

	/** From the sheet to our node. */
	function withSheet(parameters: object, settings: Partial<Node> = {}): Node[] {
		return [
			manualTrigger,
			download('Sheet', drive.url),
			readSheet('Rows of the sheet'),
			ourNode(ours, service.credentials, { resource: 'subscriber', ...parameters }, settings),
		];
	}

	/** What follows our node gets what failed in it. */
	function byErrorOutput(connections: Connection[]): Connection[] {
		return connections.map((one) => (one.from === ours ? { ...one, output: 1 } : one));
	}
});

/** Those who want the mail, oldest first. */
function stayed({ subscribers }: ContactList): Subscriber[] {
	return subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
}

/** Those who have unsubscribed. */
function leftOf({ subscribers }: ContactList): Subscriber[] {
	return subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null);
}

/** Rows of people who are in no list of the sandbox. */
function people(count: number): Array<Record<'E-mail' | 'First Name', string>> {
	return Array.from({ length: count }, (_, index) => ({
		'E-mail': `person${index}@example.org`,
		'First Name': `Ada ${index}`,
	}));
}

/** What stands in a list, to be compared later. */
function stateOf({ subscribers }: ContactList): Subscriber[] {
	return structuredClone([...subscribers]);
}

/** How often each action comes out of our node. */
function actionsOf({ items }: Execution): Record<string, number> {
	const numbers: Record<string, number> = {};
	for (const { json } of items(ours)) numbers[String(json.action)] = (numbers[String(json.action)] ?? 0) + 1;
	return numbers;
}
