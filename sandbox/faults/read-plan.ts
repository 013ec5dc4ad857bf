import { OpenAPIValidator, ValidationContext } from 'openapi-backend';
import { HttpError } from '../http-error';
import type { FaultPlan } from './plan';
import { planSchema } from './plan-schema';

/** Uses the Ajv of the library that validates the contract. */
const isPlan = new OpenAPIValidator({ definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } })
	.getAjv(ValidationContext.RequestBody, { allErrors: false, strictNumbers: true })
	.compile<FaultPlan>(planSchema);

/**
 * Validates a fault plan from outside.
 *
 * @returns The plan; undefined for an empty one.
 * @throws HttpError with status 400 that names the invalid setting and its allowed values.
 */
export function readPlan(value: unknown): FaultPlan | undefined {
	if (isPlan(value)) return Object.keys(value).length === 0 ? undefined : value;
	const [{ instancePath, message, params } = { instancePath: '', message: 'is none', params: {} }] =
		isPlan.errors ?? [];
	const { allowedValues, additionalProperty } = params as { allowedValues?: string[]; additionalProperty?: string };
	const details = additionalProperty ?? allowedValues?.join(', ');
	const place = ['The fault plan', ...instancePath.split('/').slice(1)].join(' → ');
	throw new HttpError(400, `${place} ${message}${details === undefined ? '' : `: ${details}`}.`);
}

/** The same for a plan in JSON text. */
export function parsePlan(text: string): FaultPlan | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new HttpError(400, 'The fault plan must be valid JSON.');
	}
	return readPlan(value);
}
