import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

import syncSheet from '../examples/sync-sheet.json';
import { openEditor, type Editor } from './support/editor';
import { startHost, type Host } from './support/host';
import { saveCredential } from './support/service';
import { ourNode, startWith, workflowOf } from './support/workflow';

/** The table of a picture: test/package/pictures.test.ts holds it against the node. */
type Shown = string[][];

const folder = join(__dirname, '../.github/media');
/** In bytes: a README is to be there at once. */
const largest = 150_000;

/** The rows of which `rows.png` shows the results: two are in the contact list of the example. */
const sheet = [
	{ Email: 'lea.novak@example.com', 'First Name': 'Lea', 'Last Name': 'Novák', Tags: 'webinar', Newsletter: 'yes' },
	{ Email: 'a.kapoor@example.com', 'First Name': 'Aarav', 'Last Name': 'Kapoor', Tags: 'vip', Newsletter: 'yes' },
	{ Email: 'priyareddy@example.org', 'First Name': 'Priya', 'Last Name': 'Reddy', Tags: '', Newsletter: 'yes' },
	{ Email: 'tom.baker@example.com', 'First Name': 'Tom', 'Last Name': 'Baker', Tags: 'webinar', Newsletter: 'no' },
	{ Email: 'sofia.at.example.com', 'First Name': 'Sofia', 'Last Name': 'Lind', Tags: 'webinar', Newsletter: 'yes' },
];

/** What would lie half inside the picture: the neighbours of a node, the tabs above the canvas. */
const aside =
	'[class*="floatingNodes"], .n8n-segment-control:has([data-test-id="radio-button-workflow"]) { visibility: hidden; }';

/** `npm run screenshots`: makes the pictures of the README anew, in a real n8n with the sandbox behind it. */
async function main(): Promise<void> {
	mkdirSync(folder, { recursive: true });
	console.log('Starting n8n and the sandbox …');
	const host = await startHost();
	try {
		const editor = await openEditor(host);
		try {
			const shown = { 'sync-plan': await syncPlan(editor), rows: await rows(editor, host) };
			writeFileSync(join(folder, 'shown.json'), `${JSON.stringify(shown, null, '\t')}\n`);
		} finally {
			await editor.close();
		}
	} finally {
		await host.stop();
	}
}

/** What Sync List would change: the output of its dry run. */
async function syncPlan(editor: Editor): Promise<Shown> {
	const { page } = editor;
	await page.setViewportSize({ width: 1640, height: 480 });
	await run(editor, syncSheet.id);
	await openTable(editor, 'Compare (dry run)');
	await picture(page.locator('[data-test-id="output-panel"]').first(), 'sync-plan');
	return await shownIn(page);
}

/** What becomes of the rows of a sheet: of people who are new, who are there, who opt out, and of a typo. */
async function rows(editor: Editor, host: Host): Promise<Shown> {
	const { page } = editor;
	const { credentials, remove } = await saveCredential(host, { baseUrl: host.sandboxUrl, accessToken: host.token });
	const [list] = syncSheet.nodes.flatMap(({ parameters: { contactList } }) => contactList ?? []);
	const upsert = {
		...{ resource: 'subscriber', operation: 'upsert', contactList: list, dataMode: 'autoMapInputData' },
		...{ consent: 'columns', optIn: ['Newsletter'] },
	};
	const node = ourNode('Create or update', credentials, upsert);
	const id = await host.api.save(workflowOf('Rows', [...startWith(sheet), node]));
	await page.setViewportSize({ width: 1900, height: 480 });
	await run(editor, id);
	await openTable(editor, 'Create or update');
	await picture(page.locator('[data-test-id="output-panel"]').first(), 'rows');
	await remove();
	return await shownIn(page);
}

/** Opens the output of a node as a table, as wide as n8n lets it be. */
async function openTable({ page, openNode }: Editor, node: string): Promise<void> {
	await openNode(node);
	await page.locator('[data-test-id="output-panel"]').getByText('Table', { exact: true }).click();
	const handle = await page.locator('[data-test-id="panel-drag-button"]').first().boundingBox();
	if (handle === null) throw new Error('There is no handle between the panels.');
	await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
	await page.mouse.down();
	// To the left edge: the plan is wide.
	await page.mouse.move(100, handle.y + handle.height / 2, { steps: 10 });
	await page.mouse.up();
}

/** The header and the rows, as they are read. */
async function shownIn(page: Page): Promise<Shown> {
	const lines = await page.locator('[data-test-id="output-panel"] table tr').all();
	return await Promise.all(
		lines.map(async (line) => (await line.locator('th, td').allInnerTexts()).map((cell) => cell.trim())),
	);
}

async function run(editor: Editor, workflowId: string): Promise<void> {
	await editor.openWorkflow(workflowId);
	await editor.page.getByRole('button', { name: 'Execute workflow' }).last().click();
	await editor.page.getByText('Workflow executed successfully').waitFor();
	await editor.page.getByText('Workflow executed successfully').waitFor({ state: 'hidden' });
}

/** @throws Error where the picture is too large for a README. */
async function picture(shown: Locator, name: string): Promise<void> {
	// What slides or fades in has come to rest by then.
	await shown.page().waitForTimeout(1_500);
	const path = join(folder, `${name}.png`);
	await shown.screenshot({ path, animations: 'disabled', style: aside });
	const { size } = statSync(path);
	console.log(`${path}  ${Math.round(size / 1000)} kB`);
	if (size > largest) throw new Error(`${name}.png has ${size} bytes, and ${largest} are the most: show less in it.`);
}

main().catch((thrown: unknown) => {
	console.error(thrown instanceof Error ? thrown.message : thrown);
	process.exitCode = 1;
});
