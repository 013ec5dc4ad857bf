import { startSandbox } from '../../sandbox/index';
import { pagingStyleNames } from '../../sandbox/paging-styles';
import type { PagingStyleName } from '../../sandbox/paging-styles';
import { clientFor, defined, useSandbox } from './support';
import type { Response } from './support';

const bench = useSandbox({ subscribers: 103 });

/** A list in any style: an array, or what stands beside one. */
interface List extends Array<{ uuid: string }> {
	data: Array<{ uuid: string }>;
	links: { next: string | null };
	meta: Record<'current_page' | 'last_page' | 'per_page' | 'total' | 'offset' | 'limit', number> & {
		next_cursor: string | null;
	};
}

type Body = List & { mails: List };

/** How a client that knows one style only walks a list. `listIn` takes the list out of the body. */
interface Walk {
	size: string;
	itemsOf: (list: List) => Array<{ uuid: string }>;
	/** What to ask next, from the list, its answer and the size of the parts; null at the end. */
	next: (list: List, answer: Response<Body>, size: number) => string | null;
}

const walks: Record<PagingStyleName, Walk> = {
	numbered: {
		size: 'per_page',
		itemsOf: ({ data }) => data,
		next: ({ meta: { current_page: page, last_page: last, per_page: size } }) =>
			page < last ? `?page=${page + 1}&per_page=${size}` : null,
	},
	links: {
		size: 'per_page',
		itemsOf: ({ data }) => data,
		next: ({ links }, _answer, size) => links.next && `${links.next}&per_page=${size}`,
	},
	cursor: {
		size: 'per_page',
		itemsOf: ({ data }) => data,
		next: ({ meta: { next_cursor: cursor } }) => cursor && `?cursor=${cursor}`,
	},
	offset: {
		size: 'limit',
		itemsOf: ({ data }) => data,
		next: ({ data, meta: { total, offset, limit } }) =>
			offset + data.length < total ? `?offset=${offset + data.length}&limit=${limit}` : null,
	},
	bare: {
		size: 'per_page',
		itemsOf: (list) => list,
		next(_list, { headers }, size) {
			const [, next] = /^<([^>]+)>; rel="next"$/.exec(headers.link ?? '') ?? [];
			return next === undefined ? null : `${next}&per_page=${size}`;
		},
	},
};

/** The uuids of a whole list, walked in parts of a size. */
async function walk(
	style: PagingStyleName,
	path: string,
	size: number,
	listIn: (body: Body) => List = (body) => body,
): Promise<string[]> {
	const { size: sizeName, itemsOf, next } = walks[style];
	const uuids: string[] = [];
	for (let asked: string | null = `?${sizeName}=${size}`; asked !== null;) {
		const answer: Response<Body> = await bench.client.get<Body>(asked.startsWith('?') ? path + asked : asked);
		const list = listIn(answer.data);
		uuids.push(...itemsOf(list).map(({ uuid }) => uuid));
		asked = next(list, answer, size);
	}
	return uuids;
}

function uuidsOf(things: ReadonlyArray<{ uuid: string }>): string[] {
	return things.map(({ uuid }) => uuid);
}

function firstList() {
	return defined(bench.sandbox.state.contactLists[0]);
}

function subscribersPath(): string {
	return `/v1/contact-lists/${firstList().uuid}/subscriber`;
}

describe.each(pagingStyleNames)('the style %s', (style) => {
	beforeEach(() => bench.sandbox.paging(style));

	test.each([7, 50, 100])('gives every subscriber once, in order, in parts of %i', async (size) => {
		expect(await walk(style, subscribersPath(), size)).toEqual(uuidsOf(firstList().subscribers));
	});

	test('pages contact lists and templates alike', async () => {
		const { contactLists, templates } = bench.sandbox.state;

		expect(await walk(style, '/v1/contact-lists', 4)).toEqual(uuidsOf(contactLists));
		expect(await walk(style, '/v1/templates', 12)).toEqual(uuidsOf(templates));
	});

	test('pages the mails of a subscriber', async () => {
		const subscriber = defined(firstList().subscribers.find(({ mails }) => mails.length === 2));
		const path = `${subscribersPath()}/${subscriber.uuid}`;
		const { data } = await bench.client.get(path);

		expect(await walk(style, path, 1, ({ mails }) => mails)).toEqual(uuidsOf(subscriber.mails));
		expect(data.subscriber.uuid).toBe(subscriber.uuid);
	});

	test('gives an empty list at once', async () => {
		const empty = defined(bench.sandbox.state.contactLists.find(({ subscribers }) => subscribers.length === 0));

		expect(await walk(style, `/v1/contact-lists/${empty.uuid}/subscriber`, 10)).toEqual([]);
	});

	test('leaves what is no list as it is', async () => {
		const { data } = await bench.client.get('/v1/account?limit=none&page=0&per_page=0&cursor=none');
		const created = await bench.client.post('/v1/contact-lists?page=0', { name: 'New' });

		expect(data.account.name).toBe(bench.sandbox.state.account.name);
		expect(created.status).toBe(200);
	});

	test('tells a wrong token and an unknown list before a wrong query', async () => {
		const query = '?page=0&cursor=none&offset=none';
		const wrongToken = await bench.client.get(subscribersPath() + query, {
			headers: { Authorization: 'Bearer wrong' },
		});
		const unknownList = await bench.client.get(`/v1/contact-lists/unknown/subscriber${query}`);
		const wrongQuery = await bench.client.get(subscribersPath() + query);

		expect([wrongToken.status, unknownList.status, wrongQuery.status]).toEqual([401, 404, 422]);
	});

	test('stays until a reset', async () => {
		bench.sandbox.reset();
		const { data } = await bench.client.get('/v1/templates');

		expect(data.meta).toEqual({ current_page: 1, per_page: 15, last_page: 1, total: 12 });
	});
});

describe.each<[Exclude<PagingStyleName, 'numbered'>, string]>([
	['links', '?cursor=ZnJvbSAxNQ&offset=25&limit=5'],
	['cursor', '?page=2&offset=25&limit=5'],
	['offset', '?page=2&per_page=5&cursor=ZnJvbSAxNQ'],
	['bare', '?cursor=ZnJvbSAxNQ&offset=25&limit=5'],
])('the style %s', (style, query) => {
	beforeEach(() => bench.sandbox.paging(style));

	test('does not understand the query of another', async () => {
		const { data } = await bench.client.get<List>(subscribersPath() + query);

		expect(uuidsOf(walks[style].itemsOf(data))).toEqual(uuidsOf(firstList().subscribers.slice(0, 15)));
	});

	test('pages campaigns and domains too', async () => {
		const { campaigns, domains } = bench.sandbox.state;

		expect(await walk(style, '/v1/campaigns', 3)).toEqual(uuidsOf(campaigns));
		expect(await walk(style, '/v1/domains', 2)).toEqual(uuidsOf(domains));
	});
});

test.each<[PagingStyleName, string, object]>([
	[
		'links',
		'?page=4',
		{
			links: {
				next: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/contact-lists\/[\da-f-]+\/subscriber\?page=5$/),
			},
		},
	],
	['links', '?page=7', { links: { next: null } }],
	['cursor', '?per_page=50', { meta: { next_cursor: expect.stringMatching(/^[\w-]+$/) } }],
	['cursor', '?cursor=ZnJvbSA4OA', { meta: { next_cursor: null } }],
	['offset', '', { meta: { total: 103, offset: 0, limit: 15 } }],
	['offset', '?offset=100&limit=10', { meta: { total: 103, offset: 100, limit: 10 } }],
])('the style %s answers %s with that signal and no other', async (style, query, signals) => {
	bench.sandbox.paging(style);
	const { data } = await bench.client.get<List>(subscribersPath() + query);

	expect(data).toEqual({ data: expect.any(Array), ...signals });
});

test('the style bare leads on by a Link header, and the last page has none', async () => {
	bench.sandbox.paging('bare');
	const first = await bench.client.get(subscribersPath());
	const last = await bench.client.get(`${subscribersPath()}?page=7`);

	expect(first.headers.link).toBe(`<${bench.sandbox.url}${subscribersPath()}?page=2>; rel="next"`);
	expect(last.data).toHaveLength(13);
	expect(last.headers.link).toBeUndefined();
});

test('the style offset begins anywhere', async () => {
	bench.sandbox.paging('offset');
	const { data } = await bench.client.get(`${subscribersPath()}?offset=13&limit=10`);
	const { data: beyond } = await bench.client.get(`${subscribersPath()}?offset=500&limit=7`);

	expect(uuidsOf(data.data)).toEqual(uuidsOf(firstList().subscribers.slice(13, 23)));
	expect(beyond).toEqual({ data: [], meta: { total: 103, offset: 500, limit: 7 } });
});

test.each<[PagingStyleName, string, Record<string, string[]>]>([
	['links', 'page=0', { page: ['The page field must be an integer from 1 to 1000000000.'] }],
	['bare', 'per_page=101', { per_page: ['The per page field must be an integer from 1 to 100.'] }],
	['cursor', 'cursor=2', { cursor: ['The cursor field is invalid.'] }],
	['cursor', 'cursor=', { cursor: ['The cursor field is invalid.'] }],
	['offset', 'limit=101', { limit: ['The limit field must be an integer from 1 to 100.'] }],
	['offset', 'limit=0', { limit: ['The limit field must be an integer from 1 to 100.'] }],
	['offset', 'offset=-1', { offset: ['The offset field must be an integer from 0 to 1000000000.'] }],
	['offset', 'offset=two', { offset: ['The offset field must be an integer from 0 to 1000000000.'] }],
])('the style %s refuses ?%s', async (style, query, errors) => {
	bench.sandbox.paging(style);
	const { status, data } = await bench.client.get(`/v1/contact-lists?${query}`);

	expect([status, data.errors]).toEqual([422, errors]);
});

test('an answer that breaks the contract is told in every style', async () => {
	firstList().changeEmail(defined(firstList().subscribers[0]), 'not an address');
	bench.sandbox.paging('bare');
	const { status, data } = await bench.client.get(subscribersPath());

	expect(status).toBe(500);
	expect(data.message).toContain('/data/0/email must match format "email"');
});

test('a sandbox begins with the style it is told to, and reset brings it back', async () => {
	const sandbox = await startSandbox({ paging: 'cursor' });
	const client = clientFor(sandbox);
	const first = await client.get('/v1/templates');
	sandbox.paging('numbered');
	sandbox.reset();
	const again = await client.get('/v1/templates');
	await sandbox.close();

	expect([first.data.meta, again.data.meta]).toEqual([{ next_cursor: null }, { next_cursor: null }]);
});
