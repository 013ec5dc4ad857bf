import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { EmailMarketing } from '../../nodes/EmailMarketing/EmailMarketing.node.ts';
import { executeOperation } from '../../nodes/EmailMarketing/execution/execute';
import type { Operation } from '../../nodes/EmailMarketing/execution/Operation';
import { operations } from '../../nodes/EmailMarketing/resources/operations';
import { expectFailure } from '../engine/expectFailure';
import { itSinceOldest } from '../engine/itSinceOldest';
import { agentWith, runNode } from '../engine/runNode';
import { json, serve, type Served } from '../engine/serve';
import { untilStill } from '../engine/until';
import { byEmail, byId, canceller, defined, errorOutput, jsonOf, useEngine } from '../engine/support';

const engine = useEngine();
let served: Served | undefined;
afterEach(async () => {
	await served?.close();
	served = undefined;
});

const aList = () => defined(engine.sandbox.state.contactLists[0]);
const people = (count: number) =>
	Array.from({ length: count }, (_, row) => ({ row, address: `person${row}@example.com` }));
const create = () => ({ contactList: byId(aList().uuid), email: '={{ $json.address }}' });
const sentEmails = () => engine.sandbox.requests().map(({ body }) => (body as { email: string }).email);

/** Runs an operation at a service of the test. */
async function runAtServed(
	operation: string,
	parameters: INodeParameters,
	input: IDataObject[],
	node: Partial<INode> = {},
) {
	return await runNode({
		parameters: { resource: 'subscriber', operation, contactList: byId('A'), ...parameters },
		credential: { baseUrl: served?.url ?? '', accessToken: 'token-of-the-test', endpointPaths: '{}' },
		input,
		node,
	});
}

it('a run ends with every item on the error output when the credential cannot be used', async () => {
	const credential = { ...engine.credential, accessToken: '' };
	const run = await engine.run('subscriber.create', create(), { input: people(3), credential, node: errorOutput });
	const error = expect.stringContaining("'Access Token'");
	expect(run.errorItems.map((item) => item.json)).toEqual(
		[0, 1, 2].map((row) => expect.objectContaining({ row, error })),
	);
});

describe('reading the items', () => {
	/** An expression that returns the address, and throws for some rows. */
	const throwsWhere = (condition: string) => `={{ ${condition} ? $('Nope').item.json.x : $json.address }}`;

	it.each([
		['is empty', '={{ $json.row === 19 ? "" : $json.address }}', "'Email'"],
		['throws', throwsWhere('$json.row === 19'), "Referenced node doesn't exist"],
	])('comes before the first request: the expression of the last of 20 %s', async (_name, email, mention) => {
		const run = await engine.run('subscriber.create', { ...create(), email }, { input: people(20) });
		expectFailure(run, {
			mentions: [mention, '[row 20]', 'Of 20 items: row 20 failed, 19 not sent.'],
		});
		expect(run.error?.context.itemIndex).toBe(19);
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('puts a row whose expression throws on the error output, and sends the others', async () => {
		const email = throwsWhere('$json.row === 1');
		const run = await engine.run('subscriber.create', { ...create(), email }, { input: people(3), node: errorOutput });
		expect(run.run.data.resultData.error).toBeUndefined();
		expect(jsonOf(run).map((row) => row.email)).toEqual(['person0@example.com', 'person2@example.com']);
		const error = expect.stringContaining("Referenced node doesn't exist");
		expect(run.errorItems).toMatchObject([{ json: { ...people(3)[1], error }, pairedItem: { item: 1 } }]);
	});

	it.each<[key: string, parameters: INodeParameters, mentions: string[]]>([
		['subscriber.create', { dataMode: '={{ "Map" }}' }, ["'Mapping Column Mode'", 'defineBelow, autoMapInputData']],
		[
			'subscriber.update',
			{ updateFields: { clearFields: '={{ ["email"] }}' } },
			["'Clear Fields'", 'firstName, lastName'],
		],
		['account.get', { requestOptions: { maxParallelRequests: 0 } }, ["'Max Parallel Requests'", 'from 1 to 100']],
		['account.get', { requestOptions: { maxRetries: '={{ 21 }}' } }, ["'Max Retries'", 'from 0 to 20']],
	])('stops %s where a setting cannot be used: %j', async (key, setting, mentions) => {
		const one = { contactList: byId(aList().uuid), subscriber: byId('s1'), email: 'a@example.com' };
		expectFailure(await engine.run(key, { ...one, ...setting }), { mentions: [...mentions, 'Nothing was sent'] });
		expect(engine.sandbox.requests()).toEqual([]);
	});

	it('takes settings that an expression sets, also for each item, and numbers as text', async () => {
		const input = ['autoMapInputData', 'defineBelow', 'Map'].map((mode, row) => ({
			mode,
			email: `p${row}@example.com`,
		}));
		const parameters = { ...create(), dataMode: '={{ $json.mode }}', email: '=own-{{ $json.email }}' };
		const run = await engine.run('subscriber.create', parameters, { input, node: errorOutput });
		expect(jsonOf(run).map(({ email }) => email)).toEqual(['p0@example.com', 'own-p1@example.com']);
		expect(run.errorItems).toMatchObject([{ json: { error: expect.stringContaining("'Mapping Column Mode'") } }]);
		const limited = await engine.run('campaign.getAll', { returnAll: '={{ false }}', limit: '={{ "2" }}' });
		expect(limited.items).toHaveLength(2);
		engine.sandbox.faults({ script: [{ fault: 'stall' }] });
		const requestOptions = { timeout: '={{ "200" }}', maxRetries: 0 };
		expectFailure(await engine.run('account.get', { requestOptions }), { mentions: ["'Timeout'"] });
	});
});

describe('the operation', () => {
	// Older versions of n8n refuse such a workflow themselves.
	itSinceOldest.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'cannot come from an expression, which could return another one for each item (%s)',
		async (onError) => {
			const run = await engine.run(
				'subscriber.x',
				{ operation: '={{ $json.operation }}', contactList: byId('l1'), subscriber: byId('s1') },
				{ input: [{ operation: 'get' }, { operation: 'delete' }], node: { onError } },
			);
			const messages = [run.error?.message, ...run.errorItems.map((item) => item.json.error)].filter(Boolean);
			expect(new Set(messages)).toEqual(new Set(['The operation "subscriber.{{ $json.operation }}" does not exist']));
			expect([run.items, engine.sandbox.requests()]).toEqual([[], []]);
		},
	);
});

describe('a run in which nothing is known of an item', () => {
	/** Runs an operation that reports nothing of its second item. @returns what the node threw, if anything */
	async function runSilent(during: () => void = () => undefined, onStart?: (cancel: () => void) => void) {
		let thrown: unknown;
		const executeRows: Extract<Operation, { executeRows: unknown }>['executeRows'] = async (rows, { outcomes }) => {
			outcomes.add({ items: [defined(rows[0]).item], word: 'done', output: [{}] });
			await Promise.resolve(during());
		};
		const silent = { ...operations['subscriber.upsert'], executeRows };
		class Silent extends EmailMarketing {
			override async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
				return await executeOperation(this, { ...operations, 'subscriber.upsert': silent }).catch((error: unknown) => {
					thrown = error;
					return [[]];
				});
			}
		}
		const parameters = { contactList: byId(aList().uuid), email: 'new@example.com' };
		await engine.run('subscriber.upsert', parameters, { input: [{}, {}], nodeType: new Silent(), onStart });
		return thrown;
	}

	it('fails, unless it was cancelled', async () => {
		expect(await runSilent()).toMatchObject({
			message: expect.stringContaining('without a result for this item'),
			description: expect.stringContaining('Of 2 items: 1 done'),
		});
		const { cancel, onStart } = canceller();
		expect(await runSilent(cancel, onStart)).toBeUndefined();
	});
});

describe('changes of one resource', () => {
	const rename = (subscriber: INodeParameters) => ({
		contactList: byId(aList().uuid),
		subscriber,
		updateFields: { lastName: '={{ $json.name }}' },
	});
	const namesAt = (uuid: string) =>
		engine.sandbox
			.requests()
			.filter(({ method, path }) => method === 'PUT' && path.endsWith(uuid))
			.map(({ body }) => (body as IDataObject).last_name);

	it.each([40, 6])('arrive in the order of the items, while others are made too, %i at a time', async (parallel) => {
		engine.sandbox.faults({ latencyMs: [0, 15] });
		const [one, other] = [defined(aList().subscribers[0]), defined(aList().subscribers[1])];
		const input = Array.from({ length: 12 }, (_, row) => ({ uuid: (row % 2 ? other : one).uuid, name: `Name ${row}` }));
		const requestOptions = { maxParallelRequests: parallel };
		await engine.run('subscriber.update', { ...rename(byId('={{ $json.uuid }}')), requestOptions }, { input });
		expect(namesAt(one.uuid)).toEqual([0, 2, 4, 6, 8, 10].map((row) => `Name ${row}`));
		expect(namesAt(other.uuid)).toEqual([1, 3, 5, 7, 9, 11].map((row) => `Name ${row}`));
		expect(engine.sandbox.peakInFlight()).toBeGreaterThan(1);
	});

	it('wait for each other also when they are deletes: the second finds nothing', async () => {
		let [open, peak] = [0, 0];
		served = await serve((_, response) => {
			open += 1;
			peak = Math.max(peak, open);
			const count = (): number => defined(served).requests.length;
			const status = count() === 1 ? 200 : 404;
			void untilStill(count).then(() => {
				open -= 1;
				json(response, { message: 'ok' }, status);
			});
		});
		const run = await runAtServed('delete', { subscriber: byId('s1') }, [{}, {}], {
			onError: 'continueRegularOutput',
		});
		expect(jsonOf(run).map(({ deleted }) => deleted)).toEqual([true, undefined]);
		expect([served.requests.length, peak]).toEqual([2, 1]);
	});
});

it('sends no item after one that fails although the service accepted it, in a node that stops', async () => {
	served = await serve((_, response) => json(response, { message: 'ok' }));
	const subscriber = byId('={{ "s" + $json.row }}');
	const parameters = { subscriber, addTags: 'vip', requestOptions: { maxParallelRequests: 1 } };
	expectFailure(await runAtServed('tag', parameters, people(3)), { mentions: ['does not show', '2 not sent'] });
	expect(served.requests).toHaveLength(1);
});

it('does not show an access token that is in a field by mistake', async () => {
	served = await serve((_, response) => json(response, {}));
	const run = await runAtServed('create', { email: 'token-of-the-test' }, [{}]);
	expectFailure(run, { mentions: ['address'] });
	expect(`${run.error?.message} ${run.error?.description}`).not.toContain('of-the-test');
});

it("sends each call of an agent's tool on its own, also with the arguments of the one before", async () => {
	const toolWith = (operation: string, more: INodeParameters) => {
		const parameters = { resource: 'subscriber', operation, contactList: byId(aList().uuid), ...more };
		return agentWith({ credential: engine.credential, parameters });
	};
	const call = toolWith('create', { email: "={{ $fromAI('email') }}" });
	const addresses = ['first@example.com', 'second@example.com'];
	for (const email of addresses) expect(await call({ email })).toMatchObject([{ json: { email } }]);
	expect(sentEmails()).toEqual(addresses);
	const subscriber = byId(defined(aList().subscribers[0]).uuid);
	const toggle = toolWith('toggleSubscription', { subscriber, changeTo: 'toggle' });
	for (let calls = 0; calls < 2; calls += 1) await toggle({});
	expect(engine.sandbox.requests().filter(({ method }) => method === 'PUT')).toHaveLength(2);
});

it('a run stops at the first item whose look-up fails, whichever fails first', async () => {
	served = await serve(({ url = '' }, response) => {
		const refuse = (): void => json(response, { message: 'Not Found' }, 404);
		if (url.includes('slow')) setTimeout(refuse, 300);
		else refuse();
	});
	const input = ['slow', 'B', 'C'].map((list) => ({ list, email: `${list}@example.com` }));
	const parameters = {
		contactList: byId('={{ $json.list }}'),
		subscriber: byEmail('={{ $json.email }}'),
	};
	const run = await runAtServed('get', parameters, input);
	expectFailure(run, { mentions: ['slow@example.com'] });
	expect(run.error?.message).not.toMatch(/[BC]@example/);
});

it('a run under Stop Workflow changes nobody after the one whose look-up fails', async () => {
	const [first, last] = aList().subscribers;
	const input = [first, { email: 'gone@example.com' }, last].map((person) => ({ email: defined(person).email }));
	const parameters = { subscriber: byEmail('={{ $json.email }}'), updateFields: { lastName: 'Novel' } };
	const run = await engine.run('subscriber.update', { contactList: byId(aList().uuid), ...parameters }, { input });
	expectFailure(run, { mentions: ['gone@example.com'] });
	expect([first?.lastName, last?.lastName === 'Novel']).toEqual(['Novel', false]);
});

it('a setting that is the same for all items names no row where it cannot be used, and sends nothing', async () => {
	const parameters = { contactList: byId(aList().uuid), dataMode: 'autoMapInputData' };
	const wrong = { ...parameters, options: { maxRemovalPercent: 200 } };
	const run = await engine.run('subscriber.sync', wrong, { input: people(3) });
	expectFailure(run, { mentions: ['must be a whole number from 0 to 100'] });
	expect(run.error?.message).not.toContain('row');
	expect(engine.sandbox.requests()).toEqual([]);
});
