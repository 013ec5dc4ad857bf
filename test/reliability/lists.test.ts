import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, hintsOf, jsonOf } from '../engine/support';
import { runNode, searchList, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';

/** How a service counts its pages and says that there are more: every common way. Each understands nothing but its own query. */

const size = 10;
const entries = Array.from({ length: 95 }, (_, index) => ({ uuid: `s${index}`, email: `person${index}@example.com` }));
const lastPage = Math.ceil(entries.length / size);

interface Asked {
	readonly query: URLSearchParams;
	readonly base: string;
}
type Answer = readonly [body: unknown, headers?: Record<string, string>];

const from = (start: number): unknown[] => entries.slice(start, start + size);
/** A service that is asked by a page number. */
const byPage = (answer: (page: number, asked: Asked) => Answer, name = 'page', first = 1) => (asked: Asked): Answer => answer(Number(asked.query.get(name) ?? first), asked);
/** A service that is asked by what it gave before: the position, as it names it. */
const byMark = (name: string, answer: (start: number, next: string | null, asked: Asked) => Answer) => (asked: Asked): Answer => {
	const start = Number(asked.query.get(name)?.replace(/^c/, '') ?? 0);
	return answer(start, start + size < entries.length ? `c${start + size}` : null, asked);
};
const page = (number: number): unknown[] => from((number - 1) * size);
const nextOf = (number: number): number | null => (number < lastPage ? number + 1 : null);
const linkTo = (number: number, base: string, more = ''): string | null => (number < lastPage ? `${base}/somewhere?${more}page=${number + 1}` : null);
/** Links with an empty page after every third one. */
const withGaps = byPage((number, { base }) => {
	const isGap = number % 4 === 0;
	const start = (number - Math.ceil(number / 4)) * size;
	return [{ data: isGap ? [] : from(isGap ? 0 : (number - Math.floor(number / 4) - 1) * size), links: { next: start < entries.length ? `${base}/x?page=${number + 1}` : null } }];
});

const styles: Record<string, (asked: Asked) => Answer> = {
	'the inferred paginator': byPage((number, { base }) => [{ data: page(number), links: { next: linkTo(number, base) }, meta: { current_page: number, per_page: size, last_page: lastPage, total: entries.length } }]),
	'last_page alone': byPage((number) => [{ data: page(number), meta: { last_page: lastPage } }]),
	'total_pages': byPage((number) => [{ data: page(number), total_pages: lastPage }]),
	'total and per_page': byPage((number) => [{ data: page(number), meta: { total: entries.length, per_page: size } }]),
	'total without per_page': byPage((number) => [{ data: page(number), total: entries.length }]),
	'has_more': byPage((number) => [{ data: page(number), has_more: number < lastPage }]),
	'meta.next_page': byPage((number) => [{ data: page(number), meta: { next_page: nextOf(number) } }]),
	"Fractal's meta.pagination": byPage((number) => [{ data: page(number), meta: { pagination: { total: entries.length, count: page(number).length, per_page: size, current_page: number, total_pages: lastPage, links: {} } } }]),
	"Fractal's meta.cursor": byMark('cursor', (start, next) => [{ data: from(start), meta: { cursor: { current: `c${start}`, prev: null, next, count: from(start).length } } }]),
	"Django's next": byPage((number, { base }) => [{ count: entries.length, next: linkTo(number, base), previous: null, results: page(number) }]),
	"Spring's page, counted from 0": byPage((number) => [{ _embedded: { subscribers: page(number + 1) }, page: { size, totalElements: entries.length, totalPages: lastPage, number } }], 'page', 0),
	"HAL's _links.next": byPage((number, { base }) => [{ _embedded: { subscribers: page(number) }, _links: { self: { href: base }, ...(number < lastPage ? { next: { href: linkTo(number, base) } } : {}) } }]),
	'a Link header': byPage((number, { base }) => [page(number), { link: `<${base}/x?page=1>; rel="first"${number < lastPage ? `, <${linkTo(number, base)}>; rel="next"` : ''}` }]),
	'X-Total-Count': byPage((number) => [page(number), { 'x-total-count': String(entries.length) }]),
	'links.next': byPage((number, { base }) => [{ data: page(number), links: { next: linkTo(number, base) } }]),
	'links.next with a page parameter of its own': byPage((number, { base }) => [{ data: page(number), links: { next: linkTo(number, base)?.replace('page=', 'p=') ?? null } }], 'p'),
	'links.next that last_page contradicts': byPage((number, { base }) => [{ data: page(number), links: { next: linkTo(number, base) }, meta: { last_page: 1 } }]),
	'links.next on an internal host, by http': byPage((number) => [{ data: page(number), links: { next: linkTo(number, 'http://app-7.internal:8080/api') } }]),
	'links.next that repeats a key': (asked) => byPage((number, { base }) => [{ data: asked.query.getAll('tag').length === (number > 1 ? 2 : 0) ? page(number) : [], links: { next: linkTo(number, base, 'tag=a&tag=b&') } }])(asked),
	'links.next with empty pages between': withGaps,
	'links.next after an empty first page': byPage((number, { base }) => [{ data: number === 1 ? [] : page(number - 1), links: { next: number <= lastPage ? `${base}/x?page=${number + 1}` : null } }]),
	'next_page_url': byPage((number, { base }) => [{ data: page(number), next_page_url: linkTo(number, base) }]),
	'meta.next_cursor': byMark('cursor', (start, next) => [{ data: from(start), meta: { next_cursor: next } }]),
	'next_cursor beside has_more, which stays to the end': byMark('cursor', (start, next) => [{ data: from(start), has_more: next !== null, next_cursor: next ?? 'c0' }]),
	'nextPageToken': byMark('pageToken', (start, next) => [{ subscribers: from(start), ...(next === null ? {} : { nextPageToken: next }) }]),
	'pageInfo': byMark('after', (start, next) => [{ data: from(start), pageInfo: { hasNextPage: next !== null, endCursor: next ?? 'c95' } }]),
	'a cursor in the link, and a total': byMark('after', (start, next, { base }) => [{ data: from(start), links: { next: next === null ? null : `${base}/x?after=${next}` }, meta: { total: entries.length } }]),
	'offset, limit and total': byMark('offset', (start) => [{ data: from(start), meta: { offset: start, limit: size, total: entries.length } }]),
	'offset and has_more': byMark('offset', (start, next) => [{ data: from(start), offset: start, has_more: next !== null }]),
	'skip and total': byMark('skip', (start) => [{ data: from(start), skip: start, total: entries.length }]),
	'nothing at all: a bare array': byPage((number) => [page(number)]),
	'nothing at all: data': byPage((number) => [{ data: page(number) }]),
	'keys that PHP has kept': byPage((number) => [{ data: Object.fromEntries(page(number).map((entry, index) => [(number - 1) * size + index + 1, entry])), meta: { last_page: lastPage } }]),
};

/** Services that cannot be read to the end: each with the words that say so. */
const unreadable: Record<string, readonly [(asked: Asked) => Answer, RegExp]> = {
	'a total, and page numbers that are not understood': [() => [{ data: page(1), total: entries.length }], /repeat or never end/],
	'last_page, and page numbers that are not understood': [() => [{ data: page(1), meta: { last_page: lastPage } }], /repeat or never end/],
	'has_more, and page numbers that are not understood': [() => [{ data: page(1), has_more: true }], /repeat or never end/],
	'a link without a query': [({ base }) => [{ data: page(1), links: { next: `${base}/x/page/2` } }], /repeat or never end/],
	'a page in the middle that is no list': [byPage((number) => [number === 3 ? { warning: 'slow' } : { data: page(number), meta: { last_page: lastPage } }]), /Page 3 of this list came without a list/],
};

let served: Served;
afterEach(async () => await served.close());

async function against(style: (asked: Asked) => Answer): Promise<void> {
	served = await serve((request, response) => {
		const base = `http://${request.headers.host}`;
		const { pathname, searchParams } = new URL(request.url ?? '', base);
		if (!pathname.endsWith('/subscriber')) return json(response, { subscriber: { uuid: pathname.split('/').at(-1) } });
		const [body, headers] = style({ query: searchParams, base });
		json(response, body, 200, headers);
	});
}

const credential = () => ({ baseUrl: served.url, accessToken: 'token' });

async function run(operation: string, parameters: INodeParameters): Promise<NodeRun> {
	return await runNode({ parameters: { resource: 'subscriber', operation, contactList: byId('l'), simplify: false, ...parameters }, credential: credential() });
}

/** Scrolls through the dropdown to its end, or for as long as nobody would. */
async function scroll(filter = ''): Promise<unknown[]> {
	const offered: unknown[] = [];
	let token: string | undefined;
	for (let times = 0; times < 40 && (times === 0 || token !== undefined); times += 1) {
		const { results, paginationToken } = await searchList('searchSubscribers', { parameters: { contactList: byId('l') }, credential: credential() }, filter, token);
		offered.push(...results.map(({ value }) => value));
		token = paginationToken as string | undefined;
	}
	return offered;
}

const all = entries.map(({ uuid }) => uuid);

describe.each(Object.entries(styles))('a list that says by %s that there is more', (_name, style) => {
	beforeEach(async () => await against(style));

	it('gives all entries once, in order', async () => {
		const all95 = await run('getAll', { returnAll: true });
		expect(all95.error).toBeUndefined();
		expect(jsonOf(all95)).toEqual(entries);
		expect(hintsOf(all95)).toEqual([]);
	});

	it('gives as many as the limit says', async () => {
		expect(jsonOf(await run('getAll', { limit: 37 }))).toEqual(entries.slice(0, 37));
	});

	it('is searched to its end by email', async () => {
		const found = await run('get', { subscriber: byEmail('Person94@example.com') });
		expect(jsonOf(found)).toEqual([{ uuid: 's94' }]);
		const missing = await run('get', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe('No subscriber with the email nobody@example.com is in the contact list');
	});

	it('is offered whole in a dropdown, and searched there', async () => {
		expect(await scroll()).toEqual(all);
		expect(await scroll('person94@')).toEqual(['s94']);
	});
});

describe.each(Object.entries(unreadable))('a list with %s', (_name, [style, words]) => {
	beforeEach(async () => await against(style));

	it('ends with a message', async () => {
		const all95 = await run('getAll', { returnAll: true });
		expect(all95.error?.message).toMatch(words);
		expect(all95.items).toEqual([]);
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

describe('a list that may be incomplete', () => {
	it.each<[string, (asked: Asked) => Answer]>([
		['that gives fewer than its total', byPage((number) => [{ data: page(number).slice(1), meta: { last_page: lastPage, total: entries.length } }])],
		['that says that nothing follows, and counts more', () => [{ data: page(1), links: { next: null }, meta: { total: entries.length } }]],
		['whose entries come without an email', byPage((number) => [{ data: page(number).map((_, index) => ({ uuid: `${number}-${index}` })), meta: { last_page: lastPage } }])],
		['that is none', () => [{ message: 'Soon' }]],
		['that names empty pages without end', byPage((number, { base }) => [{ data: number < 3 ? page(number) : [], links: { next: `${base}/x?page=${number + 1}` } }])],
	])('decides nothing about who is not in it: one %s', async (_name, style) => {
		await against(style);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toBe('The email nobody@example.com was not found, but the contact list may be incomplete');
		expect(missing.error?.description).toContain("by its ID in 'Subscriber'");
		expect(served.requests.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('still finds who is in it', async () => {
		await against(byPage((number) => [{ data: page(number).slice(1), meta: { last_page: lastPage, total: entries.length } }]));
		expect(jsonOf(await run('get', { subscriber: byEmail('person94@example.com') }))).toEqual([{ uuid: 's94' }]);
	});
});
