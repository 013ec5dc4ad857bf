import { LaravelList } from '../test/laravel/LaravelList';
import { deliver, serveList, type Deliver, type ServedList } from '../test/laravel/serveList';
import { throttle } from '../test/laravel/throttle';
import { useHost } from './support/hooks';
import { webhook } from './support/nodes';
import { saveCredential } from './support/service';
import { byId, ourNode, workflowOf } from './support/workflow';

/** People who click on "Unsubscribe" at the same time at a service with a rate limit: each click starts an execution. */
describe('60 people who unsubscribe at once', () => {
	const list = new LaravelList();
	let served: ServedList;
	let saved: Awaited<ReturnType<typeof saveCredential>>;
	// Hooks run in the order in which they are written, and this one needs the host.
	afterAll(async () => {
		await saved?.remove();
		await served?.close();
	});
	const host = useHost();
	beforeAll(async () => {
		served = await serveList(list);
		saved = await saveCredential(host, { baseUrl: served.url, accessToken: 'token-of-the-test' });
	});

	const click = async (id: string): Promise<number> => (await fetch(`${host.n8nUrl}/webhook/opt-out?id=${id}`)).status;

	/** After a second, so that all have been read before the first toggle. */
	const late: Deliver = (response, work) => void setTimeout(() => deliver(response, work), 1000);

	it('are all unsubscribed, by one toggle each, where the service accepts 60 requests in 5 seconds', async () => {
		list.hold(Array.from({ length: 60 }, (_, place) => ({ email: `person${place}@example.com` })));
		const people = list.subscribers.map(({ uuid }) => uuid);
		const subscriber = byId('={{ $json.query.id }}');
		const parameters = { operation: 'toggleSubscription', contactList: byId('L'), subscriber };
		const nodes = [webhook('Click', 'opt-out'), ourNode('Under test', saved.credentials, parameters)];
		await host.api.whilePublished(workflowOf('Opt out', nodes), async () => {
			const limit = throttle(() => undefined, 60, 5_000);
			served.onRequest = (request) => limit?.(request) ?? late;
			const statuses = await Promise.all(people.map(click));
			expect(statuses.filter((status) => status !== 200)).toEqual([]);
		});
		expect(list.subscribers.filter(({ is_subscribed: isSubscribed }) => isSubscribed)).toEqual([]);
		const toggles = served.arrived.filter(({ kind, isDone }) => kind === 'toggle' && isDone).map(({ url }) => url);
		expect([toggles.length, new Set(toggles).size]).toEqual([60, 60]);
	});
});
