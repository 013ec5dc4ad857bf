/** Returns a value that must be there, or fails the test. */
export function defined<T>(value: T | null | undefined): T {
	if (value === undefined || value === null) throw new Error('A value that the test needs is missing');
	return value;
}
