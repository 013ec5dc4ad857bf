import { notSentAfter, UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';

const mostFailures = 5;

/** Ends the sending of a run if the service or the connection is down, or the access token is rejected. */
export class Outage {
	private turns = 0;
	private readonly failedTurns = new Set<number>();
	private readonly counted = new Set<UserFacingError>();

	constructor(private readonly client: Pick<ApiClient, 'signal' | 'stop'>) {}

	/** Why the rest is not sent; `undefined` also if the execution was cancelled. */
	get stopReason(): UserFacingError | undefined {
		const { reason } = this.client.signal as { reason: unknown };
		return reason instanceof UserFacingError ? reason : undefined;
	}

	/** The turn of the item, row or request that is sent next. */
	begin(): number {
		this.turns += 1;
		return this.turns;
	}

	/** Counts a failure of the service or the connection. One that several items share counts once. */
	count(failure: UserFacingError, turn: number): void {
		if (!failure.isGeneral || this.counted.has(failure)) return;
		this.counted.add(failure);
		this.failedTurns.add(turn);
		if (failure.status === 401) this.client.stop(notSentAfter('a rejected access token', failure));
		const isDown = this.failuresAround(turn) >= mostFailures;
		if (isDown) this.client.stop(notSentAfter(`${mostFailures} failures in a row`, failure));
	}

	/** How many turns in a row have failed. One in flight breaks the row: quick failures may overtake slow successes. */
	private failuresAround(turn: number): number {
		let first = turn;
		while (this.failedTurns.has(first - 1)) first -= 1;
		let last = turn;
		while (this.failedTurns.has(last + 1)) last += 1;
		return last - first + 1;
	}
}
