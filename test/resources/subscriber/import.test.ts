import { byId, jsonOf, defined, useEngine } from '../../engine/support';

const engine = useEngine();
const list = (index = 0) => defined(engine.sandbox.state.contactLists[index]);

describe('Subscriber → Import', () => {
	it('sends all items in one request, and pairs the answer with all of them', async () => {
		const input = Array.from({ length: 300 }, (_, index) => ({ email: `p${index}@example.com` }));
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid) }, { input });
		expect(engine.sandbox.requests()).toHaveLength(1);
		expect(jsonOf(run)).toEqual([{ message: '300 subscribers imported: 300 created, 0 updated.', sent: 300 }]);
		expect(run.items[0]?.pairedItem).toEqual(input.map((_, item) => ({ item })));
	});

	it('sends one request for each contact list that the items name', async () => {
		const input = [{ email: 'a@example.com', list: list(0).uuid }, { email: 'b@example.com', list: list(1).uuid }, { email: 'c@example.com', list: list(0).uuid }];
		const run = await engine.run('subscriber.import', { contactList: byId('={{ $json.list }}') }, { input });
		expect(engine.sandbox.requests().map(({ body }) => (body as { subscribers: unknown[] }).subscribers.length)).toEqual([2, 1]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([[{ item: 0 }, { item: 2 }], { item: 1 }]);
	});

	it('sends nothing when one item has no email', async () => {
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid) }, { input: [{ email: 'a@example.com' }, { first_name: 'B' }] });
		expect(run.error?.message).toBe("'Email' is empty");
		expect(run.error?.context.itemIndex).toBe(1);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('puts the items that could not be sent on the error output, with their rows, and sends the others', async () => {
		const run = await engine.run(
			'subscriber.import',
			{ contactList: byId(list().uuid) },
			{ input: [{ email: 'a@example.com' }, { first_name: 'B' }], node: { onError: 'continueErrorOutput' } },
		);
		expect(jsonOf(run)).toEqual([{ message: '1 subscribers imported: 1 created, 0 updated.', sent: 1 }]);
		expect(run.errorItems.map(({ json }) => json)).toEqual([expect.objectContaining({ first_name: 'B', error: "'Email' is empty" })]);
	});

	it('puts every row of a refused import on the error output', async () => {
		const run = await engine.run(
			'subscriber.import',
			{ contactList: byId(list().uuid) },
			{ input: [{ email: 'a@example.com' }, { email: 'b' }], node: { onError: 'continueErrorOutput' } },
		);
		expect(run.items).toEqual([]);
		expect(run.errorItems.map(({ json }) => json.email)).toEqual(['a@example.com', 'b']);
		expect(run.errorItems[0]?.json.details).toContain('Email of item 2: ');
	});

	it('names a refused row by its input item, also where the request holds only some of the items', async () => {
		const input = [{ email: 'a@example.com', list: list(0).uuid }, { email: 'b@example.com', list: list(1).uuid }, { email: 'c@example.com', list: list(0).uuid }, { email: 'd', list: list(1).uuid }];
		const run = await engine.run('subscriber.import', { contactList: byId('={{ $json.list }}') }, { input });
		expect(run.error?.message).toBe("The service did not accept 'Email' of item 4");
		expect(run.error?.description).toContain('Email of item 4: ');
		expect(run.error?.description).toContain('These were items 2 and 4 of 4. 2 items were done.');
	});

	it('sends rows with other extra fields in a request of their own', async () => {
		const input = [{ email: 'a@example.com', source: 'fair' }, { email: 'b@example.com', source: 'web' }];
		await engine.run('subscriber.import', { contactList: byId(list().uuid), additionalFields: { extraFields: '={{ {source: $json.source} }}' } }, { input });
		expect(engine.sandbox.requests().map(({ body }) => (body as { source: string }).source)).toEqual(['fair', 'web']);
	});

	it('sends nothing again under Retry On Fail that is done, even when its values differ from try to try', async () => {
		const input = [{ email: 'a@example.com', list: list(0).uuid }, { email: 'b@example.com', list: list(1).uuid }];
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault: '401', times: 10 }] });
		await engine.run(
			'subscriber.import',
			{ contactList: byId('={{ $json.list }}'), additionalFields: { extraFields: '={{ {at: $now.toMillis(), n: Math.random()} }}' } },
			{ input, node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
		);
		const paths = engine.sandbox.requests().map(({ path }) => path);
		expect(paths.filter((path) => path.includes(list(0).uuid))).toHaveLength(1);
		expect(paths.filter((path) => path.includes(list(1).uuid))).toHaveLength(3);
	});

	it.each(['500-after', '501', '302', 'php-warning', 'html', 'reset-after'] as const)('sends nothing again under Retry On Fail that is done, or may have happened: %s', async (fault) => {
		const input = [{ email: 'a@example.com', list: list(0).uuid }, { email: 'b@example.com', list: list(1).uuid }];
		engine.sandbox.faults({ script: [{ fault: 'none' }, { fault, times: 10 }] });
		const run = await engine.run('subscriber.import', { contactList: byId('={{ $json.list }}') }, { input, node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } });
		expect(run.error?.description).toContain('It may have happened all the same');
		expect(run.error?.description).toContain('This was item 2 of 2. 1 item was done.');
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	it.each([0, 2])("is sent again after a refusal as often as 'Max Retries' says: %i", async (maxRetries) => {
		engine.sandbox.faults({ script: [{ fault: '429-seconds', times: 10 }], retryAfterSeconds: 0 });
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid), options: { maxRetries } }, { input: [{ email: 'a@example.com' }] });
		expect(run.error?.message).toBe('The service is limiting how many requests it accepts');
		expect(engine.sandbox.requests()).toHaveLength(1 + maxRetries);
	});

	it.each<[string, string]>([
		['other.example.com', "Its 'Allowed Domains' are other.example.com."],
		['', "Its 'Allowed Domains' name none."],
	])('sends nothing to a host that the credential may not be used with: its allowed domains are "%s"', async (allowedDomains, description) => {
		const credential = { ...engine.credential, allowedHttpRequestDomains: 'domains', allowedDomains };
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid) }, { input: [{ email: 'a@example.com' }], credential });
		expect(run.error?.message).toBe(`The credential may not be used with ${new URL(engine.sandbox.url).host}`);
		expect(run.error?.description).toContain(description);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('sends to a host that the credential may be used with', async () => {
		const credential = { ...engine.credential, allowedHttpRequestDomains: 'domains', allowedDomains: new URL(engine.sandbox.url).hostname };
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid) }, { input: [{ email: 'a@example.com' }], credential });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ sent: 1 })]);
	});

	it('refuses extra fields with a name that is none', async () => {
		const run = await engine.run('subscriber.import', { contactList: byId(list().uuid), additionalFields: { extraFields: '{"__proto__": {"a": 1}}' } }, { input: [{ email: 'a@example.com' }] });
		expect(run.error?.message).toBe(`'Extra Fields (JSON)' cannot have a field named "__proto__"`);
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
