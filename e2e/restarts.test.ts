import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Subscriber } from '../sandbox/store/records';
import { defined } from '../test/defined';
import unsubscribedToCrm from '../examples/unsubscribed-to-crm.json';
import { errorText, type Execution } from './support/execution';
import { atOnce, useMortalHosts, type MortalHost } from './support/hooks';
import { every, polled } from './support/polling';
import { processesWith } from './support/processes';
import { callSandbox } from './support/service';
import { until } from './support/until';
import { adapted, byId, fromList, ourNode, startWith, workflowOf } from './support/workflow';

const leaving = 'Someone unsubscribes';
const row = 'Note in the CRM';
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];

/** What has happened to somebody. */
type Event = [event: unknown, email: unknown];

/** The schedule and what a trigger knows are in the database. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	// All shorter than by default, in the same order.
	N8N_SCHEDULER_EXECUTOR_INTERVAL: '1',
	N8N_SCHEDULER_REAPER_INTERVAL: '2',
	N8N_SCHEDULER_POLL_TIMEOUT: '8',
	N8N_SCHEDULER_LEASE_DURATION: '10',
	// A poll that is this late is left out: otherwise those of a whole restart begin at once.
	N8N_SCHEDULER_MISFIRE_GRACE: '2',
	// For `takesOver`.
	N8N_METRICS: 'true',
	N8N_METRICS_INCLUDE_SCHEDULER_METRICS: 'true',
};

const [byDefault, withCursors] = useMortalHosts({ subscribers: 800, requestLogSize: 100_000 }, {}, durable);

/** Each test in two n8ns at the same time, since most of it is waiting. */
describe('the trigger, of a service that is out of order, in an n8n that is killed, with and without durable schedules and cursors', () => {
	const plain = watching(byDefault, false);
	const both = [plain, watching(withCursors, true)];
	const inBoth = (test: (n8n: Watching) => Promise<void>) => async () => await atOnce(both, test);

	beforeAll(inBoth(async ({ begin }) => await begin()));

	it(
		'reports who is added, is changed and leaves: three executions',
		inBoth(async ({ subscribed, add, change, toggle, expectEvents, executions }) => {
			const somebody = subscribed(0);
			await add('new@example.com');
			await expectEvents(['subscriberAdded', 'new@example.com']);
			await change('PUT', `/${somebody.uuid}`, { first_name: 'Augusta' });
			await expectEvents(['subscriberUpdated', somebody.email]);
			await toggle(somebody.uuid);
			await expectEvents(['subscriberUnsubscribed', somebody.email]);

			const [, , last] = await executions();
			expect(last).toMatchObject({ status: 'success' });
			expect(last?.items(row).map(({ json }) => json)).toEqual([
				{
					email: somebody.email,
					name: `Augusta ${somebody.lastName}`,
					newsletter: 'unsubscribed',
					since: expect.stringMatching(/^\d{4}-/),
				},
			]);
		}),
	);

	it(
		'reports, after n8n was killed during a poll, the events of that poll and later ones, by default each once',
		inBoth(async ({ service, subscribed, add, toggle, kill, start, takesOver, expectEvents }) => {
			const gone = subscribed(1);
			// A page takes less than an interval: with durable schedules, the next poll ends one that is under way.
			service.sandbox.faults({ latencyMs: 700, operations: ['subscriber.getAll'] });
			await add('midway@example.com');
			await polled(service.sandbox, 'subscriber.getAll', 1);
			const before = service.sandbox.requests().length;
			const isSecond = ({ query }: { query: string }): boolean => /\bpage=2\b/.test(query);
			await until(() => service.sandbox.requests().slice(before).some(isSecond), 'the first page to be read');
			await kill();
			service.sandbox.faults({});
			await add('meanwhile@example.com');
			await toggle(gone.uuid);
			await start();
			await expectEvents(
				['subscriberAdded', 'midway@example.com'],
				['subscriberAdded', 'meanwhile@example.com'],
				['subscriberUnsubscribed', gone.email],
			);
			await takesOver();
			await toggle(gone.uuid);
			await expectEvents(['subscriberResubscribed', gone.email]);
		}),
		300_000,
	);

	it(
		'reports, after an outage of the service in which polls have failed and n8n was killed, what has happened meanwhile',
		inBoth(async ({ service, subscribed, add, toggle, kill, start, failedPolls, expectEvents }) => {
			const gone = subscribed(2);
			service.sandbox.faults({ rate: 1, kinds: ['reset-before'], operations: ['subscriber.getAll'] });
			await add('outage@example.com');
			// One before and one after: with durable schedules, n8n waits twice as long after each.
			await until(async () => (await failedPolls()).length > 0, 'a poll to fail');
			await kill();
			await toggle(gone.uuid);
			await start();
			const before = (await failedPolls()).length;
			await until(async () => (await failedPolls()).length > before, 'another poll to fail');
			service.sandbox.faults({});
			await expectEvents(['subscriberAdded', 'outage@example.com'], ['subscriberUnsubscribed', gone.email]);

			for (const { error } of await failedPolls()) expect(errorText(error)).toContain('The connection was closed');
		}),
		300_000,
	);

	// With durable cursors, the activation's poll may not be saved when the next one begins.
	it('keeps what it knows while the workflow is switched off, by default', async () => {
		const { subscribed, add, toggle, switchOff, switchOn, expectEvents } = plain;
		const gone = subscribed(2);
		await switchOff();
		await add('unnoticed@example.com');
		await toggle(gone.uuid);
		await switchOn();
		await expectEvents(['subscriberAdded', 'unnoticed@example.com'], ['subscriberUnsubscribed', gone.email]);
	});
});

type Watching = ReturnType<typeof watching>;

/** An n8n with a workflow that a list starts. */
function watching({ host, service, kill, start }: MortalHost, isDurable: boolean) {
	const name = isDurable ? 'with durable schedules and cursors' : 'by default';
	// Of two pages.
	const list = () => defined(service.sandbox.state.contactLists[1]);
	let id: string;
	/** By execution. */
	const reported: Event[][] = [];

	return {
		service,
		kill,
		start,
		begin,
		switchOff: async (): Promise<void> => await host.api.deactivate(id),
		switchOn: async (): Promise<void> => await host.api.activate(id),
		subscribed: (place: number) =>
			defined(list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[place]),
		add: async (email: string): Promise<void> => await change('POST', '', { email }),
		change,
		toggle: async (uuid: string): Promise<void> => await change('PUT', `/${uuid}/toggle`),
		takesOver,
		expectEvents,
		executions,
		failedPolls: async (): Promise<Execution[]> => (await executions()).filter(({ status }) => status === 'error'),
	};

	/** Publishes the workflow, and waits until n8n has looked. */
	async function begin(): Promise<void> {
		const watched = {
			// With durable cursors, a poll that begins before n8n has saved what the one before it found reports that again.
			pollTimes: every(isDurable ? 2 : 1),
			contactList: byId(list().uuid),
			events: subscriberEvents,
			// A retry would count as a poll.
			requestOptions: { maxRetries: 0 },
		};
		const workflow = adapted(unsubscribedToCrm, service.credentials, { [leaving]: watched });
		id = await host.api.publish({ ...workflow, name: 'Watching' });
		// The first ended poll may be that of the activation, of which durable cursors keep nothing.
		await polled(service.sandbox, 'subscriber.getAll', 3);
	}

	async function change(method: 'POST' | 'PUT', path: string, body?: object): Promise<void> {
		await callSandbox(service.sandbox, method, `/contact-lists/${list().uuid}/subscriber${path}`, body);
	}

	/** Waits until n8n has done again what the killed one had begun; only with durable schedules does it do that. */
	async function takesOver(): Promise<void> {
		if (!isDurable) return;
		const hasReclaimed = async (): Promise<boolean> =>
			/^n8n_scheduler_tasks_reclaimed_total [1-9]/m.test(await (await fetch(`${host.n8nUrl}/metrics`)).text());
		await until(hasReclaimed, 'n8n to take over');
		// It begins 5 seconds later.
		await polled(service.sandbox, 'subscriber.getAll', 4);
	}

	/** Waits for one execution more, with this in it, and for two polls more: nothing else may come. */
	async function expectEvents(...events: Event[]): Promise<void> {
		reported.push(events);
		await until(
			async () => (await started()).length >= reported.length,
			`${JSON.stringify(events)} to start the workflow in n8n, ${name}`,
		);
		await polled(service.sandbox, 'subscriber.getAll', 2);
		expect([name, await started()]).toEqual([name, reported]);
	}

	async function executions(): Promise<Execution[]> {
		return await host.api.executionsOf(id);
	}

	/**
	 * What the workflow was started with; a poll that failed is an execution too, without items. With durable cursors,
	 * n8n may begin a poll before it has saved what the last one found, and start it with the same again.
	 */
	async function started(): Promise<Event[][]> {
		const all = (await executions())
			.filter(({ status }) => status === 'success')
			.map(({ items }) => items(leaving).map(({ json: { event, email } }): Event => [event, email]));
		const isAgain = (at: number): boolean => isDurable && JSON.stringify(all[at]) === JSON.stringify(all[at - 1]);
		return all.filter((_, at) => !isAgain(at));
	}
}

describe('an n8n that is killed', () => {
	const { host, service, folder, kill, start } = byDefault;
	const list = () => defined(service.sandbox.state.contactLists[0]);

	// What a person changes before n8n is killed.
	beforeAll(async () => {
		await host.api.call('PATCH', '/rest/workflows/exAddSubscribers?forceSave=true', { name: 'Mine now' });
		await host.api.call('POST', '/rest/workflows/exUpdateCampaign/archive');
		await host.api.call('DELETE', '/rest/workflows/exUpdateCampaign');
	});

	/** While it creates, a worker is killed in queue.test.ts. */
	it('Sync List, killed while it unsubscribes, is run again to its end: the list is as its rows say, nobody is in it twice, and nobody has left or come back but by the rows', async () => {
		const before = structuredClone([...list().subscribers]);
		/** By the place in the list: who is in no row, and whose name is another one in the sheet. */
		const isAbsent = (place: number): boolean => place < 120;
		const isRenamed = (place: number): boolean => !isAbsent(place) && place % 5 === 0;
		const newcomers = Array.from({ length: 200 }, (_, n) => ({ email: `newcomer${100 + n}@example.org` }));
		const rows = [
			...before
				.map(({ email, firstName, lastName, tags }, place) => ({
					email,
					first_name: firstName,
					last_name: isRenamed(place) ? 'Hopper' : lastName,
					tags,
				}))
				.filter((_, place) => !isAbsent(place)),
			...newcomers.map(({ email }) => ({ email, first_name: 'Ada', last_name: 'Lovelace', tags: ['new'] })),
		];
		const sync = { resource: 'subscriber', operation: 'sync', contactList: fromList(list()), removal: 'unsubscribe' };
		const nodes = [...startWith(rows), ourNode('Sync', service.credentials, sync)];
		const id = await host.api.save(workflowOf('Sync', nodes));

		const operation = 'subscriber.toggleSubscription';
		const toggles = () => service.sandbox.requests().filter(({ operationId }) => operationId === operation).length;
		const earlier = toggles();
		service.sandbox.faults({ latencyMs: 300, operations: [operation] });
		const killed = await host.api.start(id);
		await until(() => toggles() >= earlier + 25, 'n8n to be midway');
		await kill();
		const gone = list().subscribers.filter(hasLeft).length - before.filter(hasLeft).length;
		await start();
		service.sandbox.faults({});
		const crashed = await host.api.ended(killed);
		const ended = await host.api.runWorkflow(id);
		const after = structuredClone([...list().subscribers]);
		const again = await host.api.runWorkflow(id);

		expect(gone).toBeLessThan(before.filter((person, place) => isAbsent(place) && !hasLeft(person)).length);
		expect([crashed.status, ended.status, again.status]).toEqual(['crashed', 'success', 'success']);
		expect(after.slice(0, before.length)).toEqual(
			before.map((person, place) => {
				const now = expect.any(Number) as number;
				if (isRenamed(place)) return { ...person, lastName: 'Hopper', updatedAt: now };
				return isAbsent(place) && !hasLeft(person) ? { ...person, unsubscribedAt: now, updatedAt: now } : person;
			}),
		);
		expect(after.slice(before.length).sort((one, other) => one.email.localeCompare(other.email))).toEqual(
			newcomers.map(({ email }) =>
				expect.objectContaining({ email, firstName: 'Ada', lastName: 'Lovelace', tags: ['new'], unsubscribedAt: null }),
			),
		);
		expect(again.items('Sync').map(({ json }) => json.action)).toEqual(rows.map(() => 'unchanged'));
		expect(list().subscribers).toEqual(after);
	}, 400_000);

	it('npm start keeps what a person changed from one start to the next, and what they need works', async () => {
		const workflows = await host.api.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
		const credentials = await host.api.call<Array<{ id: string; name: string }>>('GET', '/rest/credentials');
		const [credential, ...others] = credentials.filter(({ name }) => name === 'Email Marketing sandbox');
		const path = `/rest/credentials/${credential?.id}?includeData=true`;

		expect(host.output()).not.toContain('Installing');
		// One has another name, and one is deleted.
		const examples = readdirSync(join(__dirname, '../examples')).filter((file) => file.endsWith('.json'));
		expect(workflows.filter(({ name }) => name.startsWith('Example: '))).toHaveLength(examples.length - 2);
		expect(workflows.map(({ id }) => id)).not.toContain('exUpdateCampaign');
		expect(workflows.find(({ id }) => id === 'exAddSubscribers')?.name).toBe('Mine now');
		expect(others).toEqual([]);
		expect(await host.api.call('GET', path)).toMatchObject({ data: { baseUrl: host.sandboxUrl } });
		expect((await host.api.runWorkflow('exAddSubscribers')).status).toBe('success');
	});

	it('npm start leaves no process behind when it is stopped', async () => {
		expect(await host.stop()).toBe(0);
		expect(processesWith(folder())).toEqual([]);
	});
});

function hasLeft({ unsubscribedAt }: Subscriber): boolean {
	return unsubscribedAt !== null;
}
