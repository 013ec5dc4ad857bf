import type { INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { actionsOf, byEmail, byId, defined, errorOutput, goOn, jsonOf, tries, warningsOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

jest.mock('../../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../../engine/noWait'));

/** A list of Ann, which answers a toggle with a message. */
const { list, requests, reply, run: runOnList } = useList();
const ann = { uuid: 'u1', email: 'ann@example.com', is_subscribed: true };
const bob = { ...ann, uuid: 'u2', email: 'bob@example.com' };
const left = { ...ann, is_subscribed: false };
beforeEach(() => list.hold([ann]));
/** Changes Ann, unless the parameters say otherwise. */
const changed = async (given: INodeParameters = {}, more: Parameters<typeof runOnList>[2] = {}) =>
	await runOnList('toggleSubscription', { subscriber: byId('u1'), ...given }, more);
const statesIn = (run: NodeRun) => jsonOf(run).map(({ is_subscribed: state }) => state);
const oneByOne = { subscriber: byId('={{ $json.uuid }}'), requestOptions: { maxParallelRequests: 1 } };
const [get, turn] = ['get u1', 'toggle u1'];

describe('Subscriber → Unsubscribe or Resubscribe', () => {
	it('unsubscribes each, unless something else is chosen, and reads the state afterwards, as the response is only a message', async () => {
		list.hold([ann, bob]);
		const run = await changed(oneByOne, { input: [ann, bob] });
		expect(requests()).toEqual([get, turn, get, 'get u2', 'toggle u2', 'get u2']);
		const expected = [left, { ...bob, is_subscribed: false }];
		expect(jsonOf(run)).toMatchObject(expected.map((one) => ({ ...one, action: 'unsubscribed' })));
		expect(list.subscribers).toMatchObject(expected);
	});

	it('reads the state of a subscriber given by email: the list may show an earlier one', async () => {
		reply('read', [200, { data: [left] }]);
		await changed({ subscriber: byEmail(ann.email) });
		expect(requests()).toEqual(['read', get, turn, get]);
		expect(list.subscribers).toMatchObject([left]);
	});

	it('names a person who was given by email so, also where the change fails after the look-up', async () => {
		list.hold([ann, bob]);
		reply('toggle u2', [422, { message: 'No' }]);
		const run = await changed({ subscriber: byEmail('={{ $json.email }}') }, { input: [ann, bob] });
		expectFailure(run, { mentions: [bob.email] });
	});

	it.each([
		[{ message: 'OK', affected: 1 }, {}],
		[{ message: 'OK', is_subscribed: 0, plan: 'free' }, { plan: 'free' }],
		[{ uuid: 'u1', plan: 'free', mails: [] }, { plan: 'free' }],
	])(
		"outputs all fields but mails and times from before with 'Simplify' off, and those of %j",
		async (response, more) => {
			const before = { ...ann, created_at: '2026-01-01', unsubscribed_at: '', updated_at: '2026-01-01' };
			reply('get u1', [200, { subscriber: { ...before, mails: [{}] }, mails: { data: [{}] } }], 1);
			reply('toggle u1', [200, response]);
			const now = { ...before, is_subscribed: false, unsubscribed_at: null, updated_at: null, ...more };
			expect(jsonOf(await changed({ simplify: false }))).toEqual([{ action: 'unsubscribed', ...now }]);
		},
	);

	it("returns the same fields, 'action' first, whether it was toggled, with 'Simplify' off", async () => {
		const run = await changed({ simplify: false }, { input: [{}, {}] });
		const [first, second] = jsonOf(run).map((item) => Object.keys(item));
		expect(actionsOf(run)).toEqual(['unsubscribed', 'unchanged']);
		expect([first?.[0], first]).toEqual(['action', second]);
	});

	it.each([{ subscriber: { uuid: 'u1' } }, ['u1'], { message: 'OK' }])(
		'changes nothing where the service does not show the present state: %j',
		async (shown) => {
			reply('get u1', [200, shown]);
			expectFailure(await changed(), { mentions: ['does not show', 'Nothing was changed', "'Endpoint Paths'"] });
			expect(requests()).toEqual([get]);
		},
	);

	it('fails where the response shows the other state, and is not sent again, in this try or another', async () => {
		reply('toggle u1', [200, { subscriber: { ...ann, is_subscribed: 1 } }]);
		expectFailure(await changed({}, { node: tries(3) }), { mentions: ['as subscribed', "'Get'"] });
		list.hold([ann]);
		const run = await changed({}, { input: [{}, {}], node: goOn });
		expect(jsonOf(run)).toMatchObject([{ outcomeUnknown: true }, { outcomeUnknown: true }]);
		expect(requests()).toEqual([get, turn, get, turn]);
	});

	it.each([{ message: 'OK' }, { subscriber: { uuid: 'u1' } }])(
		'fails where the response shows no state, and the subscriber stays as they were: %j',
		async (response) => {
			reply('toggle u1', [200, response]);
			reply('get u1', [200, { subscriber: ann }]);
			expectFailure(await changed(), { mentions: ['as subscribed', "'Get'"] });
			expect(requests().slice(0, 3)).toEqual([get, turn, get]);
		},
	);

	it('ends a node that stops where the response shows the other state: the next subscriber is not touched', async () => {
		list.hold([ann, bob]);
		reply('toggle', [200, { subscriber: ann }]);
		const run = await changed(oneByOne, { input: [ann, bob] });
		expectFailure(run, { mentions: ['as subscribed', '1 not sent'] });
		expect(requests()).toEqual([get, turn]);
	});

	it("'Toggle' is not sent where the subscriber cannot be read: its state would not be known afterwards", async () => {
		reply('get u1', [404, {}]);
		expectFailure(await changed({ changeTo: 'toggle' }), { status: 404, mentions: ["'Endpoint Paths'"] });
		expect(requests()).toEqual([get]);
	});
});

describe('an address that is not in the list', () => {
	const byItem = { subscriber: byEmail('={{ $json.email }}'), requestOptions: { maxParallelRequests: 1 } };
	const cells = (...names: string[]) => names.map((name) => ({ email: `${name}@example.com` }));
	const emailOf = (uuid: string) => ({ ...ann, uuid, email: `${uuid}@example.com` });
	beforeEach(() => list.hold(['u1', 'u2', 'u3', 'u4', 'u5'].map(emailOf)));
	const six = cells('u1', 'u2', 'gone', 'u3', 'u4', 'u5');

	it.each([{}, goOn, errorOutput])('is skipped where the others are unsubscribed, each night: %j', async (node) => {
		const run = await changed(byItem, { input: six, node });
		const expected = six.map(({ email }) => (email.startsWith('u') ? 'unsubscribed' : 'skipped'));
		expect([actionsOf(run), run.errorItems]).toEqual([expected, []]);
		const note = 'not in the contact list';
		expect(jsonOf(run)[2]).toEqual({ action: 'skipped', email: 'gone@example.com', note });
		expect(warningsOf(run)).toEqual([
			expect.stringMatching(/^1 address is not in the contact list: skipped \(.+@.+\)\.$/),
		]);
		expect(list.subscribers.every((one) => one.is_subscribed === false)).toBe(true);
		const again = await changed(byItem, { input: [...six, ...cells('other')], node });
		expect(warningsOf(again)).toEqual([
			expect.stringMatching(/^2 addresses are not in the contact list: skipped \(.+, .+\)\.$/),
		]);
		expect(requests().filter((name) => name.startsWith('toggle'))).toHaveLength(5);
	});

	it.each([[['gone']], [['gone', 'GONE']]])('is skipped where it is the only one: %j', async (names) => {
		const run = await changed(byItem, { input: cells(...names) });
		expect([run.error, actionsOf(run)]).toEqual([undefined, names.map(() => 'skipped')]);
	});

	it('fails with all others that are not there: it may be the wrong list', async () => {
		const input = cells('x', 'y', 'z');
		const mentions = ['None of the 3 addresses', 'Is it the right list?', "'Contact List'"];
		expectFailure(await changed(byItem, { input }), { mentions });
		const run = await changed(byItem, { input, node: goOn });
		expect(jsonOf(run).map(({ error }) => error)).toEqual(Array(3).fill(expect.stringContaining('None of the 3')));
	});

	it('does not fail with the others in a later try, where only they are left', async () => {
		reply('toggle u2', '504');
		// n8n tries again where the first item has failed.
		const node = { ...tries(2), ...errorOutput };
		const run = await changed(byItem, { input: cells('u2', 'x', 'y', 'u1'), node });
		expect(actionsOf(run)).toEqual(['skipped', 'skipped', 'unsubscribed']);
		expect(run.errorItems).toMatchObject([{ json: { outcomeUnknown: true } }]);
	});

	it.each(['subscribed', 'toggle'])("fails with 'Change To' %s, after those before it", async (changeTo) => {
		const mentions = ['gone@example.com', "'On Error'", 'Of 6 items: 2 done, row 3 failed, 3 not sent'];
		expectFailure(await changed({ ...byItem, changeTo }, { input: six }), { mentions });
		expect(new Set(requests().filter((name) => /u[345]/.test(name)))).toEqual(new Set());
	});

	it('fails where the list may be incomplete: somebody may be in it', async () => {
		reply('read', [200, { data: [ann], meta: { total: 9 } }]);
		const run = await changed(byItem, { input: cells('gone') });
		expectFailure(run, { mentions: ['may be incomplete'] });
	});
});

describe('several toggles of one subscriber', () => {
	const uuid = 'abcdef00-0000-4000-8000-000000000000';

	it('change it there and back in the order of the items, which each read it', async () => {
		const input = ['unsubscribed', 'unsubscribed', 'subscribed', 'toggle', 'toggle', 'unsubscribed'];
		const run = await changed({ changeTo: '={{ $json.to }}' }, { input: input.map((to) => ({ to })) });
		expect(statesIn(run)).toEqual([false, false, true, false, true, false]);
		const toggled = [get, turn, get];
		expect(requests()).toEqual([...toggled, get, ...toggled, ...toggled, ...toggled, ...toggled]);
	});

	it('send nothing more after one that may still take place', async () => {
		reply('toggle u1', '504');
		const run = await changed({}, { input: [{}, {}, {}], node: errorOutput });
		expect(requests()).toEqual([get, turn]);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true, true]);
	});

	it.each<[string, string[], object]>([
		['a message', ['u1', 'u1'], { message: 'OK' }],
		['the state', ['u1', 'u1'], { subscriber: left }],
		['a message, and the UUIDs differ in case', [uuid, uuid.toUpperCase()], { message: 'OK' }],
	])('unsubscribe once, next to a replica that lags, where the response is %s', async (_, ids, response) => {
		list.hold(['u1', uuid].map((id) => ({ ...ann, uuid: id, email: `${id}@example.com` })));
		reply('get', [200, { subscriber: ann }], 3);
		reply('toggle', [200, response]);
		const run = await changed({ subscriber: byId('={{ $json.id }}') }, { input: ids.map((id) => ({ id })) });
		// The first three readings show the old state, whichever item they belong to.
		expect(requests().slice(0, 2)).toEqual([`get ${ids[0]}`, `toggle ${ids[0]}`]);
		expect(ids.map((id) => `get ${id}`)).toEqual(expect.arrayContaining(requests().slice(2)));
		expect(list.subscribers.filter((one) => !one.is_subscribed)).toMatchObject([{ uuid: ids[0] }]);
		expect(statesIn(run)).toEqual([false, false]);
		expect(actionsOf(run)).toEqual(['unsubscribed', 'unchanged']);
	});

	it('fail where a replica still shows the old state after ten seconds, and may be tried again', async () => {
		reply('get u1', [200, { subscriber: ann }]);
		reply('toggle u1', [200, { subscriber: left }]);
		const run = await changed({}, { input: [{}, {}], node: goOn });
		expect(requests()).toEqual([get, turn, ...Array<string>(6).fill(get)]);
		const error = expect.stringContaining('still shows the old state');
		expect(jsonOf(run)[1]).toMatchObject({ error, canRetry: true });
	});

	it('set no state by memory: a later change, such as by an unsubscribe link, is believed', async () => {
		reply('get u1', [200, { subscriber: left }], 1);
		reply('get u1', [200, { subscriber: { ...left, updated_at: new Date(Date.now() + 5000).toISOString() } }]);
		reply('toggle u1', [200, { subscriber: ann }]);
		const input = [{ to: 'subscribed' }, { to: 'unsubscribed' }];
		const run = await changed({ changeTo: '={{ $json.to }}' }, { input });
		expect(requests()).toEqual([get, turn, get]);
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
		['is sent', true, [turn, get]],
		['is not sent, because the person has unsubscribed meanwhile', false, []],
	])('reads a state again that is older than two seconds, and then %s', async (_, isSubscribed, sent) => {
		limit(1, () => void Object.assign(defined(list.withUuid('u1')), { is_subscribed: isSubscribed }));
		expect(statesIn(await changed())).toEqual([false]);
		expect(requests()).toEqual([get, turn, get, ...sent]);
		expect(list.subscribers).toMatchObject([left]);
	});

	it('ends after 21 readings, with nothing sent', async () => {
		limit(99);
		const run = await changed({}, { node: goOn });
		const details = expect.stringContaining('older than 2 seconds');
		expect(jsonOf(run)).toMatchObject([{ error: 'Not sent: it took too long', details, canRetry: true }]);
		expect(requests()).toEqual(Array(21).fill([get, turn]).flat());
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
		expect(requests()).toEqual([get, turn, ...Array<string>(6).fill(get)]);
	});

	it('is believed where the state cannot be read afterwards', async () => {
		reply('get u1', [200, { subscriber: ann }], 1);
		reply('get u1', '500');
		const run = await changed({ requestOptions: { maxRetries: 0 } });
		expect([statesIn(run), actionsOf(run)]).toEqual([[false], ['unsubscribed']]);
	});
});
