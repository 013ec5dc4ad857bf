import { defined } from '../test/defined';
import { useService } from './support/hooks';
import { webhook } from './support/nodes';
import { byId, ourNode, workflowOf, type Node } from './support/workflow';

/** Runs of one n8n that change the same list at once, as a double click brings them about. */
describe('two executions at once', () => {
	const ours = 'Under test';
	const { host, service } = useService({ subscribers: 60, faults: { latencyMs: 100 } });
	const list = () => defined(service.sandbox.state.contactLists[0]);
	const subscribed = () => list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
	const isSubscribed = (uuid: string) => subscribed().some((one) => one.uuid === uuid);
	const requestsOf = (operation: string) =>
		service.sandbox.requests().filter(({ operationId }) => operationId === operation);
	/** Whether requests of other runs arrived between those about this person. */
	const isInterleaved = (uuid: string): boolean => {
		const isAbout = service.sandbox.requests().map(({ path }) => path.includes(uuid));
		return isAbout.slice(isAbout.indexOf(true), isAbout.lastIndexOf(true)).includes(false);
	};

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
		(await fetch(`${host.n8nUrl}/webhook/change?to=${to}&id=${id}`)).status;

	it('of 20 people who click twice on "Unsubscribe", each is unsubscribed', async () => {
		const people = subscribed().slice(0, 20);
		await host.api.whilePublished(workflowOf('Change', changer()), async () => {
			const clicks = people.flatMap(({ uuid }) => [uuid, uuid]);
			const statuses = await Promise.all(clicks.map(async (uuid) => await click(uuid, 'unsubscribed')));
			expect(new Set(statuses)).toEqual(new Set([200]));
		});
		expect(people.filter(({ uuid }) => isSubscribed(uuid))).toEqual([]);
		expect(requestsOf('subscriber.toggleSubscription')).toHaveLength(20);
		// Without an overlap, nothing would have been tested.
		expect(people.filter(({ uuid }) => isInterleaved(uuid)).length).toBeGreaterThan(10);
	});
});
