import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { request } from 'playwright-core';

import { read, root } from '../install.mjs';
import { run, userFolder } from './programs.mjs';

/**
 * A call of n8n's REST interface; the type is what the caller takes its answer for.
 * @typedef {<T>(method: string, path: string, data?: object) => Promise<T>} Call
 * @typedef {(method: string, path: string, data?: object) => Promise<number>} Status
 * @typedef {{ id: string, name: string, type: string }} Credential
 * @typedef {{ id: string, nodes: Array<{ type: string, credentials?: object }> }} Workflow
 */

/** The account to log in to n8n with. It opens nothing but a local demo, so it is no secret. */
export const owner = { email: 'demo@example.com', password: 'EmailMarketing1', firstName: 'Demo', lastName: 'Owner' };

/** @type {{ name: string }} */
const { name: packageName } = read(join(root, 'package.json'));
const sandboxCredential = { name: 'Email Marketing sandbox', type: 'emailMarketingApi' };

/**
 * Builds what has changed, packs the package as it would be published, and unpacks it where n8n does that with a community package.
 * n8n loads whatever lies there. Under Settings > Community nodes it lists only what it has fetched from npm itself.
 */
export async function installPackage() {
	const folder = join(userFolder, '.n8n/nodes');
	const installed = join(folder, 'node_modules', packageName);
	await run('npx', ['gulp', 'make']);
	rmSync(installed, { recursive: true, force: true });
	mkdirSync(installed, { recursive: true });
	const { stdout: tarball } = await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]);
	await run('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
	rmSync(join(folder, tarball));
}

/**
 * Puts into a running n8n what a newcomer needs, by the REST interface that its editor uses: an account, the sandbox's credential, the examples.
 * @param {string} n8nUrl
 * @param {string} baseUrl
 * @param {string} accessToken
 * @returns {Promise<boolean>} false where a person has chosen another password, so that nothing was touched
 */
export async function provision(n8nUrl, baseUrl, accessToken) {
	// n8n ties a log-in to the browser that made it.
	const n8n = await request.newContext({
		baseURL: n8nUrl,
		extraHTTPHeaders: { 'browser-id': randomUUID() },
		failOnStatusCode: true,
	});
	/** @type {Call} */
	const call = async (method, path, data) => (await (await n8n.fetch(`/rest${path}`, { method, data })).json()).data;
	/** @type {Status} */
	const status = async (method, path, data) =>
		(await n8n.fetch(`/rest${path}`, { method, data, failOnStatusCode: false })).status();

	/** @type {{ userManagement: { showSetupOnFirstLoad: boolean } }} */
	const { userManagement } = await call('GET', '/settings');
	if (userManagement.showSetupOnFirstLoad) await call('POST', '/owner/setup', owner);
	else if ((await status('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password })) === 401)
		return false;
	const credential = await ensureCredential(call, { baseUrl, accessToken });
	await importExamples(call, status, credential);
	return true;
}

/**
 * Keeps the credential on the sandbox that runs now, whose port or token may have changed; one that leads elsewhere is the person's own.
 * @param {Call} call
 * @param {{ baseUrl: string, accessToken: string }} access
 * @returns {Promise<Credential>}
 */
async function ensureCredential(call, access) {
	/** @type {Credential[]} */
	const all = await call('GET', '/credentials');
	const known = all.find(({ name, type }) => name === sandboxCredential.name && type === sandboxCredential.type);
	if (!known)
		return await call('POST', '/credentials', { ...sandboxCredential, data: { ...access, endpointPaths: '{}' } });
	/** @type {{ data: { baseUrl: string } }} */
	const { data } = await call('GET', `/credentials/${known.id}?includeData=true`);
	if (/^http:\/\/127\.0\.0\.1:\d+$/.test(data.baseUrl))
		await call('PATCH', `/credentials/${known.id}`, { ...sandboxCredential, data: { ...data, ...access } });
	return known;
}

/**
 * Imports each example once: what a person has changed or deleted since then stays as it is.
 * @param {Call} call
 * @param {Status} status
 * @param {Credential} credential
 */
async function importExamples(call, status, { id, name }) {
	const record = join(userFolder, 'examples.json');
	/** @type {Record<string, true>} */
	const imported = existsSync(record) ? read(record) : {};
	for (const file of readdirSync(join(root, 'examples')).filter((entry) => entry.endsWith('.json'))) {
		/** @type {Workflow} */
		const workflow = read(join(root, 'examples', file));
		if (workflow.id in imported) continue;
		for (const node of workflow.nodes)
			if (node.type.startsWith(`${packageName}.`)) node.credentials = { [sandboxCredential.type]: { id, name } };
		// One is there already where a start was stopped between these two lines.
		if ((await status('GET', `/workflows/${workflow.id}`)) === 404) await call('POST', '/workflows', workflow);
		writeFileSync(record, JSON.stringify(Object.assign(imported, { [workflow.id]: true })));
	}
}
