import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { host, hostNode } from '../../../scripts/install.mjs';
import { freePort } from '../../../scripts/start/freePort.cjs';
import { responds, userFolder } from '../../../scripts/start/programs.mjs';
import { start } from './programs.mjs';

/** So that n8n notices within seconds, not minutes, that a worker has died; in milliseconds. */
const impatience = {
	QUEUE_WORKER_LOCK_DURATION: '3000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '2000',
};

/**
 * Starts an n8n, as its container would be started, but on a free port of this machine.
 * @param {string} name also that of its folder, which begins with what the image has in its own: this package
 * @param {string} command that of the compose file
 * @param {Record<string, string>} environment that of the compose file
 */
export async function startN8n(name, command, environment) {
	const folder = join(userFolder, name);
	cpSync(join(userFolder, '.n8n'), join(folder, '.n8n'), { recursive: true });
	const port = String(await freePort());
	const url = `http://127.0.0.1:${port}`;
	const here = {
		// As in n8n's image.
		NODE_ENV: 'production',
		N8N_USER_FOLDER: folder,
		N8N_PROTOCOL: 'http',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: port,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_SECURE_COOKIE: 'false',
		QUEUE_HEALTH_CHECK_PORT: port,
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(await freePort()),
	};
	const n8n = [`--env-file=${join(host, 'n8n.env')}`, join(host, 'node_modules/n8n/bin/n8n'), ...command.split(' ')];
	const program = await start(name, hostNode(), n8n, {
		cwd: folder,
		env: { ...environment, ...impatience, ...here },
		isReady: () => responds(`${url}/healthz/readiness`),
		// Nothing of it is kept.
		stopSignal: 'SIGKILL',
	});
	return { ...program, url, folder };
}
