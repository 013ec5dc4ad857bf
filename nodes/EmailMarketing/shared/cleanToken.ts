/** A token as people paste it: without spaces and line breaks, and the "Bearer" of a header before it. */
export function cleanToken(value: unknown): string {
	return typeof value === 'string' ? value.replace(/^\s*(Authorization:)?\s*Bearer\s/i, '').replace(/\s+/g, '') : '';
}
