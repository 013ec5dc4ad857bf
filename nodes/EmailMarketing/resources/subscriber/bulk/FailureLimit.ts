import { inParallel } from '../../../shared/loops';
import { endSentence } from '../../../shared/text';
import { hasUnknownOutcome, UserFacingError } from '../../../shared/UserFacingError';
import { isRejection } from './rejection';

/** The places of five failures in a row. */
const inARow = [0, 1, 2, 3, 4];

const maxRejections = 10;

/**
 * Ends the sending after five failures in a row, in the order of sending: the service or the connection is down.
 * Also ends it after ten rejections before anything was accepted, unless the last row is accepted: a setting is wrong.
 * A request with many rows counts once.
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

	/** A row, or rows that travel together, is sent next. @returns its turn */
	begin(): number {
		return (this.turns += 1);
	}

	/** The service has accepted something: rejections count no more. */
	accept(): void {
		this.rejections = -Infinity;
	}

	/** Works through what is sent. @param work looks at `stopReason` before it sends */
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

	/** @returns whose fault it is, or that it may have happened */
	count(failure: UserFacingError, turn = 0): 'rejected' | 'failed' | 'unknown' {
		if (isRejection(failure)) {
			// What is found before anything is sent says nothing of the service.
			if (failure.status !== undefined) this.rejections += 1;
			this.rejection = failure;
			return 'rejected';
		}
		// Nor does the failure of an earlier row that has the same address.
		if (!this.counted.has(failure)) this.failedTurns.add(turn);
		this.counted.add(failure);
		// What is under way breaks a row: quick failures may overtake slow successes.
		const isInRow = inARow.some((back) => inARow.every((place) => this.failedTurns.has(turn - back + place)));
		if (isInRow) this.stop(`${inARow.length} failures in a row`, failure);
		return hasUnknownOutcome(failure) ? 'unknown' : 'failed';
	}

	private stop(count: string, { message, description, outcomeUnknown }: UserFacingError): void {
		// That it may have happened is not true of the rest.
		const text = `${endSentence(message)}${outcomeUnknown ? '' : ` ${description}`}`;
		this.stopReason ??= new UserFacingError(`Not sent after ${count}`, text);
	}
}
