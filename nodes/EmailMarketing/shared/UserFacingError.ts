/** What the service said of one field, dotted as in `subscribers.3.email`; of none where it is ''. */
export interface FieldMessage {
	readonly field: string;
	readonly text: string;
}

/** What happened (`message`) and what to do (`description`), in words for the person who built the workflow. Pure functions throw it; `execution/nodeError.ts` turns it into n8n's own error. */
export class UserFacingError extends Error {
	/** The HTTP status behind it, if there was one. */
	readonly status?: number;

	/** Whether the service may have done the work anyway. */
	readonly outcomeUnknown: boolean = false;

	/** Whether it must not be asked for again, because that could do it twice. */
	readonly mustNotRepeat: boolean = false;

	/** What the service said of single fields. */
	readonly fieldMessages: readonly FieldMessage[] = [];

	/** The service's own sentence. */
	readonly serviceMessage?: string;

	constructor(
		message: string,
		readonly description: string,
		facts: Partial<
			Pick<UserFacingError, 'status' | 'outcomeUnknown' | 'mustNotRepeat' | 'fieldMessages' | 'serviceMessage'>
		> = {},
	) {
		super(message);
		Object.assign(this, facts);
	}
}

/** Whether what failed may have been done all the same. */
export function hasUnknownOutcome(thrown: unknown): thrown is UserFacingError {
	return thrown instanceof UserFacingError && thrown.outcomeUnknown;
}

/** What was thrown, in words for a person; n8n's own errors have a description and a status too. */
export function userFacing(thrown: unknown): UserFacingError {
	if (thrown instanceof UserFacingError) return thrown;
	if (!(thrown instanceof Error)) return new UserFacingError('Something unexpected happened in this node', '');
	const { message, description, httpCode }: Error & { description?: unknown; httpCode?: unknown } = thrown;
	return new UserFacingError(message, typeof description === 'string' ? description : '', {
		status: Number(httpCode) || undefined,
	});
}

/** A parameter that cannot be used. What its advice says of the input item is kept apart, because a trigger has none. */
export class ParameterError extends UserFacingError {
	/** @param ofItem what else to do where there is an input item */
	constructor(
		message: string,
		readonly advice: string,
		ofItem = '',
	) {
		super(message, `${advice}${ofItem && ` ${ofItem}`} Nothing was sent for this item.`);
	}
}
