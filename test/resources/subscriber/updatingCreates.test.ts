import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../../engine/runNode';
import { json } from '../../engine/serve';
import { actionsOf, hintsOf, jsonOf, mapped, warningsOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

const { list, served, kinds, run: runOn } = useList({ searches: 'honoured' });
beforeEach(() => {
	list.hold(
		Array.from({ length: 8 }, (_, index) => ({ email: `p${index}@example.com`, is_subscribed: index % 2 === 1 })),
	);
	// As in SendPortal's storeOrUpdate, a known subscriber is updated and resubscribed.
	served.onRequest = ({ kind, body }) => {
		const sent = JSON.parse(body || '{}') as { email?: string };
		const known = kind === 'create' ? list.withEmail(sent.email ?? '') : undefined;
		if (known === undefined) return undefined;
		return (response) => {
			Object.assign(known, sent, { is_subscribed: true, updated_at: new Date().toISOString() });
			json(response, { subscriber: known });
		};
	};
});

const run = async (operation: string, input: IDataObject[], endpointPaths = {}): Promise<NodeRun> =>
	await runOn(operation, mapped, { input, endpointPaths });

/** Replaces the response to each reading of the list. */
function show(shown: () => object): void {
	const { onRequest } = served;
	served.onRequest = (request) =>
		request.kind === 'read' ? (response) => json(response, shown()) : onRequest?.(request);
}

const unsubscribed = (): number => list.subscribers.filter((one) => !one.is_subscribed).length;
const rows = Array.from({ length: 8 }, (_, index) => ({ email: `p${index}@example.com`, first_name: 'Ann' }));

describe('a service whose create updates existing subscribers', () => {
	it('is detected by the first row of Create or Update, which reports it, and other rows are looked up first', async () => {
		const done = await run('upsert', [...rows, { email: 'new@example.com' }]);
		expect(jsonOf(done)[0]).toMatchObject({
			action: 'updated',
			note: 'Probably updated by the service: may be subscribed again, tags replaced',
		});
		expect(actionsOf(done)).toEqual([...rows.map(() => 'updated'), 'created']);
		expect(warningsOf(done)).toEqual([expect.stringContaining('may be subscribed again')]);
		expect(hintsOf(done).join()).toContain('3 people are still unsubscribed');
		expect(unsubscribed()).toBe(3);
		expect(kinds().filter((kind) => kind === 'create')).toHaveLength(2);
	});

	it('is remembered for the next run', async () => {
		await run('upsert', rows.slice(1, 2));
		served.arrived.length = 0;
		expect(actionsOf(await run('upsert', rows))).toEqual([
			expect.anything(),
			'unchanged',
			...Array<string>(6).fill('updated'),
		]);
		expect(kinds()).not.toContain('create');
		expect(unsubscribed()).toBe(4);
	});

	it.each(['upsert', 'sync'])(
		'once known, makes %s subscribe nobody whom the list counts but hides',
		async (operation) => {
			await run('upsert', rows.slice(1, 2));
			const meta = { current_page: 1, last_page: 1, total: 8 };
			show(() => ({ data: list.subscribers.filter((one) => one.is_subscribed), meta }));
			served.arrived.length = 0;
			const done = await run(operation, rows);
			expect(done.error?.message).toContain('may be incomplete');
			expect(kinds()).not.toContain('create');
			expect(unsubscribed()).toBe(4);
		},
	);

	it('once known, makes Create or Update subscribe nobody whom only the second reading shows', async () => {
		await run('upsert', rows.slice(1, 2));
		const isShown = ({ email }: { email: string }): boolean => email !== 'p0@example.com';
		let readings = 0;
		show(() => {
			readings += 1;
			const data = readings === 1 ? list.subscribers.filter(isShown) : list.subscribers;
			return { data, meta: { current_page: 1, last_page: 1, total: 8 } };
		});
		const done = await run('upsert', rows.slice(0, 1));
		expect([actionsOf(done), readings, unsubscribed()]).toEqual([['updated'], 2, 4]);
	});

	it('once known, makes Create or Update subscribe nobody whom the search does not find', async () => {
		await run('upsert', rows.slice(1, 2));
		const { onRequest } = served;
		served.onRequest = (request) =>
			request.url.includes('p0') ? (response) => json(response, { data: [] }) : onRequest?.(request);
		const path = '/v1/contact-lists/{contactList}/subscriber?filter[email]={email}';
		const done = await run('upsert', rows.slice(0, 1), { 'subscriber.getByEmail': path });
		expect([actionsOf(done), unsubscribed()]).toEqual([['updated'], 4]);
	});

	it('adds a note to Create', async () => {
		const note = expect.stringContaining('may be subscribed again');
		expect(hintsOf(await run('create', rows.slice(0, 1)))).toEqual([note]);
		expect(hintsOf(await run('create', [{ email: 'new@example.com' }]))).toEqual([]);
	});

	it('makes Sync List report a created row as updated', async () => {
		const joined = list.withEmail('p0@example.com');
		show(() => ({ data: list.subscribers.filter((one) => one !== joined) }));
		expect(jsonOf(await run('sync', rows.slice(0, 1)))).toEqual([
			expect.objectContaining({ action: 'updated', note: expect.stringContaining('subscribed again') }),
		]);
	});
});
