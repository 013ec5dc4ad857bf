import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../..');
const run = promisify(execFile);

/** In bytes, packed. */
export const largest = 150_000;
const parts = ['CHANGELOG.md', 'LICENSE.md', 'README.md', 'dist', 'package.json'];

/** What installing the package gives. */
export interface Packed {
	tarball: string;
	/** In bytes. */
	size: number;
	/** Paths in the package. */
	files: string[];
}

/** Packs a folder as `npm publish` would, into another; without it, what is built of this project. */
export async function pack(into: string, folder = root): Promise<Packed> {
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into];
	const { stdout } = await run('npm', args, { cwd: folder, maxBuffer: 10_000_000 });
	const [packed] = JSON.parse(stdout) as Array<{ filename: string; size: number; files: Array<{ path: string }> }>;
	if (packed === undefined) throw new Error('npm pack gave no package.');
	return {
		tarball: join(into, packed.filename),
		size: packed.size,
		files: packed.files.map(({ path }) => path),
	};
}

/** Unpacks a package into a new folder, and gives that. */
export async function unpack(tarball: string, folder: string): Promise<string> {
	await mkdir(folder, { recursive: true });
	await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	return folder;
}

/** What is in a package, or missing, against what is published; in words, empty where all is well. */
export function contentFaults({ size, files }: Pick<Packed, 'size' | 'files'>): string[] {
	const partOf = (path: string): string => path.split('/')[0] ?? '';
	const missing = parts.filter((part) => !files.some((path) => partOf(path) === part));
	const strange = files.filter((path) => !parts.includes(partOf(path)));
	return [
		...(size < largest ? [] : [`The package has ${size} bytes; it must be smaller than ${largest}.`]),
		...missing.map((part) => `${part} is missing. Run 'npm run build', and see "files" in package.json.`),
		...strange.map((path) => `${path} must not be published. See "files" in package.json.`),
	];
}

/** As a community package is installed in n8n's user folder. */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const folder = join(userFolder, '.n8n/nodes');
	await mkdir(folder, { recursive: true });
	await run('npm', ['init', '-y'], { cwd: folder });
	await run('npm', ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', tarball], {
		cwd: folder,
	});
}
