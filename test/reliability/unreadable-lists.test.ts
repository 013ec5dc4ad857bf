import type { INodeParameters } from 'n8n-workflow';

import { failureOf, triggerWith } from '../engine/pollTrigger';
import { runNode, searchList, type NodeRun } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { byEmail, byId } from '../engine/support';

/** So many pages that some wait while one of them is refused, each time that it is asked for. */
const size = 2;
const lastPage = 60;
const refusedPage = 3;
const people = Array.from({ length: size * lastPage }, (_, index) => ({
	uuid: `s${index}`,
	name: `Person ${index}`,
	email: `person${index}@example.com`,
	first_name: 'Ann',
	last_name: 'Lee',
	tags: [],
	is_subscribed: true,
}));
/** On the last page: nothing but the whole list shows that somebody is in it. */
const last = `person${people.length - 1}@example.com`;

const refusals = {
	'400': [400, { message: 'Bad Request' }],
	'403': [403, { message: 'This action is unauthorized.' }],
	'404': [404, { message: 'Not Found' }],
	'422': [422, { message: 'The page field is invalid.', errors: { page: ['The page field is invalid.'] } }],
	'a web page': [200, '<html><body>Down for maintenance</body></html>'],
} as const;

let served: Served;
let refusal: (typeof refusals)[keyof typeof refusals];

beforeAll(async () => {
	served = await serve((request, response) => {
		if (request.method === 'POST')
			return json(response, { message: 'Taken', errors: { email: ['The email has already been taken.'] } }, 422);
		const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
		if (page === refusedPage && typeof refusal[1] === 'string')
			return response.writeHead(refusal[0], { 'content-type': 'text/html' }).end(refusal[1]);
		if (page === refusedPage) return json(response, refusal[1], refusal[0]);
		json(response, {
			data: people.slice((page - 1) * size, page * size),
			links: { next: page < lastPage ? `/x?page=${page + 1}` : null },
			meta: { current_page: page, last_page: lastPage, per_page: size, total: people.length },
		});
	});
});
afterAll(async () => await served.close());
beforeEach(() => served.requests.splice(0));
// Full jitter may wait no time at all.
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

const credential = (): { baseUrl: string; accessToken: string } => ({ baseUrl: served.url, accessToken: 'token' });

const operations: Record<string, INodeParameters> = {
	'Get Many of subscribers': { resource: 'subscriber', operation: 'getAll', returnAll: true },
	'Get Many with a filter': { resource: 'subscriber', operation: 'getAll', limit: 5, filters: { tags: 'vip' } },
	'Get Many of campaigns': { resource: 'campaign', operation: 'getAll', returnAll: true },
	'Get Many of contact lists': { resource: 'contactList', operation: 'getAll', returnAll: true },
	'Get Many of domains': { resource: 'domain', operation: 'getAll', returnAll: true },
	'Get Many of templates': { resource: 'template', operation: 'getAll', returnAll: true },
	'Get by email': { resource: 'subscriber', operation: 'get', subscriber: byEmail(last) },
	'Update by email': {
		resource: 'subscriber',
		operation: 'update',
		subscriber: byEmail(last),
		updateFields: { lastName: 'New' },
	},
	'Delete by email': { resource: 'subscriber', operation: 'delete', subscriber: byEmail(last) },
	'Toggle by email': {
		resource: 'subscriber',
		operation: 'toggleSubscription',
		subscriber: byEmail(last),
		changeTo: 'unsubscribed',
	},
	'Create or Update': { resource: 'subscriber', operation: 'upsert', email: last },
	'Sync List': { resource: 'subscriber', operation: 'sync' },
	'a dry run of Sync List': { resource: 'subscriber', operation: 'sync', dryRun: true },
	'Import that reads the list': { resource: 'subscriber', operation: 'import' },
};

async function run(parameters: INodeParameters, onError?: 'continueRegularOutput'): Promise<NodeRun> {
	return await runNode({
		parameters: { contactList: byId('l'), ...parameters },
		credential: credential(),
		input: [{ email: 'new@example.com' }, { email: last }],
		node: onError && { onError },
	});
}

describe.each(Object.entries(refusals))('a list of which one page is answered with %s', (_name, answer) => {
	beforeEach(() => (refusal = answer));

	it.each(Object.entries(operations))('fails %s with the reason of that page', async (_operation, parameters) => {
		const { error, items } = await run(parameters);
		expect(items).toEqual([]);
		expect(error?.message).toBeDefined();
		expect(error?.message).not.toContain('ended');
		expect(served.requests.some((request) => /^(PUT|DELETE)/.test(request))).toBe(false);
	});

	it.each(Object.entries(operations))(
		'lets %s say so for each item where it continues',
		async (_operation, parameters) => {
			const { error, items } = await run(parameters, 'continueRegularOutput');
			expect(error).toBeUndefined();
			expect(items).toHaveLength(2);
			for (const { json: item } of items)
				expect(item.error ?? (item.action === 'failed' && item.reason)).toEqual(expect.any(String));
		},
	);

	it('fails a search in a dropdown', async () => {
		const search = searchList(
			'searchSubscribers',
			{ parameters: { contactList: byId('l') }, credential: credential() },
			last,
		);
		await expect(search).rejects.toMatchObject({ message: expect.not.stringContaining('ended') as string });
	});

	it('fails a poll of the trigger with the reason of that page', async () => {
		const trigger = triggerWith({ events: ['subscriberAdded'], contactList: byId('l') }, credential());
		expect(await failureOf(trigger.poll())).not.toMatch(/ended|did not fail/);
	});
});
