import { setTimeout } from 'node:timers/promises';

import { defined } from '../test/defined';
import { fetchPublished } from './support/api';
import { errorText } from './support/execution';
import { useService } from './support/hooks';
import { until } from './support/host';
import { webhook } from './support/nodes';
import { byId, ourNode, startWith, workflowOf, type Node } from './support/workflow';

/** Runs of one n8n that change the same list at once, as a double click and a schedule bring them about. */
describe('two executions at once', () => {
	const ours = 'Under test';
	const { host, service } = useService({ subscribers: 60, faults: { latencyMs: 100 } });
	const list = () => defined(service.sandbox.state.contactLists[0]);
	const subscribed = () => list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
	const isSubscribed = (uuid: string) => subscribed().some((one) => one.uuid === uuid);
	const requestsOf = (operation: string) =>
		service.sandbox.requests().filter(({ operationId }) => operationId === operation);

	const changer = (): Node[] => [
		webhook('Click', 'change'),
		ourNode(ours, service.credentials, {
			operation: 'toggleSubscription',
			contactList: byId(service.list),
			subscriber: byId('={{ $json.query.id }}'),
			changeTo: '={{ $json.query.to }}',
		}),
	];
	const click = async (id: string, to: string): Promise<number> =>
		(await fetchPublished(`${host.n8nUrl}/webhook/change?to=${to}&id=${id}`)).status;

	it('of 20 people who click twice on "Unsubscribe", each is unsubscribed', async () => {
		const people = subscribed().slice(0, 20);
		await host.api.whilePublished(workflowOf('Change', changer()), async () => {
			// Until n8n listens.
			await click(defined(people[0]).uuid, 'unsubscribed');
			const clicks = people.flatMap(({ uuid }) => [uuid, uuid]);
			const statuses = await Promise.all(clicks.map(async (uuid) => await click(uuid, 'unsubscribed')));
			expect(new Set(statuses)).toEqual(new Set([200]));
		});
		expect(people.filter(({ uuid }) => isSubscribed(uuid))).toEqual([]);
		expect(requestsOf('subscriber.toggleSubscription')).toHaveLength(20);
	});

	/** A sync of the whole list with new people, which creates one after the other. */
	const sync = (trigger: Node) => {
		const rows = [
			...list().subscribers.map(({ email }) => ({ email })),
			...Array.from({ length: 60 }, (_, index) => ({ email: `new${index}@new.example.com` })),
		];
		const requestOptions = { maxParallelRequests: 1 };
		const parameters = { operation: 'sync', contactList: byId(service.list), requestOptions };
		const [, ...data] = startWith(rows);
		return workflowOf('Sync', [trigger, ...data, ourNode(ours, service.credentials, parameters)]);
	};

	it('a schedule that begins again while its sync is running starts no second one, and the list is as its rows', async () => {
		const everyTwoSeconds: Node = {
			name: 'Schedule',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			parameters: { rule: { interval: [{ field: 'cronExpression', expression: '*/2 * * * * *' }] } },
		};
		const begun = requestsOf('subscriber.create').length;
		const executions = await host.api.whilePublished(sync(everyTwoSeconds), async (id) => {
			await until(() => requestsOf('subscriber.create').length >= begun + 60, 'the first sync to end');
			await setTimeout(2_500);
			return await host.api.executionsOf(id);
		});
		const refused = executions.filter(({ status }) => status === 'error').map(({ error }) => errorText(error));
		expect(refused.length).toBeGreaterThan(0);
		expect(refused.filter((text) => !text.includes('Another sync of this list is running'))).toEqual([]);
		expect(executions.filter(({ status }) => status === 'success').length).toBeGreaterThan(0);
		expect(requestsOf('subscriber.create')).toHaveLength(begun + 60);
		expect(list().subscribers.filter(({ email }) => email.endsWith('@new.example.com'))).toHaveLength(60);
	});
});
