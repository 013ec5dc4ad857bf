import { runNode } from '../../engine/runNode';
import { inSimulatedTime } from '../../engine/simulatedTime';
import { byId, jsonOf } from '../../engine/support';
import { LaravelList } from '../../laravel/LaravelList';
import { serveList } from '../../laravel/serveList';
import { throttle } from '../../laravel/throttle';

describe('100 people to unsubscribe by ID at 60 requests a minute', () => {
	it('are all unsubscribed after a fresh reading, with little more than two requests each', async () => {
		const list = new LaravelList();
		const served = await serveList(list);
		list.hold(Array.from({ length: 100 }, (_, place) => ({ email: `person${place}@example.com` })));
		const onRefusal = jest.fn();
		served.onRequest = throttle(onRefusal);
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
		const done = jsonOf(run).filter(
			({ action, is_subscribed }) => action === 'unsubscribed' && is_subscribed === false,
		);
		expect(done).toHaveLength(100);
		expect(list.subscribers.filter(({ is_subscribed: isSubscribed }) => isSubscribed)).toEqual([]);
		const kinds = served.arrived.filter(({ isDone }) => isDone).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'toggle')).toHaveLength(100);
		expect(kinds.length).toBeLessThanOrEqual(250);
		expect(onRefusal.mock.calls.length).toBeLessThanOrEqual(100);
		expect(ms / 60_000).toBeLessThanOrEqual(5);
	});
});
