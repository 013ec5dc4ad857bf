/** A token as people paste it: without spaces and line breaks, and the "Bearer" of a header before it. */
export function cleanToken(value: unknown): string {
	if (typeof value !== 'string') return '';
	const token = value.trim().replace(/^(Authorization:\s*)?Bearer\s/i, '');
	return token.replace(/\s+/g, '');
}
