import type { IDataObject } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byEmail, byId, defined, errorText, jsonOf, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 250 });
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
		expect(operations().filter((operation) => operation === 'subscriber.getAll')).toHaveLength(1);
		expect(operations().filter((operation) => operation === 'subscriber.update')).toHaveLength(5);
	});

	it('is found with at most as many pages read without success as were needed', async () => {
		const served = await serve((request, response) => {
			const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
			json(response, { data: [{ uuid: `u${page}`, email: `p${page}@example.com` }], meta: { last_page: 1000 } });
		});
		await runNode({
			parameters: {
				resource: 'subscriber',
				operation: 'delete',
				contactList: byId('l1'),
				subscriber: byEmail('p5@example.com'),
			},
			credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
		});
		await served.close();
		expect(served.requests.at(-1)).toBe('DELETE /v1/contact-lists/l1/subscriber/u5');
		expect(served.requests.length - 1).toBeLessThanOrEqual(10);
	});

	it('is deleted, and the item says by UUID what was deleted', async () => {
		const { uuid, email } = last();
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail(email) });
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(list().subscribers.some((subscriber) => subscriber.email === email)).toBe(false);
	});

	it('changes nothing when no subscriber has the email', async () => {
		const run = await engine.run('subscriber.delete', {
			contactList: byId(list().uuid),
			subscriber: byEmail('nobody@example.com'),
		});
		expect(run.error?.message).toBe('No subscriber with the email nobody@example.com is in the contact list');
		expect(run.error?.description).toContain("Check the email in 'Subscriber' and the list in 'Contact List'");
		expect(operations()).not.toContain('subscriber.delete');
	});

	it('changes nothing for the items after one whose email is not in the list', async () => {
		const input = [{ email: 'nobody@example.com' }, { email: last().email }, { email: last().email }];
		const run = await engine.run(
			'subscriber.update',
			{
				contactList: byId(list().uuid),
				subscriber: byEmail('={{ $json.email }}'),
				updateFields: { lastName: 'New' },
				requestOptions: { maxParallelRequests: 1 },
			},
			{ input },
		);
		expect(run.error?.description).toMatch(/item 0 failed, \d not sent\.$/);
		expect(operations()).not.toContain('subscriber.update');
	});

	it('changes nothing when two have the email', async () => {
		const [one, other] = list().subscribers;
		const { email } = defined(other);
		list().changeEmail(defined(one), email);
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail(email) });
		expect(run.error?.message).toBe(`2 subscribers of the contact list have the email ${email}`);
		expect(run.error?.description).toContain('ID of the right one');
		expect(operations()).not.toContain('subscriber.delete');
	});

	it.each<[unknown]>([['..'], ['.'], [''], [' '], [undefined]])(
		'changes nothing when the list gives %j for its UUID: the path would lead to the list itself',
		async (uuid) => {
			const served = await serve((_, response) => json(response, { data: [{ uuid, email: 'a@example.com' }] }));
			const texts: string[] = [];
			for (const operation of ['delete', 'update', 'tag', 'toggleSubscription', 'get']) {
				const run = await runNode({
					parameters: {
						resource: 'subscriber',
						operation,
						contactList: byId('l1'),
						subscriber: byEmail('a@example.com'),
						updateFields: { firstName: 'x' },
						addTags: 'x',
						changeTo: 'unsubscribed',
					},
					credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
				});
				texts.push(errorText(run));
			}
			await served.close();
			expect(texts).toEqual(texts.map(() => expect.stringMatching(/ID for a@example\.com.*'Subscriber' → 'Get Many'/)));
			expect(new Set(served.requests)).toEqual(new Set(['GET /v1/contact-lists/l1/subscriber']));
		},
	);

	describe('in a list of the test', () => {
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

		it('is looked for in the list that the item names', async () => {
			const { run, deleted } = await removal(
				{ A: [{ uuid: 'u1', email: 'a@example.com' }], B: [{ uuid: 'u2', email: 'a@example.com' }] },
				200,
				[{ list: 'A' }, { list: 'B' }],
			);
			expect(jsonOf(run).map(({ uuid }) => uuid)).toEqual(['u1', 'u2']);
			expect(deleted).toEqual(['DELETE /v1/contact-lists/A/subscriber/u1', 'DELETE /v1/contact-lists/B/subscriber/u2']);
		});

		it('is not looked for after an email that is not in the list, where the node stops', async () => {
			const { run, deleted } = await removal(
				{ A: [{ uuid: 'u1', email: 'b@example.com' }], B: [{ uuid: 'u2', email: 'b@example.com' }] },
				200,
				[{ list: 'A' }, { list: 'B' }],
			);
			expect(run.error?.description).toMatch(/item 0 failed, \d not sent\.$/);
			expect(deleted).toEqual([]);
		});

		it.each<[string, unknown]>([
			[
				'the service counts more than it returned',
				{ data: [{ uuid: 'u2', email: 'b@example.com' }], meta: { total: 9 } },
			],
			['the list may go on in another way', { data: [{ uuid: 'u2', email: 'b@example.com' }], cursor: 'x' }],
		])('may be in the list though it was not found, where %s', async (_, A) => {
			const { run, deleted } = await removal({ A });
			expect(errorText(run)).toMatch(/a@example\.com was found, but.*incomplete.*by its ID/);
			expect(deleted).toEqual([]);
		});

		it('is found next to entries without an email', async () => {
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
