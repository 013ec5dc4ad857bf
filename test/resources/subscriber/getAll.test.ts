import type { INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';
import { scaled } from '../../scaled';

const pages = 100;
const perPage = scaled(10_000);
const total = pages * perPage;

/** A page as text: a server that builds a million entries as objects would be slower than the node that reads them. */
function page(number: number): string {
	const entries = Array.from({ length: perPage }, (_, index) => `{"uuid":"s${(number - 1) * perPage + index}"}`);
	return `{"data":[${entries.join(',')}],"meta":{"current_page":${number},"last_page":${pages}}}`;
}

describe('Subscriber → Get Many', () => {
	it(`gives ${total.toLocaleString('en')} subscribers of one item, in order, each paired with the item`, async () => {
		const served = await serve((request, response) => {
			const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			response.writeHead(200, { 'content-type': 'application/json' }).end(page(number));
		});
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l1'), returnAll: true },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(total);
		expect(run.items.findIndex(({ json }, index) => json.uuid !== `s${index}`)).toBe(-1);
		expect(run.items.at(-1)?.pairedItem).toEqual({ item: 0 });
		expect(served.requests).toHaveLength(pages);
	}, 120_000);
});

describe('Subscriber → Get Many with filters', () => {
	const engine = useEngine({ subscribers: 1000, requestLogSize: 2000 });
	const list = () => defined(engine.sandbox.state.contactLists[0]);
	type Subscriber = ReturnType<typeof list>['subscribers'][number];
	const run = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) =>
		await engine.run('subscriber.getAll', { contactList: byId(list().uuid), filters, ...more });
	const idsOf = (ran: NodeRun) => jsonOf(ran).map(({ uuid }) => uuid);
	const idsWhere = (fits: (subscriber: Subscriber) => boolean) =>
		list()
			.subscribers.filter(fits)
			.map(({ uuid }) => uuid);

	const isSubscribed = ({ unsubscribedAt }: Subscriber): boolean => unsubscribedAt === null;
	const isVip = ({ tags }: Subscriber): boolean => tags.includes('vip');

	it.each<[string, INodeParameters, (subscriber: Subscriber) => boolean]>([
		['who is subscribed', { status: 'subscribed' }, isSubscribed],
		['who is not', { status: 'unsubscribed' }, (subscriber) => !isSubscribed(subscriber)],
		['who has a tag', { tags: ' VIP' }, isVip],
		[
			'who has one of several tags',
			{ tags: 'vip, Early Access' },
			(subscriber) => isVip(subscriber) || subscriber.tags.includes('early access'),
		],
		[
			'who has one of a list of tags',
			{ tags: '={{ ["vip", "student"] }}' },
			(subscriber) => isVip(subscriber) || subscriber.tags.includes('student'),
		],
		[
			'who is subscribed and has a tag',
			{ status: 'subscribed', tags: 'vip' },
			(subscriber) => isSubscribed(subscriber) && isVip(subscriber),
		],
		[
			'who is not subscribed and has a tag',
			{ status: 'unsubscribed', tags: 'vip' },
			(subscriber) => !isSubscribed(subscriber) && isVip(subscriber),
		],
	])(
		'gives everyone %s and nobody else, in the order of the service, with one request for each page',
		async (_, filters, fits) => {
			const ran = await run(filters);
			const expected = idsWhere(fits);
			expect(expected.length).toBeGreaterThan(0);
			expect(expected.length).toBeLessThan(list().subscribers.length);
			expect(idsOf(ran)).toEqual(expected);
			expect(engine.sandbox.requests()).toHaveLength(10);
			expect(hintsOf(ran)).toEqual([]);
		},
	);

	it.each<[INodeParameters]>([
		[{}],
		[{ status: 'all' }],
		[{ tags: ' , ' }],
		[{ tags: '={{ [] }}' }],
		[{ tags: '={{ null }}' }],
		[{ status: 'all', tags: '' }],
	])('gives the first ones of all with %j, and reads no more', async (filters) => {
		const ran = await run(filters, { limit: 260 });
		expect(idsOf(ran)).toEqual(idsWhere(() => true).slice(0, 260));
		expect(engine.sandbox.requests()).toHaveLength(3);
	});

	it('gives nobody where nobody fits, after the whole list', async () => {
		const ran = await run({ tags: 'nobody has this' }, { limit: 1 });
		expect(ran.error).toBeUndefined();
		expect(ran.items).toEqual([]);
		expect(engine.sandbox.requests()).toHaveLength(10);
		expect(hintsOf(ran)).toEqual([]);
	});

	it.each<[string, INodeParameters, (subscriber: Subscriber) => boolean]>([
		['nearly all', { status: 'subscribed' }, isSubscribed],
		['some', { tags: 'vip' }, isVip],
		['few', { status: 'unsubscribed' }, (subscriber) => !isSubscribed(subscriber)],
	])(
		'counts for the limit those who fit, and reads little more than it takes where %s do',
		async (_, filters, fits) => {
			const ran = await run(filters, { limit: 80 });
			const expected = idsWhere(fits).slice(0, 80);
			expect(idsOf(ran)).toEqual(expected);
			const needed = Math.ceil((list().subscribers.findIndex(({ uuid }) => uuid === expected.at(-1)) + 1) / 100);
			const read = engine.sandbox.requests().length;
			expect(read).toBeGreaterThanOrEqual(needed);
			expect(read).toBeLessThanOrEqual(2 * needed);
			expect(hintsOf(ran)).toEqual([]);
		},
	);

	it.each([
		['subscribed ', '"subscribed "'],
		['', 'empty'],
		[true, 'true'],
	])('sends nothing with the status %j', async (status, written) => {
		const ran = await run({ status: `={{ ${JSON.stringify(status)} }}` });
		expect(errorText(ran)).toContain(`'Status' cannot be ${written} | It must be one of these: all, subscribed, uns`);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('sends nothing with tags that are no texts', async () => {
		const ran = await run({ tags: '={{ { vip: true } }}' });
		expect(errorText(ran)).toContain("'Tags' must be text");
		expect(engine.sandbox.requests()).toEqual([]);
	});
});

describe('Subscriber → Get Many with filters, where the service answers otherwise', () => {
	/** Runs it against a service that answers a page number with `answer`, and tells how many requests were on their way at the same time. */
	async function against(
		answer: (page: number) => unknown,
		parameters: INodeParameters,
	): Promise<NodeRun & { requests: string[]; most: number }> {
		let [inFlight, most] = [0, 0];
		const served = await serve((request, response) => {
			most = Math.max(most, (inFlight += 1));
			setTimeout(() => {
				inFlight -= 1;
				json(response, answer(Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1)));
			}, 20);
		});
		const ran = await runNode({
			parameters: { resource: 'subscriber', operation: 'getAll', contactList: byId('l'), ...parameters },
			credential: { baseUrl: served.url, accessToken: 'token' },
		});
		await served.close();
		return { ...ran, requests: served.requests, most };
	}

	/** Ten to a page; everyone in the list is subscribed but those of these numbers. */
	const paged = (page: number, lastPage: number, left: readonly number[], total = lastPage * 10) => ({
		data: Array.from({ length: page <= lastPage ? 10 : 0 }, (_, index) => (page - 1) * 10 + index).map((number) => ({
			uuid: `s${number}`,
			is_subscribed: !left.includes(number),
		})),
		meta: { current_page: page, last_page: lastPage, total },
	});

	it('reads a long list at the same time for the one who fits', async () => {
		const ran = await against((page) => paged(page, 100, [850, 990]), {
			limit: 1,
			filters: { status: 'unsubscribed' },
		});
		expect(jsonOf(ran).map(({ uuid }) => uuid)).toEqual(['s850']);
		expect(ran.most).toBeGreaterThanOrEqual(10);
		expect(new Set(ran.requests).size).toBe(ran.requests.length);
	});

	it('does not read on when the first page has enough', async () => {
		const ran = await against((page) => paged(page, 100, [0]), { limit: 9, filters: { status: 'subscribed' } });
		expect(jsonOf(ran).map(({ uuid }) => uuid)).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9']);
		expect(ran.requests).toHaveLength(1);
	});

	it('compares the total with all entries, not with those who fit', async () => {
		const ran = await against((page) => paged(page, 3, [3, 27]), {
			returnAll: true,
			filters: { status: 'unsubscribed' },
		});
		expect(jsonOf(ran).map(({ uuid }) => uuid)).toEqual(['s3', 's27']);
		expect(ran.requests).toHaveLength(3);
		expect(hintsOf(ran)).toEqual([]);
	});

	it.each<[INodeParameters, string[], number]>([
		[{ returnAll: true }, ['s3', 's27'], 1],
		[{ limit: 25 }, ['s3', 's27'], 1],
		[{ limit: 1 }, ['s3'], 0],
	])('warns that entries may be missing where the whole list was read for %j', async (parameters, ids, warnings) => {
		const filters = { status: 'unsubscribed' };
		const ran = await against((page) => paged(page, 4, [3, 27], 55), { ...parameters, filters });
		expect(jsonOf(ran).map(({ uuid }) => uuid)).toEqual(ids);
		expect(hintsOf(ran)).toEqual(Array(warnings).fill(expect.stringMatching(/55 entries.* 40/)));
	});

	const people = [
		{ uuid: 'a', is_subscribed: true },
		{ uuid: 'b', tags: ['vip'] },
		{ uuid: 'c', unsubscribed_at: '2026-01-01' },
		{ uuid: 'd', is_subscribed: 1, tags: ['vip'] },
		{ uuid: 'e', unsubscribed_at: null },
	];

	it.each<[INodeParameters, string[]]>([
		[{ status: 'subscribed' }, ['a', 'd']],
		[{ status: 'unsubscribed' }, ['c']],
		[{ status: 'subscribed', tags: 'vip' }, ['d']],
		[{ tags: 'vip' }, ['b', 'd']],
		[{ status: 'all' }, ['a', 'b', 'c', 'd', 'e']],
	])('leaves out subscribers that do not show the status: %j', async (filters, ids) => {
		const ran = await against(() => ({ data: people, meta: { last_page: 1 } }), { returnAll: true, filters });
		expect(jsonOf(ran).map(({ uuid }) => uuid)).toEqual(ids);
	});

	it('hands on whole what contains no list, and says so', async () => {
		const ran = await against(() => ({ status: 'soon' }), { returnAll: true, filters: { status: 'subscribed' } });
		expect(jsonOf(ran)).toEqual([{ status: 'soon' }]);
		expect(hintsOf(ran)).toEqual([expect.stringContaining('contains no list')]);
	});
});
