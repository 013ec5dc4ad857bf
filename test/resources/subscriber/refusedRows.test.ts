import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../engine/runNode';
import { json } from '../../engine/serve';
import { actionsOf, byId, errorText } from '../../engine/support';
import type { Kind } from '../../laravel/LaravelList';
import { useList } from '../../laravel/useList';

const isRefused = (body: string): boolean => body.includes('refused');
const emails = (name: string, count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));

const { list, served, run: runOn } = useList();

/** Runs an operation against a service that rejects addresses with "refused", and never names the row of an import. */
async function run(
	operation: string,
	people: number | IDataObject[],
	input: IDataObject[],
	parallel = 40,
	more: INodeParameters = {},
): Promise<NodeRun> {
	list.hold((Array.isArray(people) ? people : emails('person', people)) as Array<{ email: string }>);
	served.onRequest = ({ kind, body }) =>
		['create', 'import'].includes(kind) && isRefused(body)
			? (response) => json(response, { message: 'No', errors: { email: ['This address is refused.'] } }, 422)
			: undefined;
	const parameters = { dataMode: 'autoMapInputData', requestOptions: { maxParallelRequests: parallel } };
	return await runOn(operation, { ...parameters, ...more }, { input });
}

const sent = (kind: Kind): number => served.arrived.filter((request) => request.kind === kind).length;
const created = (name: string): number => list.subscribers.filter(({ email }) => email.startsWith(name)).length;

describe.each(['upsert', 'sync'])('rows that the service always rejects (%s)', (operation) => {
	it.each([40, 5])('do not block new rows at the end of the sheet, with %i requests in flight', async (parallel) => {
		const input = [...emails('person', 2000), ...emails('refused', 50), ...emails('new', 5)];
		const done = await run(operation, 2000, input, parallel);
		expect(created('new')).toBe(5);
		expect(actionsOf(done).filter((action) => action === 'rejected')).toHaveLength(50);
		expect(done.error).toBeUndefined();
		const bodies = served.arrived.filter(({ kind }) => kind === 'create').map(({ body }) => body);
		expect(new Set(bodies).size).toBe(bodies.length);
	});

	it('end the sending after the last row was tried, if all are rejected', async () => {
		const done = await run(operation, 0, emails('refused', 200), 5);
		expect(sent('create')).toBeGreaterThanOrEqual(11);
		expect(sent('create')).toBeLessThanOrEqual(16);
		expect(served.arrived.filter(({ body }) => body.includes('refused199@'))).toHaveLength(1);
		expect(errorText(done)).toContain('Not sent after 10 rejections');
		expect(errorText(done)).not.toContain('Run it again');
	});
});

it.each(['import', 'sync'])(
	'rows that one list always rejects do not block those of the next list (%s)',
	async (operation) => {
		const inList = (name: string, rows: IDataObject[]) => rows.map((row) => ({ ...row, list: name }));
		const input = [...inList('A', emails('refused', 20)), ...inList('B', emails('new', 20))];
		await run(operation, 0, input, 5, { contactList: byId('={{ $json.list }}') });
		expect(created('new')).toBe(20);
	},
);

describe('rows that an import rejects without naming them', () => {
	it('do not block the rest', async () => {
		const done = await run('import', 0, [...emails('refused', 10), ...emails('new', 490)]);
		expect(created('new')).toBe(490);
		expect(actionsOf(done)).toEqual([...Array<string>(10).fill('rejected'), ...Array<string>(490).fill('imported')]);
	});

	it('end the sending after the last row was tried, if all are rejected', async () => {
		const done = await run('import', 0, emails('refused', 500));
		const single = served.arrived.filter(({ body }) => body.split('@').length === 2);
		expect(single).toHaveLength(11);
		expect(single.at(-1)?.body).toContain('refused499@');
		expect(errorText(done)).toContain('Not sent after 10 rejections');
	});
});

it('rows of addresses that two subscribers share do not end the sending', async () => {
	const shared = emails('shared', 11);
	const input = [...shared.slice(1), ...emails('new', 5), ...shared.slice(0, 1)];
	expect(actionsOf(await run('upsert', [...shared, ...shared], input, 1))).toEqual([
		...[...Array<string>(10).fill('rejected'), ...Array<string>(5).fill('created')],
		'rejected',
	]);
});

it('ten rejected rows do not end a run in which the service knows the addresses of others, who need no change', async () => {
	const input = [...emails('refused', 11), ...emails('new', 5), ...emails('person', 1)];
	await run('upsert', 1, input, 1);
	expect(created('new')).toBe(5);
});
