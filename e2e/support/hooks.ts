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

/**
 * An n8n of their own, to be killed and started again; the sandbox and the credential for it outlive that.
 * @param env settings of n8n
 */
export function useMortalHost(options?: SandboxOptions, env?: Record<string, string>) {
	const host: Partial<StartedHost> = {};
	const service: Partial<Service> = {};
	let user: Awaited<ReturnType<typeof temporaryUserFolder>> | undefined;
	const folder = (): string => user?.folder ?? '';
	const start = async (): Promise<void> => void Object.assign(host, await startHost(folder(), env));

	beforeAll(async () => {
		user = await temporaryUserFolder();
		await start();
		Object.assign(service, await startService(host as StartedHost, options));
	});

	afterAll(async () => {
		await host.stop?.();
		await user?.remove();
		await service.sandbox?.close();
	});

	/** With SIGKILL: n8n does not get to save anything. */
	async function kill(): Promise<void> {
		killN8n(folder());
		// The command notices, and ends what else it has started.
		expect(await host.exited).toBe(1);
		await host.stop?.();
		expect(processesWith(folder())).toEqual([]);
	}

	return { host: host as StartedHost, service: service as Service, folder, kill, start };
}
