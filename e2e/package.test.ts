import { spawn } from 'node:child_process';
import { appendFile, copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { withoutJest } from './support/host';
import { contentFaults, largest } from './support/package';

const root = resolve(__dirname, '..');

/** Runs the program behind `npm run verify:package`, and gives its exit code and what it says. */
async function verify(...args: string[]): Promise<{ code: number | null; said: string }> {
	const child = spawn(process.execPath, ['--import', 'tsx', 'e2e/verify-package.ts', ...args], {
		cwd: root,
		env: withoutJest(),
		// Before the test gives up, so that what it has started is stopped too.
		timeout: 390_000,
	});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
	return { code: await new Promise((done) => child.once('close', done)), said };
}

describe('npm run verify:package', () => {
	it("finds the package ready: small, accepted by n8n's scanner, and listed by an empty n8n", async () => {
		const { code, said } = await verify();
		expect(said).toMatch(/✓ Packed: \d+ files, \d+ bytes\n✓ n8n's scanner finds nothing\n✓ An empty n8n lists /);
		for (const type of ['emailMarketing', 'emailMarketingTrigger'])
			expect(said).toContain(`n8n-nodes-email-marketing.${type},`);
		expect(said).toContain('emailMarketingApi\nThe package can be published.');
		expect(code).toBe(0);
	}, 400_000);

	describe('refuses, in words, a package', () => {
		let folder: string;
		beforeEach(async () => {
			folder = await mkdtemp(join(tmpdir(), 'email-marketing-spoiled-'));
			await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
			for (const file of ['package.json', 'README.md', 'LICENSE.md', 'CHANGELOG.md'])
				await copyFile(join(root, file), join(folder, file));
		});
		afterEach(async () => await rm(folder, { recursive: true }));

		it('that has what is not to be published, or lacks a part', async () => {
			await rm(join(folder, 'CHANGELOG.md'));
			await rm(join(folder, 'dist/credentials'), { recursive: true });
			await mkdir(join(folder, 'sandbox'));
			await writeFile(join(folder, 'sandbox/.npmignore'), '');
			await writeFile(join(folder, 'LICENSE.old'), 'no');
			const { code, said } = await verify(folder);
			expect(said).toContain('This package must not be published:');
			expect(said).toContain('✗ CHANGELOG.md is missing.');
			expect(said).toContain('✗ dist/credentials/EmailMarketingApi.credentials.js is missing.');
			expect(said).toContain('✗ LICENSE.old must not be published.');
			expect(said).not.toMatch(/\n\s+at |undefined/);
			expect(code).toBe(1);
		});

		it("that n8n's scanner does not accept, and names file and rule", async () => {
			await appendFile(join(folder, 'dist/nodes/EmailMarketing/EmailMarketing.node.js'), "\nrequire('node:fs');\n");
			const { code, said } = await verify(folder);
			expect(said).toMatch(/✗ .*EmailMarketing\.node\.js: \d+:\d+ error .*node:fs.*no-restricted-imports/);
			expect(said).not.toMatch(/\n\s+at |undefined/);
			expect(code).toBe(1);
		});
	});
});

describe('the size of a package', () => {
	const files = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'dist/nodes/a.js', 'package.json'];

	it('is to be below 150 kB', () => {
		expect(contentFaults({ files, size: largest - 1 })).toEqual([]);
		expect(contentFaults({ files, size: largest })).toEqual([
			'The package has 150000 bytes; it must be smaller than 150000.',
		]);
	});
});
