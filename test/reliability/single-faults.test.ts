import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { byEmail } from '../engine/support';
import { deliveryOf, oneOfEach } from '../laravel/faults';
import type { Subscriber } from '../laravel/LaravelList';
import type { Arrived } from '../laravel/serveList';
import { scaled, seed } from './random';
import { emailsIn, FaultedJobs, sample, type Job } from './faultedJobs';

jest.mock('../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../engine/noWait'));

/**
 * One fault at a time, or two, in randomly chosen requests of a run. After each:
 * the run reports no success if something is missing; no subscriber is duplicated, deleted or resubscribed;
 * and the same run without the fault ends as if there had been none.
 * `MODEL_SEED=1 npx jest single-faults` repeats a choice.
 */

const size = 4;
const pages = 30;
/** Who has just joined. */
const newcomer = 15;
const isSubscribed = (place: number): boolean => place % 10 !== 7;

function personAt(place: number): Partial<Subscriber> & { email: string } {
	return {
		email: `person${place}@example.com`,
		first_name: 'Ada',
		last_name: `No. ${place}`,
		tags: place % 2 === 0 ? ['customer'] : [],
		is_subscribed: isSubscribed(place),
		...(place === newcomer && { created_at: new Date().toISOString() }),
	};
}

const people = Array.from({ length: pages * size }, (_, place) => personAt(place));

/** The row of an existing subscriber. */
function rowAt(place: number, changes: IDataObject = {}): IDataObject {
	const { email, first_name, last_name, tags } = personAt(place);
	return { email, first_name, last_name, tags, ...changes };
}

function newRow(number: number): IDataObject {
	return { email: `new${number}@example.com`, first_name: 'Grace', last_name: `New ${number}`, tags: ['lead'] };
}

const renamed = { first_name: 'Grace' };
const removed = [0, 30, 61, 90, 119];
const changed = [1, 60, 77, 118];

const jobs: Record<string, Job> = {
	'Get Many': { parameters: { operation: 'getAll', returnAll: true }, input: [{}] },
	'Sync List': {
		parameters: { operation: 'sync', removal: 'unsubscribe' },
		input: [
			...people
				.map((_, place) => rowAt(place, changed.includes(place) ? renamed : {}))
				.filter((_, place) => !removed.includes(place)),
			...[1, 2, 3].map(newRow),
		],
	},
	'Sync List that replaces tags, and keeps who has just joined': {
		parameters: { operation: 'sync', removal: 'unsubscribe', options: { replaceTags: true } },
		input: people
			.map((_, place) =>
				rowAt(place, { ...(changed.includes(place) && renamed), ...(place % 20 === 4 && { tags: '' }) }),
			)
			.filter((_, place) => ![...removed, newcomer].includes(place)),
	},
	'Sync List by tag': {
		parameters: { operation: 'sync', removal: 'removeTag', onlyTag: 'Customer', options: { optOuts: 'unsubscribe' } },
		input: [
			...people.flatMap(({ tags = [] }, place) => (tags.length > 0 && !removed.includes(place) ? [rowAt(place)] : [])),
			...[1, 3].map((place) => rowAt(place, { tags: ['other'] })),
			...[5, 119].map((place) => rowAt(place, { 'Opt Out': 'yes' })),
			...[1, 2].map(newRow),
		],
	},
	'Create or Update': {
		parameters: { operation: 'upsert', dataMode: 'autoMapInputData' },
		input: [0, 45, 77, 119].flatMap((place) => [rowAt(place, renamed), newRow(place)]),
	},
	'Create or Update, of whom one returns, with a search': {
		parameters: {
			operation: 'upsert',
			dataMode: 'autoMapInputData',
			options: { resubscribe: `={{ $json.email === '${personAt(77).email}' }}` },
		},
		input: [77, 87, 45].map((place) => rowAt(place, renamed)),
		searches: true,
		returning: [personAt(77).email],
	},
	'Sync List, of whom some return': {
		parameters: { operation: 'sync', options: { resubscribe: true, optOuts: 'unsubscribe' } },
		input: [
			...[7, 17, 3].map((place) => rowAt(place, renamed)),
			rowAt(27, { 'Opt Out': 'yes' }),
			rowAt(5, { 'Opt Out': 'yes' }),
			newRow(1),
		],
		returning: [7, 17].map((place) => personAt(place).email),
	},
	Import: {
		parameters: { operation: 'import', options: { skipUnsubscribed: true } },
		input: [
			...[0, 45, 77, 119].map((place) => rowAt(place, renamed)),
			...Array.from({ length: 600 }, (_, number) => newRow(number)),
		],
	},
	'Unsubscribe by email': {
		parameters: {
			operation: 'toggleSubscription',
			changeTo: 'unsubscribed',
			subscriber: byEmail('={{ $json.email }}'),
		},
		input: [5, 119].map((place) => rowAt(place)),
	},
	Create: {
		parameters: { operation: 'create', dataMode: 'autoMapInputData' },
		input: [1, 2, 3].map(newRow),
	},
};

/** The request with the fault: the nth with this name. */
interface Place {
	readonly request: string;
	readonly nth: number;
	readonly kind: Arrived['kind'];
	/** Whether all later requests with that name have it, too. */
	readonly stays: boolean;
}

const faulted = new FaultedJobs(jobs, people, size);

/** Names a request of a run, independent of the order of requests and of the page size. */
function nameOf({ kind, method, url, body }: Arrived): string {
	const { pathname, searchParams } = new URL(url, 'http://x');
	const path = pathname.split('/').slice(4).join('/');
	const who = kind === 'create' || kind === 'import' ? ` ${emailsIn(body)[0]}` : '';
	return `${method} ${path}${kind === 'read' ? `?page=${searchParams.get('page') ?? 1}` : ''}${who}`;
}

/** The requests of a run without a fault. */
function placesIn(requests: readonly Arrived[]): Place[] {
	const counts = new Map<string, number>();
	return requests.flatMap((arrived): Place[] => {
		const request = nameOf(arrived);
		const nth = (counts.get(request) ?? 0) + 1;
		counts.set(request, nth);
		const place = { request, nth, kind: arrived.kind };
		const isRead = place.kind === 'read' || place.kind === 'get';
		return [{ ...place, stays: false }, ...(isRead ? [{ ...place, stays: true }] : [])];
	});
}

/** Some places of some kinds of request. */
function someOf(places: readonly Place[], turn: number): Place[] {
	const kinds = [...new Set(places.map(({ kind }) => kind))];
	const ofKind = (kind: string): Place[] => places.filter((place) => place.kind === kind);
	return sample(kinds, scaled(kinds.length), turn).flatMap((kind) => sample(ofKind(kind), scaled(10), turn));
}

faulted.describe((name, mode) => {
	it.each(oneOfEach.map((fault, turn) => [fault, turn] as const))(
		`withstands a %s in any request (MODEL_SEED=${seed})`,
		async (fault, turn) => {
			const wrong: string[] = [];
			for (const place of someOf(placesIn((await faulted.withoutFault(name, mode)).requests), turn)) {
				const { request, nth, stays } = place;
				let met = 0;
				const found = await faulted.faultsOf(name, mode, (arrived) => {
					if (nameOf(arrived) !== request) return undefined;
					met += 1;
					return met === nth || (stays && met > nth) ? deliveryOf(fault, arrived) : undefined;
				});
				if (met < nth) found.push('the request was not sent this time');
				wrong.push(...found.map((text) => `${request}, time ${nth}${stays ? ' and later' : ''}: ${text}`));
			}
			expect(wrong).toEqual([]);
		},
		120_000,
	);

	it(`withstands two of them (MODEL_SEED=${seed})`, async () => {
		const { requests } = await faulted.withoutFault(name, mode);
		// Of the pages, the first ones stand for all.
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
