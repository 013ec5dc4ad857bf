import { sleep } from 'n8n-workflow';

import { createBucket } from '../../../sandbox/faults/bucket';
import type { NodeRun } from '../../engine/runNode';
import { inSimulatedTime } from '../../engine/simulatedTime';
import { actionsOf, byId, defined } from '../../engine/support';
import { withFault } from '../../laravel/faults';
import type { Subscriber } from '../../laravel/LaravelList';
import { throttle } from '../../laravel/throttle';
import { useList } from '../../laravel/useList';

// Simulated hours are many turns of the event loop, which a busy machine takes its time for.
jest.setTimeout(180_000);

jest.mock('../../../nodes/EmailMarketing/transport/requestOptions', () => ({
	...jest.requireActual<object>('../../../nodes/EmailMarketing/transport/requestOptions'),
	briefMs: 1000,
}));

/** People who click on "Unsubscribe" at the same time: each click starts an execution. */

const { list, served, run } = useList();

function hold(count: number): readonly Subscriber[] {
	list.hold(Array.from({ length: count }, (_, place) => ({ email: `person${place}@example.com` })));
	return list.subscribers;
}

const unsubscribe = async ({ uuid }: Subscriber) => await run('toggleSubscription', { subscriber: byId(uuid) });
const errorsOf = (runs: readonly NodeRun[]) => runs.flatMap(({ error }) => error ?? []);
const stillSubscribed = () => list.subscribers.filter(({ is_subscribed: isSubscribed }) => isSubscribed);
/** The path of each toggle that was done. */
const toggled = () => served.arrived.filter(({ kind, isDone }) => kind === 'toggle' && isDone).map(({ url }) => url);

/** Starts all runs at once, in simulated time, at a service that accepts 60 requests a minute. */
async function allAtOnce(runs: ReadonlyArray<() => Promise<NodeRun>>) {
	served.onRequest ??= throttle(() => undefined);
	return await inSimulatedTime(async () => await Promise.all(runs.map(async (start) => await start())));
}

function expectAllDone(count: number): void {
	expect(stillSubscribed()).toEqual([]);
	expect(new Set(toggled()).size).toBe(count);
	expect(toggled()).toHaveLength(count);
}

describe('people who unsubscribe at once at 60 requests a minute', () => {
	it('are all unsubscribed, by one toggle each: 60 in 4 minutes', async () => {
		const { value: runs, ms } = await allAtOnce(hold(60).map((person) => async () => await unsubscribe(person)));
		expect(errorsOf(runs)).toEqual([]);
		expectAllDone(60);
		expect(Math.round(ms / 60_000)).toBeLessThanOrEqual(4);
	});

	it('are all unsubscribed also where the first of them compete with those who are still being read', async () => {
		const bucket = createBucket({ perSecond: 1, burst: 60 }, () => Date.now());
		served.onRequest = () => {
			const seconds = bucket.take();
			return seconds === 0 ? undefined : withFault('429-seconds', seconds);
		};
		const clicks = hold(60).map((person, place) => async () => {
			await sleep(20 * place);
			return await unsubscribe(person);
		});
		expect(errorsOf((await allAtOnce(clicks)).value)).toEqual([]);
		expectAllDone(60);
	});

	it('do not wait for each other where each of them clicks twice', async () => {
		const clicks = hold(60).flatMap((person) => [person, person]);
		const { value: runs } = await allAtOnce(clicks.map((person) => async () => await unsubscribe(person)));
		expect(errorsOf(runs)).toEqual([]);
		expect(runs.flatMap(actionsOf).sort()).toEqual([
			...Array<string>(60).fill('unchanged'),
			...Array<string>(60).fill('unsubscribed'),
		]);
		expectAllDone(60);
	});
});

describe('a person whose request hangs while others wait for their turn', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['reading', 'get', false],
		['toggle', 'toggle', true],
	])('keeps them waiting no longer than a request in this turn may take: %s', async (_name, hanging, mayBeDone) => {
		const people = hold(6);
		const refused = new Set<string>();
		let hung: string | undefined;
		let passedMs = 0;
		const now = Date.now;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + passedMs);
		served.onRequest = ({ kind, url }) => {
			const uuid = defined(/subscriber\/([^/?]+)/.exec(url)?.[1]);
			// So long that each of them is read again, in turn.
			if (kind === 'toggle' && !refused.has(uuid)) {
				refused.add(uuid);
				passedMs += 3000;
				return withFault('429-seconds');
			}
			const isFirst = hung === undefined && refused.has(uuid) && kind === hanging;
			if (isFirst) hung = uuid;
			return isFirst ? () => undefined : undefined;
		};
		const runs = await Promise.all(people.map(unsubscribe));

		expect(errorsOf(runs).map(({ message }) => message)).toEqual([expect.stringContaining('not respond in time')]);
		expect(stillSubscribed().map(({ uuid }) => uuid)).toEqual([hung]);
		expect(toggled()).toHaveLength(5);
		// Not sent again: one before the turn, and one in it.
		expect(served.arrived.filter(({ kind, url }) => kind === hanging && url.includes(defined(hung)))).toHaveLength(2);
		expect(errorsOf(runs).map(({ description }) => description?.includes('may have happened'))).toEqual([mayBeDone]);
	});
});
