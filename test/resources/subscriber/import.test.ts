import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { components } from '../../../contract/types';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { expectFailure } from '../../engine/expectFailure';
import { byId, defined, hintsOf, jsonOf, useEngine } from '../../engine/support';

type ImportBody = components['schemas']['ImportSubscribersRequest'];

const engine = useEngine({ requestLogSize: 1000 });
const list = (index = 0) => defined(engine.sandbox.state.contactLists[index]);
const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ email: `p${index}@example.com` }));
const importInto = async (
	input: IDataObject[],
	options: INodeParameters = {},
	node: Partial<INode> = {},
	parameters: INodeParameters = {},
): Promise<NodeRun> =>
	await engine.run('subscriber.import', { contactList: byId(list().uuid), options, ...parameters }, { input, node });
const rowsSent = (): IDataObject[][] =>
	engine.sandbox
		.requests()
		.flatMap(({ body }) => (body === undefined || body === null ? [] : [(body as ImportBody).subscribers]));
const actionsOf = (run: NodeRun) => jsonOf(run).map(({ action }) => action);
const tally = (run: NodeRun) => hintsOf(run).find((hint) => hint.startsWith('Import: '));
const itemsOf = ({ items }: NodeRun) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

const errorOutput: Partial<INode> = { onError: 'continueErrorOutput' };
const goesOn: Partial<INode> = { onError: 'continueRegularOutput' };
const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('Subscriber → Import', () => {
	it('reads the list, sends all items in one request, and outputs one for each, paired with it', async () => {
		const last = { 'E-Mail': ' Last@example.com ', Vorname: 'Last', Labels: 'a, b', phone: 1 };
		const run = await importInto([...people(299), last]);
		expect([...new Set(engine.sandbox.requests().map(({ operationId }) => operationId))]).toEqual([
			'subscriber.getAll',
			'subscriber.import',
		]);
		expect(rowsSent()).toHaveLength(1);
		expect(run.error).toBeUndefined();
		expect(itemsOf(run)).toEqual(Array.from({ length: 300 }, (_, item) => item));
		const input = { email: 'p0@example.com' };
		expect(jsonOf(run)[0]).toEqual({ action: 'imported', email: 'p0@example.com', input });
		expect(jsonOf(run)[299]).toEqual({
			action: 'imported',
			email: 'Last@example.com',
			first_name: 'Last',
			tags: ['a', 'b'],
			input: last,
		});
		expect(tally(run)).toBe(
			'Import: 300 imported. The service says: "300 subscribers imported: 300 created, 0 updated."',
		);
	});

	it('sends 500 rows in one request, the first alone and then the others', async () => {
		await importInto(people(1001));
		expect(rowsSent().map((rows) => rows.length)).toEqual([500, 500, 1]);
	});

	it('sends requests of its own for each contact list that the items name, and keeps the order of the items', async () => {
		const input = [
			{ email: 'a@example.com', list: list(0).uuid },
			{ email: 'b@example.com', list: list(1).uuid },
			{ email: 'a@example.com', list: list(1).uuid },
		];
		const run = await importInto(input, {}, {}, { contactList: byId('={{ $json.list }}') });
		expect(rowsSent().map((rows) => rows.map(({ email }) => email))).toEqual([
			['a@example.com'],
			['b@example.com', 'a@example.com'],
		]);
		expect(itemsOf(run)).toEqual([0, 1, 2]);
		expect(actionsOf(run)).toEqual(['imported', 'imported', 'imported']);
	});

	it('sends rows with other extra fields in a request of their own', async () => {
		const input = [
			{ email: 'a@example.com', source: 'fair' },
			{ email: 'b@example.com', source: 'web' },
			{ email: 'c@example.com', source: 'fair' },
		];
		const run = await importInto(input, {}, {}, { additionalFields: { extraFields: '={{ {source: $json.source} }}' } });
		const bodies = engine.sandbox.requests().flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
		expect(bodies.map((body) => (body as { source: string }).source)).toEqual(['fair', 'web']);
		expect(itemsOf(run)).toEqual([0, 1, 2]);
	});

	it('does nothing with no items', async () => {
		const run = await importInto([]);
		expect(run.error).toBeUndefined();
		expect([run.items, run.errorItems, engine.sandbox.requests()]).toEqual([[], [], []]);
	});

	it('outputs 20,000 rows, each of them once', async () => {
		const run = await importInto(people(20_000));
		expect(itemsOf(run).findIndex((item, index) => item !== index)).toBe(-1);
		expect(rowsSent()).toHaveLength(40);
		expect(list().subscribers.filter(({ email }) => /^p\d+@example\.com$/.test(email))).toHaveLength(20_000);
	}, 60_000);

	it('takes 100,000 rows of one address as one', async () => {
		const run = await importInto(
			Array.from({ length: 100_000 }, (_, n) => ({ email: 'a@example.com', tags: `t${n % 3}` })),
		);
		expect(rowsSent()).toEqual([[{ email: 'a@example.com', tags: ['t0', 't1', 't2'] }]]);
		expect(tally(run)).toContain('Import: 1 imported, 99999 skipped.');
	}, 60_000);
});

describe('rows that are not sent', () => {
	const input: IDataObject[] = [
		{ email: 'a@example.com', first_name: 'Old', tags: 'vip, VIP ,new' },
		{ email: 'ann', action: 'fair' },
		{ name: 'B' },
		{ email: ' A@Example.com', first_name: 'New', tags: 'more' },
		{ email: 'c@example.com', is_subscribed: false },
		{ email: 'C@example.com' },
		{ email: '', name: null, row_number: 8 },
		{ email: 'e@example.com' },
	];
	const actions = ['skipped', 'rejected', 'rejected', 'imported', 'skipped', 'skipped', 'skipped', 'imported'];

	it('come out beside the others, with the reason and the row', async () => {
		const run = await importInto(input);
		expect(run.error).toBeUndefined();
		// Of several rows with one address the last counts, with the tags of all.
		expect(rowsSent()).toEqual([
			[{ email: 'A@Example.com', first_name: 'New', tags: ['vip', 'new', 'more'] }, { email: 'e@example.com' }],
		]);
		expect(actionsOf(run)).toEqual(actions);
		expect(itemsOf(run)).toEqual(input.map((_, item) => item));
		expect(jsonOf(run).map(({ reason }) => reason)).toEqual([
			'item 3 has the same address and is used instead',
			'"ann" is not an email address',
			"'Email' is empty",
			undefined,
			'Opted out: "is_subscribed" is "false"',
			'Opted out: "is_subscribed" is "false", in item 4 with the same address',
			'The row is empty',
			undefined,
		]);
		expect(
			jsonOf(run)
				.map(({ email }) => email)
				.slice(0, 3),
		).toEqual(['a@example.com', 'ann', null]);
		expect(jsonOf(run).map(({ input: row }) => row)).toEqual(input);
		expect(tally(run)).toMatch(/^Import: 2 imported, 4 skipped, 2 rejected\./);
	});

	it('do not count as the last of an address where they cannot be sent', async () => {
		const run = await importInto([
			{ email: 'a@example.com', first_name: 'Ann' },
			{ email: 'A@example.com', tags: { a: 1 } },
		]);
		expect(actionsOf(run)).toEqual(['imported', 'rejected']);
		expect(rowsSent()).toEqual([[{ email: 'a@example.com', first_name: 'Ann' }]]);
	});

	it('are also those of an address that is opted out by a row that cannot be sent itself', async () => {
		const optedOut = { email: 'a@example.com', tags: { a: 1 }, is_subscribed: false };
		const run = await importInto([{ email: 'A@example.com' }, optedOut, { email: 'e@example.com' }]);
		expect(actionsOf(run)).toEqual(['skipped', 'skipped', 'imported']);
		expect(rowsSent()).toEqual([[{ email: 'e@example.com' }]]);
	});

	it('are on the error output where they were rejected, in the shape of failures', async () => {
		const run = await importInto(input, {}, errorOutput);
		expect(actionsOf(run)).toEqual(actions.filter((action) => action !== 'rejected'));
		expect(run.errorItems.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([1, 2]);
		expect(run.errorItems[0]?.json).toEqual({
			error: '"ann" is not an email address',
			details: expect.stringContaining('Correct it'),
			httpStatus: null,
			email: 'ann',
			action: 'fair',
		});
	});

	it('are counted in one item where a summary is wanted', async () => {
		const contactList = { __rl: true as const, mode: 'list', value: list().uuid, cachedResultName: 'Customers' };
		const run = await importInto(input, { output: 'summary' }, {}, { contactList });
		const messages = ['2 subscribers imported: 2 created, 0 updated.'];
		expect(jsonOf(run)).toEqual([
			{ contactList: list().uuid, name: 'Customers', rows: 8, imported: 2, skipped: 4, rejected: 2, messages },
		]);
		expect(run.items[0]?.pairedItem).toEqual(input.map((_, item) => ({ item })));
	});

	it('are in the summary and on the error output where both are wanted, and paired once', async () => {
		const run = await importInto(input, { output: 'summary' }, errorOutput);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ rows: 8, imported: 2, rejected: 2 })]);
		expect(run.items[0]?.pairedItem).toEqual([0, 3, 4, 5, 6, 7].map((item) => ({ item })));
		expect(run.errorItems).toHaveLength(2);
	});

	it('make the node fail where every row was rejected', async () => {
		const run = await importInto([{ email: 'ann' }, { email: 'bob' }, {}]);
		expect(run.error?.message).toBe('All 2 rows were rejected: "ann" is not an email address (item 0)');
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('name the columns that were found where none is an email', async () => {
		const run = await importInto([
			{ Kontakt: 'x', Name: 'y' },
			{ Kontakt: 'y', Name: 'z' },
		]);
		expect(run.error?.message).toBe('All 2 rows were rejected: No email column found (Kontakt, Name) (item 0)');
		expect(run.error?.description).toContain("Choose one under 'Columns'.");
	});

	it('do not make it fail where nothing was to be sent', async () => {
		const run = await importInto([{ email: 'a@example.com', is_subscribed: false }, { email: '' }]);
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(['skipped', 'skipped']);
	});

	it.each<[string, Partial<INode>, number, number]>([
		['the error output', errorOutput, 0, 2],
		['the output', goesOn, 2, 0],
	])('come out on %s once where it continues', async (_, node, items, errorItems) => {
		const run = await importInto([{ email: 'ann' }, { email: 'bob' }], {}, node);
		expect([run.error, run.items.length, run.errorItems.length]).toEqual([undefined, items, errorItems]);
	});
});

describe('people who are in the list', () => {
	const someone = () =>
		defined(list().subscribers.find(({ unsubscribedAt, tags }) => unsubscribedAt === null && tags.length > 0));
	const gone = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));

	it('get tags added to those that are there, and are not sent where nothing changes', async () => {
		const { email, tags, uuid } = someone();
		const before = [...tags];
		const run = await importInto([
			{ email: email.toUpperCase(), tags: 'added' },
			{ email: 'new@example.com', tags: 'added' },
		]);
		expect(actionsOf(run)).toEqual(['imported', 'imported']);
		expect(someone().tags).toEqual([...before, 'added']);
		expect(jsonOf(run)[0]?.tags).toEqual([...before, 'added']);
		const again = await importInto([{ email, tags: 'ADDED' }]);
		expect(jsonOf(again)).toEqual([expect.objectContaining({ action: 'unchanged', uuid })]);
		expect(rowsSent()).toHaveLength(1);
	});

	it('are sent with all that is known of them, because an import may replace them', async () => {
		const known = { uuid: 'u0', email: 'p0@example.com', first_name: 'Ann', last_name: 'Lee', is_subscribed: true };
		const listed = () => ({ data: [{ ...known, tags: ['vip'] }] });
		const run = await against(() => ok, [{ email: 'P0@example.com', first_name: 'Anna' }], { listed });
		expect(run.sent).toEqual([[{ email: 'p0@example.com', first_name: 'Anna', last_name: 'Lee', tags: ['vip'] }]]);
	});

	it('come out with their ID and what changes', async () => {
		const { email, uuid, firstName } = defined(
			list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null),
		);
		const [row] = jsonOf(await importInto([{ email, first_name: 'Changed' }]));
		expect(row).toMatchObject({
			action: 'imported',
			uuid,
			first_name: 'Changed',
			changes: { first_name: { from: firstName, to: 'Changed' } },
		});
	});

	it('are skipped where they are unsubscribed there', async () => {
		const { email } = gone();
		const run = await importInto([{ email, tags: 'added' }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'skipped', reason: 'Unsubscribed in the contact list', is_subscribed: false }),
		]);
		expect(rowsSent()).toEqual([]);
	});

	it("are sent as given, and the list is not read, with 'Skip People Unsubscribed in List' off", async () => {
		await importInto([{ email: gone().email, tags: 'x' }], { skipUnsubscribed: false });
		expect(engine.sandbox.requests().map(({ method }) => method)).toEqual(['POST']);
		expect(rowsSent()).toEqual([[{ email: gone().email, tags: ['x'] }]]);
	});

	it('are skipped where the list does not show whether they are subscribed', async () => {
		const listed = () => ({ data: [{ uuid: 'u1', email: 'p0@example.com' }] });
		const run = await against(() => ok, people(2), { listed });
		expect(jsonOf(run)[0]).toMatchObject({
			action: 'skipped',
			reason: 'The contact list does not show whether this person is subscribed',
		});
		expect(run.sent).toEqual([[{ email: 'p1@example.com' }]]);
	});

	it('fail where the list shows no tags, and the row has some: an import might replace them', async () => {
		const listed = () => ({
			data: ['p0', 'p1'].map((name) => ({ uuid: name, email: `${name}@example.com`, is_subscribed: true })),
		});
		const rows = [
			{ email: 'p0@example.com', tags: 'added' },
			{ email: 'p1@example.com', first_name: 'Ann' },
		];
		const run = await against(() => ok, rows, { listed, node: goesOn });
		expect(jsonOf(run).map(({ action }) => action)).toEqual(['failed', 'imported']);
		expect(run.sent).toEqual([[{ email: 'p1@example.com', first_name: 'Ann' }]]);
	});

	it.each([0, 1])('are skipped where two have one address, and one of them is unsubscribed: %i', async (index) => {
		const listed = () => ({
			data: ['u1', 'u2'].map((uuid, at) => ({ uuid, email: 'p0@example.com', tags: [], is_subscribed: at !== index })),
		});
		const run = await against(() => ok, people(1), { listed });
		expect(jsonOf(run)[0]).toMatchObject({ action: 'skipped', is_subscribed: false });
		expect(run.sent).toEqual([]);
	});

	it('are rejected where two have one address', async () => {
		const listed = () => ({
			data: ['u1', 'u2'].map((uuid) => ({ uuid, email: 'p0@example.com', tags: [], is_subscribed: true })),
		});
		const run = await against(() => ok, people(2), { listed });
		expect(jsonOf(run)[0]).toMatchObject({ action: 'rejected', reason: expect.stringContaining('2 subscribers') });
		expect(run.sent).toEqual([[{ email: 'p1@example.com' }]]);
	});
});

/** Imports into a service that is none of the sandbox's kind. */
async function against(
	answer: (rows: IDataObject[], count: number) => { status?: number; body: unknown } | undefined,
	input: IDataObject[],
	{
		options = {},
		node = {},
		listed = () => ({ data: [] }),
	}: { options?: INodeParameters; node?: Partial<INode>; listed?: () => unknown } = {},
) {
	const sent: IDataObject[][] = [];
	const served = await serve((request, response, body) => {
		if (request.method === 'GET') return json(response, listed(), 200);
		const rows = (JSON.parse(body) as ImportBody).subscribers;
		sent.push(rows);
		const answered = answer(rows, sent.length);
		if (answered === undefined) response.destroy();
		else json(response, answered.body, answered.status ?? 200);
	});
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('l'),
			options,
			requestOptions: { maxRetries: 0 },
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test' },
		input,
		node,
	});
	await served.close();
	return { ...run, sent, requests: served.requests };
}

const ok = { body: { message: 'ok' } };
/** Refuses requests with these addresses, and names the rows. */
const refusing =
	(...guilty: string[]) =>
	(rows: IDataObject[]) => {
		const named = rows.flatMap(({ email }, row) =>
			guilty.includes(textOf(email)) ? [[`subscribers.${row}.email`, ['is on a list of ours']] as const] : [],
		);
		return named.length === 0 ? ok : { status: 422, body: { message: 'Invalid', errors: Object.fromEntries(named) } };
	};

describe('rows that the service rejects', () => {
	it('are rejected with the reason, and the others are sent again once', async () => {
		const run = await against(refusing('p1@example.com', 'p3@example.com'), people(5));
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(['imported', 'rejected', 'imported', 'rejected', 'imported']);
		expect(jsonOf(run)[1]).toMatchObject({ reason: 'Email: is on a list of ours', email: 'p1@example.com' });
		expect(run.sent.map((rows) => rows.length)).toEqual([5, 3]);
		expect(tally(run)).toBe('Import: 3 imported, 2 rejected. The service says: "ok"');
	});

	it('are looked for in halves where it names none', async () => {
		const run = await against(
			(rows) => (rows.some(({ email }) => email === 'p5@example.com') ? { status: 400, body: { message: 'No' } } : ok),
			people(8),
		);
		expect(actionsOf(run)).toEqual(people(8).map((_, row) => (row === 5 ? 'rejected' : 'imported')));
		expect(run.sent.length).toBeLessThanOrEqual(8);
	});

	it('are looked for in halves where it rejects the others too, so that no more are rejected for a row that it names wrongly', async () => {
		const isBad = ({ email }: IDataObject): boolean => email === 'p5@example.com';
		const run = await against(
			(rows) =>
				rows.some(isBad) ? { status: 422, body: { message: 'No.', errors: { 'subscribers.0.email': ['No.'] } } } : ok,
			people(8),
		);
		expect(run.sent.map(({ length }) => length).slice(0, 4)).toEqual([8, 7, 4, 3]);
		expect(actionsOf(run).filter((action) => action === 'imported')).toHaveLength(6);
	});

	it('do not keep the others from being sent, however many it names at once', async () => {
		const guilty = people(20).map(({ email }) => textOf(email));
		const run = await against(refusing(...guilty), people(40));
		expect(tally(run)).toContain('Import: 20 imported, 20 rejected.');
	});

	it('are sent in smaller requests once one was too large', async () => {
		const tooLarge = (rows: IDataObject[]) => (rows.length > 200 ? { status: 413, body: {} } : ok);
		const run = await against(tooLarge, people(2000));
		expect(tally(run)).toContain('Import: 2000 imported.');
		expect(run.sent.filter((rows) => rows.length > 200).length).toBeLessThanOrEqual(4);
	});

	it('are on the error output where it is on, with their row', async () => {
		const run = await against(refusing('p1@example.com'), people(3), { node: errorOutput });
		expect(itemsOf(run)).toEqual([0, 2]);
		expect(run.errorItems.map(({ json: item }) => item)).toEqual([
			expect.objectContaining({
				email: 'p1@example.com',
				error: 'Email: is on a list of ours',
				httpStatus: 422,
			}),
		]);
	});

	it.each([1, 3])('make the node fail where all are: %i of them', async (count) => {
		const run = await against(refusing('p0@example.com', 'p1@example.com', 'p2@example.com'), people(count));
		expectFailure(run, { status: 422, mentions: ['Email', 'is on a list of ours'] });
	});

	it('end it after ten requests of one row, before anything was accepted', async () => {
		const run = await against(() => ({ status: 422, body: { message: 'The account is locked' } }), people(100), {
			node: goesOn,
		});
		expect(run.sent.filter((rows) => rows.length === 1)).toHaveLength(10);
		expect(actionsOf(run).filter((action) => action === 'rejected')).toHaveLength(10);
		expect(jsonOf(run).at(-1)).toMatchObject({
			action: 'failed',
			reason: expect.stringContaining('Not sent: 10 rejections'),
		});
	});
});

describe('an import that fails', () => {
	it('at a path that is not there says that it is inferred, and what works without it', async () => {
		const run = await against(() => ({ status: 404, body: { message: 'Not found' } }), people(3));
		expect(run.error?.message).toContain('Nothing was found at POST /v1/contact-lists/l/import');
		expect(run.error?.description).toContain('The path is inferred.');
	});

	it('is tried five times in a row, and reports each row', async () => {
		const run = await against(() => ({ status: 401, body: {} }), people(3500), { node: errorOutput });
		expect(run.sent).toHaveLength(5);
		expect(run.errorItems.map(({ json: { email } }) => email)).toEqual(people(3500).map(({ email }) => email));
		expect(run.items).toEqual([]);
		expect(tally(run)).toBe('Import: 3500 failed.');
	});

	const lostSecond = (_: IDataObject[], count: number) => (count === 2 ? undefined : ok);
	const lost = Array.from({ length: 500 }, (_, row) => 500 + row);

	it('without a response fails after the last row, counts the results and names the rows that may be imported', async () => {
		const run = await against(lostSecond, people(1500));
		expect(run.error?.message).toMatch(/^500 of 1500 rows failed: /);
		expect(run.error?.description).toContain('It may have happened anyway');
		expect(run.error?.description).toContain(
			'May have been done: items 500 to 999. Result: 1000 imported, 500 unknown.',
		);
	});

	it('without a response outputs its rows as unknown where the node continues', async () => {
		const run = await against(lostSecond, people(1500), { node: goesOn });
		expect(run.items.flatMap(({ json: { action } }, row) => (action === 'unknown' ? [row] : []))).toEqual(lost);
		expect(jsonOf(run)[500]).toEqual({
			action: 'unknown',
			email: 'p500@example.com',
			reason: 'The connection was closed before the response was complete',
			input: { email: 'p500@example.com' },
		});
	});

	it('without a response puts its rows on the error output where it is on, with outcomeUnknown', async () => {
		const run = await against(lostSecond, people(1500), { options: { output: 'summary' }, node: errorOutput });
		expect(run.errorItems.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(lost);
		expect(run.errorItems[0]?.json).toMatchObject({
			outcomeUnknown: true,
			httpStatus: null,
			email: 'p500@example.com',
		});
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ contactList: 'l', rows: 1500, imported: 1000, unknown: 500, messages: ['ok'] }),
		]);
	});

	it('sends nothing where the list came incomplete, but reports the rows that were not to be sent', async () => {
		const listed = () => ({
			data: [{ uuid: 'u', email: 'p0@example.com', tags: [] }],
			meta: { current_page: 1, last_page: 1, total: 3 },
		});
		const run = await against(() => ok, [...people(2), { email: 'ann' }], { listed, node: goesOn });
		expect(run.sent).toEqual([]);
		expect(jsonOf(run).map(({ action, reason }) => [action, reason])).toEqual([
			['failed', 'The contact list may be incomplete'],
			['failed', 'The contact list may be incomplete'],
			['rejected', '"ann" is not an email address'],
		]);
	});

	it('fails with the reason of the list that cannot be read', async () => {
		const listed = () => 'not a list';
		const run = await against(() => ok, people(2), { listed });
		expect(run.error?.message).toMatch(/^The service did not return|^The response contains no list/);
		expect(run.sent).toEqual([]);
	});

	it('skips who is unsubscribed in a list that is read again because it changed meanwhile', async () => {
		const entry = (index: number) => ({
			uuid: `u${index}`,
			email: `p${index}@example.com`,
			tags: [],
			is_subscribed: index !== 2,
		});
		const page = (total: number, number: number, ...entries: number[]) => ({
			data: entries.map(entry),
			meta: { current_page: number, last_page: 2, total },
		});
		// The first one is deleted between the pages, which moves the third to the page that was read.
		const pages = [page(4, 1, 0, 1), page(3, 2, 3), page(3, 1, 1, 2), page(3, 2, 3)];
		const input = people(5).map((row) => ({ ...row, first_name: 'New' }));
		const run = await against(() => ok, input, { listed: () => pages.shift() });
		expect(actionsOf(run)).toEqual(['imported', 'imported', 'skipped', 'imported', 'imported']);
		expect(run.requests).toHaveLength(5);
	});

	it.each([0, 1])(
		'skips who is unsubscribed in either of two readings of such a list: in that of index %i',
		async (reading) => {
			let pages = 0;
			const run = await against(() => ok, [{ ...people(1)[0], first_name: 'New' }], {
				listed: () => {
					const [at, number] = [Math.floor(pages / 2), (pages++ % 2) + 1];
					const person = { uuid: 'u0', email: 'p0@example.com', tags: [], is_subscribed: at !== reading };
					const others = [1, 2].map((index) => ({ ...person, uuid: `u${index}`, email: `p${index}@example.com` }));
					// Somebody joins between the pages of the first reading.
					const total = at === 0 && number === 1 ? 2 : 3;
					return {
						data: number === 1 ? [person, others[0]] : [others[1]],
						meta: { current_page: number, last_page: 2, total },
					};
				},
			});
			expect(pages).toBe(4);
			expect([actionsOf(run), run.sent]).toEqual([['skipped'], []]);
		},
	);
});

it('is a success whatever a response of success counts, and quotes its sentence alone', async () => {
	const run = await against(() => ({ body: { imported: 1, failed: 1, message: '1 of 2 imported' } }), people(2));
	expect(actionsOf(run)).toEqual(['imported', 'imported']);
	expect(tally(run)).toBe('Import: 2 imported. The service says: "1 of 2 imported"');
	const silent = await against(() => ({ body: { job_id: 'j' }, status: 202 }), people(2), {
		options: { output: 'summary' },
	});
	expect(jsonOf(silent)).toEqual([expect.objectContaining({ imported: 2, messages: [] })]);
});

describe('Retry On Fail', () => {
	const input = (): IDataObject[] => [
		{ email: 'a@example.com', list: list(0).uuid },
		{ email: 'b@example.com', list: list(1).uuid },
	];
	const lists = { contactList: byId('={{ $json.list }}') };
	const imports = () => engine.sandbox.requests().filter(({ operationId }) => operationId === 'subscriber.import');

	it('sends nothing again that is done, even when its values differ from try to try', async () => {
		engine.sandbox.faults({
			script: [{ fault: 'none' }, { fault: '401', operation: 'subscriber.import', times: 10 }].map((step, index) =>
				index === 0 ? { ...step, operation: 'subscriber.import' } : step,
			) as never,
		});
		await importInto(input(), {}, retries, {
			...lists,
			additionalFields: { extraFields: '={{ {at: $now.toMillis(), n: Math.random()} }}' },
		});
		const paths = imports().map(({ path }) => path);
		expect(paths.filter((path) => path.includes(list(0).uuid))).toHaveLength(1);
		expect(paths.filter((path) => path.includes(list(1).uuid))).toHaveLength(3);
	});

	it('sends only the rows that are left, and outputs all of them', async () => {
		const run = await against((_, count) => (count === 2 ? { status: 401, body: {} } : ok), people(1500), {
			node: retries,
		});
		expect(run.error).toBeUndefined();
		expect(actionsOf(run)).toEqual(Array<string>(1500).fill('imported'));
		expect(run.sent.map((rows) => rows.length)).toEqual([500, 500, 500, 500]);
	});

	it('sends nothing again that may have happened, and names its rows in the last try as in the first', async () => {
		const run = await against((_, count) => (count === 2 ? undefined : ok), people(1500), { node: retries });
		expect(run.error?.description).toContain('May have been done: items 500 to 999.');
		expect(run.sent).toHaveLength(3);
	});

	it.each(['500-after', '501', '302', 'php-warning', 'html', 'reset-after'] as const)(
		'sends nothing again that is done, or may have happened: %s',
		async (fault) => {
			engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.import', times: 10 }] });
			const run = await importInto([{ email: 'a@example.com' }], {}, retries);
			expect(run.error?.description).toContain('It may have happened anyway');
			expect(imports()).toHaveLength(1);
		},
	);
});

describe('what may be sent, and where', () => {
	it.each<[string, string]>([
		['other.example.com', "Its 'Allowed Domains' are other.example.com."],
		['', "Its 'Allowed Domains' name none."],
	])(
		'is nothing to a host that the credential may not be used with: its allowed domains are "%s"',
		async (allowedDomains, description) => {
			const credential = { ...engine.credential, allowedHttpRequestDomains: 'domains', allowedDomains };
			const run = await engine.run(
				'subscriber.import',
				{ contactList: byId(list().uuid) },
				{ input: [{ email: 'a@example.com' }], credential },
			);
			expect(run.error?.message).toBe(`The credential may not be used with ${new URL(engine.sandbox.url).host}`);
			expect(run.error?.description).toContain(description);
			expect(engine.sandbox.requests()).toEqual([]);
		},
	);

	it('is everything to a host that the credential may be used with', async () => {
		const credential = {
			...engine.credential,
			allowedHttpRequestDomains: 'domains',
			allowedDomains: new URL(engine.sandbox.url).hostname,
		};
		const run = await engine.run(
			'subscriber.import',
			{ contactList: byId(list().uuid) },
			{ input: [{ email: 'a@example.com' }], credential },
		);
		expect(actionsOf(run)).toEqual(['imported']);
	});
});
