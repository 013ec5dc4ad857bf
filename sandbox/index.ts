import { SimpleFaker } from '@faker-js/faker';
import { loadContract } from './contract';
import { createFaultInjector } from './faults/fault-injector';
import type { FaultPlan } from './faults/plan';
import type { PagingStyleName } from './paging-styles';
import { createRequestLog, type LoggedRequest } from './request-log';
import { createServer } from './server';
import { seedStore, type SeedOptions } from './store/seed';
import type { Store, SandboxContext } from './store/store';

export interface SandboxOptions extends SeedOptions {
	/** 0, the default, chooses a free one. */
	port?: number;
	/** The access token that is accepted. */
	token?: string;
	/** Milliseconds since 1970. */
	now?: () => number;
	/** How many calls `requests()` and the page show; 1,000 by default. */
	requestLogSize?: number;
	/** Whether searches and orders of subscribers work; ignored by default. */
	searches?: boolean;
	/** The faults at the start and after each reset. */
	faults?: FaultPlan;
}

export interface Sandbox {
	/** The Base URL, without a slash at the end. */
	readonly url: string;
	readonly token: string;
	/** The data itself, for assertions. */
	readonly state: Store;
	/** The last calls, oldest first. */
	requests: () => LoggedRequest[];
	/** Replaces the fault plan and resets its counters. */
	faults: (plan: FaultPlan | undefined) => void;
	/** Changes how lists are paged: numbered at the start, as in the contract. */
	paging: (style: PagingStyleName) => void;
	/** The most calls in progress at once since the start, the last reset or the last change of faults. */
	peakInFlight: () => number;
	/** Restores the state at the start, with its faults, and forgets the calls. */
	reset: () => void;
	close: () => Promise<void>;
}

/** Entries created later get other uuids than those of the start, and the same ones after each reset. */
const seedOfTheNew = 1_000_001;

/**
 * Starts the server.
 * @throws an error with the code EADDRINUSE where the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, token = 'sandbox-demo-token', now = Date.now, searches = false } = options;
	const faker = new SimpleFaker({ seed: seedOfTheNew });
	const context: SandboxContext = { token, now, faker, searches, store: seedStore(now(), options) };
	const log = createRequestLog(options.requestLogSize ?? 1_000);
	let paging: PagingStyleName = 'numbered';
	const faultInjector = createFaultInjector(now, options.faults, log.restartPeak);
	const app = createServer(await loadContract(), context, {
		log,
		paging: () => paging,
		faultInjector,
	});
	const url = await app.listen({ port, host: '127.0.0.1' });

	function reset(): void {
		faker.seed(seedOfTheNew);
		Object.assign(context.store, seedStore(now(), options));
		log.clear();
		paging = 'numbered';
		faultInjector.use(options.faults);
	}

	return {
		url,
		token,
		state: context.store,
		requests: log.entries,
		faults: (plan) => faultInjector.use(plan),
		paging: (style) => {
			paging = style;
		},
		peakInFlight: log.peak,
		reset,
		close: () => app.close(),
	};
}
