import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import {
	bulkBody,
	planList,
	resultOfStep,
	wantOf,
	type ListPlan,
} from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/listPlan';
import { guardOf, noteOnTag } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/limits';
import type { ListRules, RowStep } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/listRules';
import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import { groupedBy } from '../../../../nodes/EmailMarketing/shared/loops';
import { textOf } from '../../../../nodes/EmailMarketing/shared/text';
import { defined } from '../../../defined';

const rules: ListRules = { tags: 'replace', removal: 'keep', resubscribe: false, maxRemovalPercent: 100 };
const row = (email: string, others: IDataObject = {}): RowInput =>
	({ item: 0, json: {}, row: { key: email, body: { email, ...others }, isBlank: false } }) as unknown as RowInput;

async function plan(rows: RowInput[], entries: IDataObject[], more: Partial<ListRules> = {}, named: string[] = []) {
	const byEmail = await groupedBy(entries.map(parseSubscriber), ({ email }) => textOf(email ?? '').toLowerCase());
	const all = new Set([...rows.map((call) => call.row.key), ...named]);
	const latest = (read: Subscriber): Subscriber => read;
	const given = { ...rules, ...more };
	const planned = await planList({ open: rows, wanted: rows, named: all }, { byEmail, latest }, given);
	return { ...planned, guard: await guardOf(planned, given) };
}
const step = async (given: IDataObject, entry: IDataObject, more: Partial<ListRules> = {}) =>
	defined((await plan([row('a@x.org', given)], [{ uuid: 'u1', email: 'A@x.org', ...entry }], more)).steps[0]);

describe('what is done for a row', () => {
	it('is a create where no subscriber has its email', async () => {
		const changes = { first_name: { from: null, to: 'Ann' }, tags: { from: [], to: ['t'] } };
		expect((await plan([row('a@x.org', { first_name: 'Ann', tags: ['t'] })], [])).steps).toEqual([
			expect.objectContaining({ action: 'created', changes }),
		]);
	});

	// people/changes.test.ts tests which values differ.
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

describe('a row that opts out', () => {
	const no = (email: string) => {
		const input = row(email);
		return { ...input, row: { ...input.row, optOut: { reason: 'no', isClear: true, isBroken: false } } };
	};

	it('is rejected where several subscribers have its address, as any other row is', async () => {
		const two = [
			{ uuid: 'u1', email: 'a@x.org' },
			{ uuid: 'u2', email: 'A@x.org' },
		];
		for (const shared of [row('a@x.org'), no('a@x.org')]) {
			const { steps, excluded } = await plan([shared, row('b@x.org')], two);
			expect(steps.map(({ input }) => input.row.key)).toEqual(['b@x.org']);
			expect(excluded).toMatchObject([
				{ action: 'rejected', failure: { message: expect.stringMatching(/^2 subscribers .* a@x\.org$/) } },
			]);
		}
	});

	it('unsubscribes its person, and changes nothing else', async () => {
		const { steps } = await plan([no('a@x.org')], [{ uuid: 'u1', email: 'a@x.org' }], { resubscribe: true });
		const changes = { is_subscribed: { from: true, to: false } };
		expect(steps).toMatchObject([
			{ action: 'unsubscribed', changes, reason: 'Opted out: no', subscriber: { id: 'u1' } },
		]);
	});

	it.each([
		['in no list', []],
		['unsubscribed', [{ uuid: 'u1', email: 'a@x.org', is_subscribed: false }]],
	])('is skipped for a person who is %s', async (_name, entries) => {
		const { steps, excluded } = await plan([no('a@x.org')], entries, { resubscribe: true });
		expect([steps, excluded]).toMatchObject([[], [{ action: 'skipped', reason: 'Opted out: no' }]]);
	});

	it('counts for the safety limit, of the subscribed people, also where nobody is removed', async () => {
		const people = ['a', 'b', 'c'].map((name) => ({ email: `${name}@x.org`, is_subscribed: name !== 'c' }));
		const { guard } = await plan([no('a@x.org')], people, { maxRemovalPercent: 49 });
		expect(guard?.message).toBe("This would unsubscribe 1 of 2 subscribers (50%, 'Safety Limit (%)' allows 49%)");
		expect(guard?.description).toContain('Check the opt-out column');
		expect((await plan([no('a@x.org')], people, { maxRemovalPercent: 50 })).guard).toBeUndefined();
	});
});

describe("rows of 'Only Subscribers with Tag'", () => {
	const onlyTag = 'vip';
	const holders = [
		{ uuid: 'u1', email: 'a@x.org', tags: ['VIP', 'lead'] },
		{ uuid: 'u2', email: 'b@x.org', tags: ['lead'] },
		{ uuid: 'u3', email: 'c@x.org', tags: ['vip'], is_subscribed: false },
		{ uuid: 'u4', email: 'd@x.org', tags: [] },
	];

	it('add their tags and this one', () => {
		const present = parseSubscriber({ tags: ['lead'] });
		const tags = (given: IDataObject) => wantOf(row('a@x.org', given), { ...rules, onlyTag })(present).tags?.to;
		expect([tags({}), tags({ tags: ['new'] })]).toEqual([
			['lead', 'vip'],
			['lead', 'new', 'vip'],
		]);
		expect(wantOf(row('a@x.org', { tags: ['new'] }), rules)(present).tags?.to).toEqual(['new']);
	});

	it.each<[ListRules['removal'], string[], string]>([
		['keep', [], ''],
		['delete', ['u1', 'u3'], 'deleted'],
		['unsubscribe', ['u1'], 'unsubscribed'],
		['removeTag', ['u1', 'u3'], 'untagged'],
	])('concern only its holders: %s', async (removal, expected, action) => {
		const { removals } = await plan([row('z@x.org')], holders, { removal, onlyTag });
		expect(removals.map(({ subscriber }) => subscriber.id)).toEqual(expected);
		for (const each of removals) expect(each.action).toBe(action);
	});

	it('note that deleting an unsubscribed person loses the opt-out', async () => {
		const { removals } = await plan([row('z@x.org')], holders, { removal: 'delete', onlyTag });
		expect(removals.map(({ reason = '' }) => reason)).toEqual([
			'not in the input',
			expect.stringMatching(/had unsubscribed/),
		]);
	});

	it('take the tag from its holders, and leave the others', async () => {
		const { removals, guard } = await plan([row('z@x.org')], holders, {
			removal: 'removeTag',
			onlyTag,
			maxRemovalPercent: 20,
		});
		expect(removals[0]?.changes).toEqual({ tags: { from: ['VIP', 'lead'], to: ['lead'] } });
		expect(guard?.message).toBe(
			"This would remove the tag of 2 of 2 subscribers (100%, 'Safety Limit (%)' allows 20%)",
		);
		expect(guard?.description).toContain('Nothing was changed. Check that the input has all rows');
	});

	it('cannot be synced where the list does not show the tags of all', async () => {
		await expect(plan([], [...holders, { uuid: 'u5', email: 'e@x.org' }], { onlyTag })).rejects.toThrow(
			'The contact list does not show the tags of all subscribers',
		);
	});
});

describe('the result of a step', () => {
	const subscriber = parseSubscriber({ uuid: 'u1', email: 'a@x.org', first_name: 'Ann', is_subscribed: true });
	const changes = { first_name: { from: 'Ann', to: 'Anne' } };
	const done = (more: Partial<RowStep>) =>
		resultOfStep({ input: row('a@x.org'), action: 'updated', subscriber, changes, ...more });

	it('shows a new subscriber as the row describes it', () => {
		const created = { input: row('a@x.org'), action: 'created' as const, changes };
		expect(bulkBody(created)).toEqual({ email: 'a@x.org', first_name: 'Anne' });
		expect(resultOfStep(created)).toMatchObject({
			action: 'created',
			subscriber: { email: 'a@x.org', firstName: 'Anne' },
		});
	});

	it('shows the subscriber as changed, with the changes and the reason', () => {
		const after = { id: 'u1', firstName: 'Anne', isSubscribed: true };
		expect(done({ reason: 'Why' })).toMatchObject({ action: 'updated', subscriber: after, changes, reason: 'Why' });
	});

	it.each([
		['resubscribed', { is_subscribed: { from: false, to: true } }, true],
		['unsubscribed', { is_subscribed: { from: true, to: false } }, false],
		['deleted', {}, false],
		['untagged', {}, true],
	] as const)('shows the state afterwards: %s', (action, changed, isSubscribed) => {
		expect(done({ action, changes: changed }).subscriber).toEqual({ ...subscriber, isSubscribed });
	});
});

it('is made in portions, so that n8n can do other work meanwhile', async () => {
	const emails = [...Array(30_000).keys()].map((index) => `p${index}@x.org`);
	const byEmail = new Map(emails.map((email) => [email, [parseSubscriber({ email, tags: ['a'] })]]));
	let turns = 0;
	const timer = setInterval(() => (turns += 1), 1);
	const rows = emails.map((email) => row(email, { first_name: 'Ann', tags: ['b'] }));
	const list = { byEmail, latest: (read: Subscriber) => read };
	await planList({ open: rows, wanted: rows, named: new Set(emails) }, list, rules);
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

	it.each<[ListRules['removal'], string[], string[]]>([
		['keep', [], []],
		['delete', [], ['u1', 'u2', 'u3', 'u4']],
		['unsubscribe', [], ['u1', 'u3', 'u4']],
		['delete', ['a@x.org', 'c@x.org'], ['u2']],
	])('with %s, and rows that are not sent for %j: %j', async (removal, named, expected) => {
		const { removals } = await plan([row('z@x.org')], entries, { removal }, named);
		expect(removals.map(({ subscriber }) => subscriber.id)).toEqual(expected);
		expect(removals.filter(({ action }) => action !== (removal === 'delete' ? 'deleted' : 'unsubscribed'))).toEqual([]);
	});

	it('is held for somebody who has just joined, with times of the workflow', async () => {
		const startedAt = Date.parse('2026-01-31T23:30:00Z');
		const keepNew = { hours: 24, startedAt, timeZone: 'Asia/Tokyo' };
		const joined = { uuid: 'u1', email: 'a@x.org', created_at: '2026-01-31T23:00:00Z' };
		const { held } = await plan([row('z@x.org')], [joined], { removal: 'delete', keepNew });
		expect(held[0]?.reason).toContain('joined 1 Feb 08:00, kept until 2 Feb 08:00');
	});

	it('has no ID in some cases: the removal reports that', async () => {
		const { steps, removals } = await plan([row('a@x.org')], [{ email: 'a@x.org' }, { email: 'b@x.org' }], {
			removal: 'delete',
		});
		expect([steps[0]?.action, removals.length]).toEqual(['unchanged', 1]);
	});
});

describe('the safety limit', () => {
	const guard = async (total: number, missing: number, more: Partial<ListRules>, unsubscribed = 0) => {
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

	it('counts nobody whose tag is only written otherwise', async () => {
		const rows = [row('a@x.org', { tags: ['VIP', 'new'] })];
		const people = [{ uuid: 'u1', email: 'a@x.org', tags: ['vip'] }];
		expect((await plan(rows, people, { maxRemovalPercent: 0 })).guard).toBeUndefined();
	});

	it('stops nothing that removes no subscriber', async () => {
		expect(await guard(10, 10, { removal: 'keep', maxRemovalPercent: 0 })).toBeUndefined();
	});
});

describe('the limit of names', () => {
	const renamed = async (count: number) => {
		const people = Array.from({ length: count }, (_, n) => ({
			uuid: `u${n}`,
			email: `p${n}@x.org`,
			first_name: `Ada${n}`,
		}));
		const rows = people.map(({ email }, n) => row(email, { first_name: `Zoe${n}` }));
		return (await plan(rows, people, { maxNameChangePercent: 20 })).guard;
	};

	it('begins at ten people, and shows three of them', async () => {
		expect(await renamed(9)).toBeUndefined();
		const { message } = defined(await renamed(10));
		expect(message).toContain('rename 10 of 10');
		expect(message).toMatch(/: Ada0 → Zoe0, Ada1 → Zoe1, Ada2 → Zoe2$/);
	});
});

describe('a tag that nobody has', () => {
	it.each<[Partial<ListRules>, number, boolean]>([
		[{ onlyTag: 'vip', removal: 'delete' }, 0, true],
		[{ onlyTag: 'vip', removal: 'delete' }, 1, false],
		[{ onlyTag: 'vip', removal: 'keep' }, 0, false],
		[{ removal: 'delete' }, 0, false],
	])('is named where a sync would remove by it: %j, %i with it: %s', (given, removable, isNamed) => {
		expect(noteOnTag({ removable } as ListPlan, { ...rules, ...given })?.includes('"vip"') ?? false).toBe(isNamed);
	});
});
