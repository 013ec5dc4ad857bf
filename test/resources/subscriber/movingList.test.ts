import type { INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../engine/runNode';
import { json, serve, type Served } from '../../engine/serve';
import { byEmail, byId, jsonOf } from '../../engine/support';

/** While its second page is fetched for the first time, one of the first page leaves, and another joins: the numbers fit, and whoever moves from the second page to the first is on none. */
describe('a list that moves while it is read', () => {
	const person = (name: string, is_subscribed = true) => ({ uuid: name, email: `${name}@example.com`, is_subscribed });
	const gone = person('gone', false);
	const before = [person('a'), person('b'), gone, person('d')];
	const after = [person('b'), gone, person('d'), person('new')];
	let served: Served;
	let isMoved: boolean;

	beforeEach(async () => {
		isMoved = false;
		served = await serve((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			if (request.method !== 'GET') return json(response, { subscriber: { uuid: 'created' } });
			isMoved ||= page === 2;
			const data = (isMoved ? after : before).slice((page - 1) * 2, page * 2);
			json(response, { data, meta: { current_page: page, last_page: 2, total: 4 } });
		});
	});
	afterEach(async () => await served.close());

	const run = async (operation: string, more: INodeParameters): Promise<NodeRun> =>
		await runNode({
			parameters: { resource: 'subscriber', operation, contactList: byId('l'), ...more },
			credential: { baseUrl: served.url, accessToken: 'token' },
			input: [{ email: gone.email }],
			node: { onError: 'continueErrorOutput' },
		});
	const writes = (): string[] => served.requests.filter((request) => !request.startsWith('GET'));

	it('is synced without creating who is in it, and has left', async () => {
		const ran = await run('sync', {});
		expect(jsonOf(ran)).toEqual([expect.objectContaining({ action: 'unchanged', email: gone.email })]);
		expect(writes()).toEqual([]);
	});

	it.each([
		['upsert', { dataMode: 'autoMapInputData' }],
		['import', {}],
	])('is read first without taking them for new: %s', async (operation, more) => {
		await run(operation, { ...more, options: { readListFirst: true } });
		expect(writes()).toEqual([]);
	});

	it('has them by their email', async () => {
		await run('delete', { subscriber: byEmail(gone.email) });
		expect(writes()).toEqual(['DELETE /v1/contact-lists/l/subscriber/gone']);
	});
});
