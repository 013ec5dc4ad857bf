import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';

import { execa } from 'execa';

import { run } from '../../../scripts/start/programs.mjs';
import { start } from './programs.mjs';

/** What queue mode needs next to n8n, and where it comes from. */
const needed = [
	{ program: 'initdb', of: 'PostgreSQL', from: 'postgresql' },
	{ program: 'postgres', of: 'PostgreSQL', from: 'postgresql' },
	{ program: 'redis-server', of: 'Redis', from: 'redis-server' },
];

/**
 * @typedef {Record<'initdb' | 'postgres' | 'redis-server', string>} Services where these programs are
 *
 * Where these programs are, by their names: in the PATH, or where Debian puts those of PostgreSQL; where POSTGRES_BIN is set, in that folder in place of Debian's.
 * @returns {Services}
 * @throws {Error} that says what is missing and how to get it
 */
export function findServices() {
	const inPath = (process.env.PATH ?? '').split(delimiter);
	const ofPostgres = process.env.POSTGRES_BIN ? [process.env.POSTGRES_BIN] : debianFolders();
	const found = needed.map(({ program, ...rest }) => ({
		...rest,
		program,
		path: [...ofPostgres, ...inPath].map((folder) => join(folder, program)).find((path) => existsSync(path)),
	}));
	const missing = found.filter(({ path }) => path === undefined);
	if (missing.length === 0)
		return /** @type {Services} */ (Object.fromEntries(found.map(({ program, path }) => [program, path])));
	throw new Error(
		`The tests of queue mode need PostgreSQL and Redis. Missing: ${missing.map(({ program, of }) => `${program} (${of})`).join(', ')}. ` +
			`Install them (Debian: apt-get install ${[...new Set(missing.map(({ from }) => from))].join(' ')}), or add their folders to the PATH.`,
	);
}

/** Debian keeps them out of the PATH, a folder for each version; the newest first. */
function debianFolders() {
	const root = '/usr/lib/postgresql';
	const versions = existsSync(root) ? readdirSync(root) : [];
	return versions.sort((one, other) => Number(other) - Number(one)).map((version) => join(root, version, 'bin'));
}

/**
 * Starts a PostgreSQL of its own, with one empty database.
 * @param {Services} programs where they are
 * @param {string} folder for its files, not there yet
 * @param {number} port
 * @param {{ database?: string, user?: string, password?: string }} access what n8n is to come in with
 */
export async function startPostgres({ initdb, postgres }, folder, port, { database = '', user = '', password = '' }) {
	const as = await userForPostgres();
	const data = join(folder, 'data');
	const passwordFile = join(folder, 'password');
	mkdirSync(folder, { mode: 0o700 });
	writeFileSync(passwordFile, password, { mode: 0o600 });
	for (const path of [folder, passwordFile]) if (as !== undefined) chownSync(path, as.uid, as.gid);
	const options = { ...as, cwd: folder };
	const login = ['--username', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256'];
	await run(options)(initdb, ['--pgdata', data, '--no-sync', '--encoding', 'UTF8', '--locale', 'C', ...login]);
	await run({ ...options, stdin: 'pipe', input: `CREATE DATABASE "${database}"` })(postgres, [
		'--single',
		'-D',
		data,
		'postgres',
	]);
	// What is written here is thrown away, so it need not be safe on the disk.
	const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off' };
	return await start(
		'postgres',
		postgres,
		['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
		{
			...options,
			isReady: () => listens(port),
			// Ends the connections that are open; SIGTERM would wait for them.
			stopSignal: 'SIGINT',
		},
	);
}

/**
 * PostgreSQL refuses to run as root: there it is the user that Debian's package makes.
 * @throws {Error} where there is no such user
 */
async function userForPostgres() {
	if (process.getuid?.() !== 0) return undefined;
	const [user, group] = await Promise.all(
		['-u', '-g'].map((which) => execa('id', [which, 'postgres'], { reject: false })),
	);
	if (user?.exitCode === 0) return { uid: Number(user.stdout), gid: Number(group?.stdout) };
	throw new Error(
		"PostgreSQL does not run as root, and there is no user 'postgres' to run it as. Install Debian's package postgresql, which makes one, or run the tests as another user.",
	);
}

/**
 * Starts a Redis of its own that keeps nothing.
 * @param {Services} programs where they are
 * @param {string} folder for its files, not there yet
 * @param {number} port
 */
export async function startRedis({ 'redis-server': redis }, folder, port) {
	mkdirSync(folder);
	return await start(
		'redis',
		redis,
		['--port', port, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'],
		{
			cwd: folder,
			isReady: () => listens(port),
			stopSignal: 'SIGTERM',
		},
	);
}

/**
 * Whether a program on this machine accepts connections.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
async function listens(port) {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}
