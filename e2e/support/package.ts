import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(__dirname, '../..');
const run = promisify(execFile);

/** In bytes, packed. */
export const largest = 150_000;
/** Folders whose files the build compiles or copies into dist/. */
const sourceFolders = ['credentials', 'icons', 'nodes'];
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

/**
 * What a build lacks, and which sources changed after it; in words, empty where all is well or nothing is built.
 * @param files paths in the package
 * @param folder of the project; without sources, only what package.json names is checked
 */
export async function buildFaults(files: readonly string[], folder = root): Promise<string[]> {
	const compiled = files.filter((path) => path.startsWith('dist/') && path.endsWith('.js'));
	if (compiled.length === 0) return [];
	const { n8n } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const sources = await sourcesIn(folder);
	const built = sources.filter(({ isFile }) => isFile).map(({ path }) => join('dist', path.replace(/\.ts$/, '.js')));
	const missing = [...new Set([...n8n.nodes, ...n8n.credentials, ...built])].filter((path) => !files.includes(path));
	const oldest = Math.min(...(await Promise.all(compiled.map((path) => changedAt(join(folder, path))))));
	const newer = sources.filter(({ changed }) => changed > oldest);
	return [
		...missing.map((path) => `${path} is missing. Run 'npm run build'.`),
		...newer.map(({ path }) => `${path} is newer than dist. Run 'npm run build'.`),
	];
}

/** The files and folders that the build reads; a folder changes where a file is added, renamed or deleted. */
async function sourcesIn(folder: string): Promise<Array<{ path: string; isFile: boolean; changed: number }>> {
	const present = sourceFolders.filter((name) => existsSync(join(folder, name)));
	const paths = await Promise.all(
		present.map(async (name) =>
			(await readdir(join(folder, name), { recursive: true })).map((path) => join(name, path)),
		),
	);
	return await Promise.all(
		[...present, ...paths.flat()].map(async (path) => {
			const found = await stat(join(folder, path));
			return { path, isFile: found.isFile(), changed: found.mtimeMs };
		}),
	);
}

async function changedAt(path: string): Promise<number> {
	return (await stat(path)).mtimeMs;
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
