import { queriesAfter, parsePage, repeats, withPageSize, type Page } from '../../nodes/EmailMarketing/api/pagination';
import { defined } from '../defined';

const people = [{ uuid: 'a' }, { uuid: 'b' }];
const hundred = Array.from({ length: 100 }, (_, index) => ({ uuid: `s${index}` }));

/** A page without what it does not say. */
function pageIn(body: unknown, headers = {}): Partial<Page> | undefined {
	const page = parsePage(body, 'subscribers', headers);
	return page && Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
}

describe('a page', () => {
	it.each<[string, unknown]>([
		['{data: [...]}', { data: people }],
		['a bare array', people],
		["an array under the list's name", { subscribers: people, lists: [{ uuid: 'l' }] }],
		['data inside data', { data: { data: people } }],
		["the list's name inside data", { data: { subscribers: people } }],
		["data inside the list's name", { subscribers: { data: people } }],
	])('is read from %s', (_name, body) => {
		expect(pageIn(body)?.items).toEqual(people);
	});

	it.each<[string, unknown]>([
		['nothing', undefined],
		['text', 'people'],
		['a message', { message: 'Soon' }],
		['a resource that has arrays', { uuid: 'a', data: [] }],
		['keys that PHP has kept', { data: { 1: { uuid: 'a' } } }],
		['data nested too deeply', { data: { data: { data: people } } }],
	])('is not read from %s', (_name, body) => {
		expect(pageIn(body)).toBeUndefined();
	});

	const links = { first: '/x?page=1', last: '/x?page=9', prev: '/x?page=1', next: '/x?page=3' };
	const own = { data: people, current_page: '2', last_page: 9, next_page_url: 'http://internal/x?page=3' };
	it.each<[string, unknown]>([
		["Laravel's resource paginator", { data: people, links, meta: { current_page: 2, last_page: 9, total: 18 } }],
		["Laravel's own paginator", { ...own, total: '18' }],
		['a paginator inside data', { data: { ...own, total: 18 } }],
	])('has the last page, the total and the next query in %s', (_name, body) => {
		expect(pageIn(body)).toEqual({ items: people, lastPage: 9, total: 18, next: 'page=3' });
	});

	it.each<[string, unknown, Record<string, string>, string]>([
		['links.next', { data: people, links: { next: 'https://other.example/y?tag=a&tag=b' } }, {}, 'tag=a&tag=b'],
		['a link at the top level', { data: people, next: '/x?page=2' }, {}, 'page=2'],
		['a link with a query only', { data: people, next: '?page=2#top' }, {}, 'page=2'],
		['a Link header', people, { link: '<http://x/y?page=1>; rel="prev", <http://x/y?page=3>; rel="next"' }, 'page=3'],
		['a Link header without quotes', people, { link: '<http://x/y?page=3>; rel=next' }, 'page=3'],
		['a link that is null', { data: people, links: { next: null } }, {}, ''],
		['a link that is empty', { data: people, next_page_url: '' }, {}, ''],
	])('names the next page by %s', (_name, body, headers, next) => {
		expect(pageIn(body, headers)).toEqual({ items: people, next });
	});

	it.each([undefined, null, '', '9x', 'x9', '9.5', 9.5, -1, true, [9], 1e300, '1234567890123456'])(
		'has no last page where it is %j',
		(last_page) => {
			expect(pageIn({ data: people, meta: { last_page } })?.lastPage).toBeUndefined();
		},
	);

	it('has the first number that is one', () => {
		expect(pageIn({ data: people, total: 7, last_page: 0, meta: { total: null } })).toMatchObject({
			total: 7,
			lastPage: 0,
		});
	});

	it.each<[string, unknown, Record<string, string>]>([
		['next_cursor', { data: people, meta: { next_cursor: 'abc' } }, {}],
		['has_more', { data: people, has_more: true }, {}],
		['nextPageToken', { subscribers: people, nextPageToken: 'abc' }, {}],
		['next', { data: people, next: 'abc' }, {}],
		['next', { data: people, links: { next: '/people/page/2' } }, {}],
		['offset', { data: people, offset: 0 }, {}],
		['pages', { data: people, list: { pages: { after: 'abc' } } }, {}],
		['count', { data: people, count: 500 }, {}],
		['x-total-count', people, { 'x-total-count': '500' }],
		['content-range', people, { 'content-range': 'items 0-1/500' }],
	])('is doubted where it has %s and nothing that is understood', (name, body, headers) => {
		expect(pageIn(body, headers)?.doubt).toContain(`"${name}"`);
	});

	it('is doubted where exactly as many entries came as were asked for, and nothing else is said', () => {
		expect(pageIn(hundred)?.doubt).toContain('exactly 100 came');
		expect(pageIn({ data: people, per_page: 2 })?.doubt).toContain('exactly 2 came');
		for (const meta of [{ last_page: 1 }, { total: 100 }])
			expect(pageIn({ data: hundred, meta })?.doubt).toBeUndefined();
	});

	it('is not doubted for words that are about something else', () => {
		const body = { data: people, message: 'OK', meta: { account: 5, discount: 1 } };
		const headers = { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59', 'x-nextjs-cache': 'MISS' };
		expect(pageIn(body, headers)).toEqual({ items: people });
	});
});

describe('the pages after one', () => {
	const page = (more: Partial<Page>): Page => ({ items: people, ...more });

	it.each<[string, Page, number, number, string[]]>([
		['all that are known', page({ lastPage: 4, next: 'page=2' }), 1, Infinity, ['page=2', 'page=3', 'page=4']],
		['no more than are wanted', page({ lastPage: 4 }), 2, 1, ['page=3']],
		['none after the last one', page({ lastPage: 4, next: 'page=4' }), 4, 9, []],
		['the next one alone where the last is not known', page({ next: 'cursor=x' }), 1, Infinity, ['cursor=x']],
		['none where nothing is said', page({}), 1, Infinity, []],
		['none where the link is empty', page({ next: '' }), 1, Infinity, []],
	])('are %s', (_name, after, number, most, queries) => {
		expect(queriesAfter(after, number, most)).toEqual(queries);
	});

	it.each([
		['', 'per_page=100'],
		['page=2', 'page=2&per_page=100'],
		['cursor=a%2Fb', 'cursor=a%2Fb&per_page=100'],
		['per_page=15&page=2', 'per_page=15&page=2'],
	])('are asked for with a page size: "%s"', (query, sized) => {
		expect(withPageSize(query)).toBe(sized);
	});

	it('repeat the one before where they have the same entries in the same order', () => {
		const [one, other] = [defined(parsePage(people, '')), defined(parsePage([...people].reverse(), ''))];
		expect(repeats(one, one)).toBe(true);
		expect(repeats(one, other)).toBe(false);
		expect(repeats({ items: [] }, { items: [] })).toBe(false);
		expect(repeats({ items: [{ name: 'x' }] }, { items: [{ name: 'y' }] })).toBe(false);
	});
});
