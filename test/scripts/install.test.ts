import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** A project with the scripts of this one, and with one package, which comes from no registry. */
let project: string;

beforeEach(() => {
	project = mkdtempSync(join(tmpdir(), 'email-marketing-install-'));
	for (const path of ['scripts/install.mjs', 'scripts/start.mjs', 'host/package.json', '.npmrc'])
		cpSync(join(root, path), inProject(path));
	write('scripts/start/main.mjs', "console.log('goes on')");
	release('1.0.0');
});

afterEach(() => rmSync(project, { recursive: true, force: true }));

const inProject = (path: string): string => join(project, path);

function write(path: string, content: string | object): void {
	mkdirSync(join(inProject(path), '..'), { recursive: true });
	writeFileSync(inProject(path), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Puts a version of the package into the project and its lock file. */
function release(version: string): void {
	write('some-package/package.json', { name: 'some-package', version });
	const dependencies = { 'some-package': 'file:some-package' };
	write('package.json', { dependencies });
	write('package-lock.json', {
		lockfileVersion: 3,
		packages: {
			'': { dependencies },
			'node_modules/some-package': { resolved: 'some-package', link: true },
			'some-package': { version },
		},
	});
}

/** npm as outside of `npm test`, with a cache of its own and a registry that is not there. */
function environment(registry = 'http://127.0.0.1:1'): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	return { ...Object.fromEntries(own), npm_config_cache: inProject('cache'), npm_config_registry: registry };
}

interface Outcome {
	code: number | null;
	output: string;
}

function run(args: string[], registry?: string): Promise<Outcome> {
	return new Promise((done) => {
		const child = execFile(
			process.execPath,
			args,
			{ cwd: project, env: environment(registry) },
			(_error, stdout, stderr) => done({ code: child.exitCode, output: stdout + stderr }),
		);
	});
}

const install = (registry?: string): Promise<Outcome> => run(['scripts/install.mjs'], registry);

const isThere = (path: string): boolean => existsSync(inProject(`node_modules/${path}`));

test('installs the first time, and nothing after that', async () => {
	const first = await install();
	const second = await install();

	expect(first).toEqual({
		code: 0,
		output: expect.stringContaining('… Installing the packages of this project (first time about 1 minute)'),
	});
	expect(isThere('some-package/package.json')).toBe(true);
	expect(second).toEqual({ code: 0, output: '' });
});

test('installs again when the lock file has changed', async () => {
	await install();
	release('2.0.0');
	const { code, output } = await install();

	expect(code).toBe(0);
	expect(output).toContain('… Installing');
	expect(readFileSync(inProject('node_modules/.package-lock.json'), 'utf8')).toContain('2.0.0');
});

test('an install that was interrupted begins anew', async () => {
	write('node_modules/some-package/half', '');
	const { code } = await install();

	expect(code).toBe(0);
	expect(isThere('some-package/half')).toBe(false);
	expect(isThere('some-package/package.json')).toBe(true);
	expect(await install()).toEqual({ code: 0, output: '' });
});

test('what the lock file has for other machines only is not missed', async () => {
	const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as { packages: Record<string, object> };
	lock.packages['node_modules/for-another-machine'] = { version: '1.0.0', optional: true, os: ['none'] };
	await install();
	write('package-lock.json', lock);

	expect(await install()).toEqual({ code: 0, output: '' });
});

/** The project with a package that only a registry has. */
function wantFromRegistry(): void {
	write('package.json', { dependencies: { 'from-registry': '1.0.0' } });
	write('package-lock.json', {
		lockfileVersion: 3,
		packages: {
			'': { dependencies: { 'from-registry': '1.0.0' } },
			'node_modules/from-registry': { version: '1.0.0', integrity: 'sha512-AAAA' },
		},
	});
}

test('says that the registry cannot be reached', async () => {
	wantFromRegistry();
	const { code, output } = await install();

	expect(code).toBe(1);
	expect(output).toMatch(/\nThe npm registry cannot be reached: check the network connection and start again\.\n$/);
});

test('leads to what npm says where the registry can be reached', async () => {
	wantFromRegistry();
	const npm = {
		name: 'npm',
		'dist-tags': { latest: '1.0.0' },
		versions: { '1.0.0': { name: 'npm', version: '1.0.0' } },
	};
	const registry = createServer(({ url }, response) =>
		response.writeHead(url === '/npm' ? 200 : 404).end(JSON.stringify(url === '/npm' ? npm : {})),
	);
	await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));

	const { code, output } = await install(`http://127.0.0.1:${(registry.address() as AddressInfo).port}`);

	registry.closeAllConnections();
	registry.close();
	expect(code).toBe(1);
	expect(output).toMatch(
		/404.*from-registry[^]*\nnpm could not install this; above it says why\. Start again when that is put right\.\n$/,
	);
});

describe('before anything is installed', () => {
	/** `npm start` on a machine that is like this. */
	function startOn(platform: string, node: string): Promise<Outcome> {
		write(
			'machine.mjs',
			[
				`Object.defineProperty(process, 'platform', { value: '${platform}' });`,
				`Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });`,
				`Object.defineProperty(process.features, 'require_module', { value: ${node !== '20.18.3'} });`,
			].join('\n'),
		);
		return run(['--import', './machine.mjs', 'scripts/start.mjs']);
	}

	test.each([
		[
			'Windows needs WSL',
			'win32',
			'24.1.0',
			'This does not run on Windows itself. Run it in WSL, the Windows Subsystem for Linux: https://learn.microsoft.com/windows/wsl/install',
		],
		[
			'Node.js is too old',
			'linux',
			'20.18.3',
			'This needs Node.js 20.19, 22.13 or newer, and found 20.18.3. Install a newer one (https://nodejs.org) and start again.',
		],
		[
			'n8n needs a newer Node.js where host/ brings none',
			'darwin',
			'22.12.0',
			'n8n needs Node.js 24 or newer, and host/ brings one for Linux on x64 and arm64 only. Install Node.js 24 on this machine and start again.',
		],
	])('npm start says in one line that %s', async (_what, platform, node, sentence) => {
		expect(await startOn(platform, node)).toEqual({ code: 1, output: `\n${sentence}\n` });
		expect(isThere('')).toBe(false);
	});

	test.each([
		['darwin', '24.1.0'],
		['linux', '20.19.0'],
	])('npm start goes on on %s with Node.js %s', async (platform, node) => {
		const { code, output } = await startOn(platform, node);

		expect(code).toBe(0);
		expect(output).toMatch(/goes on\n$/);
	});
});
