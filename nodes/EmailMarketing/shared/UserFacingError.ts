import { endSentence } from './text';

/** The service's message about one field, dotted as in `subscribers.3.email`; '' for no field. */
export interface FieldMessage {
	readonly field: string;
	readonly text: string;
}

/** What happened (`message`) and what to do (`description`). `execution/nodeError.ts` turns it into n8n's own error. */
export class UserFacingError extends Error {
	/** The HTTP status behind it, if there was one. */
	readonly status?: number;
	/** Whether the service may have done the work anyway. */
	readonly outcomeUnknown: boolean = false;
	/** Whether the request must not be sent again, because that could do the work twice. */
	readonly mustNotRepeat: boolean = false;
	/** Whether running the same item again is safe and may help. */
	readonly canRetry: boolean = false;
	/** Whether the consent or the address of the row cannot be read, so that nobody may be subscribed by it. */
	readonly countsAsOptOut: boolean = false;
	/** Whether the service or the connection failed, so that all other items may fail too. */
	readonly isGeneral: boolean = false;
	/** Whether a subscriber is certainly not in the contact list. */
	readonly isAbsent: boolean = false;
	readonly fieldMessages: readonly FieldMessage[] = [];
	readonly serviceMessage?: string;

	constructor(
		message: string,
		readonly description: string,
		facts: Partial<Omit<UserFacingError, 'name' | 'message' | 'stack' | 'cause' | 'description'>> = {},
	) {
		super(message);
		Object.assign(this, facts);
	}
}

export function hasUnknownOutcome(thrown: unknown): thrown is UserFacingError {
	return thrown instanceof UserFacingError && thrown.outcomeUnknown;
}

/** Any thrown value as a UserFacingError; n8n's own errors have a description and a status too. */
export function userFacing(thrown: unknown): UserFacingError {
	if (thrown instanceof UserFacingError) return thrown;
	if (!(thrown instanceof Error)) return new UserFacingError('Something unexpected happened in this node', '');
	const { message, description, httpCode }: Error & { description?: unknown; httpCode?: unknown } = thrown;
	const status = Number(httpCode) || undefined;
	return new UserFacingError(message, typeof description === 'string' ? description : '', { status });
}

/** A parameter that cannot be used. */
export class ParameterError extends UserFacingError {
	/** `itemAdvice` is what else to do where there is an input item: a trigger has none. */
	constructor(
		message: string,
		readonly advice: string,
		itemAdvice = '',
	) {
		const sentences = [advice, itemAdvice, 'Nothing was sent for this item.'];
		super(message, sentences.filter((sentence) => sentence !== '').join(' '));
	}
}

/** A row whose address or consent cannot be read: fed into another list, it must not subscribe anyone. */
export class UnreadableRowError extends ParameterError {
	override readonly countsAsOptOut = true;
}

/** For what is not sent any more because of a failure of something else. */
export function notSentAfter(count: string, failure: UserFacingError): UserFacingError {
	const { message, description, status = 500, outcomeUnknown } = failure;
	// An unknown outcome is described as such, but the rest was certainly not sent.
	const text = outcomeUnknown ? endSentence(message) : `${endSentence(message)} ${description}`;
	// The cause of an unknown outcome may pass, unless another service responds.
	const canRetry = failure.canRetry || (outcomeUnknown && status >= 408);
	return new UserFacingError(`Not sent after ${count}`, text, { canRetry });
}
