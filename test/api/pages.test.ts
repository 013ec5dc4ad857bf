import fc from 'fast-check';

import { readPage } from '../../nodes/EmailMarketing/api/pages';
import { startingWith, stepsAfter } from '../../nodes/EmailMarketing/api/pageSteps';
import { defined } from '../defined';

const items = [{ uuid: 'a' }, { uuid: 'b' }];
const next = 'https://api.example.com/v1/things?page=2';
const links = { first: 'x', last: 'x', prev: null, next };
const meta = { current_page: 1, per_page: 2, last_page: 3, total: 5 };
const buttons = [
	{ url: null, label: 'Previous', active: false },
	{ url: next, label: '2', active: false },
];

describe('readPage', () => {
	it.each([
		['{data, links, meta}', { data: items, links, meta }],
		['a named list beside links and meta', { subscribers: items, links, meta }],
		['a named paginator', { subscribers: { data: items, links, meta } }],
		['a named paginator with a message before it', { message: 'OK', subscribers: { data: items, links, meta } }],
		['data nested once more', { data: { data: items, links, meta } }],
		['data nested once more, page numbers outside', { data: { data: items }, links, meta }],
		['a named list inside data', { data: { subscribers: items, links, meta } }],
		[
			'page numbers at the top, as the raw paginator has them',
			{
				current_page: 1,
				data: items,
				first_page_url: 'x',
				last_page: 3,
				links: buttons,
				next_page_url: next,
				per_page: 2,
				total: 5,
			},
		],
		[
			'a raw paginator under a name',
			{ subscribers: { current_page: 1, data: items, last_page: 3, links: buttons, next_page_url: next } },
		],
		['links in which the next page is next_page_url', { data: items, links: { next_page_url: next }, meta }],
		['a number of pages that is text', { data: items, links, meta: { ...meta, last_page: '3' } }],
		['buttons before the items', { links: buttons, next_page_url: next, last_page: 3, things: items }],
	])('reads %s alike', (_name, body) => {
		const page = defined(readPage(body));
		expect(page.items).toEqual(items);
		expect(stepsAfter(page, startingWith(page), 10)).toEqual([
			{ query: 'page=2', isGuess: false },
			{ query: 'page=3', isGuess: false },
		]);
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
		[
			'a last page',
			{ data: items, links: { ...links, next: null }, meta },
			{ items, lastPage: 3, hasMore: false, number: 1, perPage: 2, total: 5 },
		],
		[
			'a last page of the raw paginator',
			{ data: items, last_page: 3, links: buttons, next_page_url: null },
			{ items, lastPage: 3, hasMore: false },
		],
		['an empty next', { data: items, links: { next: '' } }, { items, hasMore: false }],
		[
			'an empty list',
			{ data: [], links: { next: null }, meta: { last_page: 1 } },
			{ items: [], lastPage: 1, hasMore: false },
		],
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
		['included things', { included: [{ text: 'old' }], subscribers: items }],
	])('passes over %s that stands before the items', (_name, body) => {
		expect(readPage(body)).toEqual({ items });
	});

	it('takes warnings for no items, but for a doubt', () => {
		const warnings = [{ text: 'Result limited to 25 rows' }];
		expect(readPage({ warnings, subscribers: items })).toEqual({ items, unread: 'warnings' });
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

	it.each(['links', '_links', 'meta', 'errors', 'warnings', 'notices', 'message', 'included'])(
		'never takes "%s" for the items',
		(name) => {
			expect(readPage({ [name]: [{ uuid: 'x' }] })).toBeUndefined();
			expect(readPage({ [name]: [{ uuid: 'x' }], things: items })?.items).toEqual(items);
			expect(readPage({ [name]: [], things: items })?.items).toEqual(items);
		},
	);

	it('takes an empty list for the items, where there is no other', () => {
		expect([readPage({ domains: [] })?.items, readPage({ data: { domains: [] } })?.items]).toEqual([[], []]);
		expect(readPage({ a: ['text'], domains: [] })?.items).toEqual([]);
		expect(readPage({ a: [], domains: { data: items } })?.items).toEqual(items);
	});

	it('reads an object whose names are numbers of several digits', () => {
		expect(readPage({ data: { 9: { uuid: 'a' }, 10: { uuid: 'b' } } })?.items).toEqual(items);
	});

	it('takes the list by its own name before all others, at the top and inside', () => {
		const others = { columns: [{ uuid: 'c' }], tags: [{ id: 1 }] };
		expect(readPage({ ...others, contact_lists: items }, 'contact_lists')?.items).toEqual(items);
		expect(readPage({ ...others, contact_lists: [] }, 'contact_lists')?.items).toEqual([]);
		expect(readPage({ data: { ...others, contact_lists: items } }, 'contact_lists')?.items).toEqual(items);
		expect(readPage({ ...others, data: items }, 'contact_lists')?.items).toEqual(items);
		expect(readPage({ ...others })?.items).toEqual([{ uuid: 'c' }]);
	});

	it.each([
		['a thing', { uuid: 'a', things: items }],
		['a thing with a number for an ID', { id: 7, tags: [] }],
		['a thing in its envelope', { data: { uuid: 'a', tags: [] } }],
		['a thing in its envelope, with things in it', { subscriber: { id: 7, mails: [{ uuid: 'm' }] } }],
	])('takes no list out of %s', (_name, body) => {
		expect(readPage(body)).toBeUndefined();
	});

	it.each([
		['no names at all', {}],
		['names that are no numbers', { data: { 3: { uuid: 'a' }, x: { uuid: 'b' } } }],
		['names that only begin with a number', { data: { '3x': { uuid: 'a' } } }],
		['names that only end in a number', { data: { x3: { uuid: 'a' } } }],
		['numbers that lead to no things', { data: { 3: 'a', 4: 'b' } }],
	])('takes an object with %s for no list', (_name, body) => {
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
		const body = fc.record(
			{
				data: odd,
				links: odd,
				_links: odd,
				meta: odd,
				last_page: odd,
				next_page_url: odd,
				next: odd,
				total: odd,
				per_page: odd,
				offset: odd,
				has_more: odd,
				next_cursor: odd,
				subscribers: odd,
			},
			{ requiredKeys: [] },
		);
		fc.assert(
			fc.property(body, fc.dictionary(fc.string(), odd), (answer, headers) => {
				const page = readPage(answer, 'subscribers', { ...headers, link: headers.link });
				if (page === undefined) return;
				for (const { query } of stepsAfter(page, startingWith(page), 5)) expect(query).toMatch(/^[\x21-\x7e]*$/);
			}),
		);
	});
});

describe('a thing', () => {
	it('is no list for having a list of words, inside data as anywhere', () => {
		expect(readPage({ data: { tags: ['vip'] } })).toBeUndefined();
	});
});
