import type { Page } from '../../nodes/EmailMarketing/api/pagination';
import { judge, judgeBoth, type Reading } from '../../nodes/EmailMarketing/api/verdict';

const named = (count: number, from = 0): string[] => Array.from({ length: count }, (_, index) => `s${from + index}`);

/** A reading that has shown entries with these IDs; its last page reports these fields. */
const reading = (ids: readonly string[], page: Partial<Page>, hasChanged = false): Reading => ({
	ids: new Set(ids),
	last: { items: [], ...page },
	hasChanged,
});

describe('a list', () => {
	it.each([
		[100, 100, 'complete'],
		[95, 100, 'short'],
		[94, 100, 'broken'],
		[0, 1, 'broken'],
		[3, 2, 'complete'],
	])('of which %i of %i entries came is judged as %s', (came, total, state) => {
		const verdict = judge(reading(named(came), { total }));
		expect(verdict.state).toBe(state);
		if (came >= total) expect(verdict.warning).toBeUndefined();
		else expect(verdict.warning).toMatch(new RegExp(`counts ${total} entries .* returned ${came}\\b`));
	});

	it('without a total is complete, unless more may follow', () => {
		expect(judge(reading(named(2), {}))).toEqual({ state: 'complete' });
		const warning = 'Entries of this list may be missing: it has a cursor.';
		expect(judge(reading(named(2), { doubt: 'it has a cursor' }))).toEqual({ state: 'unclear', warning });
	});

	it('that changed while it was read may lack entries although its total came', () => {
		const { state, warning } = judge(reading(named(2), { total: 2 }, true));
		expect([state, warning]).toEqual(['changed', expect.stringContaining('changed while it was read')]);
	});
});

describe('two readings of a list', () => {
	const lastPage = 1;
	const broken = reading(named(60), { total: 100, lastPage });

	it.each<[string, Reading, string, boolean, string | undefined]>([
		['complete', reading(named(100), { total: 100, lastPage }), 'complete', true, undefined],
		['short of its total by little', reading(named(96), { total: 100, lastPage }), 'short', true, '96'],
		['equal', broken, 'miscounted', true, '60'],
		['equal, and a link reports the end', reading(named(60), { total: 100, next: '' }), 'miscounted', true, '60'],
		['equal, but pages may follow', reading(named(60), { total: 100 }), 'broken', false, '60'],
		['equal but for one more entry', reading(named(61), { total: 100, lastPage }), 'broken', false, '60'],
		['equal but for one other entry', reading(named(60, 1), { total: 100, lastPage }), 'broken', false, '60'],
		['without an entry, which is its total', reading([], { total: 0, lastPage }), 'broken', false, '60'],
		['as long as its total, without 5 % of the first', reading(named(57), { total: 57 }), 'broken', false, '60'],
		['as long as its total, without less', reading(named(58), { total: 58 }), 'complete', true, undefined],
	])('of which the first is broken and the second is %s', (_, second, state, isConfirmed, came) => {
		const verdict = judgeBoth(broken, second);
		expect([verdict.state, verdict.isConfirmed === true]).toEqual([state, isConfirmed]);
		if (came === undefined) expect(verdict.warning).toBeUndefined();
		else expect(verdict.warning).toContain(`counts 100 entries in this list, but returned ${came}:`);
	});

	it('of which the first is good are judged by the second, even if it is worse', () => {
		const first = reading(named(100), { total: 100, lastPage });
		const second = reading(named(60), { total: 100, lastPage });
		expect(judgeBoth(first, second)).toEqual(judge(second));
		const other = reading(named(100, 50), { total: 101, lastPage });
		expect(judgeBoth(first, other)).toEqual(judge(other));
	});
});
