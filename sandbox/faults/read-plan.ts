import { OpenAPIValidator, ValidationContext } from 'openapi-backend';
import { byField, rejected } from '../http-error';
import type { FieldErrors } from '../http-error';
import type { FaultPlan } from './plan';
import { planSchema } from './plan-schema';

/** What Ajv tells of a broken rule, with what the rules of a plan put into it. */
interface BrokenRule {
	instancePath: string;
	keyword: string;
	data?: unknown;
	params: Partial<Record<'missingProperty' | 'property' | 'additionalProperty', string>> & { allowedValues?: string[] };
	parentSchema?: { description?: string; properties?: object; [keyword: string]: unknown };
}

/** With the Ajv of the library that validates the contract. */
const isPlan = new OpenAPIValidator({ definition: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } })
	.getAjv(ValidationContext.RequestBody, { allErrors: true, verbose: true, strictNumbers: true, $data: true })
	.compile<FaultPlan>(planSchema);

/**
 * Makes sure that something from outside is a fault plan.
 *
 * @returns The plan; undefined for one that says nothing.
 * @throws HttpError with status 400 that names each setting that is wrong, and what it may be.
 */
export function readPlan(value: unknown): FaultPlan | undefined {
	if (!isPlan(value)) throw rejected(textsByField(isPlan.errors ?? []), 400);
	return Object.keys(value).length === 0 ? undefined : value;
}

/**
 * The same for text.
 *
 * @throws HttpError also where the text is no JSON.
 */
export function parsePlan(text: string): FaultPlan | undefined {
	return readPlan(parseJson(text));
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw rejected({ plan: ['The fault plan must be valid JSON.'] }, 400);
	}
}

/** Names of broken rules. Others are described by the schema. */
const texts: Readonly<Record<string, (field: string, error: BrokenRule) => string>> = {
	required: (field) => `The ${field} is missing.`,
	dependencies: (field, { params }) => `The ${field} need a ${params.missingProperty}.`,
	additionalProperties: (field, { parentSchema }) =>
		`There is no setting ${shown(field)}. The settings are: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}.`,
	enum: (field, { data, params, parentSchema }) =>
		`The ${field} is no ${parentSchema?.description}: ${shown(data)}. The ${parentSchema?.description}s are: ${params.allowedValues?.join(', ')}.`,
};

function textsByField(errors: readonly BrokenRule[]): FieldErrors {
	// Beside what is wrong, Ajv says of which branch it is.
	const wrong = errors.filter(({ keyword }) => keyword !== 'if');
	return byField(wrong.map((error) => [fieldOf(error) || 'plan', textOf(error)]));
}

function textOf(error: BrokenRule): string {
	const field = fieldOf(error);
	return (
		texts[error.keyword]?.(field, error) ?? `The ${field || 'fault plan'} must be ${error.parentSchema?.description}.`
	);
}

/** The place of a setting, as in `script.0.fault`. */
function fieldOf({ instancePath, keyword, params }: BrokenRule): string {
	const names: Partial<Record<string, string>> = {
		required: params.missingProperty,
		dependencies: params.property,
		additionalProperties: params.additionalProperty,
	};
	const name = names[keyword];
	return [...instancePath.split('/').slice(1), ...(name === undefined ? [] : [name])].join('.');
}

const longestShown = 60;

/** What was given, in a few characters of one line, however long or deep it is. */
function shown(value: unknown): string {
	if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
	if (typeof value !== 'string') return String(value);
	return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value);
}
