/** What came of a request, as far as the load on the service is concerned. */
export type Feedback =
	/** An answer, whatever it said. */
	| 'answered'
	/** The service had no capacity: 429, or 503 with Retry-After. */
	| 'refused'
	/** No answer in time, or none at all. */
	| 'unanswered'
	/** An answer that the service itself is failing: 500 and the like. */
	| 'broken';

/** How much of the limit is left after such an answer. */
const kept: Readonly<Record<Exclude<Feedback, 'answered'>, number>> = { refused: 0.5, unanswered: 0.5, broken: 0.9 };

const firstLimit = 10;
/** So many answers are looked at together: at least, and at most where they scatter widely. */
const windowSize = { min: 10, max: 100 };
/** A window whose mean is known to this part of itself is precise enough. */
const precision = 0.05;
/** Answers may be slower by this factor, these ms and this many standard errors before the limit is lowered; by the smaller factor, before it is doubled no more. */
const tolerance = { factor: 1.3, whileDoubling: 1.1, ms: 5, errors: 2 };
/** After so many windows, half the limit is tried for one: a service that is quicker then was asked too much. */
const windowsBetweenProbes = 16;

/** The mean time of some answers and its standard error, in ms. */
interface Timing {
	readonly ms: number;
	readonly error: number;
}

/**
 * How many requests a service takes at the same time, found out by how quickly it answers: no limit of the service is documented.
 * It grows while answers stay as quick as they were, turns back when they slow down (TCP Vegas does the same), and is
 * halved when the service refuses or does not answer. Every now and then half of it is tried, which shows what the service does unloaded (as BBR does).
 */
export class ConcurrencyLimit {
	/** How many requests may be in flight now. */
	current: number;

	/** Counts how often the limit was changed by much: a request that left before says nothing about the limit that holds now. */
	epoch = 0;

	private times: number[] = [];

	private quickest: Timing = { ms: Infinity, error: 0 };

	/** Until the service has slowed down for the first time, the limit is doubled. */
	private isGrowingFast = true;

	private windowsSinceProbe = 0;

	/** The mean of the window before, if it was slow. */
	private slowBeforeMs = Infinity;

	private probing?: { readonly limit: number; readonly ms: number };

	/** @param ceiling what is never exceeded */
	constructor(private readonly ceiling: number) {
		this.current = Math.min(firstLimit, ceiling);
	}

	/** How far apart requests should leave, in ms; a little closer than the answers come, to get to the limit, and closer yet while it grows fast. */
	get paceMs(): number {
		if (this.quickest.ms === Infinity) return 0;
		return this.quickest.ms / this.current / (this.isGrowingFast ? 2 : 1.25);
	}

	/**
	 * @param ms how long the answer took
	 * @param epoch the epoch in which the request left
	 * @param isFull whether more requests would have left if the limit had been higher
	 */
	learn(feedback: Feedback, ms: number, epoch: number, isFull: boolean): void {
		if (epoch !== this.epoch) return;
		if (feedback !== 'answered') {
			this.probing = undefined;
			this.slowBeforeMs = Infinity;
			this.lower(Math.floor(this.current * kept[feedback]));
			return;
		}
		this.times.push(ms);
		const count = this.times.length;
		if (count < Math.max(windowSize.min, this.current)) return;
		const timing = timingOf(this.times);
		if (count < windowSize.max && timing.error > precision * timing.ms) return;
		this.times = [];
		this.endWindow(timing, isFull);
	}

	private endWindow(timing: Timing, isFull: boolean): void {
		this.windowsSinceProbe += 1;
		if (this.probing !== undefined) return this.endProbe(timing, this.probing);
		if (this.isSlower(timing, tolerance.factor)) return this.turnBack(timing);
		this.slowBeforeMs = Infinity;
		if (this.isSlower(timing, tolerance.whileDoubling)) this.isGrowingFast = false;
		if (timing.ms < this.quickest.ms) this.quickest = timing;
		if (!this.isGrowingFast && this.windowsSinceProbe >= windowsBetweenProbes && this.current > 1)
			return this.probe(timing);
		if (!isFull || this.current === this.ceiling) return;
		this.current = Math.min(this.ceiling, this.isGrowingFast ? this.current * 2 : this.current + 1);
		// What left before the doubling would speak well of it.
		if (this.isGrowingFast) this.epoch += 1;
	}

	private isSlower({ ms, error }: Timing, factor: number): boolean {
		return ms > this.quickest.ms * factor + tolerance.ms + tolerance.errors * Math.hypot(error, this.quickest.error);
	}

	/** By Little's law, what is in flight beyond `current * quickest / ms` only waits. */
	private turnBack(timing: Timing): void {
		// Asked for less, and no quicker: the service itself has become slower, and that is not of our doing.
		if (timing.ms > this.slowBeforeMs * 0.9) {
			this.quickest = timing;
			this.slowBeforeMs = Infinity;
			return;
		}
		this.slowBeforeMs = timing.ms;
		this.lower(Math.min(this.current - 1, Math.round(this.current * Math.max(0.5, this.quickest.ms / timing.ms))));
	}

	private probe({ ms }: Timing): void {
		this.windowsSinceProbe = 0;
		this.probing = { limit: this.current, ms };
		this.lower(Math.ceil(this.current / 2));
	}

	private endProbe(timing: Timing, { limit, ms }: { limit: number; ms: number }): void {
		this.probing = undefined;
		this.quickest = timing;
		if (timing.ms >= ms * 0.8 - 2 * timing.error) this.current = limit;
	}

	private lower(limit: number): void {
		this.isGrowingFast = false;
		this.times = [];
		this.current = Math.max(1, limit);
		this.epoch += 1;
	}
}

function timingOf(times: readonly number[]): Timing {
	const ms = times.reduce((sum, time) => sum + time, 0) / times.length;
	const variance = times.reduce((sum, time) => sum + (time - ms) ** 2, 0) / times.length;
	return { ms, error: Math.sqrt(variance / times.length) };
}
