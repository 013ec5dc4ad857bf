import type { IDataObject } from 'n8n-workflow';

import type { ContactList } from '../sandbox/store/contact-list';
import type { Subscriber } from '../sandbox/store/store';
import { defined } from '../test/defined';
import { serve, type Served } from '../test/engine/serve';
import { fetchPublished } from './support/api';
import { createDataTable } from './support/data-table';
import { openEditor } from './support/editor';
import { errorText, type Execution } from './support/execution';
import { useService } from './support/hooks';
import { until } from './support/host';
import { convertToFile, download, editFields, ifEquals, intoDataTable, readSheet, webhook } from './support/nodes';
import { polled, pollTimes } from './support/polling';
import { callSandbox } from './support/service';
import {
	byEmail,
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
 * The ten things that people want of an email marketing service most, each by the way that somebody takes who does not program:
 * n8n's own nodes before and after ours, what is chosen from dropdowns, and every other parameter as it is.
 */

const ours = 'Email Marketing';

describe('somebody', () => {
	const { host, service } = useService({ subscribers: 240 });
	/** Of the sheet that is published at the moment. */
	let sheet: string;
	let drive: Served;
	let list: ContactList;
	/** The other list. */
	let other: ContactList;

	beforeAll(async () => {
		drive = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(sheet));
	});

	beforeEach(() => {
		service.sandbox.reset();
		list = defined(service.sandbox.state.contactLists[0]);
		other = defined(service.sandbox.state.contactLists[3]);
	});

	afterAll(async () => await drive?.close());

	it('syncs a sheet with a list of people who are there already: what differs is written, once, and nobody comes back who has left', async () => {
		const before = stateOf(list);
		const [first, second] = stayed(list);
		const inSheet = list.subscribers
			.slice(0, -2)
			.map(rowOf)
			.map((row) => (row['E-Mail'] === defined(second).email ? { ...row, 'Last Name': 'Hopper' } : row));
		const newcomer = {
			'E-Mail': 'ines@example.org',
			'First Name': 'Inès',
			'Last Name': 'Moreau, Dr.',
			Tags: 'lead, vip',
		};
		const shouted = { ...rowOf(defined(first)), 'E-Mail': defined(first).email.toUpperCase() };
		publish([...inSheet.filter((row) => row['E-Mail'] !== defined(first).email), shouted, newcomer]);
		const sync = withSheet(ours, { operation: 'sync', contactList: fromList(list) });

		const id = await host.api.save(workflowOf('Sheet to list', sync));
		const once = succeeded(await host.api.runWorkflow(id));
		const after = stateOf(list);
		const sent = service.sandbox.requests().length;
		const again = succeeded(await host.api.runWorkflow(id));

		expect(numberOf(once, 'action')).toEqual({ unchanged: 237, updated: 1, created: 1 });
		expect(after).toEqual([
			...before.map((person) =>
				person.uuid === second?.uuid ? { ...person, lastName: 'Hopper', updatedAt: expect.any(Number) } : person,
			),
			expect.objectContaining({
				email: 'ines@example.org',
				firstName: 'Inès',
				lastName: 'Moreau, Dr.',
				tags: ['lead', 'vip'],
			}),
		]);
		expect(once.hints(ours).join(' ')).not.toMatch(/Ignored:|No input item has/);
		expect(numberOf(again, 'action')).toEqual({ unchanged: 239 });
		expect(stateOf(list)).toEqual(after);
		expect(
			service.sandbox
				.requests()
				.slice(sent)
				.filter(({ method }) => method !== 'GET'),
		).toEqual([]);
	});

	it.each<[string, Partial<Node>, Connection[]]>([
		[
			'an IF node',
			{ onError: 'continueRegularOutput' },
			[
				{ from: ours, to: 'Was it rejected?' },
				{ from: 'Was it rejected?', to: 'To correct' },
			],
		],
		['the error output', { onError: 'continueErrorOutput' }, [{ from: ours, to: 'To correct', output: 1 }]],
	])(
		'imports 2,000 rows of which three are bad: the others are in, and the three are told apart by %s and kept as a sheet, with what was wrong',
		async (_, settings, connections) => {
			const rows = people(2_000);
			const bad = new Map([
				[6, { change: { 'E-mail': 'nobody' }, says: '"nobody" is not an email address' }],
				[1_200, { change: { 'First Name': 'x'.repeat(300) }, says: '255' }],
				[1_999, { change: { 'E-mail': '' }, says: "'Email' is empty" }],
			]);
			for (const [row, { change }] of bad) Object.assign(defined(rows[row]), change);
			publish(rows);
			const before = list.subscribers.length;
			const nodes = withSheet(ours, { operation: 'import', contactList: fromList(list) }, settings);
			const workflow = workflowOf(
				'Import',
				[...nodes, ifEquals('Was it rejected?', '={{ $json.action }}', 'rejected'), convertToFile('To correct')],
				[...chain(nodes), ...connections],
			);

			const done = succeeded(await host.api.run(workflow));

			const byErrorOutput = settings.onError === 'continueErrorOutput';
			const rejected = byErrorOutput ? done.items(ours, 1) : done.items('Was it rejected?');
			expect(list.subscribers).toHaveLength(before + 1_997);
			expect(list.withEmail('person500@example.org')).toMatchObject({ firstName: 'Ada 500', unsubscribedAt: null });
			expect(numberOf(done, 'action')).toEqual({ imported: 1_997, ...(!byErrorOutput && { rejected: 3 }) });
			expect(
				rejected.map(({ json, pairedItem }) => {
					const row = (byErrorOutput ? json : json.input) as IDataObject;
					return {
						row: [row['E-mail'] ?? '', row['First Name']],
						says: byErrorOutput ? errorText(json) : json.reason,
						pairedItem,
					};
				}),
			).toEqual(
				[...bad].map(([item, { says }]) => ({
					row: Object.values(defined(rows[item])),
					says: expect.stringContaining(says),
					pairedItem: expect.objectContaining({ item }),
				})),
			);
			expect(done.items('To correct')).toHaveLength(1);
			expect(done.hints(ours).join(' ')).toMatch(/Import: 1997 imported, 3 rejected/);
			expect(service.sandbox.requests().length).toBeLessThan(25);
		},
	);

	it('unsubscribes whoever opens the link with their email, and nobody else; a second click changes nothing', async () => {
		const { email } = defined(stayed(list)[4]);
		const toggle = ourNode(ours, service.credentials, {
			resource: 'subscriber',
			operation: 'toggleSubscription',
			contactList: fromList(list),
			subscriber: byEmail('={{ $json.query.email }}'),
		});
		const nodes = [webhook('Link in the email', 'leave'), toggle];
		const before = stateOf(list);

		await host.api.whilePublished(workflowOf('Leave', nodes), async (id) => {
			const click = async (address: string) =>
				await fetchPublished(`${host.n8nUrl}/webhook/leave?email=${encodeURIComponent(address)}`);
			expect(await (await click(email.toUpperCase())).json()).toMatchObject({
				email,
				is_subscribed: false,
				changed: true,
			});
			expect(await (await click(email)).json()).toMatchObject({ email, is_subscribed: false, changed: false });
			expect((await click('stranger@example.com')).status).toBe(500);
			const [, , stranger] = await host.api.executionsOf(id);
			expect(errorText(stranger?.error)).toContain(
				'No subscriber with the email stranger@example.com is in the contact list',
			);
		});

		expect(stateOf(list)).toEqual(
			before.map((person) =>
				person.email === email
					? { ...person, unsubscribedAt: expect.any(Number), updatedAt: expect.any(Number) }
					: person,
			),
		);
	});

	it('makes a campaign from what comes to a webhook, with a sender; what is missing is said before anything is sent, and what is not sure is not done twice', async () => {
		const { templates, campaigns } = service.sandbox.state;
		const template = defined(templates[1]);
		const create = ourNode(ours, service.credentials, {
			resource: 'campaign',
			operation: 'create',
			name: '={{ $json.body.title }}',
			contactList: fromList(list),
			template: fromList(template),
			fromEmail: 'maren@mail.example.com',
			fromName: 'Maren',
		});
		const before = campaigns.length;

		await host.api.whilePublished(
			workflowOf('Article', [webhook('Article published', 'article', 'POST'), create]),
			async (id) => {
				const call = async (body: object) =>
					await fetchPublished(`${host.n8nUrl}/webhook/article`, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify(body),
					});
				const made = (await (await call({ title: 'How letters are sorted' })).json()) as object;
				expect(made).toMatchObject({
					uuid: campaigns.at(-1)?.uuid,
					name: 'How letters are sorted',
					contact_list: list.name,
				});
				expect((await call({ headline: 'No title' })).status).toBe(500);
				expect(campaigns).toHaveLength(before + 1);
				service.sandbox.faults({ script: [{ fault: '500-after', operation: 'campaign.create' }] });
				expect((await call({ title: 'Perhaps' })).status).toBe(500);

				const [, untitled, unsure] = await host.api.executionsOf(id);
				expect(errorText(untitled?.error)).toMatch(/'Name'.*Nothing was sent/);
				expect(errorText(unsure?.error)).toMatch(/It may have happened anyway, so it was not sent again/);
			},
		);

		expect(
			campaigns.slice(before).map(({ name, status, contactListUuid, templateUuid, fromEmail, fromName }) => ({
				name,
				status,
				contactListUuid,
				templateUuid,
				fromEmail,
				fromName,
			})),
		).toEqual(
			['How letters are sorted', 'Perhaps'].map((name) => ({
				name,
				status: 'draft',
				contactListUuid: list.uuid,
				templateUuid: template.uuid,
				fromEmail: 'maren@mail.example.com',
				fromName: 'Maren',
			})),
		);
	});

	it('keeps the counters of the campaigns in a table, one row for each, which the next run brings up to date', async () => {
		const { campaigns } = service.sandbox.state;
		const table = await createDataTable(host.api, 'Campaigns', {
			uuid: 'string',
			name: 'string',
			contact_list: 'string',
			created_at: 'string',
			is_sent: 'boolean',
			sent: 'number',
			opens: 'number',
			clicks: 'number',
			unsubs: 'number',
			bounces: 'number',
		});
		try {
			const nodes = [
				manualTrigger,
				ourNode(ours, service.credentials, { resource: 'campaign', operation: 'getAll' }),
				intoDataTable('Counters', table.chosen, 'uuid'),
			];
			const id = await host.api.save(workflowOf('Counters', nodes));

			succeeded(await host.api.runWorkflow(id));
			const first = await table.rows();
			Object.assign(defined(campaigns[0]), { opens: 200, clicks: 90 });
			succeeded(await host.api.runWorkflow(id));

			const shown = (campaign: (typeof campaigns)[number]): unknown =>
				expect.objectContaining({
					uuid: campaign.uuid,
					name: campaign.name,
					sent: campaign.sent,
					unsubs: campaign.unsubs,
					bounces: campaign.hardBounces + campaign.softBounces,
				});
			expect(first).toEqual(campaigns.map(shown));
			expect(first[0]).toMatchObject({ contact_list: 'Newsletter', is_sent: true });
			expect(await table.rows()).toEqual([{ ...first[0], opens: 200, clicks: 90 }, ...first.slice(1)]);
		} finally {
			await table.remove();
		}
	});

	it('notes in a table who unsubscribes, each once, and none of those who had left before', async () => {
		const table = await createDataTable(host.api, 'Leavers', {
			email: 'string',
			first_name: 'string',
			since: 'string',
		});
		const leavers = stayed(list).slice(7, 9);
		const trigger: Node = {
			name: 'Somebody leaves',
			type: 'n8n-nodes-email-marketing.emailMarketingTrigger',
			typeVersion: 1,
			credentials: service.credentials,
			parameters: { pollTimes, events: ['subscriberUnsubscribed'], contactList: fromList(list) },
		};
		const keep = editFields('What to keep', {
			email: '={{ $json.email }}',
			first_name: '={{ $json.first_name }}',
			since: '={{ $json.unsubscribed_at }}',
		});
		try {
			await host.api.whilePublished(
				workflowOf('Leavers', [trigger, keep, intoDataTable('Leavers', table.chosen)]),
				async () => {
					await polled(service.sandbox, 'subscriber.getAll', 2);
					for (const { uuid } of leavers)
						await callSandbox(service.sandbox, 'PUT', `/contact-lists/${list.uuid}/subscriber/${uuid}/toggle`);
					await until(async () => (await table.rows()).length >= leavers.length, 'the leavers to be noted');
					await polled(service.sandbox, 'subscriber.getAll', 2);
				},
			);

			expect(await table.rows()).toEqual(
				leavers.map(({ email, firstName }) => ({
					email,
					first_name: firstName,
					since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
				})),
			);
		} finally {
			await table.remove();
		}
	});

	it('gives the people of a sheet one tag more, and takes none from them; one who is not in the list is named, and then nobody is changed', async () => {
		const guests = stayed(list).slice(0, 5);
		const before = guests.map(({ tags }) => [...tags]);
		const node = {
			operation: 'tag',
			contactList: fromList(list),
			subscriber: byEmail("={{ $json['E-Mail'] }}"),
			addTags: 'met in Lyon',
		};
		const id = await host.api.save(workflowOf('Guests', withSheet(ours, node)));

		publish([...guests.map(rowOf), { ...rowOf(defined(guests[0])), 'E-Mail': 'stranger@example.com' }]);
		const stopped = await host.api.runWorkflow(id);
		const changed = service.sandbox.requests().filter(({ method }) => method !== 'GET');
		publish(guests.map(rowOf));
		succeeded(await host.api.runWorkflow(id));
		const once = guests.map(({ tags }) => [...tags]);
		succeeded(await host.api.runWorkflow(id));

		expect(stopped.status).toBe('error');
		expect(errorText(stopped.error)).toMatch(/stranger@example\.com.*\[item 5\]/);
		expect(changed).toEqual([]);
		expect(once).toEqual(before.map((tags) => [...tags, 'met in Lyon']));
		expect(guests.map(({ tags }) => tags)).toEqual(once);
		expect(service.sandbox.requests().filter(({ method }) => method === 'PUT')).toHaveLength(guests.length);
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

	it.each([
		['with the filter for it', { filters: { status: 'subscribed' } }],
		['and without the filter too', {}],
	])('copies a list into another one, names and tags with it, without those who have left, %s', async (_, filters) => {
		// In the other list already: one who wants the mail, and one who has left it.
		const [here, there] = stayed(list);
		const subscriber = `/contact-lists/${other.uuid}/subscriber`;
		for (const { email } of [here, there].map(defined))
			await callSandbox(service.sandbox, 'POST', subscriber, { email });
		await callSandbox(service.sandbox, 'PUT', `${subscriber}/${other.withEmail(defined(there).email)?.uuid}/toggle`);
		const before = emailsOf(other.subscribers);
		const hadLeft = emailsOf(leftOf(other));
		const nodes = [
			manualTrigger,
			ourNode('All of the list', service.credentials, {
				resource: 'subscriber',
				operation: 'getAll',
				contactList: fromList(list),
				returnAll: true,
				...filters,
			}),
			ourNode(ours, service.credentials, { resource: 'subscriber', operation: 'import', contactList: fromList(other) }),
		];
		const left = leftOf(list);
		const wanted = emailsOf(stayed(list));
		const source = stateOf(list);
		const id = await host.api.save(workflowOf('Copy', nodes));

		const once = succeeded(await host.api.runWorkflow(id));
		succeeded(await host.api.runWorkflow(id));

		const isFiltered = 'filters' in filters;
		// Who has left the other list is skipped there.
		const [imported, skipped] = [wanted.length - 1, 1 + (isFiltered ? 0 : left.length)];
		expect(numberOf(once, 'action')).toEqual({ imported, skipped });
		expect(once.hints(ours).join(' ')).toContain(`Import: ${imported} imported, ${skipped} skipped.`);
		expect(emailsOf(other.subscribers)).toEqual([...new Set([...before, ...wanted])]);
		for (const { email, firstName, lastName, tags } of stayed(list).filter((one) => one !== there))
			expect(other.withEmail(email)).toMatchObject({ firstName, lastName, tags });
		expect(emailsOf(leftOf(other))).toEqual(hadLeft);
		expect(stateOf(list)).toEqual(source);
	});

	it('reads what failed, corrects it, and sends only that again; a second run changes nothing and doubles nobody', async () => {
		const rows = people(6);
		Object.assign(defined(rows[2]), { 'E-mail': 'grace(at)example.org' });
		Object.assign(defined(rows[4]), { 'First Name': 'x'.repeat(300) });
		publish(rows);
		const node = { operation: 'upsert', contactList: fromList(list), dataMode: 'autoMapInputData' };
		const nodes = [
			...withSheet(ours, node, { onError: 'continueErrorOutput' }),
			editFields(
				'Correct',
				{
					'E-mail': "={{ $json['E-mail'].replace('(at)', '@') }}",
					'First Name': "={{ $json['First Name'].slice(0, 20) }}",
				},
				{ keepsOthers: true },
			),
			ourNode('Send again', service.credentials, { resource: 'subscriber', ...node }),
		];
		const connections = chain(nodes).map((connection) =>
			connection.to === 'Correct' ? { ...connection, output: 1 } : connection,
		);
		const id = await host.api.save(workflowOf('Once more', nodes, connections));
		const before = list.subscribers.length;
		// The service does the first, and then says that it could not.
		service.sandbox.faults({ script: [{ fault: '500-after', operation: 'subscriber.create' }] });

		const first = succeeded(await host.api.runWorkflow(id));
		const after = stateOf(list);
		const second = succeeded(await host.api.runWorkflow(id));

		expect(numberOf(first, 'action')).toEqual({ created: 3 });
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

	/** From the sheet to a node for subscribers. */
	function withSheet(name: string, parameters: object, settings: Partial<Node> = {}): Node[] {
		return [
			manualTrigger,
			download('Sheet', drive.url),
			readSheet('Rows of the sheet'),
			ourNode(name, service.credentials, { resource: 'subscriber', ...parameters }, settings),
		];
	}

	function succeeded(execution: Execution): Execution {
		expect({ status: execution.status, error: execution.error && errorText(execution.error) }).toEqual({
			status: 'success',
			error: undefined,
		});
		return execution;
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

function emailsOf(subscribers: readonly Subscriber[]): string[] {
	return subscribers.map(({ email }) => email);
}

/** A row of a sheet that says what the list says. */
function rowOf({
	email,
	firstName,
	lastName,
	tags,
}: Subscriber): Record<'E-Mail' | 'First Name' | 'Last Name' | 'Tags', string> {
	return { 'E-Mail': email, 'First Name': firstName ?? '', 'Last Name': lastName ?? '', Tags: tags.join(', ') };
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

/** How often each value of a field comes out of our node. */
function numberOf({ items }: Execution, field: string): Record<string, number> {
	const numbers: Record<string, number> = {};
	for (const { json } of items(ours)) numbers[String(json[field])] = (numbers[String(json[field])] ?? 0) + 1;
	return numbers;
}
