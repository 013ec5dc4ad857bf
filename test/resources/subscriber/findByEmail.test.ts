import { runNode } from '../../engine/runNode';
import { json, serve } from '../../engine/serve';
import { byEmail, byId, jsonOf, defined, useEngine } from '../../engine/support';

const engine = useEngine({ subscribers: 60 });
const list = () => defined(engine.sandbox.state.contactLists[0]);
const last = () => defined(list().subscribers.at(-1));
const operations = () => engine.sandbox.requests().map(({ operationId }) => operationId);

describe('a subscriber chosen by email', () => {
	it('is found on any page, whatever the case of the email', async () => {
		const run = await engine.run('subscriber.get', { contactList: byId(list().uuid), subscriber: byEmail(` ${last().email.toUpperCase()} `) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({ uuid: last().uuid, email: last().email });
	});

	it('is looked up once for all items', async () => {
		const input = list().subscribers.slice(0, 5).map(({ email }) => ({ email }));
		const run = await engine.run('subscriber.update', { contactList: byId(list().uuid), subscriber: byEmail('={{ $json.email }}'), updateFields: { lastName: 'New' } }, { input });
		expect(jsonOf(run).map(({ email, last_name }) => [email, last_name])).toEqual(input.map(({ email }) => [email, 'New']));
		expect(operations().filter((operation) => operation === 'subscriber.getAll')).toHaveLength(3);
		expect(operations().filter((operation) => operation === 'subscriber.update')).toHaveLength(5);
	});

	it('is deleted, and the item says by UUID what was deleted', async () => {
		const { uuid, email } = last();
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail(email) });
		expect(jsonOf(run)).toEqual([{ deleted: true, uuid }]);
		expect(list().subscribers.some((subscriber) => subscriber.email === email)).toBe(false);
	});

	it('changes nothing when nobody has the email', async () => {
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail('nobody@example.com') });
		expect(run.error?.message).toBe('No subscriber with the email nobody@example.com is in the contact list');
		expect(operations()).not.toContain('subscriber.delete');
	});

	it('changes nothing for the items after one whose email nobody has', async () => {
		const input = [{ email: 'nobody@example.com' }, { email: last().email }, { email: last().email }];
		const run = await engine.run(
			'subscriber.update',
			{ contactList: byId(list().uuid), subscriber: byEmail('={{ $json.email }}'), updateFields: { lastName: 'New' }, options: { maxParallelRequests: 1 } },
			{ input },
		);
		expect(run.error?.description).toContain('This was item 1 of 3. Nothing was sent.');
		expect(operations()).not.toContain('subscriber.update');
	});

	it('changes nothing when two have the email', async () => {
		list().changeEmail(defined(list().subscribers[0]), last().email);
		const run = await engine.run('subscriber.delete', { contactList: byId(list().uuid), subscriber: byEmail(last().email) });
		expect(run.error?.message).toBe(`2 subscribers of the contact list have the email ${last().email}`);
		expect(operations()).not.toContain('subscriber.delete');
	});

	it.each(['..', '.', '', ' ', null])('changes nothing when the list gives %j for its UUID: the path would lead to the list itself', async (uuid) => {
		const served = await serve((_, response) => json(response, { data: [{ uuid, email: 'a@example.com' }] }));
		for (const operation of ['delete', 'update', 'toggleSubscription', 'get']) {
			const run = await runNode({
				parameters: { resource: 'subscriber', operation, contactList: byId('l1'), subscriber: byEmail('a@example.com'), updateFields: { firstName: 'x' }, changeTo: 'unsubscribed' },
				credential: { baseUrl: served.url, accessToken: 'token-of-the-test', endpointPaths: '{}' },
			});
			expect(run.error?.message).toMatch(/^'Subscriber' (is empty|cannot be)/);
		}
		await served.close();
		expect(new Set(served.requests)).toEqual(new Set(['GET /v1/contact-lists/l1/subscriber']));
	});
});
