import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import { searchList } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byId, defined, useEngine } from '../engine/support';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

const engine = useEngine({ subscribers: 240 });
type Method = Parameters<typeof searchList>[0];

interface Asked {
	filter?: string;
	token?: string;
	parameters?: INodeParameters;
	credential?: object;
}

let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

/** The credential of a service that answers so; `answer` is called with the number of a page. */
async function credentialOf(answer: (page: number) => unknown): Promise<{ baseUrl: string }> {
	served = await serve(({ url = '' }, response) =>
		json(response, answer(Number(new URL(url, 'http://x').searchParams.get('page') ?? 1))),
	);
	return { baseUrl: served.url };
}

async function search(
	method: Method,
	{ filter, token, parameters = {}, credential = {} }: Asked = {},
): Promise<INodeListSearchResult> {
	const given = { parameters, credential: { ...engine.credential, ...credential } };
	return await searchList(method, given, filter, token);
}

describe('the dropdowns', () => {
	it.each<[Method, () => Array<{ name: string; uuid: string }>]>([
		['searchCampaigns', () => engine.sandbox.state.campaigns],
		['searchContactLists', () => engine.sandbox.state.contactLists],
		['searchDomains', () => engine.sandbox.state.domains],
		['searchTemplates', () => engine.sandbox.state.templates],
	])(
		'%s offers everything by name: campaigns as they come and with their state, all others in alphabetical order',
		async (method, entries) => {
			const { results } = await search(method);
			const names = results.map(({ name, value }) => ({ name: name.replace(/ \((sent|sending|draft)\)$/, ''), value }));
			const given = entries().map(({ name, uuid }) => ({ name, value: uuid }));
			const sorted = [...given].sort((a, b) => a.name.localeCompare(b.name, 'en'));
			expect(names).toEqual(method === 'searchCampaigns' ? given : sorted);
			expect(results.every(({ name }) => /\)$/.test(name))).toBe(method === 'searchCampaigns');
		},
	);

	it('offer what contains the filter, whatever its case, and nothing where nothing does', async () => {
		const { name, uuid } = defined(engine.sandbox.state.campaigns[2]);
		const part = name.slice(2, 9);
		const { results } = await search('searchCampaigns', { filter: ` ${part.toUpperCase()} ` });
		expect(results).toContainEqual({ name: `${name} (sent)`, value: uuid });
		expect(results.filter((result) => !result.name.toLowerCase().includes(part.toLowerCase()))).toEqual([]);
		expect(await search('searchContactLists', { filter: 'no such list' })).toEqual({ results: [] });
	});

	it('offer what has all words of the filter, in any order', async () => {
		const { name, uuid } = defined(engine.sandbox.state.contactLists[0]);
		Object.assign(defined(engine.sandbox.state.contactLists[0]), { name: 'Newsletter Germany 2026' });
		const { results } = await search('searchContactLists', { filter: ' 2026  news' });
		expect(results).toEqual([{ name: 'Newsletter Germany 2026', value: uuid }]);
		expect((await search('searchContactLists', { filter: 'news france' })).results).toEqual([]);
		expect(name).not.toContain('2026');
	});

	it('ask once more where the service fails, and then no more: a person is waiting', async () => {
		engine.sandbox.faults({ script: [{ fault: '500' }] });
		expect((await search('searchCampaigns')).results).not.toEqual([]);
		engine.sandbox.reset();
		engine.sandbox.faults({ script: [{ fault: '500', times: 9 }] });
		await expect(search('searchCampaigns')).rejects.toThrow('500');
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	// prettier-ignore
	it.each<[Method, object[], string[]]>([
		[
			'searchCampaigns',
			[{ uuid: 'c1', name: 'Spring', is_sent: true }, { uuid: 'c2', name: 'Winter' }, { uuid: ' c3 ', is_sent: true }, { id: 4, name: 5 }],
			['Spring (sent)', 'Winter', 'c3', '4'],
		],
		[
			'searchTemplates',
			[{ uuid: 't1', name: 'Offer', is_published: true }, { uuid: 't2', name: 'Welcome', is_published: false }, { uuid: 't3', name: 'Digest', is_published: 0 }, { uuid: 't4', name: 'News' }],
			['Digest (draft)', 'News', 'Offer', 'Welcome (draft)'],
		],
		[
			'searchSubscribers',
			[{ uuid: 's1', first_name: 'Ann', last_name: '', email: 'ann@example.com' }, { uuid: 's2', first_name: null, last_name: 'Lee', email: 'lee@example.com' }, { uuid: 's3', email: 'no-name@example.com' }, { uuid: 's4', email: null }],
			['Ann (ann@example.com)', 'Lee (lee@example.com)', 'no-name@example.com', 's4'],
		],
	])('%s shows what the service shows of each, and at least its ID', async (method, data, labels) => {
		const asked = { parameters: { contactList: byId('l') }, credential: await credentialOf(() => ({ data })) };
		const { results } = await search(method, asked);
		expect(results.map(({ name }) => name)).toEqual(labels);
	});

	it('say so where a search reads a whole list that came up short; scrolling keeps no memory of the page before', async () => {
		const credential = await credentialOf((page) => ({
			data: [{ uuid: `l${page}`, name: 'List' }],
			meta: { current_page: page, last_page: 2, total: 3 },
		}));
		const asked = { credential };
		const whole = await search('searchCampaigns', { ...asked, filter: 'list' });
		const first = await search('searchCampaigns', asked);
		const token = defined(first.paginationToken as string);
		const second = await search('searchCampaigns', { ...asked, token });
		const values = [whole, first, second].map(({ results }) => results.map(({ value }) => value));
		expect(values).toEqual([['l1', 'l2', ''], ['l1'], ['l2']]);
	});

	it('show what could be read where a later page fails, and find names without their accents', async () => {
		const credential = await credentialOf((page) => {
			if (page === 2) return { message: 'Broken' };
			return { data: [{ uuid: 'l1', name: 'Élèves Genève' }], meta: { current_page: 1, last_page: 3, total: 3 } };
		});
		for (const filter of ['Élèves geneve', undefined]) {
			const { results } = await search('searchContactLists', { credential, filter });
			expect(results).toEqual([{ name: 'Élèves Genève', value: 'l1' }, expect.objectContaining({ value: '' })]);
		}
	});

	it("go through the proxy of 'Request Options'", async () => {
		const { baseUrl: proxy } = await credentialOf(() => ({ data: [{ uuid: 'c1', name: 'By proxy' }] }));
		const { results } = await search('searchCampaigns', { parameters: { requestOptions: { proxy } } });
		expect(results).toEqual([{ name: 'By proxy', value: 'c1' }]);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('say so when the account has nothing to choose from, but not of a response without a list', async () => {
		engine.sandbox.state.contactLists.splice(0);
		await expect(search('searchContactLists')).rejects.toMatchObject({
			message: 'There is no contact list yet',
			description: expect.stringContaining('Create one first'),
		});
		const searching = search('searchContactLists', { credential: await credentialOf(() => null) });
		await expect(searching).rejects.toThrow('contains no list');
	});
});

describe('the dropdown of subscribers', () => {
	const inList = () => ({ contactList: byId(engine.list().uuid) });

	it('shows name and email of the subscribers of the chosen list, a page at a time', async () => {
		const offered: INodeListSearchResult['results'] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await search('searchSubscribers', { token, parameters: inList() });
			offered.push(...results);
			token = paginationToken;
		} while (token !== undefined);
		expect(offered.map(({ value }) => value)).toEqual(engine.list().subscribers.map(({ uuid }) => uuid));
		const named = defined(engine.list().subscribers.find(({ firstName, lastName }) => firstName && lastName));
		expect(offered.map(({ name }) => name)).toContain(`${named.firstName} ${named.lastName} (${named.email})`);
		expect(engine.sandbox.requests()).toHaveLength(3);
	});

	it('finds by email, on whichever page', async () => {
		const { email, uuid } = defined(engine.list().subscribers.at(-1));
		const { results } = await search('searchSubscribers', { filter: email, parameters: inList() });
		expect(results.map(({ value }) => value)).toEqual([uuid]);
		expect(engine.sandbox.requests()).toHaveLength(3);
		// A page has enough of these.
		await search('searchSubscribers', { filter: '@', parameters: inList() });
		expect(engine.sandbox.requests()).toHaveLength(4);
	});

	it('reads up to ten pages for a filter, and continues after them when it is scrolled', async () => {
		const credential = await credentialOf((page) => ({
			data: [{ uuid: `s${page}`, email: `p${page}@example.com` }],
			meta: { last_page: 5000 },
		}));
		const asked = { filter: 'p15@', parameters: { contactList: byId('l') }, credential };
		const first = await search('searchSubscribers', asked);
		expect([first.results.map(({ value }) => value), served?.requests.length]).toEqual([[''], 10]);
		const second = await search('searchSubscribers', { ...asked, token: defined(first.paginationToken as string) });
		expect(second.results[0]).toEqual({ name: 'p15@example.com', value: 's15' });
		expect(served?.requests).toHaveLength(20);
	});

	it('may be scrolled to a last page without entries', async () => {
		const credential = await credentialOf((page) =>
			page === 1
				? { data: [{ uuid: 's1', email: 'p1@example.com' }], links: { next: '?page=2' } }
				: { data: [], links: { next: null } },
		);
		const asked = { parameters: { contactList: byId('l') }, credential };
		const first = await search('searchSubscribers', asked);
		const second = await search('searchSubscribers', { ...asked, token: defined(first.paginationToken as string) });
		expect([first.results.length, second.results]).toEqual([1, []]);
	});

	it('asks for a contact list first', async () => {
		const searching = search('searchSubscribers', { parameters: { contactList: byId('') } });
		await expect(searching).rejects.toThrow("'Contact List' is empty");
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
