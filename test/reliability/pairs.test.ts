import { byEmail } from '../engine/support';
import { deliveryOf, oneOfEach } from '../laravel/faults';
import { scaled, seed } from './random';
import { FaultedJobs, sample, type Job } from './faultedJobs';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/**
 * All pairs of faults in two requests of a short job, with the same rules as after one fault (single-faults.test.ts).
 * `npm run test:reliability` tests all of them.
 */

const people = ['ann', 'ben', 'cleo', 'dan', 'eve'].map((name) => ({
	email: `${name}@example.com`,
	first_name: name,
	tags: ['customer'],
	is_subscribed: name !== 'ben' && name !== 'dan',
}));
const [ann, ben, cleo, , eve] = people;
const renamed = { first_name: 'Grace' };
const newRow = { email: 'new@example.com', first_name: 'Grace', tags: ['lead'] };
const columns = { dataMode: 'autoMapInputData' };

const jobs: Record<string, Job> = {
	Create: { parameters: { operation: 'create', ...columns }, input: [newRow] },
	'Create or Update': { parameters: { operation: 'upsert', ...columns }, input: [{ ...ann, ...renamed }, newRow] },
	'Unsubscribe by email': {
		parameters: { operation: 'toggleSubscription', changeTo: 'unsubscribed', subscriber: byEmail(eve?.email ?? '') },
		input: [{}],
	},
	// Subscribers in no row are unsubscribed.
	'Sync List': {
		parameters: { operation: 'sync', removal: 'unsubscribe', options: { maxRemovalPercent: 100 } },
		input: [{ ...ann, ...renamed }, { ...cleo }, newRow],
	},
	Import: {
		parameters: { operation: 'import', options: { skipUnsubscribed: true } },
		input: [{ ...ann, ...renamed }, { ...ben, is_subscribed: true, ...renamed }, newRow],
	},
};

const faulted = new FaultedJobs(jobs, people, 3);

/** All pairs of requests by number. The first fault may add a request. */
function placesOf(requests: number): Array<readonly [first: number, second: number]> {
	const numbers = Array.from({ length: requests + 1 }, (_, index) => index + 1);
	return numbers.flatMap((first) =>
		numbers.filter((number) => number > first).map((second) => [first, second] as const),
	);
}

faulted.describe((name, mode) => {
	it.each(oneOfEach.map((fault, turn) => [fault, turn] as const))(
		`withstands a %s and another fault later (MODEL_SEED=${seed})`,
		async (one, turn) => {
			const { requests } = await faulted.withoutFault(name, mode);
			const all = placesOf(requests.length).flatMap((places) => oneOfEach.map((other) => ({ places, other })));
			const wrong: string[] = [];
			for (const { places, other } of sample(all, scaled(all.length), turn)) {
				const [first, second] = places;
				let sent = 0;
				const found = await faulted.faultsOf(name, mode, (arrived) => {
					sent += 1;
					if (sent === first) return deliveryOf(one, arrived);
					return sent === second ? deliveryOf(other, arrived) : undefined;
				});
				wrong.push(...found.map((text) => `request ${first}, and ${other} in request ${second}: ${text}`));
			}
			expect(wrong).toEqual([]);
		},
		120_000,
	);
});
