import { rejected } from '../http-error';
import { routes } from '../routes/routes';
import { faultNames } from './faults';
import type { FaultPlan, RateLimit, ScriptedFault } from './plan';
import { listOf, numberFrom, objectOf, oneOf, positive, wholeNumberFrom } from './rules';
import type { ValidationIssue, Rule } from './rules';

/** Beyond it a timer of Node.js does not wait at all. */
const longestTimer = 2 ** 31 - 1;

const milliseconds = numberFrom(0, longestTimer);
const operation = oneOf(Object.keys(routes), 'operation');

const scriptRules: Record<keyof ScriptedFault, Rule> = {
	fault: oneOf(['none', ...faultNames], 'fault'),
	operation,
	times: wholeNumberFrom(1),
};

const rateLimitRules: Record<keyof RateLimit, Rule> = { perSecond: positive, burst: wholeNumberFrom(1) };

const planRules: Record<keyof FaultPlan, Rule> = {
	script: listOf(objectOf(scriptRules, ['fault'])),
	rate: numberFrom(0, 1),
	kinds: listOf(oneOf(faultNames, 'fault'), 1),
	seed: wholeNumberFrom(0),
	operations: listOf(operation, 1),
	retryAfterSeconds: wholeNumberFrom(0),
	latencyMs: latency,
	rateLimit: objectOf(rateLimitRules, Object.keys(rateLimitRules)),
	tokenExpiresAfter: wholeNumberFrom(0),
};

/**
 * Makes sure that something from outside is a fault plan.
 *
 * @returns The plan; undefined for one that says nothing.
 * @throws HttpError with status 400 that names each setting that is wrong, and what it may be.
 */
export function readPlan(value: unknown): FaultPlan | undefined {
	const issues = [...objectOf(planRules)(value, ''), ...idleKinds(value)];
	if (issues.length > 0) throw rejected(byField(issues), 400);
	const plan = value as FaultPlan;
	return Object.keys(plan).length === 0 ? undefined : plan;
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

function latency(value: unknown, field: string): ValidationIssue[] {
	if (!Array.isArray(value)) return milliseconds(value, field);
	const [min = 0, max = 0] = value as number[];
	if (value.length === 2 && value.every((one) => milliseconds(one, field).length === 0) && min <= max) return [];
	return [
		[field, `The ${field} must be a number from 0 to ${longestTimer}, or two of them with the smaller one first.`],
	];
}

/** Kinds that never come are most likely a slip. */
function idleKinds(value: unknown): ValidationIssue[] {
	const idle = typeof value === 'object' && value !== null && 'kinds' in value && !('rate' in value);
	return idle ? [['kinds', 'The kinds need a rate.']] : [];
}

function byField(issues: readonly ValidationIssue[]): Record<string, string[]> {
	// Not an object from the start: a setting may be called `__proto__`.
	const fields = new Map<string, string[]>();
	for (const [field, text] of issues) fields.set(field || 'plan', [...(fields.get(field || 'plan') ?? []), text]);
	return Object.fromEntries(fields);
}
