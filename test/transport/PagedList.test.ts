import type { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { ApiClient } from '../../nodes/EmailMarketing/transport/ApiClient';
import { NotAList, PagedList, type Place } from '../../nodes/EmailMarketing/transport/PagedList';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';
import { defined } from '../defined';

type Reply = Result | Promise<Result>;

const ok = (body: unknown, headers = {}): Result => ({ ok: true, status: 200, body, headers });
const status = (code: number, body: unknown = {}): Result => ({ ok: false, kind: 'status', status: code, body });

/** A service that replies to a query as the test says; queries are noted, without the page size while it is the usual one. */
function serviceOf(reply: (query: URLSearchParams) => Reply, { stopsAtFailure = true, maxParallelRequests = 40 } = {}) {
	const asked: string[] = [];
	const client = new ApiClient({
		connection: { baseUrl: 'https://api.example.com', endpointPaths: {}, accessToken: 'token' },
		options: { maxParallelRequests, maxRetries: 0 },
		stopsAtFailure,
		sendOnce: async ({ url }) => {
			const { origin, pathname, searchParams } = new URL(url);
			expect(origin + pathname).toBe('https://api.example.com/v1/contact-lists/l1/subscriber');
			asked.push(searchParams.toString().replace(/&?per_page=100$/, ''));
			return await reply(searchParams);
		},
	});
	const listFrom = (place?: Place): PagedList =>
		new PagedList(client, { key: 'subscriber.getAll', pathValues: { contactList: 'l1' } }, place);
	return { asked, client, listFrom, list: listFrom() };
}

interface Shape {
	/** What a page says besides its entries. */
	readonly meta?: (page: number, lastPage: number) => object;
	readonly perPage?: number;
}

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `s${from + index}`);
const entries = (all: readonly string[]): object[] => all.map((uuid) => ({ uuid }));
const idsOf = (items: readonly unknown[]): unknown[] => items.map((item) => (item as { uuid: unknown }).uuid);

/** Replies with the pages of a list. */
function pagesOf(all: readonly string[], { meta, perPage = 2 }: Shape = {}) {
	const lastPage = Math.max(1, Math.ceil(all.length / perPage));
	const say = meta ?? ((page: number) => ({ meta: { current_page: page, last_page: lastPage, total: all.length } }));
	return (query: URLSearchParams): Result => {
		const page = Number(query.get('page') ?? 1);
		return ok({ data: entries(all.slice((page - 1) * perPage, page * perPage)), ...say(page, lastPage) });
	};
}

async function readAll(list: PagedList): Promise<unknown[]> {
	const found: unknown[] = [];
	while (!list.hasEnded) found.push(...(await list.more()));
	return idsOf(found);
}

const thrownBy = async (reading: Promise<unknown>): Promise<UserFacingError> =>
	await reading.then(
		() => {
			throw new Error('Nothing was thrown');
		},
		(thrown: UserFacingError) => thrown,
	);

describe('the pages of a list', () => {
	it('are read in order: the first one alone, then all others at the same time', async () => {
		const waiting = new Map<string, (result: Result) => void>();
		const pages = pagesOf(ids(8));
		const { list, asked } = serviceOf(async (query) =>
			query.has('page')
				? await new Promise<Result>((resolve) => waiting.set(defined(query.get('page') ?? undefined), resolve))
				: pages(query),
		);
		expect(idsOf(await list.more())).toEqual(['s0', 's1']);
		expect(asked).toEqual(['']);
		const others = list.more();
		while (waiting.size < 3) await new Promise((resolve) => setImmediate(resolve));
		for (const page of ['4', '2', '3']) waiting.get(page)?.(pages(new URLSearchParams({ page })));
		expect(idsOf(await others)).toEqual(ids(6, 2));
		expect([list.hasEnded, list.pages, list.warning]).toEqual([true, 4, undefined]);
	});

	it('are no more than are wanted', async () => {
		const { list, asked } = serviceOf(pagesOf(ids(10)));
		await list.more();
		await list.more(2);
		expect(asked).toEqual(['', 'page=2', 'page=3']);
		expect(list.hasEnded).toBe(false);
		expect(list.warning).toBeUndefined();
	});

	it('are followed by their links where the last one is not known; only the query of a link is used', async () => {
		const next = ['https://elsewhere.example/other?cursor=a%2Fb', '/x?cursor=c', null];
		const { list, listFrom, asked } = serviceOf((query) => {
			const page = [null, 'a/b', 'c'].indexOf(query.get('cursor'));
			return ok({ data: entries([`s${page}`]), links: { next: next[page] } });
		});
		expect(idsOf(await list.more())).toEqual(['s0']);
		expect(await readAll(listFrom(list.place))).toEqual(['s1', 's2']);
		expect(asked).toEqual(['', 'cursor=a%2Fb', 'cursor=c']);
	});

	it('follow those that were added while the list was read', async () => {
		const { list } = serviceOf((query) => pagesOf(ids(query.has('page') ? 6 : 4))(query));
		expect(await readAll(list)).toEqual(ids(6));
	});

	it('give each entry once, by its ID, and all that have none', async () => {
		const pages = [entries(['a', 'b']), [{ uuid: 'b' }, { name: 'x' }], [{ name: 'x' }, { uuid: 'a' }, { uuid: 'c' }]];
		const { list } = serviceOf((query) => {
			const page = Number(query.get('page') ?? 1);
			return ok({ data: pages[page - 1], meta: { last_page: 3 } });
		});
		expect(await readAll(list)).toEqual(['a', 'b', undefined, undefined, 'c']);
	});

	it('hold where only the first one has the last page and the total', async () => {
		const meta = (page: number, lastPage: number) => (page === 1 ? { meta: { last_page: lastPage, total: 300 } } : {});
		const { list } = serviceOf(pagesOf(ids(300), { meta, perPage: 100 }));
		expect(await readAll(list)).toEqual(ids(300));
		expect([list.warning, list.hasDoubt, list.hasChanged]).toEqual([undefined, false, false]);
	});

	it('continue where an earlier call ended, from a place that was JSON meanwhile', async () => {
		const { list, listFrom, asked } = serviceOf(pagesOf(ids(5)));
		await list.more();
		const later = listFrom(JSON.parse(JSON.stringify(list.place)) as Place);
		expect(idsOf(await later.more(1))).toEqual(['s2', 's3']);
		expect(idsOf(await later.more(1))).toEqual(['s4']);
		expect(asked).toEqual(['', 'page=2', 'page=3']);
		expect(later.place).toBeUndefined();
	});
});

describe('a list that cannot be read', () => {
	const stopped = /repeat or never end/;

	it.each<[string, (query: URLSearchParams) => Reply]>([
		['shows its first page again', () => pagesOf(ids(6))(new URLSearchParams())],
		['shows it again by a link', () => ok({ data: entries(['a']), links: { next: '?page=2' } })],
		[
			'leads in a circle',
			(query) =>
				ok({ data: entries([query.get('c') ?? '']), links: { next: `?c=${query.get('c') === 'x' ? 'y' : 'x'}` } }),
		],
		['has ten million pages', () => ok({ data: entries(['a']), meta: { current_page: 1, last_page: 10_000_000 } })],
	])('and %s stops with a message', async (_name, reply) => {
		const { list } = serviceOf(reply);
		const thrown = await thrownBy(readAll(list));
		expect(thrown.message).toMatch(stopped);
		expect(thrown.description).toContain('Reading stopped after');
	});

	it('and never ends stops with a message', async () => {
		let pages = 0;
		const exchange = () =>
			Promise.resolve({ body: { data: [], links: { next: `?page=${(pages += 1)}` } }, headers: {} });
		const client = { options: { maxParallelRequests: 1 }, takesPageSize: true, exchange } as unknown as ApiClient;
		expect(
			(await thrownBy(readAll(new PagedList(client, { key: 'campaign.getAll', pathValues: {} })))).message,
		).toMatch(stopped);
		expect(pages).toBe(100_000);
	});

	it('is no list', async () => {
		const thrown = await thrownBy(serviceOf(() => ok({ message: 'Soon' })).list.more());
		expect(thrown).toBeInstanceOf(NotAList);
		expect(thrown).toMatchObject({
			body: { message: 'Soon' },
			description: expect.stringContaining('"subscriber.getAll"'),
		});
	});

	it.each([true, false])(
		'fails as the page that failed, not as those aborted because of it: stops %s',
		async (stops) => {
			const pages = pagesOf(ids(400));
			const { list, asked } = serviceOf((query) => (query.get('page') === '30' ? status(403) : pages(query)), {
				stopsAtFailure: stops,
				maxParallelRequests: 4,
			});
			await list.more();
			expect(await thrownBy(list.more())).toMatchObject({ status: 403 });
			expect(asked.length).toBeLessThan(40);
		},
	);
});

describe('the page size', () => {
	const rejecting = (code: number) => (query: URLSearchParams) =>
		query.has('per_page') ? status(code, { message: 'No per_page' }) : pagesOf(ids(4))(query);

	it('is asked for with each page', async () => {
		const sizes: Array<string | null> = [];
		const { list } = serviceOf((query) => (sizes.push(query.get('per_page')), pagesOf(ids(6))(query)));
		await readAll(list);
		expect(sizes).toEqual(['100', '100', '100']);
	});

	it.each([400, 422])('that is rejected with %i is asked for once per run, and stops nothing', async (code) => {
		const sizes: boolean[] = [];
		const { list, listFrom, client } = serviceOf(
			(query) => (sizes.push(query.has('per_page')), rejecting(code)(query)),
		);
		expect(await readAll(list)).toEqual(ids(4));
		expect(await readAll(listFrom())).toEqual(ids(4));
		expect(sizes).toEqual([true, false, false, false, false]);
		expect(client.signal.aborted).toBe(false);
	});

	it.each([401, 404, 500])('is no matter of a list that fails with %i', async (code) => {
		const { list, asked } = serviceOf(rejecting(code));
		expect(await thrownBy(list.more())).toMatchObject({ status: code });
		expect(asked).toEqual(['']);
	});

	it('is no matter of a later page that is rejected, nor of one that is rejected without it too', async () => {
		const later = serviceOf((query) => (query.has('page') ? status(422) : pagesOf(ids(4))(query)));
		expect(await thrownBy(readAll(later.list))).toMatchObject({ status: 422 });
		expect(later.asked).toEqual(['', 'page=2']);
		expect(await thrownBy(serviceOf(() => status(422)).list.more())).toMatchObject({ status: 422 });
	});
});

describe('what may be missing', () => {
	const counting = (came: number, total: number) => {
		const meta = (page: number, lastPage: number) => ({ meta: { current_page: page, last_page: lastPage, total } });
		return serviceOf(pagesOf(ids(came), { meta, perPage: 50 })).list;
	};

	it.each([
		[100, 100, false],
		[95, 100, false],
		[94, 100, true],
		[0, 1, true],
		[0, 0, false],
	])('of a list of which %i of %i entries came: broken %s', async (came, total, isBroken) => {
		const list = counting(came, total);
		await readAll(list);
		expect(list.isBroken).toBe(isBroken);
		if (came === total) expect(list.warning).toBeUndefined();
		else expect(list.warning).toMatch(new RegExp(`counts ${total} entries .* returned ${came}\\b`));
	});

	it('is seen where the total differed between two pages', async () => {
		const meta = (page: number, lastPage: number) => ({ meta: { last_page: lastPage, total: page === 2 ? 5 : 6 } });
		const { list } = serviceOf(pagesOf(ids(6), { meta }));
		await list.more();
		expect(list.hasChanged).toBe(false);
		await list.more();
		expect([list.hasChanged, list.isBroken, list.warning]).toEqual([
			true,
			false,
			expect.stringContaining('changed while it was read'),
		]);
	});

	it('is doubted where the list may go on in a way that is not understood', async () => {
		const { list } = serviceOf(() => ok({ data: entries(['a']), meta: { next_cursor: 'x' } }));
		await readAll(list);
		expect([list.hasDoubt, list.isBroken]).toEqual([true, false]);
		expect(list.warning).toContain('"next_cursor"');
	});
});
