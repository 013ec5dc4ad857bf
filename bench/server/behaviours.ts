/** How long the server takes for one request, in ms, or for how many seconds it sends it away. */
type Verdict = ({ readonly ms: number } | { readonly refusedForS: number }) & {
	readonly headers?: Record<string, number>;
};

/** @param inFlight how many requests are there, with this one; @param now in ms */
type Behaviour = (inFlight: number, now: number) => Verdict;

/** How the server is to behave from now on, and what it holds. */
export interface Setting {
	readonly behaviour: keyof typeof behaviours;
	/** Latency of one request, in ms; 0 unless told. */
	readonly ms?: number;
	/** How many requests it works on at the same time. */
	readonly workers?: number;
	/** It takes so many requests … */
	readonly perWindow?: number;
	/** … in so many seconds. */
	readonly windowS?: number;
	/** Whether Redis keeps the window, by the millisecond. */
	readonly inRedis?: boolean;
	/** How many subscribers its list has. */
	readonly subscribers?: number;
	readonly pageSize?: number;
	/** Whether the list keeps what is written, and refuses to create whom it has. */
	readonly keeps?: boolean;
	/** How it became what it is, for a list that keeps; without it everybody came on the same day, and nobody has left. */
	readonly history?: History;
}

/** People came one after the other up to now. */
export interface History {
	/** In so many days. */
	readonly days: number;
	/** One of so many has left since. */
	readonly leftOneOf: number;
}

/** Each makes a server that has just been started. */
export const behaviours = {
	/** The same for everybody. */
	latency:
		({ ms = 0 }: Setting): Behaviour =>
		() => ({ ms }),

	/** So many workers, and whoever comes when all of them work waits for the first that is free. */
	workers({ ms = 0, workers = 1 }: Setting): Behaviour {
		const freeAt = new Array<number>(workers).fill(0);
		return (_inFlight, now) => {
			const first = freeAt.indexOf(Math.min(...freeAt));
			const done = Math.max(now, freeAt[first] ?? 0) + ms;
			freeAt[first] = done;
			return { ms: done - now };
		};
	},

	/** All are worked on at once; beyond what the workers can do, each takes longer. */
	sharing:
		({ ms = 0, workers = 1 }: Setting): Behaviour =>
		(inFlight) => ({ ms: ms * Math.max(1, inFlight / workers) }),

	/**
	 * Laravel's limiter: a window begins with its first request, and what is told counts in whole seconds.
	 * Kept in a database the window itself ends on the whole second, too; kept in Redis it ends up to a second later than told.
	 */
	limiter({ ms = 0, perWindow = 60, windowS = 60, inRedis = false }: Setting): Behaviour {
		let [ends, told, taken] = [0, 0, 0];
		return (_inFlight, now): Verdict => {
			const second = Math.floor(now / 1000);
			if (now >= ends) [told, ends, taken] = [second + windowS, (inRedis ? now : second * 1000) + windowS * 1000, 0];
			const refusedForS = Math.max(0, told - second);
			if (taken === perWindow)
				return {
					refusedForS,
					headers: { 'retry-after': refusedForS, 'x-ratelimit-limit': perWindow, 'x-ratelimit-remaining': 0 },
				};
			taken += 1;
			return { ms, headers: { 'x-ratelimit-limit': perWindow, 'x-ratelimit-remaining': perWindow - taken } };
		};
	},
};
