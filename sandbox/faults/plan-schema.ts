import { routes } from '../routes/routes';
import { faultNames } from './faults';
import type { FaultPlan, RateLimit, ScriptedFault } from './plan';

/** Beyond it a timer of Node.js does not wait at all. */
const longestTimer = 2 ** 31 - 1;

const milliseconds = {
	type: 'number',
	minimum: 0,
	maximum: longestTimer,
	description: `a number from 0 to ${longestTimer}`,
};
const operation = { enum: Object.keys(routes), description: 'operation' };

/**
 * What a fault plan may say, as a JSON Schema. A description says what is expected, as it ends "must be …", and of names
 * what they name: refusals are made of it.
 */
export const planSchema = {
	type: 'object',
	description: 'an object',
	additionalProperties: false,
	// Kinds that never come are most likely a slip.
	dependencies: { kinds: ['rate'] },
	properties: {
		script: {
			type: 'array',
			description: 'a list',
			items: {
				type: 'object',
				description: 'an object',
				additionalProperties: false,
				required: ['fault'],
				properties: {
					fault: { enum: ['none', ...faultNames], description: 'fault' },
					operation,
					times: wholeNumberFrom(1),
				} satisfies Record<keyof ScriptedFault, object>,
			},
		},
		rate: { type: 'number', minimum: 0, maximum: 1, description: 'a number from 0 to 1' },
		kinds: listOf({ enum: faultNames, description: 'fault' }),
		seed: wholeNumberFrom(0),
		operations: listOf(operation),
		retryAfterSeconds: wholeNumberFrom(0),
		latencyMs: {
			if: { type: 'array' },
			then: {
				description: `${milliseconds.description}, or two of them`,
				minItems: 2,
				maxItems: 2,
				items: [
					milliseconds,
					{
						...milliseconds,
						minimum: { $data: '1/0' },
						description: `${milliseconds.description}, and no smaller than the first`,
					},
				],
			},
			else: milliseconds,
		},
		rateLimit: {
			type: 'object',
			description: 'an object',
			additionalProperties: false,
			required: ['perSecond', 'burst'],
			properties: {
				perSecond: { type: 'number', exclusiveMinimum: 0, description: 'a number above 0' },
				burst: wholeNumberFrom(1),
			} satisfies Record<keyof RateLimit, object>,
		},
		tokenExpiresAfter: wholeNumberFrom(0),
	} satisfies Record<keyof FaultPlan, object>,
};

function wholeNumberFrom(minimum: number) {
	return { type: 'integer', minimum, description: `a whole number of at least ${minimum}` };
}

function listOf(items: object) {
	return { type: 'array', minItems: 1, items, description: 'a list with something in it' };
}
