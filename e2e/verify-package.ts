import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { request } from 'playwright-core';

import { name } from '../package.json';
import { freePort } from '../scripts/start/freePort.cjs';
import { apiOf } from './support/api';
import { buildFaults, contentFaults, installPackage, pack, unpack, type Packed } from './support/package';
import { scan } from './support/scan';

const expected = { nodes: ['emailMarketing', 'emailMarketingTrigger'], credentials: ['emailMarketingApi'] };

/** Stops what is running. */
let stopAll = async (): Promise<void> => {};

/**
 * `npm run verify:package`: whether what would be published is what it should be, passes n8n's scanner, and is there in an n8n that had nothing.
 * `npm run verify:package -- <folder>` packs another folder.
 */
async function main(folder?: string): Promise<void> {
	const workFolder = await mkdtemp(join(tmpdir(), 'email-marketing-package-'));
	// Ctrl-C ends neither n8n, which has a process group of its own, nor what would come after it here.
	for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.once(event, () => void stopAll().finally(() => process.exit(130)));
	process.once('exit', () => rmSync(workFolder, { recursive: true, force: true, maxRetries: 5 }));
	const packed = await pack(workFolder, folder);
	const faults = [...contentFaults(packed), ...(await buildFaults(packed.files, folder))];
	judge(`Packed: ${packed.files.length} files, ${packed.size} bytes`, faults);
	judge("n8n's scanner finds nothing", await scan(await unpack(packed.tarball, join(workFolder, 'unpacked'))));
	judge(...(await askN8n(packed, join(workFolder, 'n8n'))));
	console.log('The package can be published.');
}

/** Says what holds; throws where something does not. */
function judge(holds: string, faults: readonly string[]): void {
	if (faults.length > 0)
		throw new Error(`This package must not be published:\n${faults.map((fault) => `✗ ${fault}`).join('\n')}`);
	console.log(`✓ ${holds}`);
}

/** Installs the package in an empty n8n and asks that for its nodes and credentials. */
async function askN8n({ tarball }: Packed, userFolder: string): Promise<[holds: string, faults: string[]]> {
	await installPackage(tarball, userFolder);
	// Read where it is loaded.
	process.env.N8N_USER_FOLDER = userFolder;
	const programs = (await load('scripts/start/programs.mjs')) as {
		startN8n(port: number): Promise<string>;
		stopAll: () => Promise<void>;
	};
	const { owner } = (await load('scripts/start/provision.mjs')) as { owner: { email: string; password: string } };
	stopAll = programs.stopAll;
	try {
		const url = await programs.startN8n(await freePort());
		const setUp = await request.newContext({ baseURL: url });
		await setUp.post('/rest/owner/setup', { data: owner, failOnStatusCode: true });
		await setUp.dispose();
		const api = await apiOf(url, owner.email, owner.password);
		const nodes = (await api.call<Array<{ name: string }>>('GET', '/types/nodes.json')).map((type) => type.name);
		const credentials = (await api.call<Array<{ name: string }>>('GET', '/types/credentials.json')).map(
			(type) => type.name,
		);
		await api.close();
		const missing = [
			...expected.nodes.map((node) => `${name}.${node}`).filter((node) => !nodes.includes(node)),
			...expected.credentials.filter((credential) => !credentials.includes(credential)),
		];
		const listed = [...nodes.filter((node) => node.startsWith(`${name}.`)), ...expected.credentials];
		return [`An empty n8n lists ${listed.join(', ')}`, missing.map((type) => `n8n does not list ${type}.`)];
	} finally {
		await stopAll();
	}
}

/** A module of `npm start`. */
async function load(path: string): Promise<unknown> {
	return await import(pathToFileURL(resolve(__dirname, '..', path)).href);
}

void main(...process.argv.slice(2)).catch((reason: unknown) => {
	console.error(`\n${reason instanceof Error ? reason.message : String(reason)}`);
	process.exitCode = 1;
});
