/** Gives the thing, or ends the test with a word on what is missing. */
export function defined<T>(thing: T | undefined): T {
	if (thing === undefined) throw new Error('There is no such thing');
	return thing;
}
