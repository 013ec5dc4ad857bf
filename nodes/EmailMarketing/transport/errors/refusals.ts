/** Finds what the service says in detail about a refusal. Its place, `errors`, is inferred, so other common places are looked at too. */

import { isRecord, type JsonRecord } from '../../shared/isRecord';
import type { FieldMessage } from '../../shared/UserFacingError';
import { flattened, maxEntries } from './flattened';

const maxMessages = 50;

/** Where services put their details; the first that says something counts. */
const places = [
	...['errors', 'error.errors', 'error.details', 'error.fields', 'data.errors', '_embedded.errors', 'meta.errors'],
	...[
		'invalid-params',
		'invalid_params',
		'violations',
		'validation_errors',
		'validationErrors',
		'fieldErrors',
		'field_errors',
		'messages',
		'details',
		'detail',
		'data.params',
	],
];

/** Where a text is a detail: elsewhere it is the service's own sentence. */
const textPlaces = new Set<string | undefined>(['errors', 'messages']);

/** What says how the request went, and of no field what is wrong with it. */
const envelope = new Set([
	...[
		'success',
		'ok',
		'status',
		'statusCode',
		'status_code',
		'code',
		'type',
		'message',
		'msg',
		'title',
		'deleted',
		'result',
	],
	...places.map((path) => path.split('.', 1).join()),
]);

/** What is said of each field. @param most how many there are at most */
export function fieldMessages(body: unknown, most = maxMessages): FieldMessage[] {
	return refusals(body, most).filter(({ field }) => field !== '');
}

/** What is said in detail, of a field or of none: objects of texts or lists of texts, nested or not, or lists of `{field, message}`. */
export function refusals(body: unknown, most = maxMessages): FieldMessage[] {
	const found = placesOf(body)
		.map((place) => flattened(place))
		.filter((said) => said.length > 0);
	const [first = []] = found;
	// Something general may stand beside the fields.
	const others = first.some(({ field }) => field !== '')
		? []
		: (found.find((said) => said.some(({ field }) => field !== '')) ?? []);
	return [...first, ...others].slice(0, most);
}

/** Everything that an answer of an unknown shape holds. */
export function everythingIn(body: unknown): FieldMessage[] {
	return isRecord(body) ? flattened(withoutEnvelope(body)).slice(0, maxMessages) : [];
}

function placesOf(body: unknown): unknown[] {
	if (Array.isArray(body)) return [body];
	if (!isRecord(body)) return [];
	const { message, error } = body;
	const own = [
		isRecord(message) ? message : undefined,
		isRecord(error) ? withoutEnvelope(error) : undefined,
		bareFields(body),
	];
	return [
		...places
			.map((path) => at(body, path))
			.filter((place, index) => typeof place !== 'string' || textPlaces.has(places[index])),
		...own,
	];
}

function at(body: JsonRecord, path: string): unknown {
	return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), body);
}

function withoutEnvelope(record: JsonRecord): JsonRecord {
	return Object.fromEntries(
		Object.entries(record)
			.slice(0, maxEntries)
			.filter(([name]) => !envelope.has(name)),
	);
}

/** `{email: ['is taken']}` without anything around it: then each field has a list of texts. Beside `success` such lists may be of what was done. */
function bareFields(body: JsonRecord): JsonRecord | undefined {
	if ('success' in body || 'ok' in body) return undefined;
	const fields = withoutEnvelope(body);
	const isList = (value: unknown): boolean =>
		Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
	return Object.values(fields).every(isList) ? fields : undefined;
}
