import { sleep } from 'n8n-workflow';

import { defined } from '../../defined';
import { json } from '../../engine/serve';
import { inSimulatedTime } from '../../engine/simulatedTime';
import { byId } from '../../engine/support';
import type { Subscriber } from '../../laravel/LaravelList';
import { useList } from '../../laravel/useList';

const { list, served, requests, run } = useList();

/**
 * Subscribers are read from a replica, which shows them as they were so many ms ago.
 * @param showsSubscriber whether the response to a toggle has the subscriber, read from there, too
 */
function lagBy(lagMs: number, showsSubscriber: boolean): void {
	const ann = defined(list.subscribers[0]);
	const states: Array<readonly [since: number, shown: Subscriber]> = [[0, structuredClone(ann)]];
	served.onRequest = ({ kind }) => {
		const shown = () => ({ subscriber: states.findLast(([since]) => since <= Date.now() - lagMs)?.[1] });
		if (kind === 'get') return (response) => json(response, shown());
		return (response, work) => {
			work();
			states.push([Date.now(), structuredClone(ann)]);
			json(response, showsSubscriber ? shown() : { message: 'Subscription toggled.' });
		};
	};
}

const unsubscribe = async () => await run('toggleSubscription', { subscriber: byId('u1'), changeTo: 'unsubscribed' });

describe('two unsubscribes of one person at a replica that lags', () => {
	const lags = [0, 5, 9, 12, 20, 30];
	const cases = lags.flatMap((lag) =>
		[0, 15, 40].flatMap((later) => [true, false].map((shows) => [lag, later, shows] as const)),
	);
	it.each(cases)(
		'send one toggle, with a lag of %i s and the second %i s after the first; the response has the subscriber: %p',
		async (lag, later, shows) => {
			list.hold([{ uuid: 'u1', email: 'ann@example.com' }]);
			const { value: runs } = await inSimulatedTime(async () => {
				lagBy(lag * 1000, shows);
				const second = sleep(later * 1000).then(unsubscribe);
				return await Promise.all([unsubscribe(), second]);
			});
			expect(requests().filter((request) => request === 'toggle u1')).toHaveLength(1);
			expect(list.subscribers).toMatchObject([{ is_subscribed: false }]);
			// Where the state is not shown in time, nobody knows it, and the run says so.
			expect(runs[0].error === undefined).toBe(shows ? lag === 0 : lag <= 10);
		},
	);
});
