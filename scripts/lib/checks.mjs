import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './paths.mjs';
import { PlainMessage } from './progress.mjs';

/**
 * Runs one check with its output shown as it comes; throws a plain message when it does not pass.
 * @param {string} name what the check is called in its closing line
 * @param {string} command as one would type it, e.g. 'npm run lint'
 * @param {string[]} [more] further arguments
 */
export async function check(name, command, more = []) {
	const [program, ...args] = command.split(' ');
	const child = spawn(program, [...args, ...more], { cwd: root, stdio: 'inherit' });
	const pass = (signal) => child.kill(signal);
	process.on('SIGTERM', pass).on('SIGINT', pass);
	const [code] = await once(child, 'exit');
	process.off('SIGTERM', pass).off('SIGINT', pass);
	if (code !== 0) throw new PlainMessage(`Stopped: ${name} did not pass. To run it alone: ${command}`);
}
