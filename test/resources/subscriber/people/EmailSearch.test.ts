import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun, NodeRunOptions } from '../../../engine/runNode';
import { json } from '../../../engine/serve';
import { byEmail, defined, hintsOf, jsonOf } from '../../../engine/support';
import { useList } from '../../../laravel/useList';

jest.mock('../../../../nodes/EmailMarketing/transport/wait', () =>
	jest.requireActual<object>('../../../engine/noWait'),
);

const { list, served, kinds, run: runOn } = useList({ mostPerPage: 20, searches: 'honoured' });

const filter = '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}';
const numbered = (index: number) => `p${index}@example.com`;

/** 301 people on 16 pages; Ann is on the last one. */
const holdAll = (): void => {
	const people = Array.from({ length: 299 }, (_, index) => ({ email: numbered(index), tags: ['a'] }));
	list.hold([
		{ email: 'joann@example.com' },
		...people,
		{ email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] },
	]);
	served.arrived.length = 0;
	served.onRequest = undefined;
};
beforeEach(holdAll);

type Responses = (email: string) => readonly [status: number, body: unknown];

/** Responds to each search by email, whatever the list has. */
function answerSearches(respond: Responses, isSearch = /filter|%40/): void {
	served.onRequest = ({ url }) => {
		if (!isSearch.test(url)) return undefined;
		const query = new URL(url, 'http://x').searchParams.get('filter[email]');
		const [status, body] = respond(query ?? decodeURIComponent(url.split('/').at(-1) ?? ''));
		return (response) => json(response, body, status);
	};
}

const page = (people: readonly object[]): object => ({ data: people, meta: { current_page: 1, last_page: 1 } });
const holding = (email: string) => list.subscribers.filter((one) => one.email === email);

interface Service {
	/** The search in the credential; empty for none. */
	readonly path?: string;
	readonly requestOptions?: INodeParameters;
}

const run = async (
	operation: string,
	parameters: INodeParameters = {},
	{ path = filter, requestOptions = {}, ...more }: Partial<NodeRunOptions> & Service = {},
): Promise<NodeRun> =>
	await runOn(
		operation,
		{ requestOptions, ...parameters },
		{ endpointPaths: path === '' ? {} : { 'subscriber.getByEmail': path }, ...more },
	);

/** What is done with one person, by their email. */
const jobs: Readonly<Record<string, (email: string, more?: Service) => Promise<NodeRun>>> = {
	get: async (email, more) => await run('get', { subscriber: byEmail(email) }, more),
	update: async (email, more) =>
		await run('update', { subscriber: byEmail(email), updateFields: { lastName: 'New' } }, more),
	tag: async (email, more) => await run('tag', { subscriber: byEmail(email), addTags: 'b' }, more),
	unsubscribe: async (email, more) =>
		await run('toggleSubscription', { subscriber: byEmail(email), changeTo: 'unsubscribed' }, more),
	delete: async (email, more) => await run('delete', { subscriber: byEmail(email) }, more),
	'Create or Update': async (email, more) =>
		await run('upsert', { dataMode: 'autoMapInputData' }, { ...more, input: [{ email, last_name: 'New' }] }),
};
const names = Object.keys(jobs);
const done = async (name: string, email: string, more?: Service): Promise<NodeRun> =>
	await defined(jobs[name])(email, more);

const searches = () => served.arrived.filter(({ url }) => /filter|%40/.test(url)).length;
const readings = () => served.arrived.filter(({ kind, url }) => kind === 'read' && !url.includes('filter')).length;
const notes = (result: NodeRun) => hintsOf(result).filter((hint) => hint.startsWith('The search by email'));
const state = () =>
	list.subscribers.map(({ uuid, email, last_name, tags, is_subscribed }) => [
		uuid,
		email,
		last_name,
		tags,
		is_subscribed,
	]);

describe('an email where the credential names a search', () => {
	it.each([
		['get', ['read', 'get']],
		['update', ['read', 'update']],
		['tag', ['read', 'update']],
		['unsubscribe', ['read', 'get', 'toggle', 'get']],
		['delete', ['read', 'delete']],
		['Create or Update', ['create', 'read', 'update']],
	])('is found in one request: %s', async (name, expected) => {
		const result = await done(name, 'Ann@Example.com');
		expect(result.error).toBeUndefined();
		expect(kinds()).toEqual(expected);
		expect(notes(result)).toEqual([]);
	});

	it('is not searched with an international domain, which the service may write in either way', async () => {
		list.add({ email: 'eva@müller.example' });
		expect(jsonOf(await done('get', 'eva@xn--mller-kva.example'))).toHaveLength(1);
		expect(searches()).toBe(0);
	});

	it.each(names.filter((name) => name !== 'Create or Update'))(
		'is nobody where the search finds nobody, and the item fails with what to check: %s',
		async (name) => {
			const { error } = await done(name, 'nobody@example.com');
			expect(error?.message).toContain('The search finds no subscriber with the email nobody@example.com');
			expect(error?.description).toMatch(/email.*subscriber\.getByEmail.*'Endpoint Paths'/);
			expect([searches(), readings()]).toEqual([1, 0]);
		},
	);

	it('is refused where two subscribers have it', async () => {
		const [ann] = holding('ann@example.com');
		answerSearches(() => [200, page([{ ...ann }, { ...ann, uuid: 'other' }])]);
		expect((await done('delete', 'ann@example.com')).error?.message).toContain('2 subscribers');
		expect(kinds()).toEqual(['read']);
	});
});

describe('a search that shows something else', () => {
	const lies: ReadonlyArray<readonly [name: string, respond: Responses, path?: string]> = [
		['an ignored filter', () => [200, page(list.subscribers.slice(0, 20))]],
		['a web page', () => [200, '<html></html>']],
		['a path that does not exist', () => [404, { message: 'Not found.' }]],
		['a server error', () => [500, { message: 'Server Error' }]],
		['an ID where an address is expected', () => [404, {}], '/v1/contact-lists/{contactList}/subscriber/{email}'],
	];

	it.each(lies.flatMap(([lie, respond, path]) => names.map((name) => [lie, name, respond, path] as const)))(
		'%s leads to the list being read, with one note and the same result: %s',
		async (_, name, respond, path) => {
			const expected = await done(name, 'ann@example.com', { path: '' });
			const expectedState = state();
			holdAll();
			answerSearches(respond);
			const result = await done(name, 'ann@example.com', { path });
			expect([jsonOf(result), state()]).toEqual([jsonOf(expected), expectedState]);
			expect(result.error).toBeUndefined();
			expect(readings()).toBe(16);
			expect(notes(result)).toHaveLength(1);
		},
	);

	it('and does not know an address that is taken leads to the list: nobody is created twice', async () => {
		// An index that lags behind: it finds all but Ann.
		answerSearches((email) => [200, page(email === 'ann@example.com' ? [] : holding(email.toLowerCase()))]);
		const result = await done('Create or Update', 'ann@example.com');
		expect(jsonOf(result)).toEqual([expect.objectContaining({ action: 'updated', last_name: 'New' })]);
		expect(list.subscribers).toHaveLength(301);
		expect(notes(result)).toEqual([]);
	});

	it('finds an address that was taken after the list was read to its end', async () => {
		const late = 'late@example.com';
		answerSearches((email) => [200, page(email === 'ann@example.com' ? [] : holding(email.toLowerCase()))]);
		const answer = served.onRequest;
		served.onRequest = (request) => {
			if (request.kind === 'create' && request.body.includes(late)) list.add({ email: late });
			return answer?.(request);
		};
		const input = ['ann@example.com', late].map((email) => ({ email, last_name: 'New' }));
		const result = await run('upsert', { dataMode: 'autoMapInputData' }, { input });
		expect(jsonOf(result).map(({ action, email }) => [action, email])).toEqual(
			input.map(({ email }) => ['updated', email]),
		);
		expect([readings(), notes(result)]).toEqual([16, []]);
	});

	it('and shows one subscriber twice is one subscriber', async () => {
		answerSearches((email) => [200, page([...holding(email), ...holding(email)])]);
		expect((await done('delete', 'ann@example.com')).error).toBeUndefined();
		expect(kinds()).toEqual(['read', 'delete']);
	});

	// All others look up a person as 'get' does.
	it.each(['get', 'Create or Update'])('and never responds leads to the list after the timeout: %s', async (name) => {
		served.onRequest = ({ url }) => (url.includes('filter') ? () => undefined : undefined);
		const requestOptions = { timeout: 1000, maxRetries: 0 };
		const result = await done(name, 'ann@example.com', { requestOptions });
		expect(result.error).toBeUndefined();
		expect([readings(), searches(), notes(result).length]).toEqual([16, 1, 1]);
	});

	it('is given up for all items of the run', async () => {
		answerSearches(() => [400, {}]);
		const input = [1, 150, 298].map((index) => ({ email: numbered(index) }));
		const result = await run('get', { subscriber: byEmail('={{ $json.email }}') }, { input });
		expect(jsonOf(result).map(({ email }) => email)).toEqual(input.map(({ email }) => email));
		expect(searches()).toBeLessThanOrEqual(input.length);
		expect([readings(), notes(result).length]).toEqual([16, 1]);
	});
});

describe('many emails', () => {
	const people = (count: number): IDataObject[] =>
		Array.from({ length: count }, (_, index) => ({ email: numbered(298 - index) }));
	const byColumn = { subscriber: byEmail('={{ $json.email }}') };

	it.each([
		[2, 1, 2],
		[16, 1, 16],
		[17, 16, 0],
	])('%i of a list with 16 pages: %i pages read, %i searches', async (count, pages, searched) => {
		const result = await run('get', byColumn, { input: people(count) });
		expect(jsonOf(result).map(({ email }) => ({ email }))).toEqual(people(count));
		expect([readings(), searches(), hintsOf(result)]).toEqual([pages, searched, []]);
	});

	it('of which one is nobody: the others are found, and the item says so', async () => {
		const input = [{ email: 'nobody@example.com' }, ...people(3)];
		const result = await run('get', byColumn, { input, node: { onError: 'continueRegularOutput' } });
		expect(jsonOf(result)).toEqual([
			expect.objectContaining({ error: expect.stringContaining('no subscriber with the email nobody@example.com') }),
			...people(3).map((person) => expect.objectContaining(person)),
		]);
		expect([readings(), searches()]).toEqual([1, 4]);
	});

	it('are searched in a list of unknown length', async () => {
		const at = (url: string): number => Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0);
		served.onRequest = ({ kind, url }) => {
			if (kind !== 'read' || url.includes('filter')) return undefined;
			const next = at(url) + 20 < list.subscribers.length ? `http://x/?cursor=${at(url) + 20}` : null;
			const data = list.subscribers.slice(at(url), at(url) + 20);
			return (response) => json(response, { data, links: { next }, meta: { per_page: 20 } });
		};
		expect(jsonOf(await run('get', byColumn, { input: people(3) }))).toHaveLength(3);
		expect([readings(), searches()]).toEqual([1, 3]);
	});

	it('each are searched once', async () => {
		await run('get', byColumn, { input: [...people(3), ...people(3)] });
		expect(searches()).toBe(3);
	});
});
