import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { agentWith } from '../../engine/runNode';
import { byId, defined, errorOutput, goOn, hintsOf, jsonOf, mapped, rowOf, useEngine } from '../../engine/support';
import { expectFailure } from '../../engine/expectFailure';

const engine = useEngine({ subscribers: 20 });
const run = async (
	operation: string,
	input: IDataObject[],
	parameters: INodeParameters = {},
	node: Partial<INode> = {},
	index = 0,
) =>
	await engine.run(
		`subscriber.${operation}`,
		{ contactList: byId(engine.list(index).uuid), ...mapped, ...parameters },
		{ input, node },
	);
const rowOperations = ['import', 'upsert', 'sync'];
const keys = ['action', 'email', 'note', 'first_name', 'last_name', 'tags', 'is_subscribed'];
const withInput: INodeParameters = { options: { includeInput: true } };
/** Parameters: a column says who agreed. */
const agreesBy = (column: string): INodeParameters => ({ consent: 'columns', optIn: [column] });
const byRow: INodeParameters = { contactList: byId('={{ $json.list }}') };
const sent = (key: string) => engine.sandbox.requests().filter(({ operationId }) => operationId === key);
const subscribed = () => engine.list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
const isIn = (index: number, email: string) => engine.list(index).withEmail(email) !== undefined;

/** A row for every result that needs no fault, with the subscribed and the unsubscribed one; `newsletter` says who agreed. */
const allKinds = (): IDataObject[] => {
	const [one, other] = subscribed();
	const gone = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
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
	it.each(rowOperations)(
		'leave a name alone that is the same in one column, but for where it is split and its case: %s',
		async (operation) => {
			const [person] = subscribed();
			const { email } = defined(person);
			Object.assign(defined(person), { firstName: 'Victoria', lastName: 'Longoria Galarza' });
			const actions = async (row: object) =>
				jsonOf(await run(operation, [{ email, ...row }])).map(({ action }) => action);
			expect(await actions({ Name: 'Victoria  Longoria Galarza' })).toEqual(['unchanged']);
			expect(await actions({ Name: 'victoria LONGORIA Galarza' })).toEqual(['unchanged']);
			expect(await actions({ Name: 'Galarza, Victoria Longoria' })).toEqual(['updated']);
			expect(await actions({ 'First Name': 'Victoria', 'Last Name': 'Longoria Galarza' })).toEqual(['updated']);
		},
	);

	it.each(rowOperations)(
		'correct a name in one column whose words are the same but for accents and case: %s',
		async (operation) => {
			const { email } = Object.assign(defined(subscribed()[0]), { firstName: 'zoe', lastName: 'lee' });
			expect(jsonOf(await run(operation, [{ email, Name: 'Zoë Lee' }]))).toMatchObject([{ action: 'updated' }]);
			expect(engine.list().withEmail(email)).toMatchObject({ firstName: 'Zoë', lastName: 'Lee' });
		},
	);

	it.each(rowOperations)('have the same keys in the same order, with their input: %s', async (operation) => {
		const input = allKinds();
		for (const dryRun of operation === 'sync' ? [true, false] : [false]) {
			const { items } = await run(
				operation,
				input,
				{ ...agreesBy('newsletter'), removal: 'unsubscribe', dryRun, ...withInput },
				goOn,
			);
			expect(items.length).toBeGreaterThanOrEqual(dryRun ? input.length - 1 : input.length);
			for (const { json, pairedItem } of items) {
				expect(Object.keys(json)).toEqual([...keys, 'input']);
				const { item } = pairedItem as { item?: number };
				expect(json.input).toEqual(item === undefined ? {} : input[item]);
			}
		}
	});

	it.each(rowOperations)('have their whole input, also where a column of it is called input: %s', async (operation) => {
		const input = [{ email: 'form@example.com', input: { newsletter: 'yes' }, phone: '1' }];
		expect(jsonOf(await run(operation, input, withInput)).map((row) => row.input)).toEqual(input);
	});

	it.each(rowOperations)(
		'take the names of tags that are objects, and reject only other ones: %s',
		async (operation) => {
			const tags = [[{ id: 1, name: 'VIP' }, 'new'], [{ id: 1 }], 'a'];
			const done = jsonOf(
				await run(
					operation,
					tags.map((one, n) => ({ email: `p${n}@example.com`, tags: one })),
				),
			);
			const action = operation === 'import' ? 'imported' : 'created';
			expect(done.map((row) => [row.action, row.tags])).toEqual([
				[action, operation === 'upsert' ? 'VIP, new' : 'vip, new'],
				['rejected', ''],
				[action, 'a'],
			]);
			expect(done[1]?.note).toMatch(/^'Tags' must be text .*, not an object/);
			expect(engine.list().withEmail('p0@example.com')?.tags).toEqual([operation === 'upsert' ? 'VIP' : 'vip', 'new']);
		},
	);

	it('are shown to an agent without the input, whatever is chosen in Options', async () => {
		const contactList = byId(engine.list().uuid);
		const options = { output: 'changes', includeInput: true };
		const parameters = {
			resource: 'subscriber',
			operation: 'upsert',
			contactList,
			...mapped,
			...agreesBy('newsletter'),
			options,
		};
		const call = agentWith({ parameters, credential: engine.credential });
		for (const [newsletter, action] of [
			['no', 'skipped'],
			['yes', 'created'],
		]) {
			const [item] = await call({ email: 'tool@example.com', newsletter });
			expect([item?.json.action, Object.keys(defined(item).json)]).toEqual([action, keys]);
		}
	});
});

describe("'Output: Changes'", () => {
	const changes = { output: 'changes' };

	it.each(rowOperations)(
		'has first what needs attention, and omits what is unchanged or skipped: %s',
		async (operation) => {
			const given = { ...agreesBy('newsletter'), dryRun: operation === 'sync' };
			const whole = { ...given, options: { output: 'rows' } };
			const all = jsonOf(await run(operation, allKinds(), whole, goOn));
			engine.reset();
			const some = await run(operation, allKinds(), { ...given, options: changes }, goOn);
			const isFailed = ({ action }: IDataObject): boolean => action === 'rejected';
			const isDone = ({ action }: IDataObject): boolean =>
				!['unchanged', 'skipped', 'rejected'].includes(action as string);
			const shown = (rows: IDataObject[]) => rows.map(({ action, email, note }) => [action, email, note]);
			expect(shown(jsonOf(some))).toEqual(shown([...all.filter(isFailed), ...all.filter(isDone)]));
			expect(hintsOf(some).join()).toMatch(/\d unchanged, \d opted out/);
		},
	);

	it('has one row that says so where nothing differs, which is skipped where it comes in again', async () => {
		const rows = subscribed().map(({ email }) => ({ email }));
		const done = await run('import', rows, { options: changes });
		const note = `${rows.length} rows: nothing differs`;
		expect(jsonOf(done)).toEqual([rowOf({ action: 'unchanged', note })]);
		expect(done.items[0]?.pairedItem).toHaveLength(rows.length);
		expect(jsonOf(await run('import', jsonOf(done)))).toMatchObject([{ action: 'skipped', note: 'The row is empty' }]);
	});

	it('shows an opt-out whose person is still subscribed', async () => {
		const [one, other] = subscribed();
		const rows = [{ email: defined(other).email }, { email: defined(one).email, is_subscribed: 'no' }];
		const done = await run('sync', rows, { options: changes });
		expect(jsonOf(done)).toEqual([
			rowOf({
				action: 'skipped',
				email: defined(one).email,
				note: 'Opted out: "is_subscribed" is "no"; still subscribed in the list',
				is_subscribed: false,
			}),
		]);
	});

	it('leaves the error output as it is', async () => {
		const { items, errorItems } = await run(
			'import',
			allKinds(),
			{ ...agreesBy('newsletter'), options: changes },
			errorOutput,
		);
		expect(items.map(({ json }) => json.action)).toEqual(['imported', 'updated']);
		expect(errorItems.map(({ json }) => json.email)).toEqual(['no address']);
	});
});

describe("'Output: Summary'", () => {
	const summary = { options: { output: 'summary' } };
	const twoLists = (): IDataObject[] => [
		{ email: 'a@example.com', list: engine.list(0).uuid },
		{ email: 'b@example.com', list: engine.list(1).uuid },
		{ email: 'c@example.com', list: engine.list(0).uuid },
		{ email: 'no address', list: engine.list(1).uuid },
	];

	it.each(rowOperations)('has one item for each contact list: %s', async (operation) => {
		const { items } = await run(operation, twoLists(), { ...byRow, ...summary }, goOn);
		expect(
			items.map(({ json }) => [
				json.uuid,
				json.rows,
				json[operation === 'import' ? 'imported' : 'created'],
				json.rejected,
			]),
		).toEqual([
			[engine.list(0).uuid, 2, 2, 0],
			[engine.list(1).uuid, 2, 1, 1],
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 2 }],
			[{ item: 1 }, { item: 3 }],
		]);
	});

	it('of two lists with one name tells them apart by their IDs', async () => {
		const contactList = { ...byId('={{ $json.list }}'), mode: 'list', cachedResultName: 'Newsletter' };
		const summaries = jsonOf(await run('upsert', twoLists(), { contactList, ...summary }, goOn));
		expect(summaries.map(({ contact_list: name, uuid, created }) => [name, uuid, created])).toEqual([
			['Newsletter', engine.list(0).uuid, 2],
			['Newsletter', engine.list(1).uuid, 1],
		]);
	});
});

describe('two contact lists', () => {
	it.each([
		['import', 'subscriber.import'],
		['upsert', 'subscriber.create'],
		['sync', 'subscriber.create'],
	] as const)('end together where the token is rejected (%s)', async (operation, key) => {
		engine.sandbox.faults({ script: [{ fault: '401', operation: key, times: 99 }] });
		const input = Array.from({ length: 6 }, (_, n) => ({ email: `p${n}@example.com`, list: engine.list(n % 2).uuid }));
		const parameters = { ...byRow, requestOptions: { maxParallelRequests: 1 } };
		const done = await run(operation, input, parameters, goOn);
		expect(sent(key)).toHaveLength(1);
		const reasons = jsonOf(done).map(({ note }) => note as string);
		const unsent = reasons.filter((note) => note === 'Not sent after a rejected access token');
		expect([reasons.length, unsent.length]).toEqual([6, operation === 'import' ? 3 : 5]);
		expect(hintsOf(done).join()).not.toContain('Nothing was changed');
	});

	it.each(['upsert', 'sync'])('count those who stay unsubscribed in one note: %s', async (operation) => {
		const input = [0, 1].flatMap((index) =>
			engine
				.list(index)
				.subscribers.filter(({ unsubscribedAt }) => unsubscribedAt !== null)
				.map(({ email }) => ({ email, list: engine.list(index).uuid })),
		);
		const notes = hintsOf(await run(operation, input, byRow)).filter((hint) => hint.includes("'Resubscribe'"));
		expect(input.length).toBeGreaterThan(1);
		expect(notes).toEqual([expect.stringMatching(new RegExp(`^${input.length} people are still unsubscribed\\.`))]);
	});
});

describe('settings that differ between the rows of one list', () => {
	// prettier-ignore
	it.each<[operation: string, name: string, parameters: INodeParameters, values: Array<string | number | boolean>]>([
		['import', 'Output', { options: { output: '={{ $json.value }}' } }, ['rows', 'summary']],
		['import', 'Known People', { options: { knownPeople: '={{ $json.value }}' } }, ['update', 'import']],
		['import', 'Dry Run', { dryRun: '={{ $json.value }}', options: { output: 'rows' } }, [false, true]],
		['import', 'Skip Unsubscribed People', { options: { skipUnsubscribed: '={{ $json.value }}' } }, [true, false]],
		['sync', 'Subscribers Not in Input', { removal: '={{ $json.value }}' }, ['keep', 'delete']],
		['sync', 'Dry Run', { dryRun: '={{ $json.value }}', removal: 'delete', options: { output: 'rows' } }, [false, true]],
		['sync', 'Add People in Bulk', { options: { useImport: '={{ $json.value }}' } }, [false, true]],
		['sync', 'Resubscribe', { options: { resubscribe: '={{ $json.value }}' } }, [true, false]],
		['sync', 'Safety Limit (%)', { removal: 'delete', options: { maxRemovalPercent: '={{ $json.value }}' } }, [20, 100]],
		['sync', 'Tag of This Sheet', { onlyTag: '={{ $json.value }}' }, ['a', 'b']],
		['sync', 'Replace Tags', { options: { replaceTags: '={{ $json.value }}' } }, [true, false]],
		['sync', 'Keep New (Hours)', { options: { keepNewHours: '={{ $json.value }}' } }, [0, 24]],
		['sync', 'Rename Limit (%)', { options: { maxNameChangePercent: '={{ $json.value }}' } }, [20, 100]],
		['sync', 'Add Details', { options: { includeDetails: '={{ $json.value }}' } }, [true, false]],
		['sync', 'Output', { options: { output: '={{ $json.value }}' } }, ['rows', 'summary']],
		['sync', 'Include Input Fields', { options: { includeInput: '={{ $json.value }}' } }, [true, false]],
		['sync', 'If a Row Opts Out', { options: { optOuts: '={{ $json.value }}' } }, ['skip', 'unsubscribe']],
		['sync', 'Remove Anyway', { removal: 'delete', options: { removeDespiteRejected: '={{ $json.value }}' } }, [true, false]],
	])('refuse it whole, and no other list: %s, %s', async (operation, name, parameters, values) => {
		const message = `'${name}' differs between the rows of one list`;
		for (const all of [values, values.toReversed()]) {
			engine.reset();
			const value = defined(all[0]);
			const optedOut = { email: 'out@example.com', unsubscribed_at: '2024-01-01', value };
			const refused = [...all.map((one, n) => ({ email: `p${n}@example.com`, value: one })), optedOut];
			const others = engine.list(1).subscribers.map(({ email }) => ({ email, value }));
			const input = [refused, others].flatMap((rows, index) => rows.map((row) => ({ ...row, list: engine.list(index).uuid })));
			const done = await run(operation, input, { ...byRow, ...parameters }, goOn);
			const [first, rest] = [jsonOf(done).slice(0, 3), jsonOf(done).slice(3)];
			expect(first.map(({ action, note }) => [action, note])).toEqual(refused.map(() => ['failed', message]));
			expect(hintsOf(done).join()).toContain(`stopped: ${message}. Nothing was changed in "${engine.list(0).uuid}".`);
			expect(rest.filter(({ action, error }) => error ?? action === 'failed')).toEqual([]);
			if (name !== 'Output' || value === 'rows') expect(rest).toHaveLength(others.length);
			expect(engine.sandbox.requests().filter(({ path }) => path.includes(engine.list(0).uuid))).toEqual([]);
			expectFailure(await run(operation, input, { ...byRow, ...parameters }), { mentions: [message] });
		}
	});
});

describe('results that come in again', () => {
	it.each(['upsert', 'sync', 'create'].flatMap((next) => [false, true].map((on) => [next, on] as const)))(
		'go from Import into a second list by %s: nobody is skipped, no opt-out is lost; with their input: %s',
		async (next, includeInput) => {
			const input = allKinds();
			const given = { ...agreesBy('newsletter'), options: { includeInput } };
			const first = jsonOf(await run('import', input, given, goOn));
			// Other rows of the run come from a sheet with an opt-in column.
			const sheet = [{ email: 'sheet@example.com', newsletter: 'yes' }];
			await run(next, [...first, ...sheet], given, goOn, 1);
			const [one, other] = subscribed();
			const wanted = ['new@example.com', defined(one).email, defined(other).email, 'sheet@example.com'];
			expect(wanted.map((email) => isIn(1, email))).toEqual(wanted.map(() => true));
			const gone = input[3]?.email as string;
			expect(['out@example.com', gone].filter((email) => isIn(1, email))).toEqual([]);
			expect(engine.list(1).withEmail('new@example.com')).toMatchObject({ tags: ['x'], lastName: '"Zo"' });
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
			const columns = { email: 'Post', tags: 'Etikett' };
			const given = { ...agreesBy('Werbung'), columns, options: { includeInput } };
			const first = jsonOf(await run(operation, input, given, goOn));
			expect(first.map(({ action }) => action)).toEqual(['failed', 'skipped']);
			engine.sandbox.faults(undefined);
			const second = jsonOf(await run(operation, first, given, goOn));
			expect(second.map(({ action, email }) => [action, email])).toEqual([
				[operation === 'import' ? 'imported' : 'created', 'a@example.com'],
				['skipped', 'b@example.com'],
			]);
			if (includeInput) expect(second.map((row) => row.input)).toEqual(input);
			expect(engine.list().withEmail('a@example.com')).toMatchObject({ firstName: 'Ann', tags: ['a', 'b'] });
			expect(isIn(0, 'b@example.com')).toBe(false);
		},
	);

	it('go through the error output as they came, and are done the second time', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', times: 9 }] });
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

	it.each(rowOperations)('keep the names and the opt-out of a row with a wrong address: %s', async (operation) => {
		const input = [
			{ Post: 'bad(at)example.com', Vorname: 'Ann', Tags: 'a, b', Werbung: 'nein' },
			{ Post: 'good@example.com', Werbung: 'ja' },
		];
		const given = { ...agreesBy('Werbung'), columns: { email: 'Post' } };
		const first = jsonOf(await run(operation, input, given, goOn));
		expect(first[0]).toMatchObject({ action: 'rejected', first_name: 'Ann', tags: 'a, b', is_subscribed: false });
		const corrected = first.slice(0, 1).map((row) => ({ ...row, email: 'bad@example.com' }));
		expect(jsonOf(await run(operation, corrected))).toMatchObject([{ action: 'skipped' }]);
		expect(isIn(0, 'bad@example.com')).toBe(false);
	});
});

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
