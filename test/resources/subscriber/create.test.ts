import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { rowKeys } from '../../../nodes/EmailMarketing/rows/results';
import { expectFailure } from '../../engine/expectFailure';
import { byId, defined, goOn, hintsOf, jsonOf, mapped, rowOf, useEngine, warningsOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

const engine = useEngine();
const { reply, run: runOnList } = useList();
const bodies = () => engine.sandbox.requests().map(({ body }) => body);
const create = async (parameters: INodeParameters, input: IDataObject[] = [{}]) =>
	await engine.run('subscriber.create', { contactList: byId(engine.list().uuid), ...parameters }, { input });
const createMapped = async (input: IDataObject[], more: INodeParameters = {}) =>
	await create({ ...mapped, ...more }, input);

describe('Subscriber → Create', () => {
	it('sends nothing to a service that has the address already but the one request, and points to Create or Update', async () => {
		const { email } = defined(engine.list().subscribers[0]);
		expectFailure(await create({ email }), {
			status: 422,
			mentions: [`${email} was not added: The email has already been taken.`, "'Create or Update'"],
		});
		expect(engine.sandbox.requests()).toHaveLength(1);
	});
});

describe('a created subscriber', () => {
	it.each([
		[
			'what the service says, where it shows no subscriber',
			{ message: 'Mail sent. '.repeat(20) },
			`${'Mail sent. '.repeat(20).slice(0, 199)}…`,
		],
		['a few words, where it shows one', { message: 'Created', subscriber: { uuid: 'u1' } }, 'new'],
		['a few words, where its fields show one', { message: 'Created', uuid: 'u1' }, 'new'],
		['a few words, where it says nothing', { message: 7 }, 'new'],
	])('has as reason %s', async (_, answer, note) => {
		reply('create', [200, answer]);
		const run = await runOnList('create', { email: 'new@example.com' });
		expect(jsonOf(run)).toMatchObject([{ action: 'created', email: 'new@example.com', tags: '', note }]);
	});
});

describe("Create with 'Map Automatically'", () => {
	it('sends email, names and tags of each item, and ignores other columns', async () => {
		await createMapped([
			{ email: ' ada@example.com ', first_name: 'Ada', last_name: null, tags: ['x'], phone: '1' },
			{ email: 'bob@example.com', tags: 'y, z' },
		]);
		expect(bodies()).toHaveLength(2);
		expect(bodies()).toContainEqual({ email: 'ada@example.com', first_name: 'Ada', tags: ['x'] });
		expect(bodies()).toContainEqual({ email: 'bob@example.com', tags: ['y', 'z'] });
	});

	// Without a limit, these would take minutes.
	it.each(['a', '\u0301\u0316', '"a"@'])('rejects an email of 400,000 characters in words: %j', async (part) => {
		const email = `"${part.repeat(400_000 / part.length)}" <ann@example.com>`;
		const run = await createMapped([{ Email: email, Name: email, submittedAt: '2026-01-01T10:00:00Z' }]);
		expectFailure(run, { mentions: ['is not an email address', 'in the sheet'] });
		expect(run.error?.message.length).toBeLessThan(200);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('skips a blank row, and creates the others', async () => {
		const run = await createMapped([{ email: '', tags: null, row_number: 2 }, { email: 'ada@example.com' }]);
		expect(jsonOf(run)[0]).toMatchObject({ action: 'skipped', email: '', note: expect.stringContaining('empty') });
		expect(bodies()).toEqual([{ email: 'ada@example.com' }]);
		expect(hintsOf(run)).toEqual([expect.stringMatching(/empty.*skipped/i)]);
	});

	it('sends every item, so that a second one with the same address fails in words', async () => {
		const input = [{ email: 'ada@example.com' }, { email: 'Ada@example.com', first_name: 'Ada' }];
		const run = await create(mapped, input);
		expectFailure(run, { mentions: ['already been taken', 'Of 2 items: 1 created, row 2 failed'] });
		expect(bodies()).toEqual(input);
	});

	it('sends nothing at all where one item lacks the email column', async () => {
		const run = await createMapped([{ Post: 'bob@example.com' }, { email: 'ada@example.com' }]);
		expectFailure(run, { mentions: ["'Email' is empty", 'row 1'] });
		expect(bodies()).toEqual([]);
	});
});

describe('Create of a person who opted out', () => {
	const webhook = { headers: {}, params: {}, query: {}, body: { email: 'a@example.com', newsletter: 'no' } };
	const definedBelow = {
		dataMode: 'defineBelow',
		email: 'a@example.com',
		consent: 'columns',
		optIn: ['body.newsletter'],
	};

	it.each<[string, IDataObject, INodeParameters, string]>([
		[
			'in a row that cannot be sent',
			{ email: 'a@example.com', tags: {}, is_subscribed: 0 },
			{},
			'"is_subscribed" is "0"',
		],
		[
			'in the body of a webhook, where the fields are set in the node',
			webhook,
			definedBelow,
			'"body.newsletter" is "no"',
		],
	])('is skipped with the reason, %s', async (_, input, parameters, note) => {
		const run = await createMapped([input], parameters);
		expect(jsonOf(run)).toEqual([
			rowOf({ action: 'skipped', note: `Opted out: ${note}`, email: 'a@example.com', is_subscribed: false, uuid: '' }),
		]);
		expect(bodies()).toEqual([]);
		expect(hintsOf(run)).toContainEqual(expect.stringMatching(/opted-out.*skipped/i));
	});

	it.each([
		['', 'is empty'],
		['ann@', 'ann@'],
	])('fails where nobody can tell who it is: %j', async (email, mention) => {
		const run = await createMapped([{ email, first_name: 'Ann', is_subscribed: false }]);
		expectFailure(run, { mentions: [mention] });
		expect(bodies()).toEqual([]);
	});

	it('does not keep the others from being created, and all outputs have the same keys', async () => {
		const run = await createMapped([
			{ email: 'a@example.com', is_subscribed: false },
			{ email: 'b@example.com', is_subscribed: true, unsubscribed_at: null },
		]);
		expect(jsonOf(run)).toMatchObject([
			{ action: 'skipped', email: 'a@example.com', is_subscribed: false },
			{ action: 'created', email: 'b@example.com', is_subscribed: true },
		]);
		for (const item of jsonOf(run)) expect(Object.keys(item)).toEqual([...rowKeys, 'uuid']);
		expect(bodies()).toEqual([{ email: 'b@example.com' }]);
	});

	it('is not created by another item with their address', async () => {
		const run = await createMapped([
			{ email: 'A@example.com', is_subscribed: true },
			{ email: 'a@example.com', is_subscribed: false },
			{ email: 'b@example.com', is_subscribed: true },
		]);
		expect(jsonOf(run).map(({ action, note }) => [action, note])).toEqual([
			['skipped', 'Opted out: "is_subscribed" is "false", in another row with the same address'],
			['skipped', 'Opted out: "is_subscribed" is "false"'],
			['created', expect.anything()],
		]);
		expect(bodies()).toEqual([{ email: 'b@example.com' }]);
	});

	it('may be created in another list', async () => {
		const input = [0, 1].map((index) => ({
			email: 'a@example.com',
			is_subscribed: index === 1,
			list: engine.list(index).uuid,
		}));
		const run = await createMapped(input, { contactList: byId('={{ $json.list }}') });
		expect(jsonOf(run).map(({ action }) => action)).toEqual(['skipped', 'created']);
		expect(engine.list(1).withEmail('a@example.com')).toBeDefined();
	});

	it('is not created by another item with their address if the answer is a broken cell', async () => {
		const parameters = { contactList: byId(engine.list().uuid), ...mapped, consent: 'columns', optOut: ['Left'] };
		const input = ['', '#NV', ''].map((left, index) => ({ email: `${index < 2 ? 'a' : 'b'}@example.com`, Left: left }));
		const goingOn = jsonOf(await engine.run('subscriber.create', parameters, { input, node: goOn }));
		expect(goingOn).toMatchObject([
			{ error: expect.stringContaining('#NV, in another row with the same address') },
			{ error: expect.stringContaining('"Left" is #NV') },
			{ action: 'created', email: 'b@example.com' },
		]);
		expect(bodies()).toEqual([{ email: 'b@example.com' }]);
		const stopped = await engine.run('subscriber.create', parameters, { input });
		expectFailure(stopped, { mentions: ['"Left" is #NV', 'row 2 failed', '2 not sent'] });
		expect(bodies()).toHaveLength(1);
	});

	it("outputs the service's subscriber whole with 'Simplify' off", async () => {
		const run = await createMapped([{ email: 'b@example.com' }], { simplify: false });
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ email: 'b@example.com', customerable_type: expect.anything() }),
		]);
	});
});

it("Create reads the column that an expression under 'Columns' names for each item", async () => {
	const input = [
		{ form: 'A', email: 'a@example.com', 'Topics A': 'x', 'Topics B': 'y' },
		{ form: 'B', email: 'b@example.com', 'Topics B': 'z' },
	];
	const run = await createMapped(input, {
		columns: { tags: "={{ $json.form === 'A' ? 'Topics A' : 'Topics B' }}", lastName: 'Family' },
	});
	expect(jsonOf(run).map(({ tags }) => tags)).toEqual(['x', 'z']);
	expect(hintsOf(run)).toContainEqual(expect.stringContaining('Columns used: "Topics A" (Tags), "email"'));
	expect(warningsOf(run)).toContainEqual(expect.stringContaining('"Family"'));
});
