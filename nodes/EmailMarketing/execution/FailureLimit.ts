import { inParallel } from '../shared/loops';
import { hasUnknownOutcome, notSentAfter, ParameterError, UserFacingError } from '../shared/UserFacingError';
import type { ApiClient } from '../transport/ApiClient';

/** Offsets of five turns in a row. */
const inARow = [0, 1, 2, 3, 4];
const maxRejections = 10;

/** Statuses that blame what was sent; 413 means that it was too much. */
const rejectionStatuses = new Set([400, 409, 413, 422]);

/** Whether the row is at fault: it cannot be sent as it is, or the service has rejected its values. */
export function isRejection(thrown: unknown): thrown is UserFacingError {
	if (thrown instanceof ParameterError) return true;
	return thrown instanceof UserFacingError && !thrown.outcomeUnknown && rejectionStatuses.has(thrown.status ?? 0);
}

/**
 * Ends the sending of a run after five failures in a row, in the order of sending: the service or the connection is
 * down. A rejected token ends it at once. Ten rejected rows before any is accepted point to a wrong setting: unless the
 * last one is accepted, no more rows of this limit are sent. A request with many rows counts once.
 */
export class FailureLimit {
	private manyRejected?: UserFacingError;
	private rejections = 0;
	private rejection?: UserFacingError;
	private trial?: Promise<void>;
	private turns = 0;
	private readonly failedTurns = new Set<number>();
	private readonly counted = new Set<UserFacingError>();

	constructor(private readonly client: Pick<ApiClient, 'signal' | 'stop'>) {}

	/** Why the rest is not sent; `undefined` also if the execution was cancelled. */
	get stopReason(): UserFacingError | undefined {
		const { reason } = this.client.signal as { reason: unknown };
		return reason instanceof UserFacingError ? reason : this.manyRejected;
	}

	/** The turn of the item, row or request that is sent next. */
	begin(): number {
		this.turns += 1;
		return this.turns;
	}

	/** The service has accepted something: rejections no longer count. */
	accept(): void {
		this.rejections = -Infinity;
	}

	/** Works through rows; `work` checks `stopReason` before it sends. */
	async inOrder<T>(entries: readonly T[], parallel: number, work: (entry: T) => Promise<void>): Promise<void> {
		const last = entries.at(-1) as T;
		let isLastDone = false;
		await inParallel(entries, parallel, async (entry) => {
			await this.tryLast(async () => {
				isLastDone = true;
				await work(last);
			});
			if (!isLastDone || entry !== last) await work(entry);
		});
	}

	/** After ten rejections, tries the last row while all others wait: new rows are often at the end of a sheet. */
	async tryLast(work: () => Promise<void>): Promise<void> {
		if (this.rejections < maxRejections) return;
		this.trial ??= work();
		await this.trial;
		if (this.rejections < maxRejections) return;
		this.manyRejected ??= notSentAfter(`${maxRejections} rejections`, this.rejection as UserFacingError);
	}

	/** Counts the failure of a row, and returns its word. */
	countRow(failure: UserFacingError, turn = 0): 'rejected' | 'failed' | 'unknown' {
		if (!isRejection(failure)) {
			this.count(failure, turn);
			return hasUnknownOutcome(failure) ? 'unknown' : 'failed';
		}
		// A row that was rejected before it was sent shows nothing about the service.
		if (failure.status !== undefined) this.rejections += 1;
		this.rejection = failure;
		return 'rejected';
	}

	/** Counts a failure, if it is one of the service or the connection. */
	count(failure: UserFacingError, turn: number): void {
		if (!failure.isGeneral) return;
		if (failure.status === 401) this.client.stop(notSentAfter('a rejected access token', failure));
		// A failure that several items share counts once.
		if (!this.counted.has(failure)) this.failedTurns.add(turn);
		this.counted.add(failure);
		// A turn still in flight breaks the streak: quick failures may overtake slow successes.
		const isInRow = inARow.some((back) => inARow.every((place) => this.failedTurns.has(turn - back + place)));
		if (isInRow) this.client.stop(notSentAfter(`${inARow.length} failures in a row`, failure));
	}
}
