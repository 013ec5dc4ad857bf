import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve(__dirname, '../../scripts/changelog.mjs');
const changelog = `# Changelog

## [Unreleased]

## [1.10.0] - 2026-02-03

### Added

- A trigger.

## [1.1.0] - 2026-01-02

- The node.
`;

describe('node scripts/changelog.mjs', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'email-marketing-changelog-'));
		writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
	});
	afterAll(() => rmSync(folder, { recursive: true }));
	const run = (version: string) => spawnSync(process.execPath, [script, version], { cwd: folder, encoding: 'utf8' });

	it.each([
		['1.10.0', '### Added\n\n- A trigger.\n'],
		['1.1.0', '- The node.\n'],
	])('prints the section of %s alone', (version, section) => {
		expect(run(version)).toMatchObject({ status: 0, stdout: section });
	});

	it.each(['1.1', '2.0.0', 'Unreleased'])('fails for %s, which has no section or an empty one', (version) => {
		const { status, stdout, stderr } = run(version);
		expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
		expect(stderr).toContain(`## [${version}]`);
	});
});
