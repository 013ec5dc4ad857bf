import { notSentAfter, UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import { AbortError } from '../transport/wait';

/** After a streak of so many failures, the service or the connection counts as down. */
const mostFailures = 5;

/** How many turns may be under way before the first has succeeded. */
const firstRoom = 10;

/**
 * Ends the sending of a run if the service or the connection is down, or the access token is rejected. Until that is
 * certain, little is sent: ten turns at a time until the first success, and one at a time while there are five failures
 * without a success since. A turn is an item, a row, or a request of many rows.
 */
export class Outage {
	private readonly waiting: Array<() => void> = [];
	private underWay = 0;
	private hasSucceeded = false;
	private failuresSinceSuccess = 0;
	private lastTurn = 0;
	/** By turn, unless it succeeded or is under way. `neutral`: nothing was sent, or its failure was counted before. */
	private readonly failedOrNeutral = new Map<number, 'failed' | 'neutral'>();
	private readonly counted = new Set<UserFacingError>();

	constructor(private readonly client: Pick<ApiClient, 'signal' | 'stop'>) {}

	/** Why the rest is not sent; `undefined` also if the execution was cancelled. */
	get stopReason(): UserFacingError | undefined {
		const { reason } = this.client.signal as { reason: unknown };
		return reason instanceof UserFacingError ? reason : undefined;
	}

	/**
	 * Does the work of an item, a row, or a request of many rows when its turn comes.
	 * @param isUnsent whether a result was reached without a request, and so is no success of the service
	 * @throws AbortError if the sending has ended before
	 */
	async attempt<T>(work: () => Promise<T>, isUnsent?: (result: T) => boolean): Promise<T> {
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			this.startNext();
		});
		this.lastTurn += 1;
		const turn = this.lastTurn;
		const doing = this.client.signal.aborted ? Promise.reject(new AbortError()) : work();
		await doing.then(
			(result) => (isUnsent?.(result) === true ? this.failedOrNeutral.set(turn, 'neutral') : this.succeed()),
			(thrown: unknown) => thrown instanceof UserFacingError && this.count(thrown, turn),
		);
		this.underWay -= 1;
		this.startNext();
		return await doing;
	}

	private startNext(): void {
		const usualRoom = this.hasSucceeded ? Infinity : firstRoom;
		const room = this.failuresSinceSuccess < mostFailures ? usualRoom : 1;
		for (const start of this.waiting.splice(0, Math.max(0, room - this.underWay))) {
			this.underWay += 1;
			start();
		}
	}

	/** Counts a failure of the service or the connection; any other shows that they work. */
	private count(failure: UserFacingError, turn: number): void {
		if (!failure.isGeneral) return this.succeed();
		// A failure that several items share counts once.
		const isShared = this.counted.has(failure);
		this.failedOrNeutral.set(turn, isShared ? 'neutral' : 'failed');
		if (isShared) return;
		this.counted.add(failure);
		this.failuresSinceSuccess += 1;
		if (failure.status === 401) this.client.stop(notSentAfter('a rejected access token', failure));
		const isDown = this.streakAround(turn) >= mostFailures;
		if (isDown) this.client.stop(notSentAfter(`${mostFailures} failures in a row`, failure));
	}

	private succeed(): void {
		this.failuresSinceSuccess = 0;
		this.hasSucceeded = true;
	}

	/**
	 * The failures in the streak of a turn that failed. Neutral turns do not end it; a success does, and so does a turn
	 * under way: quick failures may overtake slow successes.
	 */
	private streakAround(turn: number): number {
		let count = 1;
		for (const step of [-1, 1]) {
			for (let at = turn + step; this.failedOrNeutral.has(at); at += step)
				if (this.failedOrNeutral.get(at) === 'failed') count += 1;
		}
		return count;
	}
}
