import type { SandboxOptions } from '../../sandbox';
import { openEditor, type Editor } from './editor';
import { connectHost, startHost, temporaryUserFolder, type Host, type StartedHost } from './host';
import { killN8n, processesWith } from './processes';
import { startService, type Service } from './service';

/**
 * For the tests of a describe: the host that the files share, and a sandbox of their own. Both are there once the tests
 * begin, and closed after them; hooks that need them come after this.
 */
export function useService(options?: SandboxOptions): { host: Host; service: Service } {
	const service: Partial<Service> = {};
	// Hooks run in the order in which they are written, and a service takes its credential out of the host.
	afterAll(async () => await service.close?.());
	const host = useHost();
	beforeAll(async () => void Object.assign(service, await startService(host, options)));
	return { host, service: service as Service };
}

/** The same with n8n's editor. */
export function useEditor(): { host: Host; editor: Editor } {
	const editor: Partial<Editor> = {};
	afterAll(async () => await editor.close?.());
	const host = useHost();
	beforeAll(async () => void Object.assign(editor, await openEditor(host)));
	return { host, editor: editor as Editor };
}

/** The same with nothing but the host. */
export function useHost(): Host {
	const host: Partial<Host> = {};
	beforeAll(async () => void Object.assign(host, await connectHost()));
	afterAll(async () => await host.api?.close());
	return host as Host;
}

/** An n8n to be killed and started again, with a sandbox that outlives that. */
export interface MortalHost {
	host: StartedHost;
	service: Service;
	folder: () => string;
	/** With SIGKILL: n8n does not get to save anything. */
	kill: () => Promise<void>;
	start: () => Promise<void>;
}

/**
 * One such n8n for each of these environments, and the credential for its sandbox.
 * @param envs settings of n8n
 */
export function useMortalHosts<Envs extends Array<Record<string, string>>>(options: SandboxOptions, ...envs: Envs) {
	const hosts = envs.map((env) => mortalHost(options, env));
	beforeAll(async () => await atOnce(hosts, async ({ open }) => await open()));
	afterAll(async () => await atOnce(hosts, async ({ close }) => await close()));
	return hosts as { [Index in keyof Envs]: MortalHost };
}

function mortalHost(options: SandboxOptions, env: Record<string, string>) {
	const host: Partial<StartedHost> = {};
	const service: Partial<Service> = {};
	let user: Awaited<ReturnType<typeof temporaryUserFolder>> | undefined;
	const folder = (): string => user?.folder ?? '';
	const start = async (): Promise<void> => void Object.assign(host, await startHost(folder(), env));

	async function open(): Promise<void> {
		user = await temporaryUserFolder();
		await start();
		Object.assign(service, await startService(host as StartedHost, options));
	}

	async function close(): Promise<void> {
		await host.stop?.();
		await user?.remove();
		await service.sandbox?.close();
	}

	async function kill(): Promise<void> {
		killN8n(folder());
		// The command notices, and ends what else it has started.
		expect(await host.exited).toBe(1);
		await host.stop?.();
		expect(processesWith(folder())).toEqual([]);
	}

	return { host: host as StartedHost, service: service as Service, folder, kill, start, open, close };
}

/** Does the same with each at the same time, and fails as the first that has failed, once all have ended. */
export async function atOnce<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
	for (const outcome of await Promise.allSettled(all.map(work)))
		if (outcome.status === 'rejected') throw outcome.reason;
}
