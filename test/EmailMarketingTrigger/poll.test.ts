import type { Sandbox } from '../../sandbox';
import { defined } from '../defined';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { byId, useEngine } from '../engine/support';

const engine = useEngine();
const list = () => defined(engine.sandbox.state.contactLists[0]);
const somebody = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const somebodyGone = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];

function watching(events: string[], more = {}): PolledTrigger {
	return triggerWith({ events, contactList: byId(list().uuid), simplify: true, options: {}, ...more }, engine.credential);
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
const told = (output: Awaited<ReturnType<PolledTrigger['poll']>>): unknown => output?.map(({ event, email, name }) => [event, email ?? name]) ?? null;

describe('what happens to subscribers', () => {
	it('begins now: what is there when the workflow is activated starts nothing', async () => {
		const trigger = watching(subscriberEvents);
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('is told once, each in its kind', async () => {
		const trigger = watching(subscriberEvents);
		const [changed, left, back] = [somebody(), defined(list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[1]), somebodyGone()];
		await trigger.poll();
		await create('new@example.com');
		await update(changed.uuid, { first_name: 'Other' });
		await toggle(left.uuid);
		await toggle(back.uuid);
		expect(told(await trigger.poll())).toEqual([
			['subscriberAdded', 'new@example.com'],
			['subscriberUpdated', changed.email],
			['subscriberUnsubscribed', left.email],
			['subscriberResubscribed', back.email],
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('is told of the chosen events alone', async () => {
		const trigger = watching(['subscriberUnsubscribed']);
		await trigger.poll();
		await create('new@example.com');
		expect(await trigger.poll()).toBeNull();
		await toggle(somebody().uuid);
		expect(await trigger.poll()).toHaveLength(1);
	});

	it('is told of who came and left between two polls, as both', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('short@example.com');
		await toggle(defined(list().withEmail('short@example.com')).uuid);
		expect(told(await trigger.poll())).toEqual([['subscriberAdded', 'short@example.com'], ['subscriberUnsubscribed', 'short@example.com']]);
	});

	it("is, with 'Start From' set to what is there already, all that is there", async () => {
		const trigger = watching(['subscriberAdded'], { options: { startFrom: 'existing' } });
		expect(await trigger.poll()).toHaveLength(list().subscribers.length);
		expect(await trigger.poll()).toBeNull();
	});

	it("is given whole where 'Simplify' is off", async () => {
		const trigger = watching(['subscriberAdded'], { simplify: false });
		await trigger.poll();
		await create('new@example.com');
		expect((await trigger.poll())?.[0]).toMatchObject({ event: 'subscriberAdded', email: 'new@example.com', customerable_type: expect.any(String) });
	});

	it('is told of somebody with the same time as another, whenever they come', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('one@example.com');
		expect(await trigger.poll()).toHaveLength(1);
		await create('two@example.com');
		const two = defined(list().withEmail('two@example.com'));
		two.createdAt = two.updatedAt = defined(list().withEmail('one@example.com')).createdAt;
		expect(told(await trigger.poll())).toEqual([['subscriberAdded', 'two@example.com']]);
	});
});

describe('what happens while a list is read', () => {
	it('is told once, also of who moved to a page that was read already', async () => {
		while (list().subscribers.length > 25) list().remove(defined(list().subscribers[0]));
		const trigger = watching(subscriberEvents, { options: { maxParallelRequests: 1 } });
		await create('last@example.com');
		await trigger.poll();
		const first = defined(list().subscribers[0]);
		const meanwhile = async (): Promise<void> => {
			const from = engine.sandbox.requests().length;
			while (engine.sandbox.requests().slice(from).every(({ durationMs }) => durationMs === null)) await new Promise(setImmediate);
			list().remove(first);
			list().add({ ...first, uuid: '11111111-0000-4000-8000-000000000000', email: 'new@example.com', createdAt: Date.now(), updatedAt: Date.now(), unsubscribedAt: null });
		};
		const output = trigger.poll();
		await meanwhile();
		expect(told(await output)).toEqual([['subscriberAdded', 'new@example.com']]);
		expect(await trigger.poll()).toBeNull();
	});
});

describe('what happens to campaigns', () => {
	it('is told once: one that is new, and one whose sending has begun', async () => {
		const trigger = watching(['campaignCreated', 'campaignSent']);
		await trigger.poll();
		const draft = defined(engine.sandbox.state.campaigns.find(({ status }) => status === 'draft'));
		draft.status = 'sending';
		await call('POST', 'campaigns', { name: 'Autumn' });
		expect(told(await trigger.poll())).toEqual(expect.arrayContaining([['campaignSent', draft.name], ['campaignCreated', 'Autumn']]));
		draft.status = 'sent';
		expect(await trigger.poll()).toBeNull();
	});

	it('is told of one that was deleted and another that was created in between', async () => {
		const trigger = watching(['campaignCreated']);
		await trigger.poll();
		await call('DELETE', `campaigns/${defined(engine.sandbox.state.campaigns[0]).uuid}`);
		await call('POST', 'campaigns', { name: 'Another' });
		expect(told(await trigger.poll())).toEqual([['campaignCreated', 'Another']]);
	});

	it('asks for no subscribers where only campaigns are watched', async () => {
		await watching(['campaignSent']).poll();
		expect(engine.sandbox.requests().map(({ operationId }) => operationId)).toEqual(expect.not.arrayContaining(['subscriber.getAll']));
	});
});

describe('a poll that fails', () => {
	it.each(['500', '401', '429', 'cut-off', 'cut-off-json', 'html', 'reset-after', 'empty'] as const)('gives nothing and moves nothing, and the next one catches up: %s', async (fault) => {
		const trigger = watching(subscriberEvents, { options: { maxRetries: 0 } });
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		await create('new@example.com');
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault, times: 60 }] });
		expect(await failureOf(trigger.poll())).not.toBe('It did not fail');
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		engine.sandbox.faults({});
		expect(told(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
	});

	it('says that the list is gone when it was deleted, and keeps what it knows', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		const lists = engine.sandbox.state.contactLists;
		const deleted = defined(lists.shift());
		expect(await failureOf(trigger.poll())).toContain('Nothing was found at GET /v1/contact-lists/');
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

	it('does not end the trigger for good when n8n starts: it says so in the log, and goes on', async () => {
		const trigger = watching(subscriberEvents, { options: { maxRetries: 0 } });
		await trigger.poll();
		trigger.restart();
		await create('new@example.com');
		engine.sandbox.faults({ script: [{ fault: '500', times: 1 }] });
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log.join()).toContain('The service could not handle the request (status 500)');
		expect(told(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
	});

	it('is told when the workflow is activated for the first time', async () => {
		engine.sandbox.faults({ script: [{ fault: '401', times: 1 }] });
		expect(await failureOf(watching(subscriberEvents).poll())).toContain('The service did not accept the access token');
	});

	it('does not overlap with the next', async () => {
		const trigger = watching(['subscriberAdded'], { options: { startFrom: 'existing' } });
		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(first).toHaveLength(list().subscribers.length);
		expect(second).toBeNull();
	});
});

describe('what n8n keeps', () => {
	it('outlives a restart: what happened meanwhile is told', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('new@example.com');
		trigger.restart();
		expect(told(await trigger.poll())).toEqual([['subscriberAdded', 'new@example.com']]);
		trigger.restart();
		expect(await trigger.poll()).toBeNull();
	});

	it.each([
		['other events', { events: ['subscriberAdded', 'subscriberUpdated'] }],
		['another contact list', () => ({ contactList: byId(defined(engine.sandbox.state.contactLists[1]).uuid) })],
	])('begins anew with %s', async (_, changed) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create('new@example.com');
		trigger.change(typeof changed === 'function' ? changed() : changed);
		expect(await trigger.poll()).toBeNull();
	});

	it('is not touched where a newer version of this node has written it', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const [node] = Object.values(trigger.staticData) as Array<{ state: string }>;
		const newer = JSON.stringify({ version: 2, watches: 'x' });
		defined(node).state = newer;
		expect(await failureOf(trigger.poll())).toContain('was kept by a newer version of this node');
		expect(defined(node).state).toBe(newer);
	});

	it('is written only when it changes', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		await trigger.poll();
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});
});

describe('a test in the editor', () => {
	it("gives a real sample of each chosen event, and keeps nothing", async () => {
		const trigger = watching([...subscriberEvents, 'campaignCreated', 'campaignSent']);
		const items = await trigger.test();
		expect(items.map(({ event }) => event)).toEqual([...subscriberEvents, 'campaignCreated', 'campaignSent']);
		expect(items.find(({ event }) => event === 'subscriberUnsubscribed')).toMatchObject({ is_subscribed: false });
		expect(items.find(({ event }) => event === 'campaignSent')).toMatchObject({ is_sent: true });
		expect(trigger.staticData).toEqual({});
	});

	it('says what to do where there is nothing to show', async () => {
		const empty = emptied(engine.sandbox);
		expect(await failureOf(watching(['subscriberAdded'], { contactList: byId(empty) }).test())).toContain('The contact list has no subscriber yet | Add one, or choose another list');
	});
});

describe('parameters that cannot be used', () => {
	it.each<[string, object, string]>([
		['no event', { events: [] }, "'Events' is empty"],
		['no contact list', { contactList: byId('') }, "'Contact List' is empty"],
		['an odd start', { options: { startFrom: 'yesterday' } }, "'Start From' cannot be"],
	])('are named: %s', async (_, more, message) => {
		expect(await failureOf(watching(['subscriberAdded'], more).poll())).toContain(message);
	});
});

function emptied({ state }: Sandbox): string {
	const last = defined(state.contactLists.at(-1));
	for (const subscriber of [...last.subscribers]) last.remove(subscriber);
	return last.uuid;
}
