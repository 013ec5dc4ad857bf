import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { expectFailure } from '../../engine/expectFailure';
import { goOn, jsonOf, mapped, rowOf, tries, warningsOf } from '../../engine/support';
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

	it("are cleared by an empty cell with 'Replace Tags', but not by a broken one", async () => {
		const rows = ['', '#N/A'].map((tags, n) => ({ email: `p${n}@x.org`, tags }));
		const notes = jsonOf(await sync(rows, all)).map(({ note }) => note);
		expect(notes).toEqual(['tags: −vip −lead', 'Tags is #N/A, which changes nothing']);
		expect([tagsOf(), tagsOf('p1@x.org')]).toEqual([[], ['vip', 'lead']]);
	});

	it("are added to those of the person, even with 'Replace Tags', where one of them is broken", async () => {
		await sync([{ email: 'p0@x.org', tags: ['new', '#N/A'] }], all);
		expect(tagsOf()).toEqual(['vip', 'lead', 'new']);
	});

	it.each(['sync', 'upsert'])('are 50,000, and the note is as short as others (%s)', async (operation) => {
		const fifty = (name: string) => Array.from({ length: 50_000 }, (_, n) => `${name} ${n}`);
		list.hold([{ email: 'p0@x.org', tags: fifty('old') }]);
		const options = operation === 'sync' ? all : {};
		const done = await run(operation, { ...mapped, options }, { input: [{ email: 'p0@x.org', tags: fifty('new') }] });
		const [{ action, note } = {}] = jsonOf(done);
		expect([action, note]).toEqual(['updated', expect.stringMatching(/^tags: \+new 0 \+new 1 .{170,178}…$/)]);
		expect(tagsOf()).toHaveLength(operation === 'sync' ? 50_000 : 100_000);
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

	it('stop the sync where the list does not show the tags that they would replace', async () => {
		list.hold(everybody({ tags: ['vip', 'lead'] }), { unlisted: ['tags'] });
		const done = await sync(everybody({ tags: 'new' }), { replaceTags: true });
		expectFailure(done, { mentions: ["take tags from 20 of 20 subscribers (100%, 'Safety Limit (%)'", 'tags column'] });
	});

	it.each([
		['next to a broken cell', all, 'new, #N/A'],
		['that would be added', {}, 'new'],
	])('are not replaced where nobody can see them, by others %s', async (_, options, tags) => {
		list.hold(everybody({ tags: ['vip'] }), { unlisted: ['tags'] });
		reply('get', [200, { subscriber: { ...list.subscribers[0], tags: undefined } }]);
		const [row] = jsonOf(await run('sync', { options }, { input: [{ email: 'p0@x.org', tags }], node: goOn }));
		expect(row).toMatchObject({ action: 'failed', note: expect.stringContaining('does not show the tags') });
		expect(tagsOf()).toEqual(['vip']);
	});

	it('are pointed out where nobody has the one that is to be removed from others: it may be mistyped', async () => {
		const notesWith = async (onlyTag: string, removal: string) =>
			warningsOf(await sync(everybody(), {}, { removal, onlyTag, dryRun: true }));
		const note = 'Nobody in the list has the tag "webinr" yet: check its spelling.';
		expect(await notesWith('webinr', 'removeTag')).toEqual([note]);
		expect(await notesWith('webinr', 'keep')).toEqual([]);
		expect(await notesWith('VIP', 'removeTag')).toEqual([]);
	});

	it("are never replaced with 'Tag of This Sheet'", async () => {
		const done = await sync(everybody(), { replaceTags: true }, { onlyTag: 'vip' });
		expectFailure(done, { mentions: ["'Replace Tags' cannot be on with 'Tag of This Sheet'"] });
		expect(kinds()).toEqual([]);
	});
});

describe('the names of a sheet of which one column was sorted', () => {
	const named = (shift: number) =>
		names.map(([first], n) => ({ email: `p${n}@x.org`, first_name: first, last_name: names[(n + shift) % 20]?.[1] }));
	beforeEach(() => list.hold(named(0).map((row) => ({ ...row, last_name: row.last_name ?? null }))));

	it('stop the sync of ten or more, with three examples, and a dry run shows them', async () => {
		expectFailure(await sync(named(1).slice(0, 10)), { mentions: ['rename 10 of 10 subscribers'] });
		expectFailure(await sync(named(1)), {
			mentions: [
				"rename 20 of 20 subscribers (100%, 'Rename Limit (%)' allows 20%)",
				'First0 Last0 → First0 Last1, First1',
				'Check that the sheet was sorted as a whole',
			],
		});
		const dry = await sync(named(1), {}, { dryRun: true });
		const examples = ': First0 Last0 → First0 Last1, First1 Last1 → First1 Last2, First2 Last2 → ';
		expect(jsonOf(dry)[0]).toMatchObject({ action: 'would stop', note: expect.stringContaining(examples) });
		expect(jsonOf(dry)[1]).toMatchObject({ action: 'would update', note: 'last_name: Last0 → Last1' });
		expect(kinds()).not.toContain('update');
	});

	it.each<[string, IDataObject[], IDataObject]>([
		['fewer than ten do', named(1).slice(0, 9), {}],
		['the limit is higher', named(1), { maxNameChangePercent: 100 }],
		['names are now in capitals', named(0).map((row) => ({ ...row, last_name: row.last_name?.toUpperCase() })), {}],
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
