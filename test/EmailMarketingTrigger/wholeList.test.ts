import type { INodeParameters } from 'n8n-workflow';

import { textOf } from '../../nodes/EmailMarketing/shared/text';
import { failureOf, triggerWith, type PolledTrigger } from '../engine/pollTrigger';
import { json, serve, type Served } from '../engine/serve';
import { byId } from '../engine/support';

/** A service whose answers say more than they show. */
let service: {
	shown: object[];
	total?: number;
	hasNoTotal?: boolean;
	beside?: object;
	page?: (from: number, to: number) => object[];
};
let served: Served;

const day = 24 * 60 * 60 * 1000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();
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
	served = await serve((request, response) => {
		const { shown, total = shown.length, hasNoTotal, beside, page = (from, to) => shown.slice(from, to) } = service;
		// What stands beside a list counts only where nothing else says whether it goes on.
		if (beside !== undefined) return json(response, { data: shown, ...beside });
		const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		const meta = {
			current_page: number,
			per_page: perPage,
			last_page: Math.max(1, Math.ceil(shown.length / perPage)),
			...(hasNoTotal === true ? {} : { total }),
		};
		const data = page((number - 1) * perPage, number * perPage);
		json(response, { data, meta });
	});
});
afterAll(async () => await served.close());
beforeEach(() => (service = { shown: Array.from({ length: 25 }, (_, index) => person(`p${index}`, 100 + index)) }));

function watching(options: INodeParameters = {}, url = served.url): PolledTrigger {
	const events = ['subscriberAdded', 'subscriberUpdated', 'subscriberUnsubscribed', 'subscriberResubscribed'];
	return triggerWith(
		{ events, contactList: byId('l'), simplify: true, options },
		{ baseUrl: url, accessToken: 'token', endpointPaths: '{}' },
	);
}

const told = (items: Awaited<ReturnType<PolledTrigger['poll']>>): unknown =>
	items?.map(({ event, uuid }) => `${textOf(event)} ${textOf(uuid)}`) ?? null;

describe('a list that falls short for good', () => {
	it.each<[string, () => object, string]>([
		[
			'its total counts entries that are not shown',
			() => ({ total: service.shown.length + 3 }),
			'has 28 entries, but 25 came',
		],
		[
			'something that is not understood stands beside it',
			() => ({ beside: { has_more_of: 'x' } }),
			'"has_more_of", which this node does not understand',
		],
	])("is watched all the same, as two readings agree, and n8n's log says so once: %s", async (_, shortfall, said) => {
		const trigger = watching();
		service = { ...service, ...shortfall() };
		expect(await trigger.poll()).toBeNull();
		service.shown.push(person('n', 0), gone('m', 0));
		service = { ...service, ...shortfall() };
		expect(told(await trigger.poll())).toEqual(['subscriberAdded n', 'subscriberAdded m', 'subscriberUnsubscribed m']);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([expect.stringContaining(said)]);
		expect(trigger.log[0]).toContain('Two readings gave the same subscribers');
	});

	it('moves nothing while two readings do not agree, and says what a trigger has', async () => {
		const trigger = watching();
		await trigger.poll();
		const before = JSON.stringify(trigger.staticData);
		let pages = 0;
		// Another part of the list each time that a page is asked for.
		service.page = (from, to) => {
			const left = (pages += 1) % 3;
			return service.shown.slice(from, to).filter((__, index) => index % 3 !== left && from + index > 0);
		};
		const failure = await failureOf(trigger.poll());
		expect(failure).toContain('The list of subscribers may have been read incompletely');
		expect(failure).not.toMatch(/Return All|Limit|Run it again/);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
		service = { shown: [...service.shown, person('n', 0)] };
		expect(told(await trigger.poll())).toEqual(['subscriberAdded n']);
	});

	it.each<[string, object]>([
		['it shows nobody at all', { shown: [], total: 25 }],
		['it reports errors', { beside: { errors: ['index unavailable'] } }],
	])('is not watched where %s', async (_, fault) => {
		service = { ...service, ...fault };
		const trigger = watching();
		expect(await failureOf(trigger.poll())).toContain('may have been read incompletely');
		expect(trigger.staticData).toEqual({ 'node:Email Marketing Trigger': {} });
	});
});

describe('a list in which something happens all the time while it is read', () => {
	/** Does something after each page of a poll. */
	const busy = (happen: (page: number) => void): void => {
		let pages = 0;
		service.page = (from, to) => {
			const data = service.shown.slice(from, to);
			happen((pages += 1));
			return data;
		};
	};
	const join = (number: number): void => void service.shown.unshift(person(`n${number}`, 0));
	const change = (number: number): void => {
		const [entry] = service.shown.splice(20 + (number % 5), 1) as [object];
		service.shown.unshift({ ...entry, updated_at: ago(0) });
	};

	it.each<[string, (number: number) => void, boolean]>([
		['the newest first, and somebody joins', join, false],
		['the newest first, and somebody joins, without totals', join, true],
		['who changed last first, and somebody changes', change, false],
		['who changed last first, and somebody changes, without totals', change, true],
	])('is followed all the same, each event once: %s', async (_, happen, hasNoTotal) => {
		service = { ...service, hasNoTotal };
		const trigger = watching({ maxParallelRequests: 1 });
		await trigger.poll();
		busy(happen);
		const all: string[] = [];
		for (let polls = 0; polls < 5; polls += 1) {
			const news = (await trigger.poll()) ?? [];
			expect(news.length).toBeGreaterThan(0);
			all.push(...news.map(({ uuid, updated_at: updatedAt }) => `${textOf(uuid)} ${textOf(updatedAt)}`));
		}
		service.page = undefined;
		all.push(
			...((await trigger.poll()) ?? []).map(
				({ uuid, updated_at: updatedAt }) => `${textOf(uuid)} ${textOf(updatedAt)}`,
			),
		);
		expect(new Set(all).size).toBe(all.length);
		for (const { uuid, updated_at: updatedAt } of service.shown as Array<{ uuid: string; updated_at: string }>)
			expect(all.includes(`${uuid} ${updatedAt}`)).toBe(Date.parse(updatedAt) > Date.now() - day);
		expect(await trigger.poll()).toBeNull();
		expect(trigger.log).toEqual([]);
	});

	it('is followed where entries are deleted all the time: who moved to a page that was read is in one of two readings', async () => {
		const trigger = watching({ maxParallelRequests: 1 });
		service = {
			...service,
			shown: [...service.shown, ...Array.from({ length: 75 }, (_, index) => person(`q${index}`, 200 + index))],
		};
		await trigger.poll();
		busy((page) => void (page % 4 === 0 && service.shown.shift()));
		service.shown.push(person('n', 0));
		expect(told(await trigger.poll())).toEqual(['subscriberAdded n']);
		expect(await trigger.poll()).toBeNull();
	});

	it.each<[string, (number: number) => void]>([
		[
			'has more entries than come, and neither reading all of the same',
			(number) =>
				(service = { ...service, shown: [...service.shown.slice(1), service.shown[0] as object], total: 130 + number }),
		],
		[
			'shows others each time, and never the last one',
			(number) =>
				(service = {
					...service,
					shown: [...service.shown.slice(0, 99)].toSorted(() => ((number * 7) % 3) - 1),
					total: 100,
				}),
		],
	])('is refused where it %s, and no total is denied that was told', async (_, happen) => {
		const trigger = watching({ maxParallelRequests: 1 });
		service = {
			...service,
			shown: [...service.shown, ...Array.from({ length: 75 }, (__, index) => person(`q${index}`, 200 + index))],
		};
		await trigger.poll();
		busy(happen);
		const failure = await failureOf(trigger.poll());
		expect(failure).toContain('may have been read incompletely');
		expect(failure).not.toContain('does not say how many');
	});

	it('is refused where a page is missing', async () => {
		const trigger = watching({ maxParallelRequests: 1 });
		await trigger.poll();
		busy(join);
		const { page } = service;
		service.page = (from, to) => (from === 10 ? (undefined as unknown as object[]) : (page?.(from, to) ?? []));
		expect(await failureOf(trigger.poll())).toContain('came without a list');
	});
});

describe('a list that is half for a while, and says that it is', () => {
	it('brings nobody as new when it is whole again, and what happened meanwhile', async () => {
		service.shown.push(person('r', 0.1), gone('g', 50), person('s', 60));
		const all = service.shown;
		const trigger = watching();
		await trigger.poll();
		service = { shown: all.slice(0, 12), total: all.length };
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		service = { shown: [...all.slice(0, -1), { ...all.at(-1), updated_at: ago(0) }, person('n', 0)] };
		expect((told(await trigger.poll()) as string[]).sort()).toEqual(['subscriberAdded n', 'subscriberUpdated s']);
	});

	it('brings nobody as new, and nobody as leaving, where it was half at the beginning', async () => {
		const all = [...service.shown, gone('g', 50), person('s', 60)];
		service = { shown: all.slice(0, 12), total: all.length };
		const trigger = watching();
		expect(await trigger.poll()).toBeNull();
		service = { shown: [...all, person('n', 0)] };
		expect(told(await trigger.poll())).toEqual(['subscriberAdded n']);
	});
});

describe('a list of which some have no created_at', () => {
	it("is watched, and n8n's log says once that they are not told as new", async () => {
		service.shown.push(person('x', 1, { created_at: null }));
		const trigger = watching();
		await trigger.poll();
		service.shown.push(person('y', 0, { created_at: '' }), person('n', 0));
		expect(told(await trigger.poll())).toEqual(['subscriberUpdated y', 'subscriberAdded n']);
		expect(trigger.log).toEqual([
			expect.stringContaining(
				"1 of the subscribers of the service has no created_at that can be read. Of them it cannot be told who is new, so 'Subscriber Added' does not come for them.",
			),
		]);
		expect((await trigger.test()).map(({ event }) => event)).toContain('subscriberAdded');
	});
});

describe('a list that cannot be read', () => {
	it('is refused in words that a trigger has, for a poll and a test alike', async () => {
		service.beside = { data: 'none' };
		const trigger = watching();
		for (const failure of [await failureOf(trigger.poll()), await failureOf(trigger.test())]) {
			expect(failure).toContain('The list of subscribers may have been read incompletely');
			expect(failure).toContain('Endpoint Paths');
			expect(failure).not.toMatch(/item|Return All|Limit|undefined/);
		}
	});

	it('is not said to be deleted where only a later page is not found', async () => {
		const lost = await serve((request, response) => {
			const isFirst = !(request.url ?? '').includes('page=');
			json(
				response,
				isFirst
					? { data: [person('a', 1)], meta: { current_page: 1, per_page: 1, last_page: 2, total: 2 } }
					: { message: 'No such page' },
				isFirst ? 200 : 404,
			);
		});
		try {
			const failure = await failureOf(watching({}, lost.url).poll());
			expect(failure).toContain('Nothing was found at GET /v1/contact-lists/l/subscriber');
			expect(failure).not.toContain('deleted, or belongs to another account');
		} finally {
			await lost.close();
		}
	});

	it('is refused where its pages never end', async () => {
		let cursor = 0;
		const endless = await serve((_, response) =>
			json(response, { data: [{ uuid: 'a' }, { uuid: 'b' }], meta: { next_cursor: `c${(cursor += 1)}` } }),
		);
		try {
			const failure = await failureOf(watching({}, endless.url).poll());
			expect(failure).toContain('repeat or never end');
			expect(failure).toContain('Endpoint Paths');
			expect(failure).not.toMatch(/Return All|Limit/);
		} finally {
			await endless.close();
		}
	});
});
