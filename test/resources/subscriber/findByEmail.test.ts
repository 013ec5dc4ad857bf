import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byEmail, byId, jsonOf, defined, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 60 });
const list = () => defined(engine.sandbox.state.contactLists[0]);
const last = () => defined(list().subscribers.at(-1));
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);

describe('a subscriber chosen by email', () => {
	it('is found on any page, whatever the case of the email', async () => {
		const run = await engine.run('subscriber.get', {
			contactList: byId(list().uuid),
			subscriber: byEmail(` ${last().email.toUpperCase()} `),
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({ uuid: last().uuid, email: last().email });
	});

	it('is looked up once for all items', async () => {
		const input = list()
			.subscribers.slice(0, 5)
			.map(({ email }) => ({ email }));
		const run = await engine.run(
			'subscriber.update',
			{ contactList: byId(list().uuid), subscriber: byEmail('={{ $json.email }}'), updateFields: { lastName: 'New' } },
			{ input },
		);
		expect(jsonOf(run).map(({ email, last_name }) => [email, last_name])).toEqual(
			input.map(({ email }) => [email, 'New']),
		);
		expect(operations().filter((operation) => operation === 'subscriber.getAll')).toHaveLength(4);
		expect(operations().filter((operation) => operation === 'subscriber.update')).toHaveLength(5);
	});

	it('is deleted, and the item says by UUID what was deleted', async () => {
		const { uuid, email } = last();
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail(email) });
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(list().subscribers.some((subscriber) => subscriber.email === email)).toBe(false);
	});

	it('changes nothing when nobody has the email', async () => {
		const run = await engine.run('subscriber.delete', {
			contactList: byId(list().uuid),
			subscriber: byEmail('nobody@example.com'),
		});
		expect(run.error?.message).toBe('No subscriber with the email nobody@example.com is in the contact list');
		expect(run.error?.description).toBe(
			"Check the email in 'Subscriber' and the list in 'Contact List'. Nothing was changed for this item.",
		);
		expect(operations()).not.toContain('subscriber.delete');
	});

	it('changes nothing for the items after one whose email nobody has', async () => {
		const input = [{ email: 'nobody@example.com' }, { email: last().email }, { email: last().email }];
		const run = await engine.run(
			'subscriber.update',
			{
				contactList: byId(list().uuid),
				subscriber: byEmail('={{ $json.email }}'),
				updateFields: { lastName: 'New' },
				options: { maxParallelRequests: 1 },
			},
			{ input },
		);
		expect(run.error?.description).toMatch(/Nothing was sent for any of the 3 items\.$/);
		expect(operations()).not.toContain('subscriber.update');
	});

	it('changes nothing when two have the email', async () => {
		list().changeEmail(defined(list().subscribers[0]), last().email);
		const run = await engine.run('subscriber.delete', {
			contactList: byId(list().uuid),
			subscriber: byEmail(last().email),
		});
		expect(run.error?.message).toBe(`2 subscribers of the contact list have the email ${last().email}`);
		expect(run.error?.description).toBe(
			"Choose the one that is meant by its ID in 'Subscriber'. Nothing was changed for this item.",
		);
		expect(operations()).not.toContain('subscriber.delete');
	});

	it.each(['..', '.', '', ' ', null])(
		'changes nothing when the list gives %j for its UUID: the path would lead to the list itself',
		async (uuid) => {
			const served = await serve((_, response) => json(response, { data: [{ uuid, email: 'a@example.com' }] }));
			for (const operation of ['delete', 'update', 'toggleSubscription', 'get']) {
				const run = await runNode({
					parameters: {
						resource: 'subscriber',
						operation,
						contactList: byId('l1'),
						subscriber: byEmail('a@example.com'),
						updateFields: { firstName: 'x' },
						changeTo: 'unsubscribed',
					},
					credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
				});
				expect(run.error?.message).toBe('The service gives no usable ID for a@example.com');
			}
			await served.close();
			expect(new Set(served.requests)).toEqual(new Set(['GET /v1/contact-lists/l1/subscriber']));
		},
	);

	describe('in a list of another form', () => {
		const removal = async (bodies: Record<string, unknown>, status = 200, input: IDataObject[] = [{ list: 'A' }]) => {
			const served = await serve((request, response) =>
				request.method === 'GET'
					? json(response, bodies[(request.url ?? '').split('/')[3] ?? ''], status)
					: json(response, {}),
			);
			const run = await runNode({
				parameters: {
					resource: 'subscriber',
					operation: 'delete',
					contactList: byId('={{ $json.list }}'),
					subscriber: byEmail('a@example.com'),
				},
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
				input,
			});
			await served.close();
			return { run, deleted: served.requests.filter((request) => request.startsWith('DELETE')).sort() };
		};

		it('is found by the email among the attributes of an entry', async () => {
			const { run, deleted } = await removal({
				A: {
					data: [
						{ id: 'u1', attributes: { email: ' A@Example.com' } },
						{ id: 'u2', email: 'b@example.com', attributes: { email: 'a@example.com' } },
					],
				},
			});
			expect(jsonOf(run)).toEqual([{ deleted: true, uuid: 'u1' }]);
			expect(deleted).toEqual(['DELETE /v1/contact-lists/A/subscriber/u1']);
		});

		it('is looked for in the list that the item names', async () => {
			const { run, deleted } = await removal(
				{ A: [{ uuid: 'u1', email: 'a@example.com' }], B: [{ uuid: 'u2', email: 'a@example.com' }] },
				200,
				[{ list: 'A' }, { list: 'B' }],
			);
			expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(['u1', 'u2']);
			expect(deleted).toEqual(['DELETE /v1/contact-lists/A/subscriber/u1', 'DELETE /v1/contact-lists/B/subscriber/u2']);
		});

		it('is not looked for after one whom nobody has, where the node stops', async () => {
			const { run, deleted } = await removal(
				{ A: [{ uuid: 'u1', email: 'b@example.com' }], B: [{ uuid: 'u2', email: 'b@example.com' }] },
				200,
				[{ list: 'A' }, { list: 'B' }],
			);
			expect(run.error?.description).toMatch(/Nothing was sent for any of the 2 items\.$/);
			expect(deleted).toEqual([]);
		});

		it('may be among the entries without an email, where it is not found', async () => {
			const { run, deleted } = await removal({
				A: { data: [{ uuid: 'u1' }, null, { uuid: 'u2', email: 'b@example.com' }] },
			});
			expect(run.error?.message).toBe('The email a@example.com was not found, but the contact list may be incomplete');
			expect(run.error?.description).toBe(
				"2 of its 3 entries came without a legible email. Choose the subscriber by its ID in 'Subscriber'. Nothing was changed for this item.",
			);
			expect(deleted).toEqual([]);
		});

		it('cannot be named where the list gives no ID for it', async () => {
			const { run, deleted } = await removal({ A: { data: [{ email: 'a@example.com' }] } });
			expect(run.error?.message).toBe('The service gives no usable ID for a@example.com');
			expect(run.error?.description).toContain("See what it shows of them with 'Subscriber' → 'Get Many'");
			expect(deleted).toEqual([]);
		});

		it('is found beside entries without an email', async () => {
			expect(
				(await removal({ A: { data: [{ uuid: 'u1' }, { uuid: 'u2', email: 'a@example.com' }] } })).deleted,
			).toEqual(['DELETE /v1/contact-lists/A/subscriber/u2']);
		});

		it('is not looked for when the service does not accept the list, which is called as in the panel', async () => {
			const { run } = await removal({ A: { errors: { contactList: ['is locked'] } } }, 422);
			expect(run.error?.message).toBe("The service did not accept 'Contact List'");
		});
	});
});

describe('a list and a subscriber that contradict each other', () => {
	const ann = { uuid: 'u1', email: 'ann@example.com' };
	/** The one of the list, and the one that is read by ID. */
	async function changedTo(changeTo: string, inList: boolean | undefined, read: boolean, input = [{}]) {
		let isSubscribed = read;
		const served = await serve((request, response) => {
			if (request.method === 'PUT') isSubscribed = !isSubscribed;
			return request.url?.includes('/u1') === true
				? json(response, { subscriber: { ...ann, is_subscribed: isSubscribed } })
				: json(response, { data: [{ ...ann, is_subscribed: inList }] });
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'toggleSubscription',
				contactList: byId('L'),
				subscriber: byEmail('ann@example.com'),
				changeTo,
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input,
		});
		await served.close();
		return { run, toggles: served.requests.filter((request) => request.startsWith('PUT')).length };
	}

	it.each([
		['unsubscribed', false, true, 'unsubscribed, and the subscriber itself is shown as subscribed'],
		['unsubscribed', true, false, 'subscribed, and the subscriber itself is shown as unsubscribed'],
		['subscribed', true, false, 'subscribed, and the subscriber itself is shown as unsubscribed'],
	])('are not believed, and nobody is toggled: to %s', async (changeTo, inList, read, words) => {
		const { run, toggles } = await changedTo(changeTo, inList, read);
		expect(run.error?.message).toBe(`The contact list shows ann@example.com as ${words}`);
		expect(run.error?.description).toContain('nothing was changed');
		expect(toggles).toBe(0);
	});

	it.each([
		['unsubscribed', true, true],
		['unsubscribed', undefined, true],
	])('are none where the list says the same or nothing: to %s', async (changeTo, inList, read) => {
		expect((await changedTo(changeTo, inList, read)).toggles).toBe(1);
	});

	it('are none after this run has turned somebody over', async () => {
		const turn = { changeTo: 'toggle' };
		const { run, toggles } = await changedTo('={{ $json.changeTo }}', true, true, [turn, { changeTo: 'subscribed' }]);
		expect(run.error).toBeUndefined();
		expect(toggles).toBe(2);
	});
});

describe('Update by email at a service that empties what an update does not name', () => {
	const ann = { uuid: 'u1', email: 'ann@example.com', first_name: 'Ann', last_name: 'Lee', tags: ['vip'] };
	const bob = { ...ann, uuid: 'u2', email: 'bob@example.com' };
	const update = async (input: IDataObject[], more: IDataObject = {}, after: IDataObject = {}) => {
		const people = new Map<string, IDataObject>([ann, bob].map((person) => [person.uuid, { ...person, ...more }]));
		const served = await serve((request, response, text) => {
			const id = request.url?.split('/').at(-1) ?? '';
			if (request.method !== 'PUT') return json(response, { data: [...people.values()] });
			const {
				email = people.get(id)?.email,
				first_name = null,
				last_name = null,
				tags = [],
			} = JSON.parse(text) as IDataObject;
			people.set(id, { ...people.get(id), email, first_name, last_name, tags, ...after });
			return json(response, { subscriber: people.get(id) });
		});
		const run = await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'update',
				contactList: byId('L'),
				subscriber: byEmail('={{ $json.email }}'),
				updateFields: { firstName: '={{ $json.name }}', email: '={{ $json.to }}' },
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			input,
			node: { onError: 'continueRegularOutput' },
		});
		await served.close();
		return { run, people: [...people.values()] };
	};

	it('puts back what was there, also after an update before it in the same run', async () => {
		const { people } = await update([
			{ email: 'ann@example.com', name: 'A' },
			{ email: 'bob@example.com', name: 'B' },
			{ email: 'bob@example.com', name: 'C' },
		]);
		expect(people).toEqual([
			{ ...ann, first_name: 'A' },
			{ ...bob, first_name: 'C' },
		]);
	});

	it('does not take back an email that the same run has changed', async () => {
		const { people } = await update([
			{ email: 'ann@example.com', name: 'A', to: 'new@example.com' },
			{ email: 'ann@example.com', name: 'B', to: '' },
		]);
		expect(people[0]).toEqual({ ...ann, email: 'new@example.com', first_name: 'B' });
	});

	it('subscribes one person again at most, and says so', async () => {
		const { people, run } = await update(
			[ann, bob].map(({ email }) => ({ email, name: 'X' })),
			{ is_subscribed: false },
			{ is_subscribed: true },
		);
		expect(people.filter(({ is_subscribed }) => is_subscribed === true)).toHaveLength(1);
		expect(JSON.stringify(run.items)).toContain('who was unsubscribed before');
	});
});
