/** Parses the body of a rejected request. Its shape is inferred: Laravel's `{message, errors}`, RFC 7807 and `{error: "text"}` are understood. */

import { isRecord } from '../shared/isRecord';
import type { FieldMessage } from '../shared/UserFacingError';
import { isWebPage } from './response';

export interface ServiceError {
	/** The service's own sentence, shortened to one line. */
	readonly message?: string;
	/** What it says of single fields; a row of an import is `subscribers.3.email`. */
	readonly fields: readonly FieldMessage[];
}

/** The sentence and the validation errors in the body of a failed request. */
export function parseServiceError(body: unknown): ServiceError {
	// Of a text only the first line: the others may be a stack trace.
	if (typeof body === 'string')
		return { message: isWebPage(body) ? undefined : oneLine(body.split('\n', 1)[0]), fields: [] };
	if (!isRecord(body)) return { fields: [] };
	const { message, detail, error, title, errors } = body;
	return {
		message: [message, detail, error, title].map(oneLine).find((text) => text !== undefined),
		fields: isRecord(errors) ? Object.entries(errors).flatMap(([field, texts]) => fieldMessages(field, texts)) : [],
	};
}

/** The row of an import that a field belongs to, counted from 0, and the field inside of it: `subscribers.3.email` gives 3 and `email`. */
export function rowOf(field: string): { readonly row: number; readonly inner: string } | undefined {
	const [, row, inner = ''] = /^\w+\.(\d{1,9})(?:\.(.+))?$/.exec(field) ?? [];
	return row === undefined ? undefined : { row: Number(row), inner };
}

function fieldMessages(field: string, texts: unknown): FieldMessage[] {
	return [texts].flat().flatMap((text) => {
		const line = oneLine(text);
		return line === undefined ? [] : [{ field: field.slice(0, 100), text: line }];
	});
}

const maxLength = 300;

function oneLine(text: unknown): string | undefined {
	const line = typeof text === 'string' ? text.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
	if (line === '') return undefined;
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
