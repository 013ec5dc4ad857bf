import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { root } from './paths.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';

const SOURCES = ['nodes', 'credentials', 'icons', 'package.json', 'gulpfile.js', 'tsconfig.json', 'tsconfig.build.json'];
const SHIPPED = ['dist', 'package.json', 'README.md', 'LICENSE.md'];

/** Name, version, author and node files of the package, as its package.json has them. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Builds dist/ when a source has changed since the last build. */
export async function build() {
	const done = join(root, 'node_modules/.cache/build-done');
	const wanted = fingerprint(root, SOURCES);
	const complete = [...manifest.n8n.nodes, ...manifest.n8n.credentials].every((file) => existsSync(join(root, file)));
	if (complete && existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
	await step('Building the package', async () => {
		await run('npm', ['run', 'build'], { cwd: root });
		mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
		writeFileSync(done, wanted);
	});
}

/**
 * Packs the package as it would be published and installs the tarball where n8n keeps community packages.
 * @param {string} userFolder n8n's user folder
 */
export async function installIntoN8n(userFolder) {
	const folder = join(userFolder, '.n8n/nodes');
	const installed = join(folder, 'node_modules', manifest.name);
	const done = join(folder, '.install-done');
	const wanted = fingerprint(root, SHIPPED);
	if (existsSync(installed) && existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
	await step('Installing the package into n8n', async () => {
		mkdirSync(folder, { recursive: true });
		for (const name of readdirSync(folder)) {
			if (name.startsWith(`${manifest.name}-`) && name.endsWith('.tgz')) rmSync(join(folder, name));
		}
		rmSync(done, { force: true });
		rmSync(installed, { recursive: true, force: true });
		const ledger = join(folder, 'package.json');
		// Without it npm would climb up to the next package.json above and install there.
		if (!existsSync(ledger)) writeFileSync(ledger, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }, null, 2));

		await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root });
		// npm keeps what it has when a tarball of the same name comes again, so the name carries the content.
		const tarball = `${manifest.name}-${manifest.version}-${wanted}.tgz`;
		renameSync(join(folder, `${manifest.name}-${manifest.version}.tgz`), join(folder, tarball));
		await run('npm', ['install', `./${tarball}`, '--legacy-peer-deps', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'], { cwd: folder });
		writeFileSync(done, wanted);
	});
}
