import { loadContract } from './contract';
import { createRequestLog } from './request-log';
import type { LoggedRequest } from './request-log';
import { createServer } from './server';
import { createRandom } from './store/random';
import { seedStore } from './store/seed';
import type { SeedOptions } from './store/seed';
import type { Store, World } from './store/store';

export interface SandboxOptions extends SeedOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** 127.0.0.1 by default: the sandbox is for this machine only. */
	host?: string;
	/** The same seed and clock give the same data, and the same uuids for what is created later. */
	seed?: number;
	/** The access token that is accepted. */
	token?: string;
	/** Milliseconds since 1970. */
	now?: () => number;
	/** Milliseconds between queueing an email and its being sent; 0 by default. */
	deliveryDelay?: number;
	/** How many calls `requests()` goes back. */
	requestLogSize?: number;
}

export interface Sandbox {
	/** The Base URL, without a slash at the end. */
	readonly url: string;
	readonly token: string;
	/** The data itself, for assertions. */
	readonly state: Store;
	/** The last calls, oldest first. */
	requests(): LoggedRequest[];
	/** Puts everything back as it was at the start, and forgets the calls. */
	reset(): void;
	close(): Promise<void>;
}

/** Begins to serve. Rejects with the code EADDRINUSE where the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, host = '127.0.0.1', seed = 1, token = 'sandbox-demo-token' } = options;
	const now = options.now ?? Date.now;
	const random = createRandom(seed);
	const world: World = {
		token,
		deliveryDelay: options.deliveryDelay ?? 0,
		now,
		random,
		store: seedStore(random, now(), options),
	};
	const log = createRequestLog(options.requestLogSize ?? 200);
	const app = createServer(await loadContract(), world, log);
	const url = await app.listen({ port, host });

	function reset(): void {
		world.random = createRandom(seed);
		Object.assign(world.store, seedStore(world.random, now(), options));
		log.clear();
	}

	return { url, token, state: world.store, requests: log.entries, reset, close: () => app.close() };
}
