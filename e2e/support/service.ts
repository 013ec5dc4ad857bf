import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import type { Api } from './api';

/** A sandbox inside the tests, so that they see its requests and its data, and n8n's credential for it. */
export interface Service {
	sandbox: Sandbox;
	/** What a node of this package has under `credentials`. */
	credentials: object;
	/** A contact list. */
	list: string;
	/** The addresses in it, oldest first. */
	emails: () => string[];
	close: () => Promise<void>;
}

/** The data of the credential. */
export interface ConnectionData {
	baseUrl: string;
	accessToken: string;
	endpointPaths?: string;
	allowedHttpRequestDomains?: 'all' | 'domains' | 'none';
	allowedDomains?: string;
}

/** Starts a sandbox, and saves n8n's credential for it. */
export async function startService(host: { api: Api }, options: SandboxOptions = {}): Promise<Service> {
	const sandbox = await startSandbox({ requestLogSize: 5_000, ...options });
	const [first] = sandbox.state.contactLists;
	const list = first?.uuid ?? '';
	const { credentials, remove } = await saveCredential(host, { baseUrl: sandbox.url, accessToken: sandbox.token });
	return {
		sandbox,
		credentials,
		list,
		emails: () =>
			sandbox.state.contactLists.find(({ uuid }) => uuid === list)?.subscribers.map(({ email }) => email) ?? [],
		async close() {
			await remove();
			await sandbox.close();
		},
	};
}

/**
 * Does what somebody does in the service itself, and gives the answer.
 * @throws Error where it is refused
 */
export async function callSandbox<T>(
	{ url, token }: { url: string; token: string },
	method: 'GET' | 'POST' | 'PUT',
	path: string,
	body?: object,
): Promise<T> {
	const response = await fetch(`${url}/v1${path}`, {
		method,
		headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
		body: body && JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${path}: ${await response.text()}`);
	return (await response.json()) as T;
}

/** Saves a credential in n8n, and gives what a node has under `credentials`. */
export async function saveCredential(
	{ api }: { api: Api },
	data: ConnectionData,
): Promise<{ credentials: object; remove: () => Promise<void> }> {
	const name = `Connection to ${data.baseUrl}`;
	const { id } = await api.call<{ id: string }>('POST', '/rest/credentials', {
		name,
		type: 'emailMarketingApi',
		data: { endpointPaths: '{}', ...data },
	});
	return {
		credentials: { emailMarketingApi: { id, name } },
		remove: async () => await api.call('DELETE', `/rest/credentials/${id}`),
	};
}

/** Rows with addresses that no list of the sandbox has, numbered from 1. */
export function people(count: number): Array<{ n: number; email: string }> {
	return Array.from({ length: count }, (_, index) => ({ n: index + 1, email: `person${index + 1}@example.org` }));
}
