import { inParallel } from '../shared/loops';
import { notSentAfter, ParameterError, UserFacingError } from '../shared/UserFacingError';

const mostRejections = 10;

/** Whether the row is at fault: it cannot be sent as it is, or the service has rejected its values. */
export function isRejection(thrown: unknown): thrown is UserFacingError {
	if (thrown instanceof ParameterError) return true;
	if (!(thrown instanceof UserFacingError) || thrown.outcomeUnknown) return false;
	// Statuses that blame what was sent; 413 means that it was too much.
	return [400, 409, 413, 422].includes(thrown.status ?? 0);
}

/**
 * Ends the sending of rows if the service rejects all of them, which points to a wrong setting. After ten rejections
 * before any row is accepted, the last row is tried, because new rows are often at the end of a sheet. If it is not
 * accepted, nothing more is sent. A request with many rows counts once.
 */
export class Rejections {
	private rejected = 0;
	private latest?: UserFacingError;
	private hasAccepted = false;
	/** The trial of the last row, for which all others wait. */
	private trial?: Promise<void>;
	stopReason?: UserFacingError;

	/** The service has accepted something: rejections no longer count. */
	accept(): void {
		this.hasAccepted = true;
	}

	count(failure: UserFacingError): void {
		const { status } = failure;
		// A row that was rejected before it was sent shows nothing about the service.
		if (status === undefined) return;
		// A contact list that was deleted is not found for any row.
		if (status !== 404 && !isRejection(failure)) return;
		this.latest = failure;
		this.rejected += 1;
	}

	/** After ten rejections, `send` tries the last row, once, while all others wait. Sets `stopReason` if it fails. */
	async tryLast(send: () => Promise<void>): Promise<void> {
		if (!this.areTooMany) return;
		this.trial ??= send();
		await this.trial;
		if (this.areTooMany)
			this.stopReason ??= notSentAfter(`${mostRejections} rejections`, this.latest as UserFacingError);
	}

	/** Works through rows, the last of which may be tried before its place. `work` checks `stopReason` before it sends. */
	async inOrder<T>(entries: readonly T[], parallel: number, work: (entry: T) => Promise<void>): Promise<void> {
		const last = entries.at(-1) as T;
		let isLastDone = false;
		await inParallel(entries, parallel, async (entry) => {
			await this.tryLast(async () => {
				isLastDone = true;
				await work(last);
			});
			if (entry !== last || !isLastDone) await work(entry);
		});
	}

	private get areTooMany(): boolean {
		return !this.hasAccepted && this.rejected >= mostRejections;
	}
}
