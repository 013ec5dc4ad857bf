import { json, serve } from '../test/engine/serve';
import { openEditor } from './support/editor';
import { useHost } from './support/hooks';
import { saveCredential } from './support/service';
import { byId, manualTrigger, ourNode, startWith, workflowOf, type Node } from './support/workflow';

describe('lists in n8n', () => {
	const host = useHost();

	it('that give fewer entries than they count come with a word on it in the editor', async () => {
		const short = await serve((_, response) =>
			json(response, { data: [{ uuid: 'a', email: 'ada@example.com' }], meta: { last_page: 1, total: 95 } }),
		);
		const { credentials, remove } = await saveCredential(host, { baseUrl: short.url, accessToken: 'token' });
		const id = await host.api.save(workflowOf('Short', [manualTrigger, getMany(credentials, 'list')]));
		const editor = await openEditor(host);
		try {
			await editor.openWorkflow(id);
			await editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
			await editor.openNode('Get many');
			const hint = editor.page.getByText('The service counts 95 entries in this list, but returned 1');
			await hint.first().waitFor();
			await editor.screenshot('short-list');
			expect(await hint.first().isVisible()).toBe(true);
		} finally {
			await editor.close();
			await remove();
			await short.close();
		}
	});

	it.each(['getAll', 'sync'])(
		'of which a page is refused while others wait fail %s with the reason',
		async (operation) => {
			const refused = await serve((request, response) => {
				const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
				if (page === 3) return json(response, { message: 'This action is unauthorized.' }, 403);
				const data = [{ uuid: `u${page}`, email: `person${page}@example.com`, is_subscribed: true, tags: [] }];
				json(response, { data, meta: { current_page: page, last_page: 60, total: 60 } });
			});
			const { credentials, remove } = await saveCredential(host, { baseUrl: refused.url, accessToken: 'token' });
			const parameters = {
				resource: 'subscriber',
				operation,
				contactList: byId('list'),
				...(operation === 'getAll' && { returnAll: true }),
			};
			try {
				const { status, record, items } = await run(ourNode('Get many', credentials, parameters));
				expect({ status, record: JSON.stringify(record) }).toEqual({
					status: 'error',
					record: expect.stringContaining('not allowed to do this'),
				});
				expect(items('Get many')).toEqual([]);
			} finally {
				await remove();
				await refused.close();
			}
		},
	);

	async function run(node: Node) {
		return await host.api.run(workflowOf('Lists', [...startWith([{ email: 'ada@example.com' }]), node]));
	}

	function getMany(credentials: object, list: string): Node {
		return ourNode('Get many', credentials, {
			resource: 'subscriber',
			operation: 'getAll',
			contactList: byId(list),
			returnAll: true,
		});
	}
});
