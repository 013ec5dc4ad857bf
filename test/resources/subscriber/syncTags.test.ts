import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { jsonOf, rowOf, tries, warningsOf } from '../../engine/support';
import { useList } from '../../laravel/useList';

/** Mistakes of people: what a sync does to tags and names. */

const { list, kinds, reply, run } = useList();
const names = Array.from({ length: 20 }, (_, n) => [`First${n}`, `Last${n}`] as const);
const everybody = (more: IDataObject = {}) => names.map((_, n) => ({ email: `p${n}@x.org`, ...more }));
const sync = async (input: IDataObject[], options: IDataObject = {}, more: INodeParameters = {}) =>
	await run('sync', { ...more, options: options as INodeParameters }, { input });
const tagsOf = (email = 'p0@x.org') => list.withEmail(email)?.tags;

describe('the tags of a row', () => {
	beforeEach(() => list.hold(everybody({ tags: ['vip', 'lead'] })));
	const all = { replaceTags: true, maxRemovalPercent: 100 };

	it('are added to those in the list, with those of other rows of the address', async () => {
		const done = await sync([
			{ email: 'p0@x.org', tags: 'a' },
			{ email: 'P0@x.org', tags: 'VIP, b' },
			{ email: 'p1@x.org', tags: '' },
		]);
		expect([tagsOf(), tagsOf('p1@x.org')]).toEqual([
			['vip', 'lead', 'a', 'b'],
			['vip', 'lead'],
		]);
		expect(jsonOf(done)[1]).toMatchObject({ action: 'updated', note: 'tags: +a +b' });
	});

	it("replace them with 'Replace Tags': an empty cell clears them, and a missing one changes nothing", async () => {
		const rows = [
			{ email: 'p0@x.org', tags: 'new' },
			{ email: 'p1@x.org', tags: '' },
			{ email: 'p2@x.org' },
			{ email: 'p3@x.org', tags: '#N/A' },
		];
		const done = jsonOf(await sync(rows, all));
		expect(['p0', 'p1', 'p2', 'p3'].map((name) => tagsOf(`${name}@x.org`))).toEqual([
			['new'],
			[],
			['vip', 'lead'],
			['vip', 'lead'],
		]);
		expect(done.map(({ note }) => note)).toEqual([
			'tags: +new −vip −lead',
			'tags: −vip −lead',
			'nothing differs',
			'Tags is #N/A, which changes nothing',
		]);
	});

	it('replace nothing in results that come in again: their empty text says nothing', async () => {
		const results = jsonOf(await sync(everybody()));
		expect(results[0]).toMatchObject({ tags: 'vip, lead' });
		await sync(
			results.map((row) => ({ ...row, tags: '' })),
			all,
		);
		expect(tagsOf()).toEqual(['vip', 'lead']);
	});

	it('stop the sync where too many people would lose any', async () => {
		const rows = everybody().map((row, n) => ({ ...row, tags: n < 5 ? 'vip' : 'lead, vip, more' }));
		const done = await sync(rows, { replaceTags: true });
		expectFailure(done, {
			mentions: ["take tags from 5 of 20 subscribers (25%, 'Safety Limit (%)' allows 20%)", 'tags column'],
		});
		expect(kinds()).not.toContain('update');
		expect((await sync(rows, { replaceTags: true, maxRemovalPercent: 25 })).error).toBeUndefined();
	});

	it('stop the sync where the list does not show the tags that they would replace', async () => {
		list.hold(everybody({ tags: ['vip', 'lead'] }), { unlisted: ['tags'] });
		const done = await sync(everybody({ tags: 'new' }), { replaceTags: true });
		expectFailure(done, { mentions: ['take tags from 20 of 20 subscribers'] });
	});

	it('are pointed out where nobody has the one that is to be removed from others: it may be mistyped', async () => {
		const removing = async (onlyTag: string) =>
			warningsOf(await sync(everybody(), {}, { removal: 'removeTag', onlyTag, dryRun: true }));
		expect(await removing('webinr')).toEqual(['Nobody in the list has the tag "webinr" yet: check its spelling.']);
		expect(await removing('VIP')).toEqual([]);
	});

	it("are never replaced with 'Only Subscribers with Tag'", async () => {
		const done = await sync(everybody(), { replaceTags: true }, { onlyTag: 'vip' });
		expectFailure(done, { mentions: ["'Replace Tags' cannot be on with 'Only Subscribers with Tag'"] });
		expect(kinds()).toEqual([]);
	});
});

describe('the names of a sheet of which one column was sorted', () => {
	const named = (shift: number) =>
		names.map(([first], n) => ({ email: `p${n}@x.org`, first_name: first, last_name: names[(n + shift) % 20]?.[1] }));
	beforeEach(() => list.hold(named(0).map((row) => ({ ...row, last_name: row.last_name ?? null }))));

	it('stop the sync, with three examples, and a dry run shows them', async () => {
		expectFailure(await sync(named(1)), {
			mentions: [
				"rename 20 of 20 subscribers (100%, 'Name Change Limit (%)' allows 20%)",
				'First0 Last0 → First0 Last1, First1',
				'Check that the sheet was sorted as a whole',
			],
		});
		const dry = await sync(named(1), {}, { dryRun: true });
		expect(jsonOf(dry)[0]).toMatchObject({ action: 'would update', note: 'last_name: Last0 → Last1' });
		expect(kinds()).not.toContain('update');
	});

	it.each<[string, IDataObject[], IDataObject]>([
		['fewer than ten do', named(1).slice(0, 9), {}],
		['the limit is higher', named(1), { maxNameChangePercent: 100 }],
		['names are now in capitals', named(0).map((row) => ({ ...row, last_name: row.last_name?.toUpperCase() })), {}],
		['names are now full ones', named(0).map((row) => ({ ...row, first_name: `${row.first_name} Maria` })), {}],
		[
			'both columns were swapped',
			named(0).map(({ email, first_name: last_name, last_name: first_name }) => ({ email, first_name, last_name })),
			{},
		],
	])('do not, where %s', async (_, rows, options) => {
		const done = await sync(rows, options);
		expect(done.error).toBeUndefined();
		expect(kinds()).toContain('update');
	});

	it('do not in a later try, in which only they are left', async () => {
		const before = named(0).map((row) => ({ ...row, last_name: row.last_name ?? null }));
		const others = Array.from({ length: 60 }, (_, n) => ({ email: `more${n}@x.org` }));
		list.hold([...before, ...others]);
		reply('update', '403', 5);
		const done = await run('sync', {}, { input: [...named(1).slice(0, 12), ...others], node: tries(2) });
		expect(kinds().filter((kind) => kind === 'update').length).toBeGreaterThan(5);
		expect(jsonOf(done).filter(({ action }) => action === 'updated')).toHaveLength(12);
	});

	it('do not where failed rows of an earlier run are sent again, but in results that go into a second list', async () => {
		const again = named(1).map((row) => ({ error: 'No', details: '', httpStatus: 500, canRetry: true, ...row }));
		expect((await sync(again)).error).toBeUndefined();
		for (const action of ['failed', 'unknown', 'rejected', 'updated']) {
			list.hold(named(0).map((row) => ({ ...row, last_name: row.last_name ?? null })));
			const results = named(1).map((row) => rowOf({ action, ...row, is_subscribed: true }));
			expect((await sync(results)).error?.message.includes('rename 20 of 20') ?? false).toBe(action === 'updated');
		}
		expect((await sync([...named(1), ...again.slice(0, 1)])).error?.message).toMatch(/rename 20 of 20/);
	});
});
