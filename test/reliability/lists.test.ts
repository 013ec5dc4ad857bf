import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, hintsOf, jsonOf } from '../engine/support';
import { runNode, searchList, type NodeRun } from '../engine/runNode';
import { defined } from '../defined';
import { json, serve, type Served } from '../engine/serve';

/** How a service counts its pages and says that there are more: every common way. Each understands nothing but its own query. */

/** Fewer than a page has that is asked for on a guess: what is read on is read on because the service says so. */
const size = 5;
/** Twelve pages: a filtered dropdown reads the first one, then ten at once, and goes on after them. */
const entries = Array.from({ length: 60 }, (_, index) => ({ uuid: `s${index}`, email: `person${index}@example.com` }));
const lastPage = Math.ceil(entries.length / size);

interface Asked {
	readonly query: URLSearchParams;
	readonly base: string;
}
type Answer = readonly [body: unknown, headers?: Record<string, string>];

const from = (start: number, count = size): unknown[] => entries.slice(start, start + count);
/** A service that is asked by a page number. */
const byPage =
	(answer: (page: number, asked: Asked) => Answer, name = 'page', first = 1) =>
	(asked: Asked): Answer =>
		answer(Number(asked.query.get(name) ?? first), asked);
/** A service that is asked by what it gave before: the position, as it names it. */
const byMark =
	(name: string, answer: (start: number, next: string | null, asked: Asked) => Answer) =>
	(asked: Asked): Answer => {
		const start = Number(asked.query.get(name)?.replace(/^c/, '') ?? 0);
		return answer(start, start + size < entries.length ? `c${start + size}` : null, asked);
	};
const page = (number: number): unknown[] => from((number - 1) * size);
const nextOf = (number: number): number | null => (number < lastPage ? number + 1 : null);
const linkTo = (number: number, base: string, more = ''): string | null =>
	number < lastPage ? `${base}/somewhere?${more}page=${number + 1}` : null;
/** Links with an empty page after every third one. */
const withGaps = byPage((number, { base }) => {
	const isGap = number % 4 === 0;
	const start = (number - Math.ceil(number / 4)) * size;
	return [
		{
			data: isGap ? [] : from(isGap ? 0 : (number - Math.floor(number / 4) - 1) * size),
			links: { next: start < entries.length ? `${base}/x?page=${number + 1}` : null },
		},
	];
});

const styles: Record<string, (asked: Asked) => Answer> = {
	'the inferred paginator': byPage((number, { base }) => [
		{
			data: page(number),
			links: { next: linkTo(number, base) },
			meta: { current_page: number, per_page: size, last_page: lastPage, total: entries.length },
		},
	]),
	'last_page alone': byPage((number) => [{ data: page(number), meta: { last_page: lastPage } }]),
	'last_page on the first page alone': byPage((number) => [
		{ data: page(number), ...(number === 1 ? { meta: { last_page: lastPage } } : {}) },
	]),
	'total and offset on the first page alone': byMark('offset', (start) => [
		{ data: from(start), ...(start === 0 ? { total: entries.length, offset: 0, limit: size } : {}) },
	]),
	'X-Total-Count on the first page alone': byPage((number) =>
		number === 1 ? [page(number), { 'x-total-count': String(entries.length) }] : [page(number)],
	),
	total_pages: byPage((number) => [{ data: page(number), total_pages: lastPage }]),
	'total and per_page': byPage((number) => [{ data: page(number), meta: { total: entries.length, per_page: size } }]),
	'total without per_page': byPage((number) => [{ data: page(number), total: entries.length }]),
	has_more: byPage((number) => [{ data: page(number), has_more: number < lastPage }]),
	'meta.next_page': byPage((number) => [{ data: page(number), meta: { next_page: nextOf(number) } }]),
	"Fractal's meta.pagination": byPage((number) => [
		{
			data: page(number),
			meta: {
				pagination: {
					total: entries.length,
					count: page(number).length,
					per_page: size,
					current_page: number,
					total_pages: lastPage,
					links: {},
				},
			},
		},
	]),
	"Fractal's meta.cursor": byMark('cursor', (start, next) => [
		{ data: from(start), meta: { cursor: { current: `c${start}`, prev: null, next, count: from(start).length } } },
	]),
	"Django's next": byPage((number, { base }) => [
		{ count: entries.length, next: linkTo(number, base), previous: null, results: page(number) },
	]),
	"Spring's page, counted from 0": byPage(
		(number) => [
			{
				_embedded: { subscribers: page(number + 1) },
				page: { size, totalElements: entries.length, totalPages: lastPage, number },
			},
		],
		'page',
		0,
	),
	"HAL's _links.next": byPage((number, { base }) => [
		{
			_embedded: { subscribers: page(number) },
			_links: { self: { href: base }, ...(number < lastPage ? { next: { href: linkTo(number, base) } } : {}) },
		},
	]),
	'a Link header': byPage((number, { base }) => [
		page(number),
		{ link: `<${base}/x?page=1>; rel="first"${number < lastPage ? `, <${linkTo(number, base)}>; rel="next"` : ''}` },
	]),
	'X-Total-Count': byPage((number) => [page(number), { 'x-total-count': String(entries.length) }]),
	'links.next': byPage((number, { base }) => [{ data: page(number), links: { next: linkTo(number, base) } }]),
	'links.next with a page parameter of its own': byPage(
		(number, { base }) => [
			{ data: page(number), links: { next: linkTo(number, base)?.replace('page=', 'p=') ?? null } },
		],
		'p',
	),
	'links.next that last_page contradicts': byPage((number, { base }) => [
		{ data: page(number), links: { next: linkTo(number, base) }, meta: { last_page: 1 } },
	]),
	'links.next on an internal host, by http': byPage((number) => [
		{ data: page(number), links: { next: linkTo(number, 'http://app-7.internal:8080/api') } },
	]),
	'links.next that repeats a key': (asked) =>
		byPage((number, { base }) => [
			{
				data: asked.query.getAll('tag').length === (number > 1 ? 2 : 0) ? page(number) : [],
				links: { next: linkTo(number, base, 'tag=a&tag=b&') },
			},
		])(asked),
	'links.next with empty pages between': withGaps,
	'links.next after an empty first page': byPage((number, { base }) => [
		{
			data: number === 1 ? [] : page(number - 1),
			links: { next: number <= lastPage ? `${base}/x?page=${number + 1}` : null },
		},
	]),
	next_page_url: byPage((number, { base }) => [{ data: page(number), next_page_url: linkTo(number, base) }]),
	'meta.next_cursor': byMark('cursor', (start, next) => [{ data: from(start), meta: { next_cursor: next } }]),
	'next_cursor beside has_more, which stays to the end': byMark('cursor', (start, next) => [
		{ data: from(start), has_more: next !== null, next_cursor: next ?? 'c0' },
	]),
	nextPageToken: byMark('pageToken', (start, next) => [
		{ subscribers: from(start), ...(next === null ? {} : { nextPageToken: next }) },
	]),
	pageInfo: byMark('after', (start, next) => [
		{ data: from(start), pageInfo: { hasNextPage: next !== null, endCursor: next ?? 'c60' } },
	]),
	'a cursor in the link, and a total': byMark('after', (start, next, { base }) => [
		{
			data: from(start),
			links: { next: next === null ? null : `${base}/x?after=${next}` },
			meta: { total: entries.length },
		},
	]),
	'offset, limit and total': byMark('offset', (start) => [
		{ data: from(start), meta: { offset: start, limit: size, total: entries.length } },
	]),
	'offset and has_more': byMark('offset', (start, next) => [
		{ data: from(start), offset: start, has_more: next !== null },
	]),
	'skip and total': byMark('skip', (start) => [{ data: from(start), skip: start, total: entries.length }]),
	'nothing at all: a bare array': byPage((number) => [from((number - 1) * 10, 10)]),
	'nothing at all: data': byPage((number) => [{ data: from((number - 1) * 10, 10) }]),
	'nothing at all: a bare array, counted from 0': byPage((number) => [from(number * 10, 10)], 'page', 0),
	'has_more, counted from 0': byPage(
		(number) => [{ data: page(number + 1), has_more: number + 1 < lastPage }],
		'page',
		0,
	),
	'total_pages, counted from 0': byPage((number) => [{ data: page(number + 1), total_pages: lastPage }], 'page', 0),
	"HubSpot's paging.next.after": byMark('after', (start, next) => [
		{
			results: from(start),
			...(next === null ? {} : { paging: { next: { after: next, link: `https://api.example.com/x?after=${next}` } } }),
		},
	]),
	"Slack's response_metadata.next_cursor": byMark('cursor', (start, next) => [
		{ ok: true, members: from(start), response_metadata: { next_cursor: next ?? '' } },
	]),
	nextToken: byMark('nextToken', (start, next) => [{ Items: from(start), nextToken: next }]),
	continuation_token: byMark('continuation_token', (start, next) => [{ data: from(start), continuation_token: next }]),
	'next: {page, limit}': byPage((number) => [
		{ results: page(number), ...(number < lastPage ? { next: { page: number + 1, limit: size } } : {}) },
	]),
	'next: true': byPage((number) => [{ data: page(number), next: number < lastPage }]),
	'pagination.more': byPage((number) => [{ data: page(number), pagination: { more: number < lastPage } }]),
	"a slice's last: false": byPage(
		(number) => [{ content: page(number + 1), first: number === 0, last: number + 1 === lastPage, number, size }],
		'page',
		0,
	),
	total_entries: byPage((number) => [{ data: page(number), total_entries: entries.length }]),
	count: byPage((number) => [{ data: page(number), count: entries.length }]),
	'total as "1,060" is written': byPage((number) => [{ data: page(number), total: '0,060' }]),
	'X-Next-Page': byPage((number) => [
		page(number),
		{ 'x-next-page': number < lastPage ? String(number + 1) : '', 'x-page': String(number) },
	]),
	'X-Next-Cursor': byMark('cursor', (start, next) => [
		from(start),
		next === null ? undefined : { 'x-next-cursor': next },
	]),
	'Content-Range': byPage((number) => [
		page(number),
		{ 'content-range': `items ${(number - 1) * size}-${number * size - 1}/${entries.length}` },
	]),
	'a list of HAL links': byPage((number, { base }) => [
		{
			_embedded: { subscribers: page(number) },
			_links: { next: number < lastPage ? [{ href: linkTo(number, base) }] : [] },
		},
	]),
	'hydra:view': byPage((number) => [
		{
			'hydra:member': page(number),
			'hydra:totalItems': entries.length,
			'hydra:view': {
				'hydra:last': `/x?page=${lastPage}`,
				...(number < lastPage ? { 'hydra:next': `/x?page=${number + 1}` } : {}),
			},
		},
	]),
	'a last page that names itself as the next': byPage((number, { base }) => [
		{ data: page(number), links: { next: `${base}/x?page=${Math.min(number + 1, lastPage)}` } },
	]),
	'a next page 0 at the end': byPage((number) => [{ data: page(number), meta: { next_page: nextOf(number) ?? 0 } }]),
	'page and offset at once, by the page': byPage((number) => [
		{ data: page(number), page: number, offset: (number - 1) * size, limit: size, total: entries.length },
	]),
	'a limit that is larger than its pages': byMark('offset', (start) => [
		{ data: from(start), offset: start, limit: 100, total: entries.length },
	]),
	'a total that is too high, with 404 after the end': byPage((number) =>
		number > lastPage
			? [{ message: 'No such page' }, { status: '404' }]
			: [{ data: page(number), total: 120, per_page: size, last_page: lastPage }],
	),
	'other lists beside it': byPage((number) => [
		{ filters: [{ name: 'all' }], lists: [{ uuid: 'l' }], subscribers: page(number), meta: { last_page: lastPage } },
	]),
	'keys that PHP has kept': byPage((number) => [
		{
			data: Object.fromEntries(page(number).map((entry, index) => [(number - 1) * size + index + 1, entry])),
			meta: { last_page: lastPage },
		},
	]),
};

/** Services that cannot be read to the end: each with the words that say so. */
const unreadable: Record<string, readonly [(asked: Asked) => Answer, RegExp]> = {
	'a total, and page numbers that are not understood': [
		() => [{ data: page(1), total: entries.length }],
		/repeat or never end/,
	],
	'last_page, and page numbers that are not understood': [
		() => [{ data: page(1), meta: { last_page: lastPage } }],
		/repeat or never end/,
	],
	'has_more, and page numbers that are not understood': [
		() => [{ data: page(1), has_more: true }],
		/repeat or never end/,
	],
	'a link without a query': [
		({ base }) => [{ data: page(1), links: { next: `${base}/x/page/2` } }],
		/repeat or never end/,
	],
	'a page in the middle that is no list': [
		byPage((number) => [number === 3 ? { warning: 'slow' } : { data: page(number), meta: { last_page: lastPage } }]),
		/Page 3 of this list came without a list/,
	],
};

let served: Served;
afterEach(async () => await served.close());

async function against(style: (asked: Asked) => Answer): Promise<void> {
	served = await serve((request, response) => {
		const base = `http://${request.headers.host}`;
		const { pathname, searchParams } = new URL(request.url ?? '', base);
		if (!pathname.endsWith('/subscriber')) return json(response, { subscriber: { uuid: pathname.split('/').at(-1) } });
		const [body, { status = '200', ...headers } = {}] = style({ query: searchParams, base });
		json(response, body, Number(status), headers);
	});
}

const credential = () => ({ baseUrl: served.url, accessToken: 'token' });

async function run(operation: string, parameters: INodeParameters): Promise<NodeRun> {
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('l'), simplify: false, ...parameters },
		credential: credential(),
	});
}

/** Scrolls through the dropdown to its end, or for as long as nobody would. */
async function scroll(filter = ''): Promise<unknown[]> {
	const offered: unknown[] = [];
	let token: string | undefined;
	for (let times = 0; times < 40 && (times === 0 || token !== undefined); times += 1) {
		const { results, paginationToken } = await searchList(
			'searchSubscribers',
			{ parameters: { contactList: byId('l') }, credential: credential() },
			filter,
			token,
		);
		offered.push(...results.map(({ value }) => value));
		token = paginationToken;
	}
	return offered;
}

const all = entries.map(({ uuid }) => uuid);

describe.each(Object.entries(styles))('a list that says by %s that there is more', (_name, style) => {
	beforeEach(async () => await against(style));

	it('gives all entries once, in order', async () => {
		const whole = await run('getAll', { returnAll: true });
		expect(whole.error).toBeUndefined();
		expect(jsonOf(whole)).toEqual(entries);
		expect(hintsOf(whole)).toEqual(
			_name.includes('too high') ? [expect.stringContaining('120 entries, but 60 came')] : [],
		);
	});

	it('gives as many as the limit says', async () => {
		expect(jsonOf(await run('getAll', { limit: 17 }))).toEqual(entries.slice(0, 17));
	});

	it('is searched to its end by email', async () => {
		const found = await run('get', { subscriber: byEmail('Person59@example.com') });
		expect(jsonOf(found)).toEqual([{ uuid: 's59' }]);
		const missing = await run('get', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe(
			_name.includes('too high')
				? 'The email nobody@example.com was not found, but the contact list may be incomplete'
				: 'No subscriber with the email nobody@example.com is in the contact list',
		);
	});

	it('is offered whole in a dropdown, and searched there', async () => {
		expect(await scroll()).toEqual(all);
		expect(await scroll('person59@')).toEqual(['s59']);
	});
});

describe.each(Object.entries(unreadable))('a list with %s', (_name, [style, words]) => {
	beforeEach(async () => await against(style));

	it('ends with a message', async () => {
		const whole = await run('getAll', { returnAll: true });
		expect(whole.error?.message).toMatch(words);
		expect(whole.items).toEqual([]);
	});

	it('says of nobody that they are not in it', async () => {
		expect((await run('get', { subscriber: byEmail('nobody@example.com') })).error?.message).toMatch(words);
	});

	it('does not repeat itself in a dropdown, nor cost hundreds of requests, and says so there', async () => {
		const offered = await scroll();
		expect(new Set(offered).size).toBe(offered.length);
		expect(offered).toContain('');
		expect(await scroll('nobody')).toEqual(['']);
		expect(served.requests.length).toBeLessThan(40);
	});
});

describe('a list that becomes shorter while it is read', () => {
	it.each<[string, (missing: number) => Answer]>([
		['gives a 404 for the page that was its last', () => [{ message: 'No such page' }, { status: '404' }]],
		[
			'gives its last page again',
			() => [{ data: entries.slice(50, 55), meta: { current_page: 11, last_page: 11, total: 55 } }],
		],
		['gives an empty page', () => [{ data: [], meta: { current_page: 12, last_page: 11, total: 55 } }]],
	])('is read a second time when it %s', async (_name, afterTheEnd) => {
		let isShorter = false;
		await against(
			byPage((number) => {
				const left = isShorter ? entries.slice(0, 55) : entries;
				const last = Math.ceil(left.length / size);
				isShorter = true;
				return number > last
					? afterTheEnd(number)
					: [
							{
								data: left.slice((number - 1) * size, number * size),
								meta: { current_page: number, last_page: last, total: left.length },
							},
						];
			}),
		);
		const whole = await run('getAll', { returnAll: true });
		expect(whole.error).toBeUndefined();
		expect(jsonOf(whole)).toEqual(entries.slice(0, 55));
		expect(hintsOf(whole)).toEqual([]);
	});

	it('is not read again for totals that come out of order', async () => {
		await against(
			byPage((number) => [
				{ data: page(number), meta: { current_page: number, last_page: lastPage, total: number % 2 === 0 ? 60 : 59 } },
			]),
		);
		expect(hintsOf(await run('getAll', { returnAll: true }))).toEqual([]);
		expect(served.requests).toHaveLength(lastPage);
	});
});

describe('a list of which the first page alone tells how long it is', () => {
	const meta = { current_page: 1, last_page: lastPage, total: entries.length };
	const telling = (give: typeof page) =>
		byPage((number) => [{ data: give(number), ...(number === 1 ? { meta } : {}) }]);

	it('is read once and is whole', async () => {
		await against(telling(page));
		const whole = await run('getAll', { returnAll: true });
		expect(jsonOf(whole)).toEqual(entries);
		expect(hintsOf(whole)).toEqual([]);
		expect(served.requests).toHaveLength(lastPage);
		expect((await run('delete', { subscriber: byEmail('nobody@example.com') })).error?.message).toBe(
			'No subscriber with the email nobody@example.com is in the contact list',
		);
	});

	it('is compared with that number', async () => {
		await against(telling((number) => page(number).slice(number === 7 ? 1 : 0)));
		expect(hintsOf(await run('getAll', { returnAll: true }))).toEqual([
			expect.stringContaining('The service says that the list has 60 entries, but 59 came'),
		]);
	});
});

describe('a complete list that says nothing of its pages', () => {
	const complete = from(0, 12);

	it.each([302, 400, 403, 404, 405, 410, 422])('is whole when a second page is refused with %i', async (status) => {
		await against(byPage((number) => (number > 1 ? [{ message: 'No' }, { status: String(status) }] : [complete])));
		const run12 = await run('getAll', { returnAll: true });
		expect(jsonOf(run12)).toEqual(complete);
		expect(hintsOf(run12)).toEqual([]);
		expect((await run('get', { subscriber: byEmail('nobody@example.com') })).error?.message).toMatch(/^No subscriber/);
	});

	it('is read once when its entries have no ID, though they change', async () => {
		let opens = 0;
		await against(() => [{ data: complete.map(() => ({ name: 'x', opens: (opens += 1) })) }]);
		expect((await run('getAll', { returnAll: true })).items).toHaveLength(12);
		expect(served.requests).toHaveLength(1);
	});

	it('is asked for no further page as a part of another answer', async () => {
		let opens = 0;
		await against(() => [[]]);
		await served.close();
		served = await serve((_, response) =>
			json(response, {
				subscriber: { uuid: 's' },
				mails: complete.map((entry) => ({ ...(entry as object), opens: (opens += 1) })),
			}),
		);
		const [found] = jsonOf(await run('get', { subscriber: byId('s'), options: { allMails: true } }));
		expect(found?.mails).toHaveLength(12);
		expect(served.requests).toHaveLength(1);
	});
});

describe.each([
	'nothing at all: a bare array',
	'nothing at all: data',
	"HubSpot's paging.next.after",
	'a Link header',
	'X-Next-Cursor',
])('a list that says by %s that there is more, on a service that limits the rate', (name) => {
	beforeEach(async () => {
		let remaining = 60;
		await against((asked) => {
			const [body, headers] = defined(styles[name])(asked);
			remaining -= 1;
			const limits = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': String(remaining) };
			return [body, { ...headers, ...limits, 'x-nextjs-cache': 'MISS' }];
		});
	});

	it('is whole', async () => {
		const whole = await run('getAll', { returnAll: true });
		expect(jsonOf(whole)).toEqual(entries);
		expect(hintsOf(whole)).toEqual([]);
	});

	it('tells who is not in it', async () => {
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe('No subscriber with the email nobody@example.com is in the contact list');
	});
});

describe('a list whose pages go round in circles', () => {
	it('ends with a message, though every cursor is new', async () => {
		let cursor = 0;
		await against(() => [{ data: page(1 + (cursor % 2)), meta: { next_cursor: `c${(cursor += 1)}` } }]);
		expect((await run('getAll', { returnAll: true })).error?.message).toMatch(/repeat or never end/);
		expect(served.requests.length).toBeLessThan(20);
		expect(new Set(await scroll()).size).toBe(11);
	});
});

describe('a list that may be incomplete', () => {
	it.each<[string, (asked: Asked) => Answer]>([
		[
			'that gives fewer than its total',
			byPage((number) => [{ data: page(number).slice(1), meta: { last_page: lastPage, total: entries.length } }]),
		],
		[
			'that says that nothing follows, and counts more',
			() => [{ data: page(1), links: { next: null }, meta: { total: entries.length } }],
		],
		[
			'whose entries come without an email',
			byPage((number) => [
				{ data: page(number).map((_, index) => ({ uuid: `${number}-${index}` })), meta: { last_page: lastPage } },
			]),
		],
		['that is none', () => [{ message: 'Soon' }]],
		['that is nothing', () => [undefined, { status: '204' }]],
		['with errors beside some of it', () => [{ data: page(1), errors: [{ message: 'shard 3 of 5 timed out' }] }]],
		['with a sign that is not known', () => [{ data: page(1), scroll_id: 'abc' }]],
		['that is one thing with lists of its own', () => [{ data: { uuid: 'x', email: 'nobody@example.com', tags: [] } }]],
		[
			'whose order changes, so that some come twice',
			byPage((number) => [
				{
					data: page(number === 3 ? 2 : number).slice(number === 3 ? 1 : 0),
					meta: { current_page: number, last_page: lastPage },
				},
			]),
		],
		[
			'that is given up to a page',
			byPage((number) =>
				number > 4 ? [{ message: 'Result window is too large' }, { status: '400' }] : [from((number - 1) * 10, 10)],
			),
		],
		[
			'that fails where it goes on',
			byPage((number) => (number > 1 ? [{ message: 'Server Error' }, { status: '500' }] : [from(0, 10)])),
		],
		[
			'that names empty pages without end',
			byPage((number, { base }) => [
				{ data: number < 3 ? page(number) : [], links: { next: `${base}/x?page=${number + 1}` } },
			]),
		],
	])('decides nothing about who is not in it: one %s', async (_name, style) => {
		await against(style);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe(
			'The email nobody@example.com was not found, but the contact list may be incomplete',
		);
		expect(missing.error?.description).toContain("by its ID in 'Subscriber'");
		expect(served.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('is no list at all when it comes empty, with an error beside it', async () => {
		await against(() => [{ data: [], error: 'db timeout' }]);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe('The service says that this was not done (status 200)');
		expect(missing.error?.description).toContain('db timeout');
	});

	it('still finds who is in it', async () => {
		await against(
			byPage((number) => [{ data: page(number).slice(1), meta: { last_page: lastPage, total: entries.length } }]),
		);
		expect(jsonOf(await run('get', { subscriber: byEmail('person59@example.com') }))).toEqual([{ uuid: 's59' }]);
	});
});
