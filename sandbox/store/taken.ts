/** What a field holds after a request: what was sent, nothing where that was empty, and what was there where it was not sent. */
export function taken(sent: string | null | undefined, present: string | null): string | null {
	return sent === undefined ? present : sent || null;
}
