import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { runNode, type NodeRun, type NodeRunOptions } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byId, defined, errorText, hintsOf, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 60, requestLogSize: 1000 });
const list = (index = 0) => defined(engine.sandbox.state.contactLists[index]);
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);
const count = (operation: string) => operations().filter((one) => one === operation).length;
const writes = () =>
	operations().filter((operation) => !['subscriber.getAll', 'subscriber.get'].includes(String(operation)));
const actions = (run: NodeRun) => jsonOf(run).map(({ action }) => action);
const sync = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
): Promise<NodeRun> =>
	await engine.run('subscriber.sync', { contactList: byId(list().uuid), ...parameters }, { input, ...more });

/** The list as rows of a sheet, its unsubscribed people included: they are rows like any other. */
const rowsOf = (index = 0): IDataObject[] =>
	list(index).subscribers.map(({ email, firstName, lastName, tags }) => ({
		email,
		first_name: firstName,
		last_name: lastName,
		tags: [...tags],
	}));
const anyone = { options: { maxRemovalPercent: 100 } };
const subscribed = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
const gone = () => defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));

/** The whole of the list, to tell whether it has changed. */
const snapshot = () =>
	JSON.stringify(
		list().subscribers.map(({ uuid, email, firstName, lastName, tags, unsubscribedAt }) => [
			uuid,
			email,
			firstName,
			lastName,
			tags,
			unsubscribedAt,
		]),
	);

describe('Subscriber → Sync List', () => {
	it('reads the list and sends nothing else where everything is as it should be', async () => {
		const run = await sync(rowsOf(), { removal: 'delete' });
		expect(run.error).toBeUndefined();
		expect(new Set(operations())).toEqual(new Set(['subscriber.getAll']));
		expect(new Set(actions(run))).toEqual(new Set(['unchanged']));
	});

	it('sends what differs and nothing else, and nothing at all the second time', async () => {
		const input = rowsOf();
		// What is known goes with it: a PUT that replaces would empty it.
		const changed = Object.fromEntries(Object.entries({ ...input[7] }).filter(([, value]) => value !== null));
		input[7] = { ...input[7], last_name: 'Changed', tags: ['of-nobody-yet'] };
		input.push({ email: 'new@example.com', first_name: 'New' });
		const run = await sync(input);
		expect(writes().sort()).toEqual(['subscriber.create', 'subscriber.update']);
		expect(engine.sandbox.requests().find(({ operationId }) => operationId === 'subscriber.update')?.body).toEqual({
			...changed,
			last_name: 'Changed',
			tags: ['of-nobody-yet'],
		});
		expect(jsonOf(run)[7]).toMatchObject({
			action: 'updated',
			last_name: 'Changed',
			changes: { last_name: { to: 'Changed' }, tags: { to: ['of-nobody-yet'] } },
		});
		expect(jsonOf(run)[60]).toMatchObject({
			action: 'created',
			email: 'new@example.com',
			first_name: 'New',
			uuid: expect.any(String),
			input: input[60],
		});

		const again = await sync(input);
		expect(writes()).toHaveLength(2);
		expect(new Set(actions(again))).toEqual(new Set(['unchanged']));
	});

	it('gives one item for each row, paired with it, and at the end those who were removed', async () => {
		const [first, second] = rowsOf();
		const run = await sync([{ email: 'new@example.com' }, defined(first), defined(second)], {
			removal: 'delete',
			...anyone,
		});
		expect(actions(run)).toEqual(['created', 'unchanged', 'unchanged', ...Array<string>(58).fill('deleted')]);
		expect(run.items.slice(0, 4).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
			[],
		]);
		expect(jsonOf(run)[3]).toMatchObject({
			uuid: expect.any(String),
			email: expect.any(String),
			tags: expect.any(Array),
		});
		expect(list().subscribers.map(({ email }) => email)).toEqual([first?.email, second?.email, 'new@example.com']);
	});

	it('keeps who is in no row, unless told otherwise', async () => {
		const run = await sync([{ email: 'new@example.com' }]);
		expect(actions(run)).toEqual(['created']);
		expect(list().subscribers).toHaveLength(61);
	});

	it('unsubscribes who is missing, leaves alone who is unsubscribed already, and does nothing the second time', async () => {
		const input = rowsOf().slice(0, 50);
		const missing = list().subscribers.slice(50);
		const before = missing.filter(({ unsubscribedAt }) => unsubscribedAt === null).length;
		const run = await sync(input, { removal: 'unsubscribe' });
		expect(count('subscriber.toggleSubscription')).toBe(before);
		expect(missing.every(({ unsubscribedAt }) => unsubscribedAt !== null)).toBe(true);
		expect(jsonOf(run).at(-1)).toMatchObject({
			action: 'unsubscribed',
			is_subscribed: false,
			changes: { is_subscribed: { from: true, to: false } },
		});
		await sync(input, { removal: 'unsubscribe' });
		expect(count('subscriber.toggleSubscription')).toBe(before);
	});

	it('compares emails without case and blanks, names without blanks at the ends, and tags as a set', async () => {
		const input = rowsOf().map(({ email, first_name, last_name, tags }) => ({
			'E-Mail': ` ${textOf(email).toUpperCase()} `,
			'First Name': first_name && `${textOf(first_name)} `,
			last_name,
			Labels: (tags as string[]).toReversed(),
		}));
		const run = await sync(input, { removal: 'delete' });
		expect([writes(), new Set(actions(run))]).toEqual([[], new Set(['unchanged'])]);
	});

	it('leaves as they are the fields that a row does not have, and those of empty cells', async () => {
		const input = list().subscribers.map(({ email }) => ({ email, first_name: '', tags: null }));
		expect(new Set(actions(await sync(input)))).toEqual(new Set(['unchanged']));
		expect(writes()).toEqual([]);
	});

	it('takes the last of the rows with one address, and says so of the others', async () => {
		const run = await sync([
			{ email: 'ann@example.com', first_name: 'One' },
			{ email: ' ANN@example.com', first_name: 'Two' },
		]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				action: 'skipped',
				reason: 'item 1 has the same address and is used instead',
			}),
			expect.objectContaining({ action: 'created', first_name: 'Two' }),
		]);
		expect(writes()).toEqual(['subscriber.create']);
	});

	it('brings each list that the items name to its own state', async () => {
		const input = [
			...rowsOf(0).map((row) => ({ ...row, list: list(0).uuid })),
			...rowsOf(1)
				.slice(1)
				.map((row) => ({ ...row, list: list(1).uuid })),
		];
		const expected = defined(list(1).subscribers[0]).email;
		const run = await sync(input, { contactList: byId('={{ $json.list }}'), removal: 'delete' });
		expect(writes()).toEqual(['subscriber.delete']);
		expect(jsonOf(run).at(-1)).toMatchObject({ action: 'deleted', email: expected });
	});

	it('says above the output what was done', async () => {
		const run = await sync([{ email: 'a@example.com' }, { email: 'b@example.com', is_subscribed: 'no' }]);
		expect(hintsOf(run)).toContain('Sync List: 1 created, 1 skipped.');
	});

	it('sets the tags of rows that have some, without regard to case and order, and does nothing the second time', async () => {
		const [first, second, ...others] = rowsOf();
		const input = [{ ...first, tags: 'vip, VIP ,vip, Student' }, { ...second, tags: '' }, ...others];
		await sync(input);
		expect(list().subscribers[0]?.tags).toEqual(['vip', 'Student']);
		expect(writes()).toEqual(['subscriber.update']);
		await sync([{ ...first, tags: ['STUDENT', 'Vip'] }, ...others]);
		expect(writes()).toHaveLength(1);
	});

	it('takes a result that comes in again by its top-level fields, and does not let it grow', async () => {
		const input = rowsOf()
			.slice(0, 3)
			.map((row) => ({ Post: row.email, first_name: 'New' }));
		const columns = { columns: { email: 'Post' } };
		const results = jsonOf(await sync(input, columns));
		const again = jsonOf(await sync(results, columns));
		expect(again.map(({ action, input: row }) => [action, row])).toEqual(input.map((row) => ['unchanged', row]));
	});
});

describe("'Dry Run'", () => {
	it('changes nothing, and shows the plan, those who would be removed included', async () => {
		const before = snapshot();
		const input = [...rowsOf().slice(0, 55), { email: 'new@example.com' }];
		input[0] = { ...input[0], first_name: 'Changed' };
		const run = await sync(input, { dryRun: true, removal: 'delete' });
		expect(snapshot()).toBe(before);
		expect(writes()).toEqual([]);
		expect(jsonOf(run)[0]).toMatchObject({
			action: 'updated',
			dryRun: true,
			changes: { first_name: { to: 'Changed' } },
		});
		expect(actions(run).slice(55)).toEqual(['created', ...Array<string>(5).fill('deleted')]);
		expect(hintsOf(run).join()).toContain(
			'Dry run: would create 1, update 1, delete 5; 54 unchanged. Nothing changed.',
		);
	});

	it('shows no removals where the run would make none, because a row fits two subscribers', async () => {
		const [one, other] = [defined(list().subscribers[0]), defined(list().subscribers[1])];
		Object.assign(other, { email: one.email });
		const rows = [{ email: one.email }, defined(rowsOf()[2])];
		const run = await sync(rows, { removal: 'delete', dryRun: true, ...anyone });
		expect(actions(run)).toEqual(['rejected', 'unchanged']);
		expect(hintsOf(run).join()).toContain('No subscribers would be removed');
	});

	it('is told from a run in each item and hint, those of rows that are left out included', async () => {
		const run = await sync([...rowsOf(), { email: 'nobody' }, { email: 'new@example.com', is_subscribed: false }], {
			dryRun: true,
			removal: 'delete',
		});
		expect(jsonOf(run).filter(({ dryRun }) => dryRun !== true)).toEqual([]);
		expect(hintsOf(run).join()).toContain('No subscribers would be removed: 1 of the rows');
	});

	it('shows also the plan that the guard would not let through, and says so', async () => {
		const run = await sync(rowsOf().slice(0, 1), { dryRun: true, removal: 'delete' });
		expect(actions(run)).toEqual(['unchanged', ...Array<string>(59).fill('deleted')]);
		expect(hintsOf(run).join()).toContain(
			"Without 'Dry Run', nothing would be sent: This would delete 59 of 60 subscribers",
		);
	});
});

describe('consent', () => {
	it.each<[string, IDataObject]>([
		['is_subscribed', { is_subscribed: false }],
		['unsubscribed_at', { unsubscribed_at: '2024-01-02' }],
	])('keeps out who is said to be unsubscribed by %s, and does not count them as missing', async (_, said) => {
		const rows = rowsOf().map((row, index) => (index < 30 ? { ...row, ...said, first_name: 'Changed' } : row));
		const before = snapshot();
		const run = await sync([...rows, { email: 'new@example.com', ...said }], { removal: 'delete' });
		expect(jsonOf(run)[60]).toMatchObject({
			action: 'skipped',
			email: 'new@example.com',
			reason: expect.stringContaining('Opted out: '),
		});
		expect(snapshot()).toBe(before);
	});

	it('says of how many of them the contact list has it that they are subscribed', async () => {
		const run = await sync([
			{ email: subscribed().email, is_subscribed: false },
			{ email: gone().email, is_subscribed: false },
			{ email: 'new@example.com', is_subscribed: false },
			{ email: '' },
		]);
		expect(writes()).toEqual([]);
		expect(hintsOf(run).join()).toContain('1 of the opted-out rows are still subscribed in the contact list.');
	});

	it('does not resubscribe who is unsubscribed in the list, and says so', async () => {
		const { email } = gone();
		const run = await sync([{ email, first_name: 'Still', is_subscribed: true }]);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				action: 'updated',
				is_subscribed: false,
				reason: 'Unsubscribed in the contact list',
			}),
		]);
		expect(writes()).toEqual(['subscriber.update']);
		expect(list().withEmail(email)?.unsubscribedAt).not.toBeNull();
	});

	it("resubscribes where 'Resubscribe' is on, once", async () => {
		const { email } = gone();
		const options = { options: { resubscribe: true } };
		const run = await sync([{ email }], options);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				action: 'resubscribed',
				is_subscribed: true,
				changes: { is_subscribed: { from: false, to: true } },
			}),
		]);
		expect(list().withEmail(email)?.unsubscribedAt).toBeNull();
		expect(actions(await sync([{ email }], options))).toEqual(['unchanged']);
		expect(count('subscriber.toggleSubscription')).toBe(1);
	});
});

describe('the guard', () => {
	it.each<[number, string, boolean]>([
		[12, 'delete', false],
		[13, 'delete', true],
	])('with %i of 60 missing and %s: whether it stops: %s', async (missing, removal, stops) => {
		const before = snapshot();
		const run = await sync([...rowsOf().slice(missing), { email: 'new@example.com' }], { removal });
		expect(run.error !== undefined).toBe(stops);
		if (!stops) return;
		expect(run.error?.message).toBe('This would delete 13 of 60 subscribers (21.7 %)');
		expect(run.error?.description).toContain('Nothing was sent.');
		expect(snapshot()).toBe(before);
	});

	it('stops where the input is empty, also with nothing to remove', async () => {
		const run = await sync([{}, { email: ' ', first_name: null }], { removal: 'delete', ...anyone });
		expect(run.error?.message).toBe('There are no rows to sync');
		expect(operations()).toEqual([]);
	});

	it('does nothing with no items at all', async () => {
		expect((await sync([], { removal: 'delete', ...anyone })).error).toBeUndefined();
		expect(operations()).toEqual([]);
	});

	it('stops before the first list is changed, when the second would lose too many', async () => {
		const input = [
			{ email: 'new@example.com', list: list(0).uuid },
			{ ...rowsOf(1)[0], list: list(1).uuid },
		];
		const run = await sync([...rowsOf(0).map((row) => ({ ...row, list: list(0).uuid })), ...input], {
			contactList: byId('={{ $json.list }}'),
			removal: 'delete',
		});
		expect(run.error?.message).toContain('This would delete');
		expect(writes()).toEqual([]);
	});

	it.each<[string, IDataObject]>([
		['an address that is none', { email: 'nobody' }],
		['no address', { email: '', first_name: 'Ann' }],
		['tags that are an object', { email: 'ann@example.com', tags: { a: 1 } }],
	])('removes nobody where a row has %s: anybody might be meant', async (_, row) => {
		const run = await sync([...rowsOf().slice(2), row], { removal: 'delete' });
		expect(actions(run).at(-1)).toBe('rejected');
		expect(list().subscribers).toHaveLength(60);
		expect(hintsOf(run).join()).toContain(
			'No subscribers were removed: 1 of the rows may not have been written (first: item 58)',
		);
	});

	it('removes nobody where the list of an item cannot be told, and the node goes on', async () => {
		const rows = rowsOf().map((row, index) => ({ ...row, list: index < 2 ? null : list().uuid }));
		const run = await sync(
			rows,
			{ contactList: byId('={{ $json.list }}'), removal: 'delete' },
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(
			jsonOf(run)
				.slice(0, 2)
				.map(({ error }) => error),
		).toEqual(["'Contact List' is empty", "'Contact List' is empty"]);
		expect(list().subscribers).toHaveLength(60);
		expect(hintsOf(run).join()).toContain('No subscribers were removed: 2 of the rows may not have been written');
	});

	it('sends nothing where no row can be sent, and reports each', async () => {
		const run = await sync(
			[{ email: 'nobody' }, { email: 'a@example.com', is_subscribed: false }, { Post: 'x' }],
			{},
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'rejected', reason: '"nobody" is not an email address' }),
			expect.objectContaining({ action: 'skipped' }),
			expect.objectContaining({ action: 'rejected', reason: "'Email' is empty", email: null }),
		]);
		expect(operations()).toEqual([]);
		expect((await sync([{ Post: 'x' }, { Post: 'y' }])).error?.message).toContain('No email column found (Post)');
	});
});

describe('rows that the service refuses', () => {
	const bad = { email: 'ann@example.com', first_name: 'x'.repeat(300_000), action: 'created', reason: 'none' };

	it('come out as rejected with the reason, as they came in, and the others go on', async () => {
		const run = await sync([bad, { email: 'new@example.com' }]);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ action, reason }) => [action, reason])).toEqual([
			['rejected', expect.stringMatching(/^First Name: .*must not be greater than 255 characters/)],
			['created', undefined],
		]);
		expect((jsonOf(run)[0]?.input as IDataObject).first_name === bad.first_name).toBe(true);
	});

	it('come out on the error output where there is one', async () => {
		const run = await sync([bad, { email: 'new@example.com' }], {}, { node: { onError: 'continueErrorOutput' } });
		expect(actions(run)).toEqual(['created']);
		expect(run.errorItems.map(({ json: { email, error } }) => [email, error])).toEqual([
			['ann@example.com', "The service did not accept 'First Name'"],
		]);
	});

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'end it after ten, before anything was accepted: %s',
		async (onError) => {
			const input = [
				...rowsOf(),
				...Array.from({ length: 30 }, (_, index) => ({
					email: `new${index}@example.com`,
					first_name: 'x'.repeat(300),
				})),
			];
			const run = await sync(input, { requestOptions: { maxParallelRequests: 1 } }, { node: { onError } });
			expect(writes()).toHaveLength(10);
			const last = onError === 'continueErrorOutput' ? run.errorItems.at(-1) : run.items.at(-1);
			const text = 'Not sent: 10 rejections came first';
			if (onError === 'stopWorkflow') expect(run.error?.message).toContain(`20 of 90 rows failed: ${text}`);
			else expect(last?.json.reason ?? last?.json.error).toBe(text);
		},
	);

	it('do not end it, however many they are, where something was accepted before', async () => {
		const input = Array.from({ length: 13 }, (_, index) => ({
			email: `new${index}@example.com`,
			first_name: index === 0 || index === 12 ? 'Ann' : 'x'.repeat(300),
		}));
		const run = await sync(input, { requestOptions: { maxParallelRequests: 1 } });
		expect(actions(run)).toEqual(['created', ...Array<string>(11).fill('rejected'), 'created']);
	});

	it('are no failures: five of those in a row end it, and not where a row was rejected between them', async () => {
		const input = Array.from({ length: 10 }, (_, index) => ({
			email: `new${index}@example.com`,
			first_name: index === 4 ? 'x'.repeat(300) : 'Ann',
		}));
		const fault = { fault: '401', times: 4, operation: 'subscriber.create' } as const;
		engine.sandbox.faults({ script: [fault, { fault: 'none', operation: 'subscriber.create' }, fault] });
		const run = await sync(
			input,
			{ requestOptions: { maxParallelRequests: 1 } },
			{ node: { onError: 'continueRegularOutput' } },
		);
		const four = Array<string>(4).fill('failed');
		expect(actions(run)).toEqual([...four, 'rejected', ...four, 'created']);
	});

	it('keep those whom nobody names any more: a new address may be theirs', async () => {
		const [renamed, ...others] = rowsOf();
		const before = list().subscribers.length;
		const run = await sync([...others, { ...renamed, email: 'renamed@example.com', first_name: 'x'.repeat(300) }], {
			removal: 'delete',
		});
		expect(list().subscribers).toHaveLength(before);
		expect(hintsOf(run).join()).toContain(
			'No subscribers were removed: 1 of the rows may not have been written (first: item 59)',
		);
	});

	it('keep them also where the row is of somebody who is there already', async () => {
		const [missing, first, ...others] = rowsOf();
		const run = await sync([{ ...first, first_name: 'x'.repeat(300) }, ...others], { removal: 'delete' });
		expect(list().withEmail(textOf(missing?.email))).toBeDefined();
		expect(hintsOf(run).join()).toContain(
			'No subscribers were removed: 1 of the rows may not have been written (first: item 0)',
		);
	});
});

describe("'Create in Bulk'", () => {
	it('creates those who are new by import, and updates the others one by one', async () => {
		const input = [
			...rowsOf(),
			...Array.from({ length: 30 }, (_, index) => ({ email: `new${index}@example.com`, tags: ['x'] })),
		];
		input[0] = { ...input[0], last_name: 'Changed' };
		const run = await sync(input, { options: { useImport: true } });
		expect(writes()).toEqual(['subscriber.import', 'subscriber.update']);
		expect(actions(run).filter((action) => action === 'created')).toHaveLength(30);
		expect(list().withEmail('new3@example.com')?.tags).toEqual(['x']);
	});

	it('tells the rows that the import refuses from the others', async () => {
		const run = await sync(
			[{ email: 'a@example.com' }, { email: 'b@example.com', first_name: 'x'.repeat(300) }, { email: 'c@example.com' }],
			{ options: { useImport: true } },
		);
		expect(actions(run)).toEqual(['created', 'rejected', 'created']);
	});

	it.each(['500-after', 'reset-after'] as const)(
		'is not sent again under Retry On Fail when it may have happened, and run again its rows are found in the list: %s',
		async (fault) => {
			engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.import' }] });
			const rows = [{ email: 'a@example.com' }];
			const options = { options: { useImport: true } };
			const run = await sync(rows, options, { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } });
			expect(run.error?.description).toContain('may have happened');
			const again = await sync(rows, options);
			expect([actions(again), count('subscriber.import')]).toEqual([['unchanged'], 1]);
		},
	);

	it('is not sent again when its rows are not found in the list', async () => {
		engine.sandbox.faults({ script: [{ fault: '504', operation: 'subscriber.import' }] });
		const run = await sync(
			[{ email: 'a@example.com' }],
			{ options: { useImport: true } },
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(errorText(run)).toContain('may have happened');
		expect(count('subscriber.import')).toBe(1);
	});
});

describe('a sync that does not come to its end', () => {
	const input = () => [
		...rowsOf()
			.slice(5)
			.map((row) => ({ ...row, last_name: 'Changed' })),
		...Array.from({ length: 20 }, (_, index) => ({ email: `new${index}@example.com` })),
	];
	const ended = () => {
		expect(list().subscribers).toHaveLength(75);
		expect(
			list()
				.subscribers.slice(0, 55)
				.every(({ lastName }) => lastName === 'Changed'),
		).toBe(true);
	};

	it.each(['401', '500-after', 'reset-after', '504'] as const)(
		'stops a node that stops, removes nobody, and finishes when it is run again: %s',
		async (fault) => {
			const rows = input();
			engine.sandbox.faults({
				script: [
					{ fault: 'none', times: 20 },
					{ fault, times: 3, operation: 'subscriber.create' },
				],
			});
			const run = await sync(rows, { removal: 'delete', requestOptions: { maxRetries: 0 } });
			expect(run.error).toBeDefined();
			expect(count('subscriber.delete')).toBe(0);
			engine.sandbox.faults(undefined);
			expect((await sync(rows, { removal: 'delete' })).error).toBeUndefined();
			ended();
		},
	);

	it('finishes by itself under Retry On Fail, and tells what all tries have done', async () => {
		engine.sandbox.faults({
			script: [
				{ fault: 'none', times: 100 },
				{ fault: '401', times: 2, operation: 'subscriber.delete' },
			],
		});
		const run = await sync(
			input(),
			{ removal: 'delete', requestOptions: { maxParallelRequests: 1 } },
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(run.error).toBeUndefined();
		ended();
		expect(actions(run)).toEqual([
			...Array<string>(55).fill('updated'),
			...Array<string>(20).fill('created'),
			...Array<string>(5).fill('deleted'),
		]);
		expect(count('subscriber.create')).toBe(20);
	});

	it('finishes after it was stopped by hand', async () => {
		const rows = input();
		engine.sandbox.faults({ latencyMs: 5 });
		await sync(
			rows,
			{ removal: 'delete', requestOptions: { maxParallelRequests: 2 } },
			{
				onStart: (cancel) => {
					const timer = setInterval(() => {
						if (writes().length < 15) return;
						clearInterval(timer);
						cancel();
					}, 1);
				},
			},
		);
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(writes().length).toBeLessThan(40);
		expect((await sync(rows, { removal: 'delete' })).error).toBeUndefined();
		ended();
	});

	it('gets through a storm of refusals and passing faults without a double', async () => {
		engine.sandbox.faults({
			rate: 0.15,
			kinds: ['429-seconds', '503-retry-after', 'reset-before'],
			operations: ['subscriber.getAll', 'subscriber.update', 'subscriber.delete'],
			retryAfterSeconds: 0,
		});
		const run = await sync(input(), { removal: 'delete', requestOptions: { maxRetries: 10 } });
		expect(run.error).toBeUndefined();
		ended();
	});

	it('says in its place what became of a row, and goes on with the others, but removes nobody, where the node goes on', async () => {
		engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.create' }] });
		const run = await sync(input(), { removal: 'delete' }, { node: { onError: 'continueErrorOutput' } });
		expect(list().subscribers).toHaveLength(80);
		expect(run.errorItems.map(({ json: { details } }) => details)).toEqual([
			expect.stringContaining('may have happened'),
		]);
		expect(actions(run)).not.toContain('deleted');
		expect(hintsOf(run).join()).toContain('1 unknown');
		expect(hintsOf(run).join()).toContain(
			'No subscribers were removed: 1 of the rows may not have been written (first: ',
		);
	});

	it('does not pass for done when somebody could not be removed', async () => {
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.delete' }] });
		const rows = rowsOf().slice(1);
		const run = await sync(rows, { removal: 'delete' });
		expect(run.error?.message).toBe('1 of 60 rows failed: The service did not accept the access token');
		expect(run.error?.description).toContain('Result: 59 unchanged, 1 failed.');
		engine.sandbox.faults({ script: [{ fault: '401', operation: 'subscriber.delete' }] });
		const goingOn = await sync(rows, { removal: 'delete' }, { node: { onError: 'continueRegularOutput' } });
		expect(goingOn.items.at(-1)).toMatchObject({
			json: {
				action: 'failed',
				reason: 'The service did not accept the access token',
				email: subscribed().email,
			},
			pairedItem: [],
		});
	});

	it('asks for no more removals after five that failed in a row, and says of whom', async () => {
		engine.sandbox.faults({ script: [{ fault: '500', operation: 'subscriber.delete', times: 60 }] });
		const run = await sync(
			rowsOf().slice(10),
			{ removal: 'delete', requestOptions: { maxParallelRequests: 1, maxRetries: 0 } },
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(count('subscriber.delete')).toBe(5);
		const reasons = jsonOf(run).flatMap(({ action, reason }) => (action === 'unchanged' ? [] : [textOf(reason)]));
		expect(reasons).toHaveLength(10);
		expect(reasons.map((reason) => reason.startsWith('Not sent'))).toEqual([
			...Array<boolean>(5).fill(false),
			...Array<boolean>(5).fill(true),
		]);
	});

	it('fails where somebody may have been removed', async () => {
		engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.toggleSubscription' }] });
		const { email } = subscribed();
		const run = await sync(
			rowsOf().filter((row) => row.email !== email),
			{ removal: 'unsubscribe' },
		);
		expect(run.error?.description).toContain('1 unknown');
		expect(run.error?.description).toContain("Read the subscriber with 'Get' before running it again.");
	});

	it('changes nothing when the list is not found', async () => {
		const run = await sync([{ email: 'a@example.com' }], { contactList: byId('gone') });
		expect(run.error?.httpCode).toBe('404');
		expect(writes()).toEqual([]);
	});
});

describe('a service that is not as the sandbox', () => {
	interface Person {
		uuid: string;
		email: string;
		is_subscribed?: boolean;
		[field: string]: unknown;
	}

	type Change = (method: string, path: string, people: Person[]) => [unknown, number?] | undefined;

	/** A list with these people; `change` sees each request and may answer it. */
	async function against(
		people: Person[],
		input: IDataObject[],
		parameters: INodeParameters = {},
		change: Change = () => undefined,
		more: Partial<NodeRunOptions> = {},
		shown: (person: Person) => unknown = (person) => person,
	) {
		const served = await serve((request, response, body) => {
			const [path = ''] = (request.url ?? '').split('/').slice(4).join('/').split('?');
			const [answer, status] = change(String(request.method), path, people) ?? [undefined];
			const [, id, toggle] = path.split('/');
			const person = people.find(({ uuid }) => uuid === id);
			if (answer !== undefined) json(response, answer, status);
			else if (request.method === 'GET' && id === undefined) json(response, { data: people.map(shown) });
			else if (request.method === 'GET') json(response, { subscriber: person }, person ? 200 : 404);
			else if (toggle !== undefined && person)
				json(response, { subscriber: Object.assign(person, { is_subscribed: !person.is_subscribed }) });
			else if (request.method === 'DELETE' && person)
				json(response, { deleted: people.splice(people.indexOf(person), 1).length });
			else if (request.method === 'PUT' && person)
				json(response, { subscriber: Object.assign(person, JSON.parse(body) as object) });
			else json(response, { message: 'Not found' }, 404);
		});
		const run = await runNode({
			parameters: { resource: 'subscriber', operation: 'sync', contactList: byId('L'), ...parameters },
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input,
			...more,
		});
		await served.close();
		return { run, sent: served.requests.map((one) => one.replace('/v1/contact-lists/L/', '')).slice(1), people };
	}

	const five = (): Person[] =>
		Array.from({ length: 5 }, (_, index) => ({
			uuid: `u${index}`,
			email: `p${index}@example.com`,
			first_name: 'P',
			last_name: 'Q',
			tags: ['a'],
			is_subscribed: true,
		}));
	const rows = (people: Person[]) => people.map(({ email }): IDataObject => ({ email }));

	it('does not subscribe again who has unsubscribed after the list was read', async () => {
		let isFirst = true;
		const { sent, people, run } = await against(
			five(),
			rows(five()).slice(1),
			{ removal: 'unsubscribe' },
			(method, path, all) => {
				if (method === 'GET' && path !== 'subscriber' && isFirst) {
					isFirst = false;
					defined(all[0]).is_subscribed = false;
				}
				return undefined;
			},
		);
		expect(sent).toEqual(['GET subscriber/u0']);
		expect([people[0]?.is_subscribed, actions(run).at(-1)]).toEqual([false, 'unsubscribed']);
	});

	it('does not unsubscribe who has come back by themselves after the list was read', async () => {
		const people = five();
		defined(people[0]).is_subscribed = false;
		const { sent } = await against(people, rows(people), { options: { resubscribe: true } }, (_method, path, all) => {
			if (path !== 'subscriber') defined(all[0]).is_subscribed = true;
			return undefined;
		});
		expect([sent, people[0]?.is_subscribed]).toEqual([['GET subscriber/u0'], true]);
	});

	it('toggles nobody of whom the service does not say whether they are subscribed', async () => {
		const people = five().map((person): Person => ({ ...person, is_subscribed: undefined }));
		const { run, sent } = await against(people, rows(people).slice(1), { removal: 'unsubscribe' });
		expect(run.error?.message).toContain('The service does not show whether the subscriber is subscribed');
		expect(sent).toEqual(['GET subscriber/u0']);
	});

	it('does not pass for done when the look at the present state is refused', async () => {
		const people = [
			...five(),
			...five().map((person, index): Person => ({ ...person, uuid: `v${index}`, email: `v${index}@example.com` })),
		];
		const { run, sent } = await against(
			people,
			rows(people).slice(2),
			{ removal: 'unsubscribe', requestOptions: { maxParallelRequests: 1 } },
			(_method, path) => (path === 'subscriber/u0' ? [{ message: 'No' }, 422] : undefined),
		);
		expect(actions(run).slice(-2)).toEqual(['rejected', 'unsubscribed']);
		expect(sent.filter((request) => !request.includes('?'))).toEqual([
			'GET subscriber/u0',
			'GET subscriber/u1',
			'PUT subscriber/u1/toggle',
		]);
	});

	it.each([
		['ann@müller.de', 'ANN@xn--mller-kva.de'],
		['ann@xn--mller-kva.de', 'Ann@MÜLLER.de'],
	])('takes %s in the list and %s in a row for one address', async (email, written) => {
		const { run, sent } = await against([{ uuid: 'u1', email }], [{ email: written }], { removal: 'delete' });
		expect([actions(run), sent]).toEqual([['unchanged'], []]);
	});

	it('reads whom it changes where the list does not show their tags', async () => {
		const shown = (person: Person) => ({ ...person, tags: undefined });
		const input = [
			{ email: 'p0@example.com', tags: ['b'] },
			{ email: 'p1@example.com', first_name: 'New' },
			{ email: 'p2@example.com', first_name: 'P' },
		];
		const parameters = { requestOptions: { maxParallelRequests: 1 } };
		const { run, sent, people } = await against(five(), input, parameters, undefined, {}, shown);
		expect(actions(run)).toEqual(['updated', 'updated', 'unchanged']);
		expect(sent).toEqual(['GET subscriber/u0', 'PUT subscriber/u0', 'GET subscriber/u1', 'PUT subscriber/u1']);
		expect(people.map((person) => person.tags).slice(0, 2)).toEqual([['b'], ['a']]);
	});

	it('says unchanged of a subscriber who, once read, is as the row says', async () => {
		const shown = (person: Person) => ({ ...person, tags: undefined });
		const input = [{ email: 'p0@example.com', tags: ['a'] }];
		const { run, sent } = await against(five(), input, {}, undefined, {}, shown);
		expect([actions(run), sent]).toEqual([['unchanged'], ['GET subscriber/u0']]);
	});

	it('says of whom the service gives no ID, and goes on with the others', async () => {
		const { run } = await against(
			five(),
			[
				{ email: 'p0@example.com', first_name: 'Q' },
				{ email: 'p1@example.com', first_name: 'Q' },
			],
			{},
			undefined,
			{ node: { onError: 'continueRegularOutput' } },
			({ uuid, ...person }) => (uuid === 'u0' ? person : { uuid, ...person }),
		);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'failed', reason: 'The service shows no usable ID for p0@example.com' }),
			expect.objectContaining({ action: 'updated', email: 'p1@example.com' }),
		]);
	});

	it('gives what the answer tells where it is not what was sent', async () => {
		const { run } = await against(
			five(),
			[
				{ email: 'p0@example.com', first_name: 'Maximiliana', tags: ['b'] },
				{ email: 'p1@example.com', first_name: 'Q' },
			],
			{},
			(method, path, all) => {
				if (method !== 'PUT') return undefined;
				return path.endsWith('u0')
					? [{ subscriber: { ...all[0], first_name: 'Maxi', tags: ['b', 'c'], is_subscribed: false } }]
					: [{ message: 'Done' }];
			},
		);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'updated', first_name: 'Maxi', tags: ['b', 'c'], is_subscribed: false }),
			expect.objectContaining({ action: 'updated', first_name: 'Q', tags: ['a'], is_subscribed: true }),
		]);
	});

	describe('that subscribes whom it updates', () => {
		/** The first two are unsubscribed. */
		const subscribing = async (
			parameters: INodeParameters = {},
			node: NodeRunOptions['node'] = { onError: 'continueRegularOutput' },
			shown?: (person: Person) => unknown,
		) => {
			const people = five();
			for (const person of people.slice(0, 2)) person.is_subscribed = false;
			const change: Change = (method, path, all) => {
				const person = all.find(({ uuid }) => path === `subscriber/${uuid}`);
				if (method !== 'PUT' || person === undefined) return undefined;
				return [{ subscriber: Object.assign(person, { first_name: 'New', is_subscribed: true }) }];
			};
			const input = rows(people).map((row) => ({ ...row, first_name: 'New' }));
			const options = { requestOptions: { maxParallelRequests: 1 }, ...parameters };
			return await against(people, input, options, change, { node }, shown);
		};

		it('says so of each, and goes on with the others', async () => {
			const { run } = await subscribing();
			expect(jsonOf(run).slice(0, 2)).toEqual(
				['p0', 'p1'].map((name) =>
					expect.objectContaining({
						action: 'failed',
						reason: `The service shows ${name}@example.com as subscribed after this update`,
					}),
				),
			);
			expect(actions(run).slice(2)).toEqual(['updated', 'updated', 'updated']);
		});

		it('says so under Retry On Fail too, where the list then shows nothing amiss, and updates nobody twice', async () => {
			const { run, sent } = await subscribing({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
			expect(run.error?.message).toContain('p0@example.com as subscribed after this update');
			const puts = sent.filter((request) => request.startsWith('PUT'));
			expect(new Set(puts).size).toBe(puts.length);
		});

		it.each<[string, (person: Person) => unknown]>([
			['where the list shows all of them', (person) => person],
			['where they are read first', (person) => ({ ...person, tags: undefined })],
		])("takes it for done where 'Resubscribe' is on, %s", async (_, shown) => {
			const options = { options: { resubscribe: true }, requestOptions: { maxParallelRequests: 1 } };
			const { run, sent } = await subscribing(options, undefined, shown);
			expect(actions(run).slice(0, 3)).toEqual(['resubscribed', 'resubscribed', 'updated']);
			expect(sent.filter((request) => request.includes('toggle'))).toEqual([]);
		});
	});

	it('changes nobody whose address is in the list twice', async () => {
		const people = [...five(), { uuid: 'u9', email: 'P0@EXAMPLE.com', is_subscribed: true }];
		const { run, sent } = await against(
			people,
			[{ email: 'p0@example.com', first_name: 'Q' }, ...rows(people).slice(1, 5)],
			{ removal: 'delete' },
		);
		expect(jsonOf(run)[0]).toMatchObject({
			action: 'rejected',
			reason: '2 subscribers of the contact list have the email p0@example.com',
		});
		expect(sent).toEqual([]);
	});

	it.each<[string, unknown, string]>([
		[
			'of which less than 95 % came',
			{ data: five().slice(1), meta: { total: 5, current_page: 1, last_page: 1 } },
			'The contact list may be incomplete',
		],
		['that is none', { message: 'Welcome' }, 'The response contains no list'],
	])('changes nothing when it gives a list %s', async (_, answer, message) => {
		const { run, sent } = await against(five(), [{ email: 'new@example.com' }], {}, (method) =>
			method === 'GET' ? [answer] : undefined,
		);
		expect(run.error?.message).toBe(message);
		expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
	});

	it('warns of a list of which a little less came than it says, and does its work', async () => {
		const people = Array.from({ length: 20 }, (_, index) => ({ uuid: `u${index}`, email: `p${index}@example.com` }));
		const page = { data: people, meta: { total: 21, current_page: 1, last_page: 1 } };
		const { run, sent } = await against(people, rows(people).slice(1), { removal: 'delete' }, (method, path) =>
			method === 'GET' && path === 'subscriber' ? [page] : undefined,
		);
		expect([run.error, sent]).toEqual([undefined, ['DELETE subscriber/u0']]);
		expect(hintsOf(run).join()).toContain('The service counts 21 entries in this list, but returned 20');
	});

	it.each<[string, unknown, number]>([
		['409', { message: 'Conflict' }, 409],
		['422 in another language', { errors: { email: ['ist bereits vergeben'] } }, 422],
		['413', {}, 413],
	])('goes on after a row that is refused by %s, as one who was added meanwhile', async (_, refusal, status) => {
		const people = five();
		const { run } = await against(
			people,
			[{ email: 'new@example.com' }, { email: 'p0@example.com', first_name: 'Q' }],
			{},
			(method) => (method === 'POST' ? [refusal, status] : undefined),
		);
		expect([run.error, actions(run), people[0]?.first_name]).toEqual([undefined, ['rejected', 'updated'], 'Q']);
	});

	it('goes on after somebody whom the service does not let go', async () => {
		const { run, sent } = await against(
			five(),
			rows(five()).slice(2),
			{ removal: 'delete', options: { maxRemovalPercent: 50 }, requestOptions: { maxParallelRequests: 1 } },
			(method, path) =>
				method === 'DELETE' && path.endsWith('u0') ? [{ message: 'Is in a running campaign' }, 409] : undefined,
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).filter(({ action }) => action !== 'unchanged')).toEqual([
			expect.objectContaining({ action: 'rejected', reason: 'Is in a running campaign', uuid: 'u0' }),
			expect.objectContaining({ action: 'deleted', uuid: 'u1' }),
		]);
		expect(sent).toHaveLength(2);
	});

	it.each<[string, unknown]>([
		['nothing', ''],
		['a sentence', { message: 'Created' }],
	])('says who was created when the answer is %s', async (_, answer) => {
		const { run } = await against(five(), [{ email: 'new@example.com', first_name: 'N' }], {}, (method) =>
			method === 'POST' ? [answer] : undefined,
		);
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ action: 'created', email: 'new@example.com', first_name: 'N' }),
		]);
	});

	it("removes with 'Create in Bulk' who is in no row, without reading the list again", async () => {
		const { run, people, sent } = await against(
			five(),
			[...rows(five()).slice(1), { email: 'new@example.com' }],
			{ removal: 'delete', options: { useImport: true } },
			(method, _, all) => {
				if (method !== 'POST') return undefined;
				all.push({ uuid: 'n1', email: 'new@example.com' });
				return [{ imported: 1 }];
			},
		);
		expect(run.error).toBeUndefined();
		expect(people.map(({ uuid }) => uuid)).toEqual(['u1', 'u2', 'u3', 'u4', 'n1']);
		expect(sent).toEqual(['POST import', 'DELETE subscriber/u0']);
	});

	it('creates and removes nobody twice under Retry On Fail, though the list lags behind', async () => {
		const people = five();
		const stale = people.map((person) => ({ ...person }));
		let failed = 0;
		const { run, sent } = await against(
			people,
			[...rows(people).slice(2), { email: 'new@example.com' }],
			{ removal: 'delete', options: { maxRemovalPercent: 50 }, requestOptions: { maxParallelRequests: 1 } },
			(method, path) => {
				if (method === 'GET') return [{ data: stale }];
				if (method === 'POST') return [{ subscriber: { uuid: 'n1', email: 'new@example.com' } }];
				return path.endsWith('u1') && failed++ === 0 ? [{ message: 'No' }, 401] : undefined;
			},
			{ node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		expect(run.error).toBeUndefined();
		expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([
			'POST subscriber',
			'DELETE subscriber/u0',
			'DELETE subscriber/u1',
			'DELETE subscriber/u1',
		]);
		expect(
			jsonOf(run)
				.map(({ action, uuid }) => [action, uuid])
				.slice(3),
		).toEqual([
			['created', 'n1'],
			['deleted', 'u0'],
			['deleted', 'u1'],
		]);
	});
});
