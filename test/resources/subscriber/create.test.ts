import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, jsonOf, defined, useEngine, errorText, hintsOf } from '../../engine/support';

const engine = useEngine();
const aList = () => defined(engine.sandbox.state.contactLists[0]);

describe('Subscriber → Create', () => {
	it('sends exactly the documented fields that were set, and gives the subscriber', async () => {
		const { uuid } = aList();
		const run = await engine.run('subscriber.create', {
			contactList: byId(uuid),
			email: 'nathan@example.com',
			additionalFields: { firstName: 'Nathan', lastName: 'Doe', tags: 'customer, newsletter' },
		});

		expect(run.error).toBeUndefined();
		const [request] = engine.sandbox.requests();
		expect(request).toMatchObject({
			method: 'POST',
			path: `/v1/contact-lists/${uuid}/subscriber`,
			query: '',
			authorization: 'valid',
			status: 200,
		});
		expect(request?.headers['content-type']).toBe('application/json');
		expect(request?.body).toEqual({
			first_name: 'Nathan',
			last_name: 'Doe',
			email: 'nathan@example.com',
			tags: ['customer', 'newsletter'],
		});
		expect(run.items).toHaveLength(1);
		expect(run.items[0]).toMatchObject({
			json: {
				email: 'nathan@example.com',
				first_name: 'Nathan',
				is_subscribed: true,
				tags: ['customer', 'newsletter'],
			},
			pairedItem: { item: 0 },
		});
		expect(aList().subscribers.map(({ email }) => email)).toContain('nathan@example.com');
	});

	it.each([
		['text with commas', 'a, b ,,c', ['a', 'b', 'c']],
		['a list from an expression', '={{ ["a", "b"] }}', ['a', 'b']],
		['JSON text', '["a", "b"]', ['a', 'b']],
		['a number from an expression', '={{ 7 }}', ['7']],
	])('sends tags given as %s as a list of texts', async (_, tags, expected) => {
		await engine.run('subscriber.create', {
			contactList: byId(aList().uuid),
			email: 'a@example.com',
			additionalFields: { tags },
		});
		expect(engine.sandbox.requests()[0]?.body).toEqual({ email: 'a@example.com', tags: expected });
	});

	it('sends nothing when tags are an object, and names the parameter', async () => {
		const run = await engine.run('subscriber.create', {
			contactList: byId(aList().uuid),
			email: 'a@example.com',
			additionalFields: { tags: '={{ {a: 1} }}' },
		});
		expect(run.error?.message).toContain("'Tags' must be text");
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it("says under the parameter's name that the address is taken, and names Create or Update", async () => {
		const { email = '' } = aList().subscribers[0] ?? {};
		const run = await engine.run('subscriber.create', { contactList: byId(aList().uuid), email });
		expect(run.error?.httpCode).toBe('422');
		expect(run.error?.message).toBe("The service did not accept 'Email'");
		expect(run.error?.description).toContain(`Email "${email}": The email has already been taken.`);
		expect(run.error?.description).toContain("'Create or Update'");
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it.each([
		['nathan', '"nathan" is not an email address'],
		['={{ $json.missing }}', "'Email' is empty"],
	])('sends nothing when the email is %s', async (email, message) => {
		const run = await engine.run('subscriber.create', { contactList: byId(aList().uuid), email });
		expect(run.error?.message).toBe(message);
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it.each(['={{ $json.missing }}', '..'])(
		'sends nothing when the contact list is "%s", and names the parameter',
		async (list) => {
			const run = await engine.run('subscriber.create', { contactList: byId(list), email: 'a@example.com' });
			expect(run.error?.message).toContain("'Contact List'");
			expect(engine.sandbox.requests()).toHaveLength(0);
		},
	);

	it('says that the list was not found when it has been deleted, because the path is documented', async () => {
		const run = await engine.run('subscriber.create', { contactList: byId('gone'), email: 'a@example.com' });
		expect(run.error?.httpCode).toBe('404');
		expect(run.error?.message).toBe('The contact list was not found');
		expect(errorText(run)).not.toContain('Endpoint Paths');
	});

	describe("with 'Data Mode' set to map automatically", () => {
		it('takes email, names and tags from each input item, and ignores its other fields', async () => {
			const run = await engine.run(
				'subscriber.create',
				{ contactList: byId(aList().uuid), dataMode: 'autoMapInputData' },
				{
					input: [
						{ email: ' ada@example.com ', first_name: 'Ada', last_name: null, tags: ['x'], phone: '1' },
						{ email: 'bob@example.com', tags: 'y, z' },
					],
				},
			);
			expect(jsonOf(run).map(({ email }) => email)).toEqual(['ada@example.com', 'bob@example.com']);
			const bodies = engine.sandbox.requests().map(({ body }) => body);
			expect(bodies).toContainEqual({ email: 'ada@example.com', first_name: 'Ada', tags: ['x'] });
			expect(bodies).toContainEqual({ email: 'bob@example.com', tags: ['y', 'z'] });
		});

		it('passes a blank row over, and creates the others', async () => {
			const run = await engine.run(
				'subscriber.create',
				{ contactList: byId(aList().uuid), dataMode: 'autoMapInputData' },
				{ input: [{ email: '', tags: null, row_number: 2 }, { email: 'ada@example.com' }] },
			);
			expect(jsonOf(run)[0]).toMatchObject({ action: 'skipped', email: null, reason: 'The row is empty' });
			expect(engine.sandbox.requests().map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
		});

		it('sends nothing at all when one item has none of the fields', async () => {
			const run = await engine.run(
				'subscriber.create',
				{ contactList: byId(aList().uuid), dataMode: 'autoMapInputData' },
				{ input: [{ Post: 'bob@example.com' }, { email: 'ada@example.com' }] },
			);
			expect(run.error?.message).toBe('No email column found (Post) [item 0]');
			expect(run.error?.description).toBe(
				"Choose one under 'Columns'. Nothing was sent for this item. Of 2 items: item 0 failed, 1 not sent.",
			);
			expect(engine.sandbox.requests()).toHaveLength(0);
		});
	});

	describe('consent', () => {
		const create = async (input: IDataObject[], more: INodeParameters = {}) =>
			await engine.run(
				'subscriber.create',
				{ contactList: byId(aList().uuid), dataMode: 'autoMapInputData', ...more },
				{ input },
			);

		it.each<[IDataObject, string]>([
			[{ is_subscribed: false }, '"is_subscribed" is "false"'],
			[{ is_subscribed: 'no' }, '"is_subscribed" is "no"'],
			[{ unsubscribed_at: '2024-01-02' }, '"unsubscribed_at" is "2024-01-02"'],
			[{ Status: 'Unsubscribed' }, '"Status" is "Unsubscribed"'],
		])('skips a row that says %j, with the reason, and creates the others', async (said, reason) => {
			const run = await create([
				{ email: 'a@example.com', ...said },
				{ email: 'b@example.com', is_subscribed: true, unsubscribed_at: null },
			]);
			expect(jsonOf(run)).toEqual([
				{
					action: 'skipped',
					reason: `Opted out: ${reason}`,
					email: 'a@example.com',
					is_subscribed: false,
					input: { email: 'a@example.com', ...said },
				},
				expect.objectContaining({ email: 'b@example.com', is_subscribed: true }),
			]);
			expect(engine.sandbox.requests()).toHaveLength(1);
			expect(hintsOf(run)).toContain('Opted-out items were skipped.');
		});

		it("skips it also where its column is given under 'Columns'", async () => {
			const columns = { optIn: 'prefs.mail', optOut: 'Left' };
			const rows = [
				{ email: 'a@example.com', prefs: { mail: 'no' } },
				{ email: 'b@example.com', Left: '2024-05-01' },
				{ email: 'c@example.com', prefs: { mail: 'yes' }, Left: '' },
			];
			const run = await create(rows, { columns });
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({
					action: 'skipped',
					reason: 'Opted out: "prefs.mail" is "no"',
					is_subscribed: false,
					input: rows[0],
				}),
				expect.objectContaining({
					action: 'skipped',
					reason: 'Opted out: "Left" is "2024-05-01"',
					is_subscribed: false,
					input: rows[1],
				}),
				expect.objectContaining({ email: 'c@example.com', is_subscribed: true }),
			]);
			expect(engine.sandbox.requests()).toHaveLength(1);
		});

		it("reads each item by its own 'Columns', where an expression makes them differ", async () => {
			const columns = { optIn: "={{ $json.form === 'A' ? 'Wants A' : 'Wants B' }}" };
			const run = await create(
				[
					{ form: 'A', email: 'a@example.com', 'Wants A': 'yes' },
					{ form: 'B', email: 'b@example.com', 'Wants B': 'no' },
					{ form: 'A', email: 'c@example.com', 'Wants A': 'yes', 'Wants B': 'no' },
				],
				{ columns },
			);
			expect(jsonOf(run).map(({ action, email, reason }) => [action ?? 'created', email, reason])).toEqual([
				['created', 'a@example.com', undefined],
				['skipped', 'b@example.com', 'Opted out: "Wants B" is "no"'],
				['created', 'c@example.com', undefined],
			]);
		});

		it('skips it also where the fields are set in the node', async () => {
			const run = await create([{ mail: 'a@example.com', is_subscribed: false }], {
				dataMode: 'defineBelow',
				email: '={{ $json.mail }}',
			});
			const set = await create([{ is_subscribed: false }], { dataMode: 'defineBelow', email: 'a@example.com' });
			for (const [item] of [jsonOf(run), jsonOf(set)])
				expect(item).toMatchObject({ action: 'skipped', email: 'a@example.com', is_subscribed: false });
			expect(engine.sandbox.requests()).toEqual([]);
		});

		it('skips it also where it came by a webhook', async () => {
			const run = await engine.run(
				'subscriber.create',
				{ contactList: byId(defined(engine.sandbox.state.contactLists[0]).uuid), email: '={{ $json.body.email }}' },
				{ input: [{ headers: {}, params: {}, query: {}, body: { email: 'a@example.com', newsletter: 'no' } }] },
			);
			expect(jsonOf(run)).toEqual([expect.objectContaining({ action: 'skipped', email: 'a@example.com' })]);
		});
	});
});
