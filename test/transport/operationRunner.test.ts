import { byId, jsonOf, present, useEngine } from '../engine/support';
import { agentWith } from '../engine/runNode';

const engine = useEngine();
const aList = () => present(engine.sandbox.state.contactLists[0]);
const people = (count: number) => Array.from({ length: count }, (_, index) => ({ row: index, address: `person${index}@example.com` }));
/** An expression that gives the address, and throws for one row. */
const throwsAt = (row: number) => `={{ $json.row === ${row} ? $('Nope').first().json.x : $json.address }}`;
const create = () => ({ contactList: byId(aList().uuid), email: '={{ $json.address }}' });

describe('one run of the node over many items', () => {
	it('gives one item for each input item, in order, each paired with its own', async () => {
		const run = await engine.run('subscriber.create', create(), { input: people(30) });
		expect(jsonOf(run).map(({ email }) => email)).toEqual(people(30).map(({ address }) => address));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(people(30).map((_, item) => ({ item })));
	});

	it("keeps the input row of each failed item on the error output, with what happened", async () => {
		const input = people(6).map((person, index) => (index % 2 === 0 ? person : { ...person, address: 'no address' }));
		const run = await engine.run('subscriber.create', create(), { input, node: { onError: 'continueErrorOutput' } });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ email }) => email)).toEqual(['person0@example.com', 'person2@example.com', 'person4@example.com']);
		expect(run.errorItems.map(({ json }) => json)).toEqual([1, 3, 5].map((row) => expect.objectContaining({ row, address: 'no address', error: "The service did not accept 'Email'" })));
	});

	it('keeps going with the regular output, each failed item paired with its own', async () => {
		const input = [{ address: 'a@example.com' }, { address: '' }, { address: 'b@example.com' }];
		const run = await engine.run('subscriber.create', create(), { input, node: { onError: 'continueRegularOutput' } });
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(run.items[1]?.json).toEqual({ error: "'Email' is empty", details: expect.stringContaining('Nothing was sent for this item') });
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	it('sends nothing when the parameters of any item cannot be used', async () => {
		const input = [...people(20), { row: 20, address: '' }];
		const run = await engine.run('subscriber.create', create(), { input });
		expect(run.error?.message).toBe("'Email' is empty");
		expect(run.error?.description).toContain('This was item 21 of 21. Nothing was sent.');
		expect(run.error?.context.itemIndex).toBe(20);
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it('sends nothing when an expression of any item fails', async () => {
		const run = await engine.run('subscriber.create', { ...create(), email: throwsAt(15) }, { input: people(20) });
		expect((run.error ?? run.run.data.resultData.error)?.message).toContain("Referenced node doesn't exist");
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it('stops sending at the first failure, and says how many items went out', async () => {
		const input = people(40).map((person, index) => (index === 3 ? { ...person, address: 'no address' } : person));
		const run = await engine.run('subscriber.create', { ...create(), options: { maxParallelRequests: 1 } }, { input });
		expect(run.error?.message).toBe("The service did not accept 'Email'");
		expect(run.error?.description).toContain('This was item 4 of 40. 4 of 40 items were sent, 36 were not.');
		expect(engine.sandbox.requests()).toHaveLength(4);
	});

	it('sends only what failed when Retry On Fail runs the node again', async () => {
		const input = [{ address: 'a@example.com' }, { address: 'no address' }];
		const run = await engine.run('subscriber.create', { ...create(), options: { maxParallelRequests: 1 } }, { input, node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 } });
		expect(run.error?.message).toBe("The service did not accept 'Email'");
		expect(engine.sandbox.requests().map(({ body }) => (body as { email: string }).email)).toEqual(['a@example.com', 'no address', 'no address', 'no address']);
	});

	it('sends nothing of what comes after a parameter that cannot be read, under n8n\'s own batching', async () => {
		const run = await engine.run(
			'subscriber.create',
			{ ...create(), email: throwsAt(4), requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 20 } } } },
			{ input: people(12), node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } },
		);
		expect((run.error ?? run.run.data.resultData.error)?.message).toContain("Referenced node doesn't exist");
		await new Promise((resolve) => setTimeout(resolve, 300));
		const sent = engine.sandbox.requests().map(({ body }) => (body as { email: string }).email);
		expect(sent.sort()).toEqual(['person0@example.com', 'person1@example.com', 'person2@example.com', 'person3@example.com']);
	});

	it('settles every item under n8n\'s own batching', async () => {
		const input = people(6).map((person, index) => (index === 0 ? { ...person, address: 'no address' } : person));
		const run = await engine.run('subscriber.create', { ...create(), requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 50 } } } }, { input });
		expect(run.error?.message).toBe("The service did not accept 'Email'");
		expect(engine.sandbox.requests().length).toBeLessThan(6);
	});

	it('runs only the first item with Execute Once', async () => {
		const run = await engine.run('subscriber.create', create(), { input: people(3), node: { executeOnce: true } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ email: 'person0@example.com' })]);
		expect(engine.sandbox.requests()).toHaveLength(1);
	});

	it.each([
		[{ maxParallelRequests: 0 }, "'Max Parallel Requests' must be a whole number from 1 to 100"],
		[{ maxParallelRequests: 1.5 }, "'Max Parallel Requests'"],
		[{ maxRetries: -1 }, "'Max Retries' must be a whole number from 0 to 20"],
		[{ maxRetries: 1e9 }, "'Max Retries'"],
	])('sends nothing with the options %j', async (options, message) => {
		const run = await engine.run('subscriber.create', { ...create(), options }, { input: people(2) });
		expect(run.error?.message).toContain(message);
		expect(engine.sandbox.requests()).toHaveLength(0);
	});

	it('goes on under n8n\'s own batching when the expressions of many items in a row fail', async () => {
		const email = "={{ $json.row < 10 ? $('Nope').first().json.x : $json.address }}";
		const run = await engine.run(
			'subscriber.create',
			{ ...create(), email, requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 300 } } } },
			{ input: people(13), node: { onError: 'continueErrorOutput' } },
		);
		expect(jsonOf(run).map(({ email: created }) => created)).toEqual(['person10@example.com', 'person11@example.com', 'person12@example.com']);
		expect(run.errorItems).toHaveLength(10);
	});

	describe('leaves no rejection that n8n does not look at, which would end its process', () => {
		const rejections: unknown[] = [];
		const onRejection = (reason: unknown): void => void rejections.push(reason);
		beforeEach(() => process.on('unhandledRejection', onRejection));
		afterEach(() => {
			process.off('unhandledRejection', onRejection);
			expect(rejections.splice(0)).toEqual([]);
		});
		const batching = { batching: { batch: { batchSize: 1, batchInterval: 50 } } };

		it('when it cannot begin under batching', async () => {
			const run = await engine.run('subscriber.create', { ...create(), options: { maxRetries: -1 }, requestOptions: batching }, { input: people(4) });
			expect(run.error?.message).toContain("'Max Retries'");
			expect(engine.sandbox.requests()).toEqual([]);
		});

		it.each([
			['at once', {}, 0],
			['in batches', { requestOptions: batching }, 3000],
		])('when one item fails and the expression of another throws, started %s', async (_, options, wait) => {
			const input = people(6).map((person, row) => (row === 0 ? { ...person, address: '' } : person));
			const run = await engine.run('subscriber.create', { ...create(), email: throwsAt(5), ...options }, { input });
			expect((run.error ?? run.run.data.resultData.error)?.message).toContain("Referenced node doesn't exist");
			await new Promise((resolve) => setTimeout(resolve, wait));
		});
	});

	it('says so when the operation does not exist', async () => {
		const run = await engine.run('subscriber.explode', create());
		expect(run.error?.message).toBe('The operation "subscriber.explode" does not exist');
	});
});

describe('the node as a tool of an agent', () => {
	it('sends each call on its own', async () => {
		const call = agentWith({ credential: engine.credential, parameters: { resource: 'subscriber', operation: 'create', contactList: byId(aList().uuid), email: "={{ $fromAI('email') }}" } });
		const first = await call({ email: 'first@example.com' });
		const second = await call({ email: 'second@example.com' });
		expect([first, second].map(([item]) => item?.json.email)).toEqual(['first@example.com', 'second@example.com']);
		expect(engine.sandbox.requests()).toHaveLength(2);
	});

	it('does not import: it has no rows, and says so', async () => {
		const call = agentWith({ credential: engine.credential, parameters: { resource: 'subscriber', operation: 'import', contactList: byId(aList().uuid) } });
		await expect(call({ email: 'first@example.com' })).rejects.toMatchObject({ message: 'Import takes its rows from the items of a workflow, and cannot be a tool' });
		expect(engine.sandbox.requests()).toEqual([]);
	});
});
