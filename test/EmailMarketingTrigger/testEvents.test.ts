import type { Sandbox } from '../../sandbox';
import { defined } from '../defined';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId, useEngine } from '../engine/support';

const engine = useEngine();
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
const campaignEvents = ['campaignCreated', 'campaignSent'];

function watching(events: string[], list = defined(engine.sandbox.state.contactLists[0]).uuid): PolledTrigger {
	return triggerWith({ events, contactList: byId(list), options: {} }, engine.credential);
}

describe('a test in the editor', () => {
	it('gives a real sample of each chosen event, and keeps nothing', async () => {
		const trigger = watching([...subscriberEvents, ...campaignEvents]);
		const items = await trigger.test();
		expect(items.map(({ event }) => event)).toEqual([...subscriberEvents, ...campaignEvents]);
		expect(items.find(({ event }) => event === 'subscriberUnsubscribed')).toMatchObject({ is_subscribed: false });
		expect(items.find(({ event }) => event === 'campaignSent')).toMatchObject({ is_sent: true });
		expect(trigger.staticData).toEqual({});
	});

	it('says what to do where there is nothing to show', async () => {
		expect(await failureOf(watching(['subscriberAdded'], emptied(engine.sandbox)).test())).toContain(
			'No entry fits these events yet | Create one and test again',
		);
		engine.sandbox.state.campaigns.splice(0);
		expect(await failureOf(watching(['campaignSent']).test())).toContain(
			'No entry fits these events yet | Create one and test again',
		);
	});
});

describe('a test against a service that shows little', () => {
	const draft = { uuid: 'd', name: 'Draft', is_sending: false, is_sent: false };
	const person = { uuid: 'p', email: 'p@example.com', is_subscribed: true };
	let answer: unknown;
	let campaigns: unknown;
	let requests: string[] = [];
	let served: Served;
	beforeAll(
		async () =>
			void (served = await serve(({ url = '' }, response) => {
				requests.push(url);
				json(response, url.includes('campaigns') ? (campaigns ?? answer) : answer);
			})),
	);
	beforeEach(() => void ([campaigns, requests] = [undefined, []]));
	afterAll(async () => await served.close());

	const against = (events: string[], body: unknown): PolledTrigger => {
		answer = body;
		return triggerWith(
			{ events, contactList: byId('l'), options: {} },
			{ baseUrl: served.url, accessToken: 'token', endpointPaths: '{}' },
		);
	};

	it.each<[string, string, object[], string]>([
		['a campaign that was sent', 'campaignSent', [draft, { ...draft, uuid: 's', is_sent: true }], 's'],
		['a campaign whose is_sent is 1', 'campaignSent', [draft, { ...draft, uuid: 's', is_sent: 1 }], 's'],
		['any campaign, where none was sent', 'campaignSent', [draft, { ...draft, uuid: 's' }], 'd'],
		['who has left', 'subscriberUnsubscribed', [person, { ...person, uuid: 'q', is_subscribed: false }], 'q'],
		['who is subscribed', 'subscriberResubscribed', [{ ...person, uuid: 'q', is_subscribed: false }, person], 'p'],
		['anybody, where nobody has left', 'subscriberUnsubscribed', [person], 'p'],
		['the first', 'subscriberUpdated', [{ ...person, uuid: 'q', is_subscribed: false }, person], 'q'],
	])('shows %s', async (_, event, data, uuid) => {
		expect(await against([event], { data }).test()).toMatchObject([{ event, uuid }]);
	});

	it.each<[string, string[], unknown[]]>([
		['one for an event that an expression gives twice', ['subscriberAdded', 'subscriberAdded'], [person]],
		['an entry that is a subscriber', ['subscriberAdded'], [null, 'text', person]],
	])('shows %s', async (_, events, data) => {
		expect(await against(events, { data }).test()).toMatchObject([{ event: 'subscriberAdded', uuid: 'p' }]);
	});

	it('reads one page only', async () => {
		await against(['subscriberAdded'], { data: [person], meta: { current_page: 1, last_page: 9, total: 9 } }).test();
		expect(requests).toHaveLength(1);
	});

	it('shows what there is where one of two lists is empty', async () => {
		campaigns = { data: [] };
		expect(await against(['subscriberUpdated', 'campaignCreated'], { data: [person] }).test()).toHaveLength(1);
	});

	it('refuses what is no list', async () => {
		expect(await failureOf(against(['subscriberAdded'], { message: 'Fine' }).test())).toContain('contains no list');
	});

	it.each(['test', 'poll'] as const)("follows 'Request Options' in a %s", async (how) => {
		engine.sandbox.faults({ script: [{ fault: '500', times: 10 }] });
		const contactList = byId(defined(engine.sandbox.state.contactLists[0]).uuid);
		const trigger = triggerWith(
			{ events: ['subscriberAdded'], contactList, requestOptions: { maxRetries: 0 } },
			engine.credential,
		);
		await failureOf(trigger[how]());
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});

function emptied({ state }: Sandbox): string {
	const last = defined(state.contactLists.at(-1));
	for (const subscriber of [...last.subscribers]) last.remove(subscriber);
	return last.uuid;
}
