import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import {
	actionsOf,
	byId,
	defined,
	errorOutput,
	errorText,
	goOn,
	hintsOf,
	jsonOf,
	rowOf,
	tries,
	warningsOf,
} from '../../engine/support';
import { untilStill } from '../../engine/until';
import { deliver } from '../../laravel/serveList';
import { useList, type Reply } from '../../laravel/useList';

const { list, served, requests, bodies, reply, run: runOnList } = useList();
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com` }));
const tally = (run: NodeRun) => hintsOf(run).find((hint) => hint.startsWith('Import: '));
const itemsOf = (items: NodeRun['items']) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

/** Imports rows, one request at a time. */
const importRows = async (
	input: IDataObject[],
	node = {},
	options: INodeParameters = {},
	more: INodeParameters = {},
) => {
	const requestOptions = { maxRetries: 0, maxParallelRequests: 1 };
	return await runOnList('import', { options, requestOptions, ...more }, { input, node });
};
/** The rows of each request. */
const sent = () =>
	bodies().flatMap(({ subscribers }) => (subscribers === undefined ? [] : [subscribers as IDataObject[]]));
const sizes = () => sent().map(({ length }) => length);
/** Responds to imports in place of the list; `count` is the number of the request. */
const answer = (answerTo: (rows: IDataObject[], count: number) => Reply | undefined) =>
	reply('import', () => answerTo(defined(sent().at(-1)), sent().length));

describe('Subscriber → Import', () => {
	it('reads the list, sends all items in one request, and outputs one for each, paired with it', async () => {
		const last = { 'E-Mail': ' Last@example.com ', Vorname: 'Last', Labels: 'a, b', phone: 1 };
		const run = await importRows([...people(299), last]);
		expect(requests()).toEqual(['read', 'import']);
		expect(itemsOf(run.items)).toEqual(Array.from({ length: 300 }, (_, item) => item));
		const shown = { action: 'imported', note: 'was not in the list' };
		expect(jsonOf(run)[0]).toEqual(rowOf({ ...shown, email: 'p0@example.com' }));
		const sent = { email: 'Last@example.com', first_name: 'Last', tags: 'a, b' };
		expect(jsonOf(run)[299]).toEqual(rowOf({ ...shown, ...sent }));
		expect(tally(run)).toMatch(/^Import: 300 imported\..*"300 subscribers imported\."$/);
	});

	it.each<[string, INodeParameters]>([
		['contact list', { contactList: byId('={{ $json.list }}') }],
		['value of the extra fields', { additionalFields: { extraFields: '={{ {source: $json.source} }}' } }],
	])('sends a request for each %s, and outputs the rows in the order of the items', async (_, parameters) => {
		const input = [
			{ email: 'a@example.com', source: 'fair', list: 'A' },
			{ email: 'b@example.com', source: 'web', list: 'B' },
			{ email: 'c@example.com', source: 'fair', list: 'A' },
		];
		const run = await importRows(input, {}, {}, parameters);
		const [a, b, c] = input.map(({ email }) => ({ email }));
		expect(sent()).toEqual([[a, c], [b]]);
		expect(itemsOf(run.items)).toEqual([0, 1, 2]);
		expect(actionsOf(run)).toEqual(['imported', 'imported', 'imported']);
	});
});

describe('rows that are not sent by Import', () => {
	const input: IDataObject[] = [
		{ email: 'a@example.com', first_name: 'Old', tags: 'vip, VIP ,new' },
		{ email: 'ann', action: 'fair' },
		{ name: 'B', is_subscribed: false },
		{ email: ' A@Example.com', first_name: 'New', tags: 'more' },
		{ email: 'c@example.com', is_subscribed: false },
		{ email: 'C@example.com' },
		{ email: '', name: null, row_number: 8 },
		{ email: 'e@example.com' },
	];
	const results: Array<[string, RegExp?]> = [
		['skipped', /^A later row has this address$/],
		['rejected', /"ann"/],
		['rejected', /'Email'/],
		['imported'],
		['skipped', /"is_subscribed" is "false"$/],
		['skipped', /"is_subscribed" is "false", in another row with the same address$/],
		['skipped', /empty/],
		['imported'],
	];

	it('come out among the others, with the reason and the row', async () => {
		const run = await importRows(input, {}, { includeInput: true });
		expect(run.error).toBeUndefined();
		// Of several rows with one address the last counts, with the tags of all.
		const last = { email: 'A@Example.com', first_name: 'New', tags: ['vip', 'new', 'more'] };
		expect(sent()).toEqual([[last, { email: 'e@example.com' }]]);
		expect(itemsOf(run.items)).toEqual(input.map((_, item) => item));
		results.forEach(([action, note = /(?:)/], item) => {
			const expected = { action, input: input[item], note: expect.stringMatching(note) };
			expect(jsonOf(run)[item]).toMatchObject(expected);
		});
		expect(jsonOf(run)[2]).toMatchObject({ email: '' });
		expect(tally(run)).toMatch(/^Import: 2 rejected, 2 imported, 2 opted out, 1 repeated, 1 empty\./);
	});

	it('are on the error output where they were rejected, in the shape of failures', async () => {
		const run = await importRows(input, errorOutput);
		expect(actionsOf(run)).toEqual(results.map(([action]) => action).filter((action) => action !== 'rejected'));
		expect(itemsOf(run.errorItems)).toEqual([1, 2]);
		expect(run.errorItems[0]?.json).toEqual({
			error: expect.stringContaining('"ann"'),
			details: expect.any(String),
			httpStatus: null,
			canRetry: false,
			email: 'ann',
			action: 'fair',
		});
	});

	it.each<[string, Partial<INode>, number[]]>([
		['and all items are paired with it', {}, [0, 1, 2, 3, 4, 5, 6, 7]],
		['those on the error output are not paired with it', errorOutput, [0, 3, 4, 5, 6, 7]],
	])("are counted in one item with 'Output: Summary', %s", async (_, node, paired) => {
		const contactList = { __rl: true as const, mode: 'list', value: 'L', cachedResultName: 'Customers' };
		const run = await importRows(input, node, { output: 'summary' }, { contactList });
		const message = '2 subscribers imported.';
		const none = { held: 0, updated: 0, resubscribed: 0, unsubscribed: 0, deleted: 0, untagged: 0, unchanged: 0 };
		const counts = { imported: 2, created: 0, ...none, skipped: 4, rejected: 2, failed: 0, unknown: 0 };
		const apart = { opted_out: 2, contradicted: 0, repeated: 1 };
		expect(jsonOf(run)).toEqual([{ contact_list: 'Customers', rows: 8, ...counts, ...apart, message, uuid: 'L' }]);
		expect(run.items[0]?.pairedItem).toEqual(paired.map((item) => ({ item })));
		expect(run.errorItems).toHaveLength(8 - paired.length);
	});
});

describe('an Import of people who are in the list', () => {
	it('updates them one by one, adds tags, shows what changes, and sends nothing where nothing does', async () => {
		list.hold([{ uuid: 'u0', email: 'a@example.com', tags: ['vip'] }]);
		expect(jsonOf(await importRows([{ email: 'A@example.com', tags: 'added' }, ...people(1)]))).toMatchObject([
			{ action: 'updated', tags: 'vip, added', note: 'tags: +added' },
			{ action: 'imported' },
		]);
		expect(list.withUuid('u0')?.tags).toEqual(['vip', 'added']);
		const again = await importRows([{ email: 'a@example.com', tags: 'ADDED' }]);
		expect(jsonOf(again)).toMatchObject([{ action: 'unchanged', note: 'nothing differs' }]);
		expect(requests()).toEqual(['read', 'import', 'update u0', 'read']);
	});

	it('sends extra fields only for new people: they are fields of the import, not of its rows', async () => {
		const [email, names] = ['a@example.com', { first_name: 'Ann', last_name: 'Lee' }];
		list.hold([{ email, ...names }]);
		const parameters = { additionalFields: { extraFields: '={{ {source: "fair"} }}' } };
		await importRows([{ email, first_name: 'Renamed' }, ...people(1)], {}, {}, parameters);
		expect(bodies()).toEqual([
			{ source: 'fair', subscribers: people(1) },
			{ email, ...names, first_name: 'Renamed' },
		]);
	});
});

describe("'Known People: Include in Import'", () => {
	const names = { first_name: 'Ann', last_name: 'Lee' };
	const p0 = { uuid: 'u0', email: 'p0@example.com', ...names, tags: [] as string[], is_subscribed: true };
	/** Imports P0 with another first name, and P1, who is new. */
	const imported = async (...entries: Array<Partial<typeof p0>>) => {
		list.hold(entries.map((entry) => ({ ...p0, ...entry })));
		const input = [{ email: 'P0@example.com', first_name: 'Anna', tags: 'new' }, { email: 'p1@example.com' }];
		return await importRows(input, goOn, { knownPeople: 'import' });
	};

	it('sends all that is known of them, because an import may replace them', async () => {
		expect(jsonOf(await imported({ tags: ['vip'] }))).toMatchObject([
			{ action: 'imported', note: 'first_name: Ann → Anna; tags: +new; was in the list' },
			{ action: 'imported', note: 'was not in the list' },
		]);
		const known = { email: 'p0@example.com', first_name: 'Anna', last_name: 'Lee', tags: ['vip', 'new'] };
		expect(sent()).toEqual([[known, { email: 'p1@example.com' }]]);
	});

	const left = { is_subscribed: false };
	const other = { uuid: 'u1' };
	it.each<[string, Array<Partial<typeof p0>>, string, RegExp]>([
		['who is there twice', [{}, other], 'rejected', /2 subscribers/],
		['who is there twice, once unsubscribed', [{}, { ...other, ...left }], 'skipped', /Unsubs/],
		['who is there twice, first unsubscribed', [{ ...other, ...left }, {}], 'skipped', /Unsubs/],
	])('sends nothing of a person %s, and shows the reason', async (_, entries, action, note) => {
		expect(jsonOf(await imported(...entries))).toMatchObject([
			{ action, note: expect.stringMatching(note) },
			{ action: 'imported' },
		]);
		expect(sent()).toEqual([[{ email: 'p1@example.com' }]]);
	});

	it.each([
		['their tags', { tags: undefined }],
		['their state', { is_subscribed: undefined }],
	])('updates alone those of whom the list does not show %s: an import may replace them', async (_, less) => {
		const known = people(2).map((row, n) => ({ ...p0, ...row, uuid: `u${n}` }));
		list.hold(known);
		reply('read', [200, { data: [{ ...known[0], ...less }, known[1]] }]);
		const input = people(2).map((row) => ({ ...row, tags: 'new' }));
		const run = await importRows(input, {}, { knownPeople: 'import' });
		expect(actionsOf(run)).toEqual(['updated', 'imported']);
		expect(requests().filter((request) => request.startsWith('update'))).toEqual(['update u0']);
	});
});

it('an Import of which all new people are rejected updates those in the list all the same', async () => {
	list.hold(people(12));
	reply('import', [422, { message: 'No' }]);
	const newRows = people(11).map(({ email }) => ({ email: `new-${email}` }));
	const run = await importRows([...newRows, ...people(12).map((row) => ({ ...row, first_name: 'Ann' }))], goOn);
	expect(actionsOf(run)).toEqual([...Array<string>(11).fill('rejected'), ...Array<string>(12).fill('updated')]);
});

it('an Import into two lists, of which one is refused, changes neither under Stop Workflow, and names it', async () => {
	const [one, other] = ['A', 'B'].map((name) => ({ email: 'new@example.com', list: name }));
	const input = [
		{ ...one, skips: true },
		{ ...other, skips: false },
		{ ...other, skips: true },
	];
	const options = { skipUnsubscribed: '={{ $json.skips }}' };
	const run = await importRows(input, {}, options, { contactList: byId('={{ $json.list }}') });
	expectFailure(run, { mentions: ["'Skip Unsubscribed People' differs", 'Contact list: "B"'] });
	expect(sent()).toEqual([]);
});

describe('rows that the service rejects in an Import', () => {
	/** Rejects requests with these addresses, and names the rows. */
	const reject = (guilty: readonly unknown[]) =>
		answer((rows) => {
			const named = rows.flatMap(({ email }, row) =>
				guilty.includes(email) ? [[`subscribers.${row}.email`, ['is on a list of ours']] as const] : [],
			);
			return named.length === 0 ? undefined : [422, { message: 'No', errors: Object.fromEntries(named) }];
		});
	const rejectP5 = (status: number, body: unknown) =>
		reply('import', (request) => (request.body.includes('p5@') ? [status, body] : undefined));

	it('are rejected with the reason where it names them, and the others are sent again once', async () => {
		reject(['p1@example.com', 'p3@example.com']);
		const run = await importRows(people(5));
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(['imported', 'rejected', 'imported', 'rejected', 'imported']);
		expect(jsonOf(run)[1]).toMatchObject({ note: 'Email: is on a list of ours', email: 'p1@example.com' });
		expect(sizes()).toEqual([5, 3]);
		expect(tally(run)).toContain('2 rejected, 3 imported. The service says: "3 subscribers imported."');
	});

	it('count once where it names more than ten', async () => {
		reject(people(15).map(({ email }) => email));
		await importRows(people(18));
		expect(sizes()).toEqual([18, 3]);
	});

	it('have five reasons at most, without a name where one concerns the whole row', async () => {
		const errors = {
			'subscribers.1': ['odd'],
			'subscribers.1.email': ['a', 'b'],
			'subscribers.1.tags': ['c', 'd', 'e'],
		};
		reply('import', [422, { errors }], 1);
		const note = 'odd · Email: a · Email: b · Tags: c · Tags: d';
		expect(jsonOf(await importRows(people(3)))[1]).toMatchObject({ action: 'rejected', note });
	});

	it('are looked for in halves where it names none', async () => {
		rejectP5(400, { message: 'No' });
		expect(actionsOf(await importRows(people(8)))).toEqual(
			people(8).map((_, row) => (row === 5 ? 'rejected' : 'imported')),
		);
		expect(sent().length).toBeLessThanOrEqual(8);
	});

	it('are looked for in halves where it rejects the others too, so that one wrong name rejects one row', async () => {
		rejectP5(422, { message: 'No.', errors: { 'subscribers.0.email': ['No.'] } });
		const run = await importRows(people(8));
		expect(sizes().slice(0, 4)).toEqual([8, 7, 4, 3]);
		expect(actionsOf(run).filter((action) => action === 'imported')).toHaveLength(6);
	});

	it('are none where a request was too large: later ones are smaller', async () => {
		answer((rows) => (rows.length > 200 ? [413, {}] : undefined));
		expect(tally(await importRows(people(2000)))).toContain('2000 imported.');
		expect(sizes().filter((size) => size > 200).length).toBeLessThanOrEqual(4);
	});

	it('do not make later requests smaller, unless they were too large', async () => {
		reply('import', [422, { message: 'No' }], 1);
		await importRows(people(1000));
		expect(sizes()).toEqual([500, 250, 250, 500]);
	});
});

describe('an Import whose response has status 200 and reports something undone', () => {
	const bad = ['is invalid'];
	const settled = async (body: IDataObject, node = goOn, status = 200) => {
		reply('import', [status, body]);
		return await importRows(people(3), node);
	};

	it.each<IDataObject>([
		{ failures: [{ row: 1, attribute: 'email', errors: bad, values: { email: 'p1@example.com' } }] },
		{ error: 'Row 1 is invalid' },
		{ errors: { email: bad } },
		{ errors: { 'subscribers.1.email': bad } },
		{ errors: { 'subscribers.3.email': bad } },
		{ errors: { 'subscribers.1.email': bad }, status: 'error' },
		{ errors: bad, data: [{ uuid: 'u1' }] },
		{ data: { imported: 2, failures: ['Row 1 is invalid'] } },
	])('leaves all rows of the request unknown, as nobody knows what became of the others: %j', async (body) => {
		expect(actionsOf(await settled({ message: 'Imported', ...body }))).toEqual(['unknown', 'unknown', 'unknown']);
		expect(sent()).toHaveLength(1);
	});

	it.each([500, 302])('leaves them unknown where the status is %i, too', async (status) => {
		const body = { message: 'No', errors: { 'subscribers.1.email': bad } };
		expect(actionsOf(await settled(body, goOn, status))).toEqual(['unknown', 'unknown', 'unknown']);
	});

	it('is not sent again by Retry On Fail', async () => {
		const text = errorText(await settled({ errors: ['Row 1 is invalid'] }, tries(3)));
		expect(text).toMatch(/Row 1 is invalid.*may have happened/);
		expect(sent()).toHaveLength(1);
	});

	it.each<IDataObject>([
		...[{ errors: [] }, { errors: {} }, { errors: null }, { error: false }, { error: '' }, { failures: 0 }],
		{ errors: { email: [] } },
	])('has imported all where it reports nothing: %j', async (body) => {
		expect(actionsOf(await settled({ message: 'Imported', ...body }))).toEqual(['imported', 'imported', 'imported']);
	});
});

it.each<[unknown, string]>([
	[{ message: 'x'.repeat(300) }, ` The service says: "${'x'.repeat(200)}"`],
	...[{}, [], { message: { text: 'OK' } }, { import_id: 7 }, ''].map((body): [unknown, string] => [body, '']),
])('an Import quotes the message of a response, if there is one: %j', async (body, said) => {
	reply('import', [200, body]);
	const run = await importRows(people(3));
	expect(actionsOf(run)).toEqual(['imported', 'imported', 'imported']);
	expect(hintsOf(run)).toEqual([`Import: 3 imported.${said}`]);
});

describe('what the service counts in an Import', () => {
	it.each<[object, string, boolean]>([
		[{ message: 'Done', imported: 0, skipped: 3, items: [1] }, 'imported 0, skipped 3', true],
		[{ created: 2, updated: 1, failed: 0 }, 'created 2, updated 1, failed 0', false],
		[{ created: 2, updated: 0, failed: 1 }, 'created 2, updated 0, failed 1', true],
		[{ data: { imported: 3, ignored_rows: 0 } }, 'imported 3, ignored_rows 0', false],
	])('is quoted as it is, amber where somebody was left out: %j', async (body, counts, isAmber) => {
		reply('import', [200, body]);
		const run = await importRows(people(3), {}, {});
		const line = `The service reports: ${counts}.`;
		expect(hintsOf(run)).toContain(line);
		expect(warningsOf(run)).toEqual(isAmber ? [line] : []);
		expect(actionsOf(run)).toEqual(['imported', 'imported', 'imported']);
	});

	it('is added where all requests report it, and is in the summary', async () => {
		answer((rows) => [200, { imported: rows.length - 1, skipped: 1, ...(rows.length > 500 && { extra: 1 }) }]);
		const run = await importRows(people(1200), {}, { output: 'summary', batchSize: 600 });
		expect(warningsOf(run)).toEqual(['The service reports: imported 1198, skipped 2, extra 2.']);
		expect(jsonOf(run)).toMatchObject([{ imported: 1200, message: 'imported 1198, skipped 2, extra 2' }]);
		served.onRequest = undefined;
		answer((rows, count) => [200, { imported: rows.length, ...(count === 1 && { extra: 1 }) }]);
		list.hold([]);
		expect(hintsOf(await importRows(people(3), {}, { batchSize: 2 }))).toContain('The service reports: imported 3.');
	});

	it('survives the tries of Retry On Fail, as the rows do', async () => {
		list.hold([{ uuid: 'u9', email: 'known@example.com' }]);
		reply('import', [200, { imported: 0, skipped: 2 }]);
		reply('update u9', '403', 1);
		const input = [...people(2), { email: 'known@example.com', first_name: 'New' }];
		const run = await importRows(input, tries(2));
		expect(actionsOf(run)).toEqual(['imported', 'imported', 'updated']);
		expect(warningsOf(run)).toEqual(['The service reports: imported 0, skipped 2.']);
	});

	it('names its list where there are several', async () => {
		reply('import', [200, { imported: 0, skipped: 1 }]);
		const input = people(2).map((row, n) => ({ ...row, list: 'AB'[n] }));
		const run = await importRows(input, {}, {}, { contactList: byId('={{ $json.list }}') });
		expect(warningsOf(run)).toEqual(['A', 'B'].map((list) => `"${list}": The service reports: imported 0, skipped 1.`));
	});

	it('is not added where it is a total', async () => {
		answer(() => [200, { added: 1, total_subscribers: 12_000, error_count: 0 }]);
		const run = await importRows(people(2), {}, { batchSize: 1 });
		expect(hintsOf(run)).toContain('The service reports: added 2, error_count 0.');
		expect(warningsOf(run)).toEqual([]);
	});
});

it('an Import that is refused says why in its summary', async () => {
	reply('read', '403');
	const run = await importRows(people(2), goOn, { output: 'summary' });
	expect(jsonOf(run)).toMatchObject([{ failed: 2, message: expect.stringContaining('not allowed') }]);
});

describe("'Batch Size'", () => {
	it.each([
		[1, [1, 1, 1]],
		[2, [2, 1]],
		['3', [3]],
	])('%p is how many rows a request has at most', async (batchSize, expected) => {
		await importRows(people(3), {}, { batchSize });
		expect(sizes()).toEqual(expected);
	});

	it.each([0, 1.5, '', 5000])('cannot be %p', async (batchSize) => {
		const run = await importRows(people(3), {}, { batchSize });
		expectFailure(run, { mentions: ["'Batch Size' must be a whole number from 1 to 1000"] });
		expect(requests()).toEqual([]);
	});

	it.each<[string, Reply]>([
		['500', '500'],
		['a proxy that gives up', '504'],
		['no response in time', 'reset-before'],
	])('is in the advice where a service cannot do many rows at once: %s', async (_, fault) => {
		answer((rows) => (rows.length > 1 ? fault : undefined));
		const advice = ["lower 'Batch Size'", "'Create or Update'"];
		const hint = warningsOf(await importRows(people(600), goOn)).join(' ');
		for (const words of advice) expect(hint).toContain(words);
		list.hold([]);
		expectFailure(await importRows(people(600)), { mentions: advice });
		list.hold([]);
		const alone = await importRows(people(3), goOn, { batchSize: 1 });
		expect(actionsOf(alone)).toEqual(['imported', 'imported', 'imported']);
	});

	it.each<[string, number, Reply]>([
		['a request of one row', 1, '500'],
		['a response that reports something undone', 3, [200, { errors: { 'subscribers.1.email': ['is odd'] } }]],
	])('is not in the advice for %s', async (_, count, fault) => {
		answer(() => fault);
		for (const node of [{}, goOn]) {
			list.hold([]);
			const run = await importRows(people(count), node);
			expect(`${errorText(run)} ${warningsOf(run).join()} ${JSON.stringify(jsonOf(run))}`).not.toMatch(
				/Batch Size|Email' of/,
			);
		}
	});
});

describe('the names of an Import', () => {
	const named = (count: number, shift = 0) =>
		Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, last_name: `Name${(n + shift) % count}` }));
	const limit = "'Rename Limit (%)'";

	it('of a sheet that was sorted by one column stop it, and its dry run says so', async () => {
		list.hold(named(247));
		const input = [...named(223, 1), { email: 'new@example.com' }];
		const mentions = ['rename 223 of 247 subscribers (90.3%', limit, 'Nothing was changed.'];
		expectFailure(await importRows(input), { mentions });
		const dry = await importRows(input, {}, {}, { dryRun: true });
		expect(actionsOf(dry).slice(0, 2)).toEqual(['would stop', 'would update']);
		expect(jsonOf(dry)[0]?.note).toContain('A real run would stop: it would rename 223 of 247');
		const [summary] = jsonOf(await importRows(input, {}, { output: 'summary' }, { dryRun: true }));
		expect(summary).toMatchObject({ 'would update': 223, held: 0, message: expect.stringContaining('would stop') });
		// It stands for nobody.
		expect(summary).not.toHaveProperty('would stop');
		expect(new Set(requests())).toEqual(new Set(['read']));
	});

	it.each<[string, number, number, INodeParameters]>([
		['are a fifth of the list', 60, 12, {}],
		['are fewer than ten', 9, 9, {}],
		['may be more', 20, 20, { maxNameChangePercent: 100 }],
	])('are changed where they %s', async (_, count, renamed, options) => {
		list.hold(named(count));
		const run = await importRows(named(renamed, 1), {}, options);
		expect([run.error, new Set(actionsOf(run))]).toEqual([undefined, new Set(['updated'])]);
	});
});

describe('the tags of an Import', () => {
	it('are written as the list writes them, for new people, too', async () => {
		list.hold([{ email: 'p0@example.com', tags: ['vip'] }, { email: 'p1@example.com' }]);
		await importRows(people(3).map((row) => ({ ...row, tags: 'VIP, New' })));
		expect(list.subscribers.map(({ tags }) => tags)).toEqual(Array(3).fill(['vip', 'New']));
	});
});

describe("'Dry Run' of Import", () => {
	const input = [
		...['new', 'there', 'left'].map((name) => ({ email: `${name}@example.com`, first_name: 'New' })),
		{ email: 'same@example.com' },
		{ email: 'nobody' },
		{ email: 'out@example.com', is_subscribed: false },
	];
	const known = ['there', 'left', 'same'].map((name) => ({
		...{ email: `${name}@example.com`, first_name: 'Old', last_name: 'Lee', is_subscribed: name !== 'left' },
	}));
	beforeEach(() => list.hold(known));

	it.each<[string, INodeParameters, string[]]>([
		['with the list', {}, ['rejected', 'would import', 'would update', 'skipped', 'skipped', 'unchanged']],
		[
			'with known people',
			{ knownPeople: 'import' },
			['rejected', 'would import', 'would import', 'skipped', 'skipped', 'unchanged'],
		],
		[
			'without the list',
			{ skipUnsubscribed: false },
			['rejected', ...Array<string>(4).fill('would import'), 'skipped'],
		],
	])('sends nothing, and shows what would be done: %s', async (_, options, words) => {
		const run = await importRows(input, goOn, options, { dryRun: true });
		expect(actionsOf(run)).toEqual(words);
		expect(requests()).toEqual('skipUnsubscribed' in options ? [] : ['read']);
		expect(hintsOf(run).join()).toContain('Nothing was changed.');
	});
});

it('an Import of several requests quotes none of their messages, because each counts its own rows only', async () => {
	expect(tally(await importRows(people(1001)))).toBe('Import: 1001 imported.');
	list.hold([]);
	answer((rows) => (rows.length < 500 ? '500' : undefined));
	expect(tally(await importRows(people(700), goOn))).toBe('Import: 200 unknown, 500 imported.');
});

it('an Import counts who is still subscribed of those whose rows opt out', async () => {
	list.hold([true, false].map((state) => ({ email: `${state}@example.com`, is_subscribed: state })));
	const input = ['true', 'false', 'new'].map((name) => ({ email: `${name}@example.com`, is_subscribed: false }));
	const run = await importRows([...input, { email: 'other@example.com' }]);
	expect(actionsOf(run)).toEqual(['skipped', 'skipped', 'skipped', 'imported']);
	expect(warningsOf(run)).toEqual([expect.stringMatching(/^1 person who opted out is still subscribed/)]);
});

it('an Import into two lists counts those of both', async () => {
	list.hold(people(2));
	const input = people(2).flatMap(({ email }, n) => [
		{ email, list: `${n}`, is_subscribed: false },
		{ email: 'new@example.com', list: `${n}` },
	]);
	const run = await importRows(input, {}, {}, { contactList: byId('={{ $json.list }}') });
	expect(warningsOf(run)).toEqual([expect.stringMatching(/^2 people who opted out are still subscribed/)]);
});

it('an Import that the service accepts for later (status 202) gets one note', async () => {
	reply('import', [202, { message: 'Queued' }]);
	const run = await importRows(people(1000));
	expect(sent()).toHaveLength(2);
	expect(hintsOf(run).filter((hint) => hint.includes('later'))).toEqual([
		"The service imports later (status 202). Check the list with 'Get Many'.",
	]);
	expect(warningsOf(run)).toEqual([]);
	const reasons = new Set(jsonOf(run).map(({ note }) => note));
	expect([...reasons]).toEqual(['was not in the list; the service imports later (status 202)']);
});

it('an Import sends several requests at once when the service has accepted one', async () => {
	const count = () => sent().length;
	const counts: number[] = [];
	served.onRequest = () => (response, work) =>
		void untilStill(count).then(() => {
			counts.push(count());
			deliver(response, work);
		});
	await runOnList('import', { options: { skipUnsubscribed: false } }, { input: people(2500) });
	expect(counts).toEqual([1, 5, 5, 5, 5]);
});

describe('an Import that fails', () => {
	it('at a path where nothing is says that the path is inferred', async () => {
		reply('import', [404, { message: 'Not found' }]);
		expectFailure(await importRows(people(3)), {
			status: 404,
			mentions: ['POST /v1/contact-lists/L/import', 'inferred'],
		});
	});

	it.each([
		['403', 5],
		['401', 1],
	] as const)('with status %s is sent %i times in a row at most, and reports each row', async (fault, most) => {
		reply('import', fault);
		const run = await importRows(people(3500), errorOutput);
		expect(sent()).toHaveLength(most);
		expect(run.errorItems.map(({ json: { email } }) => ({ email }))).toEqual(people(3500));
		expect(run.items).toEqual([]);
		expect(tally(run)).toBe('Import: 3500 failed.');
	});

	/** The second of three requests gets no response. */
	const lostSecond = async (node = {}, options: INodeParameters = {}) => {
		answer((_, count) => (count === 2 ? 'reset-before' : undefined));
		return await importRows(people(1500), node, options);
	};

	it('without a response names the rows that may be imported, after the last row', async () => {
		const advice = 'Once the list no longer grows, run it again: nobody in it is added twice.';
		const mentions = ['1000 imported, 500 unknown: ', 'may have happened', advice, 'rows 501 to 1000'];
		expectFailure(await lostSecond(), { mentions });
		expect(sent()).toHaveLength(3);
	});

	it('without a response puts its rows on the error output where it is on, with outcomeUnknown', async () => {
		const run = await lostSecond(errorOutput, { output: 'summary' });
		expect(itemsOf(run.errorItems)).toEqual(Array.from({ length: 500 }, (_, row) => 500 + row));
		const lost = { outcomeUnknown: true, httpStatus: null, email: 'p500@example.com' };
		expect(run.errorItems[0]?.json).toMatchObject(lost);
		const message = '500 subscribers imported.';
		const summary = { contact_list: 'L', rows: 1500, imported: 1000, unknown: 500, message, uuid: 'L' };
		expect(jsonOf(run)).toMatchObject([summary]);
	});
});
