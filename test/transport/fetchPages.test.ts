import type { IncomingMessage } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';

import { byId, jsonOf, defined, hintsOf, useEngine } from '../engine/support';
import { runNode, type NodeRun } from '../engine/runNode';
import { json, serve } from '../engine/serve';

const engine = useEngine({ subscribers: 1000, requestLogSize: 2000 });
const list = () => defined(engine.sandbox.state.contactLists[0]);
const getMany = (more: INodeParameters = {}): INodeParameters => ({ contactList: byId(list().uuid), ...more });

describe('Get Many over the pages of the service', () => {
	it('gives 1,000 subscribers once each, in the order of the service, the pages after the first at the same time', async () => {
		const run = await engine.run('subscriber.getAll', getMany({ returnAll: true }));
		expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(list().subscribers.map(({ uuid }) => uuid));
		const pages = engine.sandbox.requests().map(({ query }) => query);
		expect(pages).toHaveLength(67);
		expect(new Set(pages).size).toBe(67);
	});

	it.each([
		[7, 1],
		[15, 1],
		[16, 2],
		[60, 4],
	])('gives %i with %i requests', async (limit, requests) => {
		const run = await engine.run('subscriber.getAll', getMany({ limit }));
		expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(
			list()
				.subscribers.slice(0, limit)
				.map(({ uuid }) => uuid),
		);
		expect(engine.sandbox.requests()).toHaveLength(requests);
	});

	it.each([0, -3, 1.5, 'many'])('sends nothing with the limit %j', async (limit) => {
		const run = await engine.run('subscriber.getAll', getMany({ limit: `={{ ${JSON.stringify(limit)} }}` }));
		expect(run.error?.message).toBe("'Limit' must be a whole number of at least 1");
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('gives nothing for a list without subscribers', async () => {
		const empty = defined(engine.sandbox.state.contactLists.find(({ subscribers }) => subscribers.length === 0));
		const run = await engine.run('subscriber.getAll', { contactList: byId(empty.uuid), returnAll: true });
		expect(run.error).toBeUndefined();
		expect(run.items).toEqual([]);
	});

	it('simplifies unless told otherwise', async () => {
		const [simple] = jsonOf(await engine.run('subscriber.getAll', getMany({ limit: 1 })));
		expect(Object.keys(defined(simple))).toEqual([
			'uuid',
			'email',
			'first_name',
			'last_name',
			'is_subscribed',
			'tags',
			'open_rate',
			'click_rate',
			'last_opened',
			'created_at',
		]);
		const [raw] = jsonOf(await engine.run('subscriber.getAll', getMany({ limit: 1, simplify: false })));
		expect(raw).toHaveProperty('recieved_count');
	});
});

it('reads the pages after the first at the same time', async () => {
	let [inFlight, most] = [0, 0];
	const served = await serve((request, response) => {
		most = Math.max(most, (inFlight += 1));
		const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		setTimeout(() => {
			inFlight -= 1;
			json(response, { data: [{ uuid: `s${page}` }], meta: { current_page: page, last_page: 8 } });
		}, 50);
	});
	const run = await runNode({
		parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l'), returnAll: true },
		credential: { baseUrl: served.url, accessToken: 'token' },
	});
	await served.close();
	expect(run.items).toHaveLength(8);
	expect(most).toBeGreaterThan(1);
});

/** Runs Get Many of subscribers against a service that answers a page number with `answer`. */
async function against(
	answer: (page: number, request: IncomingMessage, base: string) => unknown,
	parameters: INodeParameters = { returnAll: true },
): Promise<NodeRun & { requests: string[] }> {
	const served = await serve((request, response) => {
		const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		json(response, answer(page, request, `http://${request.headers.host}`));
	});
	const run = await runNode({
		parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l'), simplify: false, ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token' },
	});
	await served.close();
	return { ...run, requests: served.requests };
}

const subscriber = (number: number) => ({ uuid: `s${number}`, email: `s${number}@example.com` });
/** Page `page` of seven subscribers, three to a page. */
const three = (page: number) =>
	[1, 2, 3]
		.map((place) => (page - 1) * 3 + place)
		.filter((number) => number <= 7)
		.map(subscriber);
const seven = [1, 2, 3, 4, 5, 6, 7].map(subscriber);
const twelve = Array.from({ length: 12 }, (_, index) => subscriber(index));

describe('lists whose answers have another shape', () => {
	it.each<[string, (page: number, base: string) => unknown]>([
		[
			'the inferred paginator',
			(page, base) => ({
				data: three(page),
				links: { next: page < 3 ? `${base}/x?page=${page + 1}` : null },
				meta: { current_page: page, last_page: 3, per_page: 3, total: 7 },
			}),
		],
		['data nested once more', (page) => ({ data: { data: three(page), meta: { current_page: page, last_page: 3 } } })],
		[
			'page numbers at the top level',
			(page, base) => ({
				current_page: page,
				data: three(page),
				last_page: 3,
				next_page_url: page < 3 ? `${base}/x?page=${page + 1}` : null,
				links: [{ url: null, label: '1' }],
			}),
		],
		[
			'a named list and only a link to the next page',
			(page, base) => ({
				subscribers: three(page),
				next_page_url: page < 3 ? `${base}/elsewhere?page=${page + 1}` : null,
			}),
		],
		[
			'links without page numbers',
			(page, base) => ({ data: three(page), links: { next: page < 3 ? `${base}/x?page=${page + 1}` : null } }),
		],
	])('are read alike: %s', async (_, shape) => {
		const run = await against((page, __, base) => shape(page, base));
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(seven);
		expect(run.requests).toHaveLength(3);
		expect(new Set(run.requests.map((request) => request.split('?')[0]))).toEqual(
			new Set(['GET /v1/contact-lists/l/subscriber']),
		);
	});

	it('are read when there is but one page: a bare list', async () => {
		const run = await against(() => seven);
		expect(jsonOf(run)).toEqual(seven);
		expect(run.requests).toHaveLength(1);
	});

	it.each<[string, (page: number) => [unknown, number?]]>([
		['answered by the same page again', () => [twelve]],
		['empty', (page) => [page === 1 ? twelve : []]],
		['no list', (page) => [page === 1 ? twelve : { message: 'No more' }]],
		['not found', (page) => (page === 1 ? [twelve] : [{ message: 'No such page' }, 404])],
		['refused', (page) => (page === 1 ? [twelve] : [{ message: 'Unknown parameter' }, 422])],
	])('are asked for a second page when they may be full and say nothing: %s', async (_, answer) => {
		const served = await serve((request, response) =>
			json(response, ...answer((request.url ?? '').includes('page=2') ? 2 : 1)),
		);
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'getAll',
				contactList: byId('l'),
				returnAll: true,
				simplify: false,
			},
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(twelve);
		// page=1, for a service that counts from 0, and page=2 for all others.
		expect(served.requests).toHaveLength(3);
		expect(hintsOf(run)).toEqual([]);
	});

	it('are handed on whole when they hold no list', async () => {
		const run = await against(() => ({ status: 'soon', count: 3 }));
		expect(jsonOf(run)).toEqual([{ status: 'soon', count: 3 }]);
		expect(hintsOf(run)).toEqual([expect.stringContaining('holds no list')]);
	});

	it('are no items, and said to be nothing, where there is no content', async () => {
		const served = await serve((_, response) => response.writeHead(204).end());
		const run = await runNode({
			parameters: { resource: 'campaign', operation: 'getAll', returnAll: true },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(jsonOf(run)).toEqual([]);
		expect(hintsOf(run)).toEqual([
			"The service answered with nothing instead of a list. Check the path of this operation in 'Endpoint Paths' of the credential.",
		]);
	});
});

describe('entries that stand twice on one page', () => {
	it('are given once where they are alike, also of a list that counts both', async () => {
		const page = [{ uuid: 'a', name: 'A' }, { uuid: 'b' }, { uuid: 'a', name: 'A' }, { uuid: 'a', name: 'Other' }];
		const run = await against(() => ({ data: page, meta: { current_page: 1, last_page: 1, total: 4 } }));
		expect(jsonOf(run)).toEqual([{ uuid: 'a', name: 'A' }, { uuid: 'b' }, { uuid: 'a', name: 'Other' }]);
		expect(hintsOf(run)).toEqual([]);
	});

	it('are all given where nothing tells that they are one', async () => {
		const run = await against(() => ({ data: [{ name: 'A' }, { name: 'A' }] }));
		expect(jsonOf(run)).toHaveLength(2);
	});
});

describe('lists that would never end, or lead away', () => {
	it('stop when every page shows the same items', async () => {
		const run = await against(() => ({ data: three(1), meta: { last_page: 5 } }));
		expect(run.error?.message).toMatch(/^The pages of this list repeat or never end/);
		expect(run.error?.description).toContain("'Limit'");
	});

	it('stop when every page shows the same items with counters that move', async () => {
		let count = 0;
		const run = await against(() => ({
			data: three(1).map((entry) => ({ ...entry, opened_count: (count += 1) })),
			meta: { last_page: 5 },
		}));
		expect(run.error?.message).toMatch(/^The pages of this list repeat or never end/);
	});

	it.each([5_000_000, Number.MAX_SAFE_INTEGER])(
		'read one page of %i, and say that it is too much',
		async (last_page) => {
			const run = await against((page) => ({ data: three(page), meta: { current_page: page, last_page } }));
			expect(run.error?.message).toContain('never end');
			expect(run.error?.description).toContain("'Limit'");
			expect(run.requests).toHaveLength(1);
		},
	);

	it('read no more pages than the limit needs of a list that has 5,000,000', async () => {
		const run = await against(
			(page) => ({
				data: [subscriber(2 * page - 1), subscriber(2 * page)],
				meta: { current_page: page, last_page: 5_000_000 },
			}),
			{ limit: 5 },
		);
		expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(['s1', 's2', 's3', 's4', 's5']);
		expect(run.requests).toHaveLength(3);
	});

	it('stop when the link to the next page leads back', async () => {
		const run = await against((page, _, base) => ({
			data: three(page),
			links: { next: `${base}/x?page=${page === 1 ? 2 : 1}` },
		}));
		expect(run.error?.message).toMatch(/repeat or never end/);
	});

	it('end after ten empty pages, whatever their links say, and tell so', async () => {
		const run = await against((page, _, base) => ({
			data: three(page),
			links: { next: `${base}/x?page=${page + 1}` },
		}));
		expect(jsonOf(run)).toEqual(seven);
		expect(run.requests).toHaveLength(3 + 10);
		expect(hintsOf(run)).toEqual([
			expect.stringMatching(/further pages, all of them empty: reading ended after 7 entries/),
		]);
	});

	it('are read on after an empty page', async () => {
		const run = await against((page, _, base) => ({
			data: page === 1 || page === 3 ? [] : three(page === 2 ? 1 : page - 2),
			links: { next: page < 5 ? `${base}/x?page=${page + 1}` : null },
		}));
		expect(jsonOf(run)).toEqual(seven);
		expect(hintsOf(run)).toEqual([]);
	});

	it.each(['http://10.0.0.7:8080/internal', 'https://other.example.com/v1'])(
		'use only the query of a link to %s',
		async (elsewhere) => {
			const run = await against((page) => ({
				data: three(page),
				links: { next: page < 3 ? `${elsewhere}?page=${page + 1}&tag[]=a&tag[]=b` : null },
			}));
			expect(jsonOf(run)).toEqual(seven);
			expect(run.requests).toEqual(
				['', '?page=2&tag[]=a&tag[]=b', '?page=3&tag[]=a&tag[]=b'].map(
					(query) => `GET /v1/contact-lists/l/subscriber${query}`,
				),
			);
		},
	);

	it('send nothing to another host', async () => {
		const other = await serve((_, response) => json(response, []));
		const run = await against((page) => ({
			data: three(page),
			links: { next: page < 3 ? `${other.url}/v1?page=${page + 1}` : null },
		}));
		expect(jsonOf(run)).toEqual(seven);
		expect(other.requests).toEqual([]);
		await other.close();
	});

	it.each([null, ''])('keep every entry whose uuid is %j', async (uuid) => {
		const run = await against((page) => ({
			data: three(page).map((entry) => ({ ...entry, uuid })),
			meta: { last_page: 3 },
		}));
		expect(jsonOf(run).map(({ email }) => email)).toEqual(seven.map(({ email }) => email));
	});

	it.each<[string, unknown]>([
		['an empty object', {}],
		['a refusal in words', { message: 'Busy' }],
		['one thing', { uuid: 'x' }],
	])('stop with a message when a page in the middle is %s', async (_, odd) => {
		const run = await against((page) => (page === 2 ? odd : { data: three(page), meta: { last_page: 3 } }));
		expect(run.error?.message).toBe('Page 2 of this list came without a list');
		expect(run.items).toEqual([]);
	});

	it('are read on when pages are smaller than the first one, until the limit is reached', async () => {
		const sizes = [3, 1, 3, 3];
		const run = await against(
			(page) => {
				const before = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0);
				return {
					data: Array.from({ length: sizes[page - 1] ?? 0 }, (_, index) => subscriber(before + index + 1)),
					meta: { last_page: 4 },
				};
			},
			{ limit: 6 },
		);
		expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
	});

	it('are not read on once a page was refused', async () => {
		const served = await serve((request, response) => {
			const refused = (request.url ?? '').includes('page=3');
			json(
				response,
				refused ? { message: 'No' } : { data: [subscriber(served.requests.length)], meta: { last_page: 400 } },
				refused ? 403 : 200,
			);
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'getAll',
				contactList: byId('l'),
				returnAll: true,
				options: { maxParallelRequests: 10 },
			},
			credential: { baseUrl: served.url, accessToken: 'token' },
			node: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(run)[0]?.error).toBe('The access token is not allowed to do this');
		const read = served.requests.length;
		await new Promise((resolve) => setTimeout(resolve, 200));
		expect(served.requests).toHaveLength(read);
		expect(read).toBeLessThan(40);
		await served.close();
	});

	it('give an item once that moved to the next page while the list was read', async () => {
		const run = await against((page) => ({
			data: page === 1 ? [1, 2, 3].map(subscriber) : [3, 4].map(subscriber),
			meta: { last_page: 2, total: 4 },
		}));
		expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(['s1', 's2', 's3', 's4']);
	});
});

describe('lists that give fewer entries than they say', () => {
	/** Ten to a page, of those that are in the list at the time. */
	const paged = (all: readonly unknown[], page: number) => ({
		data: all.slice((page - 1) * 10, page * 10),
		meta: { current_page: page, last_page: Math.ceil(all.length / 10), total: all.length },
	});
	const entries = Array.from({ length: 30 }, (_, index) => subscriber(index));

	it('are read again, once, when entries moved to pages that had been read already', async () => {
		let left = [...entries];
		const run = await against(
			(page) => {
				const answer = paged(left, page);
				// After the first page is read, its first entry is deleted: the eleventh moves there.
				left = left.slice(left.length === 30 ? 1 : 0);
				return answer;
			},
			{ returnAll: true, options: { maxParallelRequests: 1 } },
		);
		expect(jsonOf(run)).toEqual(entries.slice(1));
		expect(hintsOf(run)).toEqual([]);
		expect(run.requests).toHaveLength(6);
	});

	it('say so when they become shorter all the time', async () => {
		const left = [...entries];
		const run = await against(
			(page) => {
				left.shift();
				return paged(left, page);
			},
			{ returnAll: true, options: { maxParallelRequests: 1 } },
		);
		expect(hintsOf(run)).toEqual([
			expect.stringMatching(/^l: The list became shorter while it was read, from 26 entries to 24, and again/),
		]);
		expect(run.requests).toHaveLength(6);
	});

	it('come with a hint that names both numbers when it stays so', async () => {
		const run = await against((page) => ({ data: three(page), meta: { current_page: page, last_page: 3, total: 95 } }));
		expect(jsonOf(run)).toEqual(seven);
		expect(hintsOf(run)).toEqual([
			expect.stringMatching(
				/^l: The service says that the list has 95 entries, but 7 came, although it was read twice/,
			),
		]);
	});

	it('give what either of the two readings has', async () => {
		let pages = 0;
		const run = await against(
			(page) => {
				pages += 1;
				return {
					data: three(page).filter((_, index) => page !== 2 || index !== Number(pages > 3)),
					meta: { current_page: page, last_page: 3, total: 9 },
				};
			},
			{ returnAll: true, options: { maxParallelRequests: 1 } },
		);
		expect(
			jsonOf(run)
				.map(({ uuid }) => uuid)
				.sort(),
		).toEqual(seven.map(({ uuid }) => uuid));
		expect(hintsOf(run)).toEqual([expect.stringContaining('9 entries, but 7 came')]);
	});

	it('say that they changed all the time where two readings have everybody together, and neither alone', async () => {
		let pages = 0;
		const run = await against(
			(page) => {
				pages += 1;
				const [missed, instead] = pages > 3 ? [1, 5] : [5, 1];
				return {
					data: three(page).map((entry) => (entry.uuid === `s${missed}` ? subscriber(instead) : entry)),
					meta: { current_page: page, last_page: 3, total: 7 },
				};
			},
			{ returnAll: true, options: { maxParallelRequests: 1 } },
		);
		expect(jsonOf(run)).toHaveLength(7);
		expect(hintsOf(run)).toEqual([
			expect.stringMatching(
				/^l: The list changed while it was read, and again when it was read a second time: 7 entries came in all, but neither time all 7 that the service says it has/,
			),
		]);
	});

	it('say that nothing tells how many there are only where nothing does', async () => {
		const run = await against((page) => ({
			data: page === 1 ? [1, 2, 3].map(subscriber) : [3, 4].map(subscriber),
			meta: { last_page: 2 },
		}));
		expect(jsonOf(run)).toHaveLength(4);
		expect(hintsOf(run)).toEqual([
			expect.stringContaining(
				'1 entry stood on two pages of the list, so others may stand on none: 4 came, and the service does not say how many there are',
			),
		]);
	});

	it('are no shorter than said where the limit is reached', async () => {
		const run = await against(
			(page) => ({ data: three(page), meta: { current_page: page, last_page: 3, total: 95 } }),
			{ limit: 5 },
		);
		expect(jsonOf(run)).toHaveLength(5);
		expect(hintsOf(run)).toEqual([expect.stringContaining("'Limit' is 5")]);
		expect(run.requests).toHaveLength(2);
	});
});

describe('a list that has more than the limit lets through', () => {
	const ids = (count: number, from = 1): object[] =>
		Array.from({ length: count }, (_, index) => ({ uuid: `s${from + index}` }));
	const hint = "'Limit' is 12, and the list goes on after that. To get all of it, switch on 'Return All'.";

	/** What stands above the output of Get Many with this answer of the service, or these. */
	async function hintsWith(answers: object[], limit: INodeParameters): Promise<string[]> {
		const served = await serve((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			json(response, answers[page - 1] ?? { message: 'Not found' }, page <= answers.length ? 200 : 404);
		});
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l'), ...limit },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(run.error).toBeUndefined();
		return hintsOf(run);
	}

	it.each<[string, object[]]>([
		['more came than it is', [{ data: ids(13) }]],
		['the service says how many there are', [{ data: ids(12), meta: { total: 30, per_page: 12 } }]],
		['the service names further pages', [{ data: ids(12), meta: { current_page: 1, last_page: 2 } }]],
		['the service has a link to the next page', [{ data: ids(12), links: { next: '/?page=2' } }]],
		['it ends in the midst of a page', [ids(8), ids(8, 9)].map((data) => ({ data, meta: { last_page: 2 } }))],
	])('says so where %s', async (_, answers) => {
		expect(await hintsWith(answers, { limit: 12 })).toEqual([hint]);
	});

	it.each<[string, object[], INodeParameters]>([
		[
			'has as many as the limit',
			[{ data: ids(12), meta: { current_page: 1, last_page: 1, total: 12 } }],
			{ limit: 12 },
		],
		['may have more, which nothing tells', [{ data: ids(12) }], { limit: 12 }],
		['is shorter than the limit', [{ data: ids(11), meta: { last_page: 1, total: 11 } }], { limit: 12 }],
		['is returned whole', [{ data: ids(13), meta: { last_page: 1, total: 13 } }], { returnAll: true }],
	])('is not said of one that %s', async (_, answers, limit) => {
		expect(await hintsWith(answers, limit)).toEqual([]);
	});

	it('says so with filters too, where what was not read may fit', async () => {
		const run = await engine.run('subscriber.getAll', getMany({ limit: 3, filters: { tags: 'vip' } }));
		expect(hintsOf(run)).toEqual([expect.stringContaining("'Limit' is 3, and the list goes on after that")]);
	});

	it('says it once where several items ask for it', async () => {
		const run = await engine.run('subscriber.getAll', getMany({ limit: 3 }), { input: [{}, {}] });
		expect(run.items).toHaveLength(6);
		expect(hintsOf(run)).toHaveLength(1);
	});
});
