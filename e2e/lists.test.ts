import { pagingStyleNames } from '../sandbox/paging-styles';
import { json, serve } from '../test/engine/serve';
import { openEditor } from './support/editor';
import { useService } from './support/hooks';
import { saveCredential } from './support/service';
import { byEmail, byId, manualTrigger, ourNode, workflowOf, type Node } from './support/workflow';

describe('lists in n8n', () => {
	const { host, service } = useService({ subscribers: 130 });

	describe.each(pagingStyleNames)('that the service pages in the style "%s"', (style) => {
		beforeAll(() => {
			service.sandbox.reset();
			service.sandbox.paging(style);
		});

		it('are read to their end', async () => {
			const { status, record, items } = await run(getMany(service.credentials, service.list));

			expect({ status, record }).toMatchObject({ status: 'success' });
			expect(items('Get many').map(({ json }) => json.email)).toEqual(service.emails());
		});

		it('are searched to their end by email', async () => {
			const last = service.emails().at(-1) ?? '';
			const { items } = await run(
				ourNode('Get', service.credentials, {
					resource: 'subscriber',
					operation: 'get',
					contactList: byId(service.list),
					subscriber: byEmail(last),
				}),
			);

			expect(items('Get').map(({ json }) => json.email)).toEqual([last]);
		});
	});

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
			const hint = editor.page.getByText('The service says that the list has 95 entries, but 1 came');
			await hint.first().waitFor();
			await editor.screenshot('short-list');
			expect(await hint.first().isVisible()).toBe(true);
		} finally {
			await editor.close();
			await remove();
			await short.close();
		}
	});

	async function run(node: Node) {
		return await host.api.run(workflowOf('Lists', [manualTrigger, node]));
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
