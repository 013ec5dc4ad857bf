import { UserFacingError } from '../../../shared/UserFacingError';

/** Where a single row was refused. @param status of the answer that refused it */
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
