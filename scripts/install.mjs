import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before anything is installed, so that it uses nothing but Node.js.
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const host = join(root, 'hosts/n8n');

const nodeMajor = Number(process.versions.node.split('.')[0]);
const nodePackage = `node-${process.platform}-${process.arch}`;
const nodeOfHost = join(host, 'node_modules', nodePackage);

/** The Node.js that n8n runs on: the one in hosts/n8n, or this one where that brings none. */
export const hostNode = () => (existsSync(nodeOfHost) ? join(nodeOfHost, 'bin/node') : process.execPath);

/**
 * Installs the packages of this project; before that it says what would keep n8n from running here, if n8n is wanted too.
 * @param {{ withN8n: boolean }} wanted
 */
export function installProject({ withN8n }) {
	if (process.platform === 'win32')
		end(
			'This does not run on Windows itself. Run it in WSL, the Windows Subsystem for Linux: https://learn.microsoft.com/windows/wsl/install',
		);
	// The tests load ES modules by `require`.
	if (!process.features.require_module)
		end(
			`This needs Node.js 20.19, 22.13 or newer, and found ${process.versions.node}. Install a newer one (https://nodejs.org) and start again.`,
		);
	/** @type {{ optionalDependencies: object }} */
	const { optionalDependencies } = read(join(host, 'package.json'));
	const hasNode = nodeMajor >= 24 || nodePackage in optionalDependencies;
	if (withN8n && !hasNode)
		end(
			'n8n needs Node.js 24 or newer, and hosts/n8n brings one for Linux on x64 and arm64 only. Install Node.js 24 on this machine and start again.',
		);
	installPackages(root, 'the packages of this project (first time about 1 minute)');
}

/** Installs the real n8n of hosts/n8n, with its Node.js and its database driver. */
export function installN8n() {
	installPackages(host, 'n8n and its Node.js (first time about 3 minutes and 3 GB)');
	if (existsSync(join(host, 'node_modules/sqlite3/build/Release/node_sqlite3.node'))) return;
	console.log("… Installing n8n's database driver (about 1 minute where it has to be compiled)");
	// With the headers that come with host's Node.js, compiling needs no download.
	const headers = existsSync(join(nodeOfHost, 'include')) ? { npm_config_nodedir: nodeOfHost } : {};
	if (npm(host, ['rebuild', 'sqlite3', '--ignore-scripts=false'], headers)) return;
	end(
		'The database driver could not be compiled. That needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++). Install them and start again.',
	);
}

/** Installs the engine of the oldest n8n that is tested. */
function installOldestN8n() {
	installPackages(join(root, 'hosts/oldest'), 'the engine of the oldest n8n that is tested (about 20 seconds)');
}

/**
 * Brings node_modules to what the lock file says, where it is anything else. After an interruption, npm begins anew.
 * @param {string} folder
 * @param {string} what
 */
function installPackages(folder, what) {
	if (isInstalled(folder)) return;
	console.log(`… Installing ${what}`);
	// Without a connection npm tries for minutes; offline it takes what it has kept, or says at once what is missing.
	const isOnline =
		spawnSync('npm', ['view', 'npm', 'version', '--fetch-retries=0', '--prefer-online'], { cwd: folder }).status === 0;
	if (npm(folder, ['ci', ...(isOnline ? [] : ['--offline'])])) return;
	end(
		isOnline
			? 'npm could not install this; above it says why. Fix it and start again.'
			: 'The npm registry cannot be reached: check the network connection and start again.',
	);
}

/**
 * npm writes its list of what it has installed at the end, so an install that was interrupted has none.
 * @param {string} folder
 */
function isInstalled(folder) {
	const list = join(folder, 'node_modules/.package-lock.json');
	const installed = existsSync(list) ? packagesIn(list) : {};
	const wanted = packagesIn(join(folder, 'package-lock.json'));
	// The first is the folder itself; what is for other machines is optional, and not there.
	return (
		existsSync(list) &&
		Object.entries(wanted).every(
			([path, { version, optional }]) =>
				path === '' || (path in installed ? installed[path]?.version === version : optional),
		)
	);
}

/**
 * @param {string} file a lock file
 * @returns {Record<string, { version?: string, optional?: boolean }>} by path
 */
function packagesIn(file) {
	return read(file).packages;
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function npm(folder, args, env) {
	return (
		spawnSync('npm', [...args, '--prefix', folder, '--loglevel=error'], {
			cwd: folder,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'inherit', 'inherit'],
		}).status === 0
	);
}

/**
 * What a file of JSON holds; its type is what the caller takes it for.
 * @param {string} file
 */
export const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Ends the program with a sentence that says what happened and what to do.
 * @param {string} sentence
 */
export function end(sentence) {
	console.error(`\n${sentence}`);
	process.exit(1);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
	const withN8n = process.argv.includes('n8n');
	installProject({ withN8n });
	if (withN8n) installN8n();
	if (process.argv.includes('oldest')) installOldestN8n();
}
