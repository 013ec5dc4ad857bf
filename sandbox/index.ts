import { SimpleFaker } from '@faker-js/faker';
import { loadContract } from './contract';
import { createFaultInjector } from './faults/fault-injector';
import type { FaultPlan } from './faults/plan';
import { readPlan } from './faults/read-plan';
import type { PagingStyleName } from './paging-styles';
import type { PerPageName } from './per-page';
import { createRequestLog, type LoggedRequest } from './request-log';
import type { Searches } from './searches';
import { createServer } from './server';
import { seedStore, type SeedOptions } from './store/seed';
import type { Store, SandboxContext } from './store/store';

export interface SandboxOptions extends SeedOptions {
	/** 0, the default, chooses a free one. */
	port?: number;
	/** The same seed and clock produce the same data, and the same uuids for entries created later. */
	seed?: number;
	/** The access token that is accepted. */
	token?: string;
	/** Milliseconds since 1970. */
	now?: () => number;
	/** How many calls `requests()` and the page show; 1,000 by default. */
	requestLogSize?: number;
	/** How lists are paged at the start and after each reset; numbered by default, as in the contract. */
	paging?: PagingStyleName;
	/** How `?per_page=` is treated; honoured by default. */
	perPage?: PerPageName;
	/** How searches and orders of subscribers are treated; ignored by default. */
	searches?: Searches;
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
	/** Replaces the fault plan and resets its counters. Throws where the plan is invalid. */
	faults: (plan: FaultPlan | undefined) => void;
	/** Replaces how lists are paged. */
	paging: (style: PagingStyleName) => void;
	/** The most calls in progress at once since the start, the last reset or the last change of faults. */
	peakInFlight: () => number;
	/** Restores the state at the start, with its faults and paging, and forgets the calls. */
	reset: () => void;
	close: () => Promise<void>;
}

/**
 * Starts the server.
 * @throws an error with the code EADDRINUSE where the port is taken
 * @throws HttpError where the fault plan is invalid
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const { port = 0, seed = 1, token = 'sandbox-demo-token' } = options;
	const now = options.now ?? Date.now;
	// Entries created later get other uuids than those of the start.
	const seedOfTheNew = seed + 1_000_000;
	const faker = new SimpleFaker({ seed: seedOfTheNew });
	const context: SandboxContext = {
		token,
		now,
		faker,
		searches: options.searches ?? {},
		store: seedStore(seed, now(), options),
	};
	const log = createRequestLog(options.requestLogSize ?? 1_000);
	const firstPaging = options.paging ?? 'numbered';
	let paging = firstPaging;
	const firstPlan = readPlan(options.faults ?? {});
	const faultInjector = createFaultInjector(now, firstPlan, log.restartPeak);
	const app = createServer(await loadContract(), context, {
		log,
		paging: () => paging,
		perPage: options.perPage ?? 'honoured',
		faultInjector,
	});
	const url = await app.listen({ port, host: '127.0.0.1' });

	function reset(): void {
		faker.seed(seedOfTheNew);
		Object.assign(context.store, seedStore(seed, now(), options));
		log.clear();
		paging = firstPaging;
		faultInjector.use(firstPlan);
	}

	return {
		url,
		token,
		state: context.store,
		requests: log.entries,
		faults: (plan) => faultInjector.use(readPlan(plan ?? {})),
		paging: (style) => {
			paging = style;
		},
		peakInFlight: log.peak,
		reset,
		close: () => app.close(),
	};
}
