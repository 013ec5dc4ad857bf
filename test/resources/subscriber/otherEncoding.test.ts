import type { INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../engine/runNode';
import { serve, type Served } from '../../engine/serve';
import { byId, errorText } from '../../engine/support';

/** As an old service with a database of its time writes it, whatever it says of that. */
describe.each(['application/json', 'application/json; charset=ISO-8859-1'])(
	'a service that answers in %s, which is not UTF-8',
	(type) => {
		let served: Served;
		let entry: object;
		beforeEach(async () => {
			served = await serve((request, response) => {
				const body = request.url?.includes('/subscriber/') ? { subscriber: entry } : { data: [entry] };
				response.writeHead(200, { 'content-type': type }).end(Buffer.from(JSON.stringify(body), 'latin1'));
			});
		});
		afterEach(async () => await served.close());

		const run = async (operation: string, row: object, more: INodeParameters): Promise<NodeRun> =>
			await runNode({
				parameters: { resource: 'subscriber', operation, contactList: byId('l'), ...more },
				credential: { baseUrl: served.url, accessToken: 'token' },
				input: [row as Record<string, string>],
			});
		const writes = (): string[] => served.requests.filter((request) => !request.startsWith('GET'));

		it('has no tag taken away by one that is added', async () => {
			entry = { uuid: 'u', email: 'a@example.com', is_subscribed: true, tags: ['Käufer'] };
			const options = { tagsMode: 'add' };
			const update = { subscriber: byId('u'), updateFields: { tags: 'new' }, options };
			const row = { email: 'a@example.com', tags: 'new' };
			for (const ran of [
				await run('update', {}, update),
				await run('sync', row, { options }),
				await run('import', row, { options }),
			])
				expect(`${errorText(ran)} ${JSON.stringify(ran.items)}`).toContain(
					'The service does not show the tags of this subscriber',
				);
			expect(writes()).toEqual([]);
		});

		it('has nobody created or deleted whose address could not be read', async () => {
			entry = { uuid: 'u', email: 'jürgen@example.com', is_subscribed: false, tags: [] };
			const ran = await run('sync', { email: 'jürgen@example.com' }, { removal: 'delete' });
			expect(errorText(ran)).toContain('1 of its 1 entries came without a legible email');
			expect(writes()).toEqual([]);
		});
	},
);
