/** What is known of the work that a failed request asked for. */
interface FailureFacts {
	/** The HTTP status behind it, if there was one. */
	readonly status?: number;
	/** Whether the service may have done the work all the same. */
	readonly isOutcomeUnknown?: boolean;
	/** Whether it must not be asked for again, because that could do it twice. */
	readonly notRetryable?: boolean;
}

/**
 * What happened (`message`) and what to do (`description`), in words for the person who built the workflow.
 * Pure functions throw it; `execution/nodeError.ts` turns it into n8n's own error.
 */
export class UserFacingError extends Error {
	readonly status?: number;

	readonly isOutcomeUnknown: boolean;

	readonly notRetryable: boolean;

	constructor(
		message: string,
		readonly description: string,
		{ status, isOutcomeUnknown = false, notRetryable = false }: FailureFacts = {},
	) {
		super(message);
		this.status = status;
		this.isOutcomeUnknown = isOutcomeUnknown;
		this.notRetryable = notRetryable;
	}
}
