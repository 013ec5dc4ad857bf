import type { INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { defined } from '../defined';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId, useEngine } from '../engine/support';
import { until } from '../engine/until';

/** The trigger in n8n's hands: polls, tests in the editor, restarts. The models in test/reliability test the same with random histories. */

const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
const campaignEvents = ['campaignCreated', 'campaignSent'];

const engine = useEngine();
const subscribed = (place = 0) =>
	defined(engine.list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null)[place]);

const unsubscribed = () => defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));

function watching(events: string[], more = {}, how = {}): PolledTrigger {
	return triggerWith({ events, contactList: byId(engine.list().uuid), ...more }, engine.credential, how);
}

async function call(method: string, path: string, body?: object): Promise<void> {
	const response = await fetch(`${engine.sandbox.url}/v1/${path}`, {
		method,
		headers: { authorization: `Bearer ${engine.sandbox.token}`, 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	expect(response.ok).toBe(true);
}

const subscribers = () => `contact-lists/${engine.list().uuid}/subscriber`;
const create = async (email = 'new@example.com'): Promise<void> => await call('POST', subscribers(), { email });
const rename = async (uuid: string): Promise<void> =>
	await call('PUT', `${subscribers()}/${uuid}`, { first_name: 'Other' });
const toggle = async (uuid: string): Promise<void> => await call('PUT', `${subscribers()}/${uuid}/toggle`);
const failNext = (times = 1): void => engine.sandbox.faults({ script: [{ fault: '500', times }] });
const added = [['subscriberAdded', 'new@example.com']];
const failure500 = 'The service could not handle the request (status 500)';
const noRetries = { requestOptions: { maxRetries: 0 } };

const reported = (output: Awaited<ReturnType<PolledTrigger['poll']>>): unknown =>
	output?.map(({ event, email, name }) => [event, email ?? name]) ?? null;

async function expectReason(work: Promise<unknown>, ...mentions: string[]): Promise<void> {
	const failure = await failureOf(work);
	for (const mention of mentions) expect(failure).toContain(mention);
	expect(failure).not.toMatch(/\bitem\b|Return All|undefined/);
	expect(failure).not.toContain(engine.sandbox.token);
}

describe('what happens to subscribers and campaigns', () => {
	const people = 'contact_list email first_name last_name is_subscribed tags created_at unsubscribed_at uuid';
	const campaigns = 'name is_sent sent opens clicks unsubs bounces contact_list created_at uuid';

	it.each([
		['all', { simplify: false }],
		['the most useful ones', {}],
	])('is reported with its fields after the event: %s', async (_, parameters) => {
		const trigger = watching(['subscriberAdded', 'campaignCreated'], parameters);
		const isWhole = 'simplify' in parameters;
		await trigger.poll();
		await create();
		await call('POST', 'campaigns', { name: 'Autumn' });
		for (const [subscriber = {}, campaign = {}] of [(await trigger.poll()) ?? [], await trigger.test()]) {
			const [names, others] = [Object.keys(subscriber), Object.keys(campaign)];
			if (!isWhole) expect([names.join(' '), others.join(' ')]).toEqual([`event ${people}`, `event ${campaigns}`]);
			expect([names[0], others[0]]).toEqual(['event', 'event']);
			expect([names.includes('customerable_type'), others.includes('domain')]).toEqual([isWhole, isWhole]);
		}
	});

	it('is reported once, each by its own event, from the second poll on', async () => {
		const trigger = watching([...subscriberEvents, ...campaignEvents]);
		const [changed, left, back] = [subscribed(), subscribed(1), unsubscribed()];
		const draft = defined(engine.sandbox.state.campaigns.find(({ status }) => status === 'draft'));
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		await create();
		await rename(changed.uuid);
		await toggle(left.uuid);
		await toggle(back.uuid);
		await call('POST', 'campaigns', { name: 'Autumn' });
		draft.status = 'sending';
		const items = await trigger.poll();
		expect(reported(items)).toEqual([
			...added,
			['subscriberUpdated', changed.email],
			['subscriberUnsubscribed', left.email],
			['subscriberResubscribed', back.email],
			['campaignSent', draft.name],
			['campaignCreated', 'Autumn'],
		]);
		draft.status = 'sent';
		expect(await trigger.poll()).toBeNull();
	});

	it('is reported for the chosen events only, and no list is read for others', async () => {
		const trigger = watching(['subscriberUnsubscribed']);
		await trigger.poll();
		await create();
		expect(await trigger.poll()).toBeNull();
		await toggle(subscribed().uuid);
		expect(await trigger.poll()).toHaveLength(1);
		expect(engine.sandbox.requests().map(({ operationId }) => operationId)).not.toContain('campaign.getAll');
		engine.sandbox.reset();
		await watching(['campaignSent']).poll();
		expect(engine.sandbox.requests().map(({ operationId }) => operationId)).toEqual(['campaign.getAll']);
	});
});

describe('a poll that fails', () => {
	it('says that the list was deleted, and keeps what it knows', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		engine.sandbox.state.contactLists.shift();
		await expectReason(trigger.poll(), 'GET /v1/contact-lists/', "'Contact List'", "'Endpoint Paths'");
		await expectReason(trigger.test(), "'Contact List'");
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it.each(['restart', 'takeOver'] as const)(
		'while n8n starts or takes over is noted in the log, and the next one continues (%s)',
		async (begin) => {
			const trigger = watching(subscriberEvents, noRetries);
			await trigger.poll();
			trigger[begin]();
			await create();
			failNext();
			expect(await trigger.poll()).toBeNull();
			expect(trigger.log).toEqual([expect.stringContaining(failure500)]);
			expect(trigger.log.join()).not.toContain(engine.sandbox.token);
			expect(reported(await trigger.poll())).toEqual(added);
			failNext();
			await expectReason(trigger.poll(), failure500);
		},
	);

	it.each<[string, number, (trigger: PolledTrigger) => void, object]>([
		['the workflow is activated for the first time', 0, () => undefined, {}],
		['n8n starts and nothing is saved yet', 0, (trigger) => trigger.restart(), {}],
		['the workflow is published again', 1, (trigger) => trigger.change({}), {}],
		['each poll has a context of its own', 1, () => undefined, { hasContextPerPoll: true }],
	])('is reported where %s', async (_, polls, prepare, how) => {
		const trigger = watching(subscriberEvents, noRetries, how);
		if (polls > 0) await trigger.poll();
		prepare(trigger);
		failNext();
		await expectReason(trigger.poll(), failure500);
		expect(trigger.log).toEqual([]);
	});

	it.each<[string, (trigger: PolledTrigger) => void, string]>([
		['a parameter', (trigger) => trigger.change({ events: [] }), "'Events' is empty"],
		['the credential', (trigger) => trigger.change({}, { ...engine.credential, baseUrl: '' }), "'Base URL' is empty"],
	])('because of %s is reported when n8n starts, too', async (_, spoil, message) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		spoil(trigger);
		trigger.restart();
		await expectReason(trigger.poll(), message);
		expect(trigger.log).toEqual([]);
	});
});

describe('polls at the same time', () => {
	it.each<[string, object, unknown[]]>([
		['do not overlap', {}, [added, null]],
		["of n8n's durable scheduler: the newer one counts", { hasContextPerPoll: true }, [null, added]],
	])('%s', async (_, how, outputs) => {
		const trigger = watching(subscriberEvents, {}, how);
		await trigger.poll();
		await create();
		expect((await Promise.all([trigger.poll(), trigger.poll()])).map(reported)).toEqual(outputs);
	});

	it('of which one was under way when the workflow was published again: that one outputs and saves nothing, even when it fails', async () => {
		const trigger = watching(subscriberEvents, noRetries);
		await trigger.poll();
		await create();
		engine.sandbox.faults({ script: [{ fault: '500' }], latencyMs: 200 });
		const outdated = trigger.poll();
		const kept = trigger.staticData;
		const before = JSON.stringify(kept);
		await until(() => engine.sandbox.requests().at(-1)?.durationMs === null);
		engine.sandbox.faults({});
		trigger.change({});
		expect(reported(await trigger.poll())).toEqual(added);
		expect(await outdated).toBeNull();
		expect(JSON.stringify(kept)).toBe(before);
		expect(trigger.log).toEqual([]);
	});

	it('do not overlap either after one was outdated, which reads nothing more', async () => {
		const trigger = watching(['subscriberAdded', 'campaignCreated']);
		await trigger.poll();
		await create();
		const before = engine.sandbox.requests().length;
		engine.sandbox.faults({ latencyMs: 200 });
		const outdated = trigger.poll();
		await until(() => engine.sandbox.requests().length > before);
		trigger.change({});
		const current = trigger.poll();
		expect(await outdated).toBeNull();
		expect(await trigger.poll()).toBeNull();
		expect(reported(await current)).toEqual(added);
		const read = engine.sandbox.requests().slice(before);
		expect(read.filter(({ operationId }) => operationId === 'campaign.getAll')).toHaveLength(1);
	});

	it('of two workflows all count', async () => {
		const triggers = [watching(['subscriberAdded']), watching(['subscriberAdded'])];
		for (const trigger of triggers) await trigger.poll();
		await create();
		expect((await Promise.all(triggers.map((trigger) => trigger.poll()))).map(reported)).toEqual([added, added]);
	});
});

describe('the saved state', () => {
	it.each<[string, INodeParameters]>([
		['fewer events', { events: ['subscriberAdded', 'subscriberUpdated'] }],
		['one event as a string, from an expression', { events: 'subscriberAdded' }],
		['more events', { events: [...subscriberEvents, 'campaignCreated'] }],
		['other parameters', { requestOptions: { maxRetries: 1 } }],
	])('outlives publishing again with %s', async (_, changed) => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		await create();
		trigger.change(changed);
		expect(reported(await trigger.poll())).toEqual(added);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	it('has nothing of an event that is chosen later: it is reported from the second poll on', async () => {
		const trigger = watching(['subscriberAdded']);
		const [one, two] = [subscribed(), subscribed(1)];
		await trigger.poll();
		await create();
		await toggle(one.uuid);
		await call('POST', 'campaigns', { name: 'Autumn' });
		trigger.change({ events: ['campaignCreated', 'subscriberUnsubscribed', 'subscriberAdded'] });
		expect(reported(await trigger.poll())).toEqual(added);
		await toggle(two.uuid);
		await call('POST', 'campaigns', { name: 'Winter' });
		expect(reported(await trigger.poll())).toEqual([
			['subscriberUnsubscribed', two.email],
			['campaignCreated', 'Winter'],
		]);
	});

	it('starts over with another contact list, but not for campaigns', async () => {
		const trigger = watching([...subscriberEvents, 'campaignCreated']);
		const other = defined(engine.sandbox.state.contactLists[1]);
		await trigger.poll();
		await create();
		await call('POST', 'campaigns', { name: 'Autumn' });
		trigger.change({ contactList: byId(other.uuid) });
		expect(reported(await trigger.poll())).toEqual([['campaignCreated', 'Autumn']]);
		await call('POST', `contact-lists/${other.uuid}/subscriber`, { email: 'other@example.com' });
		expect(reported(await trigger.poll())).toEqual([['subscriberAdded', 'other@example.com']]);
	});

	it('starts over with another Base URL', async () => {
		const trigger = watching([...subscriberEvents, ...campaignEvents]);
		await trigger.poll();
		for (const campaign of engine.sandbox.state.campaigns) campaign.uuid = campaign.uuid.replace(/^./, 'f');
		trigger.change({}, { ...engine.credential, baseUrl: engine.sandbox.url.replace('127.0.0.1', 'localhost') });
		expect(await trigger.poll()).toBeNull();
		await create();
		expect(reported(await trigger.poll())).toEqual(added);
	});

	it("starts over where it cannot be read, and n8n's log says so once", async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		const [node] = Object.values(trigger.staticData) as Array<{ state: string }>;
		defined(node).state = defined(node).state.slice(0, 60);
		expect(await trigger.poll()).toBeNull();
		await create();
		expect(reported(await trigger.poll())).toEqual(added);
		expect(trigger.log).toEqual([expect.stringContaining('The trigger starts over')]);
	});

	it('of another version starts over, with a line in the log', async () => {
		const trigger = watching(subscriberEvents);
		await trigger.poll();
		Object.assign(trigger.staticData, { 'node:Email Marketing Trigger': { state: '{"version":3}' } });
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([expect.stringContaining('The trigger starts over')]);
	});
});

describe('parameters that cannot be used', () => {
	it.each<[string, object, string[]]>([
		['no event', { events: [] }, ["'Events' is empty"]],
		['no event, from an expression', { events: '' }, ["'Events' is empty"]],
		['an unknown event', { events: ['subscriberAdded', 'opened'] }, ["'Events'", '"opened"', 'campaignCreated']],
		['no contact list', { contactList: byId('') }, ["'Contact List' is empty"]],
		["a 'Simplify' that is neither on nor off", { simplify: '={{ "no" }}' }, ["'Simplify'", 'true, false']],
		['retries that are no number', { requestOptions: { maxRetries: 'many' } }, ["'Max Retries'"]],
	])('are named: %s', async (_, more, mentions) => {
		await expectReason(watching(['subscriberAdded'], more).poll(), ...mentions);
	});
});

describe('a service with lists of its own', () => {
	type Answer = [body: unknown, status?: number];
	let served: Served;
	let answer: (page: number, url: string) => Answer;
	beforeAll(
		async () =>
			(served = await serve(({ url = '' }, response) =>
				json(response, ...answer(Number(new URL(url, 'http://x').searchParams.get('page') ?? 1), url)),
			)),
	);
	beforeEach(() => void served.requests.splice(0));
	afterAll(async () => await served.close());

	const against = (events = subscriberEvents): PolledTrigger =>
		triggerWith({ events, contactList: byId('l') }, { baseUrl: served.url, accessToken: 'token' });
	const ago = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
	const person = (uuid: string, days: number) => {
		const [created_at, updated_at] = [ago(days), ago(days)];
		return { uuid, created_at, updated_at, is_subscribed: true, unsubscribed_at: null };
	};
	const people = Array.from({ length: 100 }, (_, index) => person(`p${index}`, 100 + index));
	const fresh = [...people, person('n', 0)];
	const whole = (data: unknown[], total = data.length): (() => Answer) => {
		return () => [{ data, meta: { current_page: 1, last_page: 1, total } }];
	};
	const uuids = (items: Awaited<ReturnType<PolledTrigger['poll']>>): unknown =>
		items?.map(({ event, uuid }) => `${textOf(event)} ${textOf(uuid)}`) ?? null;

	it.each<[string, (data: unknown[]) => () => Answer]>([
		['its total is 5 % higher', (data) => whole(data, Math.floor(data.length / 0.95))],
		['its total is twice as high, and two readings show the same', (data) => whole(data, data.length * 2)],
		['there may be more pages', (data) => () => [{ data, has_more_of: 'x' }]],
	])('is watched with a warning in the log at each poll where %s', async (_, shown) => {
		const trigger = against();
		answer = shown(people);
		expect(await trigger.poll()).toBeNull();
		answer = shown(fresh);
		expect(uuids(await trigger.poll())).toEqual(['subscriberAdded n']);
		expect(trigger.log).toEqual([1, 2].map(() => expect.stringContaining('may be missing')));
	});

	it.each<[string, string, object]>([
		['created_at', 'subscriberAdded', { created_at: '03/01/2026 10:20' }],
		['created_at', 'subscriberAdded', { created_at: null }],
		['updated_at', 'subscriberUpdated', { updated_at: undefined }],
		['updated_at', 'subscriberAdded and subscriberUpdated', { updated_at: undefined }],
		['is_subscribed', 'subscriberUnsubscribed', { is_subscribed: 'yes', unsubscribed_at: undefined }],
		['is_subscribed', 'subscriberResubscribed', { is_subscribed: undefined, unsubscribed_at: undefined }],
		['unsubscribed_at', 'subscriberUnsubscribed', { updated_at: 'today', unsubscribed_at: 'today' }],
		['uuid', 'subscriberUpdated', { uuid: null }],
		['is_sent', 'campaignSent', { is_sent: 'no' }],
		['uuid', 'campaignCreated', { uuid: undefined }],
	])('is watched with one line in the log where no entry has a readable %s for %s', async (field, events, lacking) => {
		const trigger = against(events.split(' and '));
		answer = whole(fresh.map((one) => ({ ...one, ...lacking })));
		for (let poll = 0; poll < 3; poll += 1) await trigger.poll();
		expect(trigger.log).toEqual([expect.stringMatching(new RegExp(`readable [a-z_ ]*\\b${field}\\b`))]);
	});

	it.each<[string, string, unknown[]]>([
		['one entry has what the others lack', 'subscriberAdded', [person('a', 2), { uuid: 'b', created_at: 'never' }]],
		['the times are Unix seconds', 'subscriberAdded', [{ ...person('a', 2), created_at: 1_767_225_600 }]],
		['no chosen event rests on what is missing', 'subscriberAdded', [{ uuid: 'a', created_at: ago(2) }]],
		['nobody has left, by a time alone', 'subscriberResubscribed', [{ uuid: 'a', unsubscribed_at: null }]],
		['it is empty', 'subscriberAdded', []],
		['campaigns say only whether they are sent', 'campaignSent', [{ uuid: 'c', is_sent: false }]],
		['campaigns say only that they are being sent', 'campaignSent', [{ uuid: 'c', is_sending: 0 }]],
		['campaigns come without times', 'campaignCreated', [{ id: 3 }]],
	])('is watched without a line in the log where %s (%s)', async (_, event, data) => {
		const trigger = against([event]);
		answer = whole(data);
		await trigger.poll();
		expect(trigger.log).toEqual([]);
	});

	it.each<[string, unknown[], unknown[], number]>([
		['some of it is missing in two readings that differ', people.slice(0, 90), people.slice(10), 100],
		['all of it is missing', [], [], 100],
		['some of it is missing, and then all of it', people, [], 106],
	])('is refused where %s below 95 %%, and nothing changes', async (_, first, second, total) => {
		const trigger = against();
		let readings = 0;
		const short = () => whole((readings += 1) % 2 === 1 ? first : second, total)();
		answer = short;
		await expectReason(trigger.poll(), 'The list is incomplete', `${total} entries`, String(first.length));
		answer = whole(people);
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		answer = short;
		await expectReason(trigger.poll(), 'The list is incomplete');
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		answer = whole(fresh);
		expect(uuids(await trigger.poll())).toEqual(['subscriberAdded n']);
	});

	const withoutPage2 = (page: number): Answer =>
		page === 1 ? [{ data: people, meta: { last_page: 2 } }] : [{ message: 'No page' }, 404];

	it.each<[string, (page: number) => Answer, string]>([
		['is none', () => [{ message: 'Fine' }], 'contains no list'],
		['lacks a later page', withoutPage2, 'GET /v1/contact-lists/l/subscriber'],
		['repeats a page', () => [{ data: people, meta: { last_page: 9 } }], 'repeat or never end'],
	])('is refused with a message that fits a trigger where the list %s', async (_, pages, words) => {
		answer = pages;
		await expectReason(against().poll(), words);
	});

	it('saves nothing of a long list that is still compared when the workflow is published again', async () => {
		const many = Array.from({ length: 1000 }, (_, index) => person(`p${index}`, 100));
		answer = whole(many);
		const trigger = against();
		await trigger.poll();
		const began = Date.now();
		let ticks = 0;
		// So that it pauses after each ten.
		const spy = jest.spyOn(Date, 'now').mockImplementation(() => began + (ticks += 20));
		answer = whole([...many, person('n', 0)]);
		const outdated = trigger.poll();
		const kept = trigger.staticData;
		const before = JSON.stringify(kept);
		// Reading asks for the time twice in each ten, and so does comparing.
		await until(() => ticks >= 20 * 300);
		trigger.change({});
		const [old, news] = await Promise.all([outdated, trigger.poll()]);
		spy.mockRestore();
		expect(old).toBeNull();
		expect(JSON.stringify(kept)).toBe(before);
		expect(uuids(news)).toEqual(['subscriberAdded n']);
	});

	const draft = { uuid: 'd', name: 'Draft', is_sending: false, is_sent: false };
	const here = { uuid: 'p', is_subscribed: true };
	const gone = { uuid: 'q', is_subscribed: false };

	it.each<[string, string[], unknown[], string[]]>([
		['a campaign that was sent', ['campaignSent'], [draft, { ...draft, uuid: 's', is_sent: true }], ['s']],
		['any campaign, where none was sent', ['campaignSent'], [draft, { ...draft, uuid: 's' }], ['d']],
		['an unsubscribed subscriber', ['subscriberUnsubscribed'], [here, gone], ['q']],
		['a subscribed one', ['subscriberResubscribed'], [gone, here], ['p']],
		['any subscriber, where none is unsubscribed', ['subscriberUnsubscribed'], [here], ['p']],
		['the first', ['subscriberUpdated'], [gone, here], ['q']],
		['one for an event that is given twice', ['subscriberAdded', 'subscriberAdded'], [here], ['p']],
		['an entry that is a subscriber', ['subscriberAdded'], [null, 'text', here], ['p']],
	])('shows %s in a test, of the first page', async (_, events, data, shown) => {
		answer = () => [{ data, meta: { current_page: 1, last_page: 9, total: 9 } }];
		expect((await against(events).test()).map(({ uuid }) => uuid)).toEqual(shown);
		expect(served.requests).toHaveLength(1);
	});

	it('shows what it has in a test where one of two lists is empty', async () => {
		answer = (_, url) => [{ data: url.includes('campaigns') ? [] : [here] }];
		expect(await against(['subscriberUpdated', 'campaignCreated']).test()).toHaveLength(1);
	});

	it.each<[string, Answer, string[]]>([
		['there is nothing', [{ data: [] }], ['There is no entry to test with yet', 'Create one and test again']],
		['there is no list', [{ message: 'Fine' }], ['contains no list']],
	])('says so in a test where %s', async (_, body, mentions) => {
		answer = () => body;
		await expectReason(against(['subscriberAdded']).test(), ...mentions);
	});
});

it.each([
	[{ cachedResultName: 'Newsletter' }, 'Newsletter'],
	[{}, undefined],
])(
	'an event of a subscriber has the name of a contact list that was chosen from the dropdown, else its ID',
	async (more, name) => {
		const contactList = { ...byId(engine.list().uuid), ...more };
		const [event] = await watching(['subscriberAdded'], { contactList }).test();
		expect(event?.contact_list).toBe(name ?? engine.list().uuid);
	},
);

describe('a test in the editor', () => {
	it('outputs an entry of each chosen event, and saves nothing', async () => {
		const trigger = watching([...subscriberEvents, ...campaignEvents]);
		const items = await trigger.test();
		expect(items.map(({ event }) => event)).toEqual([...subscriberEvents, ...campaignEvents]);
		expect(trigger.staticData).toEqual({});
		expect(trigger.database).toEqual({});
	});

	it('says of an entry that fits no event that it is only an example', async () => {
		for (const person of engine.list().subscribers) Object.assign(person, { unsubscribedAt: null });
		const [left, added] = await watching(['subscriberUnsubscribed', 'subscriberAdded']).test();
		expect([left?.note, added?.note]).toEqual([expect.stringContaining('Only an example'), undefined]);
	});

	it.each(['test', 'poll'] as const)("follows 'Request Options', as a poll does (%s)", async (how) => {
		failNext(10);
		await failureOf(watching(['subscriberAdded'], noRetries)[how]());
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});
