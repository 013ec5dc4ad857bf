import { notSentAfter, UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';
import { AbortError } from '../transport/wait';

const mostFailures = 5;

/**
 * Ends the sending of a run if the service or the connection is down, or the access token is rejected. Before that is
 * certain, little is sent: ten turns at a time until one succeeds, and after five failures without a success in between
 * no new one until those under way have ended.
 */
export class Outage {
	private turns = 0;
	private underWay = 0;
	private readonly waiting: Array<() => void> = [];
	/** Turns that show no success. */
	private readonly results = new Map<number, 'failed' | 'unsent'>();
	private readonly counted = new Set<UserFacingError>();
	/** Failures since the latest success, in the order in which they became known. */
	private failures = 0;

	/** How many turns may be under way. */
	private most = 10;

	constructor(private readonly client: Pick<ApiClient, 'signal' | 'stop'>) {}

	/** Why the rest is not sent; `undefined` also if the execution was cancelled. */
	get stopReason(): UserFacingError | undefined {
		const { reason } = this.client.signal as { reason: unknown };
		return reason instanceof UserFacingError ? reason : undefined;
	}

	/** Does the work of an item or a row when its turn comes. Throws AbortError if the sending has ended before. */
	async attempt<T>(work: () => Promise<T>, isUnsent: (result: T) => boolean): Promise<T> {
		await new Promise<void>((resolve) => {
			this.waiting.push(resolve);
			this.startNext();
		});
		const turn = this.begin();
		const doing = this.client.signal.aborted ? Promise.reject(new AbortError()) : work();
		await doing.then(
			(result) => (isUnsent(result) ? this.results.set(turn, 'unsent') : this.succeed()),
			(thrown: unknown) => thrown instanceof UserFacingError && this.count(thrown, turn),
		);
		this.underWay -= 1;
		this.startNext();
		return await doing;
	}

	private startNext(): void {
		const room = this.failures < mostFailures ? this.most : 1;
		for (const start of this.waiting.splice(0, Math.max(0, room - this.underWay))) {
			this.underWay += 1;
			start();
		}
	}

	/** The turn of what is sent next: an item, a row, or a request of many rows. */
	begin(): number {
		this.turns += 1;
		return this.turns;
	}

	/** Counts a failure of the service or the connection; any other shows that they work. */
	count(failure: UserFacingError, turn: number): void {
		if (!failure.isGeneral) return this.succeed();
		// A failure that several items share counts once.
		const isShared = this.counted.has(failure);
		this.results.set(turn, isShared ? 'unsent' : 'failed');
		if (isShared) return;
		this.counted.add(failure);
		this.failures += 1;
		if (failure.status === 401) this.client.stop(notSentAfter('a rejected access token', failure));
		const isDown = this.failuresAround(turn) >= mostFailures;
		if (isDown) this.client.stop(notSentAfter(`${mostFailures} failures in a row`, failure));
	}

	private succeed(): void {
		this.failures = 0;
		this.most = Infinity;
	}

	/** How many turns in a row have failed. One under way breaks the row: quick failures may overtake slow successes. */
	private failuresAround(turn: number): number {
		let count = 1;
		for (const step of [-1, 1]) {
			for (let at = turn + step; this.results.has(at); at += step) if (this.results.get(at) === 'failed') count += 1;
		}
		return count;
	}
}
