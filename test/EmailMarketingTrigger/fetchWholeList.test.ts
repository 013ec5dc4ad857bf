import type { INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId } from '../engine/support';

/** A service whose list may say more than it shows, and may change after each page. */
let service: {
	shown: object[];
	total?: number;
	/** Instead of pages. */
	body?: object;
	afterPage?: (page: number) => void;
};
let served: Served;

const ago = (days: number): string => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
const person = (uuid: string, days: number, more: object = {}) => ({
	uuid,
	email: `${uuid}@example.com`,
	created_at: ago(days),
	updated_at: ago(days),
	is_subscribed: true,
	unsubscribed_at: null,
	...more,
});
const gone = (uuid: string, days: number) => person(uuid, days, { is_subscribed: false, unsubscribed_at: ago(days) });
const perPage = 10;

beforeAll(async () => {
	let pages = 0;
	served = await serve((request, response) => {
		const { shown, total = shown.length, body, afterPage } = service;
		if (body !== undefined) return json(response, body);
		const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		const data = shown.slice((number - 1) * perPage, number * perPage);
		const lastPage = Math.max(1, Math.ceil(shown.length / perPage));
		json(response, { data, meta: { current_page: number, per_page: perPage, last_page: lastPage, total } });
		afterPage?.((pages += 1));
	});
});
afterAll(async () => await served.close());
beforeEach(() => (service = { shown: Array.from({ length: 100 }, (_, index) => person(`p${index}`, 100 + index)) }));

function watching(requestOptions: INodeParameters = {}, url = served.url): PolledTrigger {
	const events = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
	return triggerWith(
		{ events, contactList: byId('l'), requestOptions },
		{ baseUrl: url, accessToken: 'token', endpointPaths: '{}' },
	);
}

const reported = (items: Awaited<ReturnType<PolledTrigger['poll']>>): unknown =>
	items?.map(({ event, uuid }) => `${textOf(event)} ${textOf(uuid)}`) ?? null;

describe('a list of which a few entries are not shown', () => {
	it.each<[string, () => object]>([
		['its total is higher', () => ({ total: service.shown.length + 3 })],
		['something that is not understood is next to it', () => ({ body: { data: service.shown, has_more_of: 'x' } })],
	])("is watched, read once, with a warning in n8n's log at each poll: %s", async (_, shortfall) => {
		const trigger = watching();
		service = { ...service, ...shortfall() };
		expect(await trigger.poll()).toBeNull();
		service.shown.push(person('n', 0), gone('m', 0));
		service = { ...service, ...shortfall() };
		expect(reported(await trigger.poll())).toEqual([
			'subscriberAdded n',
			'subscriberAdded m',
			'subscriberUnsubscribed m',
		]);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('may be missing')));
	});

	it('is watched down to 95 %, and refused below', async () => {
		const trigger = watching();
		service.total = 105;
		expect(await trigger.poll()).toBeNull();
		service.total = 106;
		expect(await failureOf(trigger.poll())).toContain('The list is incomplete');
	});
});

describe('a list of which less than 95 % is shown', () => {
	it('is refused and moves nothing, and the next poll continues: nobody is new, and what happened is reported', async () => {
		service.shown.push(person('r', 0.1), gone('g', 50), person('s', 60));
		const all = service.shown;
		const trigger = watching();
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		service = { shown: all.slice(0, 90), total: all.length };
		const failure = await failureOf(trigger.poll());
		expect(failure).toContain('The list is incomplete');
		expect(failure).toMatch(/103 entries.* 90/);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		service = { shown: [...all.slice(0, -1), { ...all.at(-1), updated_at: ago(0) }, person('n', 0)] };
		expect((reported(await trigger.poll()) as string[]).sort()).toEqual(['subscriberAdded n', 'subscriberUpdated s']);
	});

	it('is refused at the beginning too, where it shows nobody', async () => {
		service = { shown: [], total: 100 };
		const trigger = watching();
		expect(await failureOf(trigger.poll())).toContain('The list is incomplete');
		expect(trigger.staticData).toEqual({ 'node:Email Marketing Trigger': {} });
	});
});

describe('a long list that is still compared when the workflow is published again', () => {
	it('outputs nothing and moves nothing: the new poll reports it', async () => {
		const people = Array.from({ length: 10_000 }, (_, index) => person(`p${index}`, 100));
		const paged = (data: object[]) => ({ data, meta: { current_page: 1, last_page: 1, total: data.length } });
		service.body = paged(people);
		const trigger = watching();
		await trigger.poll();
		const began = Date.now();
		let ticks = 0;
		// So that it pauses after each hundred.
		const spy = jest.spyOn(Date, 'now').mockImplementation(() => began + (ticks += 20));
		service.body = paged([...people, person('n', 0)]);
		const outdated = trigger.poll();
		const kept = trigger.staticData;
		const before = JSON.stringify(kept);
		// Reading asks for the time once in each hundred, and so does comparing.
		while (ticks < 20 * 130) await new Promise(setImmediate);
		trigger.change({});
		const [old, news] = await Promise.all([outdated, trigger.poll()]);
		spy.mockRestore();
		expect(old).toBeNull();
		expect(JSON.stringify(kept)).toBe(before);
		expect(reported(news)).toEqual(['subscriberAdded n']);
	});
});

describe('a list in which something happens all the time while it is read', () => {
	const join = (number: number): void => void service.shown.unshift(person(`n${number}`, 0));
	const change = (number: number): void => {
		const [entry] = service.shown.splice(20 + (number % 5), 1) as [object];
		service.shown.unshift({ ...entry, updated_at: ago(0) });
	};

	it.each<[string, (number: number) => void]>([
		['the newest first, and somebody joins', join],
		['who changed last first, and somebody changes', change],
	])('is followed, each event once: %s', async (_, happen) => {
		const trigger = watching({ maxParallelRequests: 1 });
		await trigger.poll();
		// Twice in each poll.
		service.afterPage = (page) => {
			if (page % 5 === 0) happen(page);
		};
		const all: string[] = [];
		const poll = async (): Promise<void> => {
			for (const { uuid, updated_at: updatedAt } of (await trigger.poll()) ?? [])
				all.push(`${textOf(uuid)} ${textOf(updatedAt)}`);
		};
		for (let polls = 0; polls < 5; polls += 1) await poll();
		service.afterPage = undefined;
		await poll();
		expect(all.length).toBeGreaterThan(5);
		expect(new Set(all).size).toBe(all.length);
		for (const { uuid, updated_at: updatedAt } of service.shown as Array<{ uuid: string; updated_at: string }>)
			expect(all.includes(`${uuid} ${updatedAt}`)).toBe(Date.parse(updatedAt) > Date.parse(ago(1)));
		expect(await trigger.poll()).toBeNull();
	});
});

describe('a list that cannot be read', () => {
	it.each<[string, (page: number) => [body: object, status?: number], string]>([
		['is none', () => [{ message: 'Fine' }], 'contains no list'],
		[
			'lacks a later page',
			(page) => (page === 1 ? [{ data: [person('a', 1)], meta: { last_page: 2 } }] : [{ message: 'No page' }, 404]),
			'was not found',
		],
		['repeats a page', () => [{ data: [person('a', 1)], meta: { last_page: 9 } }], 'repeat or never end'],
	])('is refused, and the message fits a trigger: it %s', async (_, page, words) => {
		const broken = await serve((request, response) => {
			json(response, ...page(Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)));
		});
		const trigger = watching({}, broken.url);
		const failure = await failureOf(trigger.poll());
		// A test in the editor reads the first page only.
		if (words === 'contains no list') expect(await failureOf(trigger.test())).toBe(failure);
		await broken.close();
		expect(failure).toContain(words);
		expect(failure).not.toMatch(/\bitem\b|Return All|Limit|undefined/);
	});
});
