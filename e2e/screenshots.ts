import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';

import addSubscribers from '../examples/add-subscribers.json';
import syncSheet from '../examples/sync-sheet.json';
import { openEditor, type Editor } from './support/editor';
import { startHost } from './support/host';

const folder = join(__dirname, '../.github/media');
/** In bytes: a README is to be there at once. */
const largest = 150_000;

/** What would lie half inside the picture: the neighbours of a node. */
const aside = '[class*="floatingNodes"] { visibility: hidden; }';

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

/** The panel of a node with what came in and what came out. */
async function panel(editor: Editor): Promise<void> {
	await run(editor, syncSheet.id);
	await editor.openNode('Compare (dry run)');
	await picture(editor.page.locator('[data-test-id="ndv"]').first(), 'panel');
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
