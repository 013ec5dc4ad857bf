import type { components } from '../contract/types';

type ErrorResponse = components['schemas']['ErrorResponse'];

/** Texts per field, as in `{"email": ["The email field is required."]}`. */
export type FieldErrors = NonNullable<ErrorResponse['errors']>;

/** The only error envelope of the service. */
export class HttpError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly errors?: FieldErrors,
	) {
		super(message);
	}

	get body(): ErrorResponse {
		return this.errors === undefined ? { message: this.message } : { message: this.message, errors: this.errors };
	}
}

export function unauthenticated(): HttpError {
	return new HttpError(401, 'Unauthenticated.');
}

/** @param what The resource in plain words: "contact list", "campaign". */
export function notFound(what: string): HttpError {
	return new HttpError(404, `The ${what} could not be found.`);
}

/** A rejection, 422 by default. Its message is the first text and the number of further ones. */
export function rejected(errors: FieldErrors, status = 422): HttpError {
	const [first = 'The given data was invalid.', ...more] = Object.values(errors).flat();
	const rest = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`;
	return new HttpError(status, first + rest, errors);
}
