import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const scripts = resolve(__dirname, '../../scripts');

/** Stands for npm: unpacks one package, notes that it ran, and leaves the lock file that npm leaves at the end. */
const quickFill = `
	fs.mkdirSync('node_modules/n8n', { recursive: true });
	fs.writeFileSync('node_modules/n8n/whole', '');
	fs.writeFileSync('node_modules/.package-lock.json', '{}');
`;

interface Outcome {
	code: number;
	output: string;
}

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'email-marketing-install-'));
	writeFileSync(join(folder, 'package.json'), '{}');
	writeFileSync(join(folder, 'package-lock.json'), '{"version":1}');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inModules = (name: string) => join(folder, 'node_modules', name);

/** How often something was installed. */
const installs = () => (existsSync(join(folder, 'runs')) ? readFileSync(join(folder, 'runs'), 'utf8').length : 0);

/** What a start does, in a program of its own. `before` and `fill` are code of that program. */
function install({ before = '', fill = quickFill } = {}): Promise<Outcome> {
	return runNode(
		`import fs from 'node:fs';
		import { installPackages } from '${moduleUrl('lib/install-packages.mjs')}';
		import { runScript } from '${moduleUrl('lib/script.mjs')}';
		${before}
		await runScript(async () => {
			await installPackages('.', async () => { fs.appendFileSync('runs', '.'); ${fill} }, { label: 'Installing', touchEveryMs: 10 });
		});`,
	);
}

function moduleUrl(path: string): string {
	return pathToFileURL(join(scripts, path)).href;
}

function runNode(code: string, env: Record<string, string> = {}): Promise<Outcome> {
	return new Promise((done) => {
		const child = execFile(
			process.execPath,
			['--input-type=module', '-e', code],
			{ cwd: folder, env: { ...process.env, ...env } },
			(_error, stdout, stderr) => done({ code: child.exitCode ?? -1, output: stdout + stderr }),
		);
	});
}

/** What an install leaves that was ended in the middle of unpacking. */
function leaveHalfFilled(pid: number | string): void {
	mkdirSync(inModules('n8n'), { recursive: true });
	writeFileSync(inModules('n8n/half'), '');
	writeFileSync(inModules('.install-begun'), String(pid));
}

/** The pid of a program that has ended. */
function deadPid(): number {
	return spawnSync(process.execPath, ['--version']).pid;
}

function expectWhole(): void {
	expect(existsSync(inModules('n8n/whole'))).toBe(true);
	expect(existsSync(inModules('n8n/half'))).toBe(false);
	expect(existsSync(inModules('.install-begun'))).toBe(false);
}

test('installs the first time, and nothing after that', async () => {
	const first = await install();
	const second = await install();

	expect(first.output).toContain('✔ Installing');
	expect(second).toEqual({ code: 0, output: '' });
	expect(installs()).toBe(1);
	expectWhole();
});

test('installs again when the lock file has changed, and keeps what is there', async () => {
	await install();
	writeFileSync(inModules('n8n/kept'), '');
	writeFileSync(join(folder, 'package-lock.json'), '{"version":2}');
	const { code } = await install();

	expect(code).toBe(0);
	expect(installs()).toBe(2);
	expect(existsSync(inModules('n8n/kept'))).toBe(true);
});

test('an install that was interrupted begins anew', async () => {
	const first = await install({ fill: `fs.mkdirSync('node_modules/n8n'); fs.writeFileSync('node_modules/n8n/half', ''); process.kill(process.pid, 'SIGKILL');` });
	expect(first.code).not.toBe(0);
	expect(existsSync(inModules('n8n/half'))).toBe(true);

	const second = await install();

	expect(second.code).toBe(0);
	expect(installs()).toBe(2);
	expectWhole();
});

test('an install that did not succeed begins anew', async () => {
	const first = await install({ fill: `throw new Error('no network');` });
	const second = await install();

	expect(first.code).toBe(1);
	expect(second.code).toBe(0);
	expectWhole();
});

test('a node_modules that nobody has finished is emptied first', async () => {
	leaveHalfFilled(0);
	rmSync(inModules('.install-begun'));
	const { code } = await install();

	expect(code).toBe(0);
	expectWhole();
});

test.each([
	['of a program that has ended', () => leaveHalfFilled(deadPid())],
	['without a pid', () => leaveHalfFilled('')],
	['that nobody has touched for a minute, though its pid is in use', () => {
		leaveHalfFilled(process.pid);
		const aMinuteAgo = Date.now() / 1_000 - 60;
		utimesSync(inModules('.install-begun'), aMinuteAgo, aMinuteAgo);
	}],
])('a marker %s is a leftover', async (_case, leave) => {
	leave();
	const { code } = await install();

	expect(code).toBe(0);
	expectWhole();
});

test('a marker with the own pid is a leftover, for containers give the same pids again', async () => {
	leaveHalfFilled('');
	const { code } = await install({ before: `fs.writeFileSync('node_modules/.install-begun', String(process.pid));` });

	expect(code).toBe(0);
	expectWhole();
});

test.each([
	['by the same user', ''],
	['by another user', `process.kill = () => { throw Object.assign(new Error(), { code: 'EPERM' }); };`],
])('an install that is running elsewhere, %s, is left alone', async (_case, before) => {
	leaveHalfFilled(process.pid);
	const { code, output } = await install({ before });

	expect(code).toBe(1);
	expect(output).toMatch(/^\nAnother program is installing into \S+ at this moment\. Start again when it has finished\.\n$/);
	expect(installs()).toBe(0);
	expect(existsSync(inModules('n8n/half'))).toBe(true);
});

test('a running install keeps its marker fresh', async () => {
	const { code } = await install({
		fill: `${quickFill}
			const marker = 'node_modules/.install-begun';
			fs.utimesSync(marker, 0, 0);
			while (fs.statSync(marker).mtimeMs === 0) await new Promise((next) => setTimeout(next, 5));
			fs.copyFileSync(marker, 'seen');`,
	});

	expect(code).toBe(0);
	expect(statSync(join(folder, 'seen')).size).toBeGreaterThan(0);
});

describe('before anything is installed', () => {
	const startOn = (platform: string, node: string) =>
		// The port that is none ends the program where the platform does not.
		runNode(
			`Object.defineProperty(process, 'platform', { value: '${platform}' });
			Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } });
			await import('${moduleUrl('start.mjs')}');`,
			{ N8N_PORT: 'none' },
		);

	test('npm start says in one line that Windows needs WSL', async () => {
		const { code, output } = await startOn('win32', '24.1.0');

		expect(code).toBe(1);
		expect(output).toMatch(/^\nThis does not run on Windows itself\. Run it in WSL.*\n$/);
	});

	test('npm start says in one line that n8n needs a newer Node.js where host/ brings none', async () => {
		const { code, output } = await startOn('darwin', '22.1.0');

		expect(code).toBe(1);
		expect(output).toMatch(/^\nn8n needs Node\.js 24 or newer.*Install Node\.js 24 on this machine and start again\.\n$/);
	});

	test.each([
		['darwin', '24.1.0'],
		['linux', '20.1.0'],
	])('npm start goes on on %s with Node.js %s', async (platform, node) => {
		const { output } = await startOn(platform, node);

		expect(output).toContain("N8N_PORT is 'none'");
	});
});
