import type { FaultPlan } from '../sandbox/faults/plan';
import type { ContactList } from '../sandbox/store/contact-list';
import { defined } from '../test/defined';
import campaignCounters from '../examples/campaign-counters.json';
import unsubscribedToCrm from '../examples/unsubscribed-to-crm.json';
import { openEditor } from './support/editor';
import { errorText, type Execution } from './support/execution';
import { useMortalHost, useService } from './support/hooks';
import { until } from './support/host';
import { polled, pollTimes } from './support/polling';
import { callSandbox } from './support/service';
import { byId, type Workflow } from './support/workflow';

const leaving = 'Someone unsubscribes';
const row = 'Note in the CRM';
const sending = 'A campaign is sent';
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];

interface Example {
	name: string;
	nodes: Array<{ name: string; type: string; parameters: object }>;
	connections: object;
	settings: object;
}

/** An example with its nodes set anew: these parameters by the name of the node, and the credential for those of this package. */
function adapted(
	{ name, nodes, connections, settings }: Example,
	credentials: object,
	parameters: Record<string, object>,
): Workflow {
	const ours = (nodeType: string): boolean => nodeType.startsWith('n8n-nodes-email-marketing.');
	const set = nodes.map((node) => ({
		...node,
		parameters: { ...node.parameters, ...parameters[node.name] },
		...(ours(node.type) && { credentials }),
	}));
	return { name, nodes: set, connections, settings } as unknown as Workflow;
}

describe('the trigger in n8n', () => {
	const { host, service } = useService();

	it('gives a sample of each event when it is tested, and keeps nothing', async () => {
		const id = await host.api.save(
			adapted(unsubscribedToCrm, service.credentials, {
				[leaving]: { contactList: byId(service.list), events: subscriberEvents },
			}),
		);

		const { status, record, items } = await host.api.ended(await host.api.start(id, leaving));

		expect({ status, record }).toMatchObject({ status: 'success' });
		expect(items(leaving).map(({ json }) => json.event)).toEqual(subscriberEvents);
		expect(items(leaving)[2]?.json).toMatchObject({ is_subscribed: false, unsubscribed_at: expect.any(String) });
		expect(await host.api.call<object>('GET', `/rest/workflows/${id}`)).toMatchObject({ staticData: null });
	});

	it('shows its fields in its panel, and the sample after a click on the button for it', async () => {
		const id = await host.api.save(
			adapted(unsubscribedToCrm, service.credentials, {
				[leaving]: { contactList: { ...byId(service.list), mode: 'list', cachedResultName: 'Newsletter' } },
			}),
		);
		const editor = await openEditor(host);
		try {
			await editor.openWorkflow(id);
			await editor.openNode(leaving);
			const panel = editor.page.locator('[data-test-id="ndv"]');
			const events = panel.locator('[data-test-id="parameter-input-events"]');
			await events.waitFor();
			await panel
				.getByRole('button', { name: /fetch test event/i })
				.first()
				.click();
			const output = panel.locator('[data-test-id="output-panel"]');
			await until(async () => (await output.innerText()).includes('subscriberUnsubscribed'), 'the sample');
			await editor.screenshot('trigger-sample');

			expect(await events.innerText()).toContain('Subscriber Unsubscribed');
			expect(await panel.innerText()).toContain('Contact List');
		} finally {
			await editor.close();
		}
	});

	it('starts the example of the counters once a campaign is being sent, and gives the counters as they are after the wait', async () => {
		const draft = defined(service.sandbox.state.campaigns.find(({ status }) => status === 'draft'));
		const wait = { amount: 3, unit: 'seconds' };
		const example = adapted(campaignCounters, service.credentials, { [sending]: { pollTimes }, 'Wait a day': wait });
		const executions = await host.api.whilePublished(example, async (id) => {
			await polled(service.sandbox, 'campaign.getAll', 2);
			Object.assign(draft, { status: 'sending', sendingSince: Date.now() });
			await polled(service.sandbox, 'campaign.getAll', 1);
			Object.assign(draft, { status: 'sent', sent: 40, opens: 20, clicks: 4, unsubs: 1 });
			await until(async () => (await host.api.executionsOf(id)).length > 0, 'the workflow to be started');
			await polled(service.sandbox, 'campaign.getAll', 2);
			return await host.api.executionsOf(id);
		});

		expect(
			executions.map(({ status, items }) => [status, items(sending).map(({ json: { event, name } }) => [event, name])]),
		).toEqual([['success', [['campaignSent', draft.name]]]]);
		expect(executions[0]?.items('Counters').map(({ json }) => json)).toEqual([
			{
				campaign: draft.name,
				sent: 40,
				opens: 20,
				clicks: 4,
				unsubscribed: 1,
				bounces: expect.any(Number),
				'opened in %': 50,
			},
		]);
	});
});

describe('the trigger in an n8n that is killed, and of a service that is out of order', () => {
	const { host, service, kill, start } = useMortalHost({ requestLogSize: 100_000, subscribers: 250 });
	const isDown: FaultPlan = { rate: 1, kinds: ['reset-before'], operations: ['subscriber.getAll'] };
	let list: ContactList;
	let id: string;
	/** By workflow, then by what it was started with. */
	const told: Array<Array<[event: unknown, email: unknown]>> = [];

	beforeAll(async () => {
		list = defined(service.sandbox.state.contactLists[0]);
		id = await host.api.publish(
			adapted(unsubscribedToCrm, service.credentials, {
				[leaving]: { pollTimes, contactList: byId(list.uuid), events: subscriberEvents },
			}),
		);
		await looksAgain();
	});

	/** Until n8n has begun and ended a poll from now on. */
	async function looksAgain(): Promise<void> {
		await polled(service.sandbox, 'subscriber.getAll', 2);
	}

	const change = async (method: 'POST' | 'PUT', path: string, body?: object): Promise<void> =>
		await callSandbox(service.sandbox, method, `/contact-lists/${list.uuid}/subscriber${path}`, body);
	const add = async (email: string): Promise<void> => await change('POST', '', { email });
	const toggle = async (uuid: string): Promise<void> => await change('PUT', `/${uuid}/toggle`);
	const subscribed = (place: number) =>
		defined(list.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[place]);

	/** Waits for one execution more, with this in it, and for two polls more: nothing else may come. */
	async function comes(...events: Array<[event: string, email: string]>): Promise<void> {
		told.push(events);
		await until(async () => (await started()).length >= told.length, `${JSON.stringify(events)} to start the workflow`);
		await looksAgain();
		expect(await started()).toEqual(told);
	}

	/** What the workflow was started with; a poll that failed is an execution too, without items. */
	async function started(): Promise<typeof told> {
		return (await host.api.executionsOf(id))
			.filter(({ status }) => status === 'success')
			.map(({ items }) => items(leaving).map(({ json: { event, email } }) => [event, email]));
	}

	async function failedPolls(): Promise<Execution[]> {
		return (await host.api.executionsOf(id)).filter(({ status }) => status === 'error');
	}

	it('tells of who is added, is changed and leaves: three executions', async () => {
		const somebody = subscribed(0);
		await add('new@example.com');
		await comes(['subscriberAdded', 'new@example.com']);
		await change('PUT', `/${somebody.uuid}`, { first_name: 'Augusta' });
		await comes(['subscriberUpdated', somebody.email]);
		await toggle(somebody.uuid);
		await comes(['subscriberUnsubscribed', somebody.email]);

		const [, , last] = await host.api.executionsOf(id);
		expect(last).toMatchObject({ status: 'success' });
		expect(last?.items(row).map(({ json }) => json)).toEqual([
			{
				email: somebody.email,
				name: `Augusta ${somebody.lastName}`,
				newsletter: 'unsubscribed',
				since: expect.stringMatching(/^\d{4}-/),
			},
		]);
	});

	it('tells, after it was killed between two polls, what has happened meanwhile, and nothing twice', async () => {
		const gone = subscribed(1);
		await kill();
		await add('meanwhile@example.com');
		await toggle(gone.uuid);
		await start();
		await comes(['subscriberAdded', 'meanwhile@example.com'], ['subscriberUnsubscribed', gone.email]);
		await toggle(gone.uuid);
		await comes(['subscriberResubscribed', gone.email]);
	}, 300_000);

	it('tells, after it was killed in the midst of a poll, what that poll would have told', async () => {
		service.sandbox.faults({ latencyMs: 3_000, operations: ['subscriber.getAll'] });
		await add('midway@example.com');
		await polled(service.sandbox, 'subscriber.getAll', 1);
		const before = service.sandbox.requests().length;
		const isSecond = ({ query }: { query: string }): boolean => /\bpage=2\b/.test(query);
		await until(() => service.sandbox.requests().slice(before).some(isSecond), 'the first page to be read');
		await kill();
		service.sandbox.faults({});
		await start();
		await comes(['subscriberAdded', 'midway@example.com']);
	}, 300_000);

	it('tells, after an outage of the service in which polls have failed, what has happened meanwhile, and nothing twice', async () => {
		const gone = subscribed(2);
		service.sandbox.faults(isDown);
		await add('outage@example.com');
		await toggle(gone.uuid);
		await until(async () => (await failedPolls()).length >= 2, 'two polls to fail');
		service.sandbox.faults({});
		await comes(['subscriberAdded', 'outage@example.com'], ['subscriberUnsubscribed', gone.email]);

		for (const { error } of await failedPolls()) expect(errorText(error)).toContain('The connection was closed');
	}, 300_000);

	it('tells the same where n8n was killed in the outage and started again before its end', async () => {
		const gone = subscribed(2);
		service.sandbox.faults(isDown);
		await looksAgain();
		await kill();
		await add('darkness@example.com');
		await toggle(gone.uuid);
		await start();
		await looksAgain();
		service.sandbox.faults({});
		await comes(['subscriberAdded', 'darkness@example.com'], ['subscriberUnsubscribed', gone.email]);
	}, 300_000);

	it('keeps what it knows while the workflow is switched off', async () => {
		const gone = subscribed(2);
		await host.api.call('POST', `/rest/workflows/${id}/deactivate`);
		await add('unnoticed@example.com');
		await toggle(gone.uuid);
		await new Promise((next) => setTimeout(next, 5_000));
		expect(await started()).toEqual(told);
		await host.api.activate(id);
		await comes(['subscriberAdded', 'unnoticed@example.com'], ['subscriberUnsubscribed', gone.email]);
	});
});
