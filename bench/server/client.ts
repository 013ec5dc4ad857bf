import { ask, child, message } from '../children';
import type { Setting } from './behaviours';
import type { Kind } from './lists';

/** What the server has seen since it was set. */
export interface Counts {
	requests: number;
	/** The same by what they asked for. */
	byKind: Partial<Record<Kind, number>>;
	distinctEmails: number;
	mostInFlight: number;
	/** Requests that were answered with 429. */
	refused: number;
	/** Requests that came sooner than a refusal had told. */
	early: number;
	/** When the first request came, in ms since 1970. */
	firstAt: number;
	/** When the last answer was on its way. */
	lastAt: number;
	/** How many were in flight, every `sampleMs` from the first request on. */
	inFlight: number[];
}

export const sampleMs = 25;

export interface BareServer {
	readonly url: string;
	/** Begins anew, with this behaviour. */
	set(setting: Setting): Promise<void>;
	counts(): Promise<Counts>;
	/** Counts anew, with the list as it has become. */
	recount(): Promise<void>;
	stop(): void;
}

/** Starts the bare server in a process of its own. */
export async function startServer(): Promise<BareServer> {
	const process = child('server/bare.ts');
	const url = await message<string>(process);
	return {
		url,
		set: async (setting) => void (await ask(process, setting)),
		counts: async () => await ask<Counts>(process, 'counts'),
		recount: async () => void (await ask(process, 'recount')),
		stop: () => process.kill(),
	};
}
