import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { textOf } from '../../../../nodes/EmailMarketing/shared/text';
import { runNode } from '../../../engine/runNode';
import { json, serve } from '../../../engine/serve';
import { byId, errorText, hintsOf, jsonOf } from '../../../engine/support';

const ann = {
	uuid: 'u1',
	email: 'ann@example.com',
	first_name: 'Ann',
	last_name: 'Lee',
	tags: ['vip'],
	is_subscribed: true,
};
const bob = { ...ann, uuid: 'u2', email: 'bob@example.com' };

interface Setting {
	/** Who is in the list, besides a name and tags. */
	readonly people?: readonly IDataObject[];
	readonly options?: IDataObject;
	readonly node?: Partial<INode>;
	/** Whether a single subscriber can be read. */
	readonly isShown?: boolean;
	/** How old a single subscriber is when it is read, in milliseconds. */
	readonly lag?: number;
}

/** Syncs two people with other first names, against a service whose update is of this kind. */
async function syncedWith(
	update: (body: IDataObject, present: IDataObject) => { status?: number; answer: unknown; after?: IDataObject },
	more: IDataObject = {},
	{ people: all = [ann, bob], options = { maxParallelRequests: 1 }, node, isShown = true, lag = 0 }: Setting = {},
) {
	const people = new Map(all.map((person): [string, IDataObject] => [textOf(person.uuid), { ...person, ...more }]));
	const copy = new Map(people);
	const bodies: IDataObject[] = [];
	const read: string[] = [];
	const served = await serve((request, response, text) => {
		const id = request.url?.split('/').at(-1) ?? '';
		if (request.method === 'GET' && people.has(id)) {
			read.push(id);
			return json(response, { subscriber: copy.get(id) }, isShown ? 200 : 404);
		}
		if (request.method === 'GET')
			return json(response, {
				data: [...people.values()],
				meta: { current_page: 1, last_page: 1, total: people.size },
			});
		const body = JSON.parse(text) as IDataObject;
		bodies.push(body);
		const { status = 200, answer, after } = update(body, people.get(id) ?? {});
		if (after !== undefined) {
			people.set(id, after);
			if (lag === 0) copy.set(id, after);
			else setTimeout(() => copy.set(id, after), lag);
		}
		// So that others could begin meanwhile.
		setTimeout(() => json(response, answer, status), 20);
	});
	const run = await runNode({
		parameters: {
			resource: 'subscriber',
			operation: 'sync',
			contactList: byId('L'),
			removal: 'keep',
			dryRun: false,
			columns: {},
			options: options as INodeParameters,
		},
		credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		input: all.map(({ email }) => ({ email, first_name: 'Other' })),
		node,
	});
	await served.close();
	return { actions: jsonOf(run).map(({ action }) => action), bodies, read, people: [...people.values()], run };
}

describe('an update', () => {
	it('sends only what changes', async () => {
		const { bodies, actions } = await syncedWith((body, present) => ({
			answer: { subscriber: { ...present, ...body } },
			after: { ...present, ...body },
		}));
		expect(bodies).toEqual([{ first_name: 'Other' }, { first_name: 'Other' }]);
		expect(actions).toEqual(['updated', 'updated']);
	});

	it('sends all that is known where the answer shows that the rest was emptied, and from then on', async () => {
		const { bodies, people } = await syncedWith(
			({ first_name = null, last_name = null, email, tags = [] }, present) => {
				const after = { ...present, first_name, last_name, tags, email: email ?? present.email };
				return { answer: { subscriber: after }, after: after };
			},
		);
		const all = { email: 'ann@example.com', first_name: 'Other', last_name: 'Lee', tags: ['vip'] };
		expect(bodies).toEqual([{ first_name: 'Other' }, all, { ...all, email: 'bob@example.com' }]);
		expect(people).toEqual([
			{ ...ann, first_name: 'Other' },
			{ ...bob, first_name: 'Other' },
		]);
	});

	it('looks once at the first who was changed, where the answer does not show them, and mends what was emptied', async () => {
		const { bodies, people, read } = await syncedWith(
			({ first_name = null, last_name = null, email, tags = [] }, present) => ({
				answer: { message: 'Updated' },
				after: { ...present, first_name, last_name, tags, email: email ?? present.email },
			}),
		);
		const all = { email: 'ann@example.com', first_name: 'Other', last_name: 'Lee', tags: ['vip'] };
		expect(bodies).toEqual([{ first_name: 'Other' }, all, { ...all, email: 'bob@example.com' }]);
		expect(read).toEqual(['u1']);
		expect(people.map(({ last_name, tags }) => [last_name, tags])).toEqual([
			['Lee', ['vip']],
			['Lee', ['vip']],
		]);
	});

	it('looks once, and no more, where nothing was emptied', async () => {
		const { bodies, read, actions } = await syncedWith((body, present) => ({
			answer: { message: 'Updated' },
			after: { ...present, ...body },
		}));
		expect([bodies, read]).toEqual([[{ first_name: 'Other' }, { first_name: 'Other' }], ['u1']]);
		expect(actions).toEqual(['updated', 'updated']);
	});

	it('looks at nobody who has nothing else that could be emptied', async () => {
		const { read, actions } = await syncedWith(
			(body, present) => ({ answer: { message: 'Updated' }, after: { ...present, ...body } }),
			{ last_name: null, tags: [] },
		);
		expect([read, actions]).toEqual([[], ['updated', 'updated']]);
	});

	it('says so where somebody who was unsubscribed is subscribed after it, though its answer does not show them', async () => {
		const { run, bodies } = await syncedWith(
			(body, present) => ({
				answer: { message: 'Updated' },
				after: { ...present, ...body, is_subscribed: true },
			}),
			{ is_subscribed: false },
		);
		expect(run.error?.message).toContain(
			'After this update the service shows ann@example.com as subscribed, who was unsubscribed before',
		);
		expect(bodies).toHaveLength(1);
	});

	it('is not believed where its answer is about somebody else', async () => {
		const { run, bodies } = await syncedWith(() => ({ answer: { subscriber: { ...ann, uuid: 'u9' } } }));
		expect(run.error?.message).toContain('The service answered with another subscriber (u9)');
		expect(bodies).toHaveLength(1);
	});

	const four = [1, 2, 3, 4].map((number) => ({ ...ann, uuid: `p${number}`, email: `p${number}@example.com` }));
	const goOn = { onError: 'continueRegularOutput' as const };
	const replacing = ({ first_name = null, last_name = null, tags = [], email }: IDataObject, present: IDataObject) => ({
		answer: { message: 'Updated' },
		after: { ...present, first_name, last_name, tags, email: email ?? present.email },
	});

	it('empties nobody where several could be updated at once', async () => {
		const { people, run } = await syncedWith(replacing, {}, { people: four, options: { maxParallelRequests: 4 } });
		expect(people.map(({ last_name, tags }) => [last_name, tags])).toEqual(Array(4).fill(['Lee', ['vip']]));
		expect(hintsOf(run).join()).toContain('The service empties what an update does not name (Last Name, Tags)');
	});

	it.each([{}, goOn])('empties nobody else where what was emptied cannot be put back: %j', async (node) => {
		const { people, run, actions } = await syncedWith(
			(body, present) =>
				body.email === undefined ? replacing(body, present) : { status: 422, answer: { message: 'No such email' } },
			{},
			{
				people: four,
				options: { maxParallelRequests: 4 },
				node: { ...node, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			},
		);
		expect(people.filter(({ tags }) => JSON.stringify(tags) === '[]')).toHaveLength(1);
		const words = `${errorText(run)} ${JSON.stringify(run.items)}`;
		expect(words).toContain('The update was made, and the service emptied what it did not name (Last Name, Tags)');
		expect(actions).not.toContain('unchanged');
	});

	it('says what was emptied, and what it was', async () => {
		const { run } = await syncedWith((body, present) =>
			body.email === undefined ? replacing(body, present) : { status: 422, answer: { message: 'No such email' } },
		);
		expect(run.error?.description).toMatch(/No such email\..*as it was before: Last Name: Lee · Tags: .*vip/);
	});

	it('looks also where the answer shows only some of what was not sent', async () => {
		const { people, read } = await syncedWith(({ first_name, tags = [] }, present) => ({
			answer: { subscriber: { ...present, first_name, tags: undefined } },
			after: { ...present, first_name, tags },
		}));
		expect(read).toEqual(['u1']);
		expect(people.map(({ tags }) => tags)).toEqual([['vip'], ['vip']]);
	});

	it('does not believe a reading that shows them as before', async () => {
		const { read, run } = await syncedWith(() => ({ answer: { message: 'Updated' } }));
		expect(read).toEqual(['u1', 'u1', 'u2', 'u2']);
		expect(hintsOf(run).join()).toContain(
			"'First Name' was changed, and the service still shows what was there before",
		);
	});

	it('looks again a little later where they are shown as before, and mends what was emptied', async () => {
		const { people, read, bodies } = await syncedWith(replacing, {}, { lag: 300 });
		expect(read).toEqual(['u1', 'u1']);
		expect(bodies).toHaveLength(3);
		expect(people.map(({ last_name, tags }) => [last_name, tags])).toEqual(Array(2).fill(['Lee', ['vip']]));
	});

	it('is not held up for ever by a service that shows nobody, and says that nothing is known', async () => {
		const people = [...four, ann, bob, { ...bob, uuid: 'u3', email: 'c@example.com' }];
		const { read, actions, run } = await syncedWith(
			(body, present) => ({ answer: { message: 'Updated' }, after: { ...present, ...body } }),
			{},
			{ people, isShown: false, options: { maxParallelRequests: 4, maxRetries: 0 } },
		);
		expect(actions).toEqual(people.map(() => 'updated'));
		expect(read.length).toBeGreaterThanOrEqual(5);
		expect(hintsOf(run).join()).toContain('Whether the service empties what an update does not name is not known');
	});

	it.each([1, 4])('subscribes one person again at most, with %s requests at once', async (maxParallelRequests) => {
		const { people, run } = await syncedWith(
			(body, present) => ({ answer: { message: 'Updated' }, after: { ...present, ...body, is_subscribed: true } }),
			{ is_subscribed: false },
			{ people: four, options: { maxParallelRequests }, node: goOn },
		);
		expect(people.filter(({ is_subscribed }) => is_subscribed === true)).toHaveLength(1);
		expect(JSON.stringify(run.items)).toContain('an update might subscribe them again');
	});

	it('sends all that is known where the service misses the email', async () => {
		const { bodies, actions } = await syncedWith((body, present) =>
			body.email === undefined
				? { status: 422, answer: { message: 'Invalid', errors: { email: ['The email field is required.'] } } }
				: { answer: { subscriber: { ...present, ...body } } },
		);
		expect(bodies.map(({ email }) => email)).toEqual([undefined, 'ann@example.com', 'bob@example.com']);
		expect(actions).toEqual(['updated', 'updated']);
	});

	it('says why it was refused at first, where all that is known is refused too', async () => {
		const { actions, run } = await syncedWith(({ email }) => ({
			status: 422,
			answer: {
				message: 'Invalid',
				errors: { email: [email === undefined ? 'The first reason.' : 'The second reason.'] },
			},
		}));
		expect(actions).toEqual([]);
		expect(run.error?.description).toContain('The first reason.');
	});
});

describe('a toggle', () => {
	it.each<[string, unknown, number]>([
		['0 for no', 0, 1],
		['"no"', 'no', 1],
		['false', false, 1],
	])(
		'is not sent a second time for the same person, whose state the service writes as %s',
		async (_, state, toggles) => {
			let sent = 0;
			const served = await serve((request, response) => {
				if (request.method === 'PUT') sent += 1;
				json(response, { subscriber: { ...ann, is_subscribed: request.method === 'PUT' ? state : true } });
			});
			await runNode({
				parameters: {
					resource: 'subscriber',
					operation: 'toggleSubscription',
					contactList: byId('L'),
					subscriber: byId('u1'),
					changeTo: 'unsubscribed',
				},
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
				input: [{}, {}],
			});
			await served.close();
			expect(sent).toBe(toggles);
		},
	);

	it('whose answer says the other state is not sent again under Retry On Fail', async () => {
		let sent = 0;
		const served = await serve((request, response) => {
			if (request.method === 'PUT') sent += 1;
			json(response, { subscriber: { ...ann, is_subscribed: 1 } });
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('L'),
				subscriber: byId('u1'),
				changeTo: 'unsubscribed',
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});
		await served.close();
		expect(run.error?.message).toBe('The service says that the subscriber is still subscribed');
		expect(sent).toBe(1);
	});
});
