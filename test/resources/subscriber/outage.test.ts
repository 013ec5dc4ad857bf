import type { INodeParameters } from 'n8n-workflow';

import { goOn, hintsOf, jsonOf, mapped } from '../../engine/support';
import type { FaultName } from '../../../sandbox/faults/faults';
import { withFault } from '../../laravel/faults';
import { deliver, type Deliver } from '../../laravel/serveList';
import { useList } from '../../laravel/useList';
import { untilStill } from '../../engine/until';

const { list, served, run } = useList({ mostPerPage: 20 });

const operations: Record<string, [operation: string, parameters: INodeParameters]> = {
	'Create or Update': ['upsert', mapped],
	'Sync List': ['sync', {}],
	Create: ['create', { dataMode: 'defineBelow', email: '={{ $json.email }}' }],
	'Create from Columns': ['create', mapped],
};
const faults: FaultName[] = ['500', '502', 'reset-before'];
const names = ['Create or Update', 'Sync List', 'Create'];
const cells = names.flatMap((name) => faults.map((fault) => [name, fault] as const));

const people = (count: number, name = 'new') =>
	Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com`, first_name: 'Ann' }));
const creates = () => served.arrived.filter(({ kind }) => kind === 'create').length;

/** Every fifth response is late, so that all quick ones overtake it. */
const inDisorder = (create: number, respond: Deliver): Deliver =>
	create % 5 === 0 ? (response, work) => void untilStill(creates).then(() => respond(response, work)) : respond;

/** Lets creates fail from this one on. */
function failFrom(first: number, fault: FaultName): void {
	served.onRequest = ({ kind }) => {
		if (kind !== 'create') return undefined;
		return inDisorder(creates(), (response, work) => {
			const respond = creates() >= first ? withFault(fault) : deliver;
			respond(response, work);
		});
	};
}

async function runWith(name: string, input: object[], requestOptions: INodeParameters = {}) {
	const [operation, parameters] = operations[name] ?? ['', {}];
	const rows = input.map((row) => ({ ...row }));
	return await run(operation, { ...parameters, requestOptions }, { input: rows, node: goOn });
}

const notSent = /^Not sent after 5 failures in a row/;
const lastOf = (done: Awaited<ReturnType<typeof runWith>>) => {
	const { error, note } = jsonOf(done).at(-1) ?? {};
	return error ?? note;
};

describe('an outage', () => {
	it.each(cells)('from the start gets at most 15 creates: %s, %s', async (name, fault) => {
		// Reading them raises the number of requests at a time.
		list.hold(people(1000, 'known'));
		failFrom(1, fault);
		expect(lastOf(await runWith(name, people(150)))).toMatch(notSent);
		expect(creates()).toBeLessThanOrEqual(15);
	});

	it.each(cells)('later gets those in flight and at most five more: %s, %s', async (name, fault) => {
		failFrom(100, fault);
		expect(lastOf(await runWith(name, people(250), { maxParallelRequests: 20 }))).toMatch(notSent);
		const failed = served.arrived.filter(({ kind, isDone }) => kind === 'create' && !isDone);
		expect(failed.length).toBeLessThanOrEqual(20 + 5);
	});

	it('is not hidden by rows for which nothing is sent, because they are unchanged', async () => {
		list.hold(people(60, 'known'));
		const known = people(60, 'known').reverse();
		// The first is found on the last page, so that all others are known.
		const rows = people(60).flatMap((row, index) => [known[index] ?? {}, row]);
		failFrom(2, '500');
		const done = await runWith('Create or Update', rows);
		expect(lastOf(done)).toMatch(notSent);
		expect(creates()).toBeLessThanOrEqual(40 + 5);
	});

	it('is not hidden by items that are skipped, because they opt out', async () => {
		const rows = people(120).map((row, index) => ({ ...row, is_subscribed: index % 2 !== 0 }));
		failFrom(1, '500');
		const done = await runWith('Create from Columns', rows);
		expect(hintsOf(done).join()).toContain('Opted-out items were skipped');
		expect(creates()).toBeLessThanOrEqual(15);
	});

	it('is not hidden by rows whose create may have been done for an earlier row', async () => {
		const rows = people(60).flatMap((row) => [row, { ...row, first_name: 'Anna' }]);
		failFrom(1, '500');
		expect(lastOf(await runWith('Create or Update', rows))).toMatch(notSent);
		expect(creates()).toBeLessThanOrEqual(15);
	});
});

it.each(names)('a run without failures has as many in flight as allowed: %s', async (name) => {
	const waiting: Array<() => void> = [];
	let most = 0;
	const respondToAll = (): void => {
		most = Math.max(most, waiting.length);
		for (const respond of waiting.splice(0)) respond();
	};
	served.onRequest = ({ kind }) => {
		if (kind !== 'create') return undefined;
		return (response, work) => {
			waiting.push(() => deliver(response, work));
			if (waiting.length === 1) void untilStill(creates).then(respondToAll);
		};
	};
	await runWith(name, people(120));
	expect(most).toBe(40);
	expect(list.subscribers).toHaveLength(120);
});
