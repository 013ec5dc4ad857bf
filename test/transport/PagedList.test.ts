import type { IHttpRequestOptions } from 'n8n-workflow';

import { judge } from '../../nodes/EmailMarketing/api/verdict';
import type { UserFacingError } from '../../nodes/EmailMarketing/shared/UserFacingError';
import { PagedList, type Place } from '../../nodes/EmailMarketing/transport/PagedList';
import type { Result } from '../../nodes/EmailMarketing/transport/sendOnce';
import { aClient, ok, status } from './aClient';
import { until } from '../engine/until';

type Reply = Result | Promise<Result>;

/** A service that replies to a query as the test says; queries are noted, without the page size while it is the usual one. */
function serviceOf(reply: (query: URLSearchParams) => Reply, { stopsAtFailure = true, maxParallelRequests = 40 } = {}) {
	const asked: string[] = [];
	const sendOnce = async ({ url }: IHttpRequestOptions): Promise<Result> => {
		const { origin, pathname, searchParams } = new URL(url);
		expect(origin + pathname).toBe('https://api.example.com/v1/contact-lists/l1/subscriber');
		asked.push(searchParams.toString().replace(/&?per_page=100$/, ''));
		return await reply(searchParams);
	};
	const client = aClient(sendOnce, { options: { maxParallelRequests, maxRetries: 0 }, stopsAtFailure });
	const listFrom = (place?: Place): PagedList =>
		new PagedList(client, { key: 'subscriber.getAll', pathValues: { contactList: 'l1' } }, place);
	return { asked, client, listFrom, list: listFrom() };
}

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `s${from + index}`);
const entries = (all: readonly string[]): object[] => all.map((uuid) => ({ uuid }));
const idsOf = (items: readonly unknown[]): unknown[] => items.map((item) => (item as { uuid: unknown }).uuid);

type Meta = (page: number, lastPage: number) => object;

/** Replies with the pages of a list. */
function pagesOf(all: readonly string[], perPage = 2, meta?: Meta) {
	const lastPage = Math.max(1, Math.ceil(all.length / perPage));
	const usual: Meta = (page) => ({ current_page: page, last_page: lastPage, total: all.length });
	return (query: URLSearchParams): Result => {
		const page = Number(query.get('page') ?? 1);
		const data = entries(all.slice((page - 1) * perPage, page * perPage));
		return ok({ data, meta: (meta ?? usual)(page, lastPage) });
	};
}

async function readAll(list: PagedList, most?: number): Promise<unknown[]> {
	const found: unknown[] = [];
	while (!list.hasEnded) found.push(...(await list.more(most)));
	return idsOf(found);
}

const thrownBy = async (reading: Promise<unknown>): Promise<UserFacingError> =>
	await reading.then(
		() => Promise.reject(new Error('Nothing was thrown')),
		(thrown: UserFacingError) => thrown,
	);

describe('the pages of a list', () => {
	it('are read in order: the first one alone, then all others at the same time', async () => {
		const waiting = new Map<string, (result: Result) => void>();
		const pages = pagesOf(ids(8));
		const { list, asked } = serviceOf(async (query) => {
			const page = query.get('page');
			return page === null ? pages(query) : await new Promise<Result>((resolve) => waiting.set(page, resolve));
		});
		expect(idsOf(await list.more())).toEqual(['s0', 's1']);
		expect(asked).toEqual(['']);
		const others = list.more();
		await until(() => waiting.size === 3);
		for (const page of ['4', '2', '3']) waiting.get(page)?.(pages(new URLSearchParams({ page })));
		expect(idsOf(await others)).toEqual(ids(6, 2));
		expect([list.hasEnded, list.pagesRead, list.warning]).toEqual([true, 4, undefined]);
	});

	it('are no more than are wanted, and continue from a place that was JSON meanwhile', async () => {
		const { list, listFrom, asked } = serviceOf(pagesOf(ids(9)));
		await list.more();
		await list.more(2);
		expect([asked, list.hasEnded, list.warning]).toEqual([['', 'page=2', 'page=3'], false, undefined]);
		const later = listFrom(JSON.parse(JSON.stringify(list.place)) as Place);
		expect(idsOf(await later.more(1))).toEqual(['s6', 's7']);
		expect(idsOf(await later.more(1))).toEqual(['s8']);
		expect([asked.length, later.place]).toEqual([5, undefined]);
	});

	it('are followed by their links where the last one is not known; only the query of a link is used', async () => {
		const next = ['https://elsewhere.example/other?cursor=a%2Fb', '/x?cursor=c', null];
		const { list, listFrom, asked } = serviceOf((query) => {
			const page = [null, 'a/b', 'c'].indexOf(query.get('cursor'));
			return ok({ data: page === 0 ? [] : entries([`s${page}`]), links: { next: next[page] } });
		});
		expect(await list.more()).toEqual([]);
		expect(await readAll(listFrom(list.place))).toEqual(['s1', 's2']);
		expect(asked).toEqual(['', 'cursor=a%2Fb', 'cursor=c']);
	});

	it('include those that were added while the list was read', async () => {
		const { list } = serviceOf((query) => pagesOf(ids(query.has('page') ? 6 : 4))(query));
		expect(await readAll(list)).toEqual(ids(6));
	});

	it('have each entry once, by its ID, and all that have none', async () => {
		const pages = [entries(['a', 'b']), [{ uuid: 'b' }, { name: 'x' }], [{ name: 'x' }, { uuid: 'a' }, { uuid: 'c' }]];
		const { list } = serviceOf((query) =>
			ok({ data: pages[Number(query.get('page') ?? 1) - 1], meta: { last_page: 3 } }),
		);
		expect(await readAll(list)).toEqual(['a', 'b', undefined, undefined, 'c']);
	});

	it('are known where only the first one has the last page and the total', async () => {
		const meta: Meta = (page, lastPage) => (page === 1 ? { last_page: lastPage, total: 300 } : {});
		const { list } = serviceOf(pagesOf(ids(300), 100, meta));
		expect(await readAll(list, 1)).toEqual(ids(300));
		expect(judge(list)).toEqual({ state: 'complete' });
	});
});

describe('a list that cannot be read', () => {
	it.each<[string, (query: URLSearchParams) => Reply]>([
		['shows its first page again', () => ok({ data: entries(['a', 'b']), meta: { last_page: 3 } })],
		['shows it again by a link', () => ok({ data: entries(['a']), links: { next: '?page=2' } })],
		[
			'leads in a circle',
			(query) =>
				ok({ data: entries([query.get('c') ?? '']), links: { next: `?c=${query.get('c') === 'x' ? 'y' : 'x'}` } }),
		],
	])('and %s stops with a message', async (_name, reply) => {
		const { message, description } = await thrownBy(readAll(serviceOf(reply).list));
		expect(`${message} ${description}`).toMatch(/repeat or never end.* Reading stopped after/);
	});

	it('is no list', async () => {
		const thrown = await thrownBy(serviceOf(() => ok({ message: 'Soon' })).list.more());
		const description = expect.stringContaining('"subscriber.getAll"');
		expect(thrown).toMatchObject({ message: 'The response contains no list', description });
	});

	it.each([
		[true, 4],
		[true, 40],
		[false, 4],
	])(
		'fails as the page that failed, not as those aborted because of it: %s, %i at once',
		async (stopsAtFailure, maxParallelRequests) => {
			const pages = pagesOf(ids(400));
			const options = { stopsAtFailure, maxParallelRequests };
			const reply = (query: URLSearchParams) => (query.get('page') === '30' ? status(403) : pages(query));
			const { list, asked } = serviceOf(reply, options);
			await list.more();
			const description = expect.stringMatching(/^This was page 30; /);
			expect(await thrownBy(list.more())).toMatchObject({ status: 403, description });
			expect(asked.length).toBeLessThan(30 + 2 * maxParallelRequests);
		},
	);
});

describe('the page size', () => {
	const rejecting = (code: number) => (query: URLSearchParams) =>
		query.has('per_page') ? status(code) : pagesOf(ids(4))(query);

	it.each([400, 422])('that is rejected with %i is asked for once per run, and stops nothing', async (code) => {
		const sizes: Array<string | null> = [];
		const { list, listFrom, client } = serviceOf(
			(query) => (sizes.push(query.get('per_page')), rejecting(code)(query)),
		);
		expect(await readAll(list)).toEqual(ids(4));
		expect(await readAll(listFrom())).toEqual(ids(4));
		expect(sizes).toEqual(['100', null, null, null, null]);
		expect(client.signal.aborted).toBe(false);
	});

	it('is asked for with each page, and does not matter where a list fails for another reason', async () => {
		const sized = serviceOf((query) => (query.get('per_page') === '100' ? pagesOf(ids(6))(query) : status(500)));
		expect(await readAll(sized.list)).toEqual(ids(6));
		for (const code of [401, 404, 500]) {
			const { list, asked } = serviceOf(rejecting(code));
			expect(await thrownBy(list.more())).toMatchObject({ status: code });
			expect(asked).toEqual(['']);
		}
		const later = serviceOf((query) => (query.has('page') ? status(422) : pagesOf(ids(4))(query)));
		const description = expect.stringContaining('page 2');
		expect(await thrownBy(readAll(later.list))).toMatchObject({ status: 422, description });
		expect(later.asked).toEqual(['', 'page=2']);
	});
});

describe('what may be missing', () => {
	it('is seen where the total differed between two pages', async () => {
		const { list } = serviceOf(pagesOf(ids(6), 2, (page, last) => ({ last_page: last, total: page === 2 ? 5 : 6 })));
		await readAll(list);
		expect(judge(list).state).toBe('changed');
		expect(list.warning).toContain('changed while it was read');
	});

	it('is known after a page that a link has led to', async () => {
		const { list } = serviceOf((query) =>
			query.has('after') ? ok({ data: entries(['b']), count: 2 }) : ok({ data: entries(['a']), next: '/?after=a' }),
		);
		expect(await readAll(list)).toEqual(['a', 'b']);
		expect(judge(list)).toEqual({ state: 'complete' });
	});
});
