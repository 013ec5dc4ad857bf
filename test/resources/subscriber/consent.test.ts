import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, goOn, jsonOf, mapped, useEngine } from '../../engine/support';

const engine = useEngine();
const run = async (key: string, input: IDataObject[], parameters: INodeParameters = {}, node = {}) =>
	await engine.run(`subscriber.${key}`, { contactList: byId(engine.list().uuid), ...parameters }, { input, node });
const setBelow = { dataMode: 'defineBelow', email: '={{ $json.email }}' };

const ways: Array<[way: string, operation: string, parameters: INodeParameters]> = [
	['Import', 'import', {}],
	['Import without reading the list', 'import', { options: { skipUnsubscribed: false } }],
	['Sync List', 'sync', {}],
	['Sync List with Resubscribe', 'sync', { onlyTag: 'a', options: { resubscribe: true, optOuts: 'unsubscribe' } }],
	['Create or Update', 'upsert', mapped],
	['Create or Update with Resubscribe', 'upsert', { ...mapped, options: { resubscribe: true } }],
	['Create or Update with fields set below', 'upsert', setBelow],
	['Create', 'create', mapped],
	['Create with fields set below', 'create', setBelow],
];

describe('an opt-in needs a yes', () => {
	/** Whoever has both may be mailed. */
	const sheet: IDataObject[] = [
		{ email: 'blank@example.com', Newsletter: '', 'GDPR Consent': '' },
		{ email: 'both@example.com', Newsletter: 'yes', 'GDPR Consent': '2024-05-31 10:00:00' },
		{ email: 'one@example.com', Newsletter: 'yes', 'GDPR Consent': null },
		{ email: 'other@example.com', Newsletter: ' ', 'GDPR Consent': 'yes' },
		{ email: 'no@example.com', Newsletter: 'no', 'GDPR Consent': 'yes' },
	];
	const leavesOut = sheet.map((row): IDataObject => {
		const filled = Object.entries(row).filter(([, cell]) => typeof cell === 'string' && cell.trim() !== '');
		return Object.fromEntries(filled);
	});

	it.each(ways)(
		'by %s, which skips the same people whether the source leaves blank cells out or not',
		async (_, operation, parameters) => {
			const results = [];
			for (const input of [sheet, leavesOut, leavesOut.toReversed()]) {
				engine.sandbox.reset();
				const output = jsonOf(await run(operation, input, parameters));
				expect(engine.list().subscribers.filter(({ email }) => sheet.some((row) => row.email === email))).toMatchObject(
					[{ email: 'both@example.com' }],
				);
				const skipped = output.flatMap(({ action, email, note }) => (action === 'skipped' ? [[email, note]] : []));
				results.push(skipped.sort());
			}
			expect(results[0]).toEqual(
				[
					['blank@example.com', 'Opted out: "Newsletter" is empty'],
					['no@example.com', 'Opted out: "Newsletter" is "no"'],
					['one@example.com', 'Opted out: "GDPR Consent" is empty'],
					['other@example.com', 'Opted out: "Newsletter" is empty'],
				].sort(),
			);
			expect(results.slice(1)).toEqual([results[0], results[0]]);
		},
	);

	it.each(ways)('by %s, also where the only item with the column cannot be read', async (_, operation, parameters) => {
		const input = [
			{ email: 'blank@example.com', list: engine.list().uuid },
			{ email: 'unread@example.com', Newsletter: 'yes' },
		];
		const done = await run(operation, input, { ...parameters, contactList: byId('={{ $json.list }}') }, goOn);
		expect(jsonOf(done)[0]).toMatchObject({ action: 'skipped', note: 'Opted out: "Newsletter" is empty' });
		expect(engine.list().withEmail('blank@example.com')).toBeUndefined();
	});

	it.each(ways.filter(([, , parameters]) => !('email' in parameters)))(
		'by %s, also where two columns of the only item with it could be the email',
		async (_, operation, parameters) => {
			const input = [
				{ Email: 'a@example.com', 'E-Mail': 'b@example.com', Newsletter: 'yes' },
				{ email: 'blank@example.com' },
			];
			const done = await run(operation, input, parameters, goOn);
			expect(jsonOf(done)[1]).toMatchObject({ action: 'skipped', note: 'Opted out: "Newsletter" is empty' });
			expect(engine.list().withEmail('blank@example.com')).toBeUndefined();
		},
	);

	it.each(ways)(
		'by %s, but the state of people whom this node outputs may be blank',
		async (_, operation, parameters) => {
			const input = [
				{ email: 'a@example.com', is_subscribed: true },
				{ email: 'b@example.com', is_subscribed: null },
				{ email: 'c@example.com' },
				{ email: 'd@example.com', is_subscribed: '' },
			];
			await run(operation, input, parameters);
			for (const { email } of input) expect([email, engine.list().withEmail(email)?.email]).toEqual([email, email]);
		},
	);

	it.each(ways)('by %s, and a result that comes in again is taken as before', async (_, operation, parameters) => {
		const first = jsonOf(await run('import', sheet));
		engine.sandbox.reset();
		const again = jsonOf(await run(operation, first, parameters));
		expect(again.map(({ action = 'created' }) => action === 'skipped')).toEqual([true, false, true, true, true]);
		expect(engine.list().withEmail('both@example.com')).toBeDefined();
	});
});
