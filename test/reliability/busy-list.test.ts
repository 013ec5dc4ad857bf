import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../engine/runNode';
import { byId, jsonOf } from '../engine/support';
import { LaravelList } from '../laravel/LaravelList';
import { serveList, type ServedList } from '../laravel/serveList';

/** A list that changes while it is read. A Sync List that removes nobody does its work anyway. */

const size = 20;
const pages = 80;
/** One change for so many requests that read a page. */
const every = 5;
/** More than leave while all pages are read once. */
const leaving = Array.from({ length: 4 * (pages / every) }, (_, index) => ({ email: `leaving${index}@example.com` }));
const staying = Array.from({ length: pages * size - leaving.length }, (_, place) => ({
	email: `person${place}@example.com`,
	first_name: 'Ada',
	last_name: `No. ${place}`,
	is_subscribed: place % 10 !== 7,
}));
const changed = [0, 47, 800, 1077, staying.length - 1];
const newRows = [1, 2, 3].map((number) => ({
	email: `new${number}@example.com`,
	first_name: 'Grace',
	last_name: 'New',
}));
/** All who stay, some of them with another name, and new ones. */
const rows: IDataObject[] = [
	...staying.map(({ email, first_name, last_name }, place) => ({
		email,
		first_name: changed.includes(place) ? 'Grace' : first_name,
		last_name,
	})),
	...newRows,
];

interface Change {
	readonly isNewestFirst: boolean;
	/** @param number of the change, from 0 */
	readonly happen: (list: LaravelList, number: number) => void;
}

const changes: Record<string, Change> = {
	// All entries after it move one place forward: the first entry of the next page is on none.
	'in which subscribers at the start are deleted': {
		isNewestFirst: false,
		happen(list, number) {
			const subscriber = list.withEmail(`leaving${number}@example.com`);
			if (subscriber !== undefined) list.remove(subscriber);
		},
	},
	// All entries move one place back: the last entry of a page is also on the next one. The first who joins is in the input, too.
	'that others join at its start': {
		isNewestFirst: true,
		happen: (list, number) =>
			void list.add({ email: number === 0 ? 'new1@example.com' : `joined${number}@example.com` }),
	},
};

let list: LaravelList;
let served: ServedList;
afterEach(async () => await served.close());

async function sync({ isNewestFirst, happen }: Change, options: INodeParameters = {}): Promise<NodeRun> {
	list = new LaravelList({ mostPerPage: size, isNewestFirst });
	list.hold([...leaving, ...staying]);
	served = await serveList(list);
	let reads = 0;
	served.onRequest = ({ kind }) => {
		if (kind === 'read' && ++reads % every === 0) happen(list, reads / every - 1);
		return undefined;
	};
	return await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'sync',
			contactList: byId('l'),
			removal: 'keep',
			options,
		},
		credential: { baseUrl: served.url, accessToken: 'token', endpointPaths: '{}' },
		input: rows,
	});
}

function expectNoHarm(): void {
	const emails = list.subscribers.map(({ email }) => email);
	expect(emails.filter((email, index) => emails.indexOf(email) !== index)).toEqual([]);
	const lost = staying.filter(({ email }) => list.withEmail(email) === undefined);
	expect(lost).toEqual([]);
	const subscribed = staying.filter(
		({ email, is_subscribed: wasSubscribed }) => !wasSubscribed && list.withEmail(email)?.is_subscribed,
	);
	expect(subscribed).toEqual([]);
}

describe.each(Object.entries(changes))('Sync List of a list %s while it is read', (_name, change) => {
	it('is not refused, and does every row but those that the service rejects', async () => {
		const run = await sync(change);
		expect(run.error).toBeUndefined();
		const actions = new Map(
			jsonOf(run).map(({ email, action, reason }) => [
				email,
				JSON.stringify(reason ?? '').includes('taken') ? 'rejected' : action,
			]),
		);
		expect(jsonOf(run)).toHaveLength(rows.length);
		// A subscriber whom no page has shown is created, and the service rejects the address as taken.
		const rejected = rows.filter(({ email }) => actions.get(email) === 'rejected');
		expect(rejected.length).toBeLessThanOrEqual(pages / every + 1);
		for (const row of rows.filter((each) => !rejected.includes(each)))
			expect(list.withEmail(row.email as string)).toMatchObject(row);
		expect([...new Set(actions.values())].filter((action) => action === 'failed' || action === 'unknown')).toEqual([]);
	});

	it.each<[string, INodeParameters]>([
		['one by one', {}],
		['in bulk', { useImport: true }],
	])('doubles, loses and resubscribes nobody when it creates %s', async (_way, options) => {
		await sync(change, options);
		expectNoHarm();
		const created = served.arrived.filter(({ kind, isDone }) => kind === 'create' && isDone);
		expect(new Set(created.map(({ body }) => body)).size).toBe(created.length);
	});
});
