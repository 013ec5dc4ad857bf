import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { end, host, installN8n, read } from '../install.mjs';
import { freePort } from './freePort.cjs';
import { startN8n, startSandbox, stopAll, stopping, userFolder } from './programs.mjs';
import { installPackage, owner, provision } from './provision.mjs';

const token = process.env.SANDBOX_TOKEN || 'sandbox-demo-token';
const n8nPort = await portFrom('N8N_PORT', 5678);
const sandboxPort = await portFrom('SANDBOX_PORT', 8787);
installN8n();
/** @type {{ version: string }} */
const { version } = read(join(host, 'node_modules/n8n/package.json'));
console.log(`Running n8n ${version}, from npm.`);

const interrupted = Symbol('interrupted');
// Ctrl-C, or nobody is there any more: the terminal is closed, or the parent with its IPC channel or the reader of the output has gone.
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => stopping.abort(interrupted));
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stopping.abort(interrupted));
/** @type {Promise<never>} */
const stopped = new Promise((_, reject) =>
	stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason)),
);

let ready = false;
try {
	mkdirSync(userFolder, { recursive: true });
	await step('Building the package and putting it into n8n', installPackage());
	const [sandbox, n8n] = await step(
		'Starting the sandbox and n8n (about 10 seconds)',
		Promise.all([startSandbox(sandboxPort, token), startN8n(n8nPort)]),
	);
	const isOurs = await step('Setting up the account, the credential and the examples', provision(n8n, sandbox, token));
	ready = true;
	console.log(`
Ready.

  n8n      ${n8n}
           ${isOurs ? `log in with ${owner.email} and the password ${owner.password}` : 'log in with the account you have set up'}
  Sandbox  ${sandbox}
           access token ${token}

Open one of the example workflows in n8n and press 'Execute workflow'; the sandbox page shows what arrived.
Ctrl-C stops both. Logs and n8n's data: ${userFolder}
`);
	await stopped;
} catch (reason) {
	if (reason === interrupted) console.log('\nStopping …');
	await stopAll();
	if (reason !== interrupted) end(reason instanceof Error ? reason.message : String(reason));
	console.log(ready ? 'Stopped.' : 'Stopped before it was ready. Start again to continue.');
	process.exit(ready ? 0 : 130);
}

/**
 * Shows what is going on, and how it went: in plain lines, which a log and a terminal of any width can take.
 * @template T
 * @param {string} text
 * @param {Promise<T>} work
 */
async function step(text, work) {
	console.log(`… ${text}`);
	try {
		const result = await Promise.race([work, stopped]);
		console.log(`✔ ${text}`);
		return result;
	} catch (reason) {
		console.log(`✖ ${text}`);
		throw reason;
	}
}

/**
 * @param {string} variable
 * @param {number} fallback
 */
async function portFrom(variable, fallback) {
	const port = Number(process.env[variable] || fallback);
	if (!(Number.isInteger(port) && port > 0 && port < 65_536))
		end(`${variable} is '${process.env[variable]}', which is not a port number. Set it to a number from 1 to 65535.`);
	const free = await freePort(port);
	if (free !== port)
		end(
			`Port ${port} is in use already, or not open to you. Set ${variable} to a free one, e.g. ${variable}=${free} npm start`,
		);
	return port;
}
