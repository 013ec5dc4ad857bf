import type { INodeParameters } from 'n8n-workflow';

import { defined } from '../defined';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { byId, useEngine } from '../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const somebody = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const somebodyGone = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];

function watching(events: string[], more = {}, how = {}): PolledTrigger {
	return triggerWith({ events, contactList: byId(list().uuid), options: {}, ...more }, engine.credential, how);
}

async function call(method: string, path: string, body?: object): Promise<void> {
	const response = await fetch(`${engine.sandbox.url}/v1/${path}`, {
		method,
		headers: { authorization: `Bearer ${engine.sandbox.token}`, 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	expect(response.status).toBe(200);
}

const subscribers = () => `contact-lists/${list().uuid}/subscriber`;
const create = async (email: string): Promise<void> => await call('POST', subscribers(), { email });
const update = async (uuid: string, body: object): Promise<void> => await call('PUT', `${subscribers()}/${uuid}`, body);
const toggle = async (uuid: string): Promise<void> => await call('PUT', `${subscribers()}/${uuid}/toggle`);
const reported = (output: Awaited<ReturnType<PolledTrigger['poll']>>): unknown =>
	output?.map(({ event, email, name }) => [event, email ?? name]) ?? null;

describe('what happens to subscribers', () => {
	it('begins now: what is there when the workflow is activated starts nothing', async () => {
		const trigger = watching(subscriberEvents);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('is reported once, each by its own event', async () => {
		const trigger = watching(subscriberEvents);
		const [changed, left, back] = [
			somebody(),
			defined(list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[1]),
			somebodyGone(),
		];
		await trigger.poll();
		await create('new@example.com');
		await update(changed.uuid, { first_name: 'Other' });
		await toggle(left.uuid);
		await toggle(back.uuid);
		expect(reported(await trigger.poll())).toEqual([
			['subscriberAdded', 'new@example.com'],
			['subscriberUpdated', changed.email],
			['subscriberUnsubscribed', left.email],
			['subscriberResubscribed', back.email],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('is reported for the chosen events only', async () => {
		const trigger = watching(['subscriberUnsubscribed']);
		await trigger.poll();
		await create('new@example.com');
		expect(await trigger.poll()).toBeNull();
		await toggle(somebody().uuid);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('is reported as both events for a subscriber who joined and left between two polls', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('short@example.com');
		await toggle(defined(list().withEmail('short@example.com')).uuid);
		expect(reported(await trigger.poll())).toEqual([
			['subscriberAdded', 'short@example.com'],
			['subscriberUnsubscribed', 'short@example.com'],
		]);
	});

	it('is output whole, after the event', async () => {
		const trigger = watching(['subscriberAdded']);
		await trigger.poll();
		await create('new@example.com');
		const [item] = defined(await trigger.poll()) ?? [];
		expect(Object.keys(defined(item))[0]).toBe('event');
		expect(item).toMatchObject({
			event: 'subscriberAdded',
			email: 'new@example.com',
			customerable_type: expect.any(String),
		});
	});

	it('is reported for a subscriber with the same time as another, whenever they join', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('one@example.com');
		expect(await trigger.poll()).toHaveLength(1);
		await create('two@example.com');
		const two = defined(list().withEmail('two@example.com'));
		two.createdAt = two.updatedAt = defined(list().withEmail('one@example.com')).createdAt;
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'two@example.com']]);
	});
});

describe('a change that is seen late, with a time no newer than those that were known', () => {
	it.each([false, true])(
		'is reported with the first poll that shows it, also where n8n keeps nothing of a poll without items (%j)',
		async (hasContextPerPoll) => {
			const trigger = watching(subscriberEvents, {}, { hasContextPerPoll });
			const [left, other] = [
				somebody(),
				defined(list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[1]),
			];
			await trigger.poll();
			await update(other.uuid, { first_name: 'Other' });
			expect(reported(await trigger.poll())).toEqual([['subscriberUpdated', other.email]]);
			left.unsubscribedAt = left.updatedAt = other.updatedAt - 1000;
			expect(reported(await trigger.poll())).toEqual([['subscriberUnsubscribed', left.email]]);
			expect(await trigger.poll()).toBeNull();
		},
	);
});

describe('what happens to campaigns', () => {
	it('is reported once: one that is new, and one whose sending has begun', async () => {
		const trigger = watching(['campaignCreated', 'campaignSent']);
		await trigger.poll();
		const draft = defined(engine.sandbox.state.campaigns.find(({ status }) => status === 'draft'));
		draft.status = 'sending';
		await call('POST', 'campaigns', { name: 'Autumn' });
		expect(reported(await trigger.poll())).toEqual(
			expect.arrayContaining([
				['campaignSent', draft.name],
				['campaignCreated', 'Autumn'],
			]),
		);
		draft.status = 'sent';
		expect(await trigger.poll()).toBeNull();
	});

	it('is reported for one that was created after another was deleted', async () => {
		const trigger = watching(['campaignCreated']);
		await trigger.poll();
		await call('DELETE', `campaigns/${defined(engine.sandbox.state.campaigns[0]).uuid}`);
		await call('POST', 'campaigns', { name: 'Another' });
		expect(reported(await trigger.poll())).toEqual([['campaignCreated', 'Another']]);
	});

	it('asks for no subscribers where only campaigns are watched', async () => {
		await watching(['campaignSent']).poll();
		expect(engine.sandbox.requests().map(({ operationId }) => operationId)).toEqual(
			expect.not.arrayContaining(['subscriber.getAll']),
		);
	});
});

describe('a poll that fails', () => {
	it.each(['500', '401', '429', 'cut-off', 'cut-off-json', 'html', 'reset-after', 'empty'] as const)(
		'gives nothing and moves nothing, and the next one catches up: %s',
		async (fault) => {
			const trigger = watching(subscriberEvents, { requestOptions: { maxRetries: 0 } });
			await trigger.poll();
			const before = JSON.stringify(trigger.staticData);
			await create('new@example.com');
			engine.sandbox.faults({ script: [{ fault: 'none' }, { fault, times: 60 }] });
			expect(await failureOf(trigger.poll())).not.toBe('It did not fail');
			expect(JSON.stringify(trigger.staticData)).toBe(before);
			engine.sandbox.faults({});
			expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		},
	);

	it('says that the list is gone when it was deleted, and keeps what it knows', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		const lists = engine.sandbox.state.contactLists;
		const deleted = defined(lists.shift());
		const failure = await failureOf(trigger.poll());
		expect(failure).toMatch(/^Nothing was found at GET \/v1\/contact-lists\/.*'Contact List'.*'Endpoint Paths'/);
		expect(await failureOf(trigger.test())).toBe(failure);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		lists.unshift(deleted);
		expect(await trigger.poll()).toBeNull();
	});

	it('says what is wrong in words, and no token', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		engine.sandbox.faults({ script: [{ fault: '401', times: 3 }] });
		const text = await failureOf(trigger.poll());
		expect(text).toContain('The service did not accept the access token');
		expect(text).not.toContain(engine.sandbox.token);
	});

	it.each(['restart', 'takeOver'] as const)(
		'does not end the trigger for good when n8n starts, or takes over: it says so in the log, and goes on (%s)',
		async (begin) => {
			const trigger = watching(subscriberEvents, { requestOptions: { maxRetries: 0 } });
			await trigger.poll();
			trigger[begin]();
			await create('new@example.com');
			engine.sandbox.faults({ script: [{ fault: '500', times: 1 }] });
			expect(await trigger.poll()).toBeNull();
			expect(trigger.log.join()).toContain('The service could not handle the request (status 500)');
			expect(trigger.log.join()).not.toContain(engine.sandbox.token);
			expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		},
	);

	it('is told by the second poll after n8n has started, and by each where n8n has a context for each', async () => {
		for (const hasContextPerPoll of [false, true]) {
			const trigger = watching(subscriberEvents, { requestOptions: { maxRetries: 0 } }, { hasContextPerPoll });
			await trigger.poll();
			if (!hasContextPerPoll) trigger.restart();
			if (!hasContextPerPoll) await trigger.poll();
			engine.sandbox.faults({ script: [{ fault: '500', times: 2 }] });
			const failures = [await failureOf(trigger.poll()), await failureOf(trigger.poll())];
			for (const failure of failures)
				expect(failure).toContain('The service could not handle the request (status 500)');
			expect(trigger.log).toEqual([]);
			engine.sandbox.faults({});
		}
	});

	it('is told when the workflow is published again', async () => {
		const trigger = watching(subscriberEvents, { requestOptions: { maxRetries: 0 } });
		await trigger.poll();
		trigger.change({});
		engine.sandbox.faults({ script: [{ fault: '500', times: 1 }] });
		expect(await failureOf(trigger.poll())).toContain('The service could not handle the request (status 500)');
	});

	it.each<[string, (trigger: PolledTrigger) => void, string]>([
		['a parameter', (trigger) => trigger.change({ events: [] }), "'Events' is empty"],
		['the credential', (trigger) => trigger.change({}, { ...engine.credential, baseUrl: '' }), "'Base URL' is empty"],
		[
			'a state of a newer version',
			(trigger) => Object.assign(trigger.staticData, { 'node:Email Marketing Trigger': { state: '{"version":3}' } }),
			"This trigger's state was written by a newer version of the node",
		],
	])('is told also when n8n starts, where it is for %s', async (what, spoil, message) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		if (what.startsWith('a state')) trigger.restart();
		spoil(trigger);
		if (!what.startsWith('a state')) trigger.restart();
		expect(await failureOf(trigger.poll())).toContain(message);
		expect(trigger.log).toEqual([]);
	});

	it('is told when the workflow is activated for the first time', async () => {
		engine.sandbox.faults({ script: [{ fault: '401', times: 1 }] });
		expect(await failureOf(watching(subscriberEvents).poll())).toContain('The service did not accept the access token');
	});

	it('is reported at the start of n8n too where nothing is kept yet: it would begin later without a word', async () => {
		const trigger = watching(subscriberEvents);
		trigger.restart();
		engine.sandbox.faults({ script: [{ fault: '401', times: 1 }] });
		expect(await failureOf(trigger.poll())).toContain('The service did not accept the access token');
	});

	it('does not overlap with the next', async () => {
		const trigger = watching(['subscriberAdded']);
		await trigger.poll();
		await create('new@example.com');
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(reported(first)).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(second).toBeNull();
	});
});

describe('a poll that is still under way when the workflow is published again', () => {
	it('gives nothing and moves nothing, and sends no more requests: the new one tells it', async () => {
		const trigger = watching(subscriberEvents, { requestOptions: { maxParallelRequests: 1 } });
		await trigger.poll();
		await create('new@example.com');
		engine.sandbox.faults({ latencyMs: 50 });
		const outdated = trigger.poll();
		const kept = trigger.staticData;
		const before = JSON.stringify(kept);
		trigger.change({ requestOptions: { maxRetries: 1 } });
		const news = await trigger.poll();
		expect(await outdated).toBeNull();
		expect(JSON.stringify(kept)).toBe(before);
		expect(reported(news)).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(await trigger.poll()).toBeNull();
	});

	it('gives nothing either where it ends long after the new one, or fails', async () => {
		const trigger = watching(subscriberEvents, { requestOptions: { maxRetries: 0, timeout: 1000 } });
		await trigger.poll();
		await create('new@example.com');
		engine.sandbox.faults({ script: [{ fault: 'stall', times: 1 }] });
		const outdated = trigger.poll();
		while (engine.sandbox.requests().at(-1)?.durationMs !== null) await new Promise(setImmediate);
		engine.sandbox.faults({});
		trigger.change({});
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(await outdated).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	it('gives way also to a poll with a context of its own, as the durable scheduler begins it after it has given up one that took too long', async () => {
		const trigger = watching(subscriberEvents, {}, { hasContextPerPoll: true });
		await trigger.poll();
		await create('new@example.com');
		const [given, news] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(given).toBeNull();
		expect(reported(news)).toEqual([['subscriberAdded', 'new@example.com']]);
	});
});

describe('what n8n keeps', () => {
	it('outlives a restart: what happened meanwhile is told', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('new@example.com');
		trigger.restart();
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		trigger.restart();
		expect(await trigger.poll()).toBeNull();
	});

	it.each<[string, object]>([
		['fewer events', { events: ['subscriberAdded', 'subscriberUpdated'] }],
		['the events in another order', { events: [...subscriberEvents].reverse() }],
		['one event as a string, from an expression', { events: 'subscriberAdded' }],
		['the events, and more', { events: [...subscriberEvents, 'campaignCreated'] }],
		['other parameters', { requestOptions: { maxRetries: 1 } }],
	])('outlives publishing again with %s', async (_, changed) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('new@example.com');
		trigger.change(changed as INodeParameters);
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	it('is the same for the events in any order: it is not written again', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const { database } = trigger;
		trigger.change({ events: [...subscriberEvents].reverse() });
		expect(await trigger.poll()).toBeNull();
		expect(trigger.database).toEqual(database);
	});

	it('is nothing yet of an event that was not chosen at the poll before: it comes from the next one on', async () => {
		const trigger = watching(['subscriberAdded']);
		const [one, two] = list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
		await trigger.poll();
		await create('new@example.com');
		await toggle(defined(one).uuid);
		await call('POST', 'campaigns', { name: 'Autumn' });
		trigger.change({ events: ['campaignCreated', 'subscriberUnsubscribed', 'subscriberAdded'] });
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		await toggle(defined(two).uuid);
		await call('POST', 'campaigns', { name: 'Winter' });
		expect(reported(await trigger.poll())).toEqual([
			['subscriberUnsubscribed', defined(two).email],
			['campaignCreated', 'Winter'],
		]);
	});

	it('is nothing of an event that was chosen once, but not at the poll before', async () => {
		const trigger = watching(['subscriberAdded', 'subscriberUnsubscribed']);
		await trigger.poll();
		trigger.change({ events: ['subscriberAdded'] });
		expect(await trigger.poll()).toBeNull();
		await toggle(somebody().uuid);
		trigger.change({ events: ['subscriberAdded', 'subscriberUnsubscribed'] });
		expect(await trigger.poll()).toBeNull();
		await toggle(somebody().uuid);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('begins anew with another contact list, and not for campaigns', async () => {
		const trigger = watching([...subscriberEvents, 'campaignCreated']);
		const other = defined(engine.sandbox.state.contactLists[1]);
		await trigger.poll();
		await create('new@example.com');
		await call('POST', 'campaigns', { name: 'Autumn' });
		trigger.change({ contactList: byId(other.uuid) });
		expect(reported(await trigger.poll())).toEqual([['campaignCreated', 'Autumn']]);
		await call('POST', `contact-lists/${other.uuid}/subscriber`, { email: 'other@example.com' });
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'other@example.com']]);
	});

	it('outlives it when subscribers are no longer watched, or are again', async () => {
		const trigger = watching(['subscriberAdded', 'campaignCreated']);
		await trigger.poll();
		await call('POST', 'campaigns', { name: 'Autumn' });
		trigger.change({ events: ['campaignCreated'] });
		expect(reported(await trigger.poll())).toEqual([['campaignCreated', 'Autumn']]);
		await create('new@example.com');
		await call('POST', 'campaigns', { name: 'Winter' });
		trigger.change({ events: ['subscriberAdded', 'campaignCreated'] });
		expect(reported(await trigger.poll())).toEqual([['campaignCreated', 'Winter']]);
	});

	it('begins anew with the credential of another service: nothing there is new', async () => {
		const trigger = watching([...subscriberEvents, 'campaignCreated', 'campaignSent']);
		await trigger.poll();
		const { campaigns } = engine.sandbox.state;
		for (const campaign of campaigns) campaign.uuid = campaign.uuid.replace(/^./, (sign) => (sign === '0' ? '1' : '0'));
		trigger.change({}, { ...engine.credential, baseUrl: engine.sandbox.url.replace('127.0.0.1', 'localhost') });
		expect(await trigger.poll()).toBeNull();
		await create('new@example.com');
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
	});

	it.each([
		['is cut off', (text: string) => text.slice(0, 60)],
		['is of version 1', () => JSON.stringify({ version: 1, watches: 'x', subscribers: { people: 'ABCDEFGHI' } })],
		['is no text', () => ({ subscribers: {} })],
	])("begins anew where it %s, and n8n's log says so once", async (_, spoilt) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const [node] = Object.values(trigger.staticData) as Array<{ state: unknown }>;
		defined(node).state = spoilt(String(defined(node).state));
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([expect.stringContaining('The trigger starts over')]);
		await create('new@example.com');
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(trigger.log).toHaveLength(1);
	});

	it('is not touched where a newer version of this node has written it', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const [node] = Object.values(trigger.staticData) as Array<{ state: string }>;
		const newer = JSON.stringify({ version: 3, watches: 'x' });
		defined(node).state = newer;
		expect(await failureOf(trigger.poll())).toContain(
			"This trigger's state was written by a newer version of the node",
		);
		expect(defined(node).state).toBe(newer);
	});

	it.each<[string, string[], string, string | undefined, string | null]>([
		['who left, not Resubscribed when they come back', ['subscriberResubscribed'], 'leaves', 'comes back', null],
		[
			'who left, but Updated when they come back',
			['subscriberResubscribed', 'subscriberUpdated'],
			'leaves',
			'comes back',
			'subscriberUpdated',
		],
		['who came back, not Unsubscribed when they leave', ['subscriberUnsubscribed'], 'comes back', 'leaves', null],
		['who left and came back, as Updated', ['subscriberUpdated'], 'leaves, comes back', undefined, 'subscriberUpdated'],
		['who left, not Updated when they are changed', ['subscriberUpdated'], 'leaves', 'is changed', null],
	])(
		'does not have what polls without items saw before a restart: it tells of %s',
		async (_, events, before, afterwards, expected) => {
			const trigger = watching(events);
			const person = before.startsWith('leaves') ? somebody() : somebodyGone();
			const live = async (what: string): Promise<void> =>
				what === 'is changed' ? await update(person.uuid, { first_name: 'Other' }) : await toggle(person.uuid);
			await trigger.poll();
			for (const what of before.split(', ')) {
				await live(what);
				expect(await trigger.poll()).toBeNull();
			}
			trigger.restart();
			if (afterwards !== undefined) await live(afterwards);
			expect(reported(await trigger.poll())).toEqual(expected === null ? null : [[expected, person.email]]);
		},
	);

	it('is written only when it changes', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		await trigger.poll();
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});
});

describe('parameters that cannot be used', () => {
	it.each<[string, object, string]>([
		['no event', { events: [] }, "'Events' is empty"],
		['no event, from an expression', { events: '' }, "'Events' is empty"],
		[
			'an event that there is not',
			{ events: ['subscriberAdded', 'opened'] },
			'\'Events\' cannot be "opened" | Each value must be one of these: campaignCreated',
		],
		[
			'no contact list',
			{ contactList: byId('') },
			"'Contact List' is empty | Choose one from the list or enter its ID in 'Contact List'.",
		],
		['retries that are no number', { requestOptions: { maxRetries: 'many' } }, "'Max Retries'"],
	])('are named: %s', async (_, more, message) => {
		const failure = await failureOf(watching(['subscriberAdded'], more).poll());
		expect(failure).toContain(message);
		expect(failure).not.toMatch(/\bitem\b/);
	});
});
