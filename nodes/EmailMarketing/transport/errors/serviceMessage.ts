/** Reads what the service says about a refusal. Its shape `{message, errors?: {field: [text]}}` is inferred, so every other shape is read too. */

import { isRecord } from '../../shared/isRecord';

const maxLength = 300;
/** How deep `errors` is read: no service nests further, and an endless nesting must not end the node. */
const maxDepth = 10;

interface FieldMessage {
	readonly field: string;
	readonly text: string;
}

/** The service's own sentence, shortened, or `undefined`. Markup is no sentence. */
export function serviceMessage(body: unknown): string | undefined {
	if (typeof body === 'string') return /^\s*[<{[]/.test(body) ? undefined : shortened(body);
	if (!isRecord(body)) return undefined;
	for (const candidate of [body.message, body.error, body.errors, body.detail, body.title]) {
		const text = sentence(candidate);
		if (text !== undefined) return text;
	}
	return undefined;
}

function sentence(value: unknown): string | undefined {
	if (typeof value === 'string') return shortened(value);
	if (Array.isArray(value)) return shortened(value.flatMap((entry) => textIn(entry) ?? []).join(' · '));
	return shortened(textIn(value) ?? '');
}

/** What is said of each field: `errors` as an object of texts or lists of texts, nested or not, or as a list of `{field, message}`. */
export function fieldMessages(body: unknown): FieldMessage[] {
	if (!isRecord(body)) return [];
	const errors = body.errors ?? (isRecord(body.error) ? body.error.errors : undefined);
	return flatten(errors, '').slice(0, 50);
}

function flatten(value: unknown, field: string, depth = 0): FieldMessage[] {
	if (depth > maxDepth) return [];
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		const text = shortened(String(value));
		return field === '' || text === undefined ? [] : [{ field, text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry: unknown) => flatten(entry, field, depth + 1));
	if (!isRecord(value)) return [];
	const named = value.field ?? value.path ?? value.param;
	const said = value.messages ?? textIn(value);
	// A sentence without a field is the service's message, and read as such.
	if (said !== undefined) return flatten(said, typeof named === 'string' ? named : field, depth + 1);
	return Object.entries(value).flatMap(([key, entry]) => flatten(entry, field === '' ? key : `${field}.${key}`, depth + 1));
}

function textIn(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	const said = isRecord(value) ? (value.message ?? value.msg) : undefined;
	return typeof said === 'string' ? said : undefined;
}

function shortened(text: string): string | undefined {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return undefined;
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
}
