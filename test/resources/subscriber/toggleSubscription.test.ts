import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runWithSubscribers } from '../../engine/serveSubscribers';
import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byEmail, byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const subscribed = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const unsubscribed = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const toggle = async (uuid: string, more: INodeParameters = {}, input: IDataObject[] = [{}]) =>
	await engine.run(
		'subscriber.toggleSubscription',
		{ contactList: byId(list().uuid), subscriber: byId(uuid), ...more },
		{ input },
	);
const [read, turn] = ['subscriber.get', 'subscriber.toggleSubscription'];

const ann = { uuid: 'u1', email: 'ann@example.com', is_subscribed: true };
type Service = Omit<Parameters<typeof runWithSubscribers>[0], 'people'>;
/** Unsubscribes Ann, unless the parameters say otherwise. */
const changed = async (
	service: Service,
	parameters: INodeParameters = {},
	more: Parameters<typeof runWithSubscribers>[3] = {},
) =>
	await runWithSubscribers(
		{ people: [ann], ...service },
		'toggleSubscription',
		{ subscriber: byId('u1'), changeTo: 'unsubscribed', ...parameters },
		more,
	);
const goOn = { node: { onError: 'continueRegularOutput' as const } };

describe('Subscriber → Unsubscribe or Resubscribe', () => {
	it('unsubscribes where nothing else is chosen, in two requests though the answer is a message alone', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid);
		expect(operations()).toEqual([read, turn]);
		expect(engine.sandbox.requests()[1]?.body ?? undefined).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false, changed: true }),
		]);
		expect(subscriber.unsubscribedAt).not.toBeNull();
	});

	it.each([
		['subscribed', subscribed],
		['unsubscribed', unsubscribed],
	])('changes nothing where the subscriber is %s already', async (changeTo, who) => {
		const { uuid, unsubscribedAt } = who();
		const run = await toggle(uuid, { changeTo });
		expect(operations()).toEqual([read]);
		expect(jsonOf(run)[0]).toMatchObject({ uuid, is_subscribed: changeTo === 'subscribed', changed: false });
		expect(who().unsubscribedAt).toBe(unsubscribedAt);
	});

	it('reads the state of a subscriber given by email: the list may show an earlier one', async () => {
		const service = { listed: (person: IDataObject) => ({ ...person, is_subscribed: false }) };
		const { requests, people } = await changed(service, { subscriber: byEmail(ann.email) });
		expect(requests).toEqual(['GET', 'GET u1', 'PUT u1/toggle']);
		expect(people).toEqual([{ ...ann, is_subscribed: false }]);
	});

	it('returns the same fields whatever was done', async () => {
		const runs = [
			await toggle(subscribed().uuid, { changeTo: 'toggle' }),
			await toggle(subscribed().uuid),
			await toggle(unsubscribed().uuid),
		];
		const fields = 'email uuid first_name last_name is_subscribed tags open_rate click_rate last_opened changed'.split(
			' ',
		);
		expect(runs.map((run) => Object.keys(jsonOf(run)[0] ?? {}))).toEqual([fields, fields, fields]);
		expect(runs.map((run) => jsonOf(run)[0]?.changed)).toEqual([true, true, false]);
	});

	it("returns the whole subscriber without mails when 'Simplify' is off, and no time of the state before", async () => {
		const { uuid } = unsubscribed();
		const parameters = { changeTo: 'subscribed', simplify: false };
		const [now] = jsonOf(await toggle(uuid, parameters));
		const [again] = jsonOf(await toggle(uuid, parameters));
		expect(now).toMatchObject({ uuid, is_subscribed: true, changed: true, created_at: expect.any(String) });
		expect(now?.unsubscribed_at ?? null).toBeNull();
		expect(again).toMatchObject({ uuid, is_subscribed: true, changed: false, unsubscribed_at: null });
		expect(again).not.toHaveProperty('mails');
	});

	it.each<[unknown, number]>([
		[{ subscriber: { uuid: 's1', is_subscribed: 0 } }, 1],
		[{ data: { id: 's1', is_subscribed: false } }, 1],
		[{ subscriber: { uuid: 's1', unsubscribed_at: '2024-01-01' } }, 1],
		[{ subscriber: { uuid: 's1', is_subscribed: 1, unsubscribed_at: '2024-01-01' } }, 0],
	])('understands the present state: %j takes %i toggles to be subscribed', async (shown, toggles) => {
		const refuse = (request: string) => (request === 'GET u1' ? ([200, shown] as const) : undefined);
		const { requests } = await changed({ refuse, answer: () => ({ message: 'OK' }) }, { changeTo: 'subscribed' });
		expect(requests).toEqual(['GET u1', ...Array<string>(toggles).fill('PUT u1/toggle')]);
	});

	it.each([{ subscriber: { uuid: 'u1' } }, { subscriber: { is_subscribed: 'maybe' } }, ['u1'], { message: 'OK' }])(
		'changes nothing where the service does not show the present state: %j',
		async (shown) => {
			const refuse = (request: string) => (request === 'GET u1' ? ([200, shown] as const) : undefined);
			const { run, requests } = await changed({ refuse });
			expect(errorText(run)).toMatch(/does not show whether the subscriber is subscribed.*Nothing was changed/);
			expect(requests).toEqual(['GET u1']);
		},
	);

	it('says that the subscriber was not found', async () => {
		const run = await toggle('unknown', { changeTo: 'subscribed' });
		expect(run.error?.message).toContain('Nothing was found at GET');
	});

	it('fails where the answer shows the other state, and toggles no more, in this try or another', async () => {
		const service = { answer: () => ({ subscriber: { ...ann, is_subscribed: 1 } }) };
		const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const stopped = await changed(service, {}, { node: retried });
		expect(stopped.run.error?.message).toContain('still subscribed');
		expect(stopped.requests).toEqual(['GET u1', 'PUT u1/toggle']);
		const { run, requests } = await changed(service, {}, { input: [{}, {}], ...goOn });
		expect(jsonOf(run).map(({ outcomeUnknown }) => outcomeUnknown)).toEqual([true, true]);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle']);
	});
});

describe('The Other State of Unsubscribe or Resubscribe', () => {
	it('is set without reading first; the subscriber is read after, where the answer does not show it', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, { changeTo: 'toggle' });
		expect(operations()).toEqual([turn, read]);
		expect(subscriber.unsubscribedAt).not.toBeNull();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false, changed: true }),
		]);
	});

	it('is believed where the answer shows it', async () => {
		const { run, requests } = await changed({}, { changeTo: 'toggle' });
		expect(jsonOf(run)).toEqual([{ ...ann, is_subscribed: false, changed: true }]);
		expect(requests).toEqual(['PUT u1/toggle']);
	});

	it('is done also where the subscriber cannot be read after it', async () => {
		const refuse = (request: string) => (request === 'GET u1' ? ([404, {}] as const) : undefined);
		const { run, requests } = await changed({ refuse, answer: () => ({ message: 'OK' }) }, { changeTo: 'toggle' });
		expect(jsonOf(run)).toEqual([{ uuid: 'u1', changed: true }]);
		expect(requests).toEqual(['PUT u1/toggle', 'GET u1']);
	});

	it('undoes with a second toggle what the first has done', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, { changeTo: 'toggle' }, [{}, {}]);
		expect(jsonOf(run).map(({ is_subscribed: state, changed: isChanged }) => [state, isChanged])).toEqual([
			[false, true],
			[true, true],
		]);
		expect(subscriber.unsubscribedAt).toBeNull();
	});
});

describe('several toggles of one subscriber', () => {
	it('follow each other, also where the IDs differ in case, since a UUID has none', async () => {
		let inFlight = 0;
		let most = 0;
		const served = await serve((_, response) => {
			most = Math.max(most, ++inFlight);
			setTimeout(() => {
				inFlight -= 1;
				json(response, { subscriber: ann });
			}, 50);
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('L'),
				subscriber: byId('={{ $json.uuid }}'),
				changeTo: 'toggle',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input: [{ uuid: 'AB-12' }, { uuid: 'ab-12' }],
		});
		await served.close();
		expect([run.items.length, served.requests.length, most]).toEqual([2, 2, 1]);
	});

	it.each<[string, (person: IDataObject) => unknown]>([
		['a message', () => ({ message: 'Subscription toggled' })],
		['the state', ({ uuid, is_subscribed }) => ({ subscriber: { uuid, is_subscribed } })],
	])('unsubscribe once, next to a replica that lags behind, where the answer is %s', async (_, answer) => {
		const { run, requests, people } = await changed(
			{ answer, shown: () => ann },
			{ subscriber: byId('={{ $json.id }}') },
			{ input: [{ id: 'u1' }, { id: 'u1' }, { id: 'u1' }] },
		);
		expect(requests).toEqual(['GET u1', 'PUT u1/toggle']);
		expect(people).toEqual([{ ...ann, is_subscribed: false }]);
		expect(jsonOf(run).map(({ is_subscribed: state, changed: isChanged }) => [state, isChanged])).toEqual([
			[false, true],
			[false, false],
			[false, false],
		]);
	});

	it('unsubscribe once next to such a replica, also where the IDs differ in case', async () => {
		const uuid = 'abcdef00-0000-4000-8000-000000000000';
		const served = await serve(({ method }, response) =>
			json(response, method === 'GET' ? { subscriber: ann } : { message: 'Subscription toggled' }),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('L'),
				subscriber: byId('={{ $json.uuid }}'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input: [{ uuid: uuid.toUpperCase() }, { uuid }],
		});
		await served.close();
		expect(served.requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'PUT']);
		expect(jsonOf(run).map(({ changed: isChanged }) => isChanged)).toEqual([true, false]);
	});

	it('change it there and back in the order of the items', async () => {
		const subscriber = subscribed();
		const input = ['unsubscribed', 'unsubscribed', 'subscribed', 'toggle', 'subscribed', 'unsubscribed'];
		const run = await toggle(
			subscriber.uuid,
			{ changeTo: '={{ $json.to }}' },
			input.map((to) => ({ to })),
		);
		expect(jsonOf(run).map(({ is_subscribed: state }) => state)).toEqual([false, false, true, false, true, false]);
		expect(operations()).toEqual([read, turn, turn, turn, turn, turn]);
		expect(subscriber.unsubscribedAt).not.toBeNull();
	});

	it('set no state after a toggle whose new state the answer does not show: it might undo it', async () => {
		const { run, requests, people } = await changed(
			{ answer: () => ({ message: 'OK' }) },
			{ changeTo: '={{ $json.to }}' },
			{ input: [{ to: 'toggle' }, { to: 'unsubscribed' }], ...goOn },
		);
		expect(requests).toEqual(['PUT u1/toggle', 'GET u1']);
		expect(people).toEqual([{ ...ann, is_subscribed: false }]);
		expect(jsonOf(run)[0]).toMatchObject({ changed: true });
		expect(jsonOf(run)[1]).toMatchObject({ error: expect.stringContaining('not known') });
	});

	it('send nothing more after one that may still take place', async () => {
		const subscriber = subscribed();
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '504', operation: turn }] });
		const run = await engine.run(
			'subscriber.toggleSubscription',
			{ contactList: byId(list().uuid), subscriber: byId(subscriber.uuid), changeTo: 'unsubscribed' },
			{ input: [{}, {}, {}], node: { onError: 'continueErrorOutput' } },
		);
		expect(operations()).toEqual([read, turn]);
		expect(run.errorItems.map(({ json: { details } }) => details)).toEqual(
			Array.from({ length: 3 }, () => expect.stringContaining('It may have happened anyway')),
		);
	});
});
