import { inSimulatedTime } from '../../engine/simulatedTime';
import { byId, jsonOf } from '../../engine/support';
import { throttle } from '../../laravel/throttle';
import { useList } from '../../laravel/useList';

const { list, served, run: runOn } = useList();

describe('100 people to unsubscribe by ID at 60 requests a minute', () => {
	it('are all unsubscribed after a fresh reading, with little more than three requests each', async () => {
		list.hold(Array.from({ length: 100 }, (_, place) => ({ email: `person${place}@example.com` })));
		const onRefusal = jest.fn();
		served.onRequest = throttle(onRefusal);
		const input = list.subscribers.map(({ uuid }) => ({ uuid }));
		const subscriber = byId('={{ $json.uuid }}');
		const { value: run, ms } = await inSimulatedTime(
			async () => await runOn('toggleSubscription', { subscriber }, { input }),
		);

		expect(run.error).toBeUndefined();
		const done = jsonOf(run).filter(
			({ action, is_subscribed }) => action === 'unsubscribed' && is_subscribed === false,
		);
		expect(done).toHaveLength(100);
		expect(list.subscribers.filter(({ is_subscribed: isSubscribed }) => isSubscribed)).toEqual([]);
		const kinds = served.arrived.filter(({ isDone }) => isDone).map(({ kind }) => kind);
		expect(kinds.filter((kind) => kind === 'toggle')).toHaveLength(100);
		expect(kinds.length).toBeLessThanOrEqual(350);
		expect(onRefusal.mock.calls.length).toBeLessThanOrEqual(100);
		expect(ms / 60_000).toBeLessThanOrEqual(7);
	});
});
