import { Tally } from '../../nodes/EmailMarketing/execution/Tally';

describe('a tally', () => {
	it('counts what became of things, in the order of their first ones', () => {
		const tally = new Tally();
		tally.add('imported');
		tally.add('rejected');
		tally.add('imported', 2);
		expect(tally.text()).toBe('3 imported, 1 rejected');
		expect(tally.toJson()).toEqual({ imported: 3, rejected: 1 });
		expect(tally.total).toBe(4);
	});

	it('names in the same order what was counted in any', () => {
		const tally = new Tally();
		tally.add('failed');
		tally.add('created');
		tally.add('skipped');
		expect(tally.text()).toBe('1 created, 1 skipped, 1 failed');
	});

	it('says nothing where there was nothing to count', () => {
		expect([new Tally().text(), new Tally().toJson()]).toEqual([undefined, {}]);
	});
});
