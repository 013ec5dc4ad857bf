import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import { planSync, type SyncRules } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/syncPlan';
import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import { groupedBy } from '../../../../nodes/EmailMarketing/shared/loops';
import { textOf } from '../../../../nodes/EmailMarketing/shared/text';
import { defined } from '../../../defined';

const rules: SyncRules = { removal: 'keep', resubscribe: false, maxRemovalPercent: 100 };
const row = (email: string, others: IDataObject = {}): RowInput =>
	({ item: 0, row: { key: email, body: { email, ...others }, isBlank: false } }) as unknown as RowInput;

async function plan(rows: RowInput[], entries: IDataObject[], more: Partial<SyncRules> = {}, named: string[] = []) {
	const byEmail = await groupedBy(entries.map(parseSubscriber), ({ email }) => textOf(email ?? '').toLowerCase());
	return await planSync(
		rows,
		new Set([...rows.map((call) => call.row.key), ...named]),
		{ byEmail },
		{ ...rules, ...more },
	);
}
const step = async (given: IDataObject, entry: IDataObject, more: Partial<SyncRules> = {}) =>
	defined((await plan([row('a@x.org', given)], [{ uuid: 'u1', email: 'A@x.org', ...entry }], more)).steps[0]);

describe('what is done for a row', () => {
	it('is a create where no subscriber has its email', async () => {
		const changes = { first_name: { from: null, to: 'Ann' }, tags: { from: [], to: ['t'] } };
		expect((await plan([row('a@x.org', { first_name: 'Ann', tags: ['t'] })], [])).steps).toEqual([
			expect.objectContaining({ action: 'created', changes }),
		]);
	});

	// What counts as a difference is tested in api/subscriber.test.ts.
	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['a name that differs', { first_name: 'Ann' }, { first_name: 'B' }, { first_name: { from: 'B', to: 'Ann' } }],
		['other tags', { tags: ['b'] }, { tags: ['a', 'b'] }, { tags: { from: ['a', 'b'], to: ['b'] } }],
		['no tags, on purpose', { tags: [] }, { tags: ['a'] }, { tags: { from: ['a'], to: [] } }],
		['tags, of which the list shows none', { tags: ['b'] }, {}, { tags: { from: null, to: ['b'] } }],
	])('is an update for %s', async (_, given, entry, changes) => {
		expect(await step(given, entry)).toMatchObject({ action: 'updated', changes });
	});

	it.each<[string, IDataObject, IDataObject]>([
		['no name', {}, { first_name: 'Ann' }],
		['the same name with spaces at its ends', { first_name: ' Ann ' }, { first_name: 'Ann' }],
		['the same name, composed in another way', { first_name: 'Zoe\u0308' }, { first_name: 'Zo\u00eb' }],
		['the same name, which the service shows as a number', { first_name: '7' }, { first_name: 7 }],
		['the same tags in another order', { tags: ['b', 'a', 'a'] }, { tags: ['a', 'b'] }],
	])('is nothing for %s', async (_, given, entry) => {
		expect(await step(given, entry)).toMatchObject({ action: 'unchanged', changes: {} });
	});

	it.each<[IDataObject, boolean]>([
		[{ is_subscribed: false }, true],
		[{ is_subscribed: 0 }, true],
		[{ unsubscribed_at: '2024-01-01' }, true],
		[{}, false],
		[{ is_subscribed: 1, unsubscribed_at: '2024-01-01' }, false],
	])(
		"is to resubscribe a subscriber that the list shows as %j, with 'Resubscribe' alone: %s",
		async (entry, isUnsubscribed) => {
			expect(await step({}, entry)).toMatchObject({ action: 'unchanged' });
			expect('reason' in (await step({}, entry))).toBe(isUnsubscribed);
			const changes = { is_subscribed: { from: false, to: true } };
			expect(await step({}, entry, { resubscribe: true })).toMatchObject(
				isUnsubscribed ? { action: 'resubscribed', changes } : { action: 'unchanged', changes: {} },
			);
		},
	);
});

it('is made in portions, so that n8n can do other work meanwhile', async () => {
	const emails = [...Array(30_000).keys()].map((index) => `p${index}@x.org`);
	const byEmail = new Map(emails.map((email) => [email, [parseSubscriber({ email, tags: ['a'] })]]));
	let turns = 0;
	const timer = setInterval(() => (turns += 1), 1);
	const rows = emails.map((email) => row(email, { first_name: 'Ann', tags: ['b'] }));
	await planSync(rows, new Set(emails), { byEmail }, rules);
	clearInterval(timer);
	expect(turns).toBeGreaterThan(0);
});

describe('who is removed', () => {
	const entries = [
		{ uuid: 'u1', email: 'a@x.org', is_subscribed: true },
		{ uuid: 'u2', email: 'b@x.org', is_subscribed: false },
		{ uuid: 'u3', email: 'c@x.org' },
		{ uuid: 'u4', email: 'C@x.org', is_subscribed: true },
		// Any row may be this one.
		{ uuid: 'u5' },
	];

	it.each<[SyncRules['removal'], string[], string[]]>([
		['keep', [], []],
		['delete', [], ['u1', 'u2', 'u3', 'u4']],
		['unsubscribe', [], ['u1', 'u3', 'u4']],
		['delete', ['a@x.org', 'c@x.org'], ['u2']],
	])('with %s, and rows that are not sent for %j: %j', async (removal, named, expected) => {
		const { removals } = await plan([row('z@x.org')], entries, { removal }, named);
		expect(removals.map(({ subscriber }) => subscriber.id)).toEqual(expected);
		expect(removals.filter(({ action }) => action !== (removal === 'delete' ? 'deleted' : 'unsubscribed'))).toEqual([]);
	});

	it('has no ID in some cases: the removal reports that', async () => {
		const { steps, removals } = await plan([row('a@x.org')], [{ email: 'a@x.org' }, { email: 'b@x.org' }], {
			removal: 'delete',
		});
		expect([steps[0]?.action, removals.length]).toEqual(['unchanged', 1]);
	});
});

describe('the safety limit', () => {
	const guard = async (total: number, missing: number, more: Partial<SyncRules>, unsubscribed = 0) => {
		const people = Array.from({ length: total }, (_, index) => ({
			uuid: `u${index}`,
			email: `p${index}@x.org`,
			is_subscribed: index >= unsubscribed,
		}));
		const rows = people.slice(0, total - missing).map(({ email }) => row(email));
		return (await plan(rows, people, { removal: 'delete', ...more })).guard?.message;
	};

	it.each<[number, number, number, boolean]>([
		[10, 2, 20, false],
		[10, 3, 20, true],
		[1000, 200, 20, false],
		[1000, 201, 20, true],
		[10, 0, 0, false],
		[10, 1, 0, true],
		[10, 10, 100, false],
		[3, 1, 33, true],
		[3, 1, 34, false],
	])('of %i, with %i to remove and at most %i %%, stops: %s', async (total, missing, maxRemovalPercent, stops) => {
		expect((await guard(total, missing, { maxRemovalPercent })) !== undefined).toBe(stops);
	});

	it('counts only subscribed people where they are to be unsubscribed', async () => {
		expect(await guard(10, 3, { maxRemovalPercent: 20 })).toMatch(/delete 3 of 10 .*30%/);
		expect(await guard(10, 1, { maxRemovalPercent: 20, removal: 'unsubscribe' }, 6)).toMatch(
			/unsubscribe 1 of 4 .*25%/,
		);
	});

	it('stops nothing that removes no subscriber', async () => {
		expect(await guard(10, 10, { removal: 'keep', maxRemovalPercent: 0 })).toBeUndefined();
	});
});
