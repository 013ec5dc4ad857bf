import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { actionsOf, byEmail, byId, defined, errorOutput, goOn, jsonOf, tries, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

jest.mock('../../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../../engine/noWait'));

const engine = useEngine();
const subscribed = () => defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const unsubscribed = () => defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
const toggle = async (uuid: string, more: INodeParameters = {}, input: IDataObject[] = [{}], node = {}) =>
	await engine.run(
		'subscriber.toggleSubscription',
		{ contactList: byId(engine.list().uuid), subscriber: byId(uuid), ...more },
		{ input, node },
	);
const [read, turn] = ['subscriber.get', 'subscriber.toggleSubscription'] as const;

/** A list of Ann, which answers a toggle with a message. */
const { list, requests, reply, run: runOnList } = useList();
const ann = { uuid: 'u1', email: 'ann@example.com', is_subscribed: true };
const left = { ...ann, is_subscribed: false };
beforeEach(() => list.hold([ann]));
/** Unsubscribes Ann, unless the parameters say otherwise. */
const changed = async (given: INodeParameters = {}, more: Parameters<typeof runOnList>[2] = {}) =>
	await runOnList('toggleSubscription', { subscriber: byId('u1'), changeTo: 'unsubscribed', ...given }, more);
const statesIn = (run: NodeRun) => jsonOf(run).map(({ is_subscribed: state }) => state);

describe('Subscriber → Unsubscribe or Resubscribe', () => {
	it('unsubscribes each, unless something else is chosen, and reads the state afterwards, as the response is only a message', async () => {
		const two = engine.list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
		const input = two.slice(0, 2).map(({ uuid, email }) => ({ uuid, email }));
		const run = await toggle('={{ $json.uuid }}', { requestOptions: { maxParallelRequests: 1 } }, input);
		expect(engine.operations()).toEqual([read, turn, read, read, turn, read]);
		expect(jsonOf(run)).toMatchObject(input.map((one) => ({ ...one, is_subscribed: false, action: 'unsubscribed' })));
		expect(input.map(({ email }) => engine.list().withEmail(email)?.unsubscribedAt)).not.toContain(null);
	});

	it.each([
		['subscribed', subscribed],
		['unsubscribed', unsubscribed],
	])('changes nothing where the subscriber is %s already', async (changeTo, who) => {
		const { uuid } = who();
		const run = await toggle(uuid, { changeTo });
		expect(engine.operations()).toEqual([read]);
		expect(jsonOf(run)[0]).toMatchObject({ uuid, is_subscribed: changeTo === 'subscribed', action: 'unchanged' });
	});

	it('reads the state of a subscriber given by email: the list may show an earlier one', async () => {
		reply('read', [200, { data: [left] }]);
		await changed({ subscriber: byEmail(ann.email) });
		expect(requests()).toEqual(['read', 'get u1', 'toggle u1', 'get u1']);
		expect(list.subscribers).toMatchObject([left]);
	});

	it("returns all fields without mails where 'Simplify' is off, and no time of the state before", async () => {
		const { uuid } = unsubscribed();
		const [now] = jsonOf(await toggle(uuid, { changeTo: 'subscribed', simplify: false }));
		expect(now).toMatchObject({ uuid, is_subscribed: true, action: 'resubscribed', created_at: expect.any(String) });
		expect(now?.unsubscribed_at ?? null).toBeNull();
		expect(now).not.toHaveProperty('mails');
	});

	it.each([
		[{ message: 'OK', affected: 1 }, {}],
		[{ message: 'OK', is_subscribed: 0, plan: 'free' }, { plan: 'free' }],
		[{ uuid: 'u1', plan: 'free', mails: [] }, { plan: 'free' }],
	])('adds what the response shows of the subscriber: %j', async (response, more) => {
		reply('get u1', [200, { subscriber: { ...ann, unsubscribed_at: '', updated_at: '2026-01-01' } }], 1);
		reply('toggle u1', [200, response]);
		const now = { ...left, unsubscribed_at: null, updated_at: null, ...more };
		expect(jsonOf(await changed({ simplify: false }))).toEqual([{ action: 'unsubscribed', ...now }]);
	});

	it.each([true, false])(
		"returns the same fields, 'action' first, whether it was toggled: 'Simplify' %s",
		async (simplify) => {
			const { uuid } = subscribed();
			const run = await toggle(uuid, { simplify }, [{}, {}]);
			const [first, second] = jsonOf(run).map((item) => Object.keys(item));
			expect(actionsOf(run)).toEqual(['unsubscribed', 'unchanged']);
			expect([first?.[0], first]).toEqual(['action', second]);
		},
	);

	it.each([{ subscriber: { uuid: 'u1' } }, ['u1'], { message: 'OK' }])(
		'changes nothing where the service does not show the present state: %j',
		async (shown) => {
			reply('get u1', [200, shown]);
			expectFailure(await changed(), { mentions: ['does not show', 'Nothing was changed', "'Endpoint Paths'"] });
			expect(requests()).toEqual(['get u1']);
		},
	);

	it('fails where the response shows the other state, and is not sent again, in this try or another', async () => {
		reply('toggle u1', [200, { subscriber: { ...ann, is_subscribed: 1 } }]);
		expectFailure(await changed({}, { node: tries(3) }), { mentions: ['as subscribed', "'Get'"] });
		list.hold([ann]);
		const run = await changed({}, { input: [{}, {}], node: goOn });
		expect(jsonOf(run)).toMatchObject([{ outcomeUnknown: true }, { outcomeUnknown: true }]);
		expect(requests()).toEqual(['get u1', 'toggle u1', 'get u1', 'toggle u1']);
	});

	it('ends a node that stops where the response shows the other state: the next subscriber is not touched', async () => {
		list.hold([ann, { ...ann, uuid: 'u2', email: 'bob@example.com' }]);
		reply('toggle', [200, { subscriber: ann }]);
		const given = { subscriber: byId('={{ $json.id }}'), requestOptions: { maxParallelRequests: 1 } };
		const run = await changed(given, { input: [{ id: 'u1' }, { id: 'u2' }] });
		expectFailure(run, { mentions: ['as subscribed', '1 not sent'] });
		expect(requests()).toEqual(['get u1', 'toggle u1']);
	});

	it("'Toggle' is not sent where the subscriber cannot be read: its state would not be known afterwards", async () => {
		reply('get u1', [404, {}]);
		expectFailure(await changed({ changeTo: 'toggle' }), { status: 404, mentions: ["'Endpoint Paths'"] });
		expect(requests()).toEqual(['get u1']);
	});
});

describe('several toggles of one subscriber', () => {
	const uuid = 'abcdef00-0000-4000-8000-000000000000';

	it('change it there and back in the order of the items, which each read it', async () => {
		const { uuid } = subscribed();
		const input = ['unsubscribed', 'unsubscribed', 'subscribed', 'toggle', 'toggle', 'unsubscribed'];
		const items = input.map((to) => ({ to }));
		const run = await toggle(uuid, { changeTo: '={{ $json.to }}' }, items);
		expect(statesIn(run)).toEqual([false, false, true, false, true, false]);
		const toggled = [read, turn, read];
		expect(engine.operations()).toEqual([...toggled, read, ...toggled, ...toggled, ...toggled, ...toggled]);
	});

	it('send nothing more after one that may still take place', async () => {
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '504', operation: turn }] });
		const run = await toggle(subscribed().uuid, {}, [{}, {}, {}], errorOutput);
		expect(engine.operations()).toEqual([read, turn]);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true, true]);
	});

	it.each<[string, string[], object]>([
		['a message', ['u1', 'u1'], { message: 'OK' }],
		['the state', ['u1', 'u1'], { subscriber: left }],
		['a message, and the UUIDs differ in case', [uuid, uuid.toUpperCase()], { message: 'OK' }],
	])(
		'unsubscribe once, next to a replica that lags for seconds, where the response is %s',
		async (_, ids, response) => {
			list.hold(['u1', uuid].map((id) => ({ ...ann, uuid: id, email: `${id}@example.com` })));
			reply('get', [200, { subscriber: ann }], 3);
			reply('toggle', [200, response]);
			const run = await changed({ subscriber: byId('={{ $json.id }}') }, { input: ids.map((id) => ({ id })) });
			const get = (id?: string): string => `get ${id}`;
			// The first three readings show the old state, whichever item they belong to.
			expect(requests().slice(0, 2)).toEqual([get(ids[0]), `toggle ${ids[0]}`]);
			expect(
				requests()
					.slice(2)
					.every((request) => ids.map(get).includes(request)),
			).toBe(true);
			expect(list.subscribers.filter((one) => !one.is_subscribed)).toMatchObject([{ uuid: ids[0] }]);
			expect(statesIn(run)).toEqual([false, false]);
			expect(actionsOf(run)).toEqual(['unsubscribed', 'unchanged']);
		},
	);

	it('fail where a replica still shows the old state after ten seconds, and may be tried again', async () => {
		reply('get u1', [200, { subscriber: ann }]);
		reply('toggle u1', [200, { subscriber: left }]);
		const run = await changed({}, { input: [{}, {}], node: goOn });
		expect(requests()).toEqual(['get u1', 'toggle u1', ...Array<string>(6).fill('get u1')]);
		const error = expect.stringContaining('still shows the old state');
		expect(jsonOf(run)[1]).toMatchObject({ error, canRetry: true });
	});

	it('set no state by memory: a later change, such as by an unsubscribe link, is believed', async () => {
		reply('get u1', [200, { subscriber: left }], 1);
		reply('get u1', [200, { subscriber: { ...left, updated_at: new Date(Date.now() + 5000).toISOString() } }]);
		reply('toggle u1', [200, { subscriber: ann }]);
		const input = [{ to: 'subscribed' }, { to: 'unsubscribed' }];
		const run = await changed({ changeTo: '={{ $json.to }}' }, { input });
		expect(requests()).toEqual(['get u1', 'toggle u1', 'get u1']);
		expect(statesIn(run)).toEqual([true, false]);
		expect(actionsOf(run)).toEqual(['resubscribed', 'unchanged']);
	});
});

describe('a toggle that waits for its turn', () => {
	const realNow = Date.now;
	let late = 0;
	beforeEach(() => {
		late = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => realNow() + late);
	});
	afterEach(() => jest.restoreAllMocks());
	/** Limits the rate of so many toggles, for 59 s each. */
	const limit = (count: number, meanwhile = (): void => undefined): void =>
		reply(
			'toggle u1',
			() => {
				late += 59_000;
				meanwhile();
				return '429';
			},
			count,
		);

	it.each<[string, boolean, string[]]>([
		['is sent', true, ['toggle u1', 'get u1']],
		['is not sent, because the person has unsubscribed meanwhile', false, []],
	])('reads a state again that is older than two seconds, and then %s', async (_, isSubscribed, sent) => {
		limit(1, () => void Object.assign(defined(list.withUuid('u1')), { is_subscribed: isSubscribed }));
		expect(statesIn(await changed())).toEqual([false]);
		expect(requests()).toEqual(['get u1', 'toggle u1', 'get u1', ...sent]);
		expect(list.subscribers).toMatchObject([left]);
	});

	it('ends after 21 readings, with nothing sent', async () => {
		limit(99);
		const run = await changed({}, { node: goOn });
		const details = expect.stringContaining('older than 2 seconds');
		expect(jsonOf(run)).toMatchObject([{ error: 'Not sent: it took too long', details, canRetry: true }]);
		expect(requests()).toEqual(Array(21).fill(['get u1', 'toggle u1']).flat());
		expect(list.subscribers).toMatchObject([ann]);
	});
});

describe('a toggle whose response is only a message, next to one of another process', () => {
	it('fails in words where the state is the opposite afterwards, and nothing is toggled again', async () => {
		// Both have read "subscribed", and toggled: the second has undone the first.
		reply('get u1', [200, { subscriber: ann }]);
		const error = expect.stringContaining('reports the subscriber as subscribed');
		const details = expect.stringContaining('at the same time');
		const run = await changed({}, { node: goOn });
		expect(jsonOf(run)).toMatchObject([{ error, details, outcomeUnknown: true, canRetry: false }]);
		expect(requests()).toEqual(['get u1', 'toggle u1', ...Array<string>(6).fill('get u1')]);
	});

	it('is believed where the state cannot be read afterwards', async () => {
		reply('get u1', [200, { subscriber: ann }], 1);
		reply('get u1', '500');
		const run = await changed({ requestOptions: { maxRetries: 0 } });
		expect([statesIn(run), actionsOf(run)]).toEqual([[false], ['unsubscribed']]);
	});
});
