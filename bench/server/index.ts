import type { Kind } from '../../test/laravel/LaravelList';
import { ask, child, message } from '../children';

/** How the server is to behave from now on, and what it holds. Without workers and windows each request takes `ms`. */
export interface Setting {
	/** Subscribers at first; none by default. */
	readonly subscribers?: number;
	/** In how many days up to now they came; by default they came long ago. */
	readonly days?: number;
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
	/** How many subscribers it has more than at first. */
	created: number;
	mostInFlight: number;
	/** Requests that were answered with 429. */
	refused: number;
	/** When the first request came, in ms since 1970. */
	firstAt: number;
	/** When the last answer was on its way. */
	lastAt: number;
}

export type BareServer = Awaited<ReturnType<typeof startServer>>;

/** Starts the list of the tests in a process of its own, with 100 entries a page. */
export async function startServer() {
	const process = child('server/process.ts');
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
