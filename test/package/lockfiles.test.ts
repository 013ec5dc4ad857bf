import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

describe.each(['.', 'hosts/n8n', 'hosts/oldest'])('the lock file in %s', (path) => {
	const folder = join(root, path);

	it("is accepted by 'npm ci' without a registry", () => {
		const copy = mkdtempSync(join(tmpdir(), 'email-marketing-lock-'));
		for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(folder, name), join(copy, name));
		const args = ['ci', '--dry-run', '--offline', '--loglevel=error', '--cache', join(copy, 'cache')];
		const { status, stderr } = spawnSync('npm', args, { cwd: copy, encoding: 'utf8' });
		rmSync(copy, { recursive: true });

		expect({ status, stderr }).toMatchObject({ status: 0 });
	});

	it('names no registry, so that each machine uses its own', () => {
		expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "http/);
	});
});
