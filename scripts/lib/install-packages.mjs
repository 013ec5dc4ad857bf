import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprint } from './fingerprint.mjs';
import { UserError, step } from './progress.mjs';

const MARKER = '.install-begun';
/** A running install touches its marker every few seconds; one that has not been touched for this long is a leftover. */
const STALE_AFTER_MS = 30_000;

/**
 * Fills the node_modules of a folder when they are missing, half-filled, or their list has changed.
 * @param {string} folder holds package.json and package-lock.json
 * @param {(folder: string) => Promise<void>} fill does the work, as `npm install` does: with a node_modules/.package-lock.json at the end
 * @param {{label: string, hint?: string, touchEveryMs?: number}} options what `step` shows, and how often the marker is touched
 * @throws {UserError} where another program is at it
 */
export async function installPackages(folder, fill, { label, hint, touchEveryMs = 5_000 }) {
	const modules = join(folder, 'node_modules');
	const begun = join(modules, MARKER);
	const done = join(modules, '.install-done');
	const wanted = fingerprint(folder, ['package.json', 'package-lock.json', '.npmrc']);
	const interrupted = existsSync(begun);
	if (!interrupted && existsSync(done) && readFileSync(done, 'utf8') === wanted) return;
	if (interrupted && isHeld(begun)) throw busy(modules);
	// npm takes a half-unpacked package for an installed one, so what an interrupted install left is no use.
	const halfFilled = interrupted || !existsSync(join(modules, '.package-lock.json'));
	mkdirSync(modules, { recursive: true });
	mark(begun, interrupted, modules);
	const heartbeat = setInterval(() => touch(begun), touchEveryMs);
	try {
		await step(
			label,
			async () => {
				if (halfFilled) await empty(modules);
				await fill(folder);
				writeFileSync(done, wanted);
				rmSync(begun);
			},
			hint,
		);
	} finally {
		clearInterval(heartbeat);
	}
}

/** Removes all but the marker: it stays for the case that this is interrupted too. */
async function empty(modules) {
	for (const name of readdirSync(modules)) {
		if (name !== MARKER) await rm(join(modules, name), { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Writes the marker, over a leftover one or else only where there is none: another start may have been faster. */
function mark(begun, overwrite, modules) {
	try {
		writeFileSync(begun, String(process.pid), { flag: overwrite ? 'w' : 'wx' });
	} catch (error) {
		throw error.code === 'EEXIST' ? busy(modules) : error;
	}
}

function touch(begun) {
	const now = new Date();
	try {
		utimesSync(begun, now, now);
	} catch {
		// Somebody has deleted node_modules in the middle of it: npm will say so.
	}
}

const busy = (modules) => new UserError(`Another program is installing into ${modules} at this moment. Start again when it has finished.`);

/** Whether the program that wrote the marker is still installing. Its pid alone proves nothing: containers give the same ones again. */
function isHeld(begun) {
	const pid = Number(readFileSync(begun, 'utf8'));
	const isFresh = Math.abs(Date.now() - statSync(begun).mtimeMs) < STALE_AFTER_MS;
	return isFresh && pid !== process.pid && isRunning(pid);
}

function isRunning(pid) {
	try {
		// Signal 0 only asks; 0 itself would be this program's own group.
		return pid > 0 && process.kill(pid, 0);
	} catch (error) {
		// Somebody else's program may not be asked, but it is there.
		return error.code === 'EPERM';
	}
}
