import { isRecord } from './isRecord';

/** A value as JavaScript writes it, but with objects as JSON: `[object Object]` says nothing to anybody, and is the same for each. */
export function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map((entry) => textOf(entry ?? '')).join();
	return isRecord(value) ? JSON.stringify(value) : String(value);
}
