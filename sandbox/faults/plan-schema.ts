import { routes } from '../routes/routes';
import { faultNames } from './faults';
import type { FaultPlan, RateLimit, ScriptedFault } from './plan';

/** The longest wait of a Node.js timer. */
const milliseconds = { type: 'number', minimum: 0, maximum: 2 ** 31 - 1 };
const operation = { enum: Object.keys(routes) };
const wholeNumber = { type: 'integer', minimum: 0 };
const atLeastOne = { type: 'integer', minimum: 1 };

function object(properties: object, required: string[] = []) {
	return { type: 'object', additionalProperties: false, required, properties };
}

/** The JSON Schema of a fault plan. */
export const planSchema = {
	...object({
		script: {
			type: 'array',
			items: object(
				{ fault: { enum: ['none', ...faultNames] }, operation, times: atLeastOne } satisfies Record<
					keyof ScriptedFault,
					object
				>,
				['fault'],
			),
		},
		rate: { type: 'number', minimum: 0, maximum: 1 },
		kinds: { type: 'array', minItems: 1, items: { enum: faultNames } },
		seed: wholeNumber,
		operations: { type: 'array', minItems: 1, items: operation },
		retryAfterSeconds: wholeNumber,
		latencyMs: {
			if: { type: 'array' },
			then: { items: milliseconds, minItems: 2, maxItems: 2 },
			else: milliseconds,
		},
		rateLimit: object(
			{ perSecond: { type: 'number', exclusiveMinimum: 0 }, burst: atLeastOne } satisfies Record<
				keyof RateLimit,
				object
			>,
			['perSecond', 'burst'],
		),
		tokenExpiresAfter: wholeNumber,
	} satisfies Record<keyof FaultPlan, object>),
	// Kinds without a rate would never occur.
	dependencies: { kinds: ['rate'] },
};
