/** Values as services write them: a flag may be a number or a word, a number a text. Each reader gives `undefined` for what it cannot read. */

export function isText(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
}

/** What services write for "there is no next page". */
export function isEndMark(text: string): boolean {
	return /^(0|-1|#|null|none|false|undefined)$/i.test(text.trim());
}

/** Whether a value says anything. */
export function isSaid(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
	return value === true || (isText(value) && !isEndMark(String(value)));
}

export function readFlag(value: unknown): boolean | undefined {
	if ([true, 1, '1', 'true'].includes(value as string)) return true;
	return [false, 0, '0', 'false'].includes(value as string) ? false : undefined;
}

export function onlyTrue(value: unknown): true | undefined {
	return value === true ? true : undefined;
}

export function whole(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\d+([, ]\d{3})*$/.test(value.trim()) ? Number(value.replace(/[, ]/g, '')) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export function positive(value: unknown): number | undefined {
	return atLeast(1, whole(value));
}

export function atLeast(min: number, value: number | undefined): number | undefined {
	return value !== undefined && value >= min ? value : undefined;
}

/** `Content-Range: items 0-9/95`. */
export function rangeTotal(header: unknown): number | undefined {
	return typeof header === 'string' ? whole(/\/(\d+)\s*$/.exec(header)?.[1]) : undefined;
}
