import type { INodeParameters } from 'n8n-workflow';

import { byEmail, byId, errorText, hintsOf, jsonOf } from '../engine/support';
import { expectFailure } from '../engine/expectFailure';
import { runNode, type NodeRun, type NodeRunOptions } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/** Lists with fewer entries than they count, in n8n's own engine. */

const size = 20;
const entries = Array.from({ length: 240 }, (_, index) => ({
	uuid: `s${index}`,
	email: `person${index}@example.com`,
}));
const total = entries.length;
const lastPage = Math.ceil(total / size);

const page = (number: number): object[] => entries.slice((number - 1) * size, number * size);
let served: Served;
afterEach(async () => await (served as Served | undefined)?.close());

/** Serves the pages of a list, and its subscribers. */
async function against(bodyOf: (page: number) => object): Promise<void> {
	served = await serve((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
		const isList = pathname.endsWith('/subscriber');
		const one = { subscriber: { uuid: pathname.split('/').at(-1) } };
		json(response, isList ? bodyOf(Number(searchParams.get('page') ?? 1)) : one);
	});
}

async function run(
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('l'), simplify: false, ...parameters },
		credential: { baseUrl: served.url, accessToken: 'token' },
		...more,
	});
}

const writes = (): string[] => served.requests.filter((request) => !request.startsWith('GET'));

const notInList = /^No subscriber with the email .* is in the contact list$/;

describe('a list with fewer entries than its total', () => {
	const short = (number: number) => ({
		data: page(number).slice(number === 7 ? 1 : 0),
		...(number === 1 ? { meta: { last_page: lastPage, total } } : {}),
	});

	it('does not prove a subscriber absent, but still finds one', async () => {
		await against(short);
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') });
		expect(errorText(missing)).toMatch(/may be incomplete.*by its ID/);
		expect(jsonOf(await run('get', { subscriber: byEmail('person239@example.com') }))).toEqual([{ uuid: 's239' }]);
	});

	it.each<[string, boolean, INodeParameters]>([
		['a Sync List', true, { operation: 'sync', removal: 'delete' }],
		['a Sync List with Add People in Bulk', false, { operation: 'sync', options: { useImport: true } }],
		['an Import', false, { operation: 'import' }],
	])('is used by %s where many are missing and a second reading agrees: %s', async (_, isUsed, parameters) => {
		const input = [{ email: 'new@example.com' }, ...entries.slice(1).map(({ email }) => ({ email }))];
		const meta = { last_page: lastPage, total: total + 13 };
		await against((number) => ({ data: page(number), meta: { current_page: number, ...meta } }));
		const done = await run('', parameters, { input });
		if (isUsed) expect([done.error, hintsOf(done).join()]).toEqual([undefined, expect.stringMatching(/253.* 240/)]);
		else expectFailure(done, { mentions: ['may be incomplete', '253 entries', 'Nothing was sent'] });
		expect(writes().length > 0).toBe(isUsed);
		expect(served.requests.length - writes().length).toBe((isUsed ? 2 : 1) * lastPage);
	});

	it('proves a subscriber absent, with a note, if many are missing and two readings agree', async () => {
		await against(() => ({ data: page(1).slice(10), meta: { current_page: 1, last_page: 1, total: 20 } }));
		const node = { onError: 'continueRegularOutput' as const };
		const missing = await run('delete', { subscriber: byEmail('nobody@example.com') }, { node });
		expect(jsonOf(missing)[0]?.error).toMatch(notInList);
		expect(hintsOf(missing).join()).toMatch(/20 entries.* 10/);
		expect(served.requests).toHaveLength(2);
	});
});
