import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun } from '../../engine/runNode';
import {
	actionsOf,
	byId,
	defined,
	errorText,
	errorOutput,
	goOn,
	hintsOf,
	jsonOf,
	mapped,
	tries,
	useEngine,
} from '../../engine/support';
import { useList, type Reply } from '../../laravel/useList';

const engine = useEngine({ subscribers: 350 });
const { list, requests, bodies, reply, run: runOnList } = useList();
const count = (operation: string) => engine.operations().filter((one) => one === operation).length;
const upsert = async (input: IDataObject[], more: INodeParameters = {}, node = {}) =>
	await engine.run('subscriber.upsert', { contactList: byId(engine.list().uuid), ...mapped, ...more }, { input, node });
const oneByOne = { requestOptions: { maxParallelRequests: 1 } };

describe('Subscriber → Create or Update', () => {
	it('updates a subscriber who is there, whatever the case of the email', async () => {
		const someone = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt === null));
		const { email } = someone;
		const run = await upsert([{ email: ` ${email.toUpperCase()}`, last_name: 'Changed' }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'updated', email, last_name: 'Changed' })]);
		expect(jsonOf(run)[0]).toMatchObject({ note: expect.stringMatching(/^last_name: .* → Changed$/) });
		expect(engine.operations()).toEqual(['subscriber.create', 'subscriber.getAll', 'subscriber.update']);
		expect(someone.lastName).toBe('Changed');
	});

	it('creates and updates with extra fields, which never set the subscription of someone in the list', async () => {
		const names = { first_name: 'Ann', last_name: 'Lee' };
		const ann = { uuid: 'u1', email: 'ann@example.com', ...names, tags: [], is_subscribed: false };
		const extraFields = '{"phone": "1", "is_subscribed": true, "unsubscribed_at": null}';
		const parameters = { email: '={{ $json.mail }}', additionalFields: { extraFields } };
		const input = [{ mail: 'new@example.com' }, { mail: ann.email }];
		list.hold([ann]);
		expect(actionsOf(await runOnList('upsert', parameters, { input }))).toEqual(['created', 'updated']);
		expect(bodies()[0]).toEqual({ email: 'new@example.com', phone: '1', is_subscribed: true, unsubscribed_at: null });
		expect(bodies().at(-1)).toEqual({ email: ann.email, ...names, phone: '1' });
		expect(list.subscribers[0]).toMatchObject({ ...ann, phone: '1' });
	});

	it('works in the contact list that the item names, for which alone an opt-out counts', async () => {
		const email = defined(engine.list(1).subscribers[0]).email;
		const input = [
			...[0, 1].map((index) => ({ list: engine.list(index).uuid, email: 'both@example.com' })),
			{ list: engine.list(0).uuid, email: 'new@example.com', is_subscribed: false },
			{ list: engine.list(1).uuid, email: 'new@example.com' },
			{ list: engine.list(1).uuid, email, last_name: 'Here' },
		];
		const run = await upsert(input, { contactList: byId('={{ $json.list }}') });
		expect(actionsOf(run)).toEqual(['created', 'created', 'skipped', 'created', 'updated']);
		expect(engine.list(1).subscribers[0]?.lastName).toBe('Here');
	});
});

it('a create of unknown outcome in Create or Update may be run again, as the error says', async () => {
	list.hold([]);
	reply('create', 'reset-after');
	const done = await runOnList('upsert', mapped, { input: [{ email: 'new@example.com' }] });
	expect(errorText(done)).toContain('Run it again: a subscriber who was created is then found');
});

describe('Create or Update of an address that is taken', () => {
	const ann = { uuid: 'u1', email: 'Ann@Example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] };
	const row: IDataObject = { email: 'ann@example.com', first_name: 'Anna' };
	const others = (names: string) => [...names].map((name) => ({ ...row, email: `${name}@example.com` }));
	const taken: Reply = [422, { errors: { email: ['is taken'] } }];
	const at = async (input = [row], node = {}) => await runOnList('upsert', mapped, { input, node });
	beforeEach(() => list.hold([ann]));

	it.each<[number, unknown]>([
		[409, ''],
		[422, { errors: { email: ['ist bereits vergeben'] } }],
		[422, { message: 'Already there' }],
		[422, { errors: { email: ['is taken'], last_name: ['is required'] } }],
	])('looks it up and updates its subscriber, where the create is rejected with %i %j', async (status, body) => {
		reply('create', [status, body]);
		expect(jsonOf(await at())).toMatchObject([{ action: 'updated', email: 'Ann@Example.com' }]);
		expect(requests()).toEqual(['create', 'read', 'update u1']);
		expect(list.subscribers).toMatchObject([{ ...ann, first_name: 'Anna' }]);
	});

	it.each<[number, unknown]>([
		[422, { errors: { tags: ['too many'] } }],
		[400, { message: 'Bad request' }],
		[200, { success: false, message: 'No' }],
	])('is not looked up where something else is rejected: %i %j', async (status, body) => {
		reply('create', [status, body]);
		const { error } = await at();
		expect(error).toBeDefined();
		expect(error?.message).not.toContain('rows');
		expect(requests()).toEqual(['create']);
	});

	it('is rejected with the message of the service where it is not in the list, after one more reading for all', async () => {
		list.hold([]);
		reply('create', taken);
		const input = [row, ...others('bcd')];
		const run = await at(input, goOn);
		const note = expect.stringContaining('is taken');
		expect(jsonOf(run)).toMatchObject(input.map(({ email }) => ({ action: 'rejected', email, note })));
		expect(requests().sort()).toEqual([...Array<string>(4).fill('create'), 'read', 'read']);
		expect(hintsOf(run).join()).toContain('Create or Update: 4 rejected');
	});

	it('is not looked for once more where the service fails then, and comes out as it was rejected', async () => {
		list.hold([]);
		reply('create', ({ body }) => (body.includes(textOf(row.email)) ? taken : [500, {}]));
		const [first, second] = jsonOf(await at([row, ...others('bcdefgh')], goOn));
		expect(first).toMatchObject({ action: 'rejected', note: expect.stringContaining('is taken') });
		expect(second).toMatchObject({ action: 'unknown' });
		expect(requests().filter((request) => request === 'read')).toHaveLength(1);
	});

	it.each([
		[
			'rejected where two readings of a list that lacks much show the same',
			['u2', 'u2'],
			/^The service did not accept/,
		],
		['not judged where they differ', ['u1', 'u2'], /^The subscriber could not be looked up/],
	])('that is not shown is %s', async (_, ids, error) => {
		const meta = { current_page: 1, last_page: 1, total: 9 };
		for (const uuid of ids) reply('read', [200, { data: [{ ...ann, uuid, email: 'other@example.com' }], meta }], 1);
		const run = await at([row], errorOutput);
		expect(run.errorItems[0]?.json).toMatchObject({ error: expect.stringMatching(error), canRetry: true });
		expect(requests()).toEqual(['create', 'read', 'read']);
		expect(hintsOf(run).join()).toMatch(/9 entries.* 1:/);
	});

	it('fails where the list cannot be read, and the others are created', async () => {
		reply('read', '403');
		const run = await at([row, ...others('b')], errorOutput);
		const error = expect.stringMatching(/could not be looked up.*not allowed/);
		const details = expect.stringContaining('The create was rejected (The email has already been taken.)');
		expect(run.errorItems).toMatchObject([{ json: { error, details, canRetry: false } }]);
		expect(actionsOf(run)).toEqual(['created']);
	});

	it('changes nothing where two subscribers have it', async () => {
		list.hold([ann, { ...ann, uuid: 'u2', email: 'ANN@example.com' }]);
		expectFailure(await at(), { mentions: ['2 subscribers', 'ann@example.com'] });
		expect(requests()).toEqual(['create', 'read']);
	});

	it('sends no tags where the service shows the present ones nowhere', async () => {
		list.hold([{ ...ann, tags: undefined }]);
		expectFailure(await at([{ ...row, tags: ['b'] }]), { mentions: ['does not show the tags'] });
		expect(requests()).toEqual(['create', 'read', 'get u1']);
	});

	it('comes out with what was sent where it was created, and the response is only a message', async () => {
		list.hold([]);
		reply('create', [200, { message: 'OK' }]);
		expect(jsonOf(await at())).toMatchObject([{ action: 'created', ...row }]);
	});

	it('keeps the tags that were just sent, though the response does not show them', async () => {
		list.hold([], { replaces: true });
		const uuid = '00000000-0000-4000-8000-000000000001';
		for (const kind of ['create', 'update'] as const) reply(kind, [200, { subscriber: { uuid } }]);
		await at(['a', 'b'].map((tag) => ({ email: 'n@example.com', tags: [tag] })));
		expect(list.subscribers).toMatchObject([{ email: 'n@example.com', tags: ['a', 'b'] }]);
		expect(requests()).toEqual(['create', `get ${uuid}`, `update ${uuid}`]);
	});

	it('is found by a second reading where another run created it after the first', async () => {
		const rows = others('abcdefghijklmnopqrst');
		const people = rows.map(({ email }, place) => ({ ...ann, uuid: `u${place}`, email }));
		list.hold(people);
		reply('read', [200, { data: people.slice(0, 1) }], 1);
		expect(new Set(actionsOf(await at(rows, goOn)))).toEqual(new Set(['updated']));
		expect(list.subscribers).toMatchObject(rows);
		expect(requests().filter((request) => request === 'read')).toHaveLength(2);
	});

	it('says of one that the list does not show that a moment later it may, as a replica lags', async () => {
		list.hold([]);
		reply('create', taken);
		expectFailure(await at(), { mentions: ['is taken', 'does not show this address', 'moments ago', 'run it again'] });
	});

	it('adds tags as the list spells them, once it was read, to people who are there and to new ones', async () => {
		list.hold([
			{ ...ann, tags: ['vip'] },
			{ uuid: 'u2', email: 'b@example.com', tags: ['a'] },
		]);
		const input = [
			{ ...row, tags: 'VIP, Lead' },
			...['b', 'c'].map((name) => ({ email: `${name}@example.com`, tags: 'VIP, lead' })),
		];
		await runOnList('upsert', { ...mapped, ...oneByOne }, { input });
		expect(list.subscribers.map(({ tags }) => tags)).toEqual([
			['vip', 'Lead'],
			['a', 'vip', 'lead'],
			['vip', 'lead'],
		]);
	});

	it('has an unknown outcome where the update was lost, and then rejected', async () => {
		reply('update u1', '500', 1);
		reply('update u1', [422, { errors: { first_name: ['is long'] } }], 1);
		expect(actionsOf(await at([row], goOn))).toEqual(['unknown']);
		expect(requests().slice(2)).toEqual(['update u1', 'update u1']);
	});

	it('fails where a list that changed while it was read does not show it', async () => {
		let page = 0;
		reply('read', () => {
			page += 1;
			const meta = { current_page: page, last_page: 2, total: 4 - page };
			return [200, { data: [{ ...ann, uuid: `u${page}`, email: `p${page}@example.com` }], meta }];
		});
		const mentions = ['has already been taken', 'contact list', 'changed while it was read', 'Run it again'];
		expectFailure(await at(), { mentions });
	});
});

describe('Create or Update under faults', () => {
	it.each(['reset-after', '504'] as const)('creates nothing twice that may have been created: %s', async (fault) => {
		engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.create' }] });
		const rows = [{ email: 'ann@example.com' }, { email: 'ann@example.com', first_name: 'Ann' }];
		const run = await upsert(rows, {}, errorOutput);
		expect(count('subscriber.create')).toBe(1);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true]);
	});

	it('ends with the last row of a person, also where the update before it was lost, but done', async () => {
		const { email, firstName } = defined(engine.list().subscribers[0]);
		engine.sandbox.faults({ script: [{ fault: 'reset-after', operation: 'subscriber.update' }] });
		const rows = ['Other', firstName].map((first_name) => ({ email, first_name }));
		const requestOptions = { maxRetries: 0, maxParallelRequests: 1 };
		const run = await upsert(rows, { requestOptions }, goOn);
		expect(actionsOf(run)).toEqual(['unknown', 'updated']);
		expect(engine.list().withEmail(email)?.firstName).toBe(firstName);
	});

	it('does not repeat a row under Retry On Fail that a later row of the same person has overtaken', async () => {
		const { email, firstName } = defined(engine.list().subscribers[0]);
		const rows = [{ email: 'no address' }, { email, first_name: firstName }, { email, first_name: 'Later' }];
		// n8n tries again where the first item has failed.
		await upsert(rows, oneByOne, { ...tries(2), ...errorOutput });
		expect(engine.list().withEmail(email)?.firstName).toBe('Later');
	});
});

describe("'Resubscribe' of Create or Update", () => {
	const person = (number: number, isSubscribed: boolean) => {
		const names = { first_name: 'F', last_name: 'L' };
		return { uuid: `u${number}`, email: `p${number}@x.org`, ...names, tags: ['a'], is_subscribed: isSubscribed };
	};
	const people = [person(0, true), person(1, false), person(2, false)];
	beforeEach(() => list.hold(people));
	const row = (number: number, more: IDataObject = {}) => ({ email: `p${number}@x.org`, again: true, ...more });
	const byRow: INodeParameters = { options: { resubscribe: '={{ $json.again }}' } };
	const signUp = async (input: IDataObject[], parameters = byRow, node = {}) =>
		await runOnList('upsert', { ...mapped, ...oneByOne, ...parameters }, { input, node });
	const sent = () => requests().filter((request) => request !== 'read' && request !== 'create');
	const toggles = () => sent().filter((request) => request.startsWith('toggle'));
	const states = () => list.subscribers.map(({ is_subscribed: isSubscribed }) => isSubscribed);
	const notes = (run: NodeRun) => hintsOf(run).filter((hint) => hint.includes("'Resubscribe'"));

	it('holds for each row, as a checkbox of a form sets it', async () => {
		const run = await signUp([row(0), row(1, { tags: 'b' }), row(2, { again: false }), row(3)]);
		expect(actionsOf(run)).toEqual(['unchanged', 'resubscribed', 'unchanged', 'created']);
		expect(sent()).toEqual(['update u1', 'get u1', 'toggle u1', 'get u1']);
		expect(states()).toEqual([true, true, false, true]);
		expect(jsonOf(run)[1]).toMatchObject({ is_subscribed: true, note: 'tags: +b' });
		expect(jsonOf(run)[2]).toMatchObject({ is_subscribed: false, note: expect.stringContaining('Unsubscribed') });
		expect(notes(run)).toEqual(["1 person is still unsubscribed. Turn on 'Resubscribe' only if they asked for it."]);
	});

	it.each<Reply>(['403', [422, { errors: { state: ['is locked'] } }]])(
		'says what of a row was done before its toggle was refused: %j',
		async (refused) => {
			reply('toggle', refused);
			const [updated, alone] = jsonOf(await signUp([row(1, { first_name: 'Ann', tags: 'b' }), row(2)], byRow, goOn));
			expect(updated?.note).toMatch(/^first_name, tags updated, then: \S/);
			expect(alone?.note).not.toContain('then');
			expect([updated?.action, states()]).toEqual([alone?.action, [true, false, false]]);
			expect(list.withUuid('u1')).toMatchObject({ first_name: 'Ann', tags: ['a', 'b'] });
		},
	);

	it.each(['yes', 1, null, [], ['again']])('takes nothing but true for a yes: %j', async (again) => {
		expectFailure(await signUp([row(1, { again })]), { mentions: ["'Resubscribe'"] });
		expect(sent()).toEqual([]);
	});

	it('toggles a person of several rows once, and counts those who are back for none', async () => {
		const run = await signUp([row(1, { again: false }), row(1), row(1), row(1, { again: false, tags: 'b' })]);
		expect(actionsOf(run)).toEqual(['unchanged', 'resubscribed', 'unchanged', 'updated']);
		expect([toggles(), states(), notes(run)]).toEqual([['toggle u1'], [true, true, false], []]);
	});

	it('does not toggle who has signed up again, and does not subscribe who unsubscribes meanwhile', async () => {
		const changes = (uuid: string, isSubscribed: boolean) => () =>
			void Object.assign(defined(list.withUuid(uuid)), { is_subscribed: isSubscribed });
		reply('get u1', changes('u1', true));
		reply('update u0', changes('u0', false));
		await signUp([row(1), row(0, { tags: 'b' })], byRow, goOn);
		expect([toggles(), states()]).toEqual([[], [false, true, false]]);
	});

	it('subscribes a person again whose state only the response to the update shows', async () => {
		list.hold(people, { unlisted: ['is_subscribed'] });
		await signUp([row(1, { tags: 'b' })]);
		expect(states()).toEqual([true, true, false]);
	});

	it('counts people of an earlier try who stay unsubscribed', async () => {
		reply('create', ({ body }) => (body.includes('p3@') ? '401' : undefined), 1);
		const run = await signUp([row(1), row(2), row(3)], {}, tries(2));
		expect(actionsOf(run)).toEqual(['unchanged', 'unchanged', 'created']);
		expect(notes(run)).toEqual([expect.stringMatching(/^2 people are still unsubscribed/)]);
	});
});
