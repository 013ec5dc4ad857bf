import { subscribe, unsubscribe } from 'node:diagnostics_channel';

interface Timer {
	readonly atMs: number;
	readonly run: () => void;
}

/** After this many turns of the event loop without a request in flight, everything waits for a timer. */
const quietTurns = 20;

/**
 * Runs work in simulated time, which stops while a request is in flight and then jumps to the next timer.
 * `Date.now` and `setTimeout` follow it; Node's own timeouts do not.
 * @returns the result of the work, and how long it took in ms
 */
export async function inSimulatedTime<T>(work: () => Promise<T>): Promise<{ readonly value: T; readonly ms: number }> {
	const actual = { now: Date.now, setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
	const startedMs = Date.now();
	let nowMs = startedMs;
	let inFlight = 0;
	let quiet = 0;
	let isDone = false;
	const timers = new Set<Timer>();
	const later = (run: () => void, ms = 0): Timer => {
		const timer = { atMs: nowMs + ms, run, ref: () => timer, unref: () => timer };
		timers.add(timer);
		return timer;
	};
	const begin = (): void => {
		inFlight += 1;
	};
	const end = (): void => {
		inFlight -= 1;
	};
	const turn = (): void => {
		quiet = inFlight > 0 ? 0 : quiet + 1;
		if (quiet > quietTurns && timers.size > 0) {
			quiet = 0;
			nowMs = Math.max(nowMs, Math.min(...[...timers].map(({ atMs }) => atMs)));
			const due = [...timers].filter(({ atMs }) => atMs <= nowMs);
			for (const timer of due) if (timers.delete(timer)) timer.run();
		}
		if (!isDone) setImmediate(turn);
	};
	Date.now = () => nowMs;
	Object.assign(globalThis, { setTimeout: later, clearTimeout: (timer: Timer) => void timers.delete(timer) });
	subscribe('http.client.request.start', begin);
	subscribe('http.client.response.finish', end);
	turn();
	try {
		return { value: await work(), ms: nowMs - startedMs };
	} finally {
		isDone = true;
		unsubscribe('http.client.request.start', begin);
		unsubscribe('http.client.response.finish', end);
		Date.now = actual.now;
		Object.assign(globalThis, { setTimeout: actual.setTimeout, clearTimeout: actual.clearTimeout });
	}
}
