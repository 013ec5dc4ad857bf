import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { freePort } from '../../scripts/start/freePort.cjs';
import { apiOf, type Api } from './api';
import { until } from './until';

const root = resolve(__dirname, '../..');

/** Where a host is, and the account that `npm start` prints. */
export interface Address {
	n8nUrl: string;
	sandboxUrl: string;
	email: string;
	password: string;
	/** Of the sandbox. */
	token: string;
}

/** What `npm start` starts, for a client. */
export interface Host extends Address {
	/** n8n's REST interface, logged in as that account. */
	api: Api;
}

export interface StartedHost extends Host {
	/** Everything that was printed so far. */
	output: () => string;
	/** The exit code, once it has ended. */
	exited: Promise<number | null>;
	/** Does what Ctrl-C does, and gives the exit code. */
	stop: () => Promise<number | null>;
}

interface StartedCommand {
	output: () => string;
	exited: Promise<number | null>;
	interrupt: () => void;
}

/** Where the tests of all files find the host that they share. */
const sharedHost = 'E2E_HOST';

/** Names the host that `connectHost` leads to, here and in every process that is started from here on. */
export function shareHost({ n8nUrl, sandboxUrl, email, password, token }: Address): void {
	process.env[sharedHost] = JSON.stringify({ n8nUrl, sandboxUrl, email, password, token });
}

/** A client of the host that the files share: a start of n8n costs ten seconds. What they keep in it lies side by side. */
export async function connectHost(): Promise<Host> {
	return await clientOf(JSON.parse(process.env[sharedHost] ?? '') as Address);
}

/** The environment of these tests without what Jest adds: with its NODE_ENV, n8n would take itself to be under test. */
export function withoutJest(): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(process.env).filter(([name]) => name !== 'NODE_ENV' && name !== 'JEST_WORKER_ID'),
	);
}

/** Runs the program behind `npm start` with these environment variables on top. */
export function runStartCommand(env: Record<string, string>): StartedCommand {
	const child = spawn(process.execPath, ['scripts/start.mjs'], {
		cwd: root,
		env: { ...withoutJest(), ...env },
		// By the channel it notices when the tests are ended by force, and stops.
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	let printed = '';
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text));
	return {
		output: () => printed,
		exited: new Promise((done) => child.once('close', done)),
		interrupt: () => child.kill('SIGINT'),
	};
}

/** Variables of the environment that set free ports. */
export async function freePorts(): Promise<Record<'N8N_PORT' | 'SANDBOX_PORT', string>> {
	return { N8N_PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
}

/** An empty user folder for n8n, and the function that removes it. */
export async function temporaryUserFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), 'email-marketing-e2e-'));
	return { folder, remove: async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Starts the sandbox and n8n on free ports and waits until both are ready.
 * @param folder an n8n user folder to keep; without it, an empty one that goes away with `stop`
 * @param env settings of n8n
 */
export async function startHost(folder?: string, env: Record<string, string> = {}): Promise<StartedHost> {
	const own = folder === undefined ? await temporaryUserFolder() : undefined;
	const ports = await freePorts();
	const command = runStartCommand({ N8N_USER_FOLDER: folder ?? own?.folder ?? '', ...ports, ...env });
	await readiness(command);

	const [, email = '', password = ''] = /log in with (\S+) and the password (\S+)/.exec(command.output()) ?? [];
	const [, token = ''] = /access token (\S+)/.exec(command.output()) ?? [];
	const client = await clientOf({
		n8nUrl: `http://127.0.0.1:${ports.N8N_PORT}`,
		sandboxUrl: `http://127.0.0.1:${ports.SANDBOX_PORT}`,
		email,
		password,
		token,
	});

	return {
		...client,
		output: command.output,
		exited: command.exited,
		async stop() {
			await client.api.close();
			command.interrupt();
			const code = await command.exited;
			await own?.remove();
			return code;
		},
	};
}

async function clientOf(address: Address): Promise<Host> {
	return { ...address, api: await apiOf(address.n8nUrl, address.email, address.password) };
}

async function readiness(command: StartedCommand): Promise<void> {
	let ended = false;
	void command.exited.then(() => (ended = true));
	const isReady = (): boolean => ended || command.output().includes('Ctrl-C stops');
	await until(isReady, 'npm start to be ready').catch(async (thrown: unknown) => {
		command.interrupt();
		await command.exited;
		throw thrown;
	});
	if (ended) throw new Error(`npm start ended before it was ready:\n${command.output()}`);
}
