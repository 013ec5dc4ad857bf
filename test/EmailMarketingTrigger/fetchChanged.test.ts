import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json } from '../engine/serve';
import { byId } from '../engine/support';
import { defined } from '../defined';
import type { Searches } from '../laravel/LaravelList';
import type { Deliver } from '../laravel/serveList';
import { useList } from '../laravel/useList';

/** The trigger with a path that shows the latest change first. test/reliability/trigger-model.test.ts has random histories. */

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

const path = '/v1/contact-lists/{contactList}/subscriber?sort=-updated_at';
const events = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
const wrongOrder: unknown = expect.stringContaining('does not show the latest change first, so the whole list is read');

const { list, served } = useList();
let trigger: PolledTrigger;
/** When the test began. */
let began: number;

/** A list of 2,500 people, 25 pages, who joined long ago: every tenth has left. */
function watch(searches: Searches = 'honoured', people = 2500, endpointPaths: object = {}): void {
	const joined = (_: unknown, index: number) => ({ email: `p${index}@example.com`, is_subscribed: index % 10 !== 3 });
	list.hold(Array.from({ length: people }, joined), { searches });
	began = Date.now();
	// So that no change is later than n8n's clock.
	Object.assign(list, { moment: began - 60_000 });
	trigger = triggerWith({ events, contactList: byId('L') }, credentialWith(endpointPaths));
}

function credentialWith(more: object = {}) {
	const endpointPaths = JSON.stringify({ 'subscriber.getChanged': path, ...more });
	return { baseUrl: served.url, accessToken: 't', endpointPaths };
}

/** Polls: the number of requests, and the events. */
async function poll(): Promise<[requests: number, ...happened: string[]]> {
	served.arrived.length = 0;
	const items = (await trigger.poll()) ?? [];
	const happened = items.map(({ event, email }) => `${textOf(event).slice(10)} ${textOf(email).split('@')[0]}`);
	return [served.arrived.length, ...happened];
}

const person = (index: number) => defined(list.withEmail(`p${index}@example.com`));

function change(index: number, body?: object): void {
	const url = `/v1/contact-lists/L/subscriber/${person(index).uuid}${body === undefined ? '/toggle' : ''}`;
	list.answer({ method: 'PUT', url, body: JSON.stringify(body ?? {}) });
}

/** Changes without a new `updated_at`. */
function leave(index: number): void {
	Object.assign(person(index), { is_subscribed: false });
}

const rename = (count: number, from = 0): void => {
	for (let index = from; index < from + count; index += 1) change(index, { last_name: `New ${Math.random()}` });
};

/** Moves n8n's clock. */
function later(hours: number): void {
	jest.spyOn(Date, 'now').mockReturnValue(began + hours * 3_600_000);
}

/** Answers requests for the latest changes in place of the list. */
function answerSorted(deliver: Deliver): void {
	served.onRequest = ({ url }) => (url.includes('sort=') ? deliver : undefined);
}

const sorted = (): string[] => served.arrived.map(({ url }) => url).filter((url) => url.includes('sort='));

afterEach(() => jest.restoreAllMocks());

describe('a list with the latest change first', () => {
	it('is read on one page if nothing is new, and on two if something is', async () => {
		watch();
		expect(await poll()).toEqual([1 + 25]);
		expect(await poll()).toEqual([1]);
		change(2000);
		change(1003);
		change(1500, { last_name: 'New' });
		list.add({ email: 'new@example.com' });
		const happened = ['Unsubscribed p2000', 'Resubscribed p1003', 'Updated p1500', 'Added new'];
		expect(await poll()).toEqual([2, ...happened]);
		expect(await poll()).toEqual([1]);
		rename(20);
		expect(await poll()).toHaveLength(1 + 20);
		expect(served.arrived).toHaveLength(2);
		expect(await poll()).toEqual([1]);
		expect(trigger.log).toEqual([]);
	});

	it('is read until a page is older than the latest known change, also where many have its time', async () => {
		watch('honoured', 4000);
		jest.spyOn(list as unknown as { now: () => string }, 'now').mockReturnValue('2026-10-01T00:00:00.000Z');
		rename(120, 3000);
		await poll();
		// These come after all others of the same time.
		rename(100);
		expect(await poll()).toHaveLength(1 + 100);
		expect(served.arrived).toHaveLength(4);
	});

	it('is read by its links where it has no numbers of pages', async () => {
		watch();
		answerSorted((response, work) => {
			const { data, links } = work().body as { data: unknown[]; links: object };
			json(response, { data, links });
		});
		await poll();
		rename(350);
		expect(await poll()).toHaveLength(1 + 350);
		expect(served.arrived).toHaveLength(5);
		expect(await poll()).toEqual([1]);
	});

	it('is read as a whole where more than a tenth of its pages is new', async () => {
		watch();
		await poll();
		rename(900);
		expect(await poll()).toHaveLength(1 + 900);
		expect(served.arrived).toHaveLength(3 + 25);
		expect(await poll()).toEqual([1]);
	});

	it('is read as a whole where the latest known change is gone', async () => {
		watch();
		change(9, {});
		await poll();
		list.remove(person(9));
		expect(await poll()).toEqual([1 + 25]);
		expect(await poll()).toEqual([1]);
	});

	it('is read as a whole once a day, for changes without a new time', async () => {
		watch();
		later(0);
		await poll();
		leave(2000);
		expect(await poll()).toEqual([1]);
		jest.spyOn(Date, 'now').mockReturnValue(began + 24 * 3_600_000 - 1);
		expect(await poll()).toEqual([1]);
		later(24);
		expect(await poll()).toEqual([1 + 25, 'Unsubscribed p2000']);
		expect(await poll()).toEqual([1]);
	});

	it('is read once more where a daily reading fails', async () => {
		watch();
		later(0);
		await poll();
		later(24);
		served.onRequest = ({ url }) => (/sort=/.test(url) ? undefined : (response) => json(response, {}, 401));
		expect(await failureOf(poll())).toContain('access token');
		served.onRequest = undefined;
		leave(2000);
		expect(await poll()).toEqual([1 + 25, 'Unsubscribed p2000']);
	});

	it('is read from where the last reading began: that may have missed what changed meanwhile', async () => {
		watch();
		await poll();
		change(2400, {});
		served.onRequest = ({ url }) => {
			if (!url.includes('page=3&')) return undefined;
			served.onRequest = undefined;
			// On a page that was read, and then many on a page that is read later.
			change(7);
			rename(120, 2000);
			return undefined;
		};
		later(25);
		// One at a time, so that page 3 is read after page 1.
		trigger.change({ requestOptions: { maxParallelRequests: 1 } });
		expect(await poll()).toHaveLength(1 + 121);
		expect(await poll()).toEqual([3, 'Unsubscribed p7']);
		expect(await poll()).toEqual([1]);
	});

	it('is read in a short list, too', async () => {
		watch('honoured', 3);
		expect([await poll(), await poll()]).toEqual([[2], [1]]);
		rename(3);
		// All are new, so that nobody shows that there are no others.
		expect(await poll()).toHaveLength(1 + 3);
		leave(1);
		expect(await poll()).toEqual([1, 'Unsubscribed p1']);
		list.add({ email: 'new@example.com' });
		expect(await poll()).toEqual([1, 'Added new']);
	});

	it('is read as a whole where the path shows only a few of the changes', async () => {
		watch();
		answerSorted((response, work) => json(response, (work().body as { data: unknown[] }).data.slice(0, 5)));
		await poll();
		rename(3);
		expect(await poll()).toEqual([1, ...[0, 1, 2].map((index) => `Updated p${index}`)]);
		rename(5, 100);
		expect(await poll()).toHaveLength(1 + 5);
		expect(served.arrived).toHaveLength(1 + 25);
		rename(8, 200);
		expect(await poll()).toHaveLength(1 + 8);
		expect(await poll()).toEqual([1]);
	});

	it('may be empty at first', async () => {
		watch('honoured', 0);
		expect([await poll(), await poll()]).toEqual([[2], [2]]);
		list.add({ email: 'new@example.com' });
		expect(await poll()).toEqual([expect.any(Number), 'Added new']);
		expect(await poll()).toEqual([1]);
	});

	it('is read as a whole after a start of n8n, and where nothing is known of a contact list', async () => {
		watch();
		await poll();
		trigger.change({ contactList: byId('M') });
		expect([await poll(), await poll()]).toEqual([[1 + 25], [1]]);
		const { staticData } = trigger;
		// Another workflow with this state is one that the process has not polled yet.
		trigger = triggerWith({ events, contactList: byId('M') }, credentialWith());
		Object.assign(trigger.staticData, staticData);
		leave(2000);
		expect(await poll()).toEqual([1 + 25, 'Unsubscribed p2000']);
	});
});

describe('a path that does not show the latest change first', () => {
	it.each<[string, Searches, string, object | undefined]>([
		['ignores the order', 'ignored', path, undefined],
		['has the reverse order', 'honoured', path.replace('=-', '='), undefined],
		['shows no times', 'honoured', path, { data: [{ uuid: 'a' }] }],
	])('makes the trigger read the whole list, and the log says so once: it %s', async (_, searches, own, shown) => {
		watch(searches, 2500, { 'subscriber.getChanged': own });
		if (shown !== undefined) answerSorted((response) => json(response, shown));
		await poll();
		change(2000);
		expect(await poll()).toEqual([25 + 1, 'Unsubscribed p2000']);
		expect(await poll()).toEqual([25 + 1]);
		expect(trigger.log).toEqual([wrongOrder]);
	});

	it.each<[string, number, object]>([
		['404', 404, {}],
		['422', 422, { message: 'The sort field is prohibited.' }],
		['500', 500, {}],
		['no list', 200, { message: 'Fine' }],
	])('is refused: the whole list is read, and the log says so once (%s)', async (_, status, body) => {
		watch();
		answerSorted((response) => json(response, body, status));
		expect(await poll()).toHaveLength(1);
		change(2000);
		expect((await poll()).slice(1)).toEqual(['Unsubscribed p2000']);
		expect(trigger.log).toEqual([
			expect.stringMatching(/"subscriber.getChanged" in 'Endpoint Paths' could not be used \(.*\), so the whole/),
		]);
		served.onRequest = undefined;
		// Without the path, nobody knows what the last reading may lack.
		expect([await poll(), await poll()]).toEqual([[1 + 25], [1]]);
	});

	it.each<[string, number, string]>([
		['the token', 401, 'access token'],
		['the rate limit', 429, 'accepts requests again'],
	])('is not the cause where %s stops a poll', async (_, status, message) => {
		watch();
		await poll();
		served.onRequest = () => (response) => json(response, {}, status, { 'retry-after': '7200' });
		served.arrived.length = 0;
		expect(await failureOf(trigger.poll())).toContain(message);
		expect(sorted()).toHaveLength(served.arrived.length);
		expect(trigger.log).toEqual([]);
	});
});

it('is not asked for unless the credential has its path', async () => {
	watch('honoured', 2500, { 'subscriber.getChanged': undefined });
	expect([await poll(), await poll()]).toEqual([[25], [25]]);
	expect(sorted()).toEqual([]);
});
