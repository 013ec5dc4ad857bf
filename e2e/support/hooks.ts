import type { SandboxOptions } from '../../sandbox';
import { openEditor, type Editor } from './editor';
import { connectHost, type Host } from './host';
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

function useHost(): Host {
	const host: Partial<Host> = {};
	beforeAll(async () => void Object.assign(host, await connectHost()));
	afterAll(async () => await host.api?.close());
	return host as Host;
}
