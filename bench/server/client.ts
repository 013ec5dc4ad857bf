import { ask, child, message } from '../children';
import type { Kind, ListSetting } from './list';

/** How the server is to behave from now on, and what it holds. Without workers and windows each request takes `ms`. */
export interface Setting extends ListSetting {
	/** Latency of one request; 0 by default. */
	readonly ms?: number;
	/** How many requests it works on at the same time; the others wait. */
	readonly workers?: number;
	/** It accepts so many requests … */
	readonly perWindow?: number;
	/** … in so many seconds. */
	readonly windowS?: number;
}

/** What the server has seen since it was set. */
export interface Counts {
	requests: number;
	byKind: Partial<Record<Kind, number>>;
	/** How many different subscribers were written. */
	written: number;
	mostInFlight: number;
	/** Requests that were answered with 429. */
	refused: number;
	/** When the first request came, in ms since 1970. */
	firstAt: number;
	/** When the last answer was on its way. */
	lastAt: number;
}

export type BareServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the bare server in a process of its own. */
export async function startServer() {
	const process = child('server/bare.ts');
	const url = await message<string>(process);
	return {
		url,
		/** Begins anew, with this behaviour. */
		set: async (setting: Setting) => void (await ask(process, setting)),
		counts: async () => await ask<Counts>(process, 'counts'),
		/** Counts anew, with the list as it has become. */
		recount: async () => void (await ask(process, 'recount')),
		stop: (): void => void process.kill(),
	};
}
