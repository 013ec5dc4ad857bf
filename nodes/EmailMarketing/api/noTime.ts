/** What frameworks make of a date of zeros: PHP's Carbon the day before the year 0, Go and .NET the first of the year 1. */
const beforeAllTime = /^(-0001-11-30|0001-01-01)/;

/** Whether a time says that something never happened: nothing, 0, and a date of zeros, as databases have it (`0000-00-00 00:00:00`). Inferred. */
export function isNoTime(value: unknown): boolean {
	if (value === undefined || value === null || value === false) return true;
	if (typeof value !== 'string' && typeof value !== 'number') return false;
	const text = String(value).trim();
	return text === '' || beforeAllTime.test(text) || /^(?=.*0)[-+0\s:./]*T?[-+0\s:./]*(Z|UTC|GMT)?$/i.test(text);
}
