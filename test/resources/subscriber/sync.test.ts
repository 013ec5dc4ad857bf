import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { actionsOf, byId, defined, goOn, hintsOf, jsonOf, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

const engine = useEngine({ subscribers: 60, requestLogSize: 1000 });
const { list, requests, reply, run: runOnList } = useList();
const writes = () =>
	engine.operations().filter((operation) => !['subscriber.getAll', 'subscriber.get'].includes(operation));
const notes = (run: NodeRun) => hintsOf(run).join();
const sync = async (input: IDataObject[], more: INodeParameters = {}, node = {}) => {
	const options = { includeDetails: true, ...(more.options as INodeParameters | undefined) };
	const parameters = { contactList: byId(engine.list().uuid), ...more, options };
	return await engine.run('subscriber.sync', parameters, { input, node });
};

/** The list as rows of a sheet, its unsubscribed people included: they are rows like any other. */
const rowsOf = (index = 0): IDataObject[] =>
	engine.list(index).subscribers.map(({ email, firstName, lastName, tags }) => ({
		email,
		first_name: firstName,
		last_name: lastName,
		tags: [...tags],
	}));
const newRows = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, index) => ({ email: `new${index}@example.com`, ...more }));

const toDelete: INodeParameters = { removal: 'delete' };
const noLimit: INodeParameters = { options: { maxRemovalPercent: 100 } };
const oneByOne: INodeParameters = { requestOptions: { maxParallelRequests: 1, maxRetries: 0 } };
/** More than the service accepts in a name. */
const tooLong = 'x'.repeat(300);

// What is planned for a row and who is removed is tested in planList.test.ts; any list, input and fault in reliability/sync-model.test.ts.
describe('Subscriber → Sync List', () => {
	it('sends what differs and nothing else, and nothing at all the second time', async () => {
		const input = rowsOf();
		input[7] = { ...input[7], last_name: 'Changed', tags: 'vip, VIP ,Student' };
		input.push({ email: 'new@example.com', first_name: 'New' });
		const replacing = { options: { replaceTags: true } };
		const run = await sync(input, replacing);
		expect(writes().sort()).toEqual(['subscriber.create', 'subscriber.update']);
		// The list spells it so.
		const tags = ['vip', 'student'];
		expect(jsonOf(run)[7]).toMatchObject({
			action: 'updated',
			last_name: 'Changed',
			tags: 'vip, student',
			changes: expect.stringMatching(/^last_name: .*→ Changed; tags: .*→ vip, student$/),
		});
		expect(engine.list().subscribers[7]).toMatchObject({ lastName: 'Changed', tags });
		const created = { action: 'created', email: 'new@example.com', first_name: 'New' };
		expect(jsonOf(run)[60]).toMatchObject({ ...created, uuid: expect.any(String) });
		expect(notes(run)).toContain('Sync List: 1 created, 1 updated, 59 unchanged.');

		const again = await sync(input, replacing);
		expect(writes()).toHaveLength(2);
		expect(new Set(actionsOf(again))).toEqual(new Set(['unchanged']));
	});

	it('brings each list that the items name to its own state, and removes only the holders of its own tag', async () => {
		const tagged = [0, 1].map((index) => {
			const [kept, gone, other] = engine.list(index).subscribers;
			defined(kept).tags = defined(gone).tags = [`tag ${index}`];
			defined(other).tags = [`tag ${1 - index}`];
			return { kept: defined(kept).email, gone: defined(gone).email, other: defined(other).email };
		});
		const input = tagged.map(({ kept }, n) => ({ email: kept, list: engine.list(n).uuid, value: `tag ${n}` }));
		const byItem = { contactList: byId('={{ $json.list }}'), onlyTag: '={{ $json.value }}' };
		const run = await sync(input, { ...toDelete, ...noLimit, ...byItem });
		expect(run.error).toBeUndefined();
		const left = (index: number) => engine.list(index).subscribers.map(({ email }) => email);
		tagged.forEach(({ kept, gone, other }, index) => {
			expect(left(index)).toEqual(expect.arrayContaining([kept, other]));
			expect(left(index)).not.toContain(gone);
		});
		expect(writes()).toEqual(['subscriber.delete', 'subscriber.delete']);
	});
});

describe("'Dry Run' of Sync List", () => {
	it('changes nothing, and shows the plan, those who would be removed included', async () => {
		const input = [{ ...rowsOf()[0], first_name: 'Changed' }, ...rowsOf().slice(1, 55), ...newRows(1)];
		const run = await sync(input, { dryRun: true, ...toDelete });
		expect(writes()).toEqual([]);
		const changes = expect.stringMatching(/^first_name: .*→ Changed$/);
		expect(jsonOf(run)[0]).toMatchObject({ action: 'would update', changes });
		const removals = Array<string>(5).fill('would delete');
		expect(actionsOf(run)).toEqual(['would update', 'would create', ...removals, 'unchanged']);
		expect(notes(run)).toContain('Dry run: would create 1, would update 1, would delete 5, 54 unchanged.');
	});

	it('shows no removals where the run would make none, because a row fits two subscribers', async () => {
		const email = 'shared@example.com';
		for (const subscriber of engine.list().subscribers.slice(0, 2)) Object.assign(subscriber, { email });
		// So many are missing that the safety limit would stop the removals, if there were any.
		const run = await sync([{ email }, ...rowsOf().slice(20)], { dryRun: true, ...toDelete });
		expect(new Set(actionsOf(run))).toEqual(new Set(['rejected', 'unchanged', 'held']));
		expect(notes(run)).toContain(`No subscribers would be removed: 1 row was rejected (first: "${email}").`);
		expect(notes(run)).not.toContain('would stop');
	});
});

describe('Sync List sends nothing', () => {
	it('to the first list, where the second would lose too many', async () => {
		const rows = [...rowsOf(0), ...newRows(1)].map((row) => ({ ...row, list: engine.list(0).uuid }));
		const run = await sync([...rows, { ...rowsOf(1)[0], list: engine.list(1).uuid }], {
			contactList: byId('={{ $json.list }}'),
			...toDelete,
		});
		expectFailure(run, { mentions: ['would delete', 'Nothing was changed.', 'all rows', "'Dry Run'"] });
		expect(writes()).toEqual([]);
	});

	it('where all rows are empty', async () => {
		const run = await sync([{}, { email: ' ', first_name: null }], { ...toDelete, ...noLimit });
		expectFailure(run, { mentions: ['no rows'] });
		expect(engine.operations()).toEqual([]);
	});
});

describe('Sync List removes no subscriber', () => {
	const kept = (run: NodeRun, note: RegExp): void => {
		expect(writes()).not.toContain('subscriber.delete');
		expect(notes(run)).toMatch(note);
	};

	it('where a row has no address, because it might be any of them', async () => {
		const run = await sync([...rowsOf().slice(2), { email: '', first_name: 'Ann' }], toDelete);
		expect(actionsOf(run).slice(-3)).toEqual(['rejected', 'held', 'held']);
		kept(run, /No subscribers were removed: 1 row was rejected \(first: row 59\)\./);
	});

	it('where an item names no contact list, and the node continues', async () => {
		const rows = rowsOf().map((row, index) => ({ ...row, list: index < 2 ? null : engine.list().uuid }));
		const run = await sync(rows, { contactList: byId('={{ $json.list }}'), ...toDelete }, goOn);
		const failed = { error: expect.stringContaining("'Contact List'") };
		expect(jsonOf(run).slice(0, 2)).toEqual([expect.objectContaining(failed), expect.objectContaining(failed)]);
		kept(run, /2 rows were not done\. Correct them and run the sheet again\./);
	});
});

describe("Sync List inside of a 'Loop Over Items' node", () => {
	const rowsIn = (index: number) => rowsOf(index).map((row) => ({ ...row, list: engine.list(index).uuid }));
	const inLoop = async (input: IDataObject[], batchSize: number, parameters: INodeParameters, node = {}) =>
		await engine.run('subscriber.sync', parameters, { input, batchSize, node });
	const byRow = byId('={{ $json.list }}');
	const fixed = () => byId(engine.list().uuid);
	const all = { ...toDelete, ...noLimit };
	const mentions = ['Each batch would remove', "'Sync List'", "'Keep'", 'Nothing was sent'];

	it.each<INodeParameters>([
		{ removal: 'delete' },
		{ removal: 'unsubscribe', dryRun: true },
		{ removal: 'removeTag', onlyTag: 'vip' },
	])('is refused where it would remove people of a fixed list: %j', async (removing) => {
		const run = await inLoop(rowsOf(), 30, { contactList: fixed(), ...noLimit, ...removing });
		expectFailure(run, { mentions });
		expect(engine.operations()).toEqual([]);
	});

	it('is refused where a list of an expression comes a second time, and the first batch was the whole list', async () => {
		const first = rowsIn(0);
		const run = await inLoop([...first, ...first.slice(0, 5)], 60, { contactList: byRow, ...all });
		expectFailure(run, { mentions });
		expect([writes(), engine.list().subscribers.length]).toEqual([[], 60]);
	});

	it('goes on over several lists, each with its own rows', async () => {
		const input = [0, 1].flatMap((index) => rowsIn(index).slice(0, 50));
		const run = await inLoop(input, 50, { contactList: byRow, ...all });
		expect([run.error, engine.list(0).subscribers.length, engine.list(1).subscribers.length]).toEqual([
			undefined,
			50,
			50,
		]);
	});

	it('goes on, try after try, where one try of a batch fails', async () => {
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.delete' }] });
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const run = await inLoop(rowsIn(0).slice(0, 59), 59, { contactList: byRow, ...all }, node);
		expect([run.error, engine.list().subscribers.length]).toEqual([undefined, 59]);
	});

	it('goes on where it keeps everybody', async () => {
		const run = await inLoop(rowsOf(), 30, { contactList: fixed() });
		expect([run.error, actionsOf(run)]).toEqual([undefined, Array(60).fill('unchanged')]);
	});
});

it('rows that need nothing come out as unchanged where the sending ends before them', async () => {
	const input = newRows(40).map((row, index) => ({ ...row, ...(index % 2 === 0 && { first_name: 'New' }) }));
	list.hold(newRows(40));
	reply('update', '401');
	const few = { requestOptions: { maxParallelRequests: 4 } };
	const stopped = await runOnList('sync', few, { input });
	expectFailure(stopped, { mentions: ['20 of 40 rows', 'Not sent: ', '20 unchanged'] });
	const expected = input.map((row) => ('first_name' in row ? 'failed' : 'unchanged'));
	expect(actionsOf(await runOnList('sync', few, { input, node: goOn }))).toEqual(expected);
});

describe("'Add People in Bulk' of Sync List", () => {
	const inBulk = { options: { useImport: true } };

	it('creates new people by import, updates the others one by one, and reports rows that the import rejects', async () => {
		const input = [...rowsOf(), ...newRows(30, { tags: ['x'] }), { email: 'bad@example.com', first_name: tooLong }];
		input[0] = { ...input[0], last_name: 'Changed' };
		const run = await sync(input, inBulk);
		expect(writes()).toEqual(['subscriber.import', 'subscriber.import', 'subscriber.update']);
		expect(actionsOf(run).slice(60)).toEqual([...Array<string>(30).fill('imported'), 'rejected']);
		expect(engine.list().withEmail('new3@example.com')?.tags).toEqual(['x']);
	});
});

it('a deleted person comes out as not subscribed, so that no other list subscribes them by this row', async () => {
	const someone = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
	const run = await sync(
		rowsOf().filter(({ email }) => email !== someone.email),
		toDelete,
	);
	expect(jsonOf(run).at(-1)).toMatchObject({ action: 'deleted', email: someone.email, is_subscribed: false });
});

describe('removals of Sync List that fail', () => {
	it('fail the run, and come out unpaired where the node continues', async () => {
		const script = [{ fault: '401' as const, operation: 'subscriber.delete' as const }];
		const rows = rowsOf().slice(1);
		const { email } = defined(engine.list().subscribers[0]);
		engine.sandbox.faults({ script });
		expectFailure(await sync(rows, toDelete), { mentions: ['1 of 60 rows', 'access token', '1 failed, 59 unchanged'] });
		engine.sandbox.faults({ script });
		expect((await sync(rows, toDelete, goOn)).items.at(-1)).toMatchObject({
			json: { action: 'failed', note: expect.stringContaining('access token'), email },
			pairedItem: [],
		});
	});

	it('end the removals after five in a row; the remaining subscribers come out as not sent', async () => {
		engine.sandbox.faults({ script: [{ fault: '500', operation: 'subscriber.delete', times: 60 }] });
		const run = await sync(rowsOf().slice(10), { ...toDelete, ...oneByOne }, goOn);
		expect(writes()).toHaveLength(5);
		const reasons = jsonOf(run).flatMap(({ action, note }) => (action === 'unchanged' ? [] : [textOf(note)]));
		expect(reasons.map((note) => note.startsWith('Not sent'))).toEqual([
			...Array<boolean>(5).fill(false),
			...Array<boolean>(5).fill(true),
		]);
	});

	it('fail the run where their outcome is unknown; the row says that they may have been done', async () => {
		const script = [{ fault: 'reset-after' as const, operation: 'subscriber.toggleSubscription' as const }];
		const { email } = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const rows = rowsOf().filter((row) => row.email !== email);
		engine.sandbox.faults({ script });
		expectFailure(await sync(rows, { removal: 'unsubscribe' }), { mentions: ['1 unknown', "'Get'"] });
		engine.reset();
		engine.sandbox.faults({ script });
		const note = expect.stringMatching(/^The connection was closed .*; it may have been done$/);
		expect(jsonOf(await sync(rows, { removal: 'unsubscribe' }, goOn)).at(-1)).toMatchObject({
			action: 'unknown',
			note,
		});
	});
});

describe('Sync List at a service that is not like the sandbox', () => {
	const people = Array.from({ length: 5 }, (_, index) => ({
		...{ uuid: `u${index}`, email: `p${index}@example.com`, is_subscribed: true },
		...{ first_name: 'P', last_name: 'Q', tags: ['a'] },
	}));
	beforeEach(() => list.hold(people));
	/** Rows of all of them but the first, which would be removed. */
	const rows = (without = 0) => people.slice(without).map(({ email }) => ({ email }));
	const against = async (input: IDataObject[], parameters: INodeParameters = {}) =>
		await runOnList('sync', { ...oneByOne, ...parameters }, { input });
	const sent = () => requests().slice(1);
	const change = (uuid: string, isSubscribed: boolean) =>
		void Object.assign(defined(list.withUuid(uuid)), { is_subscribed: isSubscribed });

	it('does not subscribe who has unsubscribed since the list was read', async () => {
		reply('get u0', () => change('u0', false));
		expect(actionsOf(await against(rows(1), { removal: 'unsubscribe' }))).toContain('unsubscribed');
		expect(sent()).toEqual(['get u0']);
		expect(list.withUuid('u0')?.is_subscribed).toBe(false);
	});

	it('continues after a removal is rejected, and reports that subscriber as rejected', async () => {
		reply('delete u0', [409, { message: 'In a running campaign' }]);
		const run = await against(rows(2), { ...toDelete, options: { maxRemovalPercent: 50 } });
		expect(run.error).toBeUndefined();
		const rejected = { action: 'rejected', email: 'p0@example.com', note: 'In a running campaign' };
		expect(jsonOf(run).slice(3)).toMatchObject([rejected, { action: 'deleted' }]);
		expect(sent()).toEqual(['delete u0', 'delete u1']);
	});

	it('reads a subscriber before it changes them where the list does not show their tags; one who is as the row says is not sent', async () => {
		list.hold(people, { unlisted: ['tags'] });
		const input = [{ tags: ['b'] }, { tags: ['a'] }, { first_name: 'P' }].map((row, n) => ({ ...rows()[n], ...row }));
		expect(actionsOf(await against(input))).toEqual(['updated', 'unchanged', 'unchanged']);
		expect(sent()).toEqual(['get u0', 'update u0', 'get u1']);
		expect(list.withUuid('u0')?.tags).toEqual(['a', 'b']);
	});

	it.each(['delete', 'unsubscribe'])('never removes a subscriber whose entry shows no email: %s', async (removal) => {
		const shown = people.map(({ email, ...more }, index) => (index === 4 ? more : { ...more, email }));
		reply('read', [200, { data: shown }]);
		const run = await against(rows(1).slice(0, 3), { removal, options: { maxRemovalPercent: 100 } });
		expect(jsonOf(run).slice(3)).toMatchObject([{ email: 'p0@example.com' }]);
		expect(requests().filter((name) => name.endsWith(' u4'))).toEqual([]);
		expect(list.withUuid('u4')?.is_subscribed).toBe(true);
	});

	it("subscribes again, with 'Resubscribe', who is shown as unsubscribed by the response of the update alone", async () => {
		const hidden = people.map((person) => ({ ...person, is_subscribed: undefined }));
		reply('read', [200, { data: hidden }]);
		change('u0', false);
		const run = await against([{ ...rows()[0], first_name: 'New' }], { options: { resubscribe: true } });
		expect(actionsOf(run)).toEqual(['resubscribed']);
		expect(list.withUuid('u0')).toMatchObject({ first_name: 'New', is_subscribed: true });
	});

	it("takes an update that resubscribes for done where 'Resubscribe' is on", async () => {
		list.hold(people.map((person) => ({ ...person, is_subscribed: false })));
		reply('update', ({ name }) => change(name.split(' ')[1] ?? '', true));
		const input = rows().map((row) => ({ ...row, first_name: 'New' }));
		const run = await against(input, { options: { resubscribe: true } });
		expect(new Set(actionsOf(run))).toEqual(new Set(['resubscribed']));
		expect(requests().join()).not.toContain('toggle');
	});
});
