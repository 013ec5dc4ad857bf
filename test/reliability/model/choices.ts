import fc from 'fast-check';

import { faultNames } from '../../../sandbox/faults/faults';
import type { FaultPlan } from '../../../sandbox/faults/plan';

type Choices<T extends unknown[]> = {
	readonly [K in keyof T]: readonly [weight: number, arbitrary: fc.Arbitrary<T[K]>];
};

/** One of several, each as often as its weight says. */
export function weighted<T extends unknown[]>(...choices: Choices<T>): fc.Arbitrary<T[number]> {
	return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

// A stall only waits for the timeout; the node treats it as a reset connection.
const kinds = faultNames.filter((fault) => !fault.startsWith('stall'));

export const aFault = fc.constantFrom(...kinds);

/** Faults in a share of all requests. */
export function randomFaults(...rates: number[]): fc.Arbitrary<FaultPlan> {
	return fc.record({
		rate: fc.constantFrom(...rates),
		kinds: fc.subarray(kinds, { minLength: 1, maxLength: 4 }),
		seed: fc.nat(1000),
	});
}
