import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
	keywords: string[];
	license: string;
	files: string[];
	dependencies?: object;
	peerDependencies: object;
	n8n: { n8nNodesApiVersion: number; credentials: string[]; nodes: string[] };
};

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

	it('holds the compiled node, the credential, the icons and the codex, and nothing else', () => {
		const roots = [...new Set(files.map((path) => path.split('/').slice(0, 2).join('/')))].sort();
		expect(roots).toEqual([
			'CHANGELOG.md',
			'LICENSE.md',
			'README.md',
			'dist/credentials',
			'dist/icons',
			'dist/nodes',
			'package.json',
		]);
		expect(files).toEqual(expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]));
		expect(files).toEqual(
			expect.arrayContaining([
				'dist/icons/email-marketing.svg',
				'dist/icons/email-marketing.dark.svg',
				'dist/nodes/EmailMarketing/EmailMarketing.node.json',
			]),
		);
	});

	it('has no source, no test and no sandbox in it', () => {
		expect(files.filter((path) => /\.(ts|map|yaml)$|\.test\.|sandbox|host\//.test(path))).toEqual([]);
	});

	it('depends on nothing, and on n8n-workflow as its host brings it', () => {
		expect(manifest.dependencies).toBeUndefined();
		expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	});

	it('says that it is a community node, under the MIT license', () => {
		expect(manifest.keywords).toContain('n8n-community-node-package');
		expect(manifest.license).toBe('MIT');
		expect(read('LICENSE.md')).toMatch(/^MIT License/);
	});

	it('requires nothing but n8n-workflow, its own files, and of Node.js what n8n allows', () => {
		const required = files
			.filter((path) => path.endsWith('.js'))
			.flatMap((path) => [...read(path).matchAll(/require\(["']([^"']+)["']\)/g)].map((match) => match[1] ?? ''))
			.filter((name) => !name.startsWith('.'));
		expect([...new Set(required)]).toEqual(['n8n-workflow', 'node:crypto']);
	});

	it('loads from its compiled files, and finds its icons', async () => {
		for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials]) {
			const loaded = (await import(join(root, path))) as Record<string, unknown>;
			const exported = Object.values(loaded).filter(
				(value): value is new () => { icon?: unknown; description?: { icon: unknown } } => typeof value === 'function',
			);
			expect(exported).toHaveLength(1);
			const instance = exported[0] ? new exported[0]() : undefined;
			const icon = (instance?.description?.icon ?? instance?.icon) as { light: string; dark: string };
			for (const file of [icon.light, icon.dark]) {
				expect(existsSync(join(root, path, '..', file.replace('file:', '')))).toBe(true);
			}
		}
	});

	it('gives n8n the categories of its own email nodes', () => {
		expect(JSON.parse(read('dist/nodes/EmailMarketing/EmailMarketing.node.json'))).toMatchObject({
			node: 'n8n-nodes-email-marketing',
			categories: ['Marketing', 'Communication'],
		});
	});
});
