import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

describe.each([
	['of the project', root],
	['of the n8n that it is tried in', join(root, 'host')],
	['of the oldest n8n', join(root, 'compat')],
])('the lock file %s', (_whose, folder) => {
	it("is whole: 'npm ci' accepts it, without a word from the registry", () => {
		const copy = mkdtempSync(join(tmpdir(), 'email-marketing-lock-'));
		for (const name of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(folder, name), join(copy, name));

		const { status, stderr } = spawnSync(
			'npm',
			['ci', '--dry-run', '--offline', '--loglevel=error', '--cache', join(copy, 'cache')],
			{ cwd: copy, encoding: 'utf8' },
		);

		rmSync(copy, { recursive: true });
		expect({ status, stderr }).toMatchObject({ status: 0 });
	});

	it('names no registry, so that each machine takes its own', () => {
		const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
			packages: Record<string, { resolved?: string }>;
		};

		expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
	});
});
