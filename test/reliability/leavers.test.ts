import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { json } from '../engine/serve';
import { byEmail, goOn, jsonOf, mapped } from '../engine/support';
import { untilStill } from '../engine/until';
import { useList } from '../laravel/useList';
import { scaled, seed } from './random';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/** Somebody leaves while a job runs: before, between or after its requests, by themselves or by a run of this n8n. */

const { list, served, run } = useList({ pageSize: 2, mostPerPage: 2 });
const realNow = Date.now;
let lateMs = 0;
beforeEach(() => void jest.spyOn(Date, 'now').mockImplementation(() => realNow() + lateMs));
afterEach(() => jest.restoreAllMocks());

const names = ['ann', 'bob', 'cyd', 'dan', 'eve'];
const emailOf = (name: string): string => `${name}@example.com`;
const rows: IDataObject[] = [...names, 'new'].map((name) => ({
	email: emailOf(name),
	first_name: 'New',
	tags: 'added',
}));
const all = { options: { maxRemovalPercent: 100 } };

const jobs: Readonly<Record<string, { parameters: INodeParameters; input: IDataObject[] }>> = {
	import: { parameters: {}, input: rows },
	upsert: { parameters: mapped, input: rows },
	sync: { parameters: { ...all, removal: 'unsubscribe' }, input: rows.slice(1) },
	tag: { parameters: { subscriber: byEmail('={{ $json.email }}'), addTags: 'added' }, input: rows.slice(0, -1) },
};

interface Order {
	readonly job: string;
	readonly leaver: string;
	/** At which request of the job, and whether the service has done its work by then. */
	readonly at: number;
	readonly isDone: boolean;
	/** By a run of this n8n, rather than by a click. */
	readonly isByNode: boolean;
	/** How long the request takes. */
	readonly takesMs: number;
}

const anOrder: fc.Arbitrary<Order> = fc.record({
	job: fc.constantFrom(...Object.keys(jobs)),
	leaver: fc.constantFrom(...names),
	at: fc.integer({ min: 1, max: 16 }),
	isDone: fc.boolean(),
	isByNode: fc.boolean(),
	takesMs: fc.constantFrom(0, 1500, 61_000),
});

async function leave({ leaver, isByNode }: Order): Promise<unknown> {
	const subscriber = byEmail(emailOf(leaver));
	if (isByNode) return await run('toggleSubscription', { subscriber, changeTo: 'unsubscribed' });
	const updated_at = new Date(Date.now() + 5000).toISOString();
	Object.assign(list.withEmail(emailOf(leaver)) ?? {}, { is_subscribed: false, updated_at });
	return undefined;
}

/**
 * Runs the job in this order.
 * @returns how the person ends; a toggle that crosses their own click undoes it, which no reading can prevent, and says so
 */
async function endOf(order: Order): Promise<'unsubscribed' | 'subscribed'> {
	lateMs = 0;
	list.hold(names.map((name) => ({ email: emailOf(name), tags: ['vip'] })));
	let arrived = 0;
	let leaving: Promise<unknown> | undefined;
	served.onRequest = () => {
		arrived += 1;
		if (arrived !== order.at) return undefined;
		return (response, work) => {
			const done = order.isDone ? structuredClone(work()) : undefined;
			lateMs += order.takesMs;
			leaving = leave(order);
			// A run of this n8n may wait for the job's turn to end.
			void Promise.race([leaving, untilStill(() => arrived)]).then(() => {
				const { body, status } = done ?? work();
				json(response, body, status);
			});
		};
	};
	const { parameters, input } = jobs[order.job] ?? { parameters: {}, input: [] };
	const done = await run(order.job, parameters, { input, node: goOn });
	served.onRequest = undefined;
	await (leaving ?? leave(order));
	const crossed = jsonOf(done).some(
		({ email, action, note }) =>
			email === emailOf(order.leaver) &&
			action === 'unknown' &&
			/reports the subscriber as subscribed/.test(textOf(note)),
	);
	return list.withEmail(emailOf(order.leaver))?.is_subscribed === false || crossed ? 'unsubscribed' : 'subscribed';
}

it(`who leaves while a job runs is unsubscribed at the end, in any order (MODEL_SEED=${seed})`, async () => {
	await fc.assert(
		fc.asyncProperty(anOrder, async (order) => expect(await endOf(order)).toBe('unsubscribed')),
		{ numRuns: Math.max(20, scaled(200)), seed },
	);
}, 240_000);
