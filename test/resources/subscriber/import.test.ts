import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { components } from '../../../contract/types';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import type { FaultName } from '../../../sandbox/faults/faults';
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
	useEngine,
	warningsOf,
} from '../../engine/support';
import { runOnList } from '../../laravel/runOnList';

type ImportBody = components['schemas']['ImportSubscribersRequest'];

const engine = useEngine({ requestLogSize: 1000 });
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com` }));
const importInto = async (
	input: IDataObject[],
	options: INodeParameters = {},
	node: Partial<INode> = {},
	parameters: INodeParameters = {},
): Promise<NodeRun> =>
	await engine.run(
		'subscriber.import',
		{ contactList: byId(engine.list().uuid), options, ...parameters },
		{ input, node },
	);
const rowsSent = (): IDataObject[][] =>
	engine.sandbox
		.requests()
		.flatMap(({ body }) => (body === undefined || body === null ? [] : [(body as ImportBody).subscribers]));
const emailsSent = () => rowsSent().map((rows) => rows.map(({ email }) => email));
const tally = (run: NodeRun) => hintsOf(run).find((hint) => hint.startsWith('Import: '));
const itemsOf = (items: NodeRun['items']) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

type Answer = readonly [status: number, body: unknown] | FaultName;
const ok: Answer = [200, { message: 'ok' }];

/** Imports into a service that responds as the test wants it. */
async function against(
	answer: (rows: IDataObject[], count: number) => Answer,
	input: IDataObject[],
	more: { options?: INodeParameters; node?: Partial<INode>; listed?: () => unknown } = {},
) {
	const { options = {}, node = {}, listed = () => ({ data: [] }) } = more;
	const sent: IDataObject[][] = [];
	const refuse = (request: string, { subscribers }: IDataObject): Answer =>
		request === 'GET' ? [200, listed()] : answer(subscribers as IDataObject[], sent.push(subscribers as IDataObject[]));
	const parameters = { contactList: byId('l'), options, requestOptions: { maxRetries: 0, maxParallelRequests: 1 } };
	const { run } = await runOnList({ refuse }, 'import', parameters, { input, node });
	return { ...run, sent };
}

describe('Subscriber → Import', () => {
	it('reads the list, sends all items in one request, and outputs one for each, paired with it', async () => {
		const last = { 'E-Mail': ' Last@example.com ', Vorname: 'Last', Labels: 'a, b', phone: 1 };
		const run = await importInto([...people(299), last]);
		const operations = new Set(engine.sandbox.requests().map(({ operationId }) => operationId));
		expect([...operations]).toEqual(['subscriber.getAll', 'subscriber.import']);
		expect(rowsSent()).toHaveLength(1);
		expect(itemsOf(run.items)).toEqual(Array.from({ length: 300 }, (_, item) => item));
		expect(jsonOf(run)[0]).toEqual(rowOf({ action: 'created', email: 'p0@example.com' }));
		const sent = { email: 'Last@example.com', first_name: 'Last', tags: 'a, b' };
		expect(jsonOf(run)[299]).toEqual(rowOf({ action: 'created', ...sent }));
		expect(tally(run)).toMatch(/^Import: 300 created\..*"300 subscribers imported: 300 created, 0 updated\."$/);
	});

	it.each<[string, INodeParameters]>([
		['contact list', { contactList: byId('={{ $json.list }}') }],
		['value of the extra fields', { additionalFields: { extraFields: '={{ {source: $json.source} }}' } }],
	])('sends a request for each %s, and outputs the rows in the order of the items', async (_, parameters) => {
		const input = [
			{ email: 'a@example.com', source: 'fair', list: engine.list(0).uuid },
			{ email: 'b@example.com', source: 'web', list: engine.list(1).uuid },
			{ email: 'c@example.com', source: 'fair', list: engine.list(0).uuid },
		];
		const run = await importInto(input, {}, {}, parameters);
		expect(emailsSent()).toEqual([['a@example.com', 'c@example.com'], ['b@example.com']]);
		expect(itemsOf(run.items)).toEqual([0, 1, 2]);
		expect(actionsOf(run)).toEqual(['created', 'created', 'created']);
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
		['created'],
		['skipped', /"is_subscribed" is "false"$/],
		['skipped', /"is_subscribed" is "false", in another row with the same address$/],
		['skipped', /empty/],
		['created'],
	];

	it('come out among the others, with the reason and the row', async () => {
		const run = await importInto(input, { includeInput: true });
		expect(run.error).toBeUndefined();
		// Of several rows with one address the last counts, with the tags of all.
		const last = { email: 'A@Example.com', first_name: 'New', tags: ['vip', 'new', 'more'] };
		expect(rowsSent()).toEqual([[last, { email: 'e@example.com' }]]);
		expect(itemsOf(run.items)).toEqual(input.map((_, item) => item));
		results.forEach(([action, note], item) => {
			expect(jsonOf(run)[item]).toMatchObject({
				action,
				input: input[item],
				...(note && { note: expect.stringMatching(note) }),
			});
		});
		expect(jsonOf(run)[2]).toMatchObject({ email: '' });
		expect(tally(run)).toMatch(/^Import: 2 rejected, 2 created, 4 skipped\./);
	});

	it('are on the error output where they were rejected, in the shape of failures', async () => {
		const run = await importInto(input, {}, errorOutput);
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
		const contactList = { __rl: true as const, mode: 'list', value: engine.list().uuid, cachedResultName: 'Customers' };
		const run = await importInto(input, { output: 'summary' }, node, { contactList });
		const message = '2 subscribers imported: 2 created, 0 updated.';
		const none = { held: 0, updated: 0, resubscribed: 0, unsubscribed: 0, deleted: 0, untagged: 0, unchanged: 0 };
		const counts = { imported: 0, created: 2, ...none, skipped: 4, rejected: 2, failed: 0, unknown: 0 };
		expect(jsonOf(run)).toEqual([{ contact_list: 'Customers', rows: 8, ...counts, message, uuid: engine.list().uuid }]);
		expect(run.items[0]?.pairedItem).toEqual(paired.map((item) => ({ item })));
		expect(run.errorItems).toHaveLength(8 - paired.length);
	});

	it('make the node fail where every row was rejected, and not where it continues', async () => {
		const rows = [{ email: 'ann' }, { email: 'bob' }, {}];
		expectFailure(await importInto(rows), { mentions: ['All 2 rows were rejected', '"ann"'] });
		const run = await importInto(rows, {}, goOn);
		expect([run.error, actionsOf(run).slice(0, 2)]).toEqual([undefined, ['rejected', 'rejected']]);
		expect(engine.sandbox.requests()).toEqual([]);
	});
});

describe('an Import of people who are in the list', () => {
	it('updates them one by one, adds tags, shows what changes, and sends nothing where nothing does', async () => {
		const { email, tags } = defined(
			engine.list().subscribers.find((one) => one.unsubscribedAt === null && one.tags.length > 0),
		);
		const before = [...tags];
		const rows = [{ email: email.toUpperCase(), tags: 'added' }, ...people(1)];
		const done = jsonOf(await importInto(rows));
		const to = [...before, 'added'];
		expect(done[0]).toMatchObject({ action: 'updated', tags: to.join(', '), note: 'tags: +added' });
		expect(done[1]).toMatchObject({ action: 'created' });
		expect(engine.list().withEmail(email)?.tags).toEqual(to);
		const again = await importInto([{ email, tags: 'ADDED' }]);
		expect(jsonOf(again)).toMatchObject([{ action: 'unchanged', note: 'nothing differs' }]);
		const written = engine.sandbox.requests().filter(({ method }) => method !== 'GET');
		expect(written.map(({ operationId }) => operationId)).toEqual(['subscriber.import', 'subscriber.update']);
	});

	it('sends extra fields only for new people: they are fields of the import, not of its rows', async () => {
		const { email } = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const parameters = { additionalFields: { extraFields: '={{ {source: "fair"} }}' } };
		await importInto([{ email, first_name: 'Renamed' }, ...people(1)], {}, {}, parameters);
		const [imported, updated] = engine.sandbox.requests().flatMap(({ body }) => (body ? [body as IDataObject] : []));
		expect(imported).toEqual({ source: 'fair', subscribers: people(1) });
		expect(updated).toMatchObject({ email, first_name: 'Renamed' });
		expect(updated).not.toHaveProperty('source');
	});

	it("sends them as given without reading the list, with 'Skip Unsubscribed People' off", async () => {
		const { email } = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
		const run = await importInto([{ email, tags: 'x' }], { skipUnsubscribed: false });
		expect(actionsOf(run)).toEqual(['imported']);
		expect(engine.sandbox.requests().map(({ method }) => method)).toEqual(['POST']);
		expect(rowsSent()).toEqual([[{ email, tags: ['x'] }]]);
	});
});

describe("'Known People: Include in Import'", () => {
	const p0 = { uuid: 'u0', email: 'p0@example.com', first_name: 'Ann', last_name: 'Lee', is_subscribed: true };
	/** Imports P0 with another first name, and P1, who is new. */
	const imported = async (...entries: object[]) =>
		await against(() => ok, [{ email: 'P0@example.com', first_name: 'Anna', tags: 'new' }, ...people(2).slice(1)], {
			options: { knownPeople: 'import' },
			listed: () => ({ data: entries }),
			node: goOn,
		});

	it('sends all that is known of them, because an import may replace them', async () => {
		const { sent, ...run } = await imported({ ...p0, tags: ['vip'] });
		const known = { email: 'p0@example.com', first_name: 'Anna', last_name: 'Lee', tags: ['vip', 'new'] };
		expect(sent).toEqual([[known, { email: 'p1@example.com' }]]);
		expect(actionsOf(run)).toEqual(['imported', 'created']);
	});

	it('sends nothing where nothing changes', async () => {
		const { sent, ...run } = await imported({ ...p0, first_name: 'Anna', tags: ['new'] });
		expect(sent).toEqual([[{ email: 'p1@example.com' }]]);
		expect(actionsOf(run)).toEqual(['unchanged', 'created']);
	});

	it.each<[string, object[], string, RegExp]>([
		['is unsubscribed there', [{ ...p0, tags: [], is_subscribed: false }], 'skipped', /Unsubscribed/],
		['is there twice', [p0, { ...p0, uuid: 'u1' }], 'rejected', /2 subscribers/],
		['is there twice, once unsubscribed', [p0, { ...p0, uuid: 'u1', is_subscribed: false }], 'skipped', /Unsubs/],
		['is there twice, first unsubscribed', [{ ...p0, uuid: 'u1', is_subscribed: false }, p0], 'skipped', /Unsubs/],
	])('sends nothing of a person who %s, and shows the reason', async (_, entries, action, note) => {
		const run = await imported(...entries);
		expect(jsonOf(run)[0]).toMatchObject({ action, note: expect.stringMatching(note) });
		expect(run.sent).toEqual([[{ email: 'p1@example.com' }]]);
	});
});

it.each([
	['their tags', { tags: undefined }],
	['their state', { is_subscribed: undefined }],
])(
	"'Include in Import' updates alone those of whom the list does not show %s: an import may replace them",
	async (_, less) => {
		const people = ['p0', 'p1'].map((name, n) => {
			const names = { first_name: name, last_name: 'Lee' };
			return { uuid: `u${n}`, email: `${name}@example.com`, ...names, tags: ['vip'], is_subscribed: true };
		});
		const listed = (person: IDataObject) => (person.uuid === 'u0' ? { ...person, ...less } : person);
		const { run, requests } = await runOnList(
			{ people, listed, answer: () => ({ message: 'OK' }) },
			'import',
			{ contactList: byId('l'), options: { knownPeople: 'import' } },
			{ input: people.map(({ email }) => ({ email, tags: 'new' })) },
		);
		expect(actionsOf(run)).toEqual(['updated', 'imported']);
		expect(requests.filter((request) => request.startsWith('PUT'))).toEqual(['PUT u0']);
	},
);

it('an Import of which all new people are rejected updates those in the list all the same', async () => {
	const known = { first_name: null, last_name: null, tags: [], is_subscribed: true };
	const listed = people(12).map((row, n) => ({ uuid: `u${n}`, ...row, ...known }));
	const newRows = Array.from({ length: 11 }, (_, n) => ({ email: `new${n}@example.com` }));
	const input = [...newRows, ...people(12).map((row) => ({ ...row, first_name: 'Ann' }))];
	const refuse = (request: string): Answer | undefined => {
		if (request === 'GET') return [200, { data: listed }];
		return request.startsWith('POST') ? [422, { message: 'No' }] : ok;
	};
	const { run } = await runOnList({ refuse }, 'import', { contactList: byId('l') }, { input, node: goOn });
	expect(actionsOf(run)).toEqual([...Array<string>(11).fill('rejected'), ...Array<string>(12).fill('updated')]);
});

it('an Import into two lists, of which one is refused, changes neither under Stop Workflow, and names it', async () => {
	const input = [0, 1].map((index) => ({
		email: 'new@example.com',
		list: engine.list(index).uuid,
		skips: index === 0,
	}));
	const parameters = { contactList: byId('={{ $json.list }}'), options: { skipUnsubscribed: '={{ $json.skips }}' } };
	const refused = { ...defined(input[1]), skips: true };
	const run = await importInto([...input, refused], {}, {}, parameters);
	expectFailure(run, { mentions: ["'Skip Unsubscribed People' differs", `Contact list: "${engine.list(1).uuid}"`] });
	expect(rowsSent()).toEqual([]);
});

describe('rows that the service rejects in an Import', () => {
	/** Rejects requests with these addresses, and names the rows. */
	const rejecting =
		(...guilty: string[]) =>
		(rows: IDataObject[]): Answer => {
			const named = rows.flatMap(({ email }, row) =>
				guilty.includes(textOf(email)) ? [[`subscribers.${row}.email`, ['is on a list of ours']] as const] : [],
			);
			return named.length === 0 ? ok : [422, { message: 'No', errors: Object.fromEntries(named) }];
		};
	const hasP5 = (rows: IDataObject[]) => rows.some(({ email }) => email === 'p5@example.com');

	it('are rejected with the reason where it names them, and the others are sent again once', async () => {
		const run = await against(rejecting('p1@example.com', 'p3@example.com'), people(5));
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(['created', 'rejected', 'created', 'rejected', 'created']);
		expect(jsonOf(run)[1]).toMatchObject({ note: 'Email: is on a list of ours', email: 'p1@example.com' });
		expect(run.sent.map((rows) => rows.length)).toEqual([5, 3]);
		expect(tally(run)).toContain('2 rejected, 3 created. The service says: "ok"');
	});

	it('count once where it names more than ten', async () => {
		const named = people(15).map(({ email }) => textOf(email));
		const run = await against(rejecting(...named), people(18));
		expect(run.sent.map(({ length }) => length)).toEqual([18, 3]);
	});

	it('have five reasons at most, without a name where one concerns the whole row', async () => {
		const errors = {
			'subscribers.1': ['odd'],
			'subscribers.1.email': ['a', 'b'],
			'subscribers.1.tags': ['c', 'd', 'e'],
		};
		const run = await against((rows) => (rows.length === 3 ? [422, { errors }] : ok), people(3));
		const note = 'odd · Email: a · Email: b · Tags: c · Tags: d';
		expect(jsonOf(run)[1]).toMatchObject({ action: 'rejected', note });
	});

	it('are looked for in halves where it names none', async () => {
		const run = await against((rows) => (hasP5(rows) ? [400, { message: 'No' }] : ok), people(8));
		expect(actionsOf(run)).toEqual(people(8).map((_, row) => (row === 5 ? 'rejected' : 'created')));
		expect(run.sent.length).toBeLessThanOrEqual(8);
	});

	it('are looked for in halves where it rejects the others too, so that one wrong name rejects one row', async () => {
		const body = { message: 'No.', errors: { 'subscribers.0.email': ['No.'] } };
		const run = await against((rows) => (hasP5(rows) ? [422, body] : ok), people(8));
		expect(run.sent.map(({ length }) => length).slice(0, 4)).toEqual([8, 7, 4, 3]);
		expect(actionsOf(run).filter((action) => action === 'created')).toHaveLength(6);
	});

	it('are none where a request was too large: later ones are smaller', async () => {
		const tooLarge = (rows: IDataObject[]): Answer => (rows.length > 200 ? [413, {}] : ok);
		const run = await against(tooLarge, people(2000));
		expect(tally(run)).toContain('2000 created.');
		expect(run.sent.filter((rows) => rows.length > 200).length).toBeLessThanOrEqual(4);
	});

	it('do not make later requests smaller, unless they were too large', async () => {
		const { sent } = await against((_, count) => (count === 1 ? [422, { message: 'No' }] : ok), people(1000));
		expect(sent.map((rows) => rows.length)).toEqual([500, 250, 250, 500]);
	});
});

describe('rows that a response of status 200 reports as not imported', () => {
	const bad = ['is invalid'];
	const settled = async (body: IDataObject, more: Parameters<typeof against>[2] = { node: goOn }) =>
		await against(() => [200, body], people(3), more);

	// In which shapes a body names them is tested in api/serviceErrors.test.ts.
	it('are rejected where it names them, and the others are imported', async () => {
		const body = { message: '2 of 3 imported', errors: { 'subscribers.1.email': bad } };
		const run = await settled(body, { node: errorOutput });
		expect(actionsOf(run)).toEqual(['created', 'created']);
		expect(run.errorItems.map(({ json: item }) => item)).toEqual([
			{
				error: 'Email: is invalid',
				details: expect.any(String),
				httpStatus: 422,
				canRetry: false,
				email: 'p1@example.com',
			},
		]);
		expect(run.sent).toHaveLength(1);
		expect(tally(run)).toBe('Import: 1 rejected, 2 created. The service says: "2 of 3 imported"');
	});

	it.each<IDataObject>([
		{ failures: [{ row: 1, attribute: 'email', errors: bad, values: { email: 'p1@example.com' } }] },
		{ error: 'Row 1 is invalid' },
		{ errors: { email: bad } },
		{ errors: { 'subscribers.3.email': bad } },
		{ errors: { 'subscribers.1.email': bad }, status: 'error' },
		{ errors: bad, data: [{ uuid: 'u1' }] },
		{ data: { imported: 2, failures: ['Row 1 is invalid'] } },
	])('leave all rows of the request unknown where one cannot be placed: %j', async (body) => {
		const run = await settled({ message: 'Imported', ...body });
		expect(actionsOf(run)).toEqual(['unknown', 'unknown', 'unknown']);
		expect(run.sent).toHaveLength(1);
	});

	it.each([500, 302])('are no reason to call the others imported where the status is %i', async (status) => {
		const body = { message: 'No', errors: { 'subscribers.1.email': bad } };
		const run = await against(() => [status, body], people(3), { node: goOn });
		expect(actionsOf(run)).toEqual(['unknown', 'unknown', 'unknown']);
	});

	it.each<[string, IDataObject, RegExp]>([
		['cannot be placed', { errors: ['Row 1 is invalid'] }, /Row 1 is invalid.*may have happened/],
		[
			'are all',
			{ errors: Object.fromEntries([0, 1, 2].map((row) => [`subscribers.${row}.email`, bad])) },
			/All 3 rows were rejected: Email: is invalid/,
		],
	])('are not sent again by Retry On Fail, where they %s', async (_, body, text) => {
		const run = await settled(body, { node: retries });
		expect(run.sent).toHaveLength(1);
		expect(errorText(run)).toMatch(text);
	});

	it.each<IDataObject>([
		...[{ errors: [] }, { errors: {} }, { errors: null }, { error: false }, { error: '' }, { failures: 0 }],
		{ errors: { email: [] } },
	])('are none: %j', async (body) => {
		expect(actionsOf(await settled({ message: 'Imported', ...body }))).toEqual(['created', 'created', 'created']);
	});
});

it.each<[IDataObject, string]>([
	[{ message: 'Done', imported: 2, skipped: 1, items: [1] }, 'Done; imported 2, skipped 1'],
	[{ created: 3 }, 'created 3'],
])('an Import quotes the numbers of a response, whatever they count: %j', async (body, said) => {
	const run = await against(() => [200, body], people(3));
	expect(tally(run)).toBe(`Import: 3 created. The service says: "${said}"`);
});

describe("'Dry Run' of Import", () => {
	const input = [
		...['new', 'there', 'left'].map((name) => ({ email: `${name}@example.com`, first_name: 'New' })),
		{ email: 'same@example.com' },
		{ email: 'nobody' },
		{ email: 'out@example.com', unsubscribed: 'yes' },
	];
	const listed = ['there', 'left', 'same'].map((name) => ({
		uuid: name,
		email: `${name}@example.com`,
		...{ first_name: 'Old', last_name: 'Lee', tags: [], is_subscribed: name !== 'left' },
	}));

	it.each<[string, INodeParameters, string[]]>([
		['with the list', {}, ['would create', 'would update', 'skipped', 'unchanged', 'rejected', 'skipped']],
		[
			'with known people',
			{ knownPeople: 'import' },
			['would create', 'would import', 'skipped', 'unchanged', 'rejected', 'skipped'],
		],
		[
			'without the list',
			{ skipUnsubscribed: false },
			[...Array<string>(4).fill('would import'), 'rejected', 'skipped'],
		],
	])('sends nothing, and shows what would be done: %s', async (_, options, words) => {
		const refuse = (request: string): Answer => (request === 'GET' ? [200, { data: listed }] : [500, {}]);
		const parameters = { contactList: byId('l'), dryRun: true, options };
		const { run, requests } = await runOnList({ refuse }, 'import', parameters, { input, node: goOn });
		expect(actionsOf(run)).toEqual(words);
		expect(requests).toEqual('skipUnsubscribed' in options ? [] : ['GET']);
		expect(hintsOf(run).join()).toContain('Nothing was changed.');
	});
});

it.each([{}, [], { message: { text: 'OK' } }, ''])('an Import needs no message in the response: %j', async (body) => {
	const run = await against(() => [200, body], people(3));
	expect(actionsOf(run)).toEqual(['created', 'created', 'created']);
	expect(tally(run)).toBe('Import: 3 created.');
});

it('an Import of several requests quotes none of their messages, because each counts its own rows only', async () => {
	const run = await against((rows) => [200, { message: `${rows.length} imported` }], people(1001));
	expect(tally(run)).toBe('Import: 1001 created.');
	const half = (rows: IDataObject[]): Answer => (rows.length < 500 ? [500, {}] : [200, { message: '500 imported' }]);
	const failed = await against(half, people(700), { node: goOn });
	expect(tally(failed)).toBe('Import: 200 unknown, 500 created.');
});

it('an Import counts who is still subscribed of those whose rows opt out', async () => {
	const listed = [true, false].map((state) => ({
		uuid: `u${state}`,
		email: `${state}@example.com`,
		is_subscribed: state,
	}));
	const input = ['true', 'false', 'new'].map((name) => ({ email: `${name}@example.com`, unsubscribed: 'yes' }));
	const run = await against(() => ok, [...input, { email: 'other@example.com' }], { listed: () => ({ data: listed }) });
	expect(actionsOf(run)).toEqual(['skipped', 'skipped', 'skipped', 'created']);
	expect(warningsOf(run)).toEqual([expect.stringMatching(/^1 person who opted out is still subscribed/)]);
});

it('an Import into two lists counts those of both', async () => {
	const [optedOut] = engine.list().subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
	const [inOther] = engine.list(1).subscribers.filter(({ unsubscribedAt }) => unsubscribedAt === null);
	const input = [optedOut, inOther].flatMap((one, index) => [
		{ email: defined(one).email, list: engine.list(index).uuid, unsubscribed: 'yes' },
		{ email: 'new@example.com', list: engine.list(index).uuid },
	]);
	const run = await importInto(input, {}, {}, { contactList: byId('={{ $json.list }}') });
	expect(warningsOf(run)).toEqual([expect.stringMatching(/^2 people who opted out are still subscribed/)]);
});

it('an Import that the service accepts for later (status 202) gets one note', async () => {
	const run = await against(() => [202, { message: 'Queued' }], people(1000));
	expect(run.sent).toHaveLength(2);
	expect(hintsOf(run).filter((hint) => hint.includes('later'))).toEqual([
		"The service does the import later (status 202). Check the list with 'Get Many'.",
	]);
	expect(warningsOf(run)).toEqual([]);
	const reasons = new Set(jsonOf(run).map(({ note }) => note));
	expect([...reasons]).toEqual(['The service does the import later (status 202)']);
	const done = await against(() => [200, { message: 'x'.repeat(300) }], people(1));
	expect(hintsOf(done).join()).not.toContain('later');
	expect(tally(done)).toBe(`Import: 1 created. The service says: "${'x'.repeat(200)}"`);
});

it('an Import sends several requests at once when the service has accepted one', async () => {
	engine.sandbox.faults({ latencyMs: 200 });
	await importInto(people(2500), { skipUnsubscribed: false });
	expect(rowsSent()).toHaveLength(5);
	expect(engine.sandbox.peakInFlight()).toBe(4);
});

describe('an Import that fails', () => {
	it('at a path where nothing is says that the path is inferred', async () => {
		const run = await against(() => [404, { message: 'Not found' }], people(3));
		expectFailure(run, { status: 404, mentions: ['POST /v1/contact-lists/l/import', 'inferred'] });
	});

	it.each([
		[403, 5],
		[401, 1],
	])('with status %i is sent %i times in a row at most, and reports each row', async (status, most) => {
		const run = await against(() => [status, {}], people(3500), { node: errorOutput });
		expect(run.sent).toHaveLength(most);
		expect(run.errorItems.map(({ json: { email } }) => email)).toEqual(people(3500).map(({ email }) => email));
		expect(run.items).toEqual([]);
		expect(tally(run)).toBe('Import: 3500 failed.');
	});

	/** The second of three requests gets no response. */
	const lostSecond = async (more: Parameters<typeof against>[2]) =>
		await against((_, count) => (count === 2 ? 'reset-before' : ok), people(1500), more);
	const lost = Array.from({ length: 500 }, (_, row) => 500 + row);

	it('without a response names the rows that may be imported, after the last row', async () => {
		const run = await lostSecond({});
		expectFailure(run, {
			mentions: [
				'1000 created, 500 unknown: ',
				'may have happened',
				'Once the list no longer grows, run it again: who is in it is not added twice.',
				'items 500 to 999',
			],
		});
		expect(run.sent).toHaveLength(3);
	});

	it('without a response puts its rows on the error output where it is on, with outcomeUnknown', async () => {
		const run = await lostSecond({ options: { output: 'summary' }, node: errorOutput });
		expect(itemsOf(run.errorItems)).toEqual(lost);
		expect(run.errorItems[0]?.json).toMatchObject({
			outcomeUnknown: true,
			httpStatus: null,
			email: 'p500@example.com',
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				contact_list: 'l',
				rows: 1500,
				created: 1000,
				unknown: 500,
				message: 'ok',
				uuid: 'l',
			}),
		]);
	});
});
