import type { IDataObject } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { actionsOf, byId, errorOutput, goOn, hintsOf, jsonOf, useEngine } from '../../engine/support';
import { useList } from '../../laravel/useList';

/** What a run could not do stands in its output: nobody is there at night to read a hint. */

const { list, run } = useList();
const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
const sheet = (more: IDataObject = {}): IDataObject[] =>
	names.map((name) => ({ email: `${name}@example.com`, first_name: name, ...more }));
beforeEach(() => list.hold(sheet() as never));

const removing = { removal: 'unsubscribe', options: { output: 'summary' } };

describe('a sync that is refused while each of its rows is skipped', () => {
	const input = sheet({ is_subscribed: false }).slice(0, 2);

	it('counts as failed', async () => {
		const [summary] = jsonOf(await run('sync', removing, { input, node: goOn }));
		expect(summary).toMatchObject({ rows: 2, skipped: 2, opted_out: 2, failed: 1, unsubscribed: 0 });
		const rows = jsonOf(await run('sync', { removal: 'unsubscribe' }, { input, node: goOn }));
		expect(rows.at(-1)).toMatchObject({ action: 'failed', email: '' });
		expect(rows.at(-1)?.note).toContain('This would unsubscribe 10 of 12 subscribers');
	});

	it('is a failure also with an error output', async () => {
		const { items, errorItems } = await run('sync', { removal: 'unsubscribe' }, { input, node: errorOutput });
		// Older versions of n8n route no failure that belongs to no item.
		expect([...errorItems, ...items.slice(2)].map(({ json }) => json.error)).toEqual([
			expect.stringMatching(/^This would unsubscribe 10 of 12 .*allows 20%\)$/),
		]);
	});
});

describe('a dry run whose real run would stop', () => {
	it.each(['changes', 'rows', undefined])('has a row that says so, first of all, with Output %s', async (output) => {
		const options = output === undefined ? {} : { output };
		const rows = jsonOf(await run('sync', { ...removing, options, dryRun: true }, { input: sheet().slice(0, 3) }));
		const unchanged = Array<string>(output === 'rows' ? 3 : 0).fill('unchanged');
		const removals = Array<string>(9).fill('would unsubscribe');
		const number = output === undefined ? ['unchanged'] : [];
		expect(rows.map(({ action }) => action)).toEqual(['would stop', ...unchanged, ...removals, ...number]);
		expect(rows[0]?.note).toContain('A real run would stop: it would unsubscribe 9 of 12 subscribers');
	});

	it('has it also before a row that is rejected', async () => {
		const left = sheet().map((row) => ({ ...row, is_subscribed: false }));
		const options = { output: 'changes', optOuts: 'unsubscribe' };
		const input = [{ email: 'nobody', is_subscribed: true }, ...left];
		const given = { input, node: { onError: 'continueRegularOutput' } as const };
		const [first, second] = jsonOf(await run('sync', { removal: 'keep', options, dryRun: true }, given));
		expect([first?.action, second?.action]).toEqual(['would stop', 'rejected']);
	});
});

describe('a dry run without a choice of output', () => {
	const dryRun = { dryRun: true, removal: 'keep' };
	const input = [...sheet(), { email: 'p0@example.com' }, { email: 'new@example.com' }, { email: 'nobody' }];

	it('shows first what needs attention, then what would change or is skipped, and last the number of the others', async () => {
		const rows = jsonOf(await run('sync', dryRun, { input, node: goOn }));
		expect(rows.map(({ action, email }) => [action, email])).toEqual([
			['rejected', 'nobody'],
			['skipped', 'p0@example.com'],
			['would create', 'new@example.com'],
			['unchanged', ''],
		]);
		expect(rows.at(-1)?.note).toBe('12 rows: nothing differs');
		const { length } = jsonOf(await run('sync', { ...dryRun, options: { output: 'rows' } }, { input, node: goOn }));
		expect(length).toBe(input.length);
	});

	it('has no such number where all rows would change something', async () => {
		const rows = jsonOf(await run('import', { dryRun: true }, { input: [{ email: 'new@example.com' }] }));
		expect(rows.map(({ action }) => action)).toEqual(['would import']);
	});
});

it('rows without an email among skipped ones are named and counted', async () => {
	const input = [
		{ email: 'a@example.com', is_subscribed: false },
		{ email: ' ', first_name: 'Bob' },
	];
	for (const email of [' ', ''])
		expectFailure(await run('import', {}, { input: [...input, { email, first_name: 'Cy' }] }), {
			mentions: ["All 2 rows were rejected: 'Email' is empty (row 2)", 'Result: 2 rejected, 1 opted out'],
		});
	expectFailure(await run('import', {}, { input }), {
		mentions: ["The row was rejected: 'Email' is empty (row 2)", 'Result: 1 rejected, 1 opted out'],
	});
});

describe('of two lists', () => {
	const engine = useEngine();

	it('each is named before what the service says about it', async () => {
		const input = [0, 1].map((place) => ({ email: 'new@example.com', list: engine.list(place).uuid }));
		const done = await engine.run('subscriber.import', { contactList: byId('={{ $json.list }}') }, { input });
		expect(actionsOf(done)).toEqual(['imported', 'imported']);
		const said = input.map(
			({ list: id }) => `"${id}": The service says: "1 subscribers imported: 1 created, 0 updated."`,
		);
		expect(hintsOf(done)).toContainEqual(`Import: 2 imported. ${said.join(' ')}`);
	});
});
