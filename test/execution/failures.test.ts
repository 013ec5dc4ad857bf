import type { IDataObject, INode } from 'n8n-workflow';

import { expectFailure } from '../engine/expectFailure';
import { itSinceOldest } from '../engine/itSinceOldest';
import type { NodeRun, NodeRunOptions } from '../engine/runNode';
import { byId, defined, errorOutput, errorText, useEngine } from '../engine/support';

/** Where items that fail come out in n8n's own engine: the row at the output that 'On Error' says, and the message where the node stops. */

const engine = useEngine();
const taken = () => defined(engine.list().subscribers[0]).email;
const oneAtATime = { requestOptions: { maxParallelRequests: 1, maxRetries: 0 } };

const regular: Partial<INode> = { onError: 'continueRegularOutput' };

async function create(input: IDataObject[], more: Partial<NodeRunOptions> = {}): Promise<NodeRun> {
	const parameters = { contactList: byId(engine.list().uuid), email: '={{ $json.address }}', ...oneAtATime };
	return await engine.run('subscriber.create', parameters, { input, ...more });
}

/** The output of both outputs. */
const outputOf = ({ items, errorItems }: NodeRun) => [...items, ...errorItems];
const failedOf = (run: NodeRun): IDataObject[] =>
	outputOf(run).flatMap(({ json }) => (json.error === undefined ? [] : [json]));

const text = (mention: string): unknown => expect.stringContaining(mention);

describe.each([
	['the regular output', regular],
	['the error output', errorOutput],
])('an item that failed, at %s', (_, node) => {
	it('has its row, what happened, what to do and the status, and is paired with its row', async () => {
		engine.sandbox.faults({ script: [{ fault: '403', operation: 'subscriber.create' }] });
		const addresses = ['a@example.com', taken(), '', 'd@example.com'];
		const no = { canRetry: false };
		const run = await create(
			addresses.map((address, n) => ({ n, address })),
			{ node },
		);
		expect(failedOf(run)).toEqual([
			{
				error: text('access token'),
				details: text("'Access Token'"),
				httpStatus: 403,
				...no,
				n: 0,
				address: addresses[0],
			},
			{ error: text('taken'), details: text("'Create or Update'"), httpStatus: 422, ...no, n: 1, address: taken() },
			{
				error: text("'Email'"),
				details: text('Nothing was sent for this item'),
				httpStatus: null,
				...no,
				n: 2,
				address: '',
			},
		]);
		const byItem = outputOf(run).map(({ json, pairedItem }) => [pairedItem, json.n ?? json.email]);
		expect(byItem).toHaveLength(4);
		expect(byItem).toEqual(
			expect.arrayContaining([
				[{ item: 1 }, 1],
				[{ item: 3 }, 'd@example.com'],
			]),
		);
		expect(run.errorItems).toHaveLength(node === regular ? 0 : 3);
	});

	it('says whether it may have been done anyway, and whether it can be sent again', async () => {
		const faults = ['reset-after', '504', 'php-warning', '403', '429'] as const;
		engine.sandbox.faults({ script: faults.map((fault) => ({ fault, operation: 'email.send' })) });
		const input = [...faults.map((fault) => ({ fault, to: 'a@example.com' })), { fault: 'empty', to: '' }];
		const mail = { toEmail: '={{ $json.to }}', subject: 'Hello', content: 'text', text: 'Hello' };
		const run = await engine.run('email.send', { ...mail, ...oneAtATime }, { input, node });
		const shown = failedOf(run).map((json) => [json.fault, json.httpStatus, json.outcomeUnknown, json.canRetry]);
		expect(shown).toEqual([
			['reset-after', null, true, false],
			['504', 504, true, false],
			['php-warning', 200, true, false],
			['403', 403, undefined, false],
			['429', 429, undefined, true],
			['empty', null, undefined, false],
		]);
	});
});

describe('an item that failed directly behind a trigger', () => {
	// n8n 1 knows an item that failed by `error` alone, and outputs this one at the regular output.
	itSinceOldest('has what happened and what to do at the error output', async () => {
		const run = await create([{ address: taken() }], { node: errorOutput, isFirst: true });
		expect(run.items).toEqual([]);
		expect(failedOf(run)).toEqual([{ error: text('taken'), details: text("'Create or Update'") }]);
	});

	it('has its status and its row, too, at the regular output', async () => {
		const run = await create([{ address: taken() }], { node: regular, isFirst: true });
		expect(failedOf(run)).toMatchObject([{ error: text('taken'), httpStatus: 422, address: taken() }]);
	});
});

describe('a node that stops', () => {
	it('says once whose item it was, what the service said and the results of the others, whatever columns it has', async () => {
		const addresses = ['a@example.com', taken(), 'c@example.com', 'd@example.com'];
		const run = await create(addresses.map((address) => ({ address, error: 'mine', details: 'mine' })));
		expectFailure(run, {
			status: 422,
			mentions: [
				`${taken()} was not added: The email has already been taken.`,
				'Of 4 items: 1 created, row 2 failed, 2 not sent.',
			],
		});
		expect(errorText(run).match(/The email has already been taken\./g)).toHaveLength(1);
		expect(run.error?.context.itemIndex).toBe(1);
		expect(engine.sandbox.requests()).toHaveLength(2);
	});
});
