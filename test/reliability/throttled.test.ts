import { runNode } from '../engine/runNode';
import { inSimulatedTime } from '../engine/simulatedTime';
import { byId, jsonOf } from '../engine/support';
import { LaravelList } from '../laravel/LaravelList';
import { serveList } from '../laravel/serveList';
import { throttle } from '../laravel/throttle';

/** In simulated time, with a service that accepts 60 requests per minute. */
describe('100 people who are unsubscribed by ID at 60 requests a minute', () => {
	it('are all unsubscribed, each on a fresh reading, in little more than two requests', async () => {
		const list = new LaravelList();
		const served = await serveList(list);
		list.hold(Array.from({ length: 100 }, (_, place) => ({ email: `person${place}@example.com` })));
		let refused = 0;
		served.onRequest = throttle(() => (refused += 1));
		const { value: run, ms } = await inSimulatedTime(
			async () =>
				await runNode({
					parameters: {
						resource: 'subscriber',
						operation: 'toggleSubscription',
						contactList: byId('L'),
						subscriber: byId('={{ $json.uuid }}'),
					},
					credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
					input: list.subscribers.map(({ uuid }) => ({ uuid })),
				}),
		);
		await served.close();

		expect(run.error).toBeUndefined();
		expect(jsonOf(run).filter(({ is_subscribed, changed }) => is_subscribed === false && changed)).toHaveLength(100);
		expect(list.subscribers.filter(({ is_subscribed: isSubscribed }) => isSubscribed)).toEqual([]);
		const kinds = served.arrived.filter(({ isDone }) => isDone).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'toggle')).toHaveLength(100);
		expect(kinds.length).toBeLessThanOrEqual(250);
		expect(refused).toBeLessThanOrEqual(100);
		expect(ms / 60_000).toBeLessThanOrEqual(5);
	});
});
