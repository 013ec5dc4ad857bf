import { onInterrupt, stopAll } from './processes.mjs';
import { UserError } from './progress.mjs';

/**
 * Runs the main function of a command. Ctrl-C stops all that it has started; a UserError ends it without a stack.
 * @param {(fail: (error: Error) => Promise<void>) => Promise<void>} main gets a function for what goes wrong later on
 * @param {() => number} [interrupted] says goodbye after Ctrl-C and gives the exit code
 */
export async function runScript(main, interrupted = () => 130) {
	let ending = false;
	onInterrupt(async () => {
		ending = true;
		console.log('\nStopping …');
		await stopAll();
		process.exit(interrupted());
	});

	// What breaks because the program is being stopped is no news.
	async function fail(error) {
		if (ending) return;
		ending = true;
		await stopAll();
		console.error(error instanceof UserError ? `\n${error.message}` : error);
		process.exit(1);
	}

	try {
		refuseWindows();
		await main(fail);
	} catch (error) {
		await fail(error);
	}
}

/** Programs are started and stopped here as Unix does it: by process groups, and npm by its bare name. */
function refuseWindows() {
	if (process.platform !== 'win32') return;
	throw new UserError('This does not run on Windows itself. Run it in WSL, the Windows Subsystem for Linux: https://learn.microsoft.com/windows/wsl/install');
}
