import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { byEmail, byId, defined, jsonOf, useEngine } from '../../engine/support';
import { refusing, runOnList, type Service } from '../../laravel/runOnList';

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

const ann = { uuid: 'u1', email: 'ann@example.com', is_subscribed: true };
/** Unsubscribes Ann, unless the parameters say otherwise. */
const changed = async (service: Service, given: INodeParameters = {}, more: Parameters<typeof runOnList>[3] = {}) => {
	const parameters = { subscriber: byId('u1'), changeTo: 'unsubscribed', ...given };
	return await runOnList({ people: [ann], ...service }, 'toggleSubscription', parameters, more);
};
const message = () => ({ message: 'OK' });
const statesIn = (run: NodeRun) => jsonOf(run).map(({ is_subscribed: state }) => state);
const stepsIn = (run: NodeRun) => jsonOf(run).map(({ is_subscribed: state, action }) => [state, action]);
const goOn = { node: { onError: 'continueRegularOutput' as const } };
/** A service that shows Ann like this when she is read by ID. */
const showing = (shown: unknown) => refusing('GET u1', [200, shown]);

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
		const service = { listed: (person: IDataObject) => ({ ...person, is_subscribed: false }) };
		const { requests, people } = await changed(service, { subscriber: byEmail(ann.email) });
		expect(requests).toEqual(['GET', 'GET u1', 'PUT u1/toggle']);
		expect(people).toEqual([{ ...ann, is_subscribed: false }]);
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
		let readings = 0;
		const before = { ...ann, unsubscribed_at: '', updated_at: '2026-01-01' };
		const shown = (person: IDataObject) => (readings++ === 0 ? before : person);
		const service = { shown, answer: () => response };
		const { run } = await changed(service, { simplify: false });
		const now = { ...ann, is_subscribed: false, unsubscribed_at: null, updated_at: null, ...more };
		expect(jsonOf(run)).toEqual([{ action: 'unsubscribed', ...now }]);
	});

	it.each([true, false])(
		"returns the same fields, 'action' first, whether it was toggled: 'Simplify' %s",
		async (simplify) => {
			const { uuid } = subscribed();
			const run = await toggle(uuid, { simplify }, [{}, {}]);
			const [first, second] = jsonOf(run).map((item) => Object.keys(item));
			expect(jsonOf(run).map(({ action }) => action)).toEqual(['unsubscribed', 'unchanged']);
			expect([first?.[0], first]).toEqual(['action', second]);
		},
	);

	it.each([{ subscriber: { uuid: 'u1' } }, ['u1'], { message: 'OK' }])(
		'changes nothing where the service does not show the present state: %j',
		async (shown) => {
			const { run, requests } = await changed({ refuse: showing(shown) });
			expectFailure(run, { mentions: ['does not show', 'Nothing was changed', "'Endpoint Paths'"] });
			expect(requests).toEqual(['GET u1']);
		},
	);

	it('fails where the response shows the other state, and is not sent again, in this try or another', async () => {
		const service = { answer: () => ({ subscriber: { ...ann, is_subscribed: 1 } }) };
		const stopped = await changed(service, {}, { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } });
		expectFailure(stopped.run, { mentions: ['as subscribed', "'Get'"] });
		expect(stopped.requests).toEqual(['GET u1', 'PUT u1/toggle']);
		const { run, requests } = await changed(service, {}, { input: [{}, {}], ...goOn });
		expect(jsonOf(run).map(({ outcomeUnknown }) => outcomeUnknown)).toEqual([true, true]);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle']);
	});

	it('ends a node that stops where the response shows the other state: the next subscriber is not touched', async () => {
		const bob = { ...ann, uuid: 'u2', email: 'bob@example.com' };
		const service = { people: [ann, bob], answer: () => ({ subscriber: { ...ann, is_subscribed: true } }) };
		const [subscriber, requestOptions] = [byId('={{ $json.id }}'), { maxParallelRequests: 1 }];
		const input = [{ id: 'u1' }, { id: 'u2' }];
		const { run, requests } = await changed(service, { subscriber, requestOptions }, { input });
		expectFailure(run, { mentions: ['as subscribed', '1 not sent'] });
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle']);
	});
});

describe("'Toggle' of Unsubscribe or Resubscribe", () => {
	it('is not sent where the subscriber cannot be read: its state would not be known afterwards', async () => {
		const { run, requests } = await changed(
			{ refuse: refusing('GET u1', [404, {}]), answer: message },
			{ changeTo: 'toggle' },
		);
		expectFailure(run, { status: 404, mentions: ["'Endpoint Paths'"] });
		expect(requests).toEqual(['GET u1']);
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
		const run = await toggle(subscribed().uuid, {}, [{}, {}, {}], { onError: 'continueErrorOutput' });
		expect(engine.operations()).toEqual([read, turn]);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true, true]);
	});

	it.each<[string, string[], (person: IDataObject) => unknown]>([
		['a message', ['u1', 'u1'], message],
		['the state', ['u1', 'u1'], ({ uuid, is_subscribed }) => ({ subscriber: { uuid, is_subscribed } })],
		['a message, and the UUIDs differ in case', [uuid, uuid.toUpperCase()], message],
	])('unsubscribe once, next to a replica that lags for seconds, where the response is %s', async (_, ids, answer) => {
		let readings = 0;
		const { run, requests, people } = await changed(
			{
				people: ['u1', uuid].map((id) => ({ ...ann, uuid: id })),
				answer,
				shown: (person) => (readings++ < 3 ? { ...person, is_subscribed: true } : person),
			},
			{ subscriber: byId('={{ $json.id }}') },
			{ input: ids.map((id) => ({ id })) },
		);
		const get = (id = ''): string => `GET ${id}`;
		// The first three readings show the old state, whichever item they belong to.
		expect(requests.slice(0, 2)).toEqual([get(ids[0]), `PUT ${ids[0]}/toggle`]);
		expect(requests.slice(2).every((request) => ids.map(get).includes(request))).toBe(true);
		expect(people.filter(({ is_subscribed: state }) => !state).map(({ uuid: id }) => id)).toEqual([ids[0]]);
		expect(stepsIn(run)).toEqual([
			[false, 'unsubscribed'],
			[false, 'unchanged'],
		]);
	});

	it('fail where a replica still shows the old state after ten seconds, and may be tried again', async () => {
		const { run, requests } = await changed({ shown: () => ann }, {}, { input: [{}, {}], ...goOn });
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle', ...Array<string>(6).fill('GET u1')]);
		const error = expect.stringContaining('still shows the old state');
		expect(jsonOf(run)[1]).toMatchObject({ error, canRetry: true });
	});

	it('set no state by memory: a later change, such as by an unsubscribe link, is believed', async () => {
		const later = new Date(Date.now() + 5000).toISOString();
		let readings = 0;
		const { run, requests } = await changed(
			{
				people: [{ ...ann, is_subscribed: false }],
				shown: (person) => (readings++ === 0 ? person : { ...ann, is_subscribed: false, updated_at: later }),
			},
			{ changeTo: '={{ $json.to }}' },
			{ input: [{ to: 'subscribed' }, { to: 'unsubscribed' }] },
		);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle', 'GET u1']);
		expect(stepsIn(run)).toEqual([
			[true, 'resubscribed'],
			[false, 'unchanged'],
		]);
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
	/** A service that limits the rate of so many toggles, for 59 s each. */
	const limiting = (count: number) => (request: string) => {
		if (request !== 'PUT u1/toggle' || count-- <= 0) return undefined;
		late += 59_000;
		return [429, {}] as const;
	};

	it.each<[string, boolean, string[]]>([
		['is sent', true, ['PUT u1/toggle']],
		['is not sent, because the person has unsubscribed meanwhile', false, []],
	])('reads a state again that is older than two seconds, and then %s', async (_, isSubscribed, sent) => {
		const limit = limiting(1);
		const refuse = (request: string, _body: IDataObject, person: IDataObject) => {
			const limited = limit(request);
			if (limited !== undefined) person.is_subscribed = isSubscribed;
			return limited;
		};
		const { run, requests, people } = await changed({ refuse });
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle', 'GET u1', ...sent]);
		expect(people).toEqual([{ ...ann, is_subscribed: false }]);
		expect(statesIn(run)).toEqual([false]);
	});

	it('ends after 21 readings, with nothing sent', async () => {
		const { run, requests, people } = await changed({ refuse: limiting(99) }, {}, goOn);
		const details = expect.stringContaining('older than 2 seconds');
		expect(jsonOf(run)).toMatchObject([{ error: 'Not sent: it took too long', details, canRetry: true }]);
		expect(requests).toEqual(Array(21).fill(['GET u1', 'PUT u1/toggle']).flat());
		expect(people).toEqual([ann]);
	});
});

describe('a toggle whose response is only a message, next to one of another process', () => {
	it('fails in words where the state is the opposite afterwards, and nothing is toggled again', async () => {
		let readings = 0;
		// Both have read "subscribed", and toggled: the second has undone the first.
		const service = { answer: message, shown: () => ({ ...ann, is_subscribed: true, readings: readings++ }) };
		const { run, requests } = await changed(service, {}, goOn);
		expect(jsonOf(run)).toMatchObject([
			{
				error: expect.stringContaining('reports the subscriber as subscribed'),
				details: expect.stringContaining('at the same time'),
				outcomeUnknown: true,
				canRetry: false,
			},
		]);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle', ...Array<string>(6).fill('GET u1')]);
	});

	it('waits for a replica that lags, and is done', async () => {
		let readings = 0;
		const shown = (person: IDataObject) => (readings++ < 4 ? { ...person, is_subscribed: true } : person);
		const { run, requests } = await changed({ answer: message, shown });
		expect(stepsIn(run)).toEqual([[false, 'unsubscribed']]);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle', ...Array<string>(4).fill('GET u1')]);
	});

	it('is believed where the state cannot be read afterwards', async () => {
		let readings = 0;
		const refuse = (request: string) => (request === 'GET u1' && readings++ > 0 ? ([500, {}] as const) : undefined);
		const { run } = await changed({ answer: message, refuse }, { requestOptions: { maxRetries: 0 } });
		expect(stepsIn(run)).toEqual([[false, 'unsubscribed']]);
	});
});
