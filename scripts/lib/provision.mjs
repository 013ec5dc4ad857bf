import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifest } from './build.mjs';
import { fingerprint } from './fingerprint.mjs';
import { n8nApi } from './n8n-api.mjs';
import { root } from './paths.mjs';

const CREDENTIAL = { name: 'Email Marketing sandbox', type: 'emailMarketingApi' };

/** The account to log in to n8n with. It opens nothing but a local demo, so it is no secret. */
export const owner = { email: 'demo@example.com', password: 'EmailMarketing1', firstName: 'Demo', lastName: 'Owner' };

/**
 * Puts into a running n8n what a newcomer needs: an account, the sandbox's credential, the example workflows.
 * Run again, it adds what is missing and leaves alone what a person has changed or deleted.
 * @returns {Promise<{ownPassword: boolean}>} whether a person has chosen another password, so that nothing was touched
 */
export async function provision({ n8nUrl, sandboxUrl, token, userFolder }) {
	const api = n8nApi(n8nUrl);
	if (!(await logIn(api))) return { ownPassword: true };
	const credential = await ensureCredential(api, sandboxUrl, token);
	await importExamples(api, credential, join(userFolder, 'examples.json'));
	return { ownPassword: false };
}

async function logIn(api) {
	const { userManagement } = await api('GET', '/settings');
	if (userManagement.showSetupOnFirstLoad) {
		await api('POST', '/owner/setup', owner);
		return true;
	}
	try {
		await api('POST', '/login', { emailOrLdapLoginId: owner.email, password: owner.password });
		return true;
	} catch (error) {
		if (error.status === 401) return false;
		throw error;
	}
}

/** Keeps the credential on the sandbox that runs now, whose port or token may have changed; one that leads elsewhere is the person's own. */
async function ensureCredential(api, baseUrl, accessToken) {
	const known = (await api('GET', '/credentials')).find(({ name, type }) => name === CREDENTIAL.name && type === CREDENTIAL.type);
	if (!known) return await api('POST', '/credentials', { ...CREDENTIAL, data: { baseUrl, accessToken, endpointPaths: '{}' } });
	const { data } = await api('GET', `/credentials/${known.id}?includeData=true`);
	const leadsToSandbox = /^http:\/\/127\.0\.0\.1:\d+$/.test(data.baseUrl);
	if (leadsToSandbox) await api('PATCH', `/credentials/${known.id}`, { ...CREDENTIAL, data: { ...data, baseUrl, accessToken } });
	return known;
}

/**
 * Imports each example once. A newer text of an example replaces the imported one only while nobody has edited it;
 * one that was deleted stays deleted.
 */
async function importExamples(api, credential, recordFile) {
	const record = existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
	const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
	for (const file of files) {
		const workflow = withCredential(JSON.parse(readFileSync(join(root, 'examples', file), 'utf8')), credential);
		const content = fingerprint(root, [join('examples', file)]);
		const imported = record[workflow.id];
		if (imported?.content === content) continue;
		const present = await find(api, workflow.id);
		if (!present && imported) continue;
		const untouched = present && present.versionId === imported?.versionId;
		if (present && !untouched) continue;
		const { versionId } = present
			? await api('PATCH', `/workflows/${workflow.id}?forceSave=true`, { ...workflow, versionId: present.versionId })
			: await api('POST', '/workflows', workflow);
		record[workflow.id] = { content, versionId };
		writeFileSync(recordFile, JSON.stringify(record, null, '\t'));
	}
}

function withCredential(workflow, { id, name }) {
	const ours = (node) => node.type.startsWith(`${manifest.name}.`);
	const nodes = workflow.nodes.map((node) => (ours(node) ? { ...node, credentials: { [CREDENTIAL.type]: { id, name } } } : node));
	return { ...workflow, nodes };
}

async function find(api, id) {
	try {
		return await api('GET', `/workflows/${id}`);
	} catch (error) {
		if (error.status === 404) return undefined;
		throw error;
	}
}
