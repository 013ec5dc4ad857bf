/** Whether a value is nothing to send: not there, or text of blanks. */
export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value leaves a field empty: nothing to send, or a list without entries. */
export function leavesEmpty(value: unknown): boolean {
	return isEmpty(value) || (Array.isArray(value) && value.length === 0);
}

/**
 * A value, unless it is text that is not shown as it is: U+FFFD stands for what came in another encoding than UTF-8, and signs of HTML such as `&amp;` for others.
 * Sent back, it would take the place of what is there.
 */
export function legible(value: unknown): unknown {
	return typeof value === 'string' && /\uFFFD|&(amp|lt|gt|quot|apos|nbsp|#\d+|#x[\da-f]+);/i.test(value)
		? undefined
		: value;
}

/** What a text holds as JSON; `undefined` where it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
