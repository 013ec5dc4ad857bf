import { endSentence } from '../shared/text';
import { isOutcomeUnknown, UserFacingError } from '../shared/UserFacingError';
import { isRejection } from './rejection';

/** The places of five failures in a row. */
const inARow = [0, 1, 2, 3, 4];

const maxRejections = 10;

/** Ends the sending of rows after five failures in a row, in the order of sending, or ten rejections before anything was accepted: it is hardly the rows' fault then. A request with many rows counts once. */
export class FailureLimit {
	/** Why the rest is not sent, if so. */
	stopReason?: UserFacingError;

	private rejections = 0;

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

	/** @returns whose fault it is, or that it may have happened */
	count(failure: UserFacingError, turn = 0): 'rejected' | 'failed' | 'unknown' {
		if (isRejection(failure)) {
			// What is found before anything is sent says nothing of the service.
			if (failure.status !== undefined) this.rejections += 1;
			if (this.rejections >= maxRejections) this.stop(`${maxRejections} rejections`, failure);
			return 'rejected';
		}
		// Nor does the failure of an earlier row that has the same address.
		if (!this.counted.has(failure)) this.failedTurns.add(turn);
		this.counted.add(failure);
		// What is under way breaks a row: quick failures may overtake slow successes.
		const isInRow = inARow.some((back) => inARow.every((place) => this.failedTurns.has(turn - back + place)));
		if (isInRow) this.stop(`${inARow.length} failures in a row`, failure);
		return isOutcomeUnknown(failure) ? 'unknown' : 'failed';
	}

	private stop(count: string, { message, description, isOutcomeUnknown }: UserFacingError): void {
		// That it may have happened is not true of the rest.
		const text = `${endSentence(message)}${isOutcomeUnknown ? '' : ` ${description}`}`;
		this.stopReason ??= new UserFacingError(`Not sent after ${count}`, text);
	}
}
