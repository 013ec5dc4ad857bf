import { createInterface } from 'node:readline/promises';

import { runCommand } from './command';

const controller = new AbortController();
/** npm and tsx may pass the same Ctrl-C on, so another one counts only after a second. */
let interruptedAt = 0;
process.on('SIGTERM', () => controller.abort());
process.on('SIGINT', () => {
	if (Date.now() - interruptedAt < 1000) return;
	if (controller.signal.aborted) {
		console.error("Stopped. People whose address begins with 'n8n-probe-' may be left in the contact list.");
		process.exit(130);
	}
	interruptedAt = Date.now();
	controller.abort();
	console.error('Interrupted: taking its people away. Press Ctrl-C again to leave them.');
});

async function ask(question: string): Promise<boolean> {
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	lines.on('SIGINT', () => process.emit('SIGINT'));
	try {
		return /^y(es)?$/i.test((await lines.question(question, { signal: controller.signal })).trim());
	} catch {
		return false;
	} finally {
		lines.close();
	}
}

void runCommand(process.argv.slice(2), process.env, {
	out: console.log,
	err: console.error,
	ask: process.stdin.isTTY ? ask : undefined,
	interrupted: controller.signal,
}).then((code) => {
	process.exitCode = code;
});
