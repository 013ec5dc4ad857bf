import { inParallel } from '../shared/loops';
import { endSentence } from '../shared/text';
import { hasUnknownOutcome, ParameterError, UserFacingError } from '../shared/UserFacingError';

/** The places of five failures in a row. */
const inARow = [0, 1, 2, 3, 4];

const maxRejections = 10;

/** Statuses of a request whose values are at fault; 413 where there are too many of them. */
const rejectionStatuses = new Set([400, 409, 413, 422]);

/** Whether it is the row's fault: it cannot be sent as it is, or the service has checked and rejected the values. */
export function isRejection(thrown: unknown): thrown is UserFacingError {
	if (thrown instanceof ParameterError) return true;
	return thrown instanceof UserFacingError && !thrown.outcomeUnknown && rejectionStatuses.has(thrown.status ?? 0);
}

/**
 * Ends the sending after five failures in a row, in the order of sending: the service or the connection is down. A token
 * that is not accepted ends it at once. Of rows, so do ten rejections before anything was accepted, unless the last row
 * is accepted: a setting is wrong. A request with many rows counts once.
 */
export class FailureLimit {
	/** Why the rest is not sent, if so. */
	stopReason?: UserFacingError;

	private rejections = 0;

	private rejection?: UserFacingError;

	private trial?: Promise<void>;

	private turns = 0;

	private readonly failedTurns = new Set<number>();

	private readonly counted = new Set<UserFacingError>();

	/**
	 * An item, a row, or rows that travel together are sent next.
	 * @returns their turn
	 */
	begin(): number {
		return (this.turns += 1);
	}

	/** The service has accepted something: rejections count no more. */
	accept(): void {
		this.rejections = -Infinity;
	}

	/**
	 * Works through rows.
	 * @param work looks at `stopReason` before it sends
	 */
	async inOrder<T>(entries: readonly T[], parallel: number, work: (entry: T) => Promise<void>): Promise<void> {
		const last = entries.at(-1) as T;
		let tried: T | undefined;
		await inParallel(entries, parallel, async (entry) => {
			await this.tryLast(async () => await work((tried = last)));
			if (entry !== tried) await work(entry);
		});
	}

	/** After ten rejections, tries the last row once while all others wait: new rows are often at the end of a sheet. */
	async tryLast(work: () => Promise<void>): Promise<void> {
		if (this.rejections < maxRejections) return;
		await (this.trial ??= work());
		if (this.rejections >= maxRejections) this.stop(`${maxRejections} rejections`, this.rejection as UserFacingError);
	}

	/**
	 * Counts the failure of a row.
	 * @returns whose fault it is, or that it may have happened
	 */
	countRow(failure: UserFacingError, turn = 0): 'rejected' | 'failed' | 'unknown' {
		if (!isRejection(failure)) {
			this.count(failure, turn);
			return hasUnknownOutcome(failure) ? 'unknown' : 'failed';
		}
		// A rejection before anything was sent says nothing about the service.
		if (failure.status !== undefined) this.rejections += 1;
		this.rejection = failure;
		return 'rejected';
	}

	/** Counts a failure of the service or the connection. */
	count(failure: UserFacingError, turn: number): void {
		if (failure.status === 401) this.stop('a rejected access token', failure);
		// A failure that several items share counts once.
		if (!this.counted.has(failure)) this.failedTurns.add(turn);
		this.counted.add(failure);
		// A turn still in flight breaks the streak: quick failures may overtake slow successes.
		const isInRow = inARow.some((back) => inARow.every((place) => this.failedTurns.has(turn - back + place)));
		if (isInRow) this.stop(`${inARow.length} failures in a row`, failure);
	}

	private stop(count: string, { message, description, outcomeUnknown, canRetry }: UserFacingError): void {
		// That it may have happened is not true of the rest.
		const text = `${endSentence(message)}${outcomeUnknown ? '' : ` ${description}`}`;
		// An unknown outcome has a cause that may pass, and the rest was not sent.
		this.stopReason ??= new UserFacingError(`Not sent after ${count}`, text, { canRetry: canRetry || outcomeUnknown });
	}
}
