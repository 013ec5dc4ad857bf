import { UserFacingError } from '../../../shared/UserFacingError';

/** Where a single row was refused. @param status of the answer that refused it; none where the answer was a success that names it */
export function notTaken(reason: string, status?: number): UserFacingError {
	return new UserFacingError('The service did not take this row', reason, { status });
}

/** Where so many rows were refused alone, and none was taken meanwhile. */
export function refusedInVain({ message, description, status }: UserFacingError, count: number): UserFacingError {
	return new UserFacingError(
		`${message}, and it takes no more rows`,
		`${count} rows were sent alone and refused, and none was taken, so the rest was not sent. ${description}`,
		{ status },
	);
}

/** Where an answer of success says that it does not hold for all rows. @param count of how many rows it may not hold */
export function someLeftOut(count: number, said: string): UserFacingError {
	return new UserFacingError(
		'The service says that it did not take all rows, but not which',
		`Of these ${count} rows it says: ${said}. Look at the list with 'Subscriber' → 'Get Many' before you send them again.`,
		{ isOutcomeUnknown: true, notRetryable: true },
	);
}
