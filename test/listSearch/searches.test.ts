import type { INodeListSearchResult } from 'n8n-workflow';

import { byId, defined, useEngine } from '../engine/support';
import { searchList } from '../engine/runNode';
import { json, serve } from '../engine/serve';

const engine = useEngine({ subscribers: 60 });
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
		expect(results).toEqual(things().map(({ name, uuid }) => ({ name, value: uuid })));
	});

	it('offer what contains the filter, whatever its case', async () => {
		const { name, uuid } = defined(engine.sandbox.state.campaigns[2]);
		const { results } = await search('searchCampaigns', ` ${name.slice(2, 9).toUpperCase()} `);
		expect(results).toContainEqual({ name, value: uuid });
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
			message: 'The account has no contact list yet',
			description: expect.stringContaining('Create one first'),
		});
	});

	it('do not take an answer without any content for an empty list', async () => {
		const served = await serve((_, response) => response.writeHead(204).end());
		const told = await searchList('searchContactLists', {
			parameters: {},
			credential: { ...engine.credential, baseUrl: served.url },
		}).catch((thrown: unknown) => thrown);
		await served.close();
		expect(told).toMatchObject({
			message: 'The service answered without a list, so whether there is any contact list is not known',
		});
	});

	it('offer nothing when nothing matches', async () => {
		expect(await search('searchContactLists', 'no such list')).toEqual({ results: [] });
	});
});

describe('the dropdown of subscribers', () => {
	const inFirstList = () => ({ contactList: byId(defined(engine.sandbox.state.contactLists[0]).uuid) });

	it('shows name and email of the subscribers of the chosen list, a page at a time', async () => {
		const { subscribers } = defined(engine.sandbox.state.contactLists[0]);
		const first = await search('searchSubscribers', undefined, undefined, inFirstList());
		const second = await search(
			'searchSubscribers',
			undefined,
			defined(first.paginationToken as string),
			inFirstList(),
		);
		const third = await search(
			'searchSubscribers',
			undefined,
			defined(second.paginationToken as string),
			inFirstList(),
		);
		const fourth = await search(
			'searchSubscribers',
			undefined,
			defined(third.paginationToken as string),
			inFirstList(),
		);
		const offered = [first, second, third, fourth].flatMap(({ results }) => results);

		expect(offered.map(({ value }) => value)).toEqual(subscribers.map(({ uuid }) => uuid));
		expect(fourth.paginationToken).toBeUndefined();
		const { firstName, lastName, email } = defined(
			subscribers.find((subscriber) => subscriber.firstName && subscriber.lastName),
		);
		expect(offered.map(({ name }) => name)).toContain(`${firstName} ${lastName} (${email})`);
		expect(engine.sandbox.requests().map(({ query }) => query)).toEqual(['', '?page=2', '?page=3', '?page=4']);
	});

	it('finds by email, on whichever page', async () => {
		const { email, uuid } = defined(defined(engine.sandbox.state.contactLists[0]).subscribers.at(-1));
		const { results } = await search('searchSubscribers', email, undefined, inFirstList());
		expect(results.map(({ value }) => value)).toEqual([uuid]);
	});

	it.each<[Method, string]>([
		['searchSubscribers', "Choose 'By Email' or 'By ID' instead of 'From List'."],
		['searchCampaigns', "Choose 'By ID' instead of 'From List'."],
		['searchContactLists', "Choose 'By ID' instead of 'From List'."],
		['searchDomains', "Choose 'By ID' instead of 'From List'."],
		['searchTemplates', "Choose 'By ID' instead of 'From List'."],
	])(
		'says so when nothing is found on the first pages of a very long list, and what else can be chosen (%s)',
		async (method, advice) => {
			const served = await serve((request, response) =>
				json(response, { data: [{ uuid: request.url, email: 'a@example.com' }], meta: { last_page: 5000 } }),
			);
			const searching = await searchList(
				method,
				{ parameters: { contactList: byId('l') }, credential: { baseUrl: served.url, accessToken: 'token' } },
				'zoe',
			).catch((thrown: unknown) => thrown);
			await served.close();
			expect(searching).toMatchObject({
				message: expect.stringMatching(/^Nothing like that is on the first \d+ pages$/),
				description: `The list is too long to search here. ${advice}`,
			});
			expect(served.requests.length).toBeGreaterThan(80);
			expect(served.requests.length).toBeLessThanOrEqual(100);
		},
	);

	it('asks for a contact list first', async () => {
		await expect(search('searchSubscribers', undefined, undefined, { contactList: byId('') })).rejects.toMatchObject({
			message: "'Contact List' is empty",
		});
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
