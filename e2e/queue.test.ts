import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import type { ContactList } from '../sandbox/store/contact-list';
import { defined } from '../test/defined';
import { webhook } from './support/nodes';
import { every, polled } from './support/polling';
import { isRunning, processesWith } from './support/processes';
import { forkCluster, startCluster, type Cluster, type Worker } from './support/queue/cluster';
import { callSandbox, startService, type Service } from './support/service';
import { until } from './support/until';
import { byId, ourNode, workflowOf, type Node } from './support/workflow';

/** Each execution has a queue of its own, so that the service gets up to this many for each execution that runs. */
const maxParallelRequests = 2;
/** As the compose file has it: for each worker. */
const concurrency = 5;

const body = "$('Call').first().json.body";
const contactList = { ...byId(''), value: `={{ ${body}.list }}` };
const subscriber = { resource: 'subscriber', contactList };

/** What is done with each row of a call. */
const operations: Record<string, { parameters: object; settings?: Partial<Node> }> = {
	sync: {
		parameters: {
			...subscriber,
			operation: 'sync',
			removal: `={{ ${body}.removal }}`,
			// All of them have just joined.
			options: { keepNewHours: 0 },
			requestOptions: { maxParallelRequests },
		},
	},
	import: { parameters: { ...subscriber, operation: 'import', requestOptions: { maxParallelRequests } } },
	create: {
		parameters: {
			...subscriber,
			operation: 'create',
			dataMode: 'autoMapInputData',
			requestOptions: { maxParallelRequests },
		},
		settings: { onError: 'continueRegularOutput' },
	},
	send: {
		parameters: {
			resource: 'email',
			operation: 'send',
			toEmail: '={{ $json.email }}',
			subject: `={{ ${body}.list }}`,
			content: 'text',
			text: 'Hello',
			requestOptions: { maxParallelRequests },
		},
	},
};

interface Person {
	email: string;
	last_name: string;
}

interface Call {
	list: string;
	rows: Person[];
	/** What Sync List does with those who are in no row. */
	removal?: 'keep' | 'unsubscribe';
}

/** An execution that a worker has begun. */
interface Begun {
	operation: string;
	list: ContactList;
	id: string;
	/** The status of what its caller is answered. */
	answer: Promise<number>;
	by: (worker: Worker) => boolean;
}

/** Those from one number up to another, without it. */
function people(from: number, to: number, lastName = 'Hopper'): Person[] {
	return Array.from({ length: to - from }, (_, index) => ({
		email: `person${from + index}@example.org`,
		last_name: lastName,
	}));
}

/** How a list looks, in one line for each subscriber; `gone` are those who have unsubscribed. */
function lines(subscribed: Person[], gone: Person[] = []): string[] {
	const line = ({ email, last_name }: Person, state: string): string => `${email} ${last_name} ${state}`;
	return [...subscribed.map((one) => line(one, 'subscribed')), ...gone.map((one) => line(one, 'unsubscribed'))].sort();
}

describe('n8n in queue mode', () => {
	let cluster: Cluster;
	let service: Service;
	let listCount = 0;
	/** Is told by n8n of executions that have failed. */
	let errorWorkflow: string;
	/** The workflows that a call from outside starts, by their operation. */
	const workflows: Record<string, string> = {};

	beforeAll(async () => {
		cluster = await startCluster();
		service = await startService(cluster, { empty: true, requestLogSize: 100_000 });
		errorWorkflow = await cluster.api.publish(
			workflowOf('Told', [{ name: 'Told', type: 'n8n-nodes-base.errorTrigger', typeVersion: 1, parameters: {} }]),
		);
		for (const operation of Object.keys(operations))
			workflows[operation] = await cluster.api.publish(sheetToList(operation));
	}, 400_000);

	afterAll(async () => {
		await service?.sandbox.close();
		await cluster?.api.close();
		await cluster?.leave();
	}, 60_000);

	it('does 20 Syncs and Imports at the same time over two workers, and each list is as it has to be', async () => {
		service.sandbox.faults({ latencyMs: 100 });
		const before = [...people(0, 40)];
		const sheet = [...people(0, 30), ...people(30, 36, 'Lovelace'), ...people(40, 50)];
		const own = await Promise.all(Array.from({ length: 8 }, async () => await newList(before)));
		for (const list of own) await unsubscribe(list, 0);
		const shared = await newList(before);
		const imported = await newList(people(0, 5));

		const calls: Array<[operation: string, call: Call]> = [
			...own.map(({ uuid }): [string, Call] => ['sync', { list: uuid, rows: sheet, removal: 'unsubscribe' }]),
			...[1, 2].map((): [string, Call] => ['sync', { list: shared.uuid, rows: sheet }]),
			// All of them bring the first ten, and each twenty of its own.
			...Array.from({ length: 10 }, (_, n): [string, Call] => [
				'import',
				{ list: imported.uuid, rows: [...people(0, 10), ...people(100 + 20 * n, 120 + 20 * n)] },
			]),
		];
		const answers = await Promise.all(calls.map(async ([operation, data]) => await call(operation, data)));

		// Of two syncs of one list, a worker that gets both refuses the second.
		const ofShared = answers.splice(own.length, 2).sort();
		expect([
			[200, 200],
			[200, 500],
		]).toContainEqual(ofShared);
		expect(answers).toEqual(answers.map(() => 200));
		for (const list of own)
			expect(stateOf(list)).toEqual(
				lines(
					[...people(1, 30), ...people(30, 36, 'Lovelace'), ...people(40, 50)],
					[...people(0, 1), ...people(36, 40)],
				),
			);
		expect(stateOf(shared)).toEqual(
			lines([...people(0, 30), ...people(30, 36, 'Lovelace'), ...people(36, 40), ...people(40, 50)]),
		);
		expect(stateOf(imported)).toEqual(lines([...people(0, 10), ...people(100, 300)]));

		const started = cluster.workers.map((worker) => cluster.begunBy(worker));
		// A sync that is refused starts the error workflow, too.
		const told = await executionIds([errorWorkflow]);
		const begun = started.map((ids) => ids.filter((id) => !told.includes(id)));
		expect(begun.flat().sort()).toEqual((await executionIds()).sort());
		expect(begun.flat()).toHaveLength(20);
		for (const ids of begun) expect(ids.length).toBeGreaterThan(0);
		expect(service.sandbox.peakInFlight()).toBeGreaterThan(maxParallelRequests);
		expect(service.sandbox.peakInFlight()).toBeLessThanOrEqual(
			cluster.workers.length * concurrency * maxParallelRequests,
		);
	}, 180_000);

	it('looks for the trigger once in each interval, not once for each worker, and tells an event once', async () => {
		service.sandbox.faults({});
		const list = await newList(people(0, 5));
		const executions = await cluster.api.whilePublished(
			workflowOf('Joined', [
				{
					name: 'Somebody joins',
					type: 'n8n-nodes-email-marketing.emailMarketingTrigger',
					typeVersion: 1,
					parameters: { events: ['subscriberAdded'], contactList: byId(list.uuid), pollTimes: every(1) },
					credentials: service.credentials,
				},
			]),
			async (id) => {
				await polled(service.sandbox, 'subscriber.getAll', 2);
				await add(list, people(5, 6));
				await polled(service.sandbox, 'subscriber.getAll', 2);
				await add(list, people(6, 7));
				await polled(service.sandbox, 'subscriber.getAll', 3);
				return await cluster.api.executionsOf(id);
			},
		);

		expect(
			executions.map(({ status, items }) => [status, items('Somebody joins').map(({ json: { email } }) => email)]),
		).toEqual([
			['success', ['person5@example.org']],
			['success', ['person6@example.org']],
		]);
		const polls = service.sandbox
			.requests()
			.filter(({ operationId, path }) => operationId === 'subscriber.getAll' && path.includes(list.uuid))
			.map(({ time }) => Date.parse(time));
		const seconds = (defined(polls.at(-1)) - defined(polls[0])) / 1_000;
		expect(polls.length).toBeGreaterThanOrEqual(7);
		expect(polls.length).toBeLessThanOrEqual(seconds + 2);
	}, 180_000);

	describe('after a worker was killed midway', () => {
		const rows = people(0, 300);
		let begun: Begun[];
		/** What the worker had begun that was killed: one of each operation. */
		let left: Begun[];
		/** What was done of each of them when nothing was on its way any more. */
		let sizes: number[];

		beforeAll(async () => {
			const latencyMs = 300;
			service.sandbox.faults({ latencyMs });
			const [victim] = cluster.workers as [Worker];
			begun = [];
			// An import of so few rows is one request, and never midway.
			for (const operation of ['sync', 'create', 'send'])
				do begun.push(await begin(operation, rows));
				while (!begun.at(-1)?.by(victim));
			left = begun.filter(({ by }) => by(victim));
			await until(() => left.every((one) => size(one) > 10), 'all of them to be under way');
			cluster.kill(victim);
			sizes = await settled(() => left.map(size), 3 * latencyMs);
			// What goes on elsewhere need not be waited for.
			service.sandbox.faults({});
		}, 150_000);

		it('n8n calls what it had begun an error, and does nothing of it again, not with Retry either', async () => {
			const answers = await Promise.all(begun.map(async ({ answer }) => await answer));
			const executions = await Promise.all(left.map(async ({ id }) => await cluster.api.ended(id)));
			const told = async (): Promise<unknown[]> =>
				(await cluster.api.executionsOf(errorWorkflow)).map(
					({ items }) => (items('Told')[0]?.json.execution as { id: string } | undefined)?.id,
				);
			const toldOfAll = async (): Promise<boolean> => {
				const ids = await told();
				return left.every(({ id }) => ids.includes(id));
			};
			await until(toldOfAll, 'the error workflow');
			expect(await told()).toEqual(expect.arrayContaining(left.map(({ id }) => id)));
			const others = begun.filter((one) => !left.includes(one)).map(({ id }) => id);
			expect((await told()).filter((id) => others.includes(id as string))).toEqual([]);
			const requests = service.sandbox.requests().length;
			const retried = await Promise.all(left.map(async ({ id }) => await cluster.api.retry(id)));

			expect(answers).toEqual(begun.map((one) => (left.includes(one) ? 500 : 200)));
			for (const { status, error } of [...executions, ...retried]) {
				expect(status).toBe('error');
				expect(error?.message).toContain('will no longer retry');
			}
			expect(service.sandbox.requests()).toHaveLength(requests);
			expect(left.map(size)).toEqual(sizes);
			for (const done of sizes) expect(done).toBeLessThan(rows.length);
		}, 180_000);

		it('nobody is in a list twice, or as no row says', () => {
			for (const { list } of left) {
				expect(new Set(list.subscribers.map(({ email }) => email)).size).toBe(list.subscribers.length);
				expect([...lines(rows), ...lines(people(0, 3, 'Before'))]).toEqual(expect.arrayContaining(stateOf(list)));
			}
		});

		it('the same call brings the lists to their end on the worker that is left, and sends again what was sent', async () => {
			const answers = await Promise.all(
				left.map(async ({ operation, list }) => await call(operation, { list: list.uuid, rows })),
			);

			expect(answers).toEqual(left.map(() => 200));
			for (const { operation, list } of left.filter((one) => one.operation !== 'send'))
				// Create is refused for those who are there, and leaves them as they are.
				expect(stateOf(list)).toEqual(
					lines([...people(0, 3, operation === 'create' ? 'Before' : 'Hopper'), ...people(3, rows.length)]),
				);
			const sending = left.findIndex(({ operation }) => operation === 'send');
			expect(size(defined(left[sending]))).toBe(defined(sizes[sending]) + rows.length);
		}, 60_000);
	});

	it('ends with the tests, whatever ends them: no process runs any more, and no file is left', async () => {
		const instances = [cluster.n8n, ...cluster.workers];
		const programs = [...instances, ...cluster.others].map(({ pid }) => pid);
		expect(programs.map(isRunning)).toContain(true);

		expect(await cluster.leave()).toBe(0);

		expect(programs.filter(isRunning)).toEqual([]);
		expect(instances.flatMap(({ folder }) => processesWith(folder))).toEqual([]);
		expect(existsSync(cluster.folder)).toBe(false);
	}, 60_000);

	/** Brings the rows of a call to the list that it names. */
	function sheetToList(operation: string): ReturnType<typeof workflowOf> {
		const rows: Node = {
			name: 'Rows',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.rows', options: {} },
		};
		const { parameters, settings } = defined(operations[operation]);
		const node = ourNode('Email Marketing', service.credentials, parameters, settings);
		return workflowOf(operation, [webhook('Call', operation, 'POST'), rows, node], undefined, { errorWorkflow });
	}

	/** Calls a workflow from outside, and gives the status of the answer, which comes when the workflow has ended. */
	async function call(operation: string, { removal = 'keep', ...data }: Call): Promise<number> {
		const response = await fetch(`${cluster.n8n.url}/webhook/${operation}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ ...data, removal }),
		});
		await response.body?.cancel();
		return response.status;
	}

	/** Calls a workflow for a new list, and waits until a worker has begun. */
	async function begin(operation: string, rows: Person[]): Promise<Begun> {
		const known = await executionIds();
		const list = await newList(people(0, 3, 'Before'));
		const answer = call(operation, { list: list.uuid, rows });
		let id = '';
		await until(async () => {
			id = (await executionIds()).find((one) => !known.includes(one)) ?? '';
			return cluster.workers.some((worker) => cluster.begunBy(worker).includes(id));
		}, 'a worker to begin');
		return { operation, list, id, answer, by: (worker) => cluster.begunBy(worker).includes(id) };
	}

	/** What is measured, once that has stayed the same for so long. */
	async function settled<T>(measure: () => T, forMs: number): Promise<T> {
		let last = measure();
		let since = Date.now();
		await until(() => {
			const now = measure();
			if (!isDeepStrictEqual(now, last)) [last, since] = [now, Date.now()];
			return Date.now() - since >= forMs;
		}, 'nothing to be on its way any more');
		return last;
	}

	/** How many are in the list of an execution, or how many emails it has sent. */
	function size({ operation, list }: Begun): number {
		if (operation !== 'send') return list.subscribers.length;
		return service.sandbox.state.outbox.filter(({ subject }) => subject === list.uuid).length;
	}

	/** Of the workflows that are called from outside. */
	async function executionIds(of = Object.values(workflows)): Promise<string[]> {
		const { results } = await cluster.api.call<{ results: Array<{ id: string; workflowId: string }> }>(
			'GET',
			'/rest/executions?limit=100',
		);
		return results.filter(({ workflowId }) => of.includes(workflowId)).map(({ id }) => id);
	}

	/** A contact list with these people in it. */
	async function newList(subscribers: Person[]): Promise<ContactList> {
		listCount += 1;
		const name = `List ${listCount}`;
		await callSandbox(service.sandbox, 'POST', '/contact-lists', { name });
		const list = defined(service.sandbox.state.contactLists.find((one) => one.name === name));
		await add(list, subscribers);
		return list;
	}

	async function add({ uuid }: ContactList, subscribers: Person[]): Promise<void> {
		await callSandbox(service.sandbox, 'POST', `/contact-lists/${uuid}/import`, { subscribers });
	}

	async function unsubscribe({ uuid, subscribers }: ContactList, index: number): Promise<void> {
		await callSandbox(service.sandbox, 'PUT', `/contact-lists/${uuid}/subscriber/${subscribers[index]?.uuid}/toggle`);
	}

	function stateOf({ subscribers }: ContactList): string[] {
		const rows = (gone: boolean): Person[] =>
			subscribers
				.filter(({ unsubscribedAt }) => (unsubscribedAt !== null) === gone)
				.map(({ email, lastName }) => ({ email, last_name: String(lastName) }));
		return lines(rows(false), rows(true));
	}
});

describe('the tests of queue mode', () => {
	it('say what is missing and how to get it, where there is no PostgreSQL and no Redis', async () => {
		const { child, output } = forkCluster({ PATH: '/nowhere', POSTGRES_BIN: '/nowhere' });
		const [code] = (await once(child, 'close')) as [number];

		expect(code).toBe(1);
		expect(output().trim()).toMatch(
			/^.*Missing: initdb .*postgres .*redis-server .*apt-get install postgresql redis-server.*$/,
		);
	});
});
