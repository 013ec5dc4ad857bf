import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, hintsOf, jsonOf } from '../engine/support';
import { runNode, searchList, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';

/** How services count their pages and say that there are more. Each understands nothing but its own query, and ignores `per_page`. */

const size = 20;
/** Twelve pages: a filtered dropdown reads the first ten, and continues after them. */
const entries = Array.from({ length: 240 }, (_, index) => ({
	uuid: `s${index}`,
	email: `person${index}@example.com`,
}));
const all = entries.map(({ uuid }) => uuid);
const total = entries.length;
const lastPage = Math.ceil(total / size);

interface Asked {
	readonly query: URLSearchParams;
	readonly base: string;
}
type Answer = readonly [body: unknown, headers?: Record<string, string>];
type Style = (asked: Asked) => Answer;

const from = (start: number, count = size): unknown[] => entries.slice(start, start + count);
const page = (number: number): unknown[] => from((number - 1) * size);
/** A service that is asked by a page number. */
const byPage =
	(answer: (page: number, asked: Asked) => Answer, name = 'page'): Style =>
	(asked) =>
		answer(Number(asked.query.get(name) ?? 1), asked);
/** A service that is asked by what it gave before: the position, as it names it. */
const byMark =
	(name: string, answer: (start: number, next: string | null, asked: Asked) => Answer): Style =>
	(asked) => {
		const start = Number(asked.query.get(name)?.replace(/^c/, '') ?? 0);
		return answer(start, start + size < total ? `c${start + size}` : null, asked);
	};
const linkTo = (number: number, base: string, more = ''): string | null =>
	number < lastPage ? `${base}/somewhere?${more}page=${number + 1}` : null;

/** Styles that are read to the end. */
const understood: Record<string, Style> = {
	"Laravel's paginator": byPage((number, { base }) => [
		{
			data: page(number),
			links: { first: `${base}?page=1`, last: `${base}?page=${lastPage}`, prev: null, next: linkTo(number, base) },
			meta: { current_page: number, per_page: size, last_page: lastPage, total },
		},
	]),
	"Laravel's paginator without resources": byPage((number, { base }) => [
		{ data: page(number), current_page: number, last_page: lastPage, next_page_url: linkTo(number, base), total },
	]),
	"Laravel's simple paginator": byPage((number, { base }) => [
		{ data: page(number), links: { next: linkTo(number, base) }, meta: { current_page: number, per_page: size } },
	]),
	"Laravel's cursor paginator": byMark('cursor', (start, next, { base }) => [
		{
			data: from(start),
			links: { next: next && `${base}/x?cursor=${next}` },
			meta: { per_page: size, next_cursor: next },
		},
	]),
	'last_page alone': byPage((number) => [{ data: page(number), meta: { last_page: lastPage } }]),
	'last_page as text': byPage((number) => [{ data: page(number), meta: { last_page: String(lastPage) } }]),
	'last_page and total on the first page alone': byPage((number) => [
		{ data: page(number), ...(number === 1 ? { meta: { last_page: lastPage, total } } : {}) },
	]),
	'last_page, with other lists next to it': byPage((number) => [
		{ filters: [{ name: 'all' }], lists: [{ uuid: 'l' }], subscribers: page(number), meta: { last_page: lastPage } },
	]),
	'last_page, in data.data': byPage((number) => [{ data: { data: page(number), last_page: lastPage, total } }]),
	'a next link at the top level': byPage((number, { base }) => [{ data: page(number), next: linkTo(number, base) }]),
	next_page_url: byPage((number, { base }) => [{ data: page(number), next_page_url: linkTo(number, base) }]),
	'a Link header': byPage((number, { base }) => [
		page(number),
		{ link: `<${base}/x?page=1>; rel="first"${number < lastPage ? `, <${linkTo(number, base)}>; rel="next"` : ''}` },
	]),
	'links.next with a page parameter of its own': byPage(
		(number, { base }) => [
			{ data: page(number), links: { next: linkTo(number, base)?.replace('page=', 'p=') ?? null } },
		],
		'p',
	),
	'links.next that repeats a key': (asked) =>
		byPage((number, { base }) => [
			{
				data: asked.query.getAll('tag').length === (number > 1 ? 2 : 0) ? page(number) : [],
				links: { next: linkTo(number, base, 'tag=a&tag=b&') },
			},
		])(asked),
	'links.next after an empty first page': byPage((number, { base }) => [
		{ data: page(number - 1), links: { next: number <= lastPage ? `${base}/x?page=${number + 1}` : null } },
	]),
};

/** Styles of which the node does not understand that more entries follow. */
const notUnderstood: Record<string, Style> = {
	'total and per_page': byPage((number) => [{ data: page(number), meta: { total, per_page: size } }]),
	total_pages: byPage((number) => [{ data: page(number), total_pages: lastPage }]),
	count: byPage((number) => [{ data: page(number), count: total }]),
	has_more: byPage((number) => [{ data: page(number), has_more: number < lastPage }]),
	'meta.next_page': byPage((number) => [{ data: page(number), meta: { next_page: number + 1 } }]),
	'meta.next_cursor': byMark('cursor', (start, next) => [{ data: from(start), meta: { next_cursor: next } }]),
	nextPageToken: byMark('pageToken', (start, next) => [{ subscribers: from(start), nextPageToken: next }]),
	'links.next as an object': byPage((number, { base }) => [
		{ data: page(number), links: { next: { href: linkTo(number, base) } } },
	]),
	'links.next without a query': ({ base }) => [{ data: page(1), links: { next: `${base}/x/page/2` } }],
	"Fractal's meta.pagination": byPage((number) => [
		{
			data: page(number),
			meta: { pagination: { total, count: size, per_page: size, current_page: number, total_pages: lastPage } },
		},
	]),
	"HubSpot's paging.next.after": byMark('after', (start, next) => [
		{ results: from(start), paging: { next: { after: next } } },
	]),
	"Django's results": byPage((number, { base }) => [
		{ count: total, next: linkTo(number, base), previous: null, results: page(number) },
	]),
	"Hydra's view": byPage((number) => [
		{ 'hydra:member': page(number), 'hydra:view': { 'hydra:next': `/x?page=${number + 1}` } },
	]),
	'keys that PHP has kept': byPage((number) => [
		{ data: Object.fromEntries(page(number).map((entry, index) => [index + 1, entry])), meta: { last_page: lastPage } },
	]),
	'X-Total-Count': byPage((number) => [page(number), { 'x-total-count': String(total) }]),
	'X-Next-Page': byPage((number) => [page(number), { 'x-next-page': String(number + 1) }]),
	'Content-Range': byPage((number) => [page(number), { 'content-range': `items 0-19/${total}` }]),
	'nothing but a hundred entries': byPage((number) => [{ data: from((number - 1) * 100, 100) }]),
	'last_page, and page numbers that are not understood': () => [{ data: page(1), meta: { last_page: lastPage } }],
	'last_page, and a page in the middle that is no list': byPage((number) => [
		number === 3 ? { warning: 'slow' } : { data: page(number), meta: { last_page: lastPage } },
	]),
	'a last page that names itself as the next': byPage((number, { base }) => [
		{ data: page(number), links: { next: `${base}/x?page=${Math.min(number + 1, lastPage)}` } },
	]),
};

let served: Served;
afterEach(async () => await served.close());

async function against(style: Style): Promise<void> {
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
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('l'), simplify: false, ...parameters },
		credential: credential(),
	});
}

/** Whether the node says that entries may be missing. */
const saysSo = (done: NodeRun): boolean => done.error !== undefined || hintsOf(done).length > 0;
const notInList = /^No subscriber with the email .* is in the contact list$/;

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

describe.each(Object.entries({ ...understood, ...notUnderstood }))('a list that continues by %s', (name, style) => {
	const isUnderstood = name in understood;
	beforeEach(async () => await against(style));

	it('comes whole and in order, or the node says that it may not be whole', async () => {
		const whole = await run('getAll', { returnAll: true });
		if (!saysSo(whole)) expect(jsonOf(whole)).toEqual(entries);
		expect(saysSo(whole)).toBe(!isUnderstood);
	});

	it('comes up to the limit, or the node says so', async () => {
		const some = await run('getAll', { limit: 70 });
		if (isUnderstood || !saysSo(some)) expect(jsonOf(some)).toEqual(entries.slice(0, 70));
	});

	it('is searched by email to its end, or the node says that it may be incomplete', async () => {
		const last = await run('get', { subscriber: byEmail('Person239@example.com') });
		if (isUnderstood) expect(jsonOf(last)).toEqual([{ uuid: 's239' }]);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		for (const { error } of isUnderstood ? [] : [last, missing])
			if (error !== undefined) expect(error.message).not.toMatch(notInList);
		if (isUnderstood) expect(missing.error?.message).toMatch(notInList);
		expect(served.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
	});

	it('is offered whole in a dropdown, which says so where it may not be', async () => {
		const offered = await scroll().catch(() => ['']);
		if (isUnderstood) expect(offered).toEqual(all);
		if (isUnderstood) expect((await scroll('person239@')).filter((value) => value !== '')).toEqual(['s239']);
		const entries = offered.filter((value) => value !== '');
		const different = [...new Set(entries)];
		expect(different).toEqual(all.slice(0, different.length));
		// A dropdown keeps no memory between scrolls: a service that ignores the page number shows its page again, as anybody sees.
		if (different.length < all.length && different.length === entries.length) expect(offered).toContain('');
	});
});

describe('a list that is complete', () => {
	it('and says nothing of its pages is read with one request, and nothing is noted', async () => {
		await against(() => [from(0, 12), { 'x-ratelimit-limit': '60', 'x-nextjs-cache': 'MISS' }]);
		const whole = await run('getAll', { returnAll: true });
		expect(jsonOf(whole)).toEqual(from(0, 12));
		expect(hintsOf(whole)).toEqual([]);
		expect(served.requests).toHaveLength(1);
		expect((await run('get', { subscriber: byEmail('nobody@example.com') })).error?.message).toMatch(notInList);
	});

	it('gives each entry once, also where one is shown on two pages', async () => {
		await against(
			byPage((number) => [{ data: from((number - 1) * size - (number > 1 ? 1 : 0), size + 1), last_page: lastPage }]),
		);
		expect(jsonOf(await run('getAll', { returnAll: true }))).toEqual(entries);
	});
});

describe('a list that changes while it is read', () => {
	it('is read once, and comes with one note', async () => {
		await against(
			byPage((number) => [{ data: page(number), meta: { last_page: lastPage, total: total - (number % 2) } }]),
		);
		expect(hintsOf(await run('getAll', { returnAll: true }))).toEqual([
			expect.stringContaining('changed while it was read'),
		]);
		expect(served.requests).toHaveLength(lastPage);
		const missing = await run('get', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toContain('may be incomplete');
	});

	it('may become shorter: the empty page after its end is no failure', async () => {
		const left = total - size;
		await against(
			byPage((number) => [
				{
					data: number === lastPage ? [] : page(number),
					meta: { current_page: number, last_page: lastPage - (number > 1 ? 1 : 0), total: number > 1 ? left : total },
				},
			]),
		);
		expect(jsonOf(await run('getAll', { returnAll: true }))).toEqual(entries.slice(0, left));
	});
});

describe('a list that shows fewer entries than its total', () => {
	const short = byPage((number) => [
		{
			data: page(number).slice(number === 7 ? 1 : 0),
			...(number === 1 ? { meta: { last_page: lastPage, total } } : {}),
		},
	]);

	it('comes with one note', async () => {
		await against(short);
		const whole = await run('getAll', { returnAll: true });
		expect(whole.items).toHaveLength(total - 1);
		expect(hintsOf(whole)).toEqual([expect.stringMatching(/240 entries.* 239/)]);
	});

	it('decides nothing about who is not in it, and still finds who is', async () => {
		await against(short);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(missing.error?.message).toContain('may be incomplete');
		expect(missing.error?.description).toContain('by its ID');
		expect(jsonOf(await run('get', { subscriber: byEmail('person239@example.com') }))).toEqual([{ uuid: 's239' }]);
	});
});
