import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultName } from '../../../sandbox/faults/faults';
import { expectFailure } from '../../engine/expectFailure';
import { byEmail, byId, defined, errorOutput, jsonOf, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

const engine = useEngine({ subscribers: 250 });
const { list, requests, reply, run: runOnList } = useList();
const last = () => defined(engine.list().subscribers.at(-1));
const run = async (operation: string, parameters: INodeParameters, input: IDataObject[] = [{}], node = {}) =>
	await engine.run(
		`subscriber.${operation}`,
		{ contactList: byId(engine.list().uuid), ...parameters },
		{ input, node },
	);

describe('Subscriber → Get', () => {
	const aSubscriber = (mails: number) => {
		const subscriber = defined(engine.list().subscribers[0]);
		const mail = { subject: 'Mail', createdAt: 0, sentAt: 0, openedAt: null, clickedAt: null };
		subscriber.mails = Array.from({ length: mails }, (_, index) => ({
			...mail,
			uuid: `00000000-0000-4000-8000-000000000${String(index).padStart(3, '0')}`,
		}));
		return byId(subscriber.uuid);
	};

	it.each([
		[260, 15],
		[0, 0],
	])('returns the subscriber with the first page of its %i mails, in one request', async (mails, shown) => {
		const [item] = jsonOf(await run('get', { subscriber: aSubscriber(mails), simplify: false }));
		expect(item).toMatchObject({ uuid: engine.list().subscribers[0]?.uuid, recieved_count: mails });
		expect(item?.mails).toHaveLength(shown);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	const mails = [{ uuid: 'm' }];
	it.each<[string, object, object]>([
		['mails inside the subscriber', { subscriber: { uuid: 'u1', mails } }, { mails }],
		['mails next to it', { subscriber: { uuid: 'u1' }, mails: { data: mails } }, { mails }],
		['a page of mails under their name', { subscriber: { uuid: 'u1', mails: { mails } } }, { mails }],
		['no mails', { subscriber: { uuid: 'u1' } }, {}],
	])('reads a response with %s', async (_, body, shown) => {
		reply('get u1', [200, body]);
		const got = await runOnList('get', { subscriber: byId('u1'), simplify: false });
		expect(jsonOf(got)).toEqual([{ uuid: 'u1', ...shown }]);
	});
});

describe('a subscriber chosen by email', () => {
	it.each(['Ann <a@example.com>', 'mailto:a@example.com', ' A@Example.com\u200b'])(
		'is found by an address as it was pasted: %s',
		async (pasted) => {
			list.hold([{ uuid: 'u1', email: 'a@example.com' }]);
			expect(jsonOf(await runOnList('delete', { subscriber: byEmail(pasted) }))).toEqual([
				{ deleted: true, uuid: 'u1' },
			]);
		},
	);

	it('is looked up in the contact list that its item names', async () => {
		const input = [engine.list(0), engine.list(1)].map(({ uuid, subscribers }) => ({
			list: uuid,
			email: defined(subscribers[0]).email,
			uuid: defined(subscribers[0]).uuid,
		}));
		const parameters = { contactList: byId('={{ $json.list }}'), subscriber: byEmail('={{ $json.email }}') };
		const deleted = await run('delete', parameters, input);
		expect(jsonOf(deleted)).toEqual(input.map(({ uuid }) => ({ deleted: true, uuid })));
	});

	describe('after one that is not in the list', () => {
		beforeEach(() => list.hold([{ uuid: 'u1', email: 'a@example.com' }]));
		const update = async (names: string[], node = {}) => {
			const subscriber = byEmail('={{ $json.email }}');
			const parameters = { subscriber, updateFields: { lastName: 'New' }, requestOptions: { maxParallelRequests: 1 } };
			return await runOnList('update', parameters, {
				input: names.map((name) => ({ email: `${name}@example.com` })),
				node,
			});
		};

		it('is not changed in a node that stops', async () => {
			const mentions = ['nobody@example.com', "'Subscriber'", "'Contact List'", 'row 1', '2 not sent'];
			expectFailure(await update(['nobody', 'a', 'a']), { mentions });
			expect(requests()).toEqual(['read']);
			reply('read', '403');
			expectFailure(await update(['a', 'b']), { status: 403, mentions: ['[a@example.com]'] });
		});

		it.each([
			['is not looked up either in a node that stops', {}, 'row 1 failed, 1 not sent'],
			['is missed too in a node that goes on', errorOutput, 'y@example.com'],
		])('%s', async (_name, node, mention) => {
			const { errorItems, error } = await update(['x', 'y'], node);
			expect(errorItems.at(-1)?.json.error ?? error?.description).toContain(mention);
		});

		it('is all that is changed in a node that goes on', async () => {
			await update(['nobody', 'a', 'a'], errorOutput);
			expect(requests()).toEqual(['read', 'update u1', 'update u1']);
		});
	});

	it.each(['delete', 'update', 'tag', 'toggleSubscription', 'get'])(
		'is not reached by %s where the list shows no usable UUID: the path would lead to the list itself',
		async (operation) => {
			for (const uuid of ['..', '.', ' ', undefined]) {
				list.hold([{ uuid, email: 'a@example.com' }]);
				const given = { updateFields: { firstName: 'x' }, addTags: 'x', changeTo: 'unsubscribed' };
				const ran = await runOnList(operation, { subscriber: byEmail('a@example.com'), ...given });
				expectFailure(ran, { mentions: ['a@example.com', 'ID', "'Get Many'"] });
			}
			expect(requests()).toEqual(Array(4).fill('read'));
		},
	);

	it('fails with the reason of a list that cannot be read, under the names of the panel', async () => {
		reply('read', [422, { errors: { contactList: ['is locked'] } }]);
		const ran = await runOnList('delete', { subscriber: byEmail('a@example.com') });
		expectFailure(ran, { status: 422, mentions: ["'Contact List'", 'is locked'] });
		expect(new Set(requests())).toEqual(new Set(['read']));
	});
});

describe('Subscriber → Delete under Retry On Fail', () => {
	const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	it.each<[string, FaultName, boolean]>([
		['that was done, by ID', 'reset-after', false],
		['that was done, by email', 'reset-after', true],
		['that was redirected, by email', '302', true],
		['that was not done, by email', 'reset-before', true],
	])('counts as done after a delete without a response %s', async (_, fault, isByEmail) => {
		const { uuid, email } = last();
		engine.sandbox.faults({ script: [{ fault, operation: 'subscriber.delete' }] });
		const subscriber = isByEmail ? byEmail(email) : byId(uuid);
		const deleted = await run('delete', { subscriber, requestOptions: { maxRetries: 0 } }, [{}], node);
		expect(deleted.error).toBeUndefined();
		expect(jsonOf(deleted)).toEqual([{ deleted: true, uuid }]);
		expect(engine.operations().filter((operation) => operation === 'subscriber.delete')).toHaveLength(2);
		expect(engine.list().withEmail(email)).toBeUndefined();
	});

	it('fails where the delete before was rejected, and nothing is found', async () => {
		engine.sandbox.faults({ script: [{ fault: '401' }] });
		const deleted = await run('delete', { subscriber: byId('never') }, [{}], node);
		expectFailure(deleted, { status: 404, mentions: ['DELETE'] });
	});
});
