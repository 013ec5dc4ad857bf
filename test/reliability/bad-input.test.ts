import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byEmail, byId, errorText, hintsOf, jsonOf } from '../engine/support';

/** What a service, or an input item, may hold that nobody expects: nothing is lost or doubled, and the node says what to do. */

let served: Served;
afterEach(async () => await served.close());

async function run(
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('l'), ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token' },
		...more,
	});
}

const writes = (): string[] => served.requests.filter((request) => !request.startsWith('GET'));
const people = Array.from({ length: 100 }, (_, index) => ({
	uuid: `s${index}`,
	email: `person${index}@example.com`,
	first_name: 'Ann',
	last_name: 'Lee',
	tags: [],
	is_subscribed: true,
}));
const rows = people.map(({ email }): IDataObject => ({ email }));

/** A service with a list, as pages give it. */
async function withList(page: (number: number) => object): Promise<void> {
	served = await serve((request, response) => {
		const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		json(response, request.method === 'GET' ? page(number) : { subscriber: people[0] });
	});
}

describe('an empty list', () => {
	beforeEach(async () => await withList(() => ({ data: [], meta: { current_page: 1, last_page: 1, total: 0 } })));

	it('comes as no items', async () => {
		const all = await run('getAll', { returnAll: true });
		expect([all.error, all.items, hintsOf(all)]).toEqual([undefined, [], []]);
	});

	it('has nobody with an email, and is filled by a sync', async () => {
		expect((await run('get', { subscriber: byEmail('a@example.com') })).error?.message).toMatch(/^No subscriber/);
		const synced = await run('sync', { removal: 'delete' }, { input: rows.slice(0, 2) });
		expect(jsonOf(synced).map(({ action }) => action)).toEqual(['created', 'created']);
		expect(writes()).toHaveLength(2);
	});
});

describe('a list whose total is always wrong', () => {
	const withTotal = async (total: number): Promise<void> =>
		await withList(() => ({ data: people, meta: { current_page: 1, last_page: 1, total } }));
	const input = [...rows, { email: 'new@example.com' }];

	it.each([0, 50])('comes whole where it is too low: %d', async (total) => {
		await withTotal(total);
		const all = await run('getAll', { returnAll: true });
		expect(all.items).toHaveLength(100);
		expect(hintsOf(all)).toEqual([]);
	});

	it('is worked with, and a note says so, where it is a little too high', async () => {
		await withTotal(104);
		const synced = await run('sync', {}, { input });
		expect(synced.error).toBeUndefined();
		expect(hintsOf(synced).filter((hint) => hint.includes('104 entries'))).toHaveLength(1);
		expect(writes()).toHaveLength(1);
	});

	it.each<[string, INodeParameters]>([
		['sync', { removal: 'delete', options: { maxRemovalPercent: 100 } }],
		['import', {}],
	])('changes nothing where it is much too high: %s', async (operation, parameters) => {
		await withTotal(110);
		const { error } = await run(operation, parameters, { input });
		expect(error?.message).toBe('The contact list may be incomplete');
		expect(error?.description).toMatch(/110 entries.* 100/);
		expect(writes()).toEqual([]);
	});
});

describe('pages that cannot be followed', () => {
	it.each<[string, (page: number) => object]>([
		['the first page again and again', () => ({ data: people, meta: { last_page: 9 } })],
		['a last page of 10,000,000', (page) => ({ data: page === 1 ? people : [], meta: { last_page: 10_000_000 } })],
	])('end with a message after few requests, and nothing is changed: %s', async (_, page) => {
		// So that the test ends in any case.
		await withList((number) => (served.requests.length > 300 ? { message: 'Enough' } : page(number)));
		for (const done of [
			await run('getAll', { returnAll: true }),
			await run('sync', {}, { input: rows }),
			await run('delete', { subscriber: byEmail('nobody@example.com') }),
		])
			expect(errorText(done)).toContain('repeat or never end');
		expect((await run('getAll', { limit: 5 })).items).toHaveLength(5);
		expect(writes()).toEqual([]);
	});

	it('with a next link to another host: nothing is sent there, and only its query is used', async () => {
		const elsewhere = await serve((_, response) => json(response, { data: [{ uuid: 'x' }] }));
		await withList((number) => ({
			data: people.slice((number - 1) * 50, number * 50),
			links: { next: number === 1 ? `${elsewhere.url}/stolen?page=2` : null },
		}));
		expect((await run('getAll', { returnAll: true })).items).toHaveLength(100);
		await elsewhere.close();
		expect(elsewhere.requests).toEqual([]);
		expect(served.requests).toEqual([
			'GET /v1/contact-lists/l/subscriber',
			'GET /v1/contact-lists/l/subscriber?page=2',
		]);
	});

	it('with a page size that is rejected: it is asked for once in a run, and then left out', async () => {
		const asked: string[] = [];
		served = await serve(({ url = '' }, response) => {
			const { searchParams } = new URL(url, 'http://x');
			asked.push(searchParams.toString());
			if (searchParams.has('per_page')) return json(response, { message: 'The per page field is prohibited.' }, 422);
			const number = Number(searchParams.get('page') ?? 1);
			json(response, { data: people.slice((number - 1) * 50, number * 50), meta: { last_page: 2 } });
		});
		const parameters = { returnAll: true, requestOptions: { maxParallelRequests: 1 } };
		expect((await run('getAll', parameters, { input: [{}, {}] })).items).toHaveLength(200);
		expect(asked.filter((query) => query.includes('per_page'))).toHaveLength(1);
		expect(asked.filter((query) => query === 'page=2')).toHaveLength(2);
	});
});

describe('a create', () => {
	const long = 'x'.repeat(300_000);

	it('with 300 kB in one field is sent whole, and a rejection does not repeat it', async () => {
		const lengths: number[] = [];
		served = await serve((_, response, body) => {
			lengths.push((JSON.parse(body) as { first_name: string }).first_name.length);
			json(response, { message: long, errors: { first_name: [`Too long: ${long}`] } }, 422);
		});
		const created = await run('create', { email: 'a@example.com', additionalFields: { firstName: long } });
		expect(lengths).toEqual([long.length]);
		expect(created.error?.message).toContain("'First Name'");
		expect(errorText(created).length).toBeLessThan(1000);
	});

	it.each<[string, INodeParameters]>([
		['create', { email: 'ann lee@example.com' }],
		['upsert', { email: 'ann lee@example.com' }],
		['update', { subscriber: byId('s1'), updateFields: { email: 'ann lee@example.com' } }],
	])('or an update with a space inside the address sends nothing, and shows the value: %s', async (operation, more) => {
		await withList(() => ({ data: people }));
		const done = await run(operation, more);
		expect(done.error?.message).toContain('ann lee@example.com');
		expect(errorText(done)).toContain("'Email'");
		expect(served.requests).toEqual([]);
	});

	it.each(['import', 'sync'])('of a row with a space inside the address is rejected alone: %s', async (operation) => {
		await withList(() => ({ data: [] }));
		const done = await run(operation, {}, { input: [{ email: 'ann lee@example.com' }, { email: 'b@example.com' }] });
		expect(jsonOf(done)[0]?.reason).toContain('ann lee@example.com');
		expect(writes()).toHaveLength(1);
	});
});

describe('a PUT that replaces the subscriber, and needs the email', () => {
	const before = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] };
	let ann: IDataObject;
	beforeEach(async () => {
		ann = { uuid: 'ann', is_subscribed: true, ...before };
		served = await serve(({ method, url = '' }, response, body) => {
			const sent = (body === '' ? {} : JSON.parse(body)) as IDataObject;
			if (method === 'POST') return json(response, { message: 'Taken', errors: { email: ['Taken'] } }, 422);
			if (method === 'GET') return json(response, url.includes('/ann') ? { subscriber: ann } : { data: [ann] });
			if (!('email' in sent)) return json(response, { message: 'Missing', errors: { email: ['Missing'] } }, 422);
			const empty = { email: null, first_name: null, last_name: null, tags: [] };
			ann = { uuid: 'ann', is_subscribed: true, ...empty, ...sent };
			json(response, { message: 'Updated', subscriber: ann });
		});
	});

	const row = { email: 'ann@example.com', last_name: 'Young' };
	it.each<[string, INodeParameters, IDataObject[], object]>([
		['update', { subscriber: byEmail('ann@example.com'), updateFields: { lastName: 'Young' } }, [{}], row],
		['upsert', { email: 'ann@example.com', additionalFields: { lastName: 'Young' } }, [{}], row],
		['sync', {}, [row], row],
		['tag', { subscriber: byEmail('ann@example.com'), addTags: 'b' }, [{}], { tags: ['a', 'b'] }],
		['tag', { subscriber: byId('ann'), addTags: 'b' }, [{}], { tags: ['a', 'b'] }],
	])('changes what it should and empties nothing, with one request: %s %j', async (operation, more, input, changed) => {
		const done = await run(operation, more, { input });
		expect(done.error).toBeUndefined();
		expect(ann).toMatchObject({ ...before, ...changed });
		expect(writes().filter((request) => request.startsWith('PUT'))).toHaveLength(1);
	});
});
