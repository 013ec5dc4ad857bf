import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import { planList } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/listPlan';
import { guardOf } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/limits';
import type { ListRules } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/listRules';
import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import { groupedBy } from '../../../../nodes/EmailMarketing/shared/loops';
import { textOf } from '../../../../nodes/EmailMarketing/shared/text';

const any = { maxRemovalPercent: 100, maxNameChangePercent: 100 };
const flags = { isWholeList: true, isInBulk: false, skipsUnsubscribed: false, includesKnown: false, isAsGiven: false };
const rules: ListRules = { tags: 'replace', removal: 'keep', resubscribe: false, ...any, ...flags };
const row = (email: string, others: IDataObject = {}): RowInput =>
	({ item: 0, json: {}, row: { key: email, body: { email, ...others }, isBlank: false } }) as unknown as RowInput;

async function plan(rows: RowInput[], entries: IDataObject[], more: Partial<ListRules> = {}) {
	const byEmail = await groupedBy(entries.map(parseSubscriber), ({ email }) => textOf(email ?? '').toLowerCase());
	const named = new Set(rows.map((call) => call.row.key));
	const latest = (read: Subscriber): Subscriber => read;
	const given = { ...rules, ...more };
	const planned = await planList({ open: rows, wanted: rows, named }, { byEmail, latest }, given);
	return { ...planned, guard: await guardOf(planned, given) };
}

// What is done for a row and who is removed: sync.test.ts, syncOptions.test.ts and reliability/sync-model.test.ts.
it('a row is rejected where several subscribers have its address, also if it opts out', async () => {
	const two = [
		{ uuid: 'u1', email: 'a@x.org' },
		{ uuid: 'u2', email: 'A@x.org' },
	];
	const shared = row('a@x.org');
	const no = { ...shared, row: { ...shared.row, optOut: { reason: 'no', isClear: true, isBroken: false } } };
	const { steps, excluded } = await plan([no, row('b@x.org')], two);
	expect(steps.map(({ input }) => input.row.key)).toEqual(['b@x.org']);
	expect(excluded).toMatchObject([
		{ action: 'rejected', failure: { message: expect.stringMatching(/^2 subscribers .* a@x\.org$/) } },
	]);
});

it('the removal of an unsubscribed person notes that their opt-out is lost', async () => {
	const people = ['a', 'b'].map((name) => ({ uuid: name, email: `${name}@x.org`, is_subscribed: name === 'a' }));
	const { removals } = await plan([row('z@x.org')], people, { removal: 'delete' });
	const reasons = ['not in the input', expect.stringMatching(/had unsubscribed/)];
	expect(removals.map(({ reason }) => reason)).toEqual(reasons);
});

it('a plan is made in portions, so that n8n can do other work meanwhile', async () => {
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

it('who has just joined is held, with times of the workflow', async () => {
	const startedAt = Date.parse('2026-01-31T23:30:00Z');
	const keepNew = { hours: 24, startedAt, timeZone: 'Asia/Tokyo' };
	const joined = { uuid: 'u1', email: 'a@x.org', created_at: '2026-01-31T23:00:00Z' };
	const { held } = await plan([row('z@x.org')], [joined], { removal: 'delete', keepNew });
	expect(held[0]?.reason).toContain('joined 1 Feb 08:00, kept until 2 Feb 08:00');
});

describe('the safety limit', () => {
	const guard = async (total: number, missing: number, more: Partial<ListRules>, unsubscribed = 0) => {
		const people = Array.from({ length: total }, (_, index) => ({
			uuid: `u${index}`,
			email: `p${index}@x.org`,
			tags: ['vip'],
			is_subscribed: index >= unsubscribed,
		}));
		const rows = people.slice(0, total - missing).map(({ email }) => row(email));
		return (await plan(rows, people, { removal: 'delete', ...more })).guard?.message;
	};

	// prettier-ignore
	it.each<[number, number, number, boolean]>([
		[10, 2, 20, false], [10, 3, 20, true], [1000, 200, 20, false], [1000, 201, 20, true], [10, 0, 0, false], [10, 1, 0, true],
		[10, 10, 100, false], [3, 1, 33, true], [3, 1, 34, false],
	])('of %i, with %i to remove and at most %i %%, stops: %s', async (total, missing, maxRemovalPercent, stops) => {
		expect((await guard(total, missing, { maxRemovalPercent })) !== undefined).toBe(stops);
	});

	it('says what it stops, and counts only subscribed people where they are to be unsubscribed', async () => {
		expect(await guard(10, 3, { maxRemovalPercent: 20 })).toMatch(/delete 3 of 10 .*30%/);
		expect(await guard(10, 1, { maxRemovalPercent: 20, removal: 'unsubscribe' }, 6)).toMatch(
			/unsubscribe 1 of 4 .*25%/,
		);
		const untagging = { maxRemovalPercent: 20, removal: 'removeTag', onlyTag: 'vip' } as const;
		expect(await guard(10, 3, untagging)).toMatch(/remove the tag of 3 of 10 .*30%/);
	});

	it('counts nobody whose tag is only written otherwise', async () => {
		const rows = [row('a@x.org', { tags: ['VIP', 'new'] })];
		const people = [{ uuid: 'u1', email: 'a@x.org', tags: ['vip'] }];
		expect((await plan(rows, people, { maxRemovalPercent: 0 })).guard).toBeUndefined();
	});
});
