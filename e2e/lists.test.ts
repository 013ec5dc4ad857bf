import { json, serve } from '../test/engine/serve';
import { useHost } from './support/hooks';
import { saveCredential } from './support/service';
import { byId, ourNode, startWith, workflowOf } from './support/workflow';

describe('a list of which a page is refused while others wait', () => {
	const host = useHost();

	it.each([
		['getAll', { returnAll: true }],
		['sync', {}],
	])('fails %s with the reason', async (operation, more) => {
		const refused = await serve((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			if (page === 3) return json(response, { message: 'This action is unauthorized.' }, 403);
			const data = [{ uuid: `u${page}`, email: `person${page}@example.com`, is_subscribed: true, tags: [] }];
			json(response, { data, meta: { current_page: page, last_page: 60, total: 60 } });
		});
		const { credentials, remove } = await saveCredential(host, { baseUrl: refused.url, accessToken: 'token' });
		const parameters = { resource: 'subscriber', operation, contactList: byId('list'), ...more };
		const nodes = [...startWith([{ email: 'ada@example.com' }]), ourNode('List', credentials, parameters)];
		try {
			const { status, record, items } = await host.api.run(workflowOf('Lists', nodes));
			expect({ status, record }).toEqual({
				status: 'error',
				record: expect.stringContaining('not allowed to do this'),
			});
			expect(items('List')).toEqual([]);
		} finally {
			await remove();
			await refused.close();
		}
	});
});
