import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import { actionsOf, byId, defined, errorOutput, goOn, hintsOf, jsonOf, tries, useEngine } from '../../engine/support';
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
const subscribed = () => defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));

const toDelete: INodeParameters = { removal: 'delete' };
const noLimit: INodeParameters = { options: { maxRemovalPercent: 100 } };
const oneByOne: INodeParameters = { requestOptions: { maxParallelRequests: 1, maxRetries: 0 } };
/** More than the service accepts in a name. */
const tooLong = 'x'.repeat(300);

// What is planned for a row and who is removed is tested in listPlan.test.ts; any list, input and fault in reliability/sync-model.test.ts.
describe('Subscriber → Sync List', () => {
	it('reads the list and sends nothing else where emails differ in case, names in spaces, and tags in order', async () => {
		const rows = rowsOf().map(({ email, first_name: first, tags }) => ({
			'E-Mail': ` ${textOf(email).toUpperCase()} `,
			'First Name': first && `${textOf(first)} `,
			'Last Name': '',
			Labels: (tags as string[]).toReversed(),
		}));
		const run = await sync(rows, toDelete);
		expect(run.error).toBeUndefined();
		expect(new Set(engine.operations())).toEqual(new Set(['subscriber.getAll']));
		expect(new Set(actionsOf(run))).toEqual(new Set(['unchanged']));
	});

	it('sends what differs and nothing else, and nothing at all the second time', async () => {
		const input = rowsOf();
		input[7] = { ...input[7], last_name: 'Changed', tags: 'vip, VIP ,Student' };
		input.push({ email: 'new@example.com', first_name: 'New' });
		const replacing = { options: { replaceTags: true } };
		const run = await sync(input, replacing);
		expect(writes().sort()).toEqual(['subscriber.create', 'subscriber.update']);
		const tags = ['vip', 'Student'];
		expect(jsonOf(run)[7]).toMatchObject({
			action: 'updated',
			last_name: 'Changed',
			tags: 'vip, Student',
			changes: expect.stringMatching(/^last_name: .*→ Changed; tags: .*→ vip, Student$/),
		});
		expect(engine.list().subscribers[7]).toMatchObject({ lastName: 'Changed', tags });
		const created = { action: 'created', email: 'new@example.com', first_name: 'New' };
		expect(jsonOf(run)[60]).toMatchObject({ ...created, uuid: expect.any(String) });
		expect(notes(run)).toContain('Sync List: 1 created, 1 updated, 59 unchanged.');

		const again = await sync(input, replacing);
		expect(writes()).toHaveLength(2);
		expect(new Set(actionsOf(again))).toEqual(new Set(['unchanged']));
	});

	it('outputs one item for each row, paired with it, and at the end those who were removed', async () => {
		const before = [...engine.list().subscribers];
		const [first, second] = rowsOf();
		const input = [{ email: 'new@example.com' }, defined(first), defined(second)];
		const run = await sync(input, { ...toDelete, ...noLimit });
		expect(actionsOf(run)).toEqual(['created', 'unchanged', 'unchanged', ...Array<string>(58).fill('deleted')]);
		const pairs = run.items.slice(0, 4).map(({ pairedItem }) => pairedItem);
		expect(pairs).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }, []]);
		const { uuid, email } = defined(before[2]);
		expect(jsonOf(run)[3]).toMatchObject({ uuid, email, tags: expect.any(String), is_subscribed: expect.any(Boolean) });
		const left = [first, second, input[0]].map((row) => ({ email: row?.email }));
		expect(engine.list().subscribers).toMatchObject(left);
	});

	it('keeps who is in no row, unless something else is chosen', async () => {
		expect(actionsOf(await sync([{ email: 'new@example.com' }]))).toEqual(['created']);
		expect(engine.list().subscribers).toHaveLength(61);
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
		expect(actionsOf(run).slice(55)).toEqual(['would create', ...Array<string>(5).fill('would delete')]);
		expect(notes(run)).toContain('Dry run: would create 1, would update 1, would delete 5, 54 unchanged.');
	});

	it.each<[string, IDataObject]>([
		['cannot be read', { email: 'no address' }],
		['fits two subscribers', { email: 'shared@example.com' }],
	])('shows no removals where the run would make none, because a row %s', async (_, row) => {
		for (const subscriber of engine.list().subscribers.slice(0, 2))
			Object.assign(subscriber, { email: 'shared@example.com' });
		// So many are missing that the safety limit would stop the removals, if there were any.
		const rows = [row, ...rowsOf().slice(20), { email: 'a@example.com', is_subscribed: false }];
		const run = await sync(rows, { dryRun: true, ...toDelete });
		expect(new Set(actionsOf(run))).toEqual(new Set(['rejected', 'unchanged', 'skipped', 'held']));
		expect(notes(run)).toContain(`No subscribers would be removed: 1 row failed (first: "${textOf(row.email)}").`);
		expect(notes(run)).not.toContain('would stop');
	});

	it('shows also a plan beyond the safety limit, and says so', async () => {
		const run = await sync(rowsOf().slice(0, 1), { dryRun: true, ...toDelete });
		expect(actionsOf(run)).toEqual(['unchanged', 'held', ...Array<string>(59).fill('would delete')]);
		expect(hintsOf(run)).toContain(
			"A real run would stop: it would delete 59 of 60 subscribers (98.3%, 'Safety Limit (%)' allows 20%).",
		);
	});
});

describe('Sync List and people who unsubscribed', () => {
	it('skips rows that opt out, changes nothing for them, and does not count them as missing', async () => {
		const said = { unsubscribed_at: '2024-01-02' };
		const rows = rowsOf().map((row, index) => (index < 30 ? { ...row, ...said, first_name: 'Changed' } : row));
		const run = await sync([...rows, { email: 'new@example.com', ...said }], toDelete);
		const skipped = { action: 'skipped', email: 'new@example.com', note: expect.stringContaining('Opted out') };
		expect(jsonOf(run)[60]).toMatchObject(skipped);
		expect(writes()).toEqual([]);
	});
});

describe('Sync List sends nothing', () => {
	it('where more than the safety limit would be removed: 20% unless something else is set', async () => {
		const run = await sync([...rowsOf().slice(13), ...newRows(1)], toDelete);
		expectFailure(run, {
			mentions: ['13 of 60', '21.7%', "'Safety Limit (%)' allows 20%", 'Nothing was changed.', 'all rows', "'Dry Run'"],
		});
		expect(writes()).toEqual([]);
		expect((await sync(rowsOf().slice(12), toDelete)).error).toBeUndefined();
	});

	it('to the first list, where the second would lose too many', async () => {
		const rows = [...rowsOf(0), ...newRows(1)].map((row) => ({ ...row, list: engine.list(0).uuid }));
		const run = await sync([...rows, { ...rowsOf(1)[0], list: engine.list(1).uuid }], {
			contactList: byId('={{ $json.list }}'),
			...toDelete,
		});
		expectFailure(run, { mentions: ['would delete'] });
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

	it.each<[string, IDataObject]>([
		['has no address', { email: '', first_name: 'Ann' }],
		['is rejected by the service', { email: 'renamed@example.com', first_name: tooLong }],
	])('where a row %s, because it might be any of them', async (_, row) => {
		const run = await sync([...rowsOf().slice(2), row], toDelete);
		expect(actionsOf(run).slice(-3)).toEqual(['rejected', 'held', 'held']);
		const name = row.email === '' ? 'item 58' : `"${textOf(row.email)}"`;
		kept(run, new RegExp(`No subscribers were removed: 1 row failed \\(first: ${name}\\)\\.`));
	});

	it('where an item names no contact list, and the node continues', async () => {
		const rows = rowsOf().map((row, index) => ({ ...row, list: index < 2 ? null : engine.list().uuid }));
		const run = await sync(rows, { contactList: byId('={{ $json.list }}'), ...toDelete }, goOn);
		const failed = { error: expect.stringContaining("'Contact List'") };
		expect(jsonOf(run).slice(0, 2)).toEqual([expect.objectContaining(failed), expect.objectContaining(failed)]);
		kept(run, /2 rows failed/);
	});

	it('where it is not known whether a row was written; the other rows are', async () => {
		engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.create' }] });
		const run = await sync([...rowsOf().slice(5), ...newRows(20)], toDelete, errorOutput);
		expect(engine.list().subscribers).toHaveLength(80);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true]);
		kept(run, /1 unknown.* No subscribers were removed: 1 row failed /);
	});
});

describe('rows that the service rejects in Sync List', () => {
	const bad = { email: 'ann@example.com', first_name: tooLong, action: 'created', note: 'none' };

	it('come out as rejected with the reason, as they came in, and the others go on', async () => {
		const run = await sync([bad, ...newRows(1)], { options: { includeInput: true } });
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(['rejected', 'created']);
		expect(jsonOf(run)[0]).toMatchObject({ note: expect.stringMatching(/First Name: .*255/), input: bad });
	});

	it('leave rows alone that need nothing, wherever they are', async () => {
		const input = newRows(40).map((row, index) => ({ ...row, ...(index % 2 === 0 && { first_name: 'New' }) }));
		list.hold(newRows(40));
		reply('update', '401');
		const few = { requestOptions: { maxParallelRequests: 4 } };
		const stopped = await runOnList('sync', few, { input });
		expectFailure(stopped, { mentions: ['20 of 40 rows', 'Not sent: ', '20 unchanged'] });
		const expected = input.map((row) => ('first_name' in row ? 'failed' : 'unchanged'));
		expect(actionsOf(await runOnList('sync', few, { input, node: goOn }))).toEqual(expected);
	});
});

describe("'Create in Bulk' of Sync List", () => {
	const inBulk = { options: { useImport: true } };

	it('creates new people by import, updates the others one by one, and reports rows that the import rejects', async () => {
		const input = [...rowsOf(), ...newRows(30, { tags: ['x'] }), { email: 'bad@example.com', first_name: tooLong }];
		input[0] = { ...input[0], last_name: 'Changed' };
		const run = await sync(input, inBulk);
		expect(writes()).toEqual(['subscriber.import', 'subscriber.import', 'subscriber.update']);
		expect(actionsOf(run).slice(60)).toEqual([...Array<string>(30).fill('created'), 'rejected']);
		expect(engine.list().withEmail('new3@example.com')?.tags).toEqual(['x']);
	});

	it('is not sent again under Retry On Fail where it may have happened', async () => {
		engine.sandbox.faults({ script: [{ fault: '504', operation: 'subscriber.import' }] });
		expectFailure(await sync(newRows(1), inBulk, tries(3)), { mentions: ['may have happened'] });
		expect(writes()).toEqual(['subscriber.import']);
	});
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

	it('fail the run where their outcome is unknown', async () => {
		engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.toggleSubscription' }] });
		const { email } = subscribed();
		const rows = rowsOf().filter((row) => row.email !== email);
		expectFailure(await sync(rows, { removal: 'unsubscribe' }), { mentions: ['1 unknown', "'Get'"] });
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

	it("takes an update that resubscribes for done where 'Resubscribe' is on", async () => {
		list.hold(people.map((person) => ({ ...person, is_subscribed: false })));
		reply('update', ({ name }) => change(name.split(' ')[1] ?? '', true));
		const input = rows().map((row) => ({ ...row, first_name: 'New' }));
		const run = await against(input, { options: { resubscribe: true } });
		expect(new Set(actionsOf(run))).toEqual(new Set(['resubscribed']));
		expect(requests().join()).not.toContain('toggle');
	});
});
