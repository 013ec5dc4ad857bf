import { readPage } from '../../nodes/EmailMarketing/api/pages';
import { isNumberOpen, startingWith, stepsAfter, type Position } from '../../nodes/EmailMarketing/api/pageSteps';
import { defined } from '../defined';

describe('what a page says of the pages after it', () => {
	const ten = Array.from({ length: 10 }, (_, index) => ({ uuid: `s${index}` }));
	/** All steps that the first page of a list leads to. */
	const steps = (body: object, headers = {}, at: Partial<Position> = {}) => {
		const page = defined(readPage(body, 'subscribers', headers));
		return stepsAfter(page, { ...startingWith(page), ...at }, 9).map(({ query, isGuess }) =>
			isGuess ? `${query} ?` : query,
		);
	};
	/** Pages that are only reckoned: the first of them has to prove it. */
	const reckonedTo = (last: number) =>
		Array.from({ length: last - 1 }, (_, index) => `page=${index + 2}${index > 0 ? ' ?' : ''}`);
	const pagesTo = (last: number, name = 'page') =>
		Array.from({ length: last - 1 }, (_, index) => `${name}=${index + 2}`);

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
		[
			'a Link header with other links before it',
			'<https://x/y?a=1,2>; title="a, b; rel=next"; rel="prev", <https://x/y?page=2>; title="x"; rel=next',
			['page=2'],
		],
		['a Link header with several relations', '<?page=2>; rel="last next"', ['page=2']],
		['several Link headers', ['<?page=1>; rel="first"', '<?page=2>; REL="Next"'], ['page=2']],
		['a Link header in single quotes', "<?page=2>; title='x'; rel='next'", ['page=2']],
		['a Link header with no blanks', '<?page=2>;rel=next', ['page=2']],
		['a Link header with many blanks', '<?page=2>  ;  rel  =  "next"  ', ['page=2']],
		['a Link header with a parameter without value', '<?page=2>; crossorigin; rel="next first"', ['page=2']],
		['a Link header to the one after the next', '<?page=3>; rel="nextnext"', ['page=2 ?']],
		['a Link header without a next', '<?page=1>; rel="prev"; title="next"', ['page=2 ?']],
		['a Link header that is none', 'page=2', ['page=2 ?']],
	])('is read from %s', (_name, link, expected) => {
		expect(steps(ten, { link })).toEqual(expected);
	});

	it.each([
		'next',
		'next_page_url',
		'nextPageUrl',
		'nextPageLink',
		'next_url',
		'next_uri',
		'nextLink',
		'next_page',
		'@odata.nextLink',
		'hydra:next',
	])('is read from the link "%s"', (name) => {
		expect(steps({ data: ten, [name]: 'http://x/y?p=2' })).toEqual(['p=2']);
		expect(steps({ data: ten, [name]: null })).toEqual([]);
	});

	it.each([
		'has_more',
		'hasNext',
		'has_next_page',
		'has_more_pages',
		'more',
		'more_available',
		'more_items_in_collection',
		'truncated',
		'IsTruncated',
	])('is read from the word "%s"', (name) => {
		for (const yes of [true, 1, '1', 'true']) expect(steps({ data: ten, [name]: yes })).toEqual(['page=2']);
		for (const no of [false, 0, '0', 'false']) expect(steps({ data: ten, [name]: no })).toEqual([]);
		for (const neither of ['maybe', null, 2, {}]) expect(steps({ data: ten, [name]: neither })).toEqual(['page=2 ?']);
	});

	it.each(['last', 'isLast', 'is_last_page'])('is read from the word "%s"', (name) => {
		expect([steps({ data: ten, [name]: false }), steps({ data: ten, [name]: true })]).toEqual([['page=2'], []]);
	});

	it.each(['last_page', 'totalPages', 'page_count', 'num_pages', 'pages'])(
		'is read from the number of the last page, "%s"',
		(name) => {
			expect(steps({ data: ten, [name]: 3 })).toEqual(pagesTo(3));
		},
	);

	it.each(['current_page', 'page_number', 'pageIndex', 'number', 'page'])(
		'is counted from 0 where "%s" is 0',
		(name) => {
			expect(steps({ data: ten, [name]: 0, last_page: 3 })).toEqual(['page=1', 'page=2']);
			expect(steps({ data: ten, [name]: 7, last_page: 3 })).toEqual(['page=2', 'page=3']);
		},
	);

	it.each([
		'total',
		'total_count',
		'totalItems',
		'total_results',
		'total_records',
		'totalElements',
		'total_entries',
		'hydra:totalItems',
		'@odata.count',
		'recordsTotal',
		'count',
	])('is read from the total, "%s"', (name) => {
		expect(steps({ data: ten, [name]: 25 })).toEqual(reckonedTo(3));
	});

	it.each(['per_page', 'pageSize', 'limit', 'size'])('is reckoned with the length of a page, "%s"', (name) => {
		expect(steps({ data: ten, total: 10, [name]: 10 })).toEqual([]);
		expect(steps({ data: ten, total: 25, [name]: 5 })).toHaveLength(4);
	});

	it.each(['offset', 'skip'])('is asked for by the entries that came where there is an "%s"', (name) => {
		expect(steps({ data: ten, [name]: 0, total: 25 })).toEqual([`${name}=10`, `${name}=20 ?`]);
	});

	it.each([
		'meta',
		'metadata',
		'response_metadata',
		'links',
		'_links',
		'pagination',
		'paginator',
		'paging',
		'page',
		'pageInfo',
		'cursor',
		'cursors',
		'hydra:view',
	])('is read in "%s"', (place) => {
		expect(steps({ data: ten, [place]: { has_more: true } })).toEqual(['page=2']);
		expect(steps({ data: ten, meta: { [place]: { has_more: true } } })).toEqual(['page=2']);
	});

	it('is not read in the fields of anything else', () => {
		expect(steps({ data: ten.slice(1), filter: { next: 'Monday', total: 95, has_more: true } })).toEqual([]);
	});

	it.each([
		['next_cursor', 'cursor'],
		['nextCursor', 'cursor'],
		['next_page_token', 'page_token'],
		['nextPageToken', 'pageToken'],
		['continuation_token', 'continuation_token'],
		['continuationToken', 'continuationToken'],
		['next_token', 'next_token'],
		['nextToken', 'nextToken'],
		['next_offset', 'offset'],
		['nextOffset', 'offset'],
	])('is asked for with the cursor "%s"', (name, parameter) => {
		expect(steps({ data: ten, [name]: 'a b' })).toEqual([`${parameter}=a%20b`]);
		for (const none of [null, '', false]) expect(steps({ data: ten, [name]: none })).toEqual([]);
	});

	it.each([
		['after', 'after'],
		['endCursor', 'after'],
		['end_cursor', 'after'],
		['cursor', 'cursor'],
	])('is asked for with the cursor "%s" where there is more', (name, parameter) => {
		expect(steps({ data: ten, [name]: 'x', has_more: true })).toEqual([`${parameter}=x`]);
		expect(steps({ data: ten, [name]: 'x', has_more: false })).toEqual([]);
	});

	// prettier-ignore
	it.each<[string, object, string[]]>([
		['a record with a cursor', { next: { after: 'x', link: 'https://api.example.com/y?after=x' } }, ['after=x']],
		['a record with a page', { next: { page: 2, limit: 10 } }, ['page=2&limit=10']],
		['a record with an address', { next: { url: '/y?p=2' } }, ['p=2']],
		['a record with a uri', { next: { uri: '/y?p=2' } }, ['p=2']],
		['a record with a link', { next: { link: '/y?p=2' } }, ['p=2']],
		['a list of one', { next: [{ href: '/y?p=2' }] }, ['p=2']],
		['a list of links with uri', { links: [{ rel: ['next'], uri: '/y?p=2' }] }, ['p=2']],
		['a list of links with url', { links: [{ rel: 'prev', url: '/y?p=0' }, { rel: 'next', url: '/y?p=2' }] }, ['p=2']],
		['an address written for HTML', { next: '/y?a=1&amp;p=2' }, ['a=1&p=2']],
		['an address with the token in it, struck out', { next: '/y?access_token=***&p=2' }, ['p=2']],
	])('is read from next as %s', (_name, body, expected) => {
		expect(steps({ data: ten, ...body })).toEqual(expected);
	});

	it('is read from next as a word, and is nothing where that says no', () => {
		expect([steps({ data: ten, next: true }), steps({ data: ten, next: false })]).toEqual([['page=2'], []]);
	});

	it('is read from the innermost place that tells it, and no deeper than three', () => {
		expect(steps({ last_page: 9, data: { data: ten, last_page: 3 } })).toEqual(pagesTo(3));
		expect(steps({ last_page: 9, data: ten, meta: { last_page: 3 } })).toEqual(pagesTo(3));
		const inside = (depth: number): object => (depth === 0 ? { last_page: 3 } : { meta: inside(depth - 1) });
		expect([steps({ data: ten, ...inside(3) }), steps({ data: ten, ...inside(4) })]).toEqual([
			pagesTo(3),
			['page=2 ?'],
		]);
	});

	it('is asked for by page where the service gives both a page and an offset', () => {
		expect(steps({ data: ten, page: 1, offset: 0, total: 25 })).toEqual(reckonedTo(3));
	});

	it('is not read from a count of what is on the page', () => {
		expect(steps({ data: ten, count: 10, has_more: false })).toEqual([]);
		expect(readPage({ data: ten, count: 10 })?.total).toBeUndefined();
		expect(readPage({ data: ten, count: 11 })?.total).toBe(11);
	});

	it('is not read from a list of links under another name, or to another page', () => {
		expect(steps({ data: ten, buttons: [{ rel: 'next', href: '/y?p=2' }] })).toEqual(['page=2 ?']);
		expect(steps({ data: ten, links: [{ rel: 'last', href: '/y?p=9' }] })).toEqual(['page=2 ?']);
		expect(steps({ data: ten, links: [null, 'next', { rel: 'next' }] })).toEqual(['page=2 ?']);
	});

	it('is read from next with blanks around it, and from page numbers of more than one digit', () => {
		expect(steps({ data: ten, next: ' 2 ' })).toEqual(['page=2']);
		expect(steps({ data: ten, next_page: 12 })).toEqual(['page=12']);
		expect(steps({ data: ten, next: '2nd' })).toEqual(['cursor=2nd']);
		expect(steps({ data: ten, next: ' ' })).toEqual(['page=2 ?']);
		expect(steps({ data: ten, next: 'nonesuch' })).toEqual(['cursor=nonesuch']);
		expect(steps({ data: ten, next: ' null ' })).toEqual([]);
		expect(steps({ data: ten, cursors: { next: '7' } })).toEqual(['cursor=7']);
		expect(steps({ data: ten, next: { 'a b': 'x' } })).toEqual(['page=2 ?']);
	});

	it('is nothing after a link to nowhere, or a record of nothing', () => {
		expect(steps({ data: ten.slice(1), next: {} })).toEqual([]);
		expect(steps({ data: ten.slice(1), next: 'http://' })).toEqual(['']);
	});

	it.each(['-1', '#', 'null', 'None', 'false', 'undefined', -1])('is nothing where next is %j', (end) => {
		expect(steps({ data: ten, next: end })).toEqual([]);
		expect(steps({ data: ten, next_cursor: end })).toEqual([]);
	});

	it('is read from a total as people write it, and from no other text', () => {
		expect(steps({ data: ten, total: '1,025', per_page: 10 })).toHaveLength(9);
		for (const text of ['25 entries', 'about 25', '1,02', '-25', {}, [25], true])
			expect(steps({ data: ten.slice(1), total: text })).toEqual([]);
		expect(steps({ data: ten, total: ' 25 ' })).toEqual(reckonedTo(3));
		expect(steps({ data: ten.slice(1), total: -25 })).toEqual([]);
		expect(steps({ data: ten.slice(1), total: 2 ** 53 })).toEqual([]);
	});

	it.each([
		'scroll_id',
		'nextBatch',
		'continueFrom',
		'remaining',
		'moreResults',
		'cursorMark',
		'pageToken',
		'error',
		'errors',
		'warning',
		'warnings',
		'notices',
	])('is in doubt where "%s" stands beside the list, and is not known', (name) => {
		const unread = (value: unknown, more = {}) => readPage({ data: ten, [name]: value, ...more })?.unread;
		expect([unread('x'), unread(true), unread({ a: 1 }), unread(['a'])]).toEqual([name, name, name, name]);
		expect([unread(''), unread(null), unread(false), unread(0), unread({}), unread([])]).toEqual(
			Array(6).fill(undefined),
		);
		expect(unread('x', { total: 10 })).toBe(name.startsWith('error') ? name : undefined);
		expect(unread('x', { has_more: false })).toBe(name.startsWith('error') ? name : undefined);
		expect(unread('x', { last_page: 1 })).toBe(name.startsWith('error') ? name : undefined);
	});

	it.each([
		'x-ratelimit-remaining',
		'x-rate-limit-remaining',
		'x-hubspot-ratelimit-daily-remaining',
		'x-nextjs-cache',
		'x-next-token',
		'x-learn-more',
		'x-discontinued',
	])('is not in doubt for the header "%s", which is about something else', (name) => {
		expect(readPage(ten, 'subscribers', { [name]: '59' })).toEqual({ items: ten });
		expect(readPage({ data: ten }, 'subscribers', { [name]: '59' })).toEqual({ items: ten });
		expect(steps({ data: ten.slice(1) }, { [name]: '59' })).toEqual([]);
	});

	it.each(['x-scroll-id', 'x-cursor', 'x-page-token', 'x-ms-continuation'])(
		'is in doubt where there is a header "%s", which is about pages and not known',
		(name) => {
			expect(readPage(ten, 'subscribers', { [name]: 'abc' })?.unread).toBe(name);
			expect(readPage({ data: ten, has_more: false }, 'subscribers', { [name]: 'abc' })?.unread).toBeUndefined();
		},
	);

	it('is in doubt where a header tells of an error', () => {
		expect(readPage(ten, 'subscribers', { 'x-error': 'shard 3 timed out' })?.unread).toBe('x-error');
	});

	it('is not in doubt for names that only look alike', () => {
		expect(readPage({ data: ten, error_count: 3, terrors: 'x' })?.unread).toBeUndefined();
	});

	it('is read from headers of the answer', () => {
		expect(steps(ten, { 'x-total-pages': '3' })).toEqual(pagesTo(3));
		expect(steps(ten, { 'x-next-page': '2' })).toEqual(['page=2']);
		expect(steps(ten, { 'x-next-page': '' })).toEqual([]);
		expect(steps(ten, { 'content-range': 'items 0-9/25' })).toEqual(reckonedTo(3));
		for (const range of ['items 0-9/*', 'items 0-9/25 of it', 25, undefined])
			expect(steps(ten, { 'content-range': range })).toEqual(['page=2 ?']);
		expect(steps(ten, { 'content-range': 'items 0-9/25 ' })).toEqual(reckonedTo(3));
		expect(steps(ten, { total: '95', page: '0', next: 'x' })).toEqual(['page=2 ?']);
	});

	it.each([
		['x-next-cursor', 'cursor'],
		['x-next-page-token', 'page_token'],
		['x-continuation-token', 'continuation_token'],
	])('is asked for with the cursor in the header "%s"', (name, parameter) => {
		expect(steps(ten, { [name]: 'a b' })).toEqual([`${parameter}=a%20b`]);
		expect(steps(ten, { [name]: '' })).toEqual([]);
		expect(steps({ data: ten, has_more: false }, { [name]: 'a b' })).toEqual([]);
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

	it('goes by the shorter of what a page has and what it says that it has', () => {
		expect(steps({ data: ten, total: 25, per_page: 100 })).toEqual(['page=2', 'page=3 ?']);
		expect(steps({ data: [], total: 25 })).toEqual([]);
	});

	it('is asked for by the number in the link only where that is the next', () => {
		expect(steps({ data: ten, next: '/x?page=7', meta: { last_page: 3 } })).toEqual(['page=7']);
		expect(steps({ data: ten, next: '/x?per_page=2', meta: { last_page: 3 } })).toEqual(['per_page=2']);
		expect(steps({ data: ten, next: '/x?pagenumber=2', meta: { last_page: 3 } })).toEqual([
			'pagenumber=2',
			'pagenumber=3',
		]);
		expect(
			steps({ data: ten, next: '/x?page=12', meta: { last_page: 13 } }, {}, { pages: 11, firstNumber: 1 }),
		).toEqual(['page=12', 'page=13']);
		expect(steps({ data: ten, next: '/x?page_number=2', meta: { last_page: 3 } })).toEqual([
			'page_number=2',
			'page_number=3',
		]);
		expect(steps({ data: ten, next: '/x?page%5Bnumber%5D=2', meta: { last_page: 3 } })).toEqual([
			'page%5Bnumber%5D=2',
			'page%5Bnumber%5D=3',
		]);
		expect(steps({ data: ten, next: '/x?page=2x', meta: { last_page: 3 } })).toEqual(['page=2x']);
		expect(steps({ data: ten, next: '/x?mypage=2', meta: { last_page: 3 } })).toEqual(['mypage=2']);
	});

	it('is nothing where the link names the page that was just asked for', () => {
		expect(steps({ data: ten, next: '/x?cursor=c2' }, {}, { pages: 2, query: 'cursor=c2' })).toEqual([]);
		expect(steps({ data: ten, next: '/x?cursor=c3' }, {}, { pages: 2, query: 'cursor=c2' })).toEqual(['cursor=c3']);
		expect(steps({ data: ten, next: '/x?page=1', page: 0 })).toEqual(['page=1']);
		expect(steps({ data: ten, next: '/x?page=1' })).toEqual([]);
		expect(steps({ data: ten, next: '/x?page=1' }, {}, { pages: 2, query: 'page=2' })).toEqual(['page=1']);
	});

	it('is known to begin with 0, with 1, or not at all', () => {
		const first = (body: object) => startingWith(defined(readPage(body))).firstNumber;
		expect([first({ data: ten, page: 0 }), first({ data: ten, page: 1 }), first({ data: ten, page: 3 })]).toEqual([
			0, 1, 1,
		]);
		expect([
			first({ data: ten, next: '/x?page=2' }),
			first({ data: ten, next: '/x?page=1' }),
			first({ data: ten }),
		]).toEqual([1, undefined, undefined]);
	});

	it('is open by its number only where nothing has told from which number they are counted', () => {
		const step = { query: 'page=2', isGuess: false };
		const at = startingWith(defined(readPage({ data: ten })));
		expect([
			isNumberOpen(step, at),
			isNumberOpen(undefined, at),
			isNumberOpen({ ...step, query: 'offset=2' }, at),
			isNumberOpen(step, { ...at, firstNumber: 1 }),
		]).toEqual([true, false, false, false]);
	});

	it('is all pages up to the last, or as many as are wanted', () => {
		const page = defined(readPage({ data: ten, last_page: 9 }));
		expect([1, 3, 100].map((most) => stepsAfter(page, startingWith(page), most).length)).toEqual([1, 3, 8]);
		expect(stepsAfter(page, startingWith(page))).toHaveLength(1);
	});

	it('is no guess while the page before was as full as the first, and a shorter one ends the list', () => {
		expect(steps({ data: ten }, {}, { pages: 2, entries: 22, pageSize: 12 })).toEqual([]);
		expect(steps({ data: ten }, {}, { pages: 2, entries: 20 })).toEqual(['page=3 ?']);
		expect(steps({ data: ten.map((entry, index) => (index === 4 ? { name: 'x' } : entry)) })).toEqual([]);
	});

	it('is one more page by number, or by offset, as long as entries are missing', () => {
		expect(steps({ data: ten, total: 95 }, {}, { pages: 10, entries: 94 })).toEqual(['page=11 ?']);
		expect(steps({ data: ten, total: 95, offset: 80 }, {}, { pages: 10, entries: 94, pageSize: 9 })).toEqual([
			'offset=94 ?',
		]);
		expect(steps({ data: [], total: 95 }, {}, { pages: 10, entries: 94 })).toEqual([]);
	});

	it('is nothing where the pages read so far hold as many as the total, be the last one full', () => {
		expect(steps({ data: ten, total: 20 }, {}, { pages: 2, entries: 20 })).toEqual([]);
	});

	it('goes by the last page that is told, and not by the one that the total gives', () => {
		expect(steps({ data: ten, total: 20, last_page: 3 }, {}, { pages: 2, entries: 20 })).toEqual(['page=3']);
	});

	it('is asked for by the cursor of next where a link stands beside it', () => {
		expect(
			steps({
				data: ten,
				paging: { next: { after: 'NTI', link: 'https://api.example.com/things?after=NTI&limit=10' } },
			}),
		).toEqual(['after=NTI']);
	});

	it('is read from the first page as long as the others are silent', () => {
		const after = (first: object, second: object): string[] => {
			const page = defined(readPage(second));
			const at = { ...startingWith(defined(readPage(first))), pages: 2, entries: 20 };
			return stepsAfter(page, at, 9).map(({ query, isGuess }) => (isGuess ? `${query} ?` : query));
		};
		expect(after({ data: ten, last_page: 4 }, { data: ten.slice(3) })).toEqual(['page=3', 'page=4']);
		expect(after({ data: ten, total: 35 }, { data: ten.slice(3) })).toEqual(['page=3 ?', 'page=4 ?']);
		expect(after({ data: ten, total: 35, offset: 0, limit: 10 }, { data: ten.slice(3) })).toEqual([
			'offset=20&limit=10 ?',
			'offset=30&limit=10 ?',
		]);
		// What a page says itself wins.
		expect(after({ data: ten, last_page: 4 }, { data: ten.slice(3), last_page: 3 })).toEqual(['page=3']);
		expect(after({ data: ten, last_page: 3 }, { data: ten.slice(3), has_more: false })).toEqual(['page=3 ?']);
	});

	it('is known by the last page, though the page itself says that nothing follows', () => {
		expect(steps({ data: ten, has_more: false, last_page: 3 })).toEqual(['page=2', 'page=3']);
	});

	it('is read from a header that came in several lines', () => {
		expect(
			steps(
				{ data: ten },
				{ link: ['<https://a/things?page=1>; rel="prev"', '<https://a/things?page=7>; rel="next"'] },
			),
		).toEqual(['page=7']);
		expect(
			steps({ data: ten }, { link: ['<https://a/things?page=1>; rel=prev', '<https://a/things?page=7>; rel=next'] }),
		).toEqual(['page=7']);
	});

	it('is not read from a header of another kind, nor from a total below nothing', () => {
		expect(readPage(ten, 'things', { 'my-total': '95' })).toEqual({ items: ten });
		expect(readPage({ data: ten, total: -1 })).toEqual({ items: ten });
	});
});
