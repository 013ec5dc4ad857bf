import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../../scripts/install.mjs';
import { freePort } from '../../../scripts/start/freePort.cjs';
import { userFolder } from '../../../scripts/start/programs.mjs';
import { installPackage, owner } from '../../../scripts/start/provision.mjs';
import { composeIn, environmentOf } from './compose.ts';
import { startN8n } from './n8n.mjs';
import { findServices, startPostgres, startRedis } from './services.mjs';

/** Starts all of the compose file, and gives what cluster.ts calls Ready. */
export async function startCluster() {
	const programs = findServices();
	const { services } = composeIn(readFileSync(join(root, 'docs/scaling.md'), 'utf8'));
	const secret = () => randomBytes(32).toString('hex');
	const dotEnv = { N8N_ENCRYPTION_KEY: secret(), POSTGRES_PASSWORD: secret() };
	const [postgresPort, redisPort] = [await freePort(), await freePort()];
	// Containers know one another by name; here all are on this machine.
	const addresses = {
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresPort),
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redisPort),
	};
	/**
	 * @param {'n8n' | 'worker'} service
	 * @param {string} name
	 */
	const startService = async (service, name) =>
		await startN8n(name, services[service].command ?? '', {
			...environmentOf(services[service], dotEnv),
			...addresses,
		});
	/** @param {string} name */
	const startWorker = async (name) => ({ name, ...(await startService('worker', name)) });

	const { POSTGRES_DB, POSTGRES_USER, POSTGRES_PASSWORD } = environmentOf(services.postgres, dotEnv);
	const access = { database: POSTGRES_DB, user: POSTGRES_USER, password: POSTGRES_PASSWORD };
	const [postgres, redis] = await Promise.all([
		startPostgres(programs, join(userFolder, 'postgres'), postgresPort, access),
		startRedis(programs, join(userFolder, 'redis'), redisPort),
		installPackage(),
	]);
	const n8n = await startService('n8n', 'n8n');
	const names = Array.from({ length: services.worker.deploy?.replicas ?? 1 }, (_, index) => `worker-${index + 1}`);
	const workers = await Promise.all(names.map(startWorker));
	await setUpOwner(n8n.url);
	return { folder: userFolder, n8n, workers, others: [postgres, redis], email: owner.email, password: owner.password };
}

/**
 * Makes the account, as the first page of a new n8n does.
 * @param {string} url
 */
async function setUpOwner(url) {
	const answer = await fetch(`${url}/rest/owner/setup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(owner),
	});
	if (!answer.ok) throw new Error(`n8n did not take the account (status ${answer.status}): ${await answer.text()}`);
}
