/** Gives the thing, or ends the test with a word on what is missing. */
export function defined<T>(thing: T | null | undefined): T {
	if (thing === undefined || thing === null) throw new Error('There is no such thing');
	return thing;
}
