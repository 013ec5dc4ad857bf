import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs n8n in queue mode with the compose file of docs/scaling.md: PostgreSQL, Redis, n8n and its workers, on free ports of this machine.
 * It is a process of its own, so that it notices by the IPC channel when the tests are ended by force, stops everything and removes its files.
 * When all is ready it sends one message: what cluster.ts calls Ready.
 */
const stopped = new Promise((resolve) => {
	for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => resolve(undefined));
});

const folder = mkdtempSync(join(tmpdir(), 'email-marketing-queue-'));
// PostgreSQL may have to run as another user, who has to get through.
chmodSync(folder, 0o711);
process.env.N8N_USER_FOLDER = folder;
const { startCluster } = await import('./start.mjs');
const { stopAll } = await import('./programs.mjs');

let code = 0;
try {
	const ready = await Promise.race([startCluster(), stopped]);
	if (ready) process.send?.(ready);
	await stopped;
} catch (reason) {
	console.error(reason instanceof Error ? reason.message : reason);
	code = 1;
}
await stopAll();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(code);
