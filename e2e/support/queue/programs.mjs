import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';

import { holdsWithin, stopping, userFolder } from '../../../scripts/start/programs.mjs';

/** A program that does not stop when it is asked to is ended after this time. */
const forceAfterMs = 15_000;

/**
 * @typedef {import('execa').ResultPromise} Program
 * @typedef {{ isReady: () => Promise<boolean>, stopSignal: NodeJS.Signals }} Serving
 */

/**
 * What runs, the oldest first.
 * @type {Array<{ program: Program, stopSignal: NodeJS.Signals }>}
 */
const started = [];

/**
 * Starts a program that serves, with a log of its own, and waits until it is ready.
 * @param {string} name
 * @param {string} command
 * @param {ReadonlyArray<string | number>} args
 * @param {import('execa').Options & Serving} how
 * @returns {Promise<{ pid: number, log: string }>} the leader of its process group, and its log file
 */
export async function start(name, command, args, { isReady, stopSignal, ...options }) {
	stopping.signal.throwIfAborted();
	const log = join(userFolder, `${name}.log`);
	// With one in a group of its own goes what it has started itself.
	const program = execa(command, args.map(String), {
		...options,
		stdin: 'ignore',
		stdout: { file: log },
		stderr: { file: log },
		detached: true,
		reject: false,
	});
	started.push({ program, stopSignal });
	const ended = program.then(({ signal, exitCode }) => trouble(`ended (${signal ?? `exit code ${exitCode}`})`));
	const inTime = holdsWithin(120_000, isReady).then((holds) => holds || trouble('was not ready within 2 minutes'));
	ended.catch(() => {});
	await Promise.race([inTime, ended]);
	return { pid: program.pid ?? NaN, log };

	/**
	 * @param {string} what
	 * @returns {never}
	 */
	function trouble(what) {
		const lines = readFileSync(log, 'utf8').trim().split('\n').slice(-25).join('\n');
		throw new Error(`${name} ${what}. Its last lines:\n\n${lines}`);
	}
}

/** Ends all that was started, the newest first, and waits for it. */
export async function stopAll() {
	stopping.abort();
	for (const { program, stopSignal } of started.toReversed()) {
		end(program, stopSignal);
		const force = setTimeout(() => end(program, 'SIGKILL'), forceAfterMs);
		await program;
		clearTimeout(force);
	}
}

/**
 * @param {Program} program
 * @param {NodeJS.Signals} signal
 */
function end(program, signal) {
	try {
		if (program.pid !== undefined) process.kill(-program.pid, signal);
	} catch {
		// It has ended already, or was never there.
	}
}
