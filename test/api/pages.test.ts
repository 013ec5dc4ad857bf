import fc from 'fast-check';

import { readPage } from '../../nodes/EmailMarketing/api/pages';

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
		expect(readPage(body)).toEqual({ items, lastPage: 3, next });
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
		['the list of a missing meta', { data: items, links }, { items, next }],
		['a last page', { data: items, links: { ...links, next: null }, meta }, { items, lastPage: 3, next: null }],
		['a last page of the raw paginator', { data: items, last_page: 3, links: buttons, next_page_url: null }, { items, lastPage: 3, next: null }],
		['an empty next', { data: items, links: { next: '' } }, { items, next: null }],
		['an empty list', { data: [], links: { next: null }, meta: { last_page: 1 } }, { items: [], lastPage: 1, next: null }],
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
		const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
		const body = fc.record({ data: odd, links: odd, meta: odd, last_page: odd, next_page_url: odd, subscribers: odd }, { requiredKeys: [] });
		fc.assert(
			fc.property(body, (answer) => {
				const page = readPage(answer);
				expect([undefined, null, 'string']).toContain(typeof page?.next === 'string' ? 'string' : page?.next);
				expect(page?.lastPage ?? 1).toBeGreaterThan(0);
			}),
		);
	});
});
