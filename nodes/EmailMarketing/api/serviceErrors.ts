/** Parses the body of a failed request. Inferred shapes: Laravel's `{message, errors}`, RFC 7807, `{error: "text"}`. */

import { shortened } from '../shared/text';
import type { FieldMessage } from '../shared/UserFacingError';
import { fieldsOf, isRecord } from '../shared/values';
import { isWebPage } from './response';

export interface ServiceError {
	/** The service's own message, shortened to one line. */
	readonly message?: string;
	/** Messages about single fields; in a row of an import, the field is `subscribers.3.email`. */
	readonly fields: readonly FieldMessage[];
}

/** The message and the validation errors in a body. `clean` redacts a text before it is shortened. */
export function parseServiceError(body: unknown, clean: (text: string) => string = (text) => text): ServiceError {
	const linesIn = (value: unknown): string[] => textsIn(value).flatMap((text) => lineOf(clean(text)) ?? []);
	const fieldMessages = ([field, texts]: [string, unknown]): FieldMessage[] =>
		linesIn(texts).map((text) => ({ field: clean(field).slice(0, 100), text }));
	// Only the first line of a text, because the others may be a stack trace.
	if (typeof body === 'string')
		return { message: isWebPage(body) ? undefined : linesIn(body.split('\n', 1)[0])[0], fields: [] };
	if (!isRecord(body)) return { fields: [] };
	const { message, detail, error, title, errors, failures } = body;
	const [own = []] = [message, detail, error, title].map(linesIn).filter(({ length }) => length > 0);
	const listed = [isRecord(errors) ? [] : errors, failures].flatMap(linesIn);
	return {
		message: [...new Set([...own, ...listed])].slice(0, 5).join(' · ') || undefined,
		fields: Object.entries(fieldsOf(errors)).flatMap(fieldMessages),
	};
}

/** The texts in a value of any shape: a text, a list, or objects such as `{title, detail}` (JSON:API) or `{message}`. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (!isRecord(value)) return [];
	const { message, detail, title, error, errors } = value;
	return [message, detail, title, error, errors].map(textsIn).find(({ length }) => length > 0) ?? [];
}

/** The import row of a field, counted from 0, and the field in that row: `subscribers.3.email` → 3 and `email`. */
export function parseRowField(field: string): { readonly row: number; readonly inner: string } | undefined {
	const [, row, inner = ''] = /^\w+\.(\d{1,9})(?:\.(.+))?$/.exec(field) ?? [];
	return row === undefined ? undefined : { row: Number(row), inner };
}

function lineOf(text: string): string | undefined {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return line === '' ? undefined : shortened(line, 300);
}
