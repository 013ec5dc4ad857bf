import { previewFiles } from '../scripts/previews';
import { defined } from '../test/defined';
import { useEditor, useService } from './support/hooks';
import { until } from './support/until';
import { fromList, ourNode, startWith, workflowOf, type Node } from './support/workflow';

const { host, editor } = useEditor();
const previews = previewFiles();
const ours = 'n8n-nodes-email-marketing';

/** The fields that a preview shows. */
function fieldsIn(file: string): string[] {
	return Object.keys(defined(previews.get(file)).properties ?? {});
}

describe('n8n', () => {
	it.each([...previews])('serves %s', async (file, preview) => {
		const [folder = '', path = ''] = file.split('/__schema__/v1.0.0');
		const type = `${ours}.${folder.charAt(0).toLowerCase()}${folder.slice(1)}`;
		const response = await fetch(`${host.n8nUrl}/schemas/${type}/1.0.0${path}`);

		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({ ...preview, version: 1 });
	});
});

describe('the input of a node, before anything has run', () => {
	const { service } = useService();
	const newcomer = 'ada@example.net';
	const input = () => editor.panel().locator('[data-test-id="ndv-input-panel"]');
	const field = (name: string) =>
		input().locator('[data-test-id="run-data-schema-item"]').getByText(name, { exact: true }).first();
	const lists = () => service.sandbox.state.contactLists;
	const target = () => defined(lists().find(({ name }) => name === 'Press'));
	const source = () => defined(lists().find(({ name }) => name === 'Beta Testers'));

	beforeEach(() => service.sandbox.reset());

	/** Opens a node that creates a subscriber after these, its 'Email' still empty. */
	async function openAfter(nodes: Node[]): Promise<void> {
		const parameters = { resource: 'subscriber', operation: 'create', contactList: fromList(target()) };
		const next = ourNode('Next', service.credentials, parameters);
		await editor.openWorkflow(await host.api.save(workflowOf('To be previewed', [...nodes, next])));
		await editor.openNode('Next');
	}

	async function runAndExpect(email: string): Promise<void> {
		await editor.panel().locator('[data-test-id="node-execute-button"]').click();
		await until(() => target().subscribers.length > 0, 'the subscriber to be created');
		expect(target().subscribers.map((subscriber) => subscriber.email)).toEqual([email]);
	}

	it('names the fields that a node usually outputs, and one that is dragged works', async () => {
		const email = '={{ $json.email }}';
		const parameters = { resource: 'subscriber', operation: 'create', contactList: fromList(source()), email };
		await openAfter([...startWith([{ email: newcomer }]), ourNode('First', service.credentials, parameters)]);
		await input().getByText('Usually outputs the following fields').waitFor();
		await editor.screenshot('preview');

		for (const name of fieldsIn('EmailMarketing/__schema__/v1.0.0/subscriber/create.json'))
			expect([name, await field(name).isVisible()]).toEqual([name, true]);
		expect(await (await editor.drag(field('email'), 'email')).innerText()).toContain('{{ $json.email }}');
		await runAndExpect(newcomer);
	});

	// n8n's editor shows a preview of no trigger; its workflow builder reads that of ours.
	it('names the fields of the trigger after its test, which are those of its preview, and one that is dragged works', async () => {
		const trigger: Node = {
			name: 'Trigger',
			type: `${ours}.emailMarketingTrigger`,
			typeVersion: 1,
			parameters: { contactList: fromList(source()) },
			credentials: service.credentials,
		};
		await openAfter([trigger]);
		await input().getByText('Execute previous nodes').click();
		await field('event').waitFor();

		for (const name of fieldsIn('EmailMarketingTrigger/__schema__/v1.0.0.json'))
			expect([name, await field(name).count()]).toEqual([name, 1]);
		expect(await (await editor.drag(field('email'), 'email')).innerText()).toContain('{{ $json.email }}');
		await runAndExpect(defined(source().subscribers[0]).email);
	});
});
