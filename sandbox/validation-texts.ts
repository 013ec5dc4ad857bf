import type { ValidationResult } from 'openapi-backend';
import type { FieldErrors } from './http-error';

type ErrorObject = NonNullable<ValidationResult['errors']>[number];

/** The message for each broken rule of the contract. `label` is the field in words. */
const texts: Readonly<Record<string, (label: string, params: ErrorObject['params']) => string>> = {
	required: (label) => `The ${label} field is required.`,
	// Where null is allowed too, the other type is named.
	type: (label, { type }) => `The ${label} field must be ${typeNames[String([type].flat()[0])] ?? type}.`,
	format: (label, { format }) => `The ${label} field must be a valid ${formatNames[String(format)] ?? format}.`,
	pattern: (label) => `The ${label} field format is invalid.`,
	// An empty string counts as missing, as in the web framework whose messages these are.
	minLength: (label) => `The ${label} field is required.`,
	maxLength: (label, { limit }) => `The ${label} field must not be greater than ${limit} characters.`,
	minItems: (label, { limit }) => `The ${label} field must have at least ${limit} items.`,
	minimum: (label, { limit }) => `The ${label} field must be at least ${limit}.`,
	maximum: (label, { limit }) => `The ${label} field must not be greater than ${limit}.`,
};

const typeNames: Readonly<Record<string, string>> = {
	string: 'a string',
	integer: 'an integer',
	array: 'an array',
	object: 'an object',
	boolean: 'true or false',
};

const formatNames: Readonly<Record<string, string>> = { email: 'email address', hostname: 'domain name' };

/** Turns violations of the contract into messages per field, such as `subscribers.3.email`. */
export function fieldErrors(found: readonly ErrorObject[]): FieldErrors {
	if (found.some(({ keyword }) => keyword === 'parse')) return { body: ['The body must be valid JSON.'] };
	const all: FieldErrors = {};
	for (const error of found) {
		const field = fieldOf(error);
		const told = [...new Set([...(all[field] ?? []), textOf(error)])];
		// A missing field is not reported as malformed as well.
		const missing = told.find((text) => text.endsWith('is required.'));
		all[field] = missing === undefined ? told : [missing];
	}
	return all;
}

function textOf(error: ErrorObject): string {
	const field = fieldOf(error);
	return texts[error.keyword]?.(field.replaceAll('_', ' '), error.params) ?? `The ${field} field is invalid.`;
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
	const [, , ...path] = instancePath.split('/');
	if (keyword === 'required' && params.missingProperty !== 'requestBody') path.push(String(params.missingProperty));
	return path.join('.') || 'body';
}
