import { UserFacingError } from './UserFacingError';

/** A parameter that cannot be used. What its advice says of the input item is kept apart, because a trigger has none. */
export class ParameterError extends UserFacingError {
	/**
	 * @param advice what to do
	 * @param ofItem what else to do where there is an input item
	 */
	constructor(
		message: string,
		readonly advice: string,
		ofItem = '',
	) {
		super(message, `${advice}${ofItem && ` ${ofItem}`} Nothing was sent for this item.`);
	}
}
