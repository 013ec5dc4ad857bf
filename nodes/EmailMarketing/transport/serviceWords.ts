/** Reads what the service says about a refusal. Its shape `{message, errors?: {field: [text]}}` is inferred, so every other shape is read too. */

const longest = 300;

export interface FieldMessage {
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
	if (Array.isArray(value)) return shortened(value.filter((entry) => typeof entry === 'string').join(' · '));
	return isRecord(value) && typeof value.message === 'string' ? shortened(value.message) : undefined;
}

/** What is said of each field: `errors` as an object of texts or lists of texts, nested or not, or as a list of `{field, message}`. */
export function fieldMessages(body: unknown): FieldMessage[] {
	if (!isRecord(body)) return [];
	const errors = body.errors ?? (isRecord(body.error) ? body.error.errors : undefined);
	return flatten(errors, '').slice(0, 50);
}

function flatten(value: unknown, field: string): FieldMessage[] {
	if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
		const text = shortened(String(value));
		return field === '' || text === undefined ? [] : [{ field, text }];
	}
	if (Array.isArray(value)) return value.flatMap((entry: unknown) => flatten(entry, field));
	if (!isRecord(value)) return [];
	const named = value.field ?? value.path ?? value.param;
	const said = value.message ?? value.msg;
	if (typeof named === 'string' && typeof said === 'string') return flatten(said, named);
	if (field !== '' && typeof said === 'string') return flatten(said, field);
	return Object.entries(value).flatMap(([key, entry]) => flatten(entry, field === '' ? key : `${field}.${key}`));
}

function shortened(text: string): string | undefined {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line === '') return undefined;
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
