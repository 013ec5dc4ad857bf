import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { execa } from 'execa';
import { host, hostNode, root } from '../install.mjs';
import { freePort } from './freePort.cjs';

/** n8n's own data (database, key, community packages) and the logs. */
export const userFolder = resolve(process.env.N8N_USER_FOLDER || join(host, '.data'));

/** Ends everything that is started here; its reason says why. */
export const stopping = new AbortController();

/** @satisfies {import('execa').Options} */
const options = { stdin: 'ignore', cancelSignal: stopping.signal, forceKillAfterDelay: 15_000 };
/** @type {Array<Promise<unknown> & { pid?: number }>} */
const services = [];

/** Runs a program to its end. Where it does not succeed, the message has what it wrote. */
export const run = execa({ ...options, cwd: root });

/**
 * Starts the sandbox of the email marketing service, and gives its address.
 * @param {number} port
 * @param {string} token
 */
export const startSandbox = async (port, token) =>
	await serve('sandbox', `http://127.0.0.1:${port}`, '/', process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
		cwd: root,
		env: { SANDBOX_PORT: String(port), SANDBOX_TOKEN: token },
	});

/**
 * Starts the n8n of hosts/n8n, and gives its address once its REST interface is there.
 * @param {number} port
 */
export const startN8n = async (port) =>
	await serve(
		'n8n',
		`http://127.0.0.1:${port}`,
		'/healthz/readiness',
		hostNode(),
		[`--env-file=${join(host, 'n8n.env')}`, join(host, 'node_modules/n8n/bin/n8n'), 'start'],
		{
			cwd: userFolder,
			// What must hold whatever the caller's environment says: this folder's database, this machine only.
			env: {
				DB_TYPE: 'sqlite',
				N8N_USER_FOLDER: userFolder,
				N8N_PROTOCOL: 'http',
				N8N_HOST: '127.0.0.1',
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_PORT: String(port),
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				// Some browsers drop a Secure cookie on http://127.0.0.1, and logging in would go round in circles.
				N8N_SECURE_COOKIE: 'false',
			},
		},
	);

/**
 * Starts a program that serves, and gives its address when it answers. Should it end by itself, everything is stopped.
 * @param {string} name
 * @param {string} url
 * @param {string} healthPath
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string> }} where
 */
async function serve(name, url, healthPath, command, args, { cwd, env }) {
	const log = { file: join(userFolder, `${name}.log`) };
	const trouble = (/** @type {string} */ what) =>
		new Error(
			`${name} ${what}. Its last lines (all of them: ${log.file}):\n\n${readFileSync(log.file, 'utf8').trim().split('\n').slice(-25).join('\n')}`,
		);
	// In a group of its own, Ctrl-C reaches it only by `stopping`, and with it goes what it has started itself.
	const service = execa(command, args, {
		...options,
		cwd,
		env,
		stdout: log,
		stderr: log,
		detached: true,
		reject: false,
	});
	services.push(service);
	void service.then(
		({ exitCode, signal }) =>
			stopping.signal.aborted || stopping.abort(trouble(`ended (${signal ?? `exit code ${exitCode}`})`)),
	);
	if (!(await holdsWithin(180_000, () => responds(`${url}${healthPath}`))))
		throw trouble('was not ready within 3 minutes');
	return url;
}

/**
 * Waits until the condition holds, and tells whether it did in time.
 * @param {number} ms
 * @param {() => Promise<boolean>} condition
 * @throws what `stopping` was aborted with
 */
export async function holdsWithin(ms, condition) {
	const deadline = Date.now() + ms;
	while (!(await condition())) {
		stopping.signal.throwIfAborted();
		if (Date.now() > deadline) return false;
		await sleep(100);
	}
	return true;
}

/**
 * Whether a GET of this address succeeds.
 * @param {string} url
 */
export const responds = async (url) =>
	await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
		({ ok }) => ok,
		() => false,
	);

/** Waits until all that was started has ended, and ends by force what a program has left behind. */
export async function stopAll() {
	stopping.abort();
	await Promise.all(services);
	await execa('kill', ['-s', 'KILL', '--', ...services.map(({ pid }) => `-${pid}`)], { shell: true, reject: false });
}
