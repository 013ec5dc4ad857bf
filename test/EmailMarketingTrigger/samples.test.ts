import type { Sandbox } from '../../sandbox';
import { defined } from '../defined';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId, useEngine } from '../engine/support';

const engine = useEngine();
const subscriberEvents = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
const campaignEvents = ['campaignCreated', 'campaignSent'];

function watching(events: string[], list = defined(engine.sandbox.state.contactLists[0]).uuid): PolledTrigger {
	return triggerWith({ events, contactList: byId(list), simplify: true, options: {} }, engine.credential);
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
			'The contact list has no subscriber yet | Add one, or choose another list',
		);
		engine.sandbox.state.campaigns.splice(0);
		expect(await failureOf(watching(['campaignSent']).test())).toContain(
			'The account has no campaign yet | Create one, and test again',
		);
	});
});

describe('a test against a service of another kind', () => {
	const draft = { uuid: 'd', name: 'Draft', is_sending: false, is_sent: false };
	const person = {
		uuid: 'p',
		email: 'p@example.com',
		is_subscribed: true,
		created_at: '2026-01-31 10:20:30',
		updated_at: '2026-01-31 10:20:30',
	};
	let answer: unknown;
	/** Instead of the answer, where there is one. */
	let campaigns: unknown;
	let served: Served;
	beforeAll(
		async () =>
			void (served = await serve(({ url = '' }, response) =>
				json(response, url.includes('campaigns') ? (campaigns ?? answer) : answer),
			)),
	);
	afterEach(() => (campaigns = undefined));
	afterAll(async () => await served.close());

	const against = (events: string[], body: unknown): PolledTrigger => {
		answer = body;
		return triggerWith(
			{ events, contactList: byId('l'), simplify: true, options: {} },
			{ baseUrl: served.url, accessToken: 'token', endpointPaths: '{}' },
		);
	};

	it.each([true, 1, '1', 'true'])('knows a campaign that was sent by %j', async (isSent) => {
		expect(
			await against(['campaignSent'], { data: [draft, { ...draft, uuid: 's', is_sent: isSent }] }).test(),
		).toMatchObject([{ uuid: 's' }]);
	});

	it.each<[string, unknown, string]>([
		[
			'shows less than it has',
			{ data: [person], meta: { total: 5, current_page: 1, last_page: 1 } },
			'The list of subscribers came incomplete',
		],
		[
			'holds nobody who can be named',
			{ data: [{ email: 'a@example.com' }] },
			'The subscribers of the service have no uuid and no id',
		],
		['is none', { message: 'Fine' }, 'The answer of the service holds no list'],
	])('refuses a list that %s', async (_, body, message) => {
		expect(await failureOf(against(['subscriberAdded'], body).test())).toContain(message);
	});

	it('says which list is empty where an event that can come has nothing to show', async () => {
		const trigger = against(['subscriberUpdated', 'campaignCreated'], { data: [{ ...person, updated_at: undefined }] });
		campaigns = { data: [] };
		expect(await failureOf(trigger.test())).toContain('The account has no campaign yet');
	});

	it('names the documented field without which none of the chosen events comes', async () => {
		const rest = { ...person, updated_at: undefined };
		expect(await failureOf(against(['subscriberUpdated'], { data: [rest] }).test())).toContain(
			"None of the chosen events can come | The subscribers of the service have no updated_at. It cannot be told who was changed, so 'Subscriber Updated' does not come. Choose other events in 'Events'",
		);
		expect(await failureOf(against(['campaignSent'], { data: [{ uuid: 'c' }] }).test())).toContain(
			'The campaigns of the service have no is_sent.',
		);
	});

	it('names it in the log where others come, and gives those', async () => {
		const trigger = against(['subscriberAdded', 'subscriberUpdated'], {
			data: [{ ...person, updated_at: '05/03/2026' }],
		});
		expect((await trigger.test()).map(({ event }) => event)).toEqual(['subscriberAdded']);
		expect(trigger.log).toEqual([
			expect.stringContaining(
				'The subscribers of the service have no updated_at that can be read as a time, but "05/03/2026". It cannot be told who was changed',
			),
		]);
	});
});

function emptied({ state }: Sandbox): string {
	const last = defined(state.contactLists.at(-1));
	for (const subscriber of [...last.subscribers]) last.remove(subscriber);
	return last.uuid;
}
