import { ParameterError } from './UserFacingError';
import { textOf } from './text';
import { kindOf } from './values';

/** The ID in a parameter, as a string. Throws if it is empty, `.` or `..` (the whole list), or not text or a number. */
export function parseId(value: unknown, name: string): string {
	if (textOf(value).trim() === '')
		throw new ParameterError(
			`'${name}' is empty`,
			`Choose one from the list, or enter it in '${name}'.`,
			'If it comes from an expression, check that the input item has a value.',
		);
	if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value)))
		throw new ParameterError(
			`'${name}' must be an ID, not ${kindOf(value)}`,
			`Check the expression in '${name}': it must return one string, such as a UUID.`,
		);
	// A lone surrogate cannot be percent-encoded.
	const text = String(value).trim().toWellFormed();
	if (text === '.' || text === '..')
		throw new ParameterError(
			`'${name}' cannot be "${text}"`,
			`Enter the ID of the ${name.toLowerCase()} in '${name}'.`,
		);
	return text;
}
