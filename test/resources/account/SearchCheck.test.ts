import { parseEndpointPaths } from '../../../nodes/EmailMarketing/transport/endpointPaths';
import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { jsonOf } from '../../engine/support';

const list = '/v1/contact-lists/{contactList}/subscriber';
const byFilter = `${list}?filter[email]={email}`;
const byId = `${list}/{email}`;
const newestFirst = `${list}?sort=-updated_at`;
const nothingToDo = expect.stringMatching(/^Nothing to change/);

interface Person {
	readonly uuid: string;
	readonly email: string;
	readonly updated_at?: string;
}

type Answer = readonly [status: number, body: object];

/** Answers a request for the subscribers of a list, or for one of them; `undefined` as a service without searches. */
type Search = (
	query: URLSearchParams,
	members: readonly Person[],
	id: string | undefined,
) => Answer | readonly Person[] | undefined;

const people: readonly Person[] = ['ann', 'joann', 'bob'].map((name, index) => ({
	uuid: `u${index}`,
	email: `${name}@example.com`,
	updated_at: `2026-01-0${index + 1}T00:00:00Z`,
}));
const others: readonly Person[] = [{ uuid: 'u9', email: 'zoe@example.com', updated_at: '2026-01-09T00:00:00Z' }];

interface Service {
	/** Contact list → its subscribers. */
	readonly lists?: Record<string, readonly Person[]>;
	readonly search?: Search;
	readonly endpointPaths?: object;
}

/** Checks a service with such contact lists. */
async function check({ lists = { L1: people, L2: others }, search, endpointPaths = {} }: Service) {
	const answerTo = (path: string): Answer => {
		const { pathname, searchParams } = new URL(path, 'http://x.example');
		const [contactList = '', id] = pathname
			.split('/')
			.flatMap((part, at) => (at === 3 || at === 5 ? [decodeURIComponent(part)] : []));
		const members = lists[contactList] ?? [];
		const answer = search?.(searchParams, members, id);
		if (answer !== undefined) return typeof answer[0] === 'number' ? (answer as Answer) : [200, { data: answer }];
		if (id === undefined) return [200, { data: members }];
		const found = members.find(({ uuid }) => uuid === id);
		return found === undefined ? [404, { message: 'Not Found' }] : [200, { subscriber: found }];
	};
	const { url, requests, close } = await serve(({ url: path = '' }, response) => {
		if (path.includes('/subscriber')) {
			const [status, body] = answerTo(path);
			return json(response, body, status);
		}
		if (path.endsWith('contact-lists')) return json(response, { data: Object.keys(lists).map((uuid) => ({ uuid })) });
		json(response, path.endsWith('account') ? { account: { name: 'Acme' } } : { data: [] });
	});
	const run = await runNode({
		parameters: { resource: 'account', operation: 'checkPaths', requestOptions: { maxRetries: 0 } },
		credential: { baseUrl: url, accessToken: 'token-of-the-test', endpointPaths: JSON.stringify(endpointPaths) },
	});
	await close();
	const [first, ...rows] = jsonOf(run);
	const row = (key: string) => rows.find(({ operation }) => operation === key) ?? {};
	const [email, changed] = [row('subscriber.getByEmail'), row('subscriber.getChanged')];
	expect(requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
	const { paths } = parseEndpointPaths(first?.path);
	// The list and one subscriber are read in any case.
	const more = requests.filter((request) => request.includes('/subscriber')).length - 2;
	return { paths, toDo: first?.why, email, changed, more };
}

/** Answers requests with one parameter in the query. */
const answering =
	(name: string, answer: Answer | readonly Person[]): Search =>
	(query) =>
		query.has(name) ? answer : undefined;

const refused: Answer = [400, { message: 'Not allowed' }];
const noList: Answer = [200, { message: 'Hello' }];

/** Of the subscribers of the list, those of whose email the condition holds. */
const filtered =
	(holds: (email: string, asked: string) => boolean, name = 'filter[email]', inAllLists = false): Search =>
	(query, members) => {
		const asked = query.get(name);
		const all = inAllLists ? [...people, ...others] : members;
		return asked === null ? undefined : all.filter(({ email }) => holds(email, asked));
	};
/** Finds these for Ann, and nobody for others. */
const findingAnn =
	(...found: readonly Person[]): Search =>
	(query, ...rest) =>
		answering('filter[email]', query.get('filter[email]')?.startsWith('ANN') ? found : [])(query, ...rest);
const isSame = (email: string, asked: string) => email === asked.toLowerCase();
const contains = (email: string, asked: string) => email.includes(asked.toLowerCase());

const byTime = (one: Person, other: Person) => (one.updated_at ?? '').localeCompare(other.updated_at ?? '');
const sorted = (...[query, members]: Parameters<Search>): Person[] | undefined => {
	if (query.get('sort') === null) return undefined;
	const rising = [...members].sort(byTime);
	return query.get('sort') === 'updated_at' ? rising : rising.reverse();
};

describe('the search by email', () => {
	it.each<[string, Search, string]>([
		['as a filter', filtered(isSame), byFilter],
		['under another name', filtered(isSame, 'search'), `${list}?search={email}`],
		[
			'in place of the ID',
			(_, members, id) => (id?.includes('@') ? members.filter(({ email }) => isSame(email, id)) : undefined),
			byId,
		],
	])('is found %s, and is what to paste', async (_, search, path) => {
		const { paths, email, toDo, more } = await check({ search });
		expect(paths).toEqual({ 'subscriber.getByEmail': path });
		expect(email).toMatchObject({ path, result: 'found', why: expect.stringContaining('expected') });
		expect(toDo).toMatch(/'path' of the first item .*'Endpoint Paths'/);
		expect(more).toBeLessThanOrEqual(16);
	});

	it('has to find an unsubscribed subscriber, if page 1 shows one', async () => {
		const [ann, joann, bob] = people.map((person, index) => ({ ...person, is_subscribed: index !== 1 }));
		const search = filtered((email, asked) => isSame(email, asked) && email !== joann?.email);
		const { email } = await check({ lists: { L1: [ann, joann, bob] as Person[] }, search });
		expect(email.result).toBe('not found');
		expect(JSON.stringify(email.tried)).toContain('another case');
	});

	it('in place of the ID may return the subscriber alone', async () => {
		const search: Search = (_, members, id) => {
			const found = members.find(({ email }) => email === id?.toLowerCase());
			return found && [200, { subscriber: found }];
		};
		expect((await check({ search })).paths).toEqual({ 'subscriber.getByEmail': byId });
	});

	it.each<[string, Search, string]>([
		['case-sensitive', filtered((email, asked) => email === asked), 'another case'],
		['one that finds another person', findingAnn({ uuid: 'u9', email: 'ann@example.com' }), 'another case'],
		['one that finds several', findingAnn(...people.slice(0, 1), ...people.slice(0, 1)), 'another case'],
		['one that finds everybody', filtered(() => true), 'invented'],
		['one that ignores the list', filtered(isSame, 'filter[email]', true), 'another contact list'],
		['one that has no list', answering('filter[email]', noList), 'invented'],
		['one that is refused', answering('filter[email]', refused), '.'],
	])('is not found where it is %s: nothing to do, and a reason', async (_, search, why) => {
		const { paths, email, toDo, more } = await check({ search });
		expect([paths, toDo]).toEqual([{}, nothingToDo]);
		expect(email).toMatchObject({ path: '', result: 'not found', why: expect.stringContaining(why) });
		const tried = (email.tried as string).split('; ');
		expect(tried).toHaveLength(5);
		expect(tried[0]).toMatch(`${byFilter}: `);
		for (const line of tried) expect(line).toMatch(/: [A-Z][\w ]+/);
		expect(more).toBeLessThanOrEqual(16);
	});

	it('finds the whole address also where a part is enough', async () => {
		// `ann@…` is a part of `joann@…`.
		expect((await check({ search: filtered(contains) })).paths).toEqual({ 'subscriber.getByEmail': byFilter });
	});

	it('is found where the person is in the other list, too', async () => {
		const lists = { L1: people, L2: people };
		const search = filtered(isSame, 'filter[email]', true);
		expect((await check({ lists, search })).paths).toEqual({ 'subscriber.getByEmail': byFilter });
	});

	it('is found in the only list', async () => {
		const search = filtered(isSame, 'filter[email]', true);
		const { paths, email } = await check({ lists: { L1: people }, search });
		expect(paths).toEqual({ 'subscriber.getByEmail': byFilter });
		expect(email.why).toContain('once there is a second contact list');
	});

	it('is not tried with an empty list, and shows nothing without emails', async () => {
		const { email, toDo } = await check({ lists: { L1: [] }, search: filtered(isSame) });
		expect([email.result, email.why, toDo]).toEqual(['not tested', 'Nothing to test it with.', nothingToDo]);
		const hidden = await check({ lists: { L1: [{ uuid: 'u1' } as Person] } });
		expect([hidden.email.result, hidden.toDo]).toEqual(['unclear', nothingToDo]);
	});

	it('is not found by a list with one subscriber that ignores it', async () => {
		const one = people.slice(0, 1);
		const { paths, email } = await check({ lists: { L1: one } });
		expect([paths, email.result]).toEqual([{}, 'not found']);
	});

	it.each([403, 429, 500])('is unknown where it fails with a status of %i, and no other is tried', async (status) => {
		const search = answering('filter[email]', [status, { message: 'No' }]);
		const { paths, email, toDo } = await check({ search });
		expect([paths, email.result, email.tried, toDo]).toEqual([{}, 'unclear', '', nothingToDo]);
	});
});

describe('the list in the order of changes', () => {
	const lists = { L1: people };

	it.each<[string, Service]>([
		['sorts', { search: sorted }],
		['sorts, and has the newest first anyway', { lists: { L1: [...people].reverse() }, search: sorted }],
		['sorts one list', { lists, search: sorted }],
	])('is found where the service %s', async (_, service) => {
		const { paths, changed } = await check(service);
		expect(paths).toEqual({ 'subscriber.getChanged': newestFirst });
		expect(changed).toMatchObject({ path: newestFirst, result: 'found' });
	});

	const latestFirst = [...people.slice(2), ...people.slice(0, 2)];
	const equal = people.map((person) => ({ ...person, updated_at: '2026-01-01T00:00:00Z' }));
	it.each<[string, Service, string, string]>([
		['ignores the order', {}, 'not found', 'latest'],
		['has only the latest first', { search: answering('sort', latestFirst) }, 'not found', 'latest'],
		['ignores the order, and has the newest first', { lists: { L1: [...people].reverse() } }, 'not found', 'anyway'],
		[
			'sorts by creation, and one who was changed later is not on the page',
			{ search: answering('sort', people.slice(0, 2).reverse()) },
			'not found',
			'latest',
		],
		['refuses', { search: answering('sort', refused) }, 'not found', '.'],
		['returns no list', { search: answering('sort', noList) }, 'not found', 'latest'],
		['shows equal times', { lists: { L1: equal } }, 'unclear', 'equal'],
		['shows no times', { lists: { L1: people.map(({ uuid, email }) => ({ uuid, email })) } }, 'unclear', 'equal'],
		['fails', { search: answering('sort', [500, { message: 'No' }]) }, 'unclear', '.'],
	])('is not found where the service %s: nothing to do', async (_, service, result, why) => {
		const { paths, changed, toDo } = await check(service);
		expect([paths, toDo]).toEqual([{}, nothingToDo]);
		expect(changed).toMatchObject({ path: '', result, why: expect.stringContaining(why) });
	});

	it('is found where most times are equal', async () => {
		const many = [...equal, { uuid: 'u8', email: 'late@example.com', updated_at: '2026-02-01T00:00:00Z' }];
		const search: Search = (query) => (sorted(query, many, undefined) ?? many).slice(0, 3);
		expect((await check({ lists: { L1: many }, search })).paths).toEqual({ 'subscriber.getChanged': newestFirst });
	});
});

describe('searches of the credential', () => {
	const own = {
		'subscriber.getByEmail': '/v1/find/{contactList}/subscriber/{email}',
		'subscriber.getChanged': '/v1/changed/{contactList}/subscriber',
	};

	it('are tried first, and kept', async () => {
		const endpointPaths = { 'subscriber.getByEmail': `${list}?email={email}`, 'subscriber.getChanged': newestFirst };
		const search: Search = (...asked) =>
			filtered(isSame, 'email')(...asked) ?? filtered(isSame)(...asked) ?? sorted(...asked);
		const { paths, toDo, email } = await check({ search, endpointPaths });
		expect([paths, toDo]).toEqual([endpointPaths, nothingToDo]);
		expect(email.tried).toBe('');
	});

	it('are to be corrected or removed where they are wrong', async () => {
		const { paths, toDo, email } = await check({ endpointPaths: own });
		expect(paths).toEqual(own);
		expect(toDo).toMatch(
			/^Not found: subscriber\.getByEmail, subscriber\.getChanged\. .*Correct each in 'Endpoint Paths', or remove it .*\.$/,
		);
		expect(email).toMatchObject({
			path: own['subscriber.getByEmail'],
			result: 'not found',
			why: expect.stringContaining('another case'),
		});
		expect(email.tried).toMatch(own['subscriber.getByEmail']);
	});

	it('give way to those that work', async () => {
		const { paths, toDo } = await check({
			endpointPaths: own,
			search: (...asked) => filtered(isSame)(...asked) ?? sorted(...asked),
		});
		expect(paths).toEqual({ 'subscriber.getByEmail': byFilter, 'subscriber.getChanged': newestFirst });
		expect(toDo).toMatch(/^Copy 'path'/);
	});

	it('that could not be checked are named', async () => {
		const { toDo } = await check({
			endpointPaths: { 'subscriber.getChanged': newestFirst },
			lists: { L1: people.slice(0, 1) },
		});
		expect(toDo).toBe("Could not be checked: subscriber.getChanged. See 'why' in their items.");
	});

	it('cannot be told from the usual order, where that is the same and there is no reverse', async () => {
		const endpointPaths = { 'subscriber.getChanged': `${list}?order=newest` };
		const { toDo, changed } = await check({ endpointPaths, lists: { L1: [...people].reverse() } });
		expect(changed).toMatchObject({ result: 'unclear', why: 'The list has this order anyway.' });
		expect(toDo).toMatch(/^Could not be checked: subscriber\.getChanged\./);
	});

	it('must not show another list in the order of changes', async () => {
		const path = '/v1/all/{contactList}/subscriber?sort=-updated_at';
		const all = [...people, ...others];
		const { paths, changed } = await check({
			endpointPaths: { 'subscriber.getChanged': path },
			search: answering('sort', all.sort(byTime).reverse()),
		});
		expect(paths).toEqual({ 'subscriber.getChanged': path });
		expect(changed).toMatchObject({ result: 'not found', why: expect.stringContaining('another contact list') });
	});

	it('of a newer version are named as ignored', async () => {
		const { toDo, paths } = await check({ endpointPaths: { 'subscriber.getNewest': '/v1/x', 'x.y': 1 } });
		expect(toDo).toBe(
			"Ignored in 'Endpoint Paths', because this version does not know them: subscriber.getNewest, x.y.",
		);
		expect(paths).toEqual({});
	});
});

it('sends sixteen requests more at most, whatever is found', async () => {
	// Every search of the credential and of the usual ones works but for the last thing that is tested: the list.
	const endpointPaths = {
		'subscriber.getByEmail': '/v1/find/{contactList}/subscriber?q={email}',
		'subscriber.getChanged': `${list}?order=-updated_at`,
	};
	const falling = [...people].reverse();
	const search: Search = (query, _, id) => {
		const names = ['q', 'filter[email]', 'email', 'search', 'filter[search]'];
		const asked = id ?? names.map((name) => query.get(name)).find((value) => value !== null);
		if (asked?.includes('@')) return people.filter(({ email }) => isSame(email, asked));
		const order = query.get('sort') ?? query.get('order');
		return order === null ? undefined : order.startsWith('-') ? falling : [...people];
	};
	const { paths, more, toDo } = await check({ lists: { L1: falling, L2: others }, search, endpointPaths });
	expect(paths).toEqual(endpointPaths);
	expect(more).toBeGreaterThan(12);
	expect(more).toBeLessThanOrEqual(16);
	expect(toDo).toContain('subscriber.getChanged');
});
