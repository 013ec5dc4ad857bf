import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { agentWith } from '../../engine/runNode';
import { byId, defined, hintsOf, jsonOf, rowOf, useEngine } from '../../engine/support';
import { expectFailure } from '../../engine/expectFailure';

const engine = useEngine({ subscribers: 20 });
const list = (index = 0) => defined(engine.sandbox.state.contactLists[index]);
const mapped: INodeParameters = { dataMode: 'autoMapInputData' };
const run = async (
	operation: string,
	input: IDataObject[],
	parameters: INodeParameters = {},
	node: Partial<INode> = {},
	index = 0,
) =>
	await engine.run(
		`subscriber.${operation}`,
		{ contactList: byId(list(index).uuid), ...mapped, ...parameters },
		{ input, node },
	);
const rowOperations = ['import', 'upsert', 'sync'];
const keys = ['action', 'email', 'first_name', 'last_name', 'tags', 'is_subscribed', 'changes', 'reason', 'uuid'];
const withInput: INodeParameters = { options: { includeInput: true } };
const goOn = { onError: 'continueRegularOutput' as const };
const byRow: INodeParameters = { contactList: byId('={{ $json.list }}') };
const subscribed = () => list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
const isIn = (index: number, email: string) => list(index).withEmail(email) !== undefined;

/** A row for every result that needs no fault, the subscribed and the unsubscribed one among them. */
const allKinds = (): IDataObject[] => {
	const [one, other] = subscribed();
	const gone = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
	return [
		{ email: 'new@example.com', name: 'Zoë O\'Neil "Zo"', tags: 'x', extra: { deep: [1] } },
		{ email: defined(one).email, first_name: 'Changed' },
		{ email: defined(other).email },
		{ email: gone.email, first_name: 'Still' },
		{ email: 'out@example.com', newsletter: 'no' },
		{ email: 'no address' },
		{ email: '', name: null, newsletter: '' },
	].map((row) => ({ newsletter: 'yes', ...row }));
};

describe('the rows of all operations', () => {
	it.each(rowOperations.flatMap((operation) => [false, true].map((on) => [operation, on] as const)))(
		'have the same keys in the same order: %s, with the input %s',
		async (operation, includeInput) => {
			const input = allKinds();
			const parameters = { removal: 'unsubscribe', dryRun: false, options: { includeInput } };
			for (const dryRun of operation === 'sync' ? [true, false] : [false]) {
				const { items } = await run(operation, input, { ...parameters, dryRun }, goOn);
				expect(items.length).toBeGreaterThanOrEqual(input.length);
				for (const { json, pairedItem } of items) {
					expect(Object.keys(json)).toEqual(includeInput ? [...keys, 'input'] : keys);
					const { item } = pairedItem as { item?: number };
					if (includeInput) expect(json.input).toEqual(item === undefined ? {} : input[item]);
					expect([true, false, null]).toContain(json.is_subscribed);
					const texts = keys.filter((key) => key !== 'is_subscribed').map((key) => json[key]);
					for (const text of texts) expect(typeof text).toBe('string');
				}
			}
		},
	);

	it('have an empty input for people who are in no row', async () => {
		const options = { includeInput: true, maxRemovalPercent: 100 };
		const { items } = await run('sync', [{ email: 'new@example.com' }], { removal: 'delete', options });
		expect(items[0]?.json.input).toEqual({ email: 'new@example.com' });
		expect(items.slice(1).map(({ json }) => [json.action, json.input])).toEqual(
			Array.from({ length: 20 }, () => ['deleted', {}]),
		);
	});

	it.each(rowOperations)('of a sheet with 60 columns are as narrow, and link to it: %s', async (operation) => {
		const wide = Object.fromEntries(Array.from({ length: 60 }, (_, column) => [`Column ${column}`, `value ${column}`]));
		const input = [0, 1].map((n) => ({ ...wide, email: `p${n}@example.com`, nested: { deep: { n: [n] } } }));
		const { items } = await run(operation, input);
		expect(items.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[keys, { item: 0 }],
			[keys, { item: 1 }],
		]);
		const again = await run(operation, input, withInput);
		expect(jsonOf(again).map((json) => json.input)).toEqual(input);
	});

	it.each(rowOperations)('keep quotes, emoji and text from right to left: %s', async (operation) => {
		const names = [
			['Zoë "Zo"', "O'Neil, Jr."],
			['👩‍👩‍👧', '🎉; 🎈'],
			['محمد', 'עִבְרִית → שלום'],
		];
		const tags = ['a "b", c', '👍🏽', 'وسم', 'x;y'];
		const input = names.map(([first, last], n) => ({
			email: `p${n}@example.com`,
			first_name: first,
			last_name: last,
			tags,
		}));
		const first = jsonOf(await run(operation, input));
		expect(first.map((row) => [row.first_name, row.last_name])).toEqual(names);
		expect(first[0]?.tags).toBe('"a ""b"", c", 👍🏽, وسم, "x;y"');
		// The rows that come out are read as the same people.
		const again = jsonOf(await run('sync', first));
		expect(again.map(({ action, changes }) => [action, changes])).toEqual(names.map(() => ['unchanged', '']));
		expect(list().withEmail('p0@example.com')?.tags).toEqual(tags);
	});

	it('show the values of a change as text', async () => {
		const {
			email,
			firstName,
			tags: before,
		} = defined(subscribed().find((one) => one.firstName !== null && one.tags.length > 0));
		const tags = [...before];
		const input = [{ email, first_name: 'Nova', tags: 'new, one; two' }];
		const [row] = jsonOf(await run('upsert', input));
		expect(row?.changes).toBe(
			`first_name: ${firstName} → Nova; tags: ${tags.join(', ')} → ${[...tags, 'new', '"one; two"'].join(', ')}`,
		);
	});

	it('never have an input for an agent', async () => {
		const parameters = { resource: 'subscriber', operation: 'upsert', contactList: byId(list().uuid), ...mapped };
		const call = agentWith({ parameters: { ...parameters, ...withInput }, credential: engine.credential });
		const [item] = await call({ email: 'tool@example.com' });
		expect(Object.keys(defined(item).json)).toEqual(keys);
	});

	it('are shown to an agent whatever is chosen in Output', async () => {
		const parameters = { resource: 'subscriber', operation: 'upsert', contactList: byId(list().uuid), ...mapped };
		const call = agentWith({
			parameters: { ...parameters, options: { output: 'changes' } },
			credential: engine.credential,
		});
		expect(await call({ email: 'tool@example.com', newsletter: 'no' })).toMatchObject([
			{ json: { action: 'skipped' } },
		]);
	});
});

describe("'Output: Changes'", () => {
	it.each(rowOperations)('omits unchanged and skipped rows, and shows failures: %s', async (operation) => {
		const changes = { output: 'changes' };
		const all = jsonOf(await run(operation, allKinds(), { dryRun: operation === 'sync' }, goOn));
		engine.reset();
		const some = await run(operation, allKinds(), { dryRun: operation === 'sync', options: changes }, goOn);
		const wanted = all.filter(({ action }) => action !== 'unchanged' && action !== 'skipped');
		expect(wanted.length).toBeLessThan(all.length);
		const shown = (rows: IDataObject[]) => rows.map(({ action, email, changes: text }) => [action, email, text]);
		expect(shown(jsonOf(some))).toEqual(shown(wanted));
		expect(hintsOf(some).join()).toMatch(/\d unchanged, \d skipped/);
	});

	it('has no item where nothing changes', async () => {
		const [one] = subscribed();
		const done = await run('upsert', [{ email: defined(one).email }], { options: { output: 'changes' } });
		expect([done.error, done.items]).toEqual([undefined, []]);
	});

	it('leaves the error output as it is', async () => {
		const errorOutput = { onError: 'continueErrorOutput' as const };
		const { items, errorItems } = await run('import', allKinds(), { options: { output: 'changes' } }, errorOutput);
		expect(items.map(({ json }) => json.action)).toEqual(['imported', 'imported']);
		expect(errorItems.map(({ json }) => json.email)).toEqual(['no address']);
	});
});

describe("'Output: Summary'", () => {
	const summary = { options: { output: 'summary' } };
	const twoLists = (): IDataObject[] => [
		{ email: 'a@example.com', list: list(0).uuid },
		{ email: 'b@example.com', list: list(1).uuid },
		{ email: 'c@example.com', list: list(0).uuid },
		{ email: 'no address', list: list(1).uuid },
	];

	it.each(rowOperations)('has one item for each contact list, with every count: %s', async (operation) => {
		const { items } = await run(operation, twoLists(), { ...byRow, ...summary }, goOn);
		const done = operation === 'import' ? 'imported' : 'created';
		const words = [
			'imported',
			'created',
			'updated',
			'resubscribed',
			'unsubscribed',
			'deleted',
			'untagged',
			'unchanged',
		];
		const counted = [...words, 'skipped', 'rejected', 'failed', 'unknown'];
		expect(items.map(({ json }) => [json.uuid, json.rows, json[done], json.rejected])).toEqual([
			[list(0).uuid, 2, 2, 0],
			[list(1).uuid, 2, 1, 1],
		]);
		for (const { json } of items)
			expect(Object.keys(json)).toEqual([
				...['contact_list', 'rows', ...counted],
				...(operation === 'import' ? ['message', 'uuid'] : ['uuid']),
			]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }, { item: 3 }],
		]);
	});

	it('of two lists with one name tells them apart by their IDs', async () => {
		const contactList = {
			__rl: true as const,
			mode: 'list',
			value: '={{ $json.list }}',
			cachedResultName: 'Newsletter',
		};
		const summaries = jsonOf(await run('upsert', twoLists(), { contactList, ...summary }, goOn));
		expect(summaries.map(({ contact_list: name, uuid, created }) => [name, uuid, created])).toEqual([
			['Newsletter', list(0).uuid, 2],
			['Newsletter', list(1).uuid, 1],
		]);
	});

	it('of a dry run counts the words of a dry run, those who would be removed included', async () => {
		const [one] = subscribed();
		const parameters = { dryRun: true, removal: 'delete', options: { output: 'summary', maxRemovalPercent: 100 } };
		const [item, ...others] = jsonOf(
			await run('sync', [{ email: defined(one).email }, { email: 'n@x.org' }], parameters),
		);
		expect(others).toEqual([]);
		expect(item).toMatchObject({ rows: 2, 'would create': 1, 'would delete': 19, 'would remove tag': 0, unchanged: 1 });
		expect(item).not.toHaveProperty('created');
		expect(list().subscribers).toHaveLength(20);
	});

	it('counts each of two lists in one note, and does not stop for a list whose only row is rejected', async () => {
		const input = [...twoLists().slice(0, 1), ...twoLists().slice(3)];
		const done = await run('upsert', input, byRow);
		expect(done.error).toBeUndefined();
		const notes = hintsOf(done).filter((hint) => hint.startsWith('Create or Update'));
		expect(notes).toEqual(['Create or Update: 1 rejected, 1 created.']);
	});
});

describe('two contact lists of Create or Update', () => {
	it('share one limit: five failures in a row end the sending to both', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', times: 99 }] });
		const input = Array.from({ length: 12 }, (_, n) => ({ email: `p${n}@example.com`, list: list(n % 2).uuid }));
		const parameters = { ...byRow, requestOptions: { maxParallelRequests: 1 } };
		const rows = jsonOf(await run('upsert', input, parameters, goOn));
		expect(engine.sandbox.requests()).toHaveLength(5);
		const unsent = rows.filter(({ reason }) => (reason as string).startsWith('Not sent after 5 failures'));
		expect([rows.length, unsent.length]).toEqual([12, 7]);
	});

	it.each(['upsert', 'sync'])('count those who stay unsubscribed in one note: %s', async (operation) => {
		const people = [0, 1].flatMap((index) => list(index).subscribers.filter((one) => one.unsubscribedAt !== null));
		const input = [0, 1].flatMap((index) =>
			list(index)
				.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null)
				.map(({ email }) => ({ email, list: list(index).uuid })),
		);
		const notes = hintsOf(await run(operation, input, byRow)).filter((hint) => hint.includes("'Resubscribe'"));
		expect(people.length).toBeGreaterThan(1);
		expect(notes).toEqual([expect.stringMatching(new RegExp(`^${people.length} people are still unsubscribed\\.`))]);
	});
});

describe('results that come in again', () => {
	it.each(['upsert', 'sync', 'create'].flatMap((next) => [false, true].map((on) => [next, on] as const)))(
		'go from Import into a second list by %s: nobody is skipped, no opt-out is lost; with their input: %s',
		async (next, includeInput) => {
			const input = allKinds();
			const first = jsonOf(await run('import', input, { options: { includeInput } }, goOn));
			// Other rows of the run come from a sheet with an opt-in column.
			const sheet = [{ email: 'sheet@example.com', newsletter: 'yes' }];
			await run(next, [...first, ...sheet], {}, goOn, 1);
			const [one, other] = subscribed();
			const wanted = ['new@example.com', defined(one).email, defined(other).email, 'sheet@example.com'];
			expect(wanted.map((email) => isIn(1, email))).toEqual(wanted.map(() => true));
			const gone = input[3]?.email as string;
			expect(['out@example.com', gone].filter((email) => isIn(1, email))).toEqual([]);
			expect(list(1).withEmail('new@example.com')).toMatchObject({ tags: ['x'], lastName: '"Zo"' });
		},
	);

	it.each(rowOperations.flatMap((operation) => [false, true].map((on) => [operation, on] as const)))(
		'go through a loop of %s, and are done where the cause of the failure is gone; with their input: %s',
		async (operation, includeInput) => {
			engine.sandbox.faults({ script: [{ fault: '403', times: 9 }] });
			const input = [
				{ Post: 'a@example.com', Vorname: 'Ann', Etikett: 'a, b', Werbung: 'ja' },
				{ Post: 'b@example.com', Vorname: 'Bob', Werbung: 'nein' },
			];
			const columns = { email: 'Post', tags: 'Etikett', optIn: 'Werbung' };
			const options = { includeInput };
			const first = jsonOf(await run(operation, input, { columns, options }, goOn));
			expect(first.map(({ action }) => action)).toEqual(['failed', 'skipped']);
			engine.sandbox.faults(undefined);
			const second = jsonOf(await run(operation, first, { columns, options }, goOn));
			expect(second.map(({ action, email }) => [action, email])).toEqual([
				[operation === 'import' ? 'imported' : 'created', 'a@example.com'],
				['skipped', 'b@example.com'],
			]);
			if (includeInput) expect(second.map((row) => row.input)).toEqual(input);
			expect(list().withEmail('a@example.com')).toMatchObject({ firstName: 'Ann', tags: ['a', 'b'] });
			expect(isIn(0, 'b@example.com')).toBe(false);
		},
	);

	it('go through the error output as they came, and are done the second time', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', times: 9 }] });
		const errorOutput = { onError: 'continueErrorOutput' as const };
		const rows = [rowOf({ action: 'created', email: 'a@example.com', first_name: 'Ann', input: { Post: 'x' } })];
		const { errorItems } = await run('upsert', rows, withInput, errorOutput);
		expect(errorItems[0]?.json).toMatchObject({ ...rows[0], httpStatus: 403, canRetry: false });
		engine.sandbox.faults(undefined);
		const failed = errorItems.map(({ json }) => json);
		const again = jsonOf(await run('upsert', failed, withInput));
		expect(again).toMatchObject([
			{ action: 'created', email: 'a@example.com', first_name: 'Ann', input: { Post: 'x' } },
		]);
	});

	it.each(rowOperations)('keep the opt-out of a row that failed for another reason: %s', async (operation) => {
		const input = [
			{ Post: 'bad(at)example.com', Werbung: 'nein' },
			{ Post: 'good@example.com', Werbung: 'ja' },
		];
		const columns = { email: 'Post', optIn: 'Werbung' };
		const first = jsonOf(await run(operation, input, { columns }, goOn));
		expect(first[0]).toMatchObject({ action: 'rejected', is_subscribed: false });
		const corrected = first.slice(0, 1).map((row) => ({ ...row, email: 'bad@example.com' }));
		expect(jsonOf(await run(operation, corrected))).toMatchObject([{ action: 'skipped' }]);
		expect(isIn(0, 'bad@example.com')).toBe(false);
	});

	it.each(rowOperations)('keep the opt-out of a row of a list that could not be used: %s', async (operation) => {
		const input = [
			{ email: 'out@example.com', newsletter: 'no', value: 'rows' },
			{ email: 'a@example.com', newsletter: 'yes', value: 'summary' },
		];
		const first = jsonOf(await run(operation, input, { options: { output: '={{ $json.value }}' } }, goOn));
		await run(operation, first, {}, goOn);
		expect([isIn(0, 'out@example.com'), isIn(0, 'a@example.com')]).toEqual([false, true]);
	});

	it.each(rowOperations)('of a blank row are blank, too: %s', async (operation) => {
		const first = jsonOf(
			await run(
				'import',
				[
					{ email: '', name: 'x ' },
					{ email: '', tags: '' },
				],
				{},
				goOn,
			),
		);
		const again = jsonOf(await run(operation, first.slice(1), {}, goOn));
		expect(again.map(({ action }) => action)).toEqual([operation === 'sync' ? 'failed' : 'skipped']);
		expect(first[1]).toMatchObject({ action: 'skipped', reason: 'The row is empty' });
	});

	it.each(['regularOutput', 'errorOutput'])('of a sync that failed remove nobody: %s', async (output) => {
		engine.sandbox.faults({ script: [{ fault: '403', operation: 'subscriber.update', times: 2 }] });
		const rows = list().subscribers.map(({ email }, index) => ({ email, first_name: `New ${index}` }));
		const parameters = { removal: 'delete', options: { maxRemovalPercent: 100 } };
		const onError = output === 'errorOutput' ? 'continueErrorOutput' : 'continueRegularOutput';
		const { items, errorItems } = await run('sync', rows, parameters, { onError });
		engine.sandbox.faults(undefined);
		const failed = [...items, ...errorItems]
			.map(({ json }) => json)
			.filter(({ action, error }) => error ?? action === 'failed');
		expect(failed.length).toBeGreaterThan(0);
		const again = await run('sync', failed, parameters, goOn);
		expect(list().subscribers).toHaveLength(rows.length);
		expect(hintsOf(again).join()).toContain('No subscribers were removed: the rows are results of an earlier run.');
	});

	it('of a deleted person do not subscribe them in another list', async () => {
		const parameters = { removal: 'delete', options: { maxRemovalPercent: 100 } };
		const rows = list()
			.subscribers.slice(1)
			.map(({ email }) => ({ email }));
		const deleted = jsonOf(await run('sync', rows, parameters)).filter(({ action }) => action === 'deleted');
		expect(deleted).toHaveLength(1);
		expect(jsonOf(await run('import', deleted, {}, {}, 1))).toMatchObject([{ action: 'skipped' }]);
	});

	it('of a person who is unsubscribed unsubscribe nobody: a state is no word of theirs', async () => {
		const [one] = subscribed();
		const rows = [rowOf({ action: 'skipped', email: defined(one).email, is_subscribed: false })];
		const done = await run('sync', rows, { options: { optOuts: 'unsubscribe', maxRemovalPercent: 100 } });
		expect(jsonOf(done)).toMatchObject([{ action: 'skipped' }]);
		expect(hintsOf(done)).toContainEqual(expect.stringMatching(/^1 person who opted out is still subscribed\. /));
	});
});

describe('an email column that no row has', () => {
	const input = [{ Kontakt: 'a@example.com', Name: 'Ann' }, { Kontakt: 'b@example.com', Name: 'Bob' }, {}];

	it.each(rowOperations)('is one message for the run: %s', async (operation) => {
		const done = await run(operation, input);
		expect([done.error?.message, done.error?.description]).toEqual([
			'No email column found (Kontakt, Name)',
			"Under 'Columns', add 'Email' and drag the column in.",
		]);
		expect(engine.sandbox.requests()).toEqual([]);
		const rows = jsonOf(await run(operation, input, {}, goOn));
		const reason = 'No email column found (Kontakt, Name)';
		const rejected = rowOf({ action: 'rejected', reason });
		expect(rows).toEqual([rejected, rejected, rowOf({ action: 'skipped', reason: 'The row is empty' })]);
	});

	it.each(rowOperations)('is named where it was given: %s', async (operation) => {
		const done = await run(operation, input, { columns: { email: 'Kontakt2' } });
		expect([done.error?.message, done.error?.description]).toEqual([
			'No input item has "Kontakt2"',
			"Correct 'Email' under 'Columns'.",
		]);
	});

	it.each(rowOperations)('is not missing where its cell is blank: %s', async (operation) => {
		const reasons = jsonOf(await run(operation, [{ email: '', name: 'Ann' }], {}, goOn)).map(({ reason }) => reason);
		expect(reasons).toEqual([expect.stringContaining("'Email' is empty")]);
	});

	it.each(rowOperations)('is an empty cell where another row has it: %s', async (operation) => {
		const rows = [{ Name: 'Ann' }, { Name: 'Bob', Mail: 'no address' }];
		expectFailure(await run(operation, rows), { mentions: ['All 2 rows were rejected', "'Email' is empty"] });
	});
});

it.each(rowOperations)(
	'a row with a wrong address shows its names, by which it is found in the sheet: %s',
	async (operation) => {
		const input = [{ email: 'ann.at.example.com', first_name: 'Ann', last_name: null }, { email: 'bob@example.com' }];
		const [rejected] = jsonOf(await run(operation, input));
		const reason = expect.stringContaining('is not an email address');
		expect(rejected).toEqual(rowOf({ action: 'rejected', email: 'ann.at.example.com', first_name: 'Ann', reason }));
	},
);

it("'Include Input Fields' and 'Output' of Create or Update that differ between rows refuse nobody", async () => {
	const input = [true, false].map((on, n) => ({ email: `p${n}@example.com`, on }));
	for (const given of [input, input.toReversed()]) {
		engine.reset();
		const rows = jsonOf(await run('upsert', given, { options: { output: "={{ $json.on ? 'rows' : 'summary' }}" } }));
		expect(rows.map(({ action, email }) => [action, email])).toEqual(given.map(({ email }) => ['created', email]));
	}
	engine.reset();
	const rows = jsonOf(await run('upsert', input, { options: { includeInput: '={{ $json.on }}' } }));
	expect(rows.map((row) => row.input)).toEqual([input[0], undefined]);
});
