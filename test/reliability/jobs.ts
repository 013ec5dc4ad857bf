import type { IDataObject } from 'n8n-workflow';

import { byEmail } from '../engine/support';
import type { Subscriber } from '../laravel/LaravelList';
import { FaultedJobs, type Job } from './faultedJobs';

/** The jobs that must withstand faults, on a list of 120 people. */

/** More pages than requests in flight at once. */
const size = 8;
const pages = 15;
/** The place of the person who has just joined: a sync keeps them. */
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

/** Parameters: a column says who opts out. */
const leaving = { consent: 'columns', optOut: ['Opt Out'] };
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
		parameters: {
			...leaving,
			operation: 'sync',
			removal: 'removeTag',
			onlyTag: 'Customer',
			options: { optOuts: 'unsubscribe' },
		},
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
		parameters: { ...leaving, operation: 'sync', options: { resubscribe: true, optOuts: 'unsubscribe' } },
		input: [
			...[7, 17, 3].map((place) => rowAt(place, renamed)),
			rowAt(27, { 'Opt Out': 'yes' }),
			rowAt(5, { 'Opt Out': 'yes' }),
			newRow(1),
		],
		returning: [7, 17].map((place) => personAt(place).email),
	},
	Import: {
		// Two batches.
		parameters: { operation: 'import', options: { skipUnsubscribed: true, batchSize: 50 } },
		input: [
			...[0, 45, 77, 119].map((place) => rowAt(place, renamed)),
			...Array.from({ length: 60 }, (_, number) => newRow(number)),
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

/** For the tests of one file. */
export const faultedJobs = (): FaultedJobs => new FaultedJobs(jobs, people, size);
