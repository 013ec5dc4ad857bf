import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { previewFiles } from '../../scripts/previews';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
	scripts: object;
	devDependencies: object;
	n8n: { credentials: string[]; nodes: string[] };
};
const entries = [...manifest.n8n.nodes, ...manifest.n8n.credentials];
const previews = [...previewFiles().keys()].map((path) => `dist/nodes/${path}`);

/** The files that `npm pack` would put into the package. */
function packed(): string[] {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	return (JSON.parse(output) as Array<{ files: Array<{ path: string }> }>)[0]?.files.map(({ path }) => path) ?? [];
}

describe('the published package', () => {
	const files = packed();

	describe('is built first', () => {
		let copy: string;
		beforeEach(() => {
			copy = mkdtempSync(join(tmpdir(), 'email-marketing-publish-'));
			for (const name of ['package.json', '.npmrc']) cpSync(join(root, name), join(copy, name));
		});
		afterEach(() => rmSync(copy, { recursive: true }));

		it('where it is published by hand', () => {
			const [built, build] = ['dist/built.js', 'mkdir dist && touch dist/built.js'];
			const scripts = { ...manifest.scripts, build };
			writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, scripts }));
			const { stderr } = spawnSync('npm', ['publish', '--dry-run', '--offline'], { cwd: copy, encoding: 'utf8' });
			expect(stderr).toContain(built);
		});

		it("where it is packed as the README says, without files of an old dist: '.npmrc' alone would skip the build", () => {
			const build = ['gulpfile.js', 'tsconfig.json', 'tsconfig.build.json', 'contract', 'credentials', 'icons'];
			for (const name of [...build, 'nodes', 'scripts'])
				cpSync(join(root, name), join(copy, name), { recursive: true });
			symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
			const [command = ''] = /^npm pack .*$/m.exec(read('README.md')) ?? [];
			const old = 'dist/nodes/old.js';
			mkdirSync(join(copy, 'dist/nodes'), { recursive: true });
			writeFileSync(join(copy, old), '');
			const args = command.replace('~/.n8n/nodes', copy).split(' ').slice(1);
			const { status } = spawnSync('npm', args, { cwd: copy });
			const [tarball = ''] = readdirSync(copy).filter((file) => file.endsWith('.tgz'));
			const list = execFileSync('tar', ['-tzf', join(copy, tarball)], { encoding: 'utf8' });
			const paths = list.split('\n').map((path) => path.replace(/^package\//, ''));
			expect(status).toBe(0);
			expect(paths).toEqual(expect.arrayContaining([...entries, ...previews]));
			expect(paths).not.toContain(old);
		}, 120_000);

		it.each(['README.md', 'docs/scaling.md'])('by each npm pack in %s', (page) => {
			const commands = [...read(page).matchAll(/npm pack\b(.*)/g)];
			expect(commands.length).toBeGreaterThan(0);
			for (const [, options] of commands) expect(options).toContain(' --ignore-scripts=false');
		});
	});

	it('has the text of its license', () => {
		expect(read('LICENSE.md')).toMatch(/^MIT License/);
	});

	it('has a reason in CONTRIBUTING.md for each development dependency', () => {
		const [, reasons = ''] = /## Dependencies\n([^]*?)\n## /.exec(read('CONTRIBUTING.md')) ?? [];
		const packages = reasons.split('\n').map((row) => row.split(' | ')[0]);
		const named = [...packages.join().matchAll(/`([^`]+)`/g)].map(([, name]) => name);
		expect(named.sort()).toEqual(Object.keys(manifest.devDependencies).sort());
	});

	describe('in dist/', () => {
		beforeAll(() => {
			if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist/ yet: run `npm run build` first');
		});

		it('has the compiled nodes, the credential, the icons, the codex and the output previews, and no source, test or sandbox', () => {
			const roots = new Set(files.map((path) => path.split('/').slice(0, 2).join('/')));
			expect([...roots].sort().join(' ')).toBe(
				'CHANGELOG.md LICENSE.md README.md dist/credentials dist/icons dist/nodes package.json',
			);
			const codex = 'dist/nodes/EmailMarketing/EmailMarketing.node.json';
			expect(files).toEqual(expect.arrayContaining([...entries, ...previews, codex]));
			expect(files.filter((path) => /\.(ts|map|yaml)$|\.test\.|sandbox|hosts\//.test(path))).toEqual([]);
		});

		it('requires nothing but n8n-workflow, its own files, and of Node.js what n8n allows', () => {
			const sources = files.filter((path) => path.endsWith('.js')).map(read);
			const required = sources.flatMap((text) =>
				[...text.matchAll(/require\(["']([^."'][^"']*)["']\)/g)].map(([, name]) => name),
			);
			expect([...new Set(required)]).toEqual(['n8n-workflow', 'node:crypto']);
		});

		it.each(entries)('%s loads from its compiled file, and finds its icons', async (path) => {
			const loaded = (await import(join(root, path))) as Record<string, unknown>;
			const [Exported, ...others] = Object.values(loaded).filter(
				(value): value is new () => { icon?: unknown; description?: { icon: unknown } } => typeof value === 'function',
			);
			const instance = Exported && new Exported();
			const icon = (instance?.description?.icon ?? instance?.icon) as { light: string; dark: string };
			expect(others).toEqual([]);
			for (const file of [icon.light, icon.dark])
				expect(existsSync(join(root, path, '..', file.replace('file:', '')))).toBe(true);
		});
	});
});
