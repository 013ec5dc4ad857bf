import { endSentence } from '../shared/text';
import { isOutcomeUnknown, UserFacingError } from '../shared/UserFacingError';
import { isRejection } from './rejection';

const maxFailuresInARow = 5;

/** It is hardly the rows' fault then. */
const maxRejections = 10;

/** Ends the sending of rows after five failures in a row, or ten rejections before anything was accepted. A request with many rows counts once. */
export class FailureLimit {
	private hasAccepted = false;

	private rejections = 0;

	private failuresInARow = 0;

	private last?: UserFacingError;

	/** The service has accepted something. */
	accept(): void {
		this.hasAccepted = true;
		this.failuresInARow = 0;
	}

	/** The service works, as when it knows an address. That is no failure, and nothing accepted either. */
	answered(): void {
		this.failuresInARow = 0;
	}

	/** @returns whose fault it is, or that it may have happened */
	count(failure: UserFacingError): 'rejected' | 'failed' | 'unknown' {
		this.last = failure;
		if (!isRejection(failure)) {
			this.failuresInARow += 1;
			return isOutcomeUnknown(failure) ? 'unknown' : 'failed';
		}
		// What is found before anything is sent says nothing of the service.
		if (failure.status !== undefined) this.rejections += 1;
		this.failuresInARow = 0;
		return 'rejected';
	}

	/** Why the rest is not sent, if so. */
	get stopReason(): UserFacingError | undefined {
		const isRejecting = !this.hasAccepted && this.rejections >= maxRejections;
		if (this.last === undefined || (this.failuresInARow < maxFailuresInARow && !isRejecting)) return undefined;
		const { message, description } = this.last;
		const count = isRejecting ? `${maxRejections} rejections` : `${maxFailuresInARow} failures in a row`;
		return new UserFacingError(`Not sent after ${count}`, `${endSentence(message)} ${description}`);
	}
}
