import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber } from '../../../nodes/EmailMarketing/api/subscriber';
import { planSync, type SyncRules } from '../../../nodes/EmailMarketing/resources/subscriber/syncPlan';
import type { RowCall } from '../../../nodes/EmailMarketing/rows/selectRows';
import { textOf } from '../../../nodes/EmailMarketing/shared/text';
import { defined } from '../../defined';

const rules: SyncRules = { removal: 'keep', resubscribe: false, maxRemovalPercent: 20 };
const row = (email: string, others: IDataObject = {}): RowCall =>
	({ item: 0, row: { key: email, body: { email, ...others }, isBlank: false } }) as unknown as RowCall;

function indexOf(entries: IDataObject[]): Parameters<typeof planSync>[2] {
	const people = entries.map(parseSubscriber);
	const keys = [...new Set(people.map(({ email }) => textOf(email ?? '').toLowerCase()))];
	return {
		byEmail: new Map(keys.map((key) => [key, people.filter(({ email }) => textOf(email ?? '').toLowerCase() === key)])),
	};
}

const plan = (rows: RowCall[], entries: IDataObject[], more: Partial<SyncRules> = {}, named: string[] = []) =>
	planSync(rows, new Set([...rows.map((call) => call.row.key), ...named]), indexOf(entries), { ...rules, ...more });
const step = (given: IDataObject, entry: IDataObject, more: Partial<SyncRules> = {}) =>
	defined(plan([row('a@x.org', given)], [{ uuid: 'u1', email: 'A@x.org', ...entry }], more).steps[0]);

describe('what is done for a row', () => {
	it('is a create where nobody has its email, with what it gives', () => {
		expect(plan([row('a@x.org', { first_name: 'Ann', tags: ['t'] })], []).steps).toEqual([
			expect.objectContaining({
				action: 'created',
				changes: { first_name: { from: null, to: 'Ann' }, tags: { from: [], to: ['t'] } },
			}),
		]);
	});

	it.each<[string, IDataObject, IDataObject, IDataObject | undefined]>([
		['a name that differs', { first_name: 'Ann' }, { first_name: 'Anna' }, { first_name: { from: 'Anna', to: 'Ann' } }],
		[
			'a name where there was none',
			{ first_name: 'Ann' },
			{ first_name: null },
			{ first_name: { from: null, to: 'Ann' } },
		],
		['a name with other blanks at its ends', { first_name: ' Ann ' }, { first_name: 'Ann' }, undefined],
		['a name composed in another way', { first_name: 'Zoe\u0308' }, { first_name: 'Zo\u00eb' }, undefined],
		[
			'a name that only differs in case',
			{ first_name: 'ANN' },
			{ first_name: 'Ann' },
			{ first_name: { from: 'Ann', to: 'ANN' } },
		],
		['a name that the service gives as a number', { first_name: '7' }, { first_name: 7 }, undefined],
		['no name', {}, { first_name: 'Ann' }, undefined],
		['tags in another order, and one twice', { tags: ['b', 'a', 'a'] }, { tags: ['a', 'b'] }, undefined],
		['other tags', { tags: ['b'] }, { tags: ['a', 'b'] }, { tags: { from: ['a', 'b'], to: ['b'] } }],
		['no tags at all, on purpose', { tags: [] }, { tags: ['a'] }, { tags: { from: ['a'], to: [] } }],
		['no tags, of which the list shows none', { tags: [] }, {}, { tags: { from: null, to: [] } }],
	])('is an update, or nothing, for %s', (_, given, entry, changes) => {
		expect(
			step(given, { tags: [], ...entry, ...('tags' in given && !('tags' in entry) ? { tags: undefined } : {}) }),
		).toMatchObject({ action: changes === undefined ? 'unchanged' : 'updated', changes: changes ?? {} });
	});

	it('is rejected where several have its email', () => {
		expect(
			plan(
				[row('a@x.org')],
				[
					{ uuid: 'u1', email: 'a@x.org' },
					{ uuid: 'u2', email: 'A@x.org' },
				],
			).excluded[0],
		).toMatchObject({
			action: 'rejected',
			thrown: { message: '2 subscribers of the contact list have the email a@x.org' },
		});
	});

	it.each<[IDataObject]>([[{ is_subscribed: false }], [{ is_subscribed: 0 }], [{ unsubscribed_at: '2024-01-01' }]])(
		'leaves unsubscribed whom the list has as %j, and says so',
		(entry) => {
			expect(step({}, entry)).toMatchObject({
				action: 'unchanged',
				reason: 'Unsubscribed in the contact list',
			});
			expect(step({}, entry, { resubscribe: true })).toMatchObject({
				action: 'resubscribed',
				changes: { is_subscribed: { from: false, to: true } },
			});
		},
	);

	it.each<[IDataObject]>([[{}], [{ is_subscribed: true }], [{ is_subscribed: 1, unsubscribed_at: '2024-01-01' }]])(
		'resubscribes nobody whom the list has as %j',
		(entry) => {
			expect(step({}, entry, { resubscribe: true }).action).toBe('unchanged');
		},
	);
});

describe('who is removed', () => {
	const entries = [
		{ uuid: 'u1', email: 'a@x.org', is_subscribed: true },
		{ uuid: 'u2', email: 'b@x.org', is_subscribed: false },
		{ uuid: 'u3', email: 'c@x.org' },
		{ uuid: 'u4', email: 'C@x.org', is_subscribed: true },
	];
	const removed = (removal: SyncRules['removal'], named: string[] = []) =>
		plan([row('z@x.org')], entries, { removal, maxRemovalPercent: 100 }, named).removals.map(
			({ action, subscriber }) => [action, subscriber.id],
		);

	it.each<[SyncRules['removal'], Array<[string, string]>]>([
		['keep', []],
		[
			'delete',
			[
				['deleted', 'u1'],
				['deleted', 'u2'],
				['deleted', 'u3'],
				['deleted', 'u4'],
			],
		],
		[
			'unsubscribe',
			[
				['unsubscribed', 'u1'],
				['unsubscribed', 'u3'],
				['unsubscribed', 'u4'],
			],
		],
	])('with %s: %j', (removal, expected) => {
		expect(removed(removal)).toEqual(expected);
	});

	it('is nobody whose address a row has that is left out', () => {
		expect(removed('delete', ['a@x.org', 'c@x.org'])).toEqual([['deleted', 'u2']]);
	});

	it('is who has no ID too, though somebody in a row has none either: that they cannot be named is said', () => {
		const { steps, removals } = plan([row('a@x.org')], [{ email: 'a@x.org' }, { email: 'b@x.org' }], {
			removal: 'delete',
			maxRemovalPercent: 100,
		});
		expect([steps[0]?.action, removals.length]).toEqual(['unchanged', 1]);
	});

	it('is nobody without an email: any row may be meant', () => {
		expect(
			plan([row('a@x.org')], [{ uuid: 'u9' }, { uuid: 'u1', email: 'a@x.org' }], {
				removal: 'delete',
				maxRemovalPercent: 100,
			}).removals,
		).toEqual([]);
	});
});

describe('the guard', () => {
	const people = (total: number, unsubscribed = 0) =>
		Array.from({ length: total }, (_, index) => ({
			uuid: `u${index}`,
			email: `p${index}@x.org`,
			is_subscribed: index >= unsubscribed,
		}));
	const guard = (total: number, missing: number, more: Partial<SyncRules>, unsubscribed = 0) =>
		plan(
			people(total)
				.slice(0, total - missing)
				.map(({ email }) => row(email)),
			people(total, unsubscribed),
			{ removal: 'delete', ...more },
		).guard?.message;

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
	])('of %i, %i missing, at most %i %%: whether it stops: %s', (total, missing, maxRemovalPercent, stops) => {
		expect(guard(total, missing, { maxRemovalPercent }) !== undefined).toBe(stops);
	});

	it('says how many of how many there are, and the bound', () => {
		expect(guard(10, 3, {})).toBe('This would delete 3 of 10 subscribers (30 %)');
	});

	it('counts the subscribed alone where they are to be unsubscribed', () => {
		expect(guard(10, 1, { removal: 'unsubscribe' }, 6)).toBe('This would unsubscribe 1 of 4 subscribers (25 %)');
	});

	it('does not stop what removes nobody', () => {
		expect(guard(10, 10, { removal: 'keep' })).toBeUndefined();
	});
});
