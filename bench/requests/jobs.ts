import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../test/engine/runNode';
import { byId } from '../../test/engine/support';
import type { Kind } from '../../test/laravel/LaravelList';
import type { Arrived } from '../../test/laravel/serveList';
import { personAt } from '../people';

export interface Job {
	readonly name: string;
	readonly parameters: INodeParameters;
	readonly input: readonly IDataObject[];
	/** The place in the list, from 0, of the last subscriber that has to be found; without it the list need not be read. */
	readonly lastPlace?: number;
	/** What else has to be sent, by kind. */
	readonly others: Partial<Record<Kind, number>>;
	/** How many items must come out; as many as go in by default. */
	readonly items?: number;
	/** Whether it may read as many pages too many as it needs. */
	readonly mayReadOn?: boolean;
}

/** So many subscribers all over the list; the last one is at its end. */
export function spread(count: number, listed: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => personAt(Math.floor((index + 1) * (listed / count)) - 1));
}

export function subscriberByEmail(value: string): INodeParameters {
	return { subscriber: { __rl: true, mode: 'email', value } };
}

/** @param pageSize how many entries a page of the list has @param listed how many subscribers are in it */
export function jobsFor(pageSize: number, listed: number): Job[] {
	const onPage = (page: number): number => (page - 1) * pageSize + Math.floor(pageSize / 2);
	const newRow = (index: number): IDataObject => ({
		email: `new${index}@example.com`,
		first_name: 'Grace',
		last_name: `New ${index}`,
	});
	const changed = (row: IDataObject): IDataObject => ({ ...row, first_name: 'Grace' });
	const byEmail = (page: number): INodeParameters => subscriberByEmail(personAt(onPage(page)).email);
	const unsubscribe = { operation: 'toggleSubscription', changeTo: 'unsubscribed' };
	const upsert = { operation: 'upsert', dataMode: 'autoMapInputData' };
	const all = { lastPlace: listed - 1 };
	const few = spread(5_000, listed).map((row, index) =>
		index % 50 === 0 ? newRow(index) : index % 50 === 1 ? changed(row) : row,
	);
	const half = spread(2_000, listed).map((row, index) =>
		index % 2 === 0 ? newRow(index) : index % 4 === 1 ? changed(row) : row,
	);
	const newRows = Array.from({ length: 5_000 }, (_, index) => newRow(index));
	// prettier-ignore
	return [
		{ name: 'Get Many, Return All', parameters: { operation: 'getAll', returnAll: true }, input: [{}], ...all, others: {}, items: listed },
		{ name: 'Sync List, 5000 rows and a blank one, nothing to do', parameters: { operation: 'sync' }, input: [...spread(5_000, listed), { email: '' }], ...all, others: {} },
		{ name: 'Sync List, 5000 rows, 100 new and 100 changed', parameters: { operation: 'sync' }, input: few, ...all, others: { create: 100, update: 100 } },
		{ name: 'Create or Update, 2000 rows, 1000 there, 500 of them changed', parameters: upsert, input: half, ...all, others: { create: 1_000, update: 500 } },
		{ name: 'Create or Update, one who is new', parameters: { operation: 'upsert', email: 'new@example.com' }, input: [{}], others: { create: 1 } },
		{ name: 'Create or Update, one address that is not valid', parameters: { operation: 'upsert', email: 'person.example.com' }, input: [{}], others: {}, items: 0 },
		{ name: 'Unsubscribe by email, on page 1', parameters: { ...unsubscribe, ...byEmail(1) }, input: [{}], lastPlace: onPage(1), others: { get: 2, toggle: 1 } },
		{ name: 'Unsubscribe 100 by email, all over the list', parameters: { ...unsubscribe, ...subscriberByEmail('={{ $json.email }}') }, input: spread(100, listed), ...all, others: { get: 200, toggle: 100 } },
		{ name: 'Import, 5000 new rows, list read first', parameters: { operation: 'import' }, input: newRows, ...all, others: { import: 10 } },
		{ name: 'Update by email, on page 3', parameters: { operation: 'update', ...byEmail(3), updateFields: { lastName: 'New' } }, input: [{}], lastPlace: onPage(3), others: { update: 1 }, mayReadOn: true },
		{ name: 'Get by email, on page 10', parameters: { operation: 'get', ...byEmail(10) }, input: [{}], lastPlace: onPage(10), others: { get: 1 }, mayReadOn: true },
	];
}

/** Everybody in the list gets a tag, in both ways. */
export function newTagJobs(listed: number): Job[] {
	const input = spread(listed, listed).map((row) => ({ ...row, tags: 'new' }));
	const all = { input, lastPlace: listed - 1 };
	const name = `Import, all ${listed} get a new tag`;
	const included = { operation: 'import', options: { knownPeople: 'import' } };
	return [
		{ ...all, name, parameters: { operation: 'import' }, others: { update: listed } },
		{ ...all, name: `${name}, Include in Import`, parameters: included, others: { import: Math.ceil(listed / 500) } },
	];
}

/** What the node is set to. */
export function parametersOf({ parameters }: Job): INodeParameters {
	return { resource: 'subscriber', contactList: byId('01890000-0000-7000-8000-000000000001'), ...parameters };
}

/** Whether as many items came out as should, and the service did as much as should be done. */
export function isDone(job: Job, { items }: NodeRun, arrived: readonly Arrived[]): boolean {
	const done = (kind: string): number => arrived.filter((request) => request.kind === kind && request.isDone).length;
	const isMissing = Object.entries(job.others).some(([kind, count]) => done(kind) < count);
	return !isMissing && items.length >= (job.items ?? job.input.length);
}
