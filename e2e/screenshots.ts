import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import syncSheet from '../examples/sync-sheet.json';
import { openEditor, type Editor } from './support/editor';
import { startHost } from './support/host';

const folder = join(__dirname, '../.github/media');
/** In bytes: a README is to be there at once. */
const largest = 150_000;

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
			await editor.page.setViewportSize({ width: 1280, height: 720 });
			await canvas(editor);
			await panel(editor);
			await syncPlan(editor);
			await sandboxPage(editor.page, host.sandboxUrl);
		} finally {
			await editor.close();
		}
	} finally {
		await host.stop();
	}
}

/** An example on the canvas, after a run. */
async function canvas(editor: Editor): Promise<void> {
	await run(editor, addSubscribers.id);
	await editor.page.keyboard.press('1'); // zooms to fit
	await picture(editor.page.locator('.vue-flow').first(), 'canvas');
}

/** The panel of the node in it, with who came in and who was created. */
async function panel(editor: Editor): Promise<void> {
	const { page } = editor;
	await page.setViewportSize({ width: 1440, height: 960 });
	await editor.openNode('Add to contact list');
	await page.locator('[data-test-id="output-panel"]').getByText('Schema', { exact: true }).click();
	await picture(page.locator('[data-test-id="ndv"]').first(), 'panel');
	await page.keyboard.press('Escape');
}

/** What Sync List would change: the output of its dry run. */
async function syncPlan(editor: Editor): Promise<void> {
	const { page } = editor;
	await page.setViewportSize({ width: 1640, height: 960 });
	await run(editor, syncSheet.id);
	await editor.openNode('Compare (dry run)');
	await page.locator('[data-test-id="output-panel"]').getByText('Table', { exact: true }).click();
	const handle = await page.locator('[data-test-id="panel-drag-button"]').first().boundingBox();
	if (handle === null) throw new Error('There is no handle between the panels.');
	await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
	await page.mouse.down();
	// To the left edge: the plan is wide.
	await page.mouse.move(100, handle.y + handle.height / 2, { steps: 10 });
	await page.mouse.up();
	await picture(page.locator('[data-test-id="output-panel"]').first(), 'sync-plan');
}

/** The page of the sandbox, with what was sent, and the first two entries of each list: who came is at the top. */
async function sandboxPage(page: Page, url: string): Promise<void> {
	await page.setViewportSize({ width: 1060, height: 700 });
	// Without its script the page keeps what is taken out of it.
	await page.route('**/browser.js', async (route) => await route.abort());
	await page.goto(url);
	await page
		.locator('ul.rows:not(.log) > li:nth-child(n + 3)')
		.evaluateAll((entries: Array<{ style?: { display: string } }>) => {
			for (const { style } of entries) if (style) style.display = 'none';
		});
	await picture(page.locator('body'), 'sandbox');
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
