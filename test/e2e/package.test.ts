import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { buildFaults, contentFaults, pack } from '../../e2e/support/package';

const [source, node, credential] = ['nodes/A/A.node.ts', 'dist/nodes/A/A.node.js', 'dist/credentials/A.credentials.js'];
let folder: string;

/** Writes a file that was changed some seconds ago. */
function write(path: string, secondsAgo: number, content = ''): void {
	const file = join(folder, path);
	const time = Date.now() / 1000 - secondsAgo;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, content);
	utimesSync(file, time, time);
	utimesSync(dirname(file), time, time);
}

/** The defects of a packed package. */
async function faults(): Promise<string[]> {
	const packed = await pack(folder, folder);
	return [...contentFaults(packed), ...(await buildFaults(packed.files, folder))];
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'email-marketing-pack-'));
	const n8n = { nodes: [node], credentials: [credential] };
	const manifest = { name: 'a', version: '1.0.0', files: ['dist', 'CHANGELOG.md'], n8n };
	write('package.json', 200, JSON.stringify(manifest));
	for (const path of ['README.md', 'LICENSE.md', 'CHANGELOG.md']) write(path, 200);
	for (const path of [source, 'nodes/A/A.node.json', 'icons/a.svg', 'nodes/index.ts']) write(path, 200);
	for (const path of [node, credential, 'dist/nodes/index.js']) write(path, 100);
	for (const path of ['dist/nodes/A/A.node.json', 'dist/icons/a.svg']) write(path, 200);
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('a packed folder', () => {
	it('may be published if each source is built, and none is newer', async () => {
		expect(await faults()).toEqual([]);
	});

	it('has a fault without dist, which npm pack does not report', async () => {
		rmSync(join(folder, 'dist'), { recursive: true });
		expect(await faults()).toEqual([expect.stringMatching(/^dist is missing\. Run 'npm run build'/)]);
	});

	it('has a fault for each file that is not built', async () => {
		for (const path of [credential, 'dist/icons/a.svg', 'dist/nodes/index.js']) rmSync(join(folder, path));
		expect((await faults()).map((fault) => fault.split(' is missing')[0]).sort()).toEqual([
			credential,
			'dist/icons/a.svg',
			'dist/nodes/index.js',
		]);
	});

	it('has a fault for each file that changed after the build', async () => {
		const changed = [source, 'nodes/A/A.node.json', 'icons/a.svg'];
		for (const path of changed) write(path, 50);
		const expected = changed.map((path) => `${path} is newer than dist. Run 'npm run build'.`);
		expect(await faults()).toEqual(expect.arrayContaining(expected));
	});

	it('has a fault if a source was deleted after the build', async () => {
		rmSync(join(folder, source));
		expect(await faults()).toEqual(["nodes/A is newer than dist. Run 'npm run build'."]);
	});
});
