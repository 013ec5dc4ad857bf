import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { components } from '../../../contract/types';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

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
const statusesOf = (run: NodeRun) => jsonOf(run).map(({ status }) => status);
const itemsOf = ({ items }: NodeRun) => items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

const errorOutput: Partial<INode> = { onError: 'continueErrorOutput' };
const goesOn: Partial<INode> = { onError: 'continueRegularOutput' };
const retries: Partial<INode> = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('Subscriber → Import', () => {
	it('sends all items in one request, and gives one for each, paired with it, as it was sent', async () => {
		const run = await importInto([
			...people(299),
			{ 'E-Mail': ' Last@example.com ', Vorname: 'Last', Labels: 'a, b', phone: 1 },
		]);
		expect(engine.sandbox.requests()).toHaveLength(1);
		expect(run.error).toBeUndefined();
		expect(itemsOf(run)).toEqual(Array.from({ length: 300 }, (_, item) => item));
		expect(jsonOf(run)[0]).toEqual({ status: 'imported', email: 'p0@example.com' });
		expect(jsonOf(run)[299]).toEqual({
			status: 'imported',
			email: 'Last@example.com',
			first_name: 'Last',
			tags: ['a', 'b'],
		});
		expect(hintsOf(run)).toContain(
			'Rows: 300 imported. The service says: "300 subscribers imported: 300 created, 0 updated."',
		);
	});

	it("sends at most as many rows in one request as 'Chunk Size' says", async () => {
		const run = await importInto(people(12), { chunkSize: 5 });
		expect(rowsSent().map((rows) => rows.length)).toEqual([5, 5, 2]);
		expect(jsonOf(run).map(({ email }) => email)).toEqual(people(12).map(({ email }) => email));
	});

	it('takes 500 rows in one request unless it is told otherwise', async () => {
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
		expect(statusesOf(run)).toEqual(['imported', 'imported', 'imported']);
		expect(hintsOf(run).filter((hint) => hint.startsWith('Rows: '))).toEqual([
			expect.stringMatching(/^Rows: 3 imported\. The service says: "1 subscribers .*" · "2 subscribers/),
		]);
	});

	it('sends rows with other extra fields in a request of their own', async () => {
		const input = [
			{ email: 'a@example.com', source: 'fair' },
			{ email: 'b@example.com', source: 'web' },
			{ email: 'c@example.com', source: 'fair' },
		];
		const run = await importInto(input, {}, {}, { additionalFields: { extraFields: '={{ {source: $json.source} }}' } });
		expect(engine.sandbox.requests().map(({ body }) => (body as { source: string }).source)).toEqual(['fair', 'web']);
		expect(itemsOf(run)).toEqual([0, 1, 2]);
	});

	it('does nothing with no items', async () => {
		const run = await importInto([]);
		expect(run.error).toBeUndefined();
		expect([run.items, run.errorItems, engine.sandbox.requests()]).toEqual([[], [], []]);
	});

	it('gives 20,000 rows, each of them once', async () => {
		const run = await importInto(people(20_000));
		expect(itemsOf(run).findIndex((item, index) => item !== index)).toBe(-1);
		expect(run.items).toHaveLength(20_000);
		expect(rowsSent()).toHaveLength(40);
		expect(list().subscribers.filter(({ email }) => /^p\d+@example\.com$/.test(email))).toHaveLength(20_000);
	}, 60_000);
});

describe('rows that cannot be sent, or are not to be', () => {
	const input: IDataObject[] = [
		{ email: 'a@example.com', first_name: 'Old' },
		{ email: 'ann', status: 'active', reason: 'fair' },
		{ name: 'B' },
		{ email: ' A@Example.com', first_name: 'New' },
		{ email: 'c@example.com', is_subscribed: false },
		{ email: 'C@example.com' },
		{ email: '', name: null, row_number: 8 },
		'd@example.com' as unknown as IDataObject,
		{ email: 'e@example.com' },
	];
	const statuses = [
		'duplicate',
		'rejected',
		'rejected',
		'imported',
		'skipped',
		'skipped',
		'skipped',
		'rejected',
		'imported',
	];

	it('come out beside the others, with the reason and the row', async () => {
		const run = await importInto(input);
		expect(run.error).toBeUndefined();
		expect(rowsSent()).toEqual([[{ email: 'A@Example.com', first_name: 'New' }, { email: 'e@example.com' }]]);
		expect(statusesOf(run)).toEqual(statuses);
		expect(itemsOf(run)).toEqual(input.map((_, item) => item));
		const [duplicate, odd, without, , out, sameAsOut, blank, noObject] = jsonOf(run);
		expect(duplicate).toEqual({
			status: 'duplicate',
			reason: 'The same address comes again in item 3, and the last one counts',
			email: 'a@example.com',
			first_name: 'Old',
		});
		expect(without).toEqual({ status: 'rejected', reason: "'Email' is empty", name: 'B' });
		expect(out?.reason).toContain('The row says that this person is not subscribed');
		expect(sameAsOut?.reason).toContain(
			'The row of item 4, which has the same address, says that this person is not subscribed',
		);
		expect(blank).toEqual({ status: 'skipped', reason: 'The row is empty', email: '', name: null, row_number: 8 });
		expect(noObject).toEqual({
			status: 'rejected',
			reason: 'The input item is no object with fields',
			value: 'd@example.com',
		});
		// A column of the input does not pass for what became of the row.
		expect(odd).toEqual({
			status: 'rejected',
			reason: '"ann" is not an email address',
			email: 'ann',
			input_status: 'active',
			input_reason: 'fair',
		});
		expect(hintsOf(run)).toContain(
			'Rows: 2 imported, 1 duplicate, 3 skipped, 3 rejected. The service says: "2 subscribers imported: 2 created, 0 updated."',
		);
	});

	it('are refused on the error output where it is on, with their row', async () => {
		const run = await importInto(input, {}, errorOutput);
		expect(statusesOf(run)).toEqual(statuses.filter((status) => status !== 'rejected'));
		expect(run.errorItems.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([1, 2, 7]);
		expect(run.errorItems[0]?.json).toMatchObject({
			email: 'ann',
			input_status: 'active',
			status: null,
			error: '"ann" is not an email address',
			details: expect.stringContaining('Correct it'),
		});
	});

	it('are told in one item where one summary is wanted', async () => {
		const run = await importInto(input, { output: 'summary' });
		expect(jsonOf(run)).toEqual([
			{
				contactList: list().uuid,
				rows: 9,
				imported: 2,
				duplicate: 1,
				rejected: 3,
				skipped: 3,
				messages: ['2 subscribers imported: 2 created, 0 updated.'],
			},
		]);
		expect(run.items[0]?.pairedItem).toEqual(input.map((_, item) => ({ item })));
	});

	it('are in the summary and on the error output where both are wanted, and paired once', async () => {
		const run = await importInto(input, { output: 'summary' }, errorOutput);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ rows: 9, imported: 2, rejected: 3 })]);
		expect(run.items[0]?.pairedItem).toEqual([0, 3, 4, 5, 6, 8].map((item) => ({ item })));
		expect(run.errorItems).toHaveLength(3);
	});

	it("are sent where 'Include Unsubscribed' is on", async () => {
		await importInto(input, { includeUnsubscribed: true });
		expect(
			rowsSent()
				.flat()
				.map(({ email }) => email),
		).toEqual(['A@Example.com', 'C@example.com', 'e@example.com']);
	});

	it('are found out also where the rows go out with other extra fields', async () => {
		const run = await importInto(
			[
				{ email: 'a@example.com', n: 1 },
				{ email: 'b@example.com', n: 2 },
				{ email: 'A@example.com', n: 3, unsubscribed_at: '2026-01-01' },
				{ email: 'b@example.com', n: 4 },
			],
			{},
			{},
			{ additionalFields: { extraFields: '={{ {n: $json.n} }}' } },
		);
		expect(statusesOf(run)).toEqual(['skipped', 'duplicate', 'skipped', 'imported']);
		expect(engine.sandbox.requests().map(({ body }) => body)).toEqual([
			{ n: 4, subscribers: [{ email: 'b@example.com' }] },
		]);
	});

	it.each<[string, IDataObject[], string]>([
		[
			'an email',
			[{ Post: 'x' }, { Post: 'y' }, { Post: 'z' }],
			'No column of the input item is known to hold an email',
		],
		[
			'an address',
			[{ email: 'ann' }, { email: 'bob' }, { email: 'c', is_subscribed: 'no' }],
			'"ann" is not an email address',
		],
	])('make the node fail where no row has %s', async (_, rows, message) => {
		const run = await importInto(rows);
		expect(run.error?.message).toBe(`${message} [item 0]`);
		expect(run.error?.description).toContain('All 3 items failed. Nothing was sent.');
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('get the same advice without an email, whichever of them it is', async () => {
		const rows = [{ City: 'Bern' }, { email: 'ann@example.com', City: 'Bern' }, { City: 'Rome' }];
		for (const all of [rows, rows.toReversed()]) {
			const run = await importInto(all, {}, goesOn);
			expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
				['rejected', "'Email' is empty"],
				['imported', undefined],
				['rejected', "'Email' is empty"],
			]);
		}
	});

	it.each<[string, Partial<INode>, number, number]>([
		['the error output', errorOutput, 0, 2],
		['the output', goesOn, 2, 0],
	])('do not make it fail where it goes on, and come out on %s once', async (_, node, items, errorItems) => {
		const run = await importInto([{ email: 'ann' }, { email: 'bob' }], {}, node);
		expect([run.error, run.items.length, run.errorItems.length]).toEqual([undefined, items, errorItems]);
	});

	it('come out in one summary alone where nothing can be sent, and the node goes on', async () => {
		const run = await importInto([{ email: 'ann' }, { email: 'bob' }], { output: 'summary' }, goesOn);
		expect(jsonOf(run)).toEqual([{ contactList: list().uuid, rows: 2, rejected: 2, messages: [] }]);
	});

	it('do not make it fail where there was nothing to refuse', async () => {
		const run = await importInto([{ email: 'a@example.com', is_subscribed: false }, { email: '' }]);
		expect(run.error).toBeUndefined();
		expect(statusesOf(run)).toEqual(['skipped', 'skipped']);
	});

	it('do not make it fail for one contact list while the rows of another are imported', async () => {
		const run = await importInto(
			[
				{ email: 'ann', list: list(0).uuid },
				{ email: 'b@example.com', list: list(1).uuid },
			],
			{},
			{},
			{ contactList: byId('={{ $json.list }}') },
		);
		expect(run.error).toBeUndefined();
		expect(statusesOf(run)).toEqual(['rejected', 'imported']);
	});

	it('are told before anything is sent that the options differ between them', async () => {
		const rows = [
			{ email: 'a@example.com', yes: true },
			{ email: 'b@example.com', yes: false, is_subscribed: false },
		];
		const run = await importInto(rows, { includeUnsubscribed: '={{ $json.yes }}' });
		expect(errorText(run)).toContain(
			"'Options' differ between item 0 and item 1 | They hold for the whole contact list: give them the same value for all items. Nothing was sent for any of the 2 items.",
		);
		expect(engine.sandbox.requests()).toEqual([]);
	});
});

describe('tags', () => {
	const someone = () =>
		defined(list().subscribers.find(({ unsubscribedAt, tags }) => unsubscribedAt === null && tags.length > 0));
	const gone = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));

	it('are added to those that are there, and nothing is sent where nothing changes', async () => {
		const { email, tags } = someone();
		const before = [...tags];
		const run = await importInto(
			[
				{ email: email.toUpperCase(), tags: 'added' },
				{ email: 'new@example.com', tags: 'added' },
			],
			{ tagsMode: 'add' },
		);
		expect(statusesOf(run)).toEqual(['imported', 'imported']);
		expect(someone().tags).toEqual([...before, 'added']);
		expect(jsonOf(run)[0]?.tags).toEqual([...before, 'added']);
		const again = await importInto([{ email, tags: 'added' }], { tagsMode: 'add' });
		expect(jsonOf(again)).toEqual([{ status: 'skipped', reason: 'Nothing changes', email, tags: 'added' }]);
		expect(engine.sandbox.requests().filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('that are there already do not make the run fail for a row that is refused', async () => {
		const { email, tags } = someone();
		const run = await importInto([{ email, tags: [...tags] }, { email: 'nobody' }], { tagsMode: 'add' });
		expect(run.error).toBeUndefined();
		expect(statusesOf(run)).toEqual(['skipped', 'rejected']);
	});

	it('are taken away, and the others stay', async () => {
		const { email, tags } = someone();
		const [first = '', ...others] = tags;
		await importInto([{ email, tags: first }], { tagsMode: 'remove' });
		expect(list().subscribers.find((one) => one.email === email)?.tags).toEqual(others);
	});

	it('are not changed for somebody who is unsubscribed in the list, who is not sent at all', async () => {
		const { email } = gone();
		const run = await importInto([{ email, tags: 'added' }], { tagsMode: 'add' });
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				status: 'skipped',
				reason: expect.stringContaining('This person is unsubscribed in the contact list.'),
			}),
		]);
		expect(engine.sandbox.requests().filter(({ method }) => method === 'POST')).toEqual([]);
	});

	it('need no reading where they replace those that are there', async () => {
		await importInto([{ email: gone().email, tags: 'x' }]);
		expect(engine.sandbox.requests().map(({ method }) => method)).toEqual(['POST']);
	});
});

/** Imports into a service that is none of the sandbox's kind. */
async function against(
	answer: (rows: IDataObject[], count: number) => { status?: number; body: unknown } | undefined,
	input: IDataObject[],
	{
		options = {},
		node = {},
		columns = {},
	}: { options?: INodeParameters; node?: Partial<INode>; columns?: INodeParameters } = {},
) {
	const sent: IDataObject[][] = [];
	const served = await serve((request, response, body) => {
		const rows = request.method === 'GET' ? [] : (JSON.parse(body) as ImportBody).subscribers;
		if (request.method !== 'GET') sent.push(rows);
		const answered = answer(rows, sent.length);
		if (answered === undefined) response.destroy();
		else json(response, answered.body, answered.status ?? 200);
	});
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'import',
			contactList: byId('l'),
			columns,
			options: { maxRetries: 0, ...options },
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

it("keeps back with 'Read List First' those of whom the list does not say whether they are subscribed", async () => {
	const run = await against(
		(rows) => (rows.length === 0 ? { body: { data: [{ uuid: 'u1', email: 'p0@example.com' }] } } : ok),
		people(2),
		{ options: { readListFirst: true } },
	);
	expect(jsonOf(run)[0]).toEqual({
		status: 'skipped',
		reason: expect.stringContaining('does not say whether this person is subscribed'),
		email: 'p0@example.com',
	});
	expect(run.sent).toEqual([[{ email: 'p1@example.com' }]]);
});

it('keeps back who is not subscribed where the columns stand inside an object', async () => {
	const run = await against(
		() => ok,
		[
			{ body: { email: 'a@example.com', is_subscribed: false } },
			{ body: { email: 'b@example.com', is_subscribed: true } },
		],
		{ columns: { email: 'body.email' } },
	);
	expect(statusesOf(run)).toEqual(['skipped', 'imported']);
	expect(run.sent).toEqual([[{ email: 'b@example.com' }]]);
});

describe('rows that the service refuses', () => {
	it('are rejected with the reason, and the others are imported', async () => {
		const run = await against(refusing('p1@example.com', 'p3@example.com'), people(5));
		expect(run.error).toBeUndefined();
		expect(statusesOf(run)).toEqual(['imported', 'rejected', 'imported', 'rejected', 'imported']);
		expect(jsonOf(run)[1]).toEqual({
			status: 'rejected',
			reason: 'Email: is on a list of ours',
			httpStatus: 422,
			email: 'p1@example.com',
		});
		expect(run.sent.map((rows) => rows.length)).toEqual([5, 3]);
		expect(hintsOf(run)).toContain('Rows: 3 imported, 2 rejected. The service says: "ok"');
	});

	it('are on the error output where it is on, with their row', async () => {
		const run = await against(refusing('p1@example.com'), people(3), { node: errorOutput });
		expect(itemsOf(run)).toEqual([0, 2]);
		expect(run.errorItems.map(({ json: item }) => item)).toEqual([
			{
				email: 'p1@example.com',
				error: 'The service did not take this row',
				details: 'Email: is on a list of ours',
				status: 422,
			},
		]);
	});

	it.each([1, 3])('make the node fail where none is taken: %i of them', async (count) => {
		const run = await against(refusing('p0@example.com', 'p1@example.com', 'p2@example.com'), people(count));
		expect(run.error?.message).toBe(`The service did not take this row${count > 1 ? ' [item 0]' : ''}`);
		expect(run.error?.description).toContain('Email: is on a list of ours');
		expect(run.error?.description).not.toContain('Nothing was sent');
	});

	it('are told of as failed where the service refuses all for something else, and most were not sent', async () => {
		const run = await against(() => ({ status: 422, body: { message: 'The account is locked' } }), people(100));
		expect(errorText(run)).toContain(
			'The service did not accept the values, and it takes no more rows | 10 rows were sent alone and refused, and none was taken, so the rest was not sent.',
		);
		expect(errorText(run)).toContain('The account is locked');
		expect(run.sent.length).toBeLessThan(15);
	});

	it('are not those of an internationalised domain, which travels as it was written', async () => {
		const run = await against(
			() => ok,
			[{ email: 'ann@müller.de' }, { email: 'Ann@xn--mller-kva.de' }, { email: '用户@例え.jp' }],
		);
		expect(statusesOf(run)).toEqual(['duplicate', 'imported', 'imported']);
		expect(run.sent).toEqual([[{ email: 'Ann@xn--mller-kva.de' }, { email: '用户@例え.jp' }]]);
	});
});

describe('an import that fails', () => {
	it('at a path that is not there says that it is inferred, and what works without it', async () => {
		const run = await against(() => ({ status: 404, body: { message: 'Not found' } }), people(3));
		expect(run.error?.message).toBe('Nothing was found at POST /v1/contact-lists/l/import');
		expect(run.error?.description).toContain('The path is inferred.');
		expect(run.error?.description).toContain(
			"'Create or Update', and 'Sync List' without 'Use Import', work without it.",
		);
	});

	it('is not tried for each chunk where the path is not there, and tells of each row', async () => {
		const run = await against(() => ({ status: 404, body: {} }), people(50), {
			options: { chunkSize: 5 },
			node: errorOutput,
		});
		expect(run.sent).toHaveLength(1);
		expect(run.errorItems.map(({ json: { email } }) => email)).toEqual(people(50).map(({ email }) => email));
		expect(run.items).toEqual([]);
		expect(hintsOf(run)).toContain('Rows: 50 failed.');
	});

	const lostSecond = (_: IDataObject[], count: number) => (count === 2 ? undefined : ok);

	it('without an answer stops the node, and names the rows that may be imported', async () => {
		const run = await against(lostSecond, people(9), { options: { chunkSize: 3, maxParallelRequests: 1 } });
		expect(run.error?.description).toContain('It may have happened anyway');
		expect(run.error?.description).toContain(
			'Of 9 items, 3 were imported, 3 may have been imported (items 3 to 5) and 3 were not sent.',
		);
		expect(run.items).toEqual([]);
	});

	it('without an answer gives its rows the status unknown where the node goes on', async () => {
		const run = await against(lostSecond, people(9), { options: { chunkSize: 3 }, node: goesOn });
		expect(statusesOf(run)).toEqual([
			...Array<string>(3).fill('imported'),
			...Array<string>(3).fill('unknown'),
			...Array<string>(3).fill('imported'),
		]);
		expect(jsonOf(run)[3]).toEqual({
			status: 'unknown',
			reason: 'The connection was closed before the answer was complete; whether this row was imported is not known',
			outcomeUnknown: true,
			email: 'p3@example.com',
		});
		expect(hintsOf(run)).toContain('Rows: 6 imported, 3 unknown. The service says: "ok"');
	});

	it('without an answer puts its rows on the error output where it is on, and in no summary', async () => {
		const run = await against(lostSecond, people(9), {
			options: { chunkSize: 3, output: 'summary' },
			node: errorOutput,
		});
		expect(run.errorItems.map(({ json: { email } }) => email)).toEqual([
			'p3@example.com',
			'p4@example.com',
			'p5@example.com',
		]);
		expect(jsonOf(run)).toEqual([{ contactList: 'l', rows: 9, imported: 6, unknown: 3, messages: ['ok'] }]);
		expect(run.items[0]?.pairedItem).toEqual([0, 1, 2, 6, 7, 8].map((item) => ({ item })));
	});

	it('without an answer is in the summary alone where the node goes on', async () => {
		const run = await against(lostSecond, people(9), { options: { chunkSize: 3, output: 'summary' }, node: goesOn });
		expect(jsonOf(run)).toEqual([{ contactList: 'l', rows: 9, imported: 6, unknown: 3, messages: ['ok'] }]);
	});

	it('sends nothing where the list came incomplete, but tells of the rows that were not to be sent', async () => {
		const page = {
			data: [{ uuid: 'u', email: 'p0@example.com', tags: [] }],
			meta: { current_page: 1, last_page: 1, total: 3 },
		};
		const run = await against(() => ({ body: page }), [...people(2), { email: 'ann' }], {
			options: { readListFirst: true },
			node: goesOn,
		});
		expect(run.sent).toEqual([]);
		expect(jsonOf(run)).toEqual([
			...people(2).map((row) => ({
				error: 'The contact list may be incomplete',
				details: expect.stringContaining('counts 3 entries in this list, but returned 1'),
				status: 'failed',
				...row,
			})),
			{ status: 'rejected', reason: '"ann" is not an email address', email: 'ann' },
		]);
	});

	it('keeps back who is unsubscribed in a list that is read again because it changed meanwhile', async () => {
		const entry = (index: number) => ({
			uuid: `u${index}`,
			email: `p${index}@example.com`,
			is_subscribed: index !== 2,
		});
		const page = (total: number, number: number, ...entries: number[]) => ({
			data: entries.map(entry),
			meta: { current_page: number, last_page: 2, total },
		});
		// The first one is deleted between the pages, which moves the third to the page that was read.
		const pages = [page(4, 1, 0, 1), page(3, 2, 3), page(3, 1, 1, 2), page(3, 2, 3)];
		const run = await against((rows) => (rows.length === 0 ? { body: pages.shift() } : ok), people(4), {
			options: { readListFirst: true },
		});
		expect(statusesOf(run)).toEqual(['imported', 'imported', 'skipped', 'imported']);
		expect(run.requests).toHaveLength(5);
	});

	it('tells of each row once where the list cannot be read and one summary is wanted', async () => {
		const run = await against(() => ({ status: 403, body: {} }), [...people(2), { email: 'ann' }], {
			options: { readListFirst: true, output: 'summary' },
			node: errorOutput,
		});
		expect(run.items).toEqual([]);
		expect(run.errorItems.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([0, 1, 2]);
	});

	it('does not say how many rows there were where none was looked at', async () => {
		const run = await importInto(people(2), {}, goesOn, { contactList: byId('={{ $json.missing }}') });
		expect(run.items).toHaveLength(2);
		expect(hintsOf(run).filter((hint) => hint.startsWith('Rows'))).toEqual([]);
	});
});

it('is a success whatever an answer of success counts, and quotes its sentence alone', async () => {
	const run = await against(() => ({ body: { imported: 1, failed: 1, message: '1 of 2 imported' } }), people(2));
	expect(statusesOf(run)).toEqual(['imported', 'imported']);
	expect(hintsOf(run)).toEqual(['Rows: 2 imported. The service says: "1 of 2 imported"']);
	const silent = await against(() => ({ body: { job_id: 'j' }, status: 202 }), people(2), {
		options: { output: 'summary' },
	});
	expect(jsonOf(silent)).toEqual([expect.objectContaining({ imported: 2, messages: [] })]);
});

describe('Retry On Fail', () => {
	it('sends nothing again that is done, even when its values differ from try to try', async () => {
		const input = [
			{ email: 'a@example.com', list: list(0).uuid },
			{ email: 'b@example.com', list: list(1).uuid },
		];
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '401', times: 10 }] });
		await importInto(input, {}, retries, {
			contactList: byId('={{ $json.list }}'),
			additionalFields: { extraFields: '={{ {at: $now.toMillis(), n: Math.random()} }}' },
		});
		const paths = engine.sandbox.requests().map(({ path }) => path);
		expect(paths.filter((path) => path.includes(list(0).uuid))).toHaveLength(1);
		expect(paths.filter((path) => path.includes(list(1).uuid))).toHaveLength(3);
	});

	it('sends only the rows that are left, and gives all of them', async () => {
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '401' }] });
		const run = await importInto(people(9), { chunkSize: 3, maxParallelRequests: 1 }, retries);
		expect(run.error).toBeUndefined();
		expect(statusesOf(run)).toEqual(Array<string>(9).fill('imported'));
		const sent = engine.sandbox
			.requests()
			.filter(({ status }) => status === 200)
			.flatMap(({ body }) => (body as ImportBody).subscribers.map(({ email }) => email));
		expect(sent.sort()).toEqual(people(9).map(({ email }) => email));
	});

	it.each(['500-after', '501', '302', 'php-warning', 'html', 'reset-after'] as const)(
		'sends nothing again that is done, or may have happened: %s',
		async (fault) => {
			const input = [
				{ email: 'a@example.com', list: list(0).uuid },
				{ email: 'b@example.com', list: list(1).uuid },
			];
			engine.sandbox.faults({ script: [{ fault: 'none' }, { fault, times: 10 }] });
			const run = await importInto(input, {}, retries, { contactList: byId('={{ $json.list }}') });
			expect(run.error?.description).toContain('It may have happened anyway');
			expect(run.error?.description).toContain('Of 2 items, 1 was imported and this one may have been imported.');
			expect(engine.sandbox.requests()).toHaveLength(2);
		},
	);

	it('names all rows of the requests that may have happened, in the last try as in the first', async () => {
		const run = await against((_, count) => (count === 2 ? undefined : ok), people(9), {
			options: { chunkSize: 3, maxParallelRequests: 1 },
			node: retries,
		});
		expect(run.error?.description).toContain('3 may have been imported (items 3 to 5)');
		expect(run.sent.flat().filter(({ email }) => email === 'p4@example.com')).toHaveLength(1);
	});
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
		expect(statusesOf(run)).toEqual(['imported']);
	});
});
