import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun, NodeRunOptions } from '../../engine/runNode';
import { actionsOf, byId, defined, goOn, hintsOf, jsonOf, mapped, useEngine } from '../../engine/support';
import { refusing, runOnList, type Service } from '../../laravel/runOnList';

const engine = useEngine({ subscribers: 350 });
const count = (operation: string) => engine.operations().filter((one) => one === operation).length;
const upsert = async (
	input: IDataObject[],
	parameters: INodeParameters = {},
	node: NodeRunOptions['node'] = {},
): Promise<NodeRun> =>
	await engine.run(
		'subscriber.upsert',
		{ contactList: byId(engine.list().uuid), ...mapped, ...parameters },
		{ input, node },
	);
const toErrors = { onError: 'continueErrorOutput' as const };
const oneByOne = { requestOptions: { maxParallelRequests: 1 } };

describe('Subscriber → Create or Update', () => {
	it('creates a new subscriber in one request, as Create does', async () => {
		const additionalFields = { firstName: 'Ann', tags: 'a, b' };
		const run = await upsert([{}], { dataMode: 'defineBelow', email: 'new@example.com', additionalFields });
		const body = { email: 'new@example.com', first_name: 'Ann', tags: ['a', 'b'] };
		expect(jsonOf(run)).toMatchObject([{ action: 'created', ...body, tags: 'a, b', is_subscribed: true }]);
		expect(engine.sandbox.requests()).toEqual([expect.objectContaining({ operationId: 'subscriber.create', body })]);
	});

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
		const { run, bodies, people } = await runOnList({ people: [ann] }, 'upsert', parameters, { input });
		expect(actionsOf(run)).toEqual(['created', 'updated']);
		expect(bodies[0]).toEqual({ email: 'new@example.com', phone: '1', is_subscribed: true, unsubscribed_at: null });
		expect(bodies.at(-1)).toEqual({ email: ann.email, ...names, phone: '1' });
		expect(people[0]).toEqual({ ...ann, phone: '1' });
	});

	it('keeps an unsubscribed subscriber unsubscribed, and shows the reason', async () => {
		const gone = defined(engine.list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
		const run = await upsert([{ email: gone.email, first_name: 'Still', is_subscribed: true }]);
		const note = expect.stringContaining('Unsubscribed');
		expect(jsonOf(run)).toMatchObject([{ action: 'updated', first_name: 'Still', is_subscribed: false, note }]);
		expect(gone.unsubscribedAt).not.toBeNull();
		expect(count('subscriber.toggleSubscription')).toBe(0);
	});

	it('works in the contact list that the item names, for which alone an opt-out counts', async () => {
		const email = defined(engine.list(1).subscribers[0]).email;
		const input = [
			...[0, 1].map((index) => ({ list: engine.list(index).uuid, email: 'both@example.com' })),
			{ list: engine.list(0).uuid, email: 'new@example.com', 'Opt Out': 'yes' },
			{ list: engine.list(1).uuid, email: 'new@example.com' },
			{ list: engine.list(1).uuid, email, last_name: 'Here' },
		];
		const run = await upsert(input, { contactList: byId('={{ $json.list }}') });
		expect(actionsOf(run)).toEqual(['created', 'created', 'skipped', 'created', 'updated']);
		expect(engine.list(1).subscribers[0]?.lastName).toBe('Here');
	});

	it('applies items with the same address in their order', async () => {
		const run = await upsert([
			{ email: 'Ann@example.com', first_name: 'Ann', tags: ['a'] },
			{ email: 'b@example.com' },
			{ email: 'ANN@example.com ', first_name: 'Anna', tags: ['b'] },
			{ email: 'Ann@Example.com', tags: ['b'] },
		]);
		expect(actionsOf(run)).toEqual(['created', 'created', 'updated', 'unchanged']);
		expect(engine.list().withEmail('ann@example.com')).toMatchObject({ firstName: 'Anna', tags: ['a', 'b'] });
		// No subscriber had to be looked up.
		expect(count('subscriber.getAll')).toBe(0);
	});
});

describe('Create or Update of an address that is taken', () => {
	const ann = { uuid: 'u1', email: 'Ann@Example.com', first_name: 'Ann', last_name: 'Lee', tags: ['a'] };
	const row: IDataObject = { email: 'ann@example.com', first_name: 'Anna' };
	const taken = [422, { errors: { email: ['is taken'] } }] as const;
	const at = async (service: Service, input = [row], node: NodeRunOptions['node'] = {}) =>
		await runOnList({ people: [ann], ...service }, 'upsert', mapped, { input, node });

	it.each<[number, unknown]>([
		[409, ''],
		[422, { errors: { email: ['ist bereits vergeben'] } }],
		[422, { message: 'Already there' }],
	])('looks it up and updates its subscriber, where the create is rejected with %i %j', async (status, body) => {
		const { run, requests, people } = await at({ refuse: refusing('POST', [status, body]) });
		expect(requests).toEqual(['POST', 'GET', 'PUT u1']);
		expect(people).toEqual([{ ...ann, first_name: 'Anna' }]);
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'updated', email: 'Ann@Example.com' })]);
	});

	it.each<[number, unknown]>([
		[422, { errors: { tags: ['too many'] } }],
		[400, { message: 'Bad request' }],
		[200, { success: false, message: 'No' }],
	])('is not looked up where something else is rejected: %i %j', async (status, body) => {
		const { run, requests } = await at({ refuse: refusing('POST', [status, body]) });
		expect(run.error).toBeDefined();
		expect(run.error?.message).not.toContain('rows');
		expect(requests).toEqual(['POST']);
	});

	it('is rejected with the message of the service where it is not in the list, after one more reading for all', async () => {
		const input = [row, ...['b', 'c', 'd'].map((name) => ({ ...row, email: `${name}@example.com` }))];
		const { run, requests } = await at({ people: [], refuse: refusing('POST', taken) }, input, goOn);
		const note = expect.stringContaining('is taken');
		expect(jsonOf(run)).toMatchObject(input.map(({ email }) => ({ action: 'rejected', email, note })));
		expect(requests.sort()).toEqual(['GET', 'GET', 'POST', 'POST', 'POST', 'POST']);
		expect(hintsOf(run).join()).toContain('Create or Update: 4 rejected');
	});

	it('is not looked for once more where the service fails then, and comes out as it was rejected', async () => {
		const input = [row, ...[...'bcdefgh'].map((name) => ({ ...row, email: `${name}@example.com` }))];
		const refuse = (request: string, { email }: IDataObject) =>
			request !== 'POST' ? undefined : email === row.email ? taken : ([500, {}] as const);
		const { run, requests } = await at({ people: [], refuse }, input, goOn);
		const [first, second] = jsonOf(run);
		expect(first).toMatchObject({ action: 'rejected', note: expect.stringContaining('is taken') });
		expect(second).toMatchObject({ action: 'unknown' });
		expect(requests.filter((request) => request === 'GET')).toHaveLength(1);
	});

	it.each([
		['rejected where two readings of a list that lacks much show the same', () => 'u2', /^The service did not accept/],
		['not judged where they differ', (reading: number) => `u${reading}`, /^The subscriber could not be looked up/],
	])('that is not shown is %s', async (_, idAt, error) => {
		let read = 0;
		const refuse = (request: string) => {
			if (request !== 'GET') return taken;
			const data = [{ ...ann, uuid: idAt((read += 1)), email: 'other@example.com' }];
			return [200, { data, meta: { current_page: 1, last_page: 1, total: 9 } }] as const;
		};
		const { run } = await at({ refuse }, [row], toErrors);
		expect(run.errorItems[0]?.json).toMatchObject({ error: expect.stringMatching(error), canRetry: true });
		expect(read).toBe(2);
		expect(hintsOf(run).join()).toMatch(/9 entries.* 1:/);
	});

	it('fails where the list cannot be read, and the others are created', async () => {
		const refuse = (request: string, { email }: IDataObject) =>
			request === 'GET' ? ([403, {}] as const) : email === row.email ? taken : undefined;
		const { run } = await at({ refuse }, [row, { ...row, email: 'new@example.com' }], toErrors);
		expect(run.errorItems.map(({ json }) => json)).toMatchObject([
			{
				error: expect.stringMatching(/could not be looked up.*not allowed/),
				details: expect.stringContaining('The create was rejected (is taken)'),
				canRetry: false,
			},
		]);
		expect(actionsOf(run)).toEqual(['created']);
	});

	it('changes nothing where two subscribers have it', async () => {
		const { run, requests } = await at({ people: [ann, { ...ann, uuid: 'u2', email: 'ANN@example.com' }] });
		expectFailure(run, { mentions: ['2 subscribers', 'ann@example.com'] });
		expect(requests).toEqual(['POST', 'GET']);
	});

	it('sends no tags where the service shows the present ones nowhere', async () => {
		const listed = ({ uuid, email }: IDataObject) => ({ uuid, email });
		const { run, requests } = await at({ listed, shown: listed }, [{ ...row, tags: ['b'] }]);
		expectFailure(run, { mentions: ['does not show the tags'] });
		expect(requests).toEqual(['POST', 'GET', 'GET u1']);
	});

	it('comes out with what was sent where it was created, and the response is only a message', async () => {
		const { run } = await at({ people: [], answer: () => ({ message: 'OK' }) });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'created', ...row })]);
	});

	it('keeps the tags that were just sent, though the response does not show them', async () => {
		const input = [
			{ email: 'n@example.com', tags: ['a'] },
			{ email: 'n@example.com', tags: ['b'] },
		];
		const service = { people: [], answer: ({ uuid }: IDataObject) => ({ subscriber: { uuid } }), replaces: true };
		const { people, requests } = await at(service, input);
		expect(people).toEqual([expect.objectContaining({ email: 'n@example.com', tags: ['a', 'b'] })]);
		const uuid = textOf(people[0]?.uuid);
		expect(requests).toEqual(['POST', `GET ${uuid}`, `PUT ${uuid}`]);
	});

	it('is found by a second reading where another run created it after the first', async () => {
		const rows = Array.from({ length: 20 }, (_, index) => ({ email: `p${index}@example.com`, first_name: 'New' }));
		const [first, ...others] = rows.map(({ email }, index) => ({ ...ann, uuid: `p${index}`, email }));
		let readings = 0;
		const refuse = (request: string) => {
			if (request !== 'GET') return undefined;
			readings += 1;
			return readings === 1 ? ([200, { data: [first] }] as const) : undefined;
		};
		const { run, people, requests } = await at({ people: [defined(first), ...others], refuse }, rows, goOn);
		expect(jsonOf(run).map(({ action }) => action)).toEqual(rows.map(() => 'updated'));
		expect(people.map(({ first_name: name }) => name)).toEqual(rows.map(() => 'New'));
		expect(requests.filter((request) => request === 'GET')).toHaveLength(2);
	});

	it('says of one that the list does not show that a moment later it may, as a replica lags', async () => {
		const { run } = await at({ people: [], refuse: refusing('POST', taken) }, [row]);
		expectFailure(run, { mentions: ['is taken', 'does not show this address', 'moments ago', 'run it again'] });
	});

	it('has an unknown outcome where the update was lost, and then rejected', async () => {
		const rejection = { errors: { first_name: ['is long'] } };
		const replies = [[500, {}] as const, [422, rejection] as const];
		const refuse = (request: string) => (request === 'PUT u1' ? replies.shift() : undefined);
		const { run } = await at({ refuse }, [row], goOn);
		expect([actionsOf(run), replies]).toEqual([['unknown'], []]);
	});

	it('fails where a list that changed while it was read does not show it', async () => {
		let pages = 0;
		const refuse = (request: string) => {
			if (request !== 'GET') return taken;
			pages += 1;
			const meta = { current_page: pages, last_page: 2, total: 4 - pages };
			return [200, { data: [{ ...ann, uuid: `u${pages}`, email: `p${pages}@example.com` }], meta }] as const;
		};
		const { run } = await at({ refuse }, [row]);
		expectFailure(run, { mentions: ['is taken', 'contact list', 'changed while it was read', 'Run it again'] });
	});
});

describe('Create or Update under faults', () => {
	it.each(['reset-after', '504'] as const)('creates nothing twice that may have been created: %s', async (fault) => {
		engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.create' }] });
		const rows = [{ email: 'ann@example.com' }, { email: 'ann@example.com', first_name: 'Ann' }];
		const run = await upsert(rows, {}, toErrors);
		expect(count('subscriber.create')).toBe(1);
		expect(run.errorItems.map(({ json: { outcomeUnknown } }) => outcomeUnknown)).toEqual([true, true]);
	});

	it('does not repeat a row under Retry On Fail that a later row of the same person has overtaken', async () => {
		const { email, firstName } = defined(engine.list().subscribers[0]);
		const rows = [{ email: 'no address' }, { email, first_name: firstName }, { email, first_name: 'Later' }];
		// n8n tries again where the first item has failed.
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1, onError: 'continueErrorOutput' as const };
		await upsert(rows, oneByOne, retry);
		expect(engine.list().withEmail(email)?.firstName).toBe('Later');
	});
});

describe("'Resubscribe' of Create or Update", () => {
	const person = (number: number, isSubscribed: boolean): IDataObject => {
		const names = { first_name: 'F', last_name: 'L' };
		return { uuid: `u${number}`, email: `p${number}@x.org`, ...names, tags: ['a'], is_subscribed: isSubscribed };
	};
	const row = (number: number, more: IDataObject = {}): IDataObject => ({
		email: `p${number}@x.org`,
		again: true,
		...more,
	});
	const byRow: INodeParameters = { options: { resubscribe: '={{ $json.again }}' } };
	const signUp = async (
		input: IDataObject[],
		parameters: INodeParameters = byRow,
		service: Service = {},
		node: NodeRunOptions['node'] = {},
	) => {
		const people = [person(0, true), person(1, false), person(2, false)];
		const all = { ...mapped, ...oneByOne, ...parameters };
		const { requests, ...ran } = await runOnList({ people, ...service }, 'upsert', all, { input, node });
		return { ...ran, sent: requests.filter((request) => request !== 'GET' && request !== 'POST') };
	};
	const states = (people: readonly IDataObject[]) => people.map(({ is_subscribed: isSubscribed }) => isSubscribed);
	const amber = (run: NodeRun) => hintsOf(run).filter((hint) => hint.includes("'Resubscribe'"));

	it('holds for each row, as a checkbox of a form sets it', async () => {
		const { run, sent, people } = await signUp([row(0), row(1, { tags: 'b' }), row(2, { again: false }), row(3)]);
		expect(actionsOf(run)).toEqual(['unchanged', 'resubscribed', 'unchanged', 'created']);
		expect(sent).toEqual(['PUT u1', 'GET u1', 'PUT u1/toggle']);
		expect(states(people)).toEqual([true, true, false, true]);
		expect(jsonOf(run)[1]).toMatchObject({ is_subscribed: true, note: 'tags: +b' });
		expect(amber(run)).toEqual(["1 person is still unsubscribed. Turn on 'Resubscribe' only if they asked for it."]);
	});

	it.each(['yes', 1, null, [], ['again']])('takes nothing but true for a yes: %j', async (again) => {
		const { run, sent } = await signUp([row(1, { again })]);
		expectFailure(run, { mentions: ["'Resubscribe'"] });
		expect(sent).toEqual([]);
	});

	it('never subscribes a row that opts out, nor one with the address of such a row', async () => {
		const input = [row(1, { Unsubscribed: 'yes' }), row(1), row(2, { Newsletter: 'perhaps' })];
		const { run, sent } = await signUp(input);
		expect([actionsOf(run), sent]).toEqual([['skipped', 'skipped', 'skipped'], []]);
		expect(amber(run)).toEqual([]);
	});

	it('toggles a person of several rows once, and counts those who are back for none', async () => {
		const input = [row(1, { again: false }), row(1), row(1), row(1, { again: false, tags: 'b' })];
		const { run, sent, people } = await signUp(input);
		expect(actionsOf(run)).toEqual(['unchanged', 'resubscribed', 'unchanged', 'updated']);
		expect(sent.filter((request) => request.endsWith('toggle'))).toEqual(['PUT u1/toggle']);
		expect([states(people), amber(run)]).toEqual([[true, true, false], []]);
	});

	it('does not toggle who has signed up again, and does not subscribe who unsubscribes meanwhile', async () => {
		const refuse = (request: string, _body: IDataObject, one: IDataObject) => {
			if (request === 'GET u1') one.is_subscribed = true;
			if (request === 'PUT u0') one.is_subscribed = false;
			return undefined;
		};
		const { sent, people } = await signUp([row(1), row(0, { tags: 'b' })], byRow, { refuse }, goOn);
		expect(sent.filter((request) => request.endsWith('toggle'))).toEqual([]);
		expect(states(people)).toEqual([false, true, false]);
	});

	it('subscribes a person again whose state only the response to the update shows', async () => {
		const listed = (shown: IDataObject) => ({ ...shown, is_subscribed: undefined });
		const { people } = await signUp([row(1, { tags: 'b' })], byRow, { listed });
		expect(states(people)).toEqual([true, true, false]);
	});

	it('does not subscribe a person whose fields are rejected', async () => {
		const refuse = refusing('PUT u1', [422, { errors: { first_name: ['is wrong'] } }]);
		const { run, sent } = await signUp([row(1, { first_name: 'New' }), row(0)], byRow, { refuse }, goOn);
		expect([actionsOf(run), sent]).toEqual([['rejected', 'unchanged'], ['PUT u1']]);
	});

	it('counts people of an earlier try who stay unsubscribed', async () => {
		let failed = 0;
		const refuse = (request: string, { email }: IDataObject) =>
			request === 'POST' && email === 'p3@x.org' && failed++ === 0 ? ([401, { message: 'No' }] as const) : undefined;
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { run } = await signUp([row(1), row(2), row(3)], {}, { refuse }, retried);
		expect(actionsOf(run)).toEqual(['unchanged', 'unchanged', 'created']);
		expect(amber(run)).toEqual([expect.stringMatching(/^2 people are still unsubscribed/)]);
	});
});
