import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { hostNode } from './install.mjs';
import { hostFolder, root } from './paths.mjs';
import { freePort } from './ports.mjs';
import { start } from './processes.mjs';
import { UserError } from './progress.mjs';

const READY_WITHIN_MS = 180_000;
const require = createRequire(import.meta.url);

/**
 * A program that serves a local address.
 * @typedef {{name: string, url: string, log: string, exited: Promise<number>, tail: () => string}} Service
 */

/**
 * Starts the sandbox of the email marketing service.
 * @returns {Promise<Service>}
 */
export async function startSandbox({ port, token, logFolder }) {
	const log = join(logFolder, 'sandbox.log');
	const url = `http://127.0.0.1:${port}`;
	const program = start(process.execPath, ['--import', pathToFileURL(require.resolve('tsx')).href, join(root, 'sandbox/main.ts')], {
		cwd: root,
		log,
		env: { SANDBOX_PORT: String(port), SANDBOX_TOKEN: token },
	});
	return await whenReady({ name: 'The sandbox', url, log, ...program }, url, () => true);
}

/**
 * Starts the n8n of host/ and waits until its REST interface answers.
 * @returns {Promise<Service>}
 */
export async function startN8n({ port, userFolder, logFolder }) {
	const log = join(logFolder, 'n8n.log');
	const url = `http://127.0.0.1:${port}`;
	const program = start(hostNode(), [join(hostFolder, 'node_modules/n8n/bin/n8n'), 'start'], {
		cwd: userFolder,
		log,
		env: { ...quietDefaults(), ...localOnly(port, userFolder), N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
	});
	return await whenReady({ name: 'n8n', url, log, ...program }, `${url}/rest/settings`, (response) =>
		response.headers.get('content-type')?.includes('json'),
	);
}

const quiet = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DISABLED_MODULES: 'instance-ai,mcp-registry',
};

/** What keeps n8n from calling out and from asking questions, except where the caller has set it. */
const quietDefaults = () => Object.fromEntries(Object.entries(quiet).filter(([name]) => !(name in process.env)));

/** What must hold whatever the caller's environment says: this folder's database, this machine only. */
const localOnly = (port, userFolder) => ({
	DB_TYPE: 'sqlite',
	N8N_USER_FOLDER: userFolder,
	N8N_PORT: String(port),
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_PROTOCOL: 'http',
	// Some browsers drop a Secure cookie on http://127.0.0.1, and logging in would go round in circles.
	N8N_SECURE_COOKIE: 'false',
});

async function whenReady(service, url, accepts) {
	const deadline = Date.now() + READY_WITHIN_MS;
	let ended;
	void service.exited.then((code) => (ended = code));
	while (Date.now() < deadline) {
		if (ended !== undefined) throw new UserError(exitReport(service, `ended with code ${ended} before it was ready`));
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
		if (response?.ok && accepts(response)) return service;
		await delay(200);
	}
	throw new UserError(exitReport(service, `was not ready within ${READY_WITHIN_MS / 1000} s`));
}

/** What to show when a service is not there: its last lines and where the rest is. */
export function exitReport({ name, log, tail }, what) {
	return `${name} ${what}. Its last lines (all of them: ${log}):\n\n${tail()}`;
}
