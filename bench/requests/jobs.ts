import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Kind, Subscriber } from '../../test/laravel/LaravelList';

/** How many people are in the list. */
export const listed = 25_000;
const rows = 5_000;

export interface Job {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly input: readonly IDataObject[];
	/** The place in the list, from 0, of the last one who has to be found there; without it the list need not be read. */
	readonly lastPlace?: number;
	/** How many items must come out; as many as go in, unless it is given. */
	readonly items?: number;
	/** What else has to be sent, by kind. */
	readonly others: Partial<Record<Kind, number>>;
	/** Whether it may read as many pages too many as it needs. */
	readonly mayReadOn?: boolean;
}

/** The person at a place of the list. */
export function personAt(place: number): Pick<Subscriber, 'email' | 'first_name' | 'last_name'> {
	return { email: `person${place}@example.com`, first_name: 'Ada', last_name: `No. ${place}` };
}

/** @param pageSize how many entries a page of the list has */
export function jobsFor(pageSize: number): Job[] {
	const onPage = (page: number): number => (page - 1) * pageSize + Math.floor(pageSize / 2);
	const byEmail = (place: number): INodeParameters => locator('email', personAt(place).email);
	const unsubscribe = { operation: 'toggleSubscription', changeTo: 'unsubscribed' };
	return [
		{
			name: 'Get Many, Return All',
			parameters: { operation: 'getAll', returnAll: true },
			input: [{}],
			items: listed,
			lastPlace: listed - 1,
			others: {},
		},
		{
			name: `Sync List, ${rows} rows and a blank one, nothing to do`,
			parameters: { operation: 'sync' },
			input: [...spread(rows), { email: '' }],
			lastPlace: listed - 1,
			others: {},
		},
		{
			name: `Sync List, ${rows} rows, 100 new and 100 changed`,
			parameters: { operation: 'sync' },
			input: spread(rows).map((row, index) =>
				index % 50 === 0 ? newRow(index) : index % 50 === 1 ? changed(row) : row,
			),
			lastPlace: listed - 1,
			others: { create: 100, update: 100 },
		},
		{
			name: 'Create or Update, 2000 rows, 1000 there, 500 of them changed',
			parameters: { operation: 'upsert', dataMode: 'autoMapInputData' },
			input: spread(2_000).map((row, index) =>
				index % 2 === 0 ? newRow(index) : index % 4 === 1 ? changed(row) : row,
			),
			lastPlace: listed - 1,
			others: { create: 1_000, update: 500 },
		},
		{
			name: 'Create or Update, one who is new',
			parameters: { operation: 'upsert', email: 'new@example.com' },
			input: [{}],
			others: { create: 1 },
		},
		{
			name: 'Create or Update, one address that is not valid',
			parameters: { operation: 'upsert', email: 'person.example.com' },
			input: [{}],
			items: 0,
			others: {},
		},
		{
			name: 'Unsubscribe by email, on page 1',
			parameters: { ...unsubscribe, subscriber: byEmail(onPage(1)) },
			input: [{}],
			lastPlace: onPage(1),
			others: { get: 1, toggle: 1 },
		},
		{
			name: 'Unsubscribe 100 by email, all over the list',
			parameters: { ...unsubscribe, subscriber: locator('email', '={{ $json.email }}') },
			input: spread(100),
			lastPlace: placesOf(100).at(-1),
			others: { get: 100, toggle: 100 },
		},
		{
			name: `Import, ${rows} new rows, list read first`,
			// The first name of the option, and the later one, which is on by default.
			parameters: { operation: 'import', options: { skipUnsubscribed: true } },
			input: Array.from({ length: rows }, (_, index) => newRow(index)),
			lastPlace: listed - 1,
			others: { import: rows / 500 },
		},
		{
			name: 'Update by email, on page 3',
			parameters: { operation: 'update', subscriber: byEmail(onPage(3)), updateFields: { lastName: 'New' } },
			input: [{}],
			lastPlace: onPage(3),
			others: { update: 1 },
			mayReadOn: true,
		},
		{
			name: 'Get by email, on page 10',
			parameters: { operation: 'get', subscriber: byEmail(onPage(10)) },
			input: [{}],
			lastPlace: onPage(10),
			others: { get: 1 },
			mayReadOn: true,
		},
	];
}

/** So many places all over the list; the last one is on its last pages. */
function placesOf(count: number): number[] {
	return Array.from({ length: count }, (_, index) => Math.floor((index + 1) * (listed / count)) - 1);
}

function spread(count: number): IDataObject[] {
	return placesOf(count).map(personAt);
}

function newRow(index: number): IDataObject {
	return { email: `new${index}@example.com`, first_name: 'Grace', last_name: `New ${index}` };
}

function changed(row: IDataObject): IDataObject {
	return { ...row, first_name: 'Grace' };
}

function locator(mode: 'email' | 'id', value: string): INodeParameters {
	return { __rl: true, mode, value };
}
