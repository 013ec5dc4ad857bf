import { accessSync, constants } from 'node:fs';
import { check } from './lib/checks.mjs';
import { installHost, installRoot, requireNodeForN8n } from './lib/install.mjs';
import { UserError } from './lib/progress.mjs';
import { runScript } from './lib/script.mjs';

await runScript(async () => {
	requireNodeForN8n();
	findChromium();
	await installRoot();
	await installHost();
	await check('an end-to-end test', 'npx jest --config e2e/jest.config.mjs', process.argv.slice(2));
});

function findChromium() {
	process.env.CHROMIUM_PATH ||= '/usr/bin/chromium';
	try {
		accessSync(process.env.CHROMIUM_PATH, constants.X_OK);
	} catch {
		throw new UserError(
			`There is no browser at ${process.env.CHROMIUM_PATH}. Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to one.`,
		);
	}
}
