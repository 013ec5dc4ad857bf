import { searchByEmail } from '../../../../nodes/EmailMarketing/resources/subscriber/people/searchByEmail';
import { ApiClient } from '../../../../nodes/EmailMarketing/transport/ApiClient';
import { classifyResponse } from '../../../../nodes/EmailMarketing/transport/sendOnce';
import { json, serve } from '../../../engine/serve';

const inQuery = '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}';

/** Searches at a service that always returns the same. */
async function searchAt(
	body: unknown,
	{ status = 200, path = inQuery, email = 'ann@example.com' }: SearchOptions = {},
) {
	const { url, requests, close } = await serve((_, response) => json(response, body, status));
	const client = new ApiClient({
		connection: { baseUrl: url, endpointPaths: {}, accessToken: 'token-of-the-test' },
		options: { maxParallelRequests: 1, maxRetries: 0 },
		stopsAtFailure: true,
		sendOnce: async (options) => {
			const response = await fetch(options.url);
			const shown = { statusCode: response.status, headers: Object.fromEntries(response.headers) };
			return classifyResponse({ ...shown, body: (await response.json()) as object });
		},
	});
	const found = await searchByEmail(client, path, 'L 1', email).finally(close);
	return { found, requests, client };
}

interface SearchOptions {
	readonly status?: number;
	readonly path?: string;
	readonly email?: string;
}

const ann = { uuid: 'u1', email: 'Ann@Example.com', tags: ['vip'] };
const joann = { uuid: 'u2', email: 'joann@example.com', tags: [] };
const bob = { uuid: 'u3', email: 'bob@example.com', tags: [] };

describe('a search by email', () => {
	it.each<[string, unknown]>([
		['the holder alone', { data: [ann] }],
		['the holder next to partial matches', { data: [joann, ann] }],
		['the holder in a list that was not filtered', { data: [bob, ann], meta: { current_page: 1, last_page: 9 } }],
		['a bare array', [ann]],
		['the list by its name', { subscribers: [ann] }],
		['a single subscriber', ann],
		['a single subscriber without an ID', { email: ann.email }],
		['a single subscriber in its envelope', { subscriber: ann, mails: { data: [] } }],
		['a single subscriber under data', { data: ann }],
	])('finds %s', async (_, body) => {
		const { found } = await searchAt(body);
		expect(found).toEqual([expect.objectContaining({ email: ann.email, readAt: expect.any(Number) })]);
	});

	it('finds all holders of an address', async () => {
		expect((await searchAt([ann, { ...ann, uuid: 'u9' }])).found?.map(({ id }) => id)).toEqual(['u1', 'u9']);
	});

	it.each<[string, unknown]>([
		['an empty list', { data: [] }],
		['an empty list with a count', { subscribers: [], count: 0 }],
	])('finds nobody in %s', async (_, body) => {
		expect((await searchAt(body)).found).toEqual([]);
	});

	it.each<[string, unknown]>([
		['others', { data: [bob] }],
		['a single partial match', { subscriber: joann }],
		['an empty page with a total', { data: [], meta: { total: 301 } }],
		['entries without an address', { data: [{ uuid: 'u1' }] }],
		['an empty page that is not the last', { data: [], meta: { current_page: 1, last_page: 2 } }],
		['neither a list nor a subscriber', { message: 'Welcome' }],
		['data: null', { data: null }],
		['null', null],
	])('learns nothing from %s', async (_, body) => {
		expect((await searchAt(body)).found).toBeUndefined();
	});

	it.each([400, 401, 403, 404, 422, 500])('throws a status of %i', async (status) => {
		await expect(searchAt({ message: 'No' }, { status })).rejects.toMatchObject({ status });
	});

	it.each<[string, string, string]>([
		[inQuery, 'a+b&c%d@bücher.example', '?filter[email]=a%2Bb%26c%25d%40b%C3%BCcher.example'],
		['/v1/contact-lists/{contactList}/subscriber/{email}', 'a/b@example.com', '/a%2Fb%40example.com'],
	])('is one GET with the encoded address, without a page size: %s', async (path, email, end) => {
		const { requests, client } = await searchAt([], { path, email });
		expect(requests).toEqual([`GET /v1/contact-lists/L%201/subscriber${end}`]);
		expect(client.signal.aborted).toBe(false);
	});
});
