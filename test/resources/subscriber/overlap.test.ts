import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { defined } from '../../defined';
import { expectFailure } from '../../engine/expectFailure';
import type { NodeRun, NodeRunOptions } from '../../engine/runNode';
import { json } from '../../engine/serve';
import { actionsOf, byEmail, byId, canceller, goOn, hintsOf, jsonOf, mapped, warningsOf } from '../../engine/support';
import { withFault } from '../../laravel/faults';
import type { Subscriber } from '../../laravel/LaravelList';
import type { Arrived, Deliver, ServedList } from '../../laravel/serveList';
import { useList } from '../../laravel/useList';
import { until } from '../../engine/until';

jest.mock('../../../nodes/EmailMarketing/transport/wait', () => jest.requireActual<object>('../../engine/noWait'));

/** Two runs in one n8n, or a run and the subscribers themselves, change the same list. */

const { list, served, kinds: requests, reply, run } = useList();
const names = ['ann', 'bob', 'cyd', 'dan', 'eve'];

const realNow = Date.now;
let lateMs = 0;
beforeEach(() => {
	list.hold(names.map((name) => ({ email: `${name}@example.com`, tags: ['vip'] })));
	lateMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + lateMs);
});
afterEach(() => jest.restoreAllMocks());

const person = (name: string): Subscriber => defined(list.withEmail(`${name}@example.com`));
const everybodyWith = (fields: IDataObject) => list.subscribers.map(({ email }) => ({ email, ...fields }));
const everybody = () => everybodyWith({});
const changes = () => requests().filter((kind) => kind !== 'read' && kind !== 'get');

const changeTo = async (state: string, name = 'ann', more: Partial<NodeRunOptions> = {}) =>
	await run('toggleSubscription', { subscriber: byId(person(name).uuid), changeTo: state }, more);
const sync = async (input: IDataObject[], parameters: INodeParameters = {}, more: Partial<NodeRunOptions> = {}) =>
	await run('sync', { options: { maxRemovalPercent: 100 }, ...parameters }, { input, ...more });

/** The person's own change at the service, some seconds later. */
function byThemselves(name: string, isSubscribed: boolean): void {
	const updated_at = new Date(Date.now() + 5000).toISOString();
	Object.assign(person(name), { is_subscribed: isSubscribed, updated_at });
}

/**
 * Holds back the first request of a kind until it is released.
 * @param isDone whether the list has done its work by then, so that only its response is late
 */
function holdBack(kind: Arrived['kind'], isDone = false): { readonly arrives: Promise<void>; release: () => void } {
	let release = (): void => undefined;
	const arrives = new Promise<void>((resolve) => {
		served.onRequest = (request): Deliver | undefined => {
			if (request.kind !== kind) return undefined;
			served.onRequest = undefined;
			return (response, work) => {
				const done = isDone ? structuredClone(work()) : undefined;
				release = () => json(response, (done ?? work()).body);
				resolve();
			};
		};
	});
	return { arrives, release: () => release() };
}

const elsewhere = useList();
/** Runs that wait for nobody, one after the other: what a run can send meanwhile, it has sent. */
async function whileOthersRun(): Promise<void> {
	for (let runs = 0; runs < 3; runs += 1) await elsewhere.run('getAll', {});
}

/** Starts a second run while the first request of this kind of another run is on the way. */
async function during(
	kind: Arrived['kind'],
	first: () => Promise<NodeRun>,
	second: () => Promise<NodeRun>,
): Promise<[NodeRun, NodeRun]> {
	const { arrives, release } = holdBack(kind);
	const started = first();
	await arrives;
	const other = second();
	await whileOthersRun();
	release();
	return await Promise.all([started, other]);
}

describe('two runs that change one subscription at once', () => {
	/** Unsubscribes Ann, and starts another run before the service has done it. */
	const overlapping = async (another: () => Promise<NodeRun>) =>
		await during('toggle', async () => await changeTo('unsubscribed'), another);

	const withAnotherToken = async () => {
		const credential = { baseUrl: `${served.url}/`, accessToken: 'another-token-of-the-test', endpointPaths: '{}' };
		const byAddress = { subscriber: byEmail('ann@example.com'), changeTo: 'unsubscribed' };
		return await run('toggleSubscription', byAddress, { credential });
	};

	it.each<[string, () => Promise<NodeRun>]>([
		['with two tokens for one Base URL, and by email', withAnotherToken],
		['if one of them is a sync', async () => await sync(everybody().slice(1), { removal: 'unsubscribe' })],
	])('unsubscribe the person once %s', async (_, another) => {
		await overlapping(another);
		expect(person('ann').is_subscribed).toBe(false);
		expect(changes()).toEqual(['toggle']);
	});

	it('do not wait for each other if they change two people', async () => {
		const { arrives, release } = holdBack('toggle');
		const first = changeTo('unsubscribed', 'ann');
		await arrives;
		await changeTo('unsubscribed', 'bob');
		expect(person('bob').is_subscribed).toBe(false);
		release();
		expect(jsonOf(await first)[0]).toMatchObject({ is_subscribed: false });
	});

	it('stop waiting if they are cancelled, while others still wait for the first', async () => {
		const { arrives, release } = holdBack('toggle');
		const first = changeTo('unsubscribed');
		await arrives;
		const { cancel, onStart } = canceller();
		const cancelled = changeTo('subscribed', 'ann', { onStart });
		const third = changeTo('unsubscribed');
		await whileOthersRun();
		cancel();
		await cancelled;
		await whileOthersRun();
		expect(requests()).toEqual(['get', 'toggle']);
		release();
		expect([(await first).error, (await third).error]).toEqual([undefined, undefined]);
		expect(person('ann').is_subscribed).toBe(false);
	});

	it('toggle once if the first toggle times out, as it may still take effect', async () => {
		reply('toggle', '504');
		const [first, second] = await Promise.all([changeTo('unsubscribed'), changeTo('unsubscribed')]);
		expectFailure(first, { status: 504, mentions: ['may have happened'] });
		expect(changes()).toEqual(['toggle']);
		expectFailure(second, { mentions: ['the old state'] });
	});
});

describe('two runs that create the same person at once', () => {
	const email = 'new@example.com';
	const rows = [{ email, first_name: 'New' }];
	const create = async () => await run('create', { email, additionalFields: { firstName: 'New' } });
	const upsert = async (input = rows) => await run('upsert', mapped, { input });
	const upsertLoud = async () => await upsert([{ email: 'NEW@example.com', first_name: 'New' }]);
	const syncNew = async () => await sync(rows);
	const importNew = async () => await run('import', {}, { input: rows });

	it.each<[string, Arrived['kind'], () => Promise<NodeRun>, () => Promise<NodeRun>, string]>([
		['Create or Update in two spellings', 'create', async () => await upsert(), upsertLoud, 'unchanged'],
		['Sync List and Create or Update', 'create', syncNew, async () => await upsert(), 'unchanged'],
		['Import and Create or Update', 'import', importNew, async () => await upsert(), 'unchanged'],
		['Create or Update and Import', 'create', async () => await upsert(), importNew, 'imported'],
	])('send one create after the other, as a service may check an address before it adds it: %s', async (...job) => {
		const [, kind, first, second, action] = job;
		const { arrives, release } = holdBack(kind);
		const started = first();
		await arrives;
		const other = second();
		await whileOthersRun();
		expect(changes()).toEqual([kind]);
		release();
		expect((await started).error).toBeUndefined();
		expect(jsonOf(await other)).toMatchObject([{ action, email }]);
		expect(list.subscribers.filter((one) => one.email === email)).toHaveLength(1);
	});

	it('update a person whom another run has created, though the list was read before that', async () => {
		const { arrives, release } = holdBack('create');
		const started = upsert();
		await arrives;
		const names = ['first@example.com', email, 'ann@example.com'];
		const other = upsert(names.map((one) => ({ email: one, first_name: 'Other' })));
		// Ann is taken, so the list is read while the create of the new person waits.
		await until(() => requests().includes('update'));
		release();
		await started;
		expect(actionsOf(await other)).toEqual(['created', 'updated', 'updated']);
		expect(list.withEmail(email)).toMatchObject({ first_name: 'Other' });
	});

	it('fail the second of two creates, which a form that was sent twice makes', async () => {
		const [first, second] = await during('create', create, create);
		expect([first.error, changes()]).toEqual([undefined, ['create', 'create']]);
		expectFailure(second, { status: 422, mentions: ['Create or Update'] });
	});
});

describe('runs that change names and tags of the same people', () => {
	const column = { subscriber: byEmail('={{ $json.email }}') };
	const tag = async (tags: string) => await run('tag', { ...column, addTags: tags }, { input: everybody() });
	const upsert = async (fields: IDataObject) => await run('upsert', mapped, { input: everybodyWith(fields) });
	const tagsOf = (name: string) => [...person(name).tags].sort();

	it.each<[string, (tags: string) => Promise<NodeRun>, (tags: string) => Promise<NodeRun>]>([
		['Add Tags twice', tag, tag],
		['Create or Update twice', async (tags) => await upsert({ tags }), async (tags) => await upsert({ tags })],
		['Add Tags and Sync List', tag, async (tags) => await sync(everybodyWith({ tags: `vip, a, ${tags}` }))],
	])('keep what each other has set at the same time: %s', async (_, first, second) => {
		await Promise.all([first('a'), second('b')]);
		expect(names.map(tagsOf)).toEqual(names.map(() => ['a', 'b', 'vip']));
	});
});

describe.each(['update', 'import'])("an import with 'Known People' %s", (knownPeople) => {
	const options = { knownPeople };
	/** Imports new last names and a tag; the list was read before `meanwhile`. */
	async function importAfter(meanwhile: () => Promise<unknown>): Promise<NodeRun> {
		const { arrives, release } = holdBack('read', true);
		const importing = run('import', { options }, { input: everybodyWith({ last_name: 'New', tags: 'imported' }) });
		await arrives;
		await meanwhile();
		release();
		return await importing;
	}

	it('keeps what another execution has changed while the list was read', async () => {
		const subscriber = byId(person('ann').uuid);
		await importAfter(async () => {
			await run('tag', { subscriber, addTags: 'other' });
			await run('update', { subscriber, updateFields: { firstName: 'Anna' } });
		});
		const { first_name, last_name, tags } = person('ann');
		expect([first_name, last_name, [...tags].sort()]).toEqual(['Anna', 'New', ['imported', 'other', 'vip']]);
	});

	it('shows an opt-out of another execution, also where nothing differs: the row may be fed into a second list', async () => {
		const { arrives, release } = holdBack('read', true);
		const importing = run('import', { options }, { input: everybodyWith({ tags: 'vip' }), node: goOn });
		await arrives;
		await changeTo('unsubscribed');
		release();
		const done = jsonOf(await importing);
		expect(done.map(({ action, is_subscribed: state }) => [action, state])).toEqual([
			['skipped', false],
			...names.slice(1).map(() => ['unchanged', true]),
		]);
	});

	it.each([
		['arrived', 'none'],
		['was lost', knownPeople],
	])('is known to a sync that has read the list before it, where its response %s', async (_, lost) => {
		const { arrives, release } = holdBack('read', true);
		const syncing = sync(everybodyWith({ last_name: 'New' }), {}, { node: goOn });
		await arrives;
		served.onRequest = ({ kind }) => (kind === lost ? withFault('cut-off') : undefined);
		await run('import', { options, requestOptions: { maxRetries: 0 } }, { input: everybodyWith({ tags: 'imported' }) });
		served.onRequest = undefined;
		release();
		await syncing;
		expect(list.subscribers.map(({ last_name: last, tags }) => [last, [...tags].sort()])).toEqual(
			names.map(() => ['New', ['imported', 'vip']]),
		);
	});

	it('waits for a change that is on the way, and skips those whom it unsubscribes', async () => {
		const input = everybodyWith({ tags: 'imported' });
		const [, done] = await during(
			'toggle',
			async () => await changeTo('unsubscribed'),
			async () => await run('import', { options }, { input }),
		);
		expect(person('ann')).toMatchObject({ is_subscribed: false, tags: ['vip'] });
		expect(actionsOf(done)).toEqual([
			'skipped',
			...Array<string>(4).fill(knownPeople === 'import' ? 'imported' : 'updated'),
		]);
	});
});

it('an import rejects the row that the service names, also if a row before it was left out', async () => {
	const errors = { 'subscribers.0.email': ['Not this one.'] };
	const [, done] = await during(
		'toggle',
		async () => await changeTo('unsubscribed'),
		async () => {
			served.onRequest = ({ kind, body }) =>
				kind === 'import' && body.includes('bob@') ? (response) => json(response, { errors }, 422) : undefined;
			const input = everybodyWith({ tags: 'imported' });
			return await run('import', { options: { knownPeople: 'import' } }, { input, node: goOn });
		},
	);
	expect(actionsOf(done)).toEqual(['skipped', 'rejected', ...Array<string>(3).fill('imported')]);
});

describe('two syncs of one list at once', () => {
	/** Starts a sync whose first reading of the list is held back until it is released. */
	async function underWay(parameters: INodeParameters = {}): Promise<() => Promise<NodeRun>> {
		const { arrives, release } = holdBack('read');
		const first = sync(everybody(), parameters);
		await arrives;
		return async () => {
			release();
			return await first;
		};
	}

	it('fail the second before it reads the list', async () => {
		const end = await underWay();
		const asked = requests().length;
		const second = await sync([{ email: 'new@example.com' }], {}, { node: goOn });
		expect(requests()).toHaveLength(asked);
		expect(jsonOf(second)[0]).toMatchObject({ action: 'failed', note: expect.stringContaining('Another sync') });
		expect((await end()).error).toBeUndefined();
	});

	it('reserve the list until the first ends, even if it fails', async () => {
		const { arrives, release } = holdBack('read');
		const first = sync([{ email: 'new@example.com' }]);
		await arrives;
		expectFailure(await sync(everybody()), { mentions: ['Another sync of this list is running'] });
		expectFailure(await sync(everybody()), { mentions: ['Another sync of this list is running', 'again'] });
		served.onRequest = () => (response) => json(response, {}, 401);
		release();
		expectFailure(await first, { status: 401, mentions: ['access token'] });
		served.onRequest = undefined;
		expect((await sync(everybody())).error).toBeUndefined();
	});

	it('let a run of two lists send nothing if one of them is being synced', async () => {
		const end = await underWay();
		const asked = requests().length;
		const rows = [
			{ email: 'new@example.com', list: 'L' },
			{ email: 'new@example.com', list: 'M' },
		];
		const second = await sync(rows, { contactList: byId('={{ $json.list }}') }, { node: goOn });
		expect(actionsOf(second)).toEqual(['failed', 'failed']);
		expect(requests()).toHaveLength(asked);
		await end();
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['a list whose ID differs in case', {}, { contactList: byId('l') }],
		['a dry run', {}, { dryRun: true }],
		['a sync after a dry run', { dryRun: true }, {}],
	])('do not block %s', async (_, first, second) => {
		const end = await underWay(first);
		expect((await sync(everybody(), second)).error).toBeUndefined();
		await end();
	});
});

describe('an update that was done, but whose response was lost', () => {
	const rows = ['bob', 'ann'].map((name) => ({ email: `${name}@example.com`, last_name: 'New' }));
	const oneByOne: INodeParameters = { requestOptions: { maxParallelRequests: 1 } };

	it.each<[string, () => Promise<NodeRun>]>([
		['Sync List', async () => await sync(rows, oneByOne)],
		['Create or Update', async () => await run('upsert', { ...mapped, ...oneByOne }, { input: rows })],
	])('is kept by %s, which has read the list before it', async (_, update) => {
		const { arrives, release } = holdBack('update');
		const first = update();
		await arrives;
		served.onRequest = ({ kind }) => (kind === 'update' ? withFault('reset-after') : undefined);
		const tagging = { subscriber: byId(person('ann').uuid), addTags: 'late', requestOptions: { maxRetries: 0 } };
		expect((await run('tag', tagging)).error).toBeDefined();
		served.onRequest = undefined;
		release();
		expect((await first).error).toBeUndefined();
		expect(person('ann')).toMatchObject({ last_name: 'New', tags: ['vip', 'late'] });
	});
});

describe('behind a replica that lags', () => {
	const rows = [{ email: 'ann@example.com', tags: 'first' }];
	const byAddress = { subscriber: byEmail('ann@example.com') };
	const message: Deliver = (response, work) => {
		work();
		json(response, { message: 'Saved.' });
	};

	it.each<[string, () => Promise<NodeRun>]>([
		['an Import', async () => await run('import', {}, { input: rows })],
		['an update whose response is a message', async () => await run('tag', { ...byAddress, addTags: 'first' })],
	])('the tag of %s is kept by the next change of the person', async (_, change) => {
		for (const one of list.subscribers) one.updated_at = '2026-01-01T00:00:00.000000Z';
		const stale = structuredClone([...list.subscribers]);
		served.onRequest = ({ kind }) => (kind === 'update' ? message : undefined);
		expect((await change()).error).toBeUndefined();
		served.onRequest = ({ kind }) => {
			if (kind === 'read')
				return (response) => json(response, { data: stale, meta: { current_page: 1, last_page: 1 } });
			return kind === 'get' ? (response) => json(response, { subscriber: stale[0] }) : undefined;
		};
		await run('tag', { ...byAddress, addTags: 'next' });
		expect(person('ann').tags).toEqual(['vip', 'first', 'next']);
	});
});

describe('a list that was read more than a minute ago', () => {
	const oneByOne: INodeParameters = { requestOptions: { maxParallelRequests: 1 } };
	const newNamed = (name: string) => ({ email: `${name}@example.com`, first_name: 'New' });
	const [ann, bob, cyd] = [newNamed('ann'), newNamed('bob'), newNamed('cyd')];
	const inTurn: INodeParameters = { ...mapped, ...oneByOne };
	const byColumn: INodeParameters = { ...inTurn, subscriber: byEmail('={{ $json.email }}') };

	/** The first update takes a minute, with changes in the meantime; `more` may respond to later requests. */
	function whileUpdating(meanwhile: () => unknown, more: NonNullable<ServedList['onRequest']> = () => undefined): void {
		served.onRequest = (request) => {
			if (request.kind !== 'update' || lateMs > 0) return more(request);
			lateMs = 61_000;
			meanwhile();
			return undefined;
		};
	}
	const changeBob = () => Object.assign(person('bob'), { last_name: 'Changed' });
	const notes = (done: NodeRun) => warningsOf(done).filter((hint) => hint.includes("'Endpoint Paths'")).length;
	const firstNames = () => [ann, bob, cyd].map(({ email }) => list.withEmail(email)?.first_name);

	describe.each<[string, (input: IDataObject[]) => Promise<NodeRun>]>([
		['Sync List', async (input) => await sync(input, oneByOne)],
		['Create or Update', async (input) => await run('upsert', inTurn, { input })],
		['Update by email', async (input) => await run('update', byColumn, { input })],
	])('%s', (_, update) => {
		it('reads a subscriber before the update, unless it was read within the minute', async () => {
			whileUpdating(changeBob);
			const { error } = await update([ann, bob]);
			expect(error).toBeUndefined();
			expect(person('bob')).toMatchObject({ first_name: 'New', last_name: 'Changed', tags: ['vip'] });
			expect(requests().filter((kind) => kind === 'get' || kind === 'update')).toEqual(['update', 'get', 'update']);
		});

		it('reads a subscriber again if a rate limit ends more than a minute after the reading', async () => {
			served.onRequest = ({ kind }) => {
				if (kind === 'read') lateMs = 40_000;
				if (kind !== 'update' || lateMs > 40_000) return undefined;
				lateMs = 70_000;
				Object.assign(person('ann'), { last_name: 'Changed' });
				return (response) => json(response, {}, 429, { 'retry-after': '30' });
			};
			await update([ann]);
			expect(person('ann')).toMatchObject({ first_name: 'New', last_name: 'Changed' });
			expect(requests().filter((kind) => kind === 'get' || kind === 'update')).toEqual(['update', 'get', 'update']);
		});

		it.each<[string, number, RegExp, Array<string | null>]>([
			['the values from the list, with one note, if the inferred path finds nobody', 404, /./, ['New', 'New', 'New']],
			['nothing for subscribers who cannot be read for another reason', 403, /./, ['New', null, null]],
			['nothing for a subscriber who is no longer found, if others are', 404, /-0*3$/, ['New', 'New', null]],
		])('sends %s', async (_name, status, unread, expected) => {
			whileUpdating(changeBob, ({ kind, url }) =>
				kind === 'get' && unread.test(url) ? (response) => json(response, {}, status) : undefined,
			);
			const done = await update([ann, bob, cyd]);
			expect(firstNames()).toEqual(expected);
			const isSent = !expected.includes(null);
			expect([done.error === undefined, notes(done)]).toEqual([isSent, isSent ? 1 : 0]);
		});
	});

	it('is not read again for a row of Create or Update that needs nothing', async () => {
		Object.assign(person('bob'), { first_name: 'New' });
		whileUpdating(() => undefined);
		const done = await run('upsert', inTurn, { input: [ann, bob] });
		expect(actionsOf(done)).toEqual(['updated', 'unchanged']);
		expect(requests().filter((kind) => kind === 'get' || kind === 'update')).toEqual(['update']);
	});

	it('is as old as its first page: people on it who changed since then are kept', async () => {
		list.hold(Array.from({ length: 300 }, (_, place) => ({ email: `person${place}@example.com` })));
		served.onRequest = ({ kind, url }) => {
			if (kind !== 'read' || !url.includes('page=3')) return undefined;
			lateMs = 61_000;
			byThemselves('person0', false);
			byThemselves('person0', true);
			return undefined;
		};
		const done = await sync(everybody().slice(2), { removal: 'delete' });
		expect(list.subscribers.map(({ email }) => email)).toContain('person0@example.com');
		expect(list.subscribers.map(({ email }) => email)).not.toContain('person1@example.com');
		expect(hintsOf(done).join()).toContain('1 held');
	});

	it('keeps a person who changed while the delete waited in a rate limit, and deletes the others', async () => {
		served.onRequest = ({ kind, url }) => {
			if (kind !== 'delete' || lateMs > 0) return undefined;
			lateMs = 61_000;
			list.subscribers.find(({ uuid }) => url.includes(uuid))?.tags.push('customer');
			return (response) => json(response, {}, 429, { 'retry-after': '61' });
		};
		const done = await sync([ann, bob, { email: cyd.email }], { removal: 'delete' });
		expect(list.subscribers.filter(({ tags }) => tags.includes('customer'))).toHaveLength(1);
		expect(list.subscribers).toHaveLength(4);
		expect(hintsOf(done).join()).toContain('1 held');
	});

	it.each(['delete', 'unsubscribe'])('keeps a person who was tagged since then, with a note: %s', async (removal) => {
		whileUpdating(() => person('eve').tags.push('customer'));
		const done = await sync([ann, bob, { email: cyd.email }], { ...oneByOne, removal });
		expect(done.error).toBeUndefined();
		expect(person('eve').is_subscribed).toBe(true);
		expect(list.withEmail('dan@example.com')?.is_subscribed ?? false).toBe(false);
		const kept = { action: 'held', email: 'eve@example.com', note: 'not in the input; changed during the sync' };
		expect(jsonOf(done).at(-1)).toMatchObject(kept);
	});
});
