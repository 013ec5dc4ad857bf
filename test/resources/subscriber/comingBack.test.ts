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
	['in a column that is named', [{ email: 'gone@example.com', Mail: 'no' }], { columns: { optIn: 'Mail' } }],
	['in an object', [{ email: 'gone@example.com', prefs: { mail: 'no' } }], { columns: { optIn: 'prefs.mail' } }],
];

/** Rows that an operation skips are not subscribed by the next one to another list, whose columns it does not know. */
async function staySkipped(first: string, second: string, input: IDataObject[], parameters: INodeParameters) {
	const skipped = jsonOf(await run(first, input, parameters));
	for (const row of skipped) await run(second, [row], {}, {}, list(1));
	expect(skipped).toEqual(
		input.map((row) =>
			expect.objectContaining({ action: 'skipped', email: row.email, is_subscribed: false, input: row }),
		),
	);
	expect(list(1).withEmail('gone@example.com')).toBeUndefined();
}

describe.each(pairs)('rows that %s has skipped', (first, second) => {
	it.each(optOuts)(
		`are not subscribed by ${second} of another list, which does not know the column: %s`,
		async (_, input, parameters) => await staySkipped(first, second, input, parameters),
	);
});

it.each(pairs.filter(([first]) => first !== 'subscriber.create'))(
	'rows that %s has skipped for another row of their address are not subscribed by %s of another list',
	async (first, second) => {
		const rows = [
			{ email: 'gone@example.com', is_subscribed: true },
			{ email: 'GONE@example.com', Mail: 'no' },
		];
		await staySkipped(first, second, rows, { columns: { optIn: 'Mail' } });
	},
);

it('those who are unsubscribed in the list that is read first are not subscribed to the next one', async () => {
	const gone = defined(list().subscribers.find(({ unsubscribedAt }) => unsubscribedAt !== null));
	const input = { email: gone.email, Plan: 'A' };
	const skipped = jsonOf(await run('subscriber.import', [input]));
	expect(skipped).toMatchObject([
		{ action: 'skipped', reason: 'Unsubscribed in the contact list', is_subscribed: false, email: gone.email, input },
	]);
	const [again] = jsonOf(await run('subscriber.create', skipped, {}, {}, list(1)));
	// It does not grow.
	expect(again).toMatchObject({ action: 'skipped', input });
});
