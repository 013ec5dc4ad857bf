import type { INodeListSearchResult } from 'n8n-workflow';

import { byId, defined, useEngine } from '../engine/support';
import { searchList } from '../engine/runNode';
import { json, serve } from '../engine/serve';

const engine = useEngine({ subscribers: 240 });
type Method = Parameters<typeof searchList>[0];

async function search(
	method: Method,
	filter?: string,
	token?: string,
	parameters = {},
): Promise<INodeListSearchResult> {
	return await searchList(method, { parameters, credential: engine.credential }, filter, token);
}

describe('the dropdowns', () => {
	it.each<[Method, () => Array<{ name: string; uuid: string }>]>([
		['searchCampaigns', () => engine.sandbox.state.campaigns],
		['searchContactLists', () => engine.sandbox.state.contactLists],
		['searchDomains', () => engine.sandbox.state.domains],
		['searchTemplates', () => engine.sandbox.state.templates],
	])('%s offers everything by name', async (method, things) => {
		const { results } = await search(method);
		const names = results.map(({ name, value }) => ({ name: name.replace(/ \((sent|sending|draft)\)$/, ''), value }));
		expect(names).toEqual(things().map(({ name, uuid }) => ({ name, value: uuid })));
		expect(results.every(({ name }) => /\)$/.test(name))).toBe(method === 'searchCampaigns');
	});

	it('offer what contains the filter, whatever its case', async () => {
		const { name, uuid } = defined(engine.sandbox.state.campaigns[2]);
		const { results } = await search('searchCampaigns', ` ${name.slice(2, 9).toUpperCase()} `);
		expect(results).toContainEqual({ name: `${name} (sent)`, value: uuid });
		expect(results.every((result) => result.name.toLowerCase().includes(name.slice(2, 9).toLowerCase()))).toBe(true);
	});

	it('show a message that helps when the token is wrong', async () => {
		const searching = searchList('searchCampaigns', {
			parameters: {},
			credential: { ...engine.credential, accessToken: 'wrong' },
		});
		await expect(searching).rejects.toMatchObject({ message: 'The service did not accept the access token' });
	});

	it('ask no host that the credential may not be used with', async () => {
		const searching = searchList('searchCampaigns', {
			parameters: {},
			credential: { ...engine.credential, allowedHttpRequestDomains: 'domains', allowedDomains: 'other.example.com' },
		});
		await expect(searching).rejects.toMatchObject({
			message: expect.stringMatching(/^The credential may not be used with /),
		});
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it("go through the proxy of 'Request Options'", async () => {
		const proxy = await serve((_, response) => json(response, { data: [{ uuid: 'c1', name: 'By proxy' }] }));
		const { results } = await searchList('searchCampaigns', {
			parameters: { requestOptions: { proxy: proxy.url } },
			credential: engine.credential,
		});
		await proxy.close();
		expect(results).toEqual([{ name: 'By proxy', value: 'c1' }]);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('say so when the account has nothing to choose from', async () => {
		engine.sandbox.state.contactLists.splice(0);
		await expect(search('searchContactLists')).rejects.toMatchObject({
			message: 'There is no contact list yet',
			description: expect.stringContaining('Create one first'),
		});
	});

	it('do not take an answer without a list for an empty list', async () => {
		const served = await serve((_, response) => response.writeHead(204).end());
		const searching = await searchList('searchContactLists', {
			parameters: {},
			credential: { ...engine.credential, baseUrl: served.url },
		}).catch((thrown: unknown) => thrown);
		await served.close();
		expect(searching).toMatchObject({ message: 'The response contains no list' });
	});

	it('offer nothing when nothing matches', async () => {
		expect(await search('searchContactLists', 'no such list')).toEqual({ results: [] });
	});
});

describe('the dropdown of subscribers', () => {
	const inFirstList = () => ({ contactList: byId(defined(engine.sandbox.state.contactLists[0]).uuid) });

	it('shows name and email of the subscribers of the chosen list, a page at a time', async () => {
		const { subscribers } = defined(engine.sandbox.state.contactLists[0]);
		const offered: INodeListSearchResult['results'] = [];
		let token: string | undefined;
		do {
			const { results, paginationToken } = await search('searchSubscribers', undefined, token, inFirstList());
			offered.push(...results);
			token = paginationToken;
		} while (token !== undefined);

		expect(offered.map(({ value }) => value)).toEqual(subscribers.map(({ uuid }) => uuid));
		const { firstName, lastName, email } = defined(
			subscribers.find((subscriber) => subscriber.firstName && subscriber.lastName),
		);
		expect(offered.map(({ name }) => name)).toContain(`${firstName} ${lastName} (${email})`);
		expect(engine.sandbox.requests().map(({ query }) => query)).toEqual([
			'?per_page=100',
			'?page=2&per_page=100',
			'?page=3&per_page=100',
		]);
	});

	it('finds by email, on whichever page', async () => {
		const { email, uuid } = defined(defined(engine.sandbox.state.contactLists[0]).subscribers.at(-1));
		const { results } = await search('searchSubscribers', email, undefined, inFirstList());
		expect(results.map(({ value }) => value)).toEqual([uuid]);
	});

	it('reads up to ten pages for a filter, and continues after them when it is scrolled', async () => {
		const { email } = defined(defined(engine.sandbox.state.contactLists[0]).subscribers.at(-1));
		const served = await serve((request, response) => {
			const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			json(response, {
				data: [{ uuid: `s${number}`, email: number === 15 ? email : 'a@example.com' }],
				meta: { last_page: 5000 },
			});
		});
		const find = async (token?: string): Promise<INodeListSearchResult> =>
			await searchList(
				'searchSubscribers',
				{ parameters: { contactList: byId('l') }, credential: { baseUrl: served.url, accessToken: 'token' } },
				email,
				token,
			);
		const first = await find();
		expect([first.results.map(({ value }) => value), served.requests.length]).toEqual([[''], 10]);
		const second = await find(defined(first.paginationToken as string));
		await served.close();
		expect([second.results[0], served.requests.length]).toEqual([{ name: email, value: 's15' }, 20]);
	});

	it('asks for a contact list first', async () => {
		await expect(search('searchSubscribers', undefined, undefined, { contactList: byId('') })).rejects.toMatchObject({
			message: "'Contact List' is empty",
		});
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
