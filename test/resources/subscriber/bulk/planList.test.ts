import type { IDataObject } from 'n8n-workflow';

import { parseSubscriber, type Subscriber } from '../../../../nodes/EmailMarketing/api/subscriber';
import type { RowInput } from '../../../../nodes/EmailMarketing/execution/Operation';
import type { Outcome } from '../../../../nodes/EmailMarketing/execution/Outcomes';
import type { Held, ListRules } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/listRules';
import {
	hasNothingToCompare,
	planList,
	refusedPlan,
} from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/planList';
import { selectRows } from '../../../../nodes/EmailMarketing/resources/subscriber/bulk/selectRows';
import { groupedBy } from '../../../../nodes/EmailMarketing/shared/loops';
import { textOf } from '../../../../nodes/EmailMarketing/shared/text';
import { UnreadableRowError, UserFacingError } from '../../../../nodes/EmailMarketing/shared/UserFacingError';
import { defined } from '../../../defined';
import { rowOf } from '../../../rowOf';

const any = { maxRemovalPercent: 100, maxNameChangePercent: 100 };
const flags = { isInBulk: false, skipsUnsubscribed: false, includesKnown: false, isAsGiven: false, isDryRun: false };
const rules: ListRules = { tags: 'replace', removal: 'keep', resubscribe: false, isWholeList: true, ...any, ...flags };
const row = (email: string, others: IDataObject = {}): RowInput =>
	({
		item: 0,
		json: {},
		row: { key: email, email, body: { email, ...others }, isBlank: false },
	}) as unknown as RowInput;
const latest = (read: Subscriber): Subscriber => read;

/** Rows as they are known before a list is read; those with an outcome in `outcomes` are done. */
async function knownOf(rows: readonly RowInput[], outcomes: readonly Outcome[] = [], unsubscribes = false) {
	const numbered = rows.map((one, item) => ({ ...one, item }));
	const done = outcomes.flatMap(({ items }) => items);
	const selected = await selectRows(numbered, { unsubscribes });
	const open = selected.wanted.filter(({ item }) => !done.includes(item));
	return { ...selected, rows: numbered, open, outcomes, unreadItems: 0 };
}

async function listOf(entries: readonly IDataObject[]) {
	const byEmail = await groupedBy(entries.map(parseSubscriber), ({ email }) => textOf(email ?? '').toLowerCase());
	return { byEmail, latest };
}

async function plan(rows: readonly RowInput[], entries: readonly IDataObject[], more: Partial<ListRules> = {}) {
	const own = { ...rules, ...more };
	return await planList(await knownOf(rows, [], own.optOuts === 'unsubscribe'), own, await listOf(entries));
}

// Any rows and lists, and what is sent: sync.test.ts, syncOptions.test.ts and reliability/sync-model.test.ts.
it.each([
	['also if it opts out', {}],
	['also if it opts out and one of them has', { is_subscribed: false }],
])('a row is rejected where several subscribers have its address, %s', async (_, first) => {
	const two = [
		{ uuid: 'u1', email: 'a@x.org', ...first },
		{ uuid: 'u2', email: 'A@x.org' },
	];
	const shared = row('a@x.org');
	const no = { ...shared, row: { ...shared.row, optOut: { reason: 'no', isClear: true, isBroken: false } } };
	const { steps, excluded } = await plan([no, row('b@x.org')], two, { optOuts: 'unsubscribe' });
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
	const rows = emails.map((email) => row(email, { first_name: 'Ann', tags: ['b'] }));
	const known = await knownOf(rows);
	let turns = 0;
	const timer = setInterval(() => (turns += 1), 1);
	const list = { byEmail, latest };
	await planList(known, rules, list);
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

const refusalOf = ({ refusal }: { readonly refusal?: unknown }): string | undefined =>
	refusal === undefined ? undefined : (refusal as UserFacingError).message;

describe('the safety limit', () => {
	const guard = async (total: number, missing: number, more: Partial<ListRules>, unsubscribed = 0) => {
		const people = Array.from({ length: total }, (_, index) => ({
			uuid: `u${index}`,
			email: `p${index}@x.org`,
			tags: ['vip'],
			is_subscribed: index >= unsubscribed,
		}));
		const rows = people.slice(0, total - missing).map(({ email }) => row(email));
		return refusalOf(await plan(rows, people, { removal: 'delete', ...more }));
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
		expect((await plan(rows, people, { maxRemovalPercent: 0 })).refusal).toBeUndefined();
	});
});

/** Everything that a plan decides, in words. */
async function decided({ rows = [], list = [], given = {}, outcomes, unreadItems = 0 }: Case) {
	const own: ListRules = { ...rules, ...given };
	const known = { ...(await knownOf(rows, outcomes, own.optOuts === 'unsubscribe')), unreadItems };
	const planned = await planList(known, own, list === 'unread' ? undefined : await listOf(list));
	const { excluded, steps, removals, held, stopRow, hints, ...more } = planned;
	const words = (people: ReadonlyArray<{ action: string; subscriber?: Subscriber }>) =>
		people.map(({ action, subscriber }) => `${action} ${textOf(subscriber?.email)}`);
	return {
		excluded: excluded.map(({ action, input, needsAttention }) =>
			`${action} ${textOf(input.row.email ?? '')}${needsAttention === true ? ' !' : ''}`.trim(),
		),
		steps: steps.map(({ action, input }) => `${action} ${textOf(input.row.email)}`),
		removals: words(removals),
		held: held.map((one) => `${whyHeld(one)} ${textOf(one.subscriber.email)}`),
		stop: stopRow?.reason,
		hints: hints.filter((hint) => hint !== undefined),
		...{ refusal: refusalOf(more), note: more.note, needsAttention: more.needsAttention },
		stillSubscribed: more.stillSubscribed,
	};
}

function whyHeld({ isUndated, reason = '' }: Held): string {
	if (isUndated) return 'undated';
	return reason.includes('kept until') ? 'recent' : 'uncertain';
}

interface Case {
	readonly rows?: readonly RowInput[];
	readonly list?: readonly IDataObject[] | 'unread';
	readonly given?: Partial<ListRules>;
	readonly outcomes?: readonly Outcome[];
	readonly unreadItems?: number;
}

const nothing = {
	...{ excluded: [], steps: [], removals: [], held: [], hints: [], stillSubscribed: 0 },
	...{ stop: undefined, refusal: undefined, note: undefined, needsAttention: undefined },
};
const opensWith = (text: string): unknown => expect.stringMatching(new RegExp(`^${text}`));
const withRow = (email: string, more: object): RowInput => ({ ...row(email), row: { ...row(email).row, ...more } });
const optOut = (email: string, isClear = true): RowInput =>
	withRow(email, { optOut: { reason: '"Left" is "yes"', isClear } });
const broken = (email: string): RowInput =>
	withRow(email, { rejection: new UnreadableRowError('"Email" is #N/A', '') });
const blank = withRow('', { isBlank: true, body: {}, email: undefined });
const result = (json: IDataObject, email: string): RowInput => ({ ...row(email), json: rowOf(json) });
const person = (email: string, more: IDataObject = {}): IDataObject => ({
	...{ uuid: email, email, is_subscribed: true, tags: [], created_at: '2020-01-01T00:00:00Z' },
	...more,
});
const now = Date.parse('2026-01-31T12:00:00Z');
const keepNew = { hours: 24, startedAt: now, timeZone: 'UTC' };
const removing = { removal: 'delete', keepNew } as const;
const [ann, bob, cem] = [person('ann@x.org'), person('bob@x.org'), person('cem@x.org')];

it.each<[string, Case, Partial<typeof nothing> | Record<string, unknown>]>([
	['of no rows and no people is empty', {}, {}],
	[
		'of no rows removes everybody, up to the limit',
		{ list: [ann], given: removing },
		{ removals: ['deleted ann@x.org'] },
	],
	[
		'of no rows is refused above the limit',
		{ list: [ann], given: { ...removing, maxRemovalPercent: 20 } },
		{ refusal: opensWith('This would delete 1 of 1 subscribers') },
	],
	[
		'creates, updates and leaves as it is',
		{ rows: [row('new@x.org'), row('ann@x.org', { first_name: 'Ann' }), row('bob@x.org')], list: [ann, bob] },
		{ steps: ['created new@x.org', 'updated ann@x.org', 'unchanged bob@x.org'] },
	],
	[
		'of a list that is not read sends all rows, and says nothing about the tag',
		{
			rows: [row('ann@x.org')],
			list: 'unread',
			given: { ...removing, isInBulk: true, isAsGiven: true, onlyTag: 'vip' },
		},
		{ steps: ['imported ann@x.org'] },
	],
	[
		'skips people who are unsubscribed in the list, for an import',
		{
			rows: [row('ann@x.org')],
			list: [person('ann@x.org', { is_subscribed: false })],
			given: { skipsUnsubscribed: true },
		},
		{ excluded: ['skipped ann@x.org'] },
	],
	[
		'excludes blank, broken and repeated rows, and those of an earlier run that are no rows',
		{ rows: [blank, broken('a@x.org'), row('b@x.org'), row('b@x.org'), result({ action: 'held' }, 'c@x.org')] },
		{
			excluded: ['skipped', 'rejected a@x.org', 'skipped b@x.org', 'skipped c@x.org'],
			steps: ['created b@x.org'],
		},
	],
	[
		'excludes opt-outs, and marks and counts people who are still subscribed, once each',
		{ rows: [optOut('ann@x.org'), row('ann@x.org'), optOut('new@x.org')], list: [ann] },
		{ excluded: ['skipped ann@x.org !', 'skipped ann@x.org !', 'skipped new@x.org'], stillSubscribed: 1 },
	],
	[
		'unsubscribes opt-outs with a clear no, and marks the others',
		{
			rows: [optOut('ann@x.org'), optOut('bob@x.org', false), row('ann@x.org')],
			list: [ann, bob],
			given: { optOuts: 'unsubscribe' },
		},
		{
			steps: ['unsubscribed ann@x.org'],
			excluded: ['skipped bob@x.org !', 'skipped ann@x.org'],
			stillSubscribed: 1,
		},
	],
	[
		'rejects a row whose address two subscribers have, and holds who would be removed',
		{ rows: [row('ann@x.org')], list: [ann, { ...ann, uuid: 'u2', email: 'Ann@x.org' }, bob], given: removing },
		{
			excluded: ['rejected ann@x.org'],
			held: ['uncertain bob@x.org'],
			note: opensWith('No subscribers were removed: 1 row was rejected'),
			needsAttention: false,
		},
	],
	[
		'removes both subscribers of one address that is in no row',
		{ rows: [row('bob@x.org')], list: [ann, { ...ann, uuid: 'u2', email: 'Ann@x.org' }, bob], given: removing },
		{ steps: ['unchanged bob@x.org'], removals: ['deleted ann@x.org', 'deleted Ann@x.org'] },
	],
	[
		'holds who has just joined, and says how to remove those whose time is unknown',
		{
			list: [
				person('new@x.org', { created_at: '2026-01-31T11:00:00Z' }),
				person('odd@x.org', { created_at: 'x' }),
				cem,
			],
			given: removing,
		},
		{
			held: ['recent new@x.org', 'undated odd@x.org'],
			removals: ['deleted cem@x.org'],
			note: opensWith('1 person is held: it is not known when they joined'),
			needsAttention: true,
		},
	],
	[
		'holds all, and only says why, if a row is broken: that is more urgent than an unknown time',
		{ rows: [broken('a@x.org')], list: [person('odd@x.org', { created_at: 'x' }), cem], given: removing },
		{
			excluded: ['rejected a@x.org'],
			held: ['uncertain cem@x.org', 'undated odd@x.org'],
			note: opensWith('No subscribers were removed: 1 row was rejected'),
			needsAttention: false,
		},
	],
	[
		'holds all if an item could not be read',
		{ list: [cem], given: removing, unreadItems: 1 },
		{ held: ['uncertain cem@x.org'], note: opensWith('No subscribers .*: 1 row was not done'), needsAttention: false },
	],
	[
		'removes nobody and holds nobody if the rows are results: they are not the whole sheet',
		{ rows: [result({ action: 'failed' }, 'ann@x.org')], list: [ann, cem], given: removing },
		{
			steps: ['unchanged ann@x.org'],
			note: opensWith('No subscribers were removed: the rows are results'),
			needsAttention: false,
		},
	],
	[
		'does not repeat the rows and removals of an earlier try, and says that no more are removed',
		{
			rows: [row('ann@x.org', { first_name: 'Ann' }), broken('b@x.org')],
			list: [ann, bob, cem],
			given: removing,
			outcomes: [
				{ items: [0], word: 'updated' },
				{ items: [], word: 'deleted', id: 'bob@x.org' },
			],
		},
		{
			excluded: ['rejected b@x.org'],
			held: ['uncertain cem@x.org'],
			note: opensWith('No more subscribers were removed: 1 row was rejected'),
			needsAttention: false,
		},
	],
	[
		'is refused, with all exclusions, if it unsubscribes too many',
		{
			rows: [optOut('ann@x.org'), broken('b@x.org')],
			list: [ann, bob],
			given: { optOuts: 'unsubscribe', maxRemovalPercent: 20 },
		},
		{ excluded: ['rejected b@x.org'], refusal: opensWith('This would unsubscribe 1 of 2 subscribers') },
	],
	[
		'shows in a dry run what would be done, and that a real run would be refused',
		{ rows: [row('ann@x.org')], list: [ann, cem], given: { ...removing, maxRemovalPercent: 20, isDryRun: true } },
		{
			steps: ['unchanged ann@x.org'],
			removals: ['deleted cem@x.org'],
			stop: opensWith('A real run would stop: it would delete 1 of 2'),
			hints: [opensWith('A real run would stop: it would delete 1 of 2')],
		},
	],
	[
		'says in a dry run that nobody would be removed',
		{ rows: [broken('a@x.org')], list: [cem], given: { ...removing, isDryRun: true } },
		{
			excluded: ['rejected a@x.org'],
			held: ['uncertain cem@x.org'],
			note: opensWith('No subscribers would be removed'),
			needsAttention: false,
		},
	],
	[
		'hints at a tag that nobody has',
		{ list: [ann], given: { ...removing, onlyTag: 'vpi' } },
		{ hints: ['Nobody in the list has the tag "vpi" yet: check its spelling.'] },
	],
	[
		'is refused, even in a dry run, if the list hides tags that decide who is removed; opt-outs are marked all the same',
		{
			rows: [optOut('ann@x.org'), row('new@x.org')],
			list: [ann, { uuid: 'u', email: 'bob@x.org' }],
			given: { ...removing, onlyTag: 'vip', isDryRun: true },
		},
		{
			excluded: ['skipped ann@x.org !'],
			refusal: 'The contact list does not show the tags of all subscribers',
			stillSubscribed: 1,
		},
	],
])('a plan %s', async (_, given, expected) => {
	expect(await decided(given)).toEqual({ ...nothing, ...expected });
});

it('a list that cannot be read has a plan of its own: nothing is sent, and rows that need no list are excluded', async () => {
	const { excluded } = await knownOf([optOut('ann@x.org'), row('bob@x.org')]);
	const why = new UserFacingError('The contact list may be incomplete', '');
	const { refusal, stillSubscribed, ...planned } = refusedPlan(why, excluded);
	expect([refusal, stillSubscribed]).toEqual([why, 0]);
	expect(planned).toMatchObject({ steps: [], removals: [], held: [], hints: [] });
	expect(planned.excluded.map(({ input }) => input.row.email)).toEqual(['ann@x.org']);
});

it.each<[string, RowInput[], Partial<ListRules>, Outcome[], boolean]>([
	['a sync of unreadable rows', [broken('a@x.org'), blank], {}, [], true],
	['a sync of opt-outs', [optOut('a@x.org')], {}, [], false],
	['a sync whose only row is done', [row('a@x.org')], {}, [{ items: [0], word: 'created' }], false],
	[
		'an import whose only row is done',
		[row('a@x.org')],
		{ isWholeList: false },
		[{ items: [0], word: 'imported' }],
		true,
	],
	['an import of opt-outs', [optOut('a@x.org')], { isWholeList: false }, [], true],
	['an import of a row', [row('a@x.org')], { isWholeList: false }, [], false],
])('the list need not be read for %s: %#', async (_, rows, given, outcomes, expected) => {
	expect(hasNothingToCompare(await knownOf(rows, outcomes), { ...rules, ...given })).toBe(expected);
});

it('a plan changes neither its rows nor the list', async () => {
	const known = await knownOf([row('ann@x.org', { tags: ['b'] }), optOut('bob@x.org')]);
	const list = await listOf([ann, bob, cem]);
	const before = JSON.stringify([known.rows, [...list.byEmail]]);
	const first = await planList(known, { ...rules, ...removing }, list);
	expect(await planList(known, { ...rules, ...removing }, list)).toEqual(first);
	expect(JSON.stringify([known.rows, [...list.byEmail]])).toBe(before);
	expect(defined(first.steps[0]).changes).toMatchObject({ tags: { to: ['b'] } });
});

it('nobody is removed whom the list shows by two addresses, of which a row has one: it changed while it was read', async () => {
	const entries = ['old@x.org', 'new@x.org'].map((email) => ({ uuid: 'u1', email }));
	const { removals } = await plan([row('new@x.org')], [...entries, { uuid: 'u2', email: 'b@x.org' }], {
		removal: 'delete',
	});
	expect(removals.map(({ subscriber }) => subscriber.email)).toEqual(['b@x.org']);
});
