import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import { hostFolder, root } from './paths.mjs';
import { run } from './processes.mjs';
import { UserError, step } from './progress.mjs';

const NODE_FOR_N8N = 24;
const driver = join(hostFolder, 'node_modules/sqlite3');

/** Installs the development packages of the root, when they are missing or their list has changed. */
export async function installRoot() {
	await installPackages(root, npmInstall, { label: 'Installing the packages of this project', hint: 'first time about 1 minute' });
}

/** Installs the real n8n of host/, with its Node.js and its compiled database driver. */
export async function installHost() {
	await installPackages(hostFolder, npmInstall, { label: 'Installing n8n and its Node.js', hint: 'first time about 3 minutes and 2.5 GB' });
	await compileDriver();
}

/** Throws a plain message where n8n could not run even after all is installed. */
export function requireNodeForN8n() {
	const { optionalDependencies } = JSON.parse(readFileSync(join(hostFolder, 'package.json'), 'utf8'));
	if (`node-${process.platform}-${process.arch}` in optionalDependencies || isNewEnough()) return;
	throw tooOld();
}

/** The Node.js that n8n runs on: the one in host/, or this one where it is new enough. */
export function hostNode() {
	const own = join(hostFolder, 'node_modules/.bin/node');
	if (existsSync(own)) return own;
	if (isNewEnough()) return process.execPath;
	throw tooOld();
}

const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= NODE_FOR_N8N;

const tooOld = () =>
	new UserError(
		`n8n needs Node.js ${NODE_FOR_N8N} or newer, and host/ brings one for Linux on x64 and arm64 only. Install Node.js ${NODE_FOR_N8N} on this machine and start again.`,
	);

/** @param {string} folder where npm installs what its package.json and lock file list */
async function npmInstall(folder) {
	// Without a connection npm tries each of the hundreds of packages for a minute; offline it says at once what is missing.
	const connection = (await reachesRegistry(folder)) ? [] : ['--offline'];
	await run('npm', ['install', '--no-save', '--loglevel=error', ...connection], {
		cwd: folder,
		hint: connection.length > 0 ? 'The npm registry cannot be reached: check the network connection and start again.' : '',
	});
}

async function reachesRegistry(folder) {
	try {
		await run('npm', ['view', 'npm', 'version', '--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--prefer-online'], { cwd: folder });
		return true;
	} catch {
		return false;
	}
}

/** sqlite3 is the one package of n8n that has to be compiled where no ready-made binary can be fetched. */
async function compileDriver() {
	const done = join(driver, 'build/.compiled');
	if (existsSync(done)) return;
	// Compiling against the headers that come with host's Node.js needs no download.
	const headers = join(hostFolder, `node_modules/node-${process.platform}-${process.arch}`);
	await step(
		"Compiling n8n's database driver",
		async () => {
			await run('npm', ['rebuild', 'sqlite3', '--ignore-scripts=false', '--loglevel=error', '--foreground-scripts'], {
				cwd: hostFolder,
				env: existsSync(join(headers, 'include')) ? { npm_config_nodedir: headers } : {},
				hint: 'It needs python3, make and a C++ compiler (Debian: apt-get install python3 make g++). Install them and start again.',
			});
			writeFileSync(done, '');
		},
		'first time about 1 minute',
	);
}
