import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from './progress.mjs';

const TAIL_LINES = 25;
const STOP_WITHIN_MS = 15_000;
/** Started process groups, with the signal that ends each. */
const groups = new Map();

/** npm describes the running script to its children; a second npm below would take that for its own settings. */
const environment = Object.fromEntries(
	Object.entries(process.env).filter(([name]) => !/^npm_(package_|lifecycle_|command|execpath|node_execpath|config_local_prefix)/.test(name)),
);

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches it only through `stopAll`, in order.
 * @returns {{child, exited: Promise<number>, tail: () => string}} `tail` gives the last lines of its output
 */
export function start(command, args, { cwd, env = {}, log, endBy = 'SIGTERM' } = {}) {
	const child = spawn(command, args, { cwd, env: { ...environment, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
	const file = log ? createWriteStream(log) : undefined;
	let kept = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8');
		stream.on('data', (text) => {
			kept = `${kept}${text}`.split('\n').slice(-TAIL_LINES).join('\n');
			file?.write(text);
		});
	}
	if (child.pid) groups.set(child.pid, endBy);
	const exited = new Promise((resolve) => {
		child.once('error', (error) => {
			kept += error.message;
			resolve(1);
		});
		child.once('close', (code) => {
			file?.end();
			if (!isAlive(child.pid)) groups.delete(child.pid);
			resolve(code ?? 1);
		});
	});
	return { child, exited, tail: () => kept.trim() };
}

/** Runs a program to its end, quietly; its last lines are shown only when it does not succeed. */
export async function run(command, args, { cwd, env, hint = '' } = {}) {
	// npm takes its time to tidy up when asked to end; what it leaves half done is done again anyway.
	const { exited, tail } = start(command, args, { cwd, env, endBy: 'SIGKILL' });
	const code = await exited;
	if (code === 0) return;
	throw new UserError(`'${[command, ...args].join(' ')}' ended with code ${code}. Its last lines:\n\n${tail()}\n\n${hint}`.trimEnd());
}

/** Runs a program to its end with its output shown as it comes, and gives its exit code. */
export async function runShown(command, args, { cwd }) {
	const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
	groups.set(child.pid, 'SIGTERM');
	const [code] = await once(child, 'close');
	groups.delete(child.pid);
	return code ?? 1;
}

/** Asks every started group to end, waits for it, and ends by force what is left after that. */
export async function stopAll() {
	const deadline = Date.now() + STOP_WITHIN_MS;
	for (const [group, endBy] of groups) signal(group, endBy);
	while ([...groups.keys()].some(isAlive) && Date.now() < deadline) await delay(50);
	for (const group of groups.keys()) signal(group, 'SIGKILL');
	groups.clear();
}

/**
 * Calls `stop` once: at the first Ctrl-C or SIGTERM, or when nobody is there any more: the terminal is closed, the
 * reader of the output has gone, or the parent that holds an IPC channel has.
 */
export function onInterrupt(stop) {
	let stopping = false;
	const first = () => {
		if (stopping) return;
		stopping = true;
		stop();
	};
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(name, first);
	for (const stream of [process.stdout, process.stderr]) stream.on('error', first);
}

function signal(group, name) {
	try {
		process.kill(-group, name);
	} catch (error) {
		if (error.code !== 'ESRCH') throw error;
	}
}

function isAlive(group) {
	try {
		process.kill(-group, 0);
		return true;
	} catch {
		return false;
	}
}
