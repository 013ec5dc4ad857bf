import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../..');

/** A project with the scripts of this one, and with one package, which comes from no registry. */
let project: string;

beforeEach(() => {
	project = mkdtempSync(join(tmpdir(), 'email-marketing-install-'));
	for (const path of ['scripts/install.mjs', 'scripts/start.mjs', 'hosts/n8n/package.json', '.npmrc'])
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
	lock(
		{ 'some-package': 'file:some-package' },
		{
			'node_modules/some-package': { resolved: 'some-package', link: true },
			'some-package': { version },
		},
	);
}

/** The project's dependencies, and their entries in its lock file. */
function lock(dependencies: object, packages: object): void {
	write('package.json', { dependencies });
	write('package-lock.json', { lockfileVersion: 3, packages: { '': { dependencies }, ...packages } });
}

/** As npm leaves the project, but for the packages. */
const leaveInstalled = (): void =>
	write('node_modules/.package-lock.json', readFileSync(inProject('package-lock.json'), 'utf8'));

/** npm as outside of `npm test`, with a cache of its own and a registry that is not there. */
function environment(): NodeJS.ProcessEnv {
	const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
	const registry = 'http://127.0.0.1:1';
	return { ...Object.fromEntries(own), npm_config_cache: inProject('cache'), npm_config_registry: registry };
}

function run(args: string[]): Promise<{ code: number | null; output: string }> {
	return new Promise((done) => {
		const options = { cwd: project, env: environment() };
		const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
			done({ code: child.exitCode, output: stdout + stderr }),
		);
	});
}

const install = () => run(['scripts/install.mjs']);

const isThere = (path: string): boolean => existsSync(inProject(`node_modules/${path}`));

test('installs the first time and when the lock file has changed, and otherwise nothing', async () => {
	const outcomes = [await install(), await install()];
	const installed = isThere('some-package/package.json');
	release('2.0.0');
	outcomes.push(await install(), await install());

	expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
	expect(outcomes.map(({ output }) => output)).toEqual([
		expect.stringContaining('… Installing the packages of this project (first time about 1 minute)'),
		'',
		expect.stringContaining('… Installing'),
		'',
	]);
	expect(installed).toBe(true);
	expect(readFileSync(inProject('node_modules/.package-lock.json'), 'utf8')).toContain('2.0.0');
});

test('an install that was interrupted begins anew', async () => {
	write('node_modules/some-package/half', '');
	const { code } = await install();

	expect([code, isThere('some-package/half'), isThere('some-package/package.json')]).toEqual([0, false, true]);
});

test('what the lock file has for other machines only is not missed', async () => {
	const lockFile = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
		packages: Record<string, object>;
	};
	lockFile.packages['node_modules/for-another-machine'] = { version: '1.0.0', optional: true, os: ['none'] };
	leaveInstalled();
	write('package-lock.json', lockFile);

	expect(await install()).toEqual({ code: 0, output: '' });
});

test('says that the registry cannot be reached', async () => {
	const missing = { version: '1.0.0', integrity: 'sha512-AAAA' };
	lock({ 'from-registry': '1.0.0' }, { 'node_modules/from-registry': missing });
	const { code, output } = await install();

	expect(code).toBe(1);
	expect(output).toMatch(/registry cannot be reached: .*network connection.*\n$/);
});

describe('npm start', () => {
	/** On a machine that is like this. */
	function startOn(platform: string, node: string) {
		write(
			'machine.mjs',
			`Object.defineProperty(process, 'platform', { value: '${platform}' });
			Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });
			Object.defineProperty(process.features, 'require_module', { value: ${node !== '20.18.3'} });`,
		);
		return run(['--import', './machine.mjs', 'scripts/start.mjs']);
	}

	test.each([
		['win32', '24.1.0', ['Windows', 'WSL', 'https://learn.microsoft.com/windows/wsl/install']],
		['linux', '20.18.3', ['Node.js 20.19, 22.13 or newer', 'found 20.18.3', 'https://nodejs.org']],
		['darwin', '22.12.0', ['Node.js 24 or newer', 'Linux on x64 and arm64 only']],
	])(
		'says in one line, before it installs anything, what is missing on %s with Node.js %s',
		async (platform, node, mentions) => {
			const { code, output } = await startOn(platform, node);

			expect(code).toBe(1);
			expect(output).toMatch(/^\n.*\n$/);
			for (const mention of mentions) expect(output).toContain(mention);
			expect(isThere('')).toBe(false);
		},
	);

	test.each([
		['darwin', '24.1.0'],
		['linux', '20.19.0'],
	])('continues on %s with Node.js %s', async (platform, node) => {
		leaveInstalled();
		expect(await startOn(platform, node)).toEqual({ code: 0, output: 'goes on\n' });
	});
});
