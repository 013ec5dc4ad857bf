import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { rowKeys } from '../../../nodes/EmailMarketing/rows/results';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { actionsOf, errorOutput, goOn, hintsOf, jsonOf, mapped, rowOf, tries, warningsOf } from '../../engine/support';
import { useList, type Reply } from '../../laravel/useList';

/** People in no row who are not removed come out as rows, so that one sees them the next morning. */

const { list, kinds, served, reply, run } = useList();
const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString();
const people = (count: number, more: IDataObject = {}) =>
	Array.from({ length: count }, (_, n) => ({ email: `p${n}@x.org`, ...more }));
const anyShare = { maxRemovalPercent: 100 };
const sync = async (input: IDataObject[], { options = {}, ...more }: INodeParameters = {}, node = {}) =>
	await run('sync', { removal: 'delete', ...more, options: { ...anyShare, ...(options as object) } }, { input, node });
const shown = (rows: readonly IDataObject[]) => rows.map(({ action, email }) => [action, email]);

describe('people who have just joined', () => {
	const joined = [
		{ email: 'stays@x.org', created_at: hours(1) },
		{ email: 'form@x.org', created_at: hours(23) },
		{ email: 'ahead@x.org', created_at: hours(-5) },
		{ email: 'old@x.org', created_at: hours(25), updated_at: hours(1) },
		{ email: 'unknown@x.org', created_at: 'some day' },
	];

	it.each([true, false])('are not removed, and come out last, until when: dry run %s', async (dryRun) => {
		list.hold(joined);
		const rows = jsonOf(await sync([{ email: 'stays@x.org' }], { dryRun }));
		const word = dryRun ? 'would delete' : 'deleted';
		const held = ['form', 'ahead', 'unknown'].map((name) => ['held', `${name}@x.org`]);
		const others = [[word, 'old@x.org'], ...held];
		expect(shown(rows)).toEqual(dryRun ? [...others, ['unchanged', '']] : [['unchanged', 'stays@x.org'], ...others]);
		expect(rows.find(({ email }) => email === 'form@x.org')?.note).toMatch(
			/^not in the input; joined \d+ \w{3,4} \d\d:\d\d, kept until \d+ \w{3,4} \d\d:\d\d$/,
		);
		expect(list.subscribers).toHaveLength(dryRun ? 5 : 4);
	});

	it('are not taken for people of unknown age where the clock of the service is ahead', async () => {
		list.hold([{ email: 'stays@x.org' }, { email: 'ahead@x.org', created_at: hours(-1) }]);
		const done = await sync([{ email: 'stays@x.org' }]);
		const note = expect.stringMatching(/^not in the input; joined .*, kept until /);
		expect(jsonOf(done)).toMatchObject([{}, { action: 'held', email: 'ahead@x.org', note }]);
		expect(warningsOf(done)).toEqual([]);
	});

	it.each<[string, INodeParameters, number]>([
		['nobody with 0 hours', { options: { keepNewHours: 0 } }, 1],
		['for as long as it is set', { options: { keepNewHours: 48 } }, 5],
		['nobody from whom only a tag is removed', { removal: 'removeTag', onlyTag: 'a' }, 5],
	])('are kept %s', async (who, parameters, left) => {
		list.hold(joined.map((one) => ({ ...one, tags: ['a'] })));
		const rows = jsonOf(await sync([{ email: 'stays@x.org' }], parameters));
		expect(list.subscribers).toHaveLength(left);
		const held = rows.filter(({ action }) => action === 'held');
		expect(held).toHaveLength(who.startsWith('nobody') ? 0 : 4);
	});

	it.each<[string, unknown]>([
		...['', '26.11.2026', '3 seconds ago'].map((text): [string, unknown] => [`"${text}"`, text]),
		['null', null],
		['an object', { date: '2026-01-01 10:00:00' }],
		['a month ahead', hours(-24 * 30)],
	])('may be those whose time is %s: they are held, and the note says how to remove them', async (_, time) => {
		list.hold([{ email: 'stays@x.org' }, { email: 'new@x.org', created_at: time as string }, ...people(1)]);
		const done = await sync([{ email: 'stays@x.org' }]);
		const note = 'not in the input; it is not known when they joined';
		expect(jsonOf(done)).toMatchObject([{}, { action: 'deleted' }, { action: 'held', email: 'new@x.org', note }]);
		expect(warningsOf(done).join()).toContain("Set 'Keep New (Hours)' to 0");
		expect(shown(jsonOf(await sync([{ email: 'stays@x.org' }], { options: { keepNewHours: 0 } })))).toEqual([
			['unchanged', 'stays@x.org'],
			['deleted', 'new@x.org'],
		]);
	});

	it.each<[string, unknown]>([
		['Unix time in ms', Date.now() - 3_600_000],
		['RFC 2822', new Date(Date.now() - 3_600_000).toUTCString()],
	])('are known by %s', async (_, time) => {
		list.hold([{ email: 'stays@x.org' }, { email: 'new@x.org', created_at: time as string }]);
		const [, held] = jsonOf(await sync([{ email: 'stays@x.org' }]));
		expect(held).toMatchObject({ action: 'held', note: expect.stringContaining('kept until') });
	});

	it('count for the share that the Safety Limit judges, but are no removals', async () => {
		list.hold([...joined.slice(0, 4), ...people(4)]);
		const rest = ['stays@x.org', ...people(4).map(({ email }) => email)].map((email) => ({ email }));
		expect((await sync(rest, { options: { maxRemovalPercent: 12 } })).error?.message).toMatch(/delete 1 of 8 .*12\.5%/);
		expect((await sync(rest, { options: { maxRemovalPercent: 13 } })).error).toBeUndefined();
	});
});

describe('people whom a failed row holds', () => {
	const bad = { email: 'nobody' };

	it.each([true, false])('come out with the reason: dry run %s', async (dryRun) => {
		list.hold(people(3));
		const done = await sync([{ email: 'p0@x.org' }, bad], { dryRun });
		const note = 'not in the input; 1 row was rejected (first: "nobody"). Correct it and run the sheet again.';
		expect(jsonOf(done).filter(({ action }) => action === 'held')).toEqual(
			['p1@x.org', 'p2@x.org'].map((email) => rowOf({ action: 'held', email, note, is_subscribed: true })),
		);
		expect(hintsOf(done).join()).toContain('2 held');
		expect(kinds()).toEqual(['read']);
	});

	it('are a hundred rows and one with the number of the others; a summary counts all', async () => {
		list.hold(people(5_000));
		const rows = jsonOf(await sync([{ email: 'p0@x.org' }, bad]));
		expect(rows).toHaveLength(2 + 101);
		expect(rows.at(-1)).toMatchObject({
			action: 'held',
			email: '',
			note: expect.stringMatching(/^4899 more people are held, such as for: not in the input; 1 row was rejected/),
		});
		const [summary] = jsonOf(await sync([{ email: 'p0@x.org' }, bad], { options: { output: 'summary' } }));
		expect(summary).toMatchObject({ rows: 2, unchanged: 1, rejected: 1, held: 4_999 });
	});

	it.each([
		[100, []],
		[101, ['1 more person is held']],
	])('are all named where they are a hundred: %i are held', async (count, others) => {
		list.hold(people(count + 1));
		const rows = jsonOf(await sync([{ email: 'p0@x.org' }, bad])).filter(({ action }) => action === 'held');
		expect(rows.slice(0, 100).map(({ email }) => email)).toEqual(
			people(101)
				.slice(1)
				.map(({ email }) => email),
		);
		expect(rows.slice(100).map(({ note }) => textOf(note).split(',')[0])).toEqual(others);
	});

	it('are on no error output, and do not keep the node from failing where all rows were rejected', async () => {
		list.hold(people(3));
		const { items, errorItems } = await sync([{ email: 'p0@x.org' }, bad], {}, errorOutput);
		expect(shown(items.map(({ json }) => json))).toEqual([
			['unchanged', 'p0@x.org'],
			['held', 'p1@x.org'],
			['held', 'p2@x.org'],
		]);
		expect(errorItems).toHaveLength(1);
		reply('create', [422, { errors: { email: ['is refused'] } }]);
		expect((await sync([{ email: 'new@x.org' }, bad])).error?.message).toMatch(/^All 2 rows were rejected/);
	});

	it.each<[string, IDataObject, INodeParameters, string]>([
		['failed', { email: 'new@x.org' }, {}, '1 row was not done (first: "new@x.org"). Run the sheet again.'],
		[
			"is over the limit of 'Remove Anyway'",
			bad,
			{ removeDespiteRejected: true },
			'1 row was rejected, over 5% (first: "nobody"). Correct it and run the sheet again.',
		],
	])('say so where the row %s', async (_, row, options, why) => {
		list.hold(people(2));
		reply('create', '403');
		const done = await sync([{ email: 'p0@x.org' }, row], { options }, goOn);
		expect(jsonOf(done).at(-1)).toMatchObject({ action: 'held', note: `not in the input; ${why}` });
	});

	it('are removed once the row is done in a later try', async () => {
		list.hold(people(3));
		reply('create', '403', 1);
		const done = await sync([{ email: 'p0@x.org' }, { email: 'new@x.org' }], {}, tries(2));
		expect(shown(jsonOf(done))).toEqual([
			['unchanged', 'p0@x.org'],
			['created', 'new@x.org'],
			['deleted', 'p1@x.org'],
			['deleted', 'p2@x.org'],
		]);
	});
});

describe("people who would be removed by a sync that imports others ('Add People in Bulk')", () => {
	const rows = [{ email: 'p0@x.org' }, ...Array.from({ length: 20 }, (_, n) => ({ email: `new${n}@x.org` }))];
	const inBulk = (more: IDataObject = {}): INodeParameters => ({ options: { useImport: true, ...more } });

	it('are removed after a second reading of the list shows who was imported', async () => {
		list.hold(people(3));
		const done = await sync(rows, inBulk());
		expect(kinds()).toEqual(['read', 'import', 'read', 'delete', 'delete']);
		expect(jsonOf(done).filter(({ action }) => action === 'deleted')).toHaveLength(2);
		expect(hintsOf(done).join()).toContain('The service says: "20 subscribers imported."');
		expect(warningsOf(done)).toEqual([]);
	});

	/** The list shows so many of the new people. */
	const showOnly = (count: number) =>
		reply('read', () => {
			const shown = list.subscribers.filter(({ email }) => email.startsWith('new')).slice(count);
			list.subscribers = list.subscribers.filter((one) => !shown.includes(one));
			return undefined;
		});

	it.each<[string, Reply]>([
		['of nobody', [200, { imported: 0, skipped: 20 }]],
		['that is done later', [202, { message: 'Queued' }]],
	])('are held, amber, after an import %s: nothing is red', async (_, answer) => {
		list.hold(people(3));
		reply('import', () => answer);
		showOnly(0);
		const done = await sync(rows, inBulk());
		expect(done.error).toBeUndefined();
		const words = jsonOf(done).map(({ action }) => action);
		expect(words).toEqual(['unchanged', ...Array<string>(20).fill('imported'), 'held', 'held']);
		expect(jsonOf(done).at(-1)?.note).toMatch(/the list does not show 20 imported people yet/);
		expect(warningsOf(done).join()).toContain('No subscribers were removed: the list does not show 20 imported people');
		expect(kinds()).not.toContain('delete');
	});

	it.each([false, true])(
		"are held if the list cannot be read again; 'Remove Anyway': %p",
		async (removeDespiteRejected) => {
			list.hold(people(25));
			reply('read', () => (kinds().includes('import') ? '403' : undefined));
			const input = [...people(24), { email: 'new@x.org' }];
			const done = await sync(input, inBulk({ removeDespiteRejected }));
			expect(done.error).toBeUndefined();
			const note = expect.stringContaining('the list could not be read again after the import');
			expect(jsonOf(done).at(-1)).toMatchObject({ action: 'held', note });
			expect(warningsOf(done)).toHaveLength(1);
			expect(kinds()).not.toContain('delete');
		},
	);

	it('are held if an earlier try of Retry On Fail imported people whom the list does not show', async () => {
		list.hold(people(3));
		reply('update', '403', 1);
		showOnly(0);
		const done = await sync([{ email: 'p0@x.org', first_name: 'New' }, ...rows.slice(1)], inBulk(), tries(2));
		expect(done.error).toBeUndefined();
		expect(jsonOf(done).slice(-2)).toMatchObject([{ action: 'held' }, { action: 'held' }]);
	});

	it('are held, and the note says "no more", if an earlier try of Retry On Fail has removed others', async () => {
		list.hold(people(3));
		reply('delete', '403', 1);
		reply('read', () => {
			const hasTried = kinds().includes('delete');
			list.subscribers = list.subscribers.filter(({ email }) => !hasTried || email.startsWith('p'));
			return undefined;
		});
		const done = await sync(rows, inBulk(), tries(2));
		expect(jsonOf(done).flatMap(({ action }) => (action === 'imported' ? [] : [action]))).toEqual([
			'unchanged',
			'deleted',
			'held',
		]);
		expect(warningsOf(done).join()).toContain('No more subscribers were removed: the list does not show 20 imported');
	});

	it('are held, not because of the rejected rows alone, where few are rejected and few are missing', async () => {
		list.hold(people(3));
		showOnly(19);
		const input = [...rows, ...people(2), { email: 'nobody' }];
		const done = await sync(input, inBulk({ removeDespiteRejected: true }));
		expect(warningsOf(done).join()).toMatch(/No subscribers were removed: 1 row was rejected \(/);
	});

	it.each([
		[19, 2],
		[18, 0],
	])("are removed with 'Remove Anyway' if it shows %i of 20", async (count, removed) => {
		list.hold(people(3));
		showOnly(count);
		await sync(rows, inBulk({ removeDespiteRejected: true }));
		expect(kinds().filter((kind) => kind === 'delete')).toHaveLength(removed);
	});
});

it.each<IDataObject>([
	{ error: 'No', details: '', httpStatus: 500, canRetry: true, email: 'p0@x.org', first_name: 'Ann' },
	rowOf({ action: 'failed', email: 'p0@x.org', first_name: 'Ann' }),
])('nobody is held by failed rows that are sent again, as they are not the whole sheet: %j', async (fails) => {
	list.hold(people(20));
	expect(shown(jsonOf(await sync([fails], { dryRun: true })))).toEqual([['would update', 'p0@x.org']]);
	const done = await sync([fails]);
	expect(shown(jsonOf(done))).toEqual([['updated', 'p0@x.org']]);
	// Nor are those who have just joined.
	list.hold(['p0', 'p1'].map((name) => ({ email: `${name}@x.org`, created_at: hours(1) })));
	expect(shown(jsonOf(await sync([{ ...fails, first_name: 'Anna' }])))).toEqual([['updated', 'p0@x.org']]);
	expect(hintsOf(done).join()).toContain('No subscribers were removed: the rows are results of an earlier run.');
});

describe('results that were written back into the sheet', () => {
	it('unsubscribe nobody whose answer is missing or unclear, though they show them as not subscribed', async () => {
		list.hold(people(3));
		const sheet = ['yes', '', 'maybe'].map((news, index) => ({ Email: `p${index}@x.org`, News: news }));
		const consent = { consent: 'columns', optIn: ['News'], options: { optOuts: 'unsubscribe' } };
		const first = jsonOf(await sync(sheet, consent));
		const written = ['action', 'note', 'is_subscribed'] as const;
		for (const columns of [rowKeys.filter((key) => key !== 'email'), written]) {
			const withResults = sheet.map((row, at) => ({
				...row,
				...Object.fromEntries(columns.map((key) => [key, first[at]?.[key]])),
			}));
			const actions = jsonOf(await sync(withResults, consent)).map(({ action }) => action);
			expect(actions).toEqual(['unchanged', 'skipped', 'skipped']);
		}
		expect(list.subscribers.filter(({ is_subscribed: state }) => state !== false)).toHaveLength(3);
	});

	const rows = (more: IDataObject) =>
		people(3).map((row) => ({ ...rowOf({ action: 'unchanged', ...row, note: '', is_subscribed: true }), ...more }));

	it.each([{ row_number: 2 }, { Phone: '' }])('hold all removals: next to %j they are the whole sheet', async (own) => {
		list.hold(people(5));
		for (const dryRun of [true, false]) {
			const done = await sync(rows(own), { dryRun });
			const held = jsonOf(done).filter(({ action }) => action === 'held');
			expect(held.map(({ email }) => email)).toEqual(['p3@x.org', 'p4@x.org']);
			const line = warningsOf(done).find((hint) => hint.includes('removed'));
			for (const column of ['"action"', '"note"', '"is_subscribed"']) expect(line).toContain(column);
		}
		expect(list.subscribers).toHaveLength(5);
	});

	it.each([{}, { uuid: 'u1', changes: '', reason: '', consent: '', input: { row_number: 2 } }])(
		'are those of a loop without a column of its own: nobody is held, and the line is blue: %j',
		async (own) => {
			list.hold(people(5));
			const done = await sync(rows(own));
			expect(new Set(jsonOf(done).map(({ action }) => action))).toEqual(new Set(['unchanged']));
			expect(warningsOf(done)).toEqual([]);
			expect(hintsOf(done).join()).toContain('results of an earlier run. Sync the whole sheet');
		},
	);
});

it.each(['import', 'upsert', 'sync'])(
	'results that were written into the sheet count in place of its own columns, and %s says so: new rows are not lost',
	async (operation) => {
		list.hold(people(1));
		const own = { Email: 'p0@x.org', 'First Name': 'Anna', Kontakt: 'p0@x.org' };
		const old = { ...rowOf({ action: 'unchanged', email: 'p0@x.org' }), ...own };
		const blank = Object.fromEntries(Object.keys(old).map((column) => [column, '']));
		const typed = { ...blank, Email: 'new@x.org', 'First Name': 'Ben' };
		const given = { ...mapped, removal: 'keep', columns: { email: 'Kontakt' } };
		const done = await run(operation, given, { input: [old, typed, blank], node: goOn });
		const notes = jsonOf(done).map(({ action, note }) => [action, note]);
		expect(notes.slice(1)).toEqual([
			['rejected', expect.stringMatching(/^'Email' is empty\. If results were written into your sheet, delete/)],
			['skipped', 'The row is empty'],
		]);
		const line = warningsOf(done).find((hint) => hint.includes('in place of "Email", "First Name", "Kontakt"'));
		expect(line).toContain('delete the columns and rows that they added');
	},
);

describe.each(['import', 'upsert', 'sync', 'create'])('consent in a sheet with results: %s', (operation) => {
	const blank = Object.fromEntries(Object.keys(rowOf({ action: '' })).map((column) => [column, '']));
	const typed = { ...blank, email: 'new@x.org', News: 'no' };
	const plain = rowOf({ action: 'created', email: 'b@x.org', is_subscribed: true });
	const old = { ...plain, News: 'yes' };
	const runBy = async (column: string, input: IDataObject[]) =>
		await run(operation, { ...mapped, consent: 'columns', optIn: [column] }, { input });
	beforeEach(() => list.hold([]));

	it.each<[string, IDataObject[]]>([
		['rows that were typed below them', [typed, { ...typed, email: 'second@x.org' }]],
		['such a row, and of results', [typed, old]],
		['results next to columns of the sheet', [old, { ...old, email: 'c@x.org', News: 'no' }]],
	])('is asked of %s, as of any row', async (_, input) => {
		const { error } = await runBy('Newsletter', input);
		expect(error?.message).toContain('No item has the column "Newsletter"');
		await runBy('News', input);
		expect(list.subscribers.map(({ email }) => email)).toEqual(input.includes(old) ? ['b@x.org'] : []);
	});

	it('is that of nobody where results stand beside the rows of other people: the run stops', async () => {
		const beside = (Email: string, email: string) => ({ Email, ...plain, email, News: 'yes' });
		const { error } = await runBy('News', [beside('Ann <B@x.org>', 'b@x.org'), beside('d@x.org', 'c@x.org')]);
		expect(error?.message).toContain('The result of "c@x.org" stands next to "d@x.org"');
		expect(error?.description).toMatch(/^Delete the columns that results added.* Nothing was sent\.$/);
		expect(list.subscribers).toEqual([]);
	});

	it('is not asked again of results as they left the node', async () => {
		await runBy('Newsletter', [plain]);
		expect(list.subscribers.map(({ email }) => email)).toEqual(['b@x.org']);
	});
});

it.each([{ source: 'crm' }, { id: 7, createdAt: '2026-01-01' }])(
	'the item of a run in which nothing differed is skipped where it comes in again with a column of its own: %j',
	async (own) => {
		list.hold(people(2));
		const options = { output: 'changes' };
		const [nothing] = jsonOf(await sync(people(2), { options }));
		expect(nothing?.note).toContain('nothing differs');
		for (const operation of ['import', 'upsert'])
			expect(actionsOf(await run(operation, mapped, { input: [{ ...nothing, ...own }] }))).toEqual(['skipped']);
	},
);

it.each(['untagged', 'would remove tag', 'would stop', 'held'])(
	'a row "%s" comes in again, and is skipped: it was none of the sheet',
	async (action) => {
		for (const operation of ['import', 'upsert', 'sync']) {
			list.hold([]);
			const result = rowOf({ action, email: 'p0@x.org', is_subscribed: true });
			const input = [result, { email: 'real@x.org' }];
			const [first] = jsonOf(await run(operation, mapped, { input, node: goOn }));
			expect(first).toMatchObject({ action: 'skipped', note: 'In no row of an earlier run' });
			expect(list.subscribers.map(({ email }) => email)).toEqual(['real@x.org']);
		}
	},
);

describe('a held row that comes in again', () => {
	it.each(['import', 'upsert', 'sync', 'create'])(
		'is skipped by %s, and its person is left as they are',
		async (operation) => {
			list.hold(people(200));
			const rows = jsonOf(await sync([{ email: 'p0@x.org' }, { email: 'nobody' }]));
			list.hold([{ email: 'p1@x.org', is_subscribed: false }]);
			served.arrived.length = 0;
			const held = rows.filter(({ action }) => action === 'held');
			const again = jsonOf(await run(operation, mapped, { input: [...held, { email: 'real@x.org' }], node: goOn }));
			expect(new Set(again.slice(0, held.length).map(({ action }) => action))).toEqual(new Set(['skipped']));
			expect(again[held.length]).toMatchObject({
				email: 'real@x.org',
				action: operation === 'import' ? 'imported' : 'created',
			});
			expect(list.withEmail('p1@x.org')?.is_subscribed).toBe(false);
			expect(list.subscribers).toHaveLength(2);
		},
	);

	it('does not take the place of a real row before it', async () => {
		list.hold(people(2));
		const [, , held = {}] = jsonOf(await sync([{ email: 'p0@x.org' }, { email: 'nobody' }]));
		list.hold([]);
		const input = [{ email: 'p1@x.org', first_name: 'Ann' }, held];
		expect(shown(jsonOf(await run('import', {}, { input })))).toEqual([
			['imported', 'p1@x.org'],
			['skipped', 'p1@x.org'],
		]);
	});

	it.each(['import', 'sync'])('of the rest is skipped as blank, also where it is alone: %s', async (operation) => {
		list.hold(people(200));
		const rest = jsonOf(await sync([{ email: 'p0@x.org' }, { email: 'nobody' }])).slice(-1);
		expect(jsonOf(await run(operation, {}, { input: rest }))).toMatchObject([
			{ action: 'skipped', note: 'The row is empty' },
		]);
	});
});

it.each<[string, object[]]>([
	['summary', [{ rows: 1, skipped: 1, deleted: 0, message: expect.stringMatching(/delete 4 of 5/) }]],
	['rows', [{ action: 'skipped' }, { action: 'failed', email: '', note: expect.stringMatching(/delete 4 of 5/) }]],
])('a list that is refused says why, although none of its rows was to be sent: output %s', async (output, expected) => {
	list.hold(people(5));
	const input = people(1, { is_subscribed: false });
	const items = jsonOf(await sync(input, { options: { output, maxRemovalPercent: 20 } }, goOn));
	expect(items).toHaveLength(expected.length);
	expect(items).toMatchObject(expected);
	expect(kinds()).toEqual(['read']);
});
