import { root } from './paths.mjs';
import { runShown } from './processes.mjs';
import { UserError } from './progress.mjs';

/**
 * Runs one check with its output shown as it comes; throws a plain message when it does not pass.
 * @param {string} name what did not pass, in the closing line
 * @param {string} command as one would type it, e.g. 'npm run lint'
 * @param {string[]} [more] further arguments
 */
export async function check(name, command, more = []) {
	const [program, ...args] = command.split(' ');
	const code = await runShown(program, [...args, ...more], { cwd: root });
	if (code !== 0) throw new UserError(`Stopped: ${name} did not pass. To run it alone: ${command}`);
}
