import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../engine/runNode';
import { byId, defined, jsonOf, useEngine } from '../../engine/support';

/** What comes out of one node goes into the next, or into the same one again: nobody loses a no on the way. */

const engine = useEngine();
const list = (index = 0) => defined(engine.sandbox.state.contactLists[index]);
const run = async (
	key: string,
	input: IDataObject[],
	parameters: INodeParameters = {},
	node: Partial<INode> = {},
	into = list(),
): Promise<NodeRun> =>
	await engine.run(key, { contactList: byId(into.uuid), dataMode: 'autoMapInputData', ...parameters }, { input, node });

const takers = ['subscriber.create', 'subscriber.upsert', 'subscriber.import', 'subscriber.sync'];
const pairs = takers.flatMap((first) => takers.map((second) => [first, second] as const));

const optOuts: Array<[string, IDataObject[], INodeParameters]> = [
	['in a column that is recognized', [{ email: 'gone@example.com', unsubscribed_at: '2025-01-01' }], {}],
	['in a column that is named', [{ email: 'gone@example.com', Mail: 'no' }], { columns: { subscribed: 'Mail' } }],
	['in an object', [{ email: 'gone@example.com', prefs: { mail: 'no' } }], { columns: { subscribed: 'prefs.mail' } }],
	[
		'in another row of the address',
		[
			{ email: 'gone@example.com', is_subscribed: true },
			{ email: 'GONE@example.com', Mail: 'no' },
		],
		{ columns: { subscribed: 'Mail' } },
	],
];

describe.each(pairs)('rows that %s has skipped', (first, second) => {
	it.each(optOuts)(
		'are not subscribed by %s of another list, which does not know the column: %s',
		async (_, input, parameters) => {
			const skipped = jsonOf(await run(first, input, parameters));
			for (const row of skipped) await run(second, [row], {}, {}, list(1));
			expect(skipped).toEqual(
				input.map((row) =>
					expect.objectContaining({
						email: row.email,
						is_subscribed: false,
						...(row.is_subscribed === undefined ? row : {}),
					}),
				),
			);
			expect(list(1).withEmail('gone@example.com')).toBeUndefined();
		},
	);
});

it.each(takers)('a row that is skipped again and again does not grow: %s', async (key) => {
	const [once] = jsonOf(
		await run(key, [
			{ email: 'gone@example.com', is_subscribed: 'no', reason: 'mine', status: 'mine', action: 'mine' },
		]),
	);
	const [twice] = jsonOf(await run(key, [defined(once)]));
	const [thrice] = jsonOf(await run(key, [defined(twice)]));
	expect(Object.keys(defined(thrice)).sort()).toEqual(Object.keys(defined(once)).sort());
});

it('those who are unsubscribed in the list that is read first are not subscribed to the next one', async () => {
	const gone = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
	const skipped = jsonOf(
		await run('subscriber.import', [{ email: gone.email, Plan: 'A' }], { options: { readListFirst: true } }),
	);
	expect(skipped).toEqual([
		{
			status: 'skipped',
			reason: expect.stringContaining('unsubscribed in the contact list'),
			is_subscribed: false,
			email: gone.email,
			Plan: 'A',
		},
	]);
	const [again] = jsonOf(await run('subscriber.create', skipped, {}, {}, list(1)));
	expect(again).toMatchObject({ action: 'skipped' });
});

const failing: Array<[string, Partial<INode>]> = [
	['the regular output', { onError: 'continueRegularOutput' }],
	['the error output', { onError: 'continueErrorOutput' }],
];

describe.each(failing)('a row that failed, and comes back from %s', (_, node) => {
	const failed = async (key: string, input: IDataObject[], parameters: INodeParameters): Promise<IDataObject[]> => {
		engine.sandbox.faults({ script: [{ fault: '401', times: 9 }] });
		const { items, errorItems } = await run(
			key,
			[...input, { email: 'other@example.com' }],
			{ ...parameters, options: { includeUnsubscribed: true, maxParallelRequests: 1 } },
			node,
		);
		engine.sandbox.faults({ script: [] });
		return [...items, ...errorItems]
			.map(({ json }) => json)
			.filter(
				({ error, status, email }) => email !== 'other@example.com' && (error !== undefined || status !== undefined),
			);
	};

	it.each(
		takers.flatMap((key) => ['status.mail', 'details.newsletter', 'error.news'].map((path) => [key, path] as const)),
	)('is not subscribed by %s where Columns has its no at %s', async (key, path) => {
		const [outer = '', inner = ''] = path.split('.');
		const back = await failed(key, [{ email: 'gone@example.com', [outer]: { [inner]: 'no' } }], {
			columns: { subscribed: path },
		});
		expect(back).toHaveLength(1);
		await run(key, back, { columns: { subscribed: path } }, node);
		expect(list().withEmail('gone@example.com')).toBeUndefined();
	});

	it.each(takers)('is not subscribed by %s where its column differs in case from ours', async (key) => {
		// Without an answer there is no status, and nothing is against mail in that.
		const { items, errorItems } = await run(
			key,
			[{ email: 'gone@example.com', Status: '0' }],
			{ options: { includeUnsubscribed: '={{ "x" }}' } },
			node,
		);
		const back = [...items, ...errorItems].map(({ json }) => json);
		expect(back).toEqual([expect.objectContaining({ error: '\'Include Unsubscribed\' cannot be "x"', Status: '0' })]);
		await run(key, back, { columns: { subscribed: 'status' } }, node);
		expect(list().withEmail('gone@example.com')).toBeUndefined();
	});

	it.each(takers)('is not subscribed by %s where the column of its no was lost on the way', async (key) => {
		const parameters = { columns: { subscribed: 'Mail' } };
		const back = (await failed(key, [{ email: 'gone@example.com', Mail: 'no' }], parameters)).map(
			({ Mail, ...others }) => (Mail === 'no' ? others : {}),
		);
		const again = await run(key, back, parameters, node);
		expect(jsonOf(again)[0]?.reason).toContain(`it has come back without "Mail", the column of 'Subscribed'`);
		expect(list().withEmail('gone@example.com')).toBeUndefined();
	});
});
