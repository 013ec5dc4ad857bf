import fc from 'fast-check';

import { readPage, startingWith, stepsAfter, type Position } from '../../nodes/EmailMarketing/api/pages';
import { defined } from '../engine/support';

const items = [{ uuid: 'a' }, { uuid: 'b' }];
const next = 'https://api.example.com/v1/things?page=2';
const links = { first: 'x', last: 'x', prev: null, next };
const meta = { current_page: 1, per_page: 2, last_page: 3, total: 5 };
const buttons = [{ url: null, label: 'Previous', active: false }, { url: next, label: '2', active: false }];

describe('readPage', () => {
	it.each([
		['{data, links, meta}', { data: items, links, meta }],
		['a named list beside links and meta', { subscribers: items, links, meta }],
		['a named paginator', { subscribers: { data: items, links, meta } }],
		['a named paginator with a message before it', { message: 'OK', subscribers: { data: items, links, meta } }],
		['data nested once more', { data: { data: items, links, meta } }],
		['data nested once more, page numbers outside', { data: { data: items }, links, meta }],
		['a named list inside data', { data: { subscribers: items, links, meta } }],
		['page numbers at the top, as the raw paginator has them', { current_page: 1, data: items, first_page_url: 'x', last_page: 3, links: buttons, next_page_url: next, per_page: 2, total: 5 }],
		['a raw paginator under a name', { subscribers: { current_page: 1, data: items, last_page: 3, links: buttons, next_page_url: next } }],
		['links in which the next page is next_page_url', { data: items, links: { next_page_url: next }, meta }],
		['a number of pages that is text', { data: items, links, meta: { ...meta, last_page: '3' } }],
		['buttons before the items', { links: buttons, next_page_url: next, last_page: 3, things: items }],
	])('reads %s alike', (_name, body) => {
		const page = defined(readPage(body));
		expect(page.items).toEqual(items);
		expect(stepsAfter(page, startingWith(page), 10)).toEqual([{ query: 'page=2', isGuess: false }, { query: 'page=3', isGuess: false }]);
	});

	it.each([
		['as PHP leaves a list of which some were taken out', { data: { 3: items[0], 7: items[1] } }],
		['so without an envelope', { 0: items[0], 1: items[1] }],
		['so under a name', { subscribers: { 1: items[0], 2: items[1] } }],
	])('reads an object whose names are numbers as a list: %s', (_name, body) => {
		expect(readPage(body)?.items).toEqual(items);
	});

	it.each([
		['a bare list', items],
		['a list without links and meta', { data: items }],
		['a named list without links and meta', { domains: items }],
		['a list beside a message', { message: 'OK', domains: items }],
		['a list inside data', { data: { domains: items } }],
		['an empty meta', { data: items, meta: {} }],
		['an empty meta list', { data: items, meta: [] }],
	])('reads %s, of which no page numbers are known', (_name, body) => {
		expect(readPage(body)).toEqual({ items });
	});

	it.each([
		['the list of a missing meta', { data: items, links }, { items, next: 'page=2', hasMore: true }],
		['a last page', { data: items, links: { ...links, next: null }, meta }, { items, lastPage: 3, hasMore: false, number: 1, perPage: 2, total: 5 }],
		['a last page of the raw paginator', { data: items, last_page: 3, links: buttons, next_page_url: null }, { items, lastPage: 3, hasMore: false }],
		['an empty next', { data: items, links: { next: '' } }, { items, hasMore: false }],
		['an empty list', { data: [], links: { next: null }, meta: { last_page: 1 } }, { items: [], lastPage: 1, hasMore: false }],
	])('reads %s', (_name, body, page) => {
		expect(readPage(body)).toEqual(page);
	});

	it.each([0, -1, 1.5, 'many', '', null, true, [3], Number.NaN])('does not believe in %j last pages', (last) => {
		expect(readPage({ data: items, meta: { last_page: last } })).toEqual({ items });
	});

	it.each([
		['an empty list of something else', { filters: [], subscribers: items }],
		['a list of texts', { columns: ['uuid', 'email'], subscribers: items }],
		['the list inside another thing', { filter: { tags: [] }, subscribers: { data: items } }],
		['warnings', { warnings: [{ text: 'old' }], subscribers: items }],
	])('passes over %s that stands before the items', (_name, body) => {
		expect(readPage(body)).toEqual({ items });
	});

	it.each([
		['nothing', undefined],
		['null', null],
		['text', 'OK'],
		['a number', 7],
		['an empty object', {}],
		['a message', { message: 'OK' }],
		['one thing', { uuid: 'a', email: 'a@example.com' }],
		['one thing with a list of texts in it', { uuid: 'a', email: 'a@example.com', tags: ['vip'] }],
		['one thing with a list of texts in its envelope', { subscriber: { uuid: 'a', tags: ['vip'] } }],
		['data that is null', { data: null, meta }],
		['buttons alone', { links: buttons }],
		['refusals alone', { message: 'No', errors: ['a', 'b'] }],
	])('finds no list in %s', (_name, body) => {
		expect(readPage(body)).toBeUndefined();
	});

	it('gives the items of any JSON that holds a list, and never breaks on any other', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 5 }), (body) => {
				const page = readPage(body);
				if (page !== undefined) expect(Array.isArray(page.items)).toBe(true);
				if (Array.isArray(body)) expect(page).toEqual({ items: body });
			}),
		);
	});

	it('never breaks on odd values under the names that it reads', () => {
		const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined), fc.nat(), fc.webUrl());
		const body = fc.record({ data: odd, links: odd, _links: odd, meta: odd, last_page: odd, next_page_url: odd, next: odd, total: odd, per_page: odd, offset: odd, has_more: odd, next_cursor: odd, subscribers: odd }, { requiredKeys: [] });
		fc.assert(
			fc.property(body, fc.dictionary(fc.string(), odd), (answer, headers) => {
				const page = readPage(answer, 'subscribers', { ...headers, link: headers.link });
				if (page === undefined) return;
				for (const { query } of stepsAfter(page, startingWith(page), 5)) expect(query).toMatch(/^[\x21-\x7e]*$/);
			}),
		);
	});
});

describe('what a page says of the pages after it', () => {
	const ten = Array.from({ length: 10 }, (_, index) => ({ uuid: `s${index}` }));
	/** All steps that the first page of a list leads to. */
	const steps = (body: object, headers = {}, at: Partial<Position> = {}) => {
		const page = defined(readPage(body, 'subscribers', headers));
		return stepsAfter(page, { ...startingWith(page), ...at }, 9).map(({ query, isGuess }) => (isGuess ? `${query} ?` : query));
	};
	/** Pages that are only reckoned: the first of them has to prove it. */
	const reckonedTo = (last: number) => Array.from({ length: last - 1 }, (_, index) => `page=${index + 2}${index > 0 ? ' ?' : ''}`);
	const pagesTo = (last: number, name = 'page') => Array.from({ length: last - 1 }, (_, index) => `${name}=${index + 2}`);

	// prettier-ignore
	it.each<[string, object, string[]]>([
		['last_page', { data: ten, meta: { last_page: 3 } }, pagesTo(3)],
		['total_pages', { data: ten, total_pages: 3 }, pagesTo(3)],
		['totalPages', { data: ten, totalPages: 3 }, pagesTo(3)],
		["Fractal's pagination", { data: ten, meta: { pagination: { total: 25, count: 10, per_page: 10, current_page: 1, total_pages: 3, links: { next: 'http://x/y?page=2' } } } }, pagesTo(3)],
		['total and per_page', { data: ten, total: 25, per_page: 10 }, reckonedTo(3)],
		['total alone', { data: ten, total: 25 }, reckonedTo(3)],
		['total as text', { data: ten, meta: { total: '25' } }, reckonedTo(3)],
		["Django's count and next", { count: 25, next: 'http://x/y/?page=2', previous: null, results: ten }, reckonedTo(3)],
		["Spring's page, counted from 0", { _embedded: { subscribers: ten }, page: { size: 10, totalElements: 25, totalPages: 3, number: 0 } }, ['page=1', 'page=2']],
		['a link with more in it than the page', { data: ten, links: { next: '/y?tag%5B%5D=a&tag%5B%5D=b&page=2&per_page=2' }, meta: { last_page: 3 } }, ['tag%5B%5D=a&tag%5B%5D=b&page=2&per_page=2', 'tag%5B%5D=a&tag%5B%5D=b&page=3&per_page=2']],
		["JSON:API's page[number]", { data: ten, links: { next: { href: 'http://x/y?page[number]=2' } }, meta: { last_page: 3 } }, ['page[number]=2', 'page[number]=3']],
		['a link that names no page number, and total', { data: ten, links: { next: '/y?after=s9' }, total: 25 }, ['after=s9']],
		['a link that last_page contradicts', { data: ten, links: { next: 'http://x/y?page=2' }, meta: { last_page: 1 } }, ['page=2']],
		['next_page_url', { data: ten, next_page_url: 'https://internal.example/y?page=2' }, ['page=2']],
		['HAL', { _embedded: { subscribers: ten }, _links: { self: { href: '/y' }, next: { href: '/y?page=2' } } }, ['page=2']],
		['a list of links', { data: ten, links: [{ rel: 'self', href: '/y' }, { rel: 'next', href: '/y?page=2' }] }, ['page=2']],
		['next_page as a number', { data: ten, meta: { next_page: 2 } }, ['page=2']],
		['next_page as an address', { data: ten, next_page: 'https://x/y?p=2' }, ['p=2']],
		['next as a cursor', { data: ten, paging: { next: 'abc/=' } }, ['cursor=abc%2F%3D']],
		['next_cursor', { data: ten, meta: { next_cursor: 'a b' } }, ['cursor=a%20b']],
		['nextPageToken', { subscribers: ten, nextPageToken: 'abc' }, ['pageToken=abc']],
		["Fractal's cursor", { data: ten, meta: { cursor: { current: 0, prev: 0, next: 10, count: 10 } } }, ['cursor=10']],
		['has_more with a cursor', { data: ten, has_more: true, cursors: { after: 'x' } }, ['after=x']],
		['has_more alone', { data: ten, has_more: true }, ['page=2']],
		['pageInfo', { data: ten, pageInfo: { hasNextPage: true, endCursor: 'x' } }, ['after=x']],
		['offset and total', { data: ten, meta: { offset: 0, limit: 10, total: 25 } }, ['offset=10&limit=10', 'offset=20&limit=10 ?']],
		['offset and has_more', { data: ten, offset: 0, has_more: true }, ['offset=10']],
		['skip, limit and total', { data: ten, skip: 0, limit: 10, total: 25 }, ['skip=10&limit=10', 'skip=20&limit=10 ?']],
		['nothing at all, on a page that may be full', { data: ten }, ['page=2 ?']],
		['a total that may be that of the page', { data: ten, total: 10 }, ['page=2 ?']],
		['a total that cannot be true', { data: ten, total: 0 }, ['page=2 ?']],
		['an offset without a total', { data: ten, offset: 0, limit: 10 }, ['offset=10&limit=10 ?']],
		['more entries, and that there is no next page', { data: ten, links: { next: null }, meta: { total: 25 } }, ['page=2 ?', 'page=3 ?']],
	])('is read from %s', (_name, body, expected) => {
		expect(steps(body)).toEqual(expected);
	});

	it.each<[string, string | string[], string[]]>([
		['a Link header', '<https://x/y?page=2>; rel="next", <https://x/y?page=9>; rel="last"', ['page=2']],
		['a Link header with other links before it', '<https://x/y?a=1,2>; title="a, b; rel=next"; rel="prev", <https://x/y?page=2>; title="x"; rel=next', ['page=2']],
		['a Link header with several relations', '<?page=2>; rel="last next"', ['page=2']],
		['several Link headers', ['<?page=1>; rel="first"', '<?page=2>; REL="Next"'], ['page=2']],
		['a Link header without a next', '<?page=1>; rel="prev"; title="next"', ['page=2 ?']],
		['a Link header that is none', 'page=2', ['page=2 ?']],
	])('is read from %s', (_name, link, expected) => {
		expect(steps(ten, { link })).toEqual(expected);
	});

	it('is read from headers that count', () => {
		expect(steps(ten, { 'x-total-count': '25' })).toEqual(reckonedTo(3));
		expect(steps(ten, { 'x-wp-total': '25', 'x-wp-totalpages': '3' })).toEqual(pagesTo(3));
	});

	// prettier-ignore
	it.each<[string, object]>([
		['last_page is reached', { data: ten, meta: { last_page: 1 } }],
		['there is no next page', { data: ten, links: { next: null } }],
		['there is no cursor', { data: ten, meta: { next_cursor: null } }],
		['there is no more', { data: ten, has_more: false }],
		['there is no more, whatever the cursor says', { data: ten, has_more: false, next_cursor: 'x' }],
		['there is a lasting cursor, but no word that more follows', { data: ten, paging: { cursors: { after: 'x' }, next: null } }],
		['all entries are there', { data: ten, total: 10, per_page: 10 }],
		['all entries are there, and too few to be a page', { data: ten.slice(1), total: 9 }],
		['the next page is the page itself', { data: ten, links: { next: '/x?page=1' }, meta: { last_page: 1 } }],
		['entries have no ID, and nothing is said', { data: ten.map(() => ({ name: 'x' })) }],
		['the next page is 0', { data: ten, next_page: 0 }],
		['the cursor is "0"', { data: ten, next_cursor: '0' }],
		['the next page is called "null"', { data: ten, next: 'null' }],
		['it is too short to be a page', { data: ten.slice(1) }],
		['it is empty', { data: [] }],
	])('is nothing when %s', (_name, body) => {
		expect(steps(body)).toEqual([]);
	});

	it('is one more page by number, or by offset, as long as entries are missing', () => {
		expect(steps({ data: ten, total: 95 }, {}, { pages: 10, entries: 94 })).toEqual(['page=11 ?']);
		expect(steps({ data: ten, total: 95, offset: 80 }, {}, { pages: 10, entries: 94, pageSize: 9 })).toEqual(['offset=94 ?']);
		expect(steps({ data: [], total: 95 }, {}, { pages: 10, entries: 94 })).toEqual([]);
	});
});
