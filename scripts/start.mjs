import { mkdirSync } from 'node:fs';
import { build, installIntoN8n } from './lib/build.mjs';
import { listAsCommunityPackage } from './lib/community-listing.mjs';
import { provision, owner } from './lib/provision.mjs';
import { installHost, installRoot, requireNodeForN8n } from './lib/install.mjs';
import { userFolder } from './lib/paths.mjs';
import { portFrom, assertPortFree } from './lib/ports.mjs';
import { UserError, step } from './lib/progress.mjs';
import { runScript } from './lib/script.mjs';
import { exitReport, startN8n, startSandbox } from './lib/services.mjs';

const token = process.env.SANDBOX_TOKEN || 'sandbox-demo-token';
let ready = false;

await runScript(main, () => {
	console.log(ready ? 'Stopped.' : 'Stopped before it was ready. Start again to go on.');
	return ready ? 0 : 130;
});

async function main(fail) {
	requireNodeForN8n();
	const n8nPort = portFrom('N8N_PORT', 5678);
	const sandboxPort = portFrom('SANDBOX_PORT', 8787);
	if (n8nPort === sandboxPort) throw new UserError(`N8N_PORT and SANDBOX_PORT are both ${n8nPort}. Set one of them to another port.`);
	await assertPortFree(n8nPort, 'N8N_PORT');
	await assertPortFree(sandboxPort, 'SANDBOX_PORT');

	await installRoot();
	await installHost();
	await build();
	mkdirSync(userFolder, { recursive: true });
	await installIntoN8n(userFolder);

	const [sandbox, n8n] = await step(
		'Starting the sandbox and n8n',
		() =>
			Promise.all([
				startSandbox({ port: sandboxPort, token, logFolder: userFolder }),
				startN8n({ port: n8nPort, userFolder, logFolder: userFolder }),
			]),
		'about 10 seconds',
	);
	const { ownPassword } = await step('Setting up the account, the credential and the examples', async () => {
		await listAsCommunityPackage(userFolder);
		return await provision({ n8nUrl: n8n.url, sandboxUrl: sandbox.url, token, userFolder });
	});

	ready = true;
	for (const service of [sandbox, n8n]) {
		void service.exited.then(async (code) => await fail(new UserError(exitReport(service, `ended with code ${code}`))));
	}
	console.log(`
Ready.

  n8n      ${n8n.url}
           ${ownPassword ? 'log in with the account you have set up' : `log in with ${owner.email} and the password ${owner.password}`}
  Sandbox  ${sandbox.url}
           access token ${token}

Open one of the example workflows in n8n and press 'Execute workflow'; the sandbox page shows what arrived.
Ctrl-C stops both. Logs and n8n's data: ${userFolder}
`);
}
