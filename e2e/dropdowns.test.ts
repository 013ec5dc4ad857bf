import { defined } from '../test/defined';
import { openEditor, type Editor } from './support/editor';
import { useService } from './support/hooks';
import { until } from './support/host';
import { fromList, manualTrigger, ourNode, workflowOf } from './support/workflow';

describe("the dropdown of subscribers in n8n's editor", () => {
	const { host, service } = useService({ subscribers: 450 });
	let editor: Editor;

	beforeAll(async () => {
		const contactList = fromList(defined(service.sandbox.state.contactLists[0]));
		const lookUp = ourNode('Look up', service.credentials, {
			resource: 'subscriber',
			operation: 'get',
			contactList,
			subscriber: fromList({ uuid: '', name: '' }),
		});
		editor = await openEditor(host);
		await editor.openWorkflow(await host.api.save(workflowOf('Dropdowns', [manualTrigger, lookUp])));
		await editor.openNode('Look up');
	});

	afterAll(async () => await editor?.close());

	it('offers those of the list with name and email, and more of them when one scrolls', async () => {
		await editor.dropdown('subscriber').click();
		await until(async () => (await names()).length > 0, 'the first page of subscribers');
		const first = (await names()).length;
		expect((await names())[0]).toMatch(/^\S.* \(.+@.+\)$|^\S+@\S+$/);

		await until(async () => {
			await editor.offered().last().scrollIntoViewIfNeeded();
			return (await names()).length > first;
		}, 'the second page of subscribers');
		await editor.screenshot('dropdown-of-subscribers');
		expect(new Set(await names()).size).toBe((await names()).length);
	});

	it('finds one of a later page by email', async () => {
		const email = defined(service.emails().at(-1));
		const search = editor.page.locator('[data-test-id="rlc-search"]:visible');
		await search.locator('xpath=descendant-or-self::input').first().fill(email);
		await until(async () => (await names()).length === 1, 'the subscriber that matches');
		expect((await names())[0]).toContain(email);
	});

	async function names(): Promise<string[]> {
		return (await editor.offered().allInnerTexts()).map((text) => text.trim());
	}
});
