import fc from 'fast-check';

import { deliveryOf, oneOfEach } from '../laravel/faults';
import { faultedJobs } from './jobs';
import { scaled, seed } from './random';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/** Two faults in one run, with the same checks as in single-faults.test.ts. `MODEL_SEED=1 npx jest fault-pairs` repeats a choice. */

const faulted = faultedJobs();

faulted.describe((name, mode) => {
	it(`withstands two of them (MODEL_SEED=${seed})`, async () => {
		const { requests } = await faulted.withoutFault(name, mode);
		// The first three requests may be pages; later pages are read in the same way.
		const all = [...requests.keys()].filter((number) => number < 3 || requests[number]?.kind !== 'read');
		const numbers = fc.shuffledSubarray(all, { minLength: 2, maxLength: 2 });
		const faults = fc.tuple(fc.constantFrom(...oneOfEach), fc.constantFrom(...oneOfEach));
		const wrong: string[] = [];
		for (const [places, names] of fc.sample(fc.tuple(numbers, faults), { numRuns: scaled(300), seed })) {
			let sent = -1;
			const found = await faulted.faultsOf(name, mode, (arrived) => {
				sent += 1;
				const fault = names[places.indexOf(sent)];
				return fault === undefined ? undefined : deliveryOf(fault, arrived);
			});
			wrong.push(...found.map((text) => `${names.join(' and ')} in requests ${places.join(' and ')}: ${text}`));
		}
		expect(wrong).toEqual([]);
	}, 240_000);
});
