import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byEmail, byId, defined, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const subscribed = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const unsubscribed = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const toggle = async (uuid: string, changeTo?: string, input = [{}]) =>
	await engine.run(
		'subscriber.toggleSubscription',
		{ contactList: byId(list().uuid), subscriber: byId(uuid), ...(changeTo === undefined ? {} : { changeTo }) },
		{ input },
	);

/** Toggles a subscriber of a service that gives this answer to everything. */
const toggleAnswered = async (answer: unknown, changeTo: string) => {
	const served = await serve((_, response) => json(response, answer));
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'toggleSubscription',
			contactList: byId('l1'),
			subscriber: byId('s1'),
			changeTo,
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
	});
	await served.close();
	return { run, methods: served.requests.map((request) => request.split(' ')[0]) };
};

describe('Subscriber → Toggle Subscription', () => {
	it('unsubscribes where nothing else is chosen', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ uuid: subscriber.uuid, is_subscribed: false, changed: true }),
		]);
		expect(subscriber.unsubscribedAt).not.toBeNull();
		await toggle(subscriber.uuid);
		expect(operations().filter((operation) => operation === 'subscriber.toggleSubscription')).toHaveLength(1);
	});

	it('toggles without a look at the state before, and then reads the subscriber, of whom the answer says nothing', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, 'toggle');
		expect(operations()).toEqual(['subscriber.toggleSubscription', 'subscriber.get']);
		expect(engine.sandbox.requests()[0]?.body ?? undefined).toBeUndefined();
		expect(subscriber.unsubscribedAt).not.toBeNull();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false, changed: true }),
		]);
	});

	it('undoes with a second toggle what the first has done', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, 'toggle', [{}, {}]);
		expect(jsonOf(run).map(({ is_subscribed: state, changed }) => [state, changed])).toEqual([
			[false, true],
			[true, true],
		]);
		expect(subscriber.unsubscribedAt).toBeNull();
	});

	it.each<[string, unknown, IDataObject, number]>([
		[
			'does not read the subscriber whom the answer gives',
			{ subscriber: { uuid: 's1', email: 'a@example.com', is_subscribed: 0 } },
			{ uuid: 's1', email: 'a@example.com', is_subscribed: false, changed: true },
			1,
		],
		['gives what is known where the subscriber cannot be read', { message: 'OK' }, { uuid: 's1', changed: true }, 2],
		[
			'believes the answer where it says the state alone',
			{ is_subscribed: true },
			{ uuid: 's1', is_subscribed: true, changed: true },
			2,
		],
	])('is a toggle that %s', async (_, answer, output, requests) => {
		const served = await serve((request, response) =>
			request.method === 'PUT' ? json(response, answer) : response.writeHead(404).end(),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('l1'),
				subscriber: byId('s1'),
				changeTo: 'toggle',
				options: { maxRetries: 0 },
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		});
		await served.close();
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([output]);
		expect(served.requests).toHaveLength(requests);
		expect(hintsOf(run).some((hint) => hint.includes('does not say which state'))).toBe(
			output.is_subscribed === undefined,
		);
	});

	it('gives the same fields whatever was done', async () => {
		const toggled = jsonOf(await toggle(subscribed().uuid, 'toggle'))[0];
		const unsubscribedNow = jsonOf(await toggle(subscribed().uuid, 'unsubscribed'))[0];
		const asBefore = jsonOf(await toggle(unsubscribed().uuid, 'unsubscribed'))[0];
		const fields = [
			'uuid',
			'email',
			'first_name',
			'last_name',
			'is_subscribed',
			'tags',
			'open_rate',
			'click_rate',
			'last_opened',
			'changed',
		];
		expect([toggled, unsubscribedNow, asBefore].map((item) => Object.keys(item ?? {}))).toEqual([
			fields,
			fields,
			fields,
		]);
		expect([toggled, unsubscribedNow, asBefore].map((item) => item?.changed)).toEqual([true, true, false]);
	});

	it("gives the whole subscriber when 'Simplify' is off, and no time of a state that has passed", async () => {
		const { uuid } = unsubscribed();
		const parameters = {
			contactList: byId(list().uuid),
			subscriber: byId(uuid),
			changeTo: 'subscribed',
			simplify: false,
		};
		const [now] = jsonOf(await engine.run('subscriber.toggleSubscription', parameters));
		const [again] = jsonOf(await engine.run('subscriber.toggleSubscription', parameters));
		expect(now).toMatchObject({ uuid, is_subscribed: true, changed: true, created_at: expect.any(String) });
		expect(now?.unsubscribed_at).toBeNull();
		expect(again).toMatchObject({ uuid, is_subscribed: true, changed: false, unsubscribed_at: null });
		expect(Object.keys(again ?? {})).not.toEqual(expect.arrayContaining(['mails']));
	});

	it('toggles one after the other what differs only in case, since a UUID has none', async () => {
		let inFlight = 0;
		let most = 0;
		const served = await serve((request, response) => {
			most = Math.max(most, ++inFlight);
			setTimeout(() => {
				inFlight -= 1;
				json(response, {
					subscriber: { uuid: request.url?.split('/').at(-2), email: 'a@example.com', is_subscribed: true },
				});
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

	it('unsubscribes who is subscribed, and reads what became of it where the answer does not say', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, 'unsubscribed');
		expect(operations()).toEqual(['subscriber.get', 'subscriber.toggleSubscription', 'subscriber.get']);
		expect(jsonOf(run)[0]).toMatchObject({ uuid: subscriber.uuid, email: subscriber.email, is_subscribed: false });
		expect(subscriber.unsubscribedAt).not.toBeNull();
	});

	it.each([
		['subscribed', subscribed],
		['unsubscribed', unsubscribed],
	])('changes nothing for who is %s already', async (state, who) => {
		const { uuid, unsubscribedAt } = who();
		const run = await toggle(uuid, state);
		expect(operations()).toEqual(['subscriber.get']);
		expect(jsonOf(run)[0]).toMatchObject({ uuid, is_subscribed: state === 'subscribed', changed: false });
		expect(who().unsubscribedAt).toBe(unsubscribedAt);
	});

	const another = { uuid: 'u0', email: 'p0@example.com', is_subscribed: true };

	it.each<[string, IDataObject, unknown, string]>([
		['with another ID', another, byId('u1'), 'u0'],
		[
			'with the ID, and another email than the list',
			{ ...another, uuid: 'u1' },
			byEmail('p1@example.com'),
			'p0@example.com',
		],
	])('turns nobody over by the state of somebody else: %s', async (_, shown, subscriber, named) => {
		const served = await serve((request, response) =>
			json(
				response,
				request.url?.includes('/subscriber/')
					? { subscriber: shown }
					: { data: [{ uuid: 'u1', email: 'p1@example.com', is_subscribed: false }] },
			),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('l1'),
				subscriber: subscriber as INodeParameters,
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(run.error?.message).toBe(`The service was asked for one subscriber and showed another (${named})`);
		expect(run.error?.description).toContain('nothing was changed');
		expect(served.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
	});

	it('takes somebody for the same, whichever ID of theirs was asked for', async () => {
		const served = await serve((_, response) =>
			json(response, { subscriber: { ...another, id: 7, is_subscribed: false } }),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('l1'),
				subscriber: byId('7'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(jsonOf(run)).toEqual([expect.objectContaining({ uuid: 'u0', changed: false })]);
	});

	it('does not undo itself when two items name the same subscriber', async () => {
		const subscriber = subscribed();
		await toggle(subscriber.uuid, 'unsubscribed', [{}, {}, {}]);
		expect(operations().filter((operation) => operation === 'subscriber.toggleSubscription')).toHaveLength(1);
		expect(subscriber.unsubscribedAt).not.toBeNull();
	});

	it.each<[string, (isSubscribed: boolean) => unknown, string[], unknown[]]>([
		[
			'and then does not know, with an answer that does not say what became of it',
			() => ({ message: 'Subscription toggled' }),
			['GET', 'PUT', 'GET'],
			Array(3).fill('The service says that the subscriber is still subscribed'),
		],
		[
			'with an answer that says what became of it',
			(isSubscribed) => ({ subscriber: { uuid: 'u1', is_subscribed: isSubscribed } }),
			['GET', 'PUT'],
			[false, false, false],
		],
	])('unsubscribes once, though reads lag behind, %s', async (_, answer, requests, told) => {
		let isSubscribed = true;
		const served = await serve((request, response) => {
			if (request.method === 'PUT') isSubscribed = !isSubscribed;
			json(
				response,
				request.method === 'PUT'
					? answer(isSubscribed)
					: { subscriber: { uuid: 'u1', email: 'p1@example.com', is_subscribed: true } },
			);
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('L'),
				subscriber: byId('={{ $json.id }}'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input: [{ id: 'u1' }, { id: 'U1' }, { id: 'u1' }],
			node: { onError: 'continueRegularOutput' },
		});
		await served.close();
		expect(isSubscribed).toBe(false);
		expect(served.requests.map((request) => request.split(' ')[0])).toEqual(requests);
		expect(jsonOf(run).map(({ is_subscribed: state, error }) => state ?? error)).toEqual(told);
	});

	it('changes there and back in the order of the items', async () => {
		const subscriber = subscribed();
		const run = await toggle(subscriber.uuid, '={{ $json.to }}', [
			{ to: 'unsubscribed' },
			{ to: 'subscribed' },
			{ to: 'unsubscribed' },
		]);
		expect(run.error).toBeUndefined();
		expect(operations()).toEqual([
			'subscriber.get',
			...Array<string[]>(3).fill(['subscriber.toggleSubscription', 'subscriber.get']).flat(),
		]);
		expect(subscriber.unsubscribedAt).not.toBeNull();
	});

	it('sends nothing more for a subscriber whose toggle may still take place', async () => {
		const subscriber = subscribed();
		engine.sandbox.faults({
			script: [{ fault: 'none' }, { fault: '504', operation: 'subscriber.toggleSubscription' }],
		});
		const run = await engine.run(
			'subscriber.toggleSubscription',
			{ contactList: byId(list().uuid), subscriber: byId(subscriber.uuid), changeTo: 'unsubscribed' },
			{ input: [{}, {}, {}], node: { onError: 'continueErrorOutput' } },
		);
		expect(operations()).toEqual(['subscriber.get', 'subscriber.toggleSubscription']);
		expect(run.errorItems.map(({ json }) => json.details)).toEqual(
			Array.from({ length: 3 }, () => expect.stringContaining('It may have happened all the same')),
		);
	});

	it('says that the subscriber was not found', async () => {
		const run = await toggle('unknown', 'subscribed');
		expect(run.error?.message).toContain('Nothing was found at GET');
	});

	it.each([{ subscriber: { uuid: 's1' } }, { subscriber: { is_subscribed: 'maybe' } }, ['s1'], { message: 'OK' }])(
		'changes nothing when the service does not say the present state: %j',
		async (body) => {
			const { run, methods } = await toggleAnswered(body, 'subscribed');
			expect(run.error?.message).toBe('The service does not say whether the subscriber is subscribed');
			expect(run.error?.description).toContain('nothing was changed');
			expect(methods).toEqual(['GET']);
		},
	);

	it.each<[unknown, number]>([
		[{ subscriber: { uuid: 's1', is_subscribed: 0 } }, 1],
		[{ data: { id: 's1', attributes: { is_subscribed: false } } }, 1],
		[{ subscriber: { uuid: 's1', unsubscribed_at: '2024-01-01' } }, 1],
		[{ subscriber: { uuid: 's1', is_subscribed: 1, unsubscribed_at: '2024-01-01' } }, 0],
		[{ data: { id: 's1', attributes: { is_subscribed: true } } }, 0],
	])(
		'understands the present state as a list may show it: %j takes %i toggles to be subscribed',
		async (body, toggles) => {
			const { methods } = await toggleAnswered(body, 'subscribed');
			expect(methods.filter((method) => method === 'PUT')).toHaveLength(toggles);
		},
	);

	it('changes both states back and forth, item by item, when each item says which it wants', async () => {
		const subscriber = subscribed();
		const input = [{ state: 'unsubscribed' }, { state: 'unsubscribed' }, { state: 'subscribed' }];
		const run = await engine.run(
			'subscriber.toggleSubscription',
			{ contactList: byId(list().uuid), subscriber: byId(subscriber.uuid), changeTo: '={{ $json.state }}' },
			{ input },
		);
		expect(jsonOf(run).map(({ is_subscribed }) => is_subscribed)).toEqual([false, false, true]);
		expect(operations().filter((operation) => operation === 'subscriber.toggleSubscription')).toHaveLength(2);
		expect(subscriber.unsubscribedAt).toBeNull();
	});

	it('does not pass for done when the service answers with the other state', async () => {
		const answer = { subscriber: { uuid: 's1', email: 'a@example.com', is_subscribed: true } };
		const { run } = await toggleAnswered(answer, 'unsubscribed');
		expect(run.items).toEqual([]);
		expect(run.error?.message).toBe('The service says that the subscriber is still subscribed');
	});

	describe('says that somebody is in the wanted state only where the service does', () => {
		const ann = { uuid: 'u-ann', email: 'ann@example.com', is_subscribed: true };
		const bob = { uuid: 'u-bob', email: 'bob@example.com', is_subscribed: false };
		/** Unsubscribes Ann. @param answer to the toggle @param after what is read then */
		const unsubscribe = async (
			answer: unknown,
			after: unknown,
			node: Partial<INode> = {},
			changeTo = 'unsubscribed',
		) => {
			let isToggled = changeTo === 'toggle';
			const served = await serve((request, response) => {
				if (request.method === 'PUT') isToggled = true;
				if (request.method === 'GET' && isToggled && after === undefined) response.writeHead(500).end();
				else json(response, request.method === 'PUT' ? answer : { subscriber: isToggled ? after : ann });
			});
			const run = await runNode({
				parameters: {
					resource: 'subscriber',
					operation: 'toggleSubscription',
					contactList: byId('l1'),
					subscriber: byId('u-ann'),
					changeTo,
					simplify: false,
					options: { maxRetries: 0 },
				},
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
				node,
			});
			await served.close();
			return { run, methods: served.requests.map((request) => request.split(' ')[0]) };
		};
		const read = ['GET', 'PUT', 'GET'];

		it.each<[string, unknown, unknown, string, string[]]>([
			[
				'the answer does not say it, and the reading says no',
				{ message: 'Could not unsubscribe: confirmation required', changed: false },
				ann,
				'The service says that the subscriber is still subscribed',
				read,
			],
			[
				'the answer says neither, and so does the reading',
				{ subscriber: { ...ann, is_subscribed: 'pending' } },
				{ ...ann, is_subscribed: 'pending' },
				'The service does not say what became of the subscription',
				read,
			],
			[
				'nothing can be read afterwards',
				{ message: 'OK' },
				undefined,
				'The service does not say what became of the subscription',
				read,
			],
			[
				'the answer is about somebody else',
				{ subscriber: bob },
				ann,
				'The service answered with another subscriber (u-bob)',
				['GET', 'PUT'],
			],
			[
				'the reading is about somebody else',
				{ message: 'OK' },
				bob,
				'The service answered with another subscriber (u-bob)',
				read,
			],
		])('not where %s', async (_, answer, after, message, requests) => {
			const { run, methods } = await unsubscribe(answer, after, {
				retryOnFail: true,
				maxTries: 2,
				waitBetweenTries: 1,
			});
			expect(run.items).toEqual([]);
			expect(run.error?.message).toBe(message);
			expect(methods).toEqual(requests);
		});

		it('and toggles nobody else without saying so', async () => {
			const { run } = await unsubscribe({ subscriber: bob }, ann, {}, 'toggle');
			expect([run.items, run.error?.message]).toEqual([[], 'The service answered with another subscriber (u-bob)']);
		});

		it('as soon as the answer or the reading says it', async () => {
			const gone = { ...ann, is_subscribed: false };
			expect(jsonOf((await unsubscribe({ subscriber: gone }, undefined)).run)).toEqual([{ ...gone, changed: true }]);
			expect(jsonOf((await unsubscribe({ message: 'OK' }, gone)).run)).toEqual([{ ...gone, changed: true }]);
		});

		it('and keeps no field of the state before', async () => {
			const served = await serve((request, response) =>
				json(response, {
					subscriber: {
						uuid: 's1',
						...(request.method === 'PUT'
							? { is_subscribed: true }
							: { email: 'a@example.com', status: 'unsubscribed', state: 'Ohio', unsubscribed_at: '2024-01-01' }),
					},
				}),
			);
			const run = await runNode({
				parameters: {
					resource: 'subscriber',
					operation: 'toggleSubscription',
					contactList: byId('l1'),
					subscriber: byId('s1'),
					changeTo: 'subscribed',
					simplify: false,
				},
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
			});
			await served.close();
			expect(jsonOf(run)).toEqual([
				{ uuid: 's1', email: 'a@example.com', state: 'Ohio', is_subscribed: true, changed: true },
			]);
		});
	});
});

describe('toggles by states that are old', () => {
	/** Unsubscribes four people, of whom every reading shows what was before, and the toggle's answer what is. */
	async function unsubscribed(before: (id: string) => boolean, declines: (id: string) => boolean = () => false) {
		const is = new Map(['p1', 'p2', 'p3', 'p4'].map((id) => [id, before(id)]));
		const served = await serve((request, response) => {
			const [, id = ''] = /(p\d)/.exec(request.url ?? '') ?? [];
			if (request.method === 'GET') return json(response, { subscriber: { uuid: id, is_subscribed: true } });
			if (!declines(id)) is.set(id, is.get(id) !== true);
			return setTimeout(() => json(response, { subscriber: { uuid: id, is_subscribed: is.get(id) } }), 20);
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('l1'),
				subscriber: byId('={{ $json.id }}'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input: [...is.keys()].map((id) => ({ id })),
			node: { onError: 'continueRegularOutput' },
		});
		await served.close();
		return {
			is: [...is.values()],
			run,
			toggles: served.requests.filter((request) => request.startsWith('PUT')).length,
		};
	}

	it('turn over one person at most', async () => {
		const { is, run, toggles } = await unsubscribed(() => false);
		expect([is, toggles]).toEqual([[true, false, false, false], 1]);
		expect(JSON.stringify(run.items)).toContain('Not toggled: what the service shows of subscriptions may be old');
	});

	it('do not keep the others from it where only one is not to be had', async () => {
		const { is } = await unsubscribed(
			() => true,
			(id) => id === 'p3',
		);
		expect(is).toEqual([false, false, true, false]);
	});
});
