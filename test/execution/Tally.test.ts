import { Tally } from '../../nodes/EmailMarketing/execution/Tally';

describe('a tally', () => {
	it('counts results, those that were done first', () => {
		const tally = new Tally();
		expect([tally.text(), tally.toJson()]).toEqual([undefined, {}]);
		tally.add('rejected');
		tally.add('imported');
		tally.add('imported', 2);
		tally.add('failed', 0);
		expect([tally.text(), tally.total]).toEqual(['3 imported, 1 rejected', 4]);
		expect(tally.toJson()).toEqual({ imported: 3, rejected: 1 });
	});
});
